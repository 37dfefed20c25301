// A file or picture that is dropped onto the conversation, or chosen beside the box, becomes a paper of the house, which is asked about here.
import { tooLarge } from "./papers/size.js";
const attach = document.getElementById("attach");
const talk = document.getElementById("talk");
const place = document.querySelector("main");
const hint = attach.dataset;

function row(name) {
  const item = Object.assign(document.createElement("p"), { className: "arriving-paper" });
  const says = Object.assign(document.createElement("span"), { dir: "auto", textContent: hint.sending });
  item.setAttribute("role", "status");
  item.append(Object.assign(document.createElement("b"), { textContent: name, dir: "auto" }), says);
  talk.append(item);
  item.scrollIntoView({ block: "end" });
  return item;
}
function tell(item, stage, says) {
  item.classList.toggle("failed", stage === "failed");
  item.querySelector("span").textContent = says;
  if (!item.querySelector("a") && stage !== "failed") item.append(Object.assign(document.createElement("a"), { href: "/papers", textContent: hint.to }));
}

// The answer is a line of JSON for each step; what is still being read when the page is left goes on in the house.
async function send(file) {
  const item = row(file.name);
  const large = tooLarge(file, hint);
  if (large) { tell(item, "failed", large); return; }
  const body = new FormData();
  body.append("topic", "household");
  body.append("file", file);
  try {
    const reply = await fetch("/papers", { method: "POST", body, headers: { Accept: "application/x-ndjson" } });
    if (reply.status === 401) location.assign(`/sign-in?${new URLSearchParams({ next: location.pathname + location.search })}`); // signed out meanwhile
    if (!reply.ok) {
      tell(item, "failed", reply.headers.get("content-type")?.startsWith("text/plain") ? await reply.text() : hint.lost);
      return;
    }
    const reader = reply.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const lines = (rest + part.value).split("\n");
      rest = lines.pop();
      for (const step of lines.filter(Boolean).map(JSON.parse)) tell(item, step.stage, step.says);
    }
  } catch {
    tell(item, "failed", hint.lost);
  }
}
async function sendAll(files) {
  for (const file of files) await send(file);
}

attach.hidden = false;
const input = attach.querySelector("input");
input.addEventListener("change", () => { sendAll([...input.files]); input.value = ""; });
const holdsFiles = (event) => event.dataTransfer?.types.includes("Files");
place.addEventListener("dragover", (event) => {
  if (!holdsFiles(event)) return;
  event.preventDefault();
  place.classList.add("dropping");
});
place.addEventListener("dragleave", (event) => { if (!place.contains(event.relatedTarget)) place.classList.remove("dropping"); });
place.addEventListener("drop", (event) => {
  place.classList.remove("dropping");
  if (!holdsFiles(event)) return;
  event.preventDefault();
  sendAll([...event.dataTransfer.files]);
});
