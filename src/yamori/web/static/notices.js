// What a person is told at its time. One tab listens for all of them, since a browser has few connections; each shows what it hears.
const place = document.getElementById("notices");
const { person } = place.dataset;
const HEARD = `yamori_heard_${person}`;
const channel = globalThis.BroadcastChannel ? new BroadcastChannel(`yamori-notices-${person}`) : null;

function show(notice) {
  if (document.getElementById(`notice-${notice.id}`)) return;
  const box = Object.assign(document.createElement("div"), { className: "toast notice", id: `notice-${notice.id}` });
  const text = Object.assign(document.createElement("span"), { textContent: notice.text, dir: "auto" });
  const time = Object.assign(document.createElement("time"), { textContent: notice.due.slice(11, 16), dateTime: notice.due });
  if (notice.late) time.append(` (${place.dataset.late})`);
  box.append(time, text, act(notice, "snooze", { minutes: 10 }), act(notice, "dismiss", {}));
  place.append(box);
}

function act(notice, what, more) {
  const button = Object.assign(document.createElement("button"), { type: "button", textContent: place.dataset[what] });
  button.addEventListener("click", async () => {
    gone(notice.id);
    channel?.postMessage({ gone: notice.id });
    await fetch(`/ui/notices/${notice.id}/${what}`, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ person, ...more }) });
  });
  return button;
}
const gone = (id) => document.getElementById(`notice-${id}`)?.remove();

// The listening tab also tells it outside of the page, where that was allowed.
function ring(notice) {
  if (globalThis.Notification?.permission !== "granted") return;
  const told = new Notification(notice.text, { body: place.dataset.title, icon: place.dataset.icon, tag: `yamori-${notice.id}` });
  told.addEventListener("click", () => { window.focus(); told.close(); });
}

channel?.addEventListener("message", ({ data }) => (data.gone ? gone(data.gone) : show(data)));

function listen() {
  const after = localStorage.getItem(HEARD) ?? "0";
  const stream = new EventSource(`/ui/notices?${new URLSearchParams({ person, after })}`);
  stream.addEventListener("notice", (event) => {
    const notice = JSON.parse(event.data);
    localStorage.setItem(HEARD, event.lastEventId);
    show(notice);
    channel?.postMessage(notice);
    ring(notice);
  });
  return new Promise(() => {});
}

if (person) {
  // Locks exist only on secure pages; elsewhere every tab listens.
  if (navigator.locks) navigator.locks.request(`yamori-notices-${person}`, listen);
  else listen();
}
