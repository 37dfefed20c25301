// The Automations view: what counts down, what stays open when the list comes anew, and when it has to come anew. All of it works without.
const clock = (seconds) => {
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (number) => String(number).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
};
const A_DAY = 86_400;
const RETRY_AFTER = 5;

const refresh = () => document.body.dispatchEvent(new CustomEvent("automations:changed"));

// By the household's clock: how much was left when the page had it, and how long ago that is.
function count() {
  for (const shown of document.querySelectorAll(".clock[data-left]")) {
    shown.dataset.since ??= performance.now();
    const left = Math.round(Number(shown.dataset.left) - (performance.now() - Number(shown.dataset.since)) / 1000);
    if (left < A_DAY) shown.textContent = clock(Math.max(left, 0));
    if (left <= 0 && !(-left % RETRY_AFTER)) refresh();
  }
}
setInterval(count, 1000);
count();

// Nobody's words are taken away while they write: the list waits until the field is left or sent.
const writes = () => Boolean(document.activeElement?.closest?.(".edit")) || Boolean(document.querySelector("details[open] > .inside-of .edit form[data-changed]"));
document.body.addEventListener("input", (event) => {
  const form = event.target.closest(".edit form");
  if (form) form.dataset.changed = "yes";
});
document.body.addEventListener("htmx:beforeRequest", (event) => {
  if (event.detail.requestConfig.verb === "post") document.getElementById("page-problem").replaceChildren();
  else if (event.target.id === "automations" && (document.hidden || writes())) event.preventDefault();
});

// A timer that was stopped is not there any more.
document.body.addEventListener("htmx:afterRequest", (event) => { if (event.detail.successful && event.target.matches?.(".stop-timer")) refresh(); });

// What was open stays open, and what was said last stays until something else is.
let open = [];
let happened = null;
document.body.addEventListener("htmx:beforeSwap", (event) => {
  if (event.detail.target.id !== "automations") return;
  open = [...event.detail.target.querySelectorAll("details[id][open]:not(.sure)")].map((box) => box.id);
  happened = event.detail.requestConfig.verb === "get" ? document.getElementById("happened") : null;
});
document.body.addEventListener("htmx:afterSettle", () => {
  for (const id of open) {
    const box = document.getElementById(id);
    if (box) box.open = true;
  }
  open = [];
  if (happened?.childElementCount) {
    const place = document.getElementById("happened");
    if (place && place !== happened) {
      place.replaceWith(happened);
      htmx.process(happened);
    }
  }
  happened = null;
  count();
  // The button that was pressed may be gone with its row.
  if (pressed && document.activeElement === document.body) (document.getElementById(pressed) ?? document.getElementById("undo") ?? document.getElementById("plan")).focus();
  pressed = "";
});
let pressed = "";
document.body.addEventListener("submit", (event) => { pressed = event.target.closest("#automations") ? event.submitter?.id || "undo" : ""; }, true);

// A sentence in the conversation may have made, changed or removed one.
document.body.addEventListener("htmx:sseClose", refresh);

const whose = document.getElementById("whose");
whose?.addEventListener("change", () => whose.form.requestSubmit());
