// The conversation: keys, a draft that is never lost, questions that take the focus. `page.js` holds what every page needs.
const say = document.getElementById("say");
const text = document.getElementById("text");
const problem = document.getElementById("say-problem");

// A draft outlives a reload, a change of language and a lost connection.
text.value = sessionStorage.getItem("draft") || text.value;
text.addEventListener("input", () => sessionStorage.setItem("draft", text.value));

// Enter sends, Shift+Enter starts a line. While an input method composes (Japanese), Enter belongs to it.
text.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.shiftKey || event.isComposing || event.keyCode === 229) return;
  event.preventDefault();
  say.requestSubmit();
});

// Esc leads back to the message box from anywhere (an open panel closes by itself first); beside a calendar only from the conversation.
const beside = document.getElementById("beside");
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || event.isComposing || document.querySelector("#house:popover-open")) return;
  if (!beside || beside.contains(event.target)) text.focus();
});

document.addEventListener("click", (event) => {
  const example = event.target.closest(".example");
  if (!example) return;
  text.value = example.dataset.say;
  text.dispatchEvent(new Event("input"));
  text.focus();
});

// The box is emptied only when the household has the text, and only of what was sent.
let sent = "";
say.addEventListener("htmx:beforeRequest", () => { sent = text.value; problem.replaceChildren(); });
document.body.addEventListener("htmx:afterRequest", (event) => {
  if (event.detail.elt !== say || !event.detail.successful) return;
  for (const steps of document.querySelectorAll(".turn:has(.answer) .steps[open]")) steps.open = false;
  if (text.value === sent) text.value = "";
  sessionStorage.setItem("draft", text.value);
});

// A stream that was cut may tell again what is on the page already: each step is taken once.
document.body.addEventListener("htmx:sseBeforeMessage", (event) => {
  const steps = event.target;
  const number = Number(event.detail.lastEventId);
  if (!steps.classList.contains("log") || !number) return;
  if (number <= Number(steps.dataset.seen || 0)) event.preventDefault();
  else steps.dataset.seen = number;
});

// A question takes the focus only from an empty message box, never from someone who is writing.
document.body.addEventListener("htmx:sseMessage", (event) => {
  const turn = event.target.closest(".turn");
  if (!turn) return;
  const ask = turn.querySelector(".ask:not([data-met])");
  if (!ask) return;
  ask.dataset.met = "";
  const idle = document.activeElement === document.body || (document.activeElement === text && !text.value);
  if (idle) ask.parentElement.querySelector("input:not([type=hidden]), button").focus();
});
document.body.addEventListener("htmx:afterRequest", (event) => {
  // The form may be gone already: its turn went on while the answer to its request was under way.
  if (event.detail.successful && event.detail.elt.matches?.(".ask")) text.focus();
});

// A question that goes away while it has the focus gives it back to the message box, whoever took it away: the stream or the answer.
let asking = false;
document.addEventListener("focusin", (event) => { asking = event.target.closest(".ask") !== null; });
new MutationObserver(() => {
  if (!asking || document.activeElement !== document.body) return;
  asking = false;
  text.focus();
}).observe(document.body, { childList: true, subtree: true });

// "Changed just now" is true for a few seconds only.
document.addEventListener("animationend", (event) => { if (event.target.matches(".fresh")) event.target.textContent = ""; });
