// What every part of the Schedule view shares: changes asked of the household, what came of them, and taking them back.
const plan = document.getElementById("plan");
const sentences = JSON.parse(plan.dataset.words);
const toasts = document.getElementById("toasts");
const LASTING = 12_000;
const RETRY_AFTER = 600;
export const person = plan.dataset.person;
export const say = (key, fill = {}) => sentences[key].replace(/\{(\w+)[^}]*\}/g, (_, name) => fill[name] ?? "");

// One key for one change, however often the connection makes us send it. (`randomUUID` exists only on secure pages.)
const freshKey = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

async function reached(address, options) {
  try {
    return await fetch(address, options);
  } catch {
    await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER));
    return fetch(address, options);
  }
}

// What the household answers, with `ok`; never an exception.
export async function send(method, address, fields) {
  const body = JSON.stringify({ person, key: freshKey(), ...fields });
  try {
    const reply = await reached(address, { method, body, headers: { "Content-Type": "application/json" } });
    if (reply.status === 401) location.assign(`/sign-in?${new URLSearchParams({ next: location.pathname + location.search })}`); // signed out meanwhile
    const told = await reply.json().catch(() => ({ says: plan.dataset.server }));
    return { ...told, ok: reply.ok, status: reply.status };
  } catch {
    return { ok: false, status: 0, says: plan.dataset.network };
  }
}

// Everything that shows the schedule asks for it anew.
export const refresh = () => document.body.dispatchEvent(new CustomEvent("schedule:changed"));

let last = null;
export function toast(text, { change = null, trouble = false } = {}) {
  const box = Object.assign(document.createElement("div"), { className: trouble ? "toast trouble" : "toast" });
  box.append(Object.assign(document.createElement("span"), { textContent: text, dir: "auto" }));
  if (change) {
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: say("schedule.undo") });
    button.addEventListener("click", () => { box.remove(); undo(change); });
    box.append(button);
  }
  const close = Object.assign(document.createElement("button"), { type: "button", className: "plain", textContent: "×" });
  close.setAttribute("aria-label", say("schedule.dismiss"));
  close.addEventListener("click", () => box.remove());
  box.append(close);
  toasts.replaceChildren(box);
  const leave = () => { if (box.matches(":hover, :focus-within")) setTimeout(leave, LASTING); else box.remove(); };
  setTimeout(leave, LASTING);
}

// Say what was done and how to take it back, and show the schedule as it is now.
export function done(reply) {
  last = reply.change;
  toast(reply.says, { change: reply.change });
  refresh();
}

export async function undo(change = last) {
  if (!change) return;
  last = null;
  const reply = await send("POST", "/ui/schedule/undo", { change });
  toast(reply.says, { trouble: !reply.ok });
  refresh();
}

// Ticks of routines stand in several places and work the same in each.
document.addEventListener("change", async (event) => {
  const box = event.target;
  if (!box.matches?.("input[data-routine]")) return;
  const { routine, step, date } = box.dataset;
  const fields = { routine: Number(routine), step: step ? Number(step) : null, date, done: box.checked };
  const reply = await send("POST", "/ui/schedule/ticks", fields);
  if (reply.ok) return done(reply);
  box.checked = !box.checked;
  toast(reply.says, { trouble: true });
});

// A day of a routine that is left out, or takes place after all.
document.addEventListener("click", async (event) => {
  const button = event.target.closest?.("[data-skip]");
  if (!button) return;
  const { skip, day, back } = button.dataset;
  const reply = await send("POST", `/ui/schedule/routines/${skip}/skip`, { date: day, skipped: !back });
  if (!reply.ok) return toast(reply.says, { trouble: true });
  button.closest("dialog")?.close();
  done(reply);
});

// The conversation beside it may have changed the schedule: look again when a tool or the whole turn has ended.
let looking = 0;
document.body.addEventListener("htmx:sseMessage", (event) => {
  if (!/tool is-done|class="answer/.test(event.detail.data ?? "")) return;
  clearTimeout(looking);
  looking = setTimeout(refresh, 150);
});
document.addEventListener("visibilitychange", () => { if (!document.hidden) refresh(); });

document.getElementById("whose")?.addEventListener("change", (event) => event.target.form.submit());

export const writing = (target) => target.closest?.("input:not([type=checkbox]), textarea, select, [contenteditable]") != null;
document.addEventListener("keydown", (event) => {
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z" && !event.shiftKey && !writing(event.target) && last) {
    event.preventDefault();
    undo();
  }
});

export const number = (text) => (text === "" ? null : Number(text));
