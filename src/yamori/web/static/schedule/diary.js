// The diary: one day at a time. What somebody is writing is never drawn over.
import { done, refresh, send, writing } from "./changes.js";

const place = document.getElementById("day");
const of = () => document.getElementById("day-of").dataset;
let drawing = false;

async function draw() {
  const box = document.getElementById("overwrite");
  const draft = document.querySelector("#append textarea").value;
  if (drawing || draft || (box && !box.hidden)) return;
  drawing = true;
  await htmx.ajax("GET", `${place.dataset.address}&${new URLSearchParams({ date: of().date })}`, "#day");
  drawing = false;
}
document.body.addEventListener("schedule:changed", draw);

const write = (fields) => send("POST", `/ui/schedule/diary?${new URLSearchParams({ date: of().date })}`, { date: of().date, ...fields });

place.addEventListener("submit", async (event) => {
  event.preventDefault();
  const form = event.target;
  const area = form.querySelector("textarea");
  const append = form.id === "append";
  const reply = await write(append ? { how: "append", text: area.value } : { how: "overwrite", text: area.value, version: Number(of().version) });
  form.querySelector("[role=alert]").textContent = reply.ok ? "" : reply.says;
  if (reply.ok) {
    area.value = "";
    form.hidden = !append;
    return done(reply);
  }
  if (reply.newer) {
    // Saved again, it goes over what is shown here.
    document.getElementById("day-of").dataset.version = reply.newer.version;
    form.querySelector(".newer").hidden = false;
    form.querySelector(".newer .paper").textContent = reply.newer.text;
  }
});
place.addEventListener("click", (event) => {
  const box = document.getElementById("overwrite");
  if (event.target.id === "rewrite") {
    box.hidden = false;
    box.querySelector("textarea").focus();
  }
  if (event.target.name === "cancel") {
    box.hidden = true;
    document.getElementById("rewrite").focus();
    refresh();
  }
  if (event.target.name === "take") box.requestSubmit();
});
place.addEventListener("change", (event) => {
  if (event.target.id === "go" && event.target.value) location.href = `/schedule/diary?${new URLSearchParams({ date: event.target.value })}`;
});
place.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && event.target.matches("textarea")) event.target.form.requestSubmit();
});
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || writing(event.target)) return;
  if (event.key === "ArrowLeft") document.getElementById("day-before").click();
  if (event.key === "ArrowRight") document.getElementById("day-after").click();
});
