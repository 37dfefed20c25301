// What a person is notified of at its time. One tab listens for all of them, since a browser has few connections; each shows what it hears.
// A notice goes when it is put away, and by itself a while after somebody was there to see it; on this device it does not come back then.
const place = document.getElementById("notices");
const { person } = place.dataset;
const channel = globalThis.BroadcastChannel ? new BroadcastChannel(`yamori-notices-${person}`) : null;
const freshKey = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
const STAYS = 20_000; // ms after the first sign that somebody is there
const MOST_KEPT = 100;
const SEEN = `yamori_seen_notices_${person}`;
let heard = 0;

const tell = (notice, what, more = {}) =>
  fetch(`/ui/notices/${notice.id}/${what}`, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ person, key: freshKey(), ...more }) });

function seen() {
  try {
    return JSON.parse(localStorage.getItem(SEEN)) ?? [];
  } catch {
    return [];
  }
}

function show(notice) {
  heard = Math.max(heard, notice.id);
  if (document.getElementById(`notice-${notice.id}`) || seen().includes(notice.id)) return;
  const box = Object.assign(document.createElement("div"), { className: "toast notice", id: `notice-${notice.id}` });
  const text = Object.assign(document.createElement("span"), { textContent: notice.text, dir: "auto" });
  const time = Object.assign(document.createElement("time"), { textContent: notice.due.slice(11, 16), dateTime: notice.due });
  box.append(time, text, act(notice, "snooze", { minutes: 10 }), act(notice, "dismiss"));
  place.append(box);
  if (!document.hidden) tell(notice, "seen").catch(() => {});
  goBySelf(notice, box);
}

function act(notice, what, more) {
  const button = Object.assign(document.createElement("button"), { type: "button", textContent: place.dataset[what] });
  button.addEventListener("click", async () => {
    const reply = await tell(notice, what, more).catch(() => null);
    if (!reply?.ok && reply?.status !== 410) return; // it stays until the household knows
    gone(notice.id);
    channel?.postMessage({ gone: notice.id });
  });
  return button;
}
const gone = (id) => document.getElementById(`notice-${id}`)?.remove();

// Nobody has seen it before a key, a pointer or a touch says that somebody is there; and it never goes while it is pointed at or has the focus.
function goBySelf(notice, box) {
  const signs = ["pointerdown", "pointermove", "keydown", "wheel"];
  const present = () => {
    if (document.hidden) return;
    for (const sign of signs) document.removeEventListener(sign, present);
    setTimeout(leave, STAYS);
  };
  const leave = () => {
    if (document.hidden || box.matches(":hover, :focus-within")) return void setTimeout(leave, STAYS);
    localStorage.setItem(SEEN, JSON.stringify([...seen(), notice.id].slice(-MOST_KEPT)));
    box.remove();
  };
  for (const sign of signs) document.addEventListener(sign, present, { passive: true });
}

// The listening tab also shows it outside of the page, where that was allowed.
function ring(notice) {
  if (notice.missed || globalThis.Notification?.permission !== "granted") return;
  const shown = new Notification(notice.text, { body: place.dataset.title, icon: place.dataset.icon, tag: `yamori-${notice.id}` });
  shown.addEventListener("click", () => { window.focus(); shown.close(); });
}

channel?.addEventListener("message", ({ data }) => (data.gone ? gone(data.gone) : show(data)));

function listen() {
  const stream = new EventSource(`/ui/notices?${new URLSearchParams({ person, after: heard })}`);
  stream.addEventListener("notice", (event) => {
    const notice = JSON.parse(event.data);
    show(notice);
    channel?.postMessage(notice);
    ring(notice);
  });
  return new Promise(() => {});
}

async function begin() {
  const reply = await fetch(`/ui/notices/open?${new URLSearchParams({ person })}`);
  if (!reply.ok) return;
  const { after, notices } = await reply.json();
  notices.forEach(show);
  heard = Math.max(heard, after);
  // Locks exist only on secure pages; elsewhere every tab listens.
  if (navigator.locks) navigator.locks.request(`yamori-notices-${person}`, listen);
  else listen();
}
if (person) begin().catch(() => {});
