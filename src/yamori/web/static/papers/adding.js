// Files that are chosen or dropped: sent one after the other, each with its progress; one that fails or takes long never stops the rest.
import { tooLarge } from "./size.js";
const form = document.getElementById("add");
const drop = document.getElementById("drop");
const files = form.elements.file;
const list = document.getElementById("arriving");
const waiting = [];
const PATIENCE = 15000; // ms; a file that takes longer is read on in the household, and the page shows it among those that are being read
let busy = false;

function row(file) {
  const item = document.createElement("li");
  const bar = Object.assign(document.createElement("progress"), { max: 1, value: 0 });
  bar.setAttribute("aria-label", file.name);
  item.append(Object.assign(document.createElement("b"), { textContent: file.name, dir: "auto" }), bar, Object.assign(document.createElement("span"), { dir: "auto" }));
  list.append(item);
  return item;
}
function tell(item, stage, says) {
  item.className = `is-${stage}`;
  item.querySelector("span").textContent = says;
  if (stage !== "sending") item.querySelector("progress")?.remove();
}

// The answer is a line of JSON for each step. It ends when the file is read, or cannot be.
const sent = (item, file, address) => new Promise((resolve) => {
  const request = new XMLHttpRequest();
  const body = new FormData();
  if (form.elements.topic) body.append("topic", form.elements.topic.value);
  body.append("file", file);
  let read = 0;
  const lines = () => {
    const end = request.responseText.lastIndexOf("\n");
    const fresh = request.responseText.slice(read, end + 1);
    read = end + 1;
    for (const line of fresh.split("\n").filter(Boolean)) {
      const step = JSON.parse(line);
      tell(item, step.stage, step.says);
    }
  };
  request.upload.addEventListener("progress", (event) => {
    item.querySelector("progress").value = event.total ? event.loaded / event.total : 0;
    tell(item, "sending", form.dataset.sending);
  });
  request.addEventListener("progress", () => { if (request.status === 200) lines(); });
  request.addEventListener("load", () => {
    if (request.status === 200) lines();
    else tell(item, "failed", request.getResponseHeader("content-type")?.startsWith("text/plain") ? request.responseText : form.dataset.lost);
    resolve();
  });
  request.addEventListener("error", () => { tell(item, "failed", form.dataset.lost); resolve(); });
  request.upload.addEventListener("load", () => setTimeout(() => {
    if (request.status === 200 && request.readyState < 4) request.abort();
    resolve();
  }, PATIENCE));
  request.open("POST", address);
  request.setRequestHeader("Accept", "application/x-ndjson");
  request.send(body);
});

async function work() {
  if (busy) return;
  busy = true;
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const [item, file] = next;
    const large = tooLarge(file, form.dataset);
    if (large) tell(item, "failed", large);
    else await sent(item, file, form.action);
    document.body.dispatchEvent(new CustomEvent("papers:changed"));
  }
  busy = false;
}

function take(chosen) {
  if (!chosen.length) return;
  if (form.elements.topic && !form.elements.topic.reportValidity()) return;
  for (const file of chosen) waiting.push([row(file), file]);
  files.value = "";
  work();
}

form.addEventListener("submit", (event) => { event.preventDefault(); take([...files.files]); });
files.addEventListener("change", () => take([...files.files]));
for (const kind of ["dragenter", "dragover"]) {
  document.addEventListener(kind, (event) => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    drop.classList.add("is-over");
  });
}
document.addEventListener("dragleave", (event) => { if (!event.relatedTarget) drop.classList.remove("is-over"); });
document.addEventListener("drop", (event) => {
  if (!event.dataTransfer?.files.length) return;
  event.preventDefault();
  drop.classList.remove("is-over");
  take([...event.dataTransfer.files]);
});
