// Asking the papers: what a search finds first, then the answer, as they come. Without this script the form shows the answer on a page of its own.
const form = document.getElementById("ask");
const question = document.getElementById("question");
const place = document.getElementById("answer");
const status = document.getElementById("answering");
let stream = null;

function ended(text = "") {
  stream?.close();
  stream = null;
  status.replaceChildren(...(text ? [Object.assign(document.createElement("em"), { className: "problem", textContent: text })] : []));
  form.classList.remove("is-asking");
}
const going = (text) => status.replaceChildren(Object.assign(document.createElement("span"), { textContent: text }));

// What is asked next may go on from what was asked last; the household keeps nothing of it.
function remember() {
  const last = place.querySelector("[data-question]")?.dataset.question;
  if (last) form.elements.before.value = last;
}
remember();

form.addEventListener("submit", (event) => {
  event.preventDefault();
  if (!question.value.trim()) return;
  ended();
  const asked = new URLSearchParams(new FormData(form));
  if (!asked.has("history")) asked.delete("before");
  history.replaceState(null, "", `/papers?${asked}`);
  place.replaceChildren();
  going(form.dataset.asking);
  form.classList.add("is-asking");
  stream = new EventSource(`${form.dataset.stream}?${asked}`);
  // Each fragment comes escaped from the household's own templates.
  stream.addEventListener("evidence", (told) => { place.innerHTML = told.data; going(form.dataset.judging); });
  stream.addEventListener("answer", (told) => { place.innerHTML = told.data; ended(); remember(); question.select(); });
  stream.addEventListener("error", () => ended(form.dataset.lost));
});
