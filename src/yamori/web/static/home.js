// The Home page: a control shows at once what was asked for, the house says what became of it. Without this file its forms still work.
// Of several pictures of one device the newest stays; one that a person is touching, or that is under way, waits for its turn.
const home = document.getElementById("home");
const touched = new Map(); // tile -> how many reasons there are to leave it alone
const later = new Map(); // tile -> the newest picture that came meanwhile

const newer = (a, b) => { // "TIME.REVISION"
  const [at, revision] = a.split(".").map(Number), [thatAt, thatRevision] = b.split(".").map(Number);
  return at !== thatAt ? at > thatAt : revision >= thatRevision;
};

function hold(id) { touched.set(id, (touched.get(id) || 0) + 1); }
function release(id) {
  const left = (touched.get(id) || 1) - 1;
  if (left) { touched.set(id, left); return; }
  touched.delete(id);
  if (!later.has(id)) return;
  const html = later.get(id);
  later.delete(id);
  show(html);
}

// Where the focus is within a tile, in words that fit the tile's next picture.
function focusIn(tile) {
  const active = document.activeElement;
  if (!tile.contains(active) || active === tile) return null;
  const form = active.closest("form");
  const all = form ? [...form.elements] : [];
  return { place: form?.dataset.place, kind: form?.dataset.control, number: all.indexOf(active), link: active.matches("a") };
}
function refocus(tile, was) {
  if (!was) return;
  if (was.link) { tile.querySelector("a")?.focus(); return; }
  const forms = [...tile.querySelectorAll("form")];
  const form = forms.find((one) => one.dataset.place === was.place && one.dataset.control === was.kind) || forms[0];
  form?.elements[was.number]?.focus();
}

// Put a tile into every place where the page shows the device. Gives whether there was one.
function show(html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  const fresh = template.content.querySelector("[data-tile]");
  if (!fresh) return false;
  const id = fresh.dataset.tile;
  if (touched.has(id)) {
    if (!later.has(id) || newer(fresh.dataset.order, orderOf(later.get(id)))) later.set(id, html);
    return true;
  }
  for (const old of document.querySelectorAll(`[data-tile="${id}"]`)) {
    if (!old.dataset.asked && !newer(fresh.dataset.order, old.dataset.order)) continue;
    const was = focusIn(old), next = document.importNode(fresh, true);
    old.replaceWith(next);
    refocus(next, was);
    if (!document.querySelector("#ledger details[open]")) document.body.dispatchEvent(new CustomEvent("home:changed")); // what is read there stays
  }
  return true;
}
const orderOf = (html) => /data-order="([^"]*)"/.exec(html)?.[1] || "0.0";

const key = () => [...crypto.getRandomValues(new Uint8Array(12))].map((b) => b.toString(16).padStart(2, "0")).join("");

function note(tile, text, kind) {
  const span = Object.assign(document.createElement("span"), { className: kind, textContent: text });
  tile?.querySelector(".tile-note")?.replaceChildren(span);
}

// Send what the form says, in the order in which a person asked: the house does it in this order, too. What came of the last one is shown.
const last = new Map(); // tile -> the answer that is waited for
const before = new Map(); // tile -> its picture before anything was asked, for a house that does not answer at all
async function send(form, body) {
  const tile = form.closest("[data-tile]"), id = tile?.dataset.tile || "";
  body.set("key", key());
  hold(id);
  for (const one of document.querySelectorAll(`[data-tile="${id}"]`)) one.dataset.asked = "1";
  const slow = setTimeout(() => note(tile, home.dataset.waiting, "waits"), 1500);
  const post = () => fetch(form.action, { method: "POST", body, headers: { "HX-Request": "true", "HX-Current-URL": location.href } });
  const mine = (last.get(id) || Promise.resolve()).then(post).then(async (answer) => ({ html: await answer.text(), ok: answer.ok, leads: answer.headers.get("HX-Redirect") }), () => null);
  last.set(id, mine);
  const answer = await mine;
  clearTimeout(slow);
  if (answer?.leads) { location.assign(answer.leads); return; } // nobody is signed in here any more
  if (last.get(id) !== mine) { release(id); return; }
  last.delete(id);
  if (answer?.html.includes("data-tile=")) {
    const came = later.get(id);
    later.set(id, came && orderOf(came) !== orderOf(answer.html) && newer(orderOf(came), orderOf(answer.html)) ? came : answer.html);
  } else if (!answer?.ok && !later.has(id) && before.has(id)) later.set(id, before.get(id));
  before.delete(id);
  release(id);
  if (answer && (answer.ok || answer.html.includes("data-tile="))) return;
  const sentence = answer ? home.dataset.server : home.dataset.changed, now = document.querySelector(`[data-tile="${id}"]`);
  if (now) note(now, sentence, "problem");
  else document.getElementById("page-problem").replaceChildren(Object.assign(document.createElement("span"), { className: "problem", textContent: sentence }));
}

function says(tile, text) {
  if (!text || !tile) return;
  for (const one of document.querySelectorAll(`[data-tile="${tile.dataset.tile}"] .tile-now`)) one.textContent = text;
}
function worded(value, unit) { return unit ? `${value}\u00a0${unit}` : `${value}`; }
function remember(tile) { if (tile && !before.has(tile.dataset.tile)) before.set(tile.dataset.tile, tile.outerHTML); }

document.addEventListener("submit", (event) => {
  const form = event.target.closest("form[data-control]");
  if (!form) return;
  event.preventDefault();
  const button = event.submitter, tile = form.closest("[data-tile]");
  remember(tile);
  if (form.dataset.control === "number" && button?.closest(".stepper")) { step(form, button); return; }
  const body = new URLSearchParams(new FormData(form));
  if (button?.name) body.set(button.name, button.value);
  if (form.dataset.control === "toggle") flip(form, button, tile);
  else if (button?.dataset.says && !button.hasAttribute("data-asks")) {
    for (const other of form.querySelectorAll("[aria-pressed]")) other.setAttribute("aria-pressed", String(other === button));
    says(tile, button.dataset.says);
  }
  send(form, body);
});

// The switch shows its new side, and sends the other one when it is pressed again before the house has answered.
function flip(form, button, tile) {
  const on = button.getAttribute("aria-checked") !== "true";
  button.setAttribute("aria-checked", String(on));
  tile?.classList.toggle("awake", on);
  says(tile, button.dataset.says);
  [button.value, button.dataset.other] = [button.dataset.other, button.value];
  [button.dataset.says, button.dataset.otherSays] = [button.dataset.otherSays, button.dataset.says];
  const field = button.dataset.argument && form.elements[`argument.${button.dataset.argument}`];
  if (field) [field.value, button.dataset.value] = [button.dataset.value, field.value];
}

// Steps are counted and sent together when the finger rests.
const resting = new WeakMap();
function step(form, button) {
  const stepper = button.closest(".stepper"), { low, high, unit } = stepper.dataset;
  const id = form.closest("[data-tile]").dataset.tile;
  const by = Number(stepper.dataset.step) * (button.classList.contains("more") ? 1 : -1);
  const moved = Math.round((Number(stepper.dataset.value) + by) * 1000) / 1000;
  const value = Math.min(Math.max(moved, low === "None" ? -Infinity : Number(low)), high === "None" ? Infinity : Number(high));
  stepper.dataset.value = value;
  stepper.querySelector(".number").textContent = worded(value, unit);
  if (resting.has(stepper)) clearTimeout(resting.get(stepper));
  else hold(id);
  resting.set(stepper, setTimeout(() => {
    resting.delete(stepper);
    const body = new URLSearchParams(new FormData(form));
    body.set(button.name, value);
    send(form, body);
    release(id);
  }, 400));
}

// A slider follows the finger; what it stands at when it is let go is sent.
document.addEventListener("input", (event) => {
  const slider = event.target;
  if (slider.type !== "range" || !slider.closest("form[data-control]")) return;
  const tile = slider.closest("[data-tile]"), text = worded(slider.value, slider.dataset.unit);
  if (!slider.dataset.held) { remember(tile); slider.dataset.held = "1"; hold(tile.dataset.tile); }
  slider.setAttribute("aria-valuetext", text);
  const output = slider.form.querySelector("output");
  if (output) output.textContent = text;
  says(tile, text);
});
document.addEventListener("change", (event) => {
  const field = event.target, form = field.closest("form[data-control]");
  if (!form) return;
  const tile = form.closest("[data-tile]");
  if (field.type === "range") {
    send(form, new URLSearchParams(new FormData(form)));
    if (field.dataset.held) { delete field.dataset.held; release(tile.dataset.tile); }
  } else if (field.tagName === "SELECT") {
    remember(tile);
    says(tile, field.selectedOptions[0].textContent);
    send(form, new URLSearchParams(new FormData(form)));
  }
});

// What the house says of its own accord.
document.body.addEventListener("htmx:sseBeforeMessage", (event) => {
  const { type, data } = event.detail;
  if (!["tile", "summary", "attention", "silent"].includes(type)) return;
  event.preventDefault();
  if (type === "tile") { show(data); return; }
  if (type === "silent") { document.getElementById("house-problem").textContent = data; return; }
  const template = document.createElement("template");
  template.innerHTML = data;
  const fresh = template.content.firstElementChild;
  const old = type === "summary" ? document.querySelector(`[data-summary="${fresh.dataset.summary}"]`) : document.getElementById("attention");
  old?.replaceWith(fresh);
});

// Rooms that a person opened or closed stay so when the page is told anew.
const folded = new Map();
document.body.addEventListener("htmx:beforeSwap", (event) => {
  if (event.detail.target.id !== "home-main") return;
  for (const room of event.detail.target.querySelectorAll("details[id]")) folded.set(room.id, room.open);
});
document.body.addEventListener("htmx:afterSettle", (event) => {
  if (event.target.id !== "home-main") return;
  for (const room of event.target.querySelectorAll("details[id]")) if (folded.has(room.id)) room.open = folded.get(room.id);
});

// What counts down, by the household's clock: how much was left when the page had it, and how long ago that is.
const two = (number) => String(number).padStart(2, "0");
function count() {
  for (const shown of document.querySelectorAll(".timers .clock")) {
    shown.dataset.since ??= performance.now();
    const left = Math.max(Math.round(Number(shown.dataset.left) - (performance.now() - Number(shown.dataset.since)) / 1000), 0);
    const hours = Math.floor(left / 3600), minutes = Math.floor(left / 60) % 60;
    shown.textContent = hours ? `${hours}:${two(minutes)}:${two(left % 60)}` : `${minutes}:${two(left % 60)}`;
  }
}
setInterval(count, 1000);
document.body.addEventListener("htmx:afterSettle", count);
