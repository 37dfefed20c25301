// Notices in this browser while no page of the house is open: turned on by a press of the button, and by nothing else.
const part = document.getElementById("push");
const button = document.getElementById("push-on");
const why = document.getElementById("push-not");
const problem = document.getElementById("push-problem");
const MINE = "yamori_push";

const bytes = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (each) => each.charCodeAt(0));

async function registration() {
  if (!window.isSecureContext || !("PushManager" in window) || !("Notification" in window) || !("serviceWorker" in navigator)) return null;
  return navigator.serviceWorker.register("/service-worker.js").then(() => navigator.serviceWorker.ready).catch(() => null);
}

const worker = await registration();
if (worker) {
  const known = await worker.pushManager.getSubscription().catch(() => null);
  const mine = part.querySelector(`[data-push="${CSS.escape(localStorage.getItem(MINE) ?? "")}"]`);
  const on = Boolean(known && mine);
  if (mine) mine.querySelector(".this").hidden = false;
  why.hidden = Notification.permission !== "denied";
  why.textContent = why.dataset.blocked;
  button.hidden = on || Notification.permission === "denied";
}

button.addEventListener("click", async () => {
  button.disabled = true;
  problem.replaceChildren();
  try {
    if ((await Notification.requestPermission()) !== "granted") throw new Error(why.dataset.blocked);
    const { key } = await (await fetch("/ui/push/key")).json();
    const subscription = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(key) }).catch(() => { throw new Error(why.dataset.failed); });
    const { endpoint, keys } = subscription.toJSON();
    const body = JSON.stringify({ person: part.dataset.person, endpoint, keys });
    const reply = await fetch("/ui/push/on", { method: "POST", headers: { "Content-Type": "application/json" }, body });
    const told = await reply.json();
    if (!reply.ok) {
      await subscription.unsubscribe();
      throw new Error(told.says);
    }
    localStorage.setItem(MINE, told.id);
    location.reload();
  } catch (error) {
    problem.replaceChildren(Object.assign(document.createElement("span"), { className: "problem", textContent: error.message || why.dataset.failed }));
    button.disabled = false;
  }
});

// Turned off here, the browser forgets it too, whether the house is told or not.
part.addEventListener("submit", async (event) => {
  if (event.target.elements.device?.value !== localStorage.getItem(MINE)) return;
  localStorage.removeItem(MINE);
  (await worker?.pushManager.getSubscription())?.unsubscribe();
});
