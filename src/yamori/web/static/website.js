// A website under a person's own hands: pictures come as a stream, movements go as they are made. Nothing that is typed is kept here.
const view = document.getElementById("website-view");
const typing = document.getElementById("website-typing");
const asks = document.getElementById("website-asks");
const reply = document.getElementById("website-reply");
const problem = document.getElementById("website-problem");
const path = view.dataset.path;
const pen = view.getContext("2d");
const NAMED = new Set(["Enter", "Backspace", "Tab", "Escape", "Delete", "Home", "End", "PageUp", "PageDown", "ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown"]);
const EVERY = 40; // ms between two letters of movements

let moves = [];
let sending = false;
async function send() {
  if (sending || !moves.length) return;
  sending = true;
  const body = JSON.stringify(moves.splice(0, 200));
  try {
    const answer = await fetch(`${path}/hand`, { method: "POST", headers: { "Content-Type": "application/json" }, body });
    if (answer.ok) problem.replaceChildren();
    else problem.textContent = new DOMParser().parseFromString(await answer.text(), "text/html").body.textContent.trim();
  } catch {
    moves = [];
  }
  sending = false;
  setTimeout(send, EVERY);
}
function move(one) {
  const last = moves[moves.length - 1];
  if (one.kind === "moved" && last?.kind === "moved") moves.pop();
  moves.push(one);
  if (!sending) setTimeout(send, one.kind === "moved" ? EVERY : 0);
}

const stream = new EventSource(`${path}/frames`);
stream.addEventListener("frame", async (event) => {
  const bytes = Uint8Array.from(atob(event.data), (letter) => letter.charCodeAt(0));
  const picture = await createImageBitmap(new Blob([bytes], { type: "image/jpeg" }));
  if (view.width !== picture.width || view.height !== picture.height) Object.assign(view, { width: picture.width, height: picture.height });
  pen.drawImage(picture, 0, 0);
  picture.close();
});
stream.addEventListener("state", (event) => {
  const now = JSON.parse(event.data);
  document.getElementById("website-title").textContent = now.title;
  document.getElementById("website-url").textContent = now.url;
  document.getElementById("website-take").hidden = now.state === "taken";
  document.getElementById("website-question").textContent = now.asks;
  asks.hidden = !now.asks;
  reply.hidden = !now.text;
});
stream.addEventListener("end", () => {
  stream.close();
  document.getElementById("website-ended").hidden = false;
});

const place = (event) => {
  const box = view.getBoundingClientRect();
  const within = (at, from, size, most) => Math.min(most - 1, Math.max(0, ((at - from) / size) * most));
  return { x: within(event.clientX, box.left, box.width, view.width), y: within(event.clientY, box.top, box.height, view.height) };
};
view.addEventListener("pointermove", (event) => move({ kind: "moved", ...place(event) }));
view.addEventListener("pointerdown", (event) => {
  if (event.button !== 0) return;
  event.preventDefault();
  view.setPointerCapture(event.pointerId);
  typing.focus({ preventScroll: true });
  move({ kind: "moved", ...place(event) });
  move({ kind: "pressed", ...place(event) });
});
view.addEventListener("pointerup", (event) => move({ kind: "released", ...place(event) }));
view.addEventListener("wheel", (event) => {
  event.preventDefault();
  move({ kind: "wheel", ...place(event), turned: Math.max(-1000, Math.min(1000, event.deltaY)) });
}, { passive: false });

// One field takes what is typed, so that phones and input methods work; it is emptied at once.
function typed() {
  if (typing.value) move({ kind: "text", text: typing.value });
  typing.value = "";
}
typing.addEventListener("input", (event) => event.isComposing || typed());
typing.addEventListener("compositionend", typed);
function key(event) {
  if (event.isComposing || !NAMED.has(event.key) || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Tab" && event.target === view) return; // the keyboard can leave the view
  event.preventDefault();
  move({ kind: "key", key: event.key, shift: event.shiftKey });
}
typing.addEventListener("keydown", key);
view.addEventListener("keydown", key);
document.getElementById("website-back").addEventListener("click", () => move({ kind: "back" }));

const answer = (yes) => fetch(`${path}/dialog`, { method: "POST", body: new URLSearchParams({ answer: yes ? "yes" : "no", text: reply.value }) });
for (const [id, yes] of [["website-ok", true], ["website-cancel", false]]) {
  document.getElementById(id).addEventListener("click", () => {
    answer(yes);
    asks.hidden = true;
    reply.value = "";
  });
}
