// The Devices view: what a person opened stays open when its part is told anew, and old problems go away.
const folded = new Map();

document.body.addEventListener("htmx:beforeSwap", (event) => {
  const part = event.detail.target;
  if (!part.matches(".kept")) return;
  for (const box of part.querySelectorAll("details[id]")) folded.set(box.id, box.open);
});
document.body.addEventListener("htmx:afterSettle", (event) => {
  if (!event.target.matches(".kept")) return;
  for (const box of event.target.querySelectorAll("details[id]")) if (folded.has(box.id)) box.open = folded.get(box.id);
});

document.body.addEventListener("htmx:beforeRequest", (event) => {
  if (event.detail.requestConfig.verb === "post") document.getElementById("page-problem").replaceChildren();
});
