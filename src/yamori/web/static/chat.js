// The conversation by hand: saying the last sentence anew, speaking to the house and hearing its answers where the browser can.
const say = document.getElementById("say");
const text = document.getElementById("text");
const anew = document.getElementById("anew");
const replaces = document.getElementById("replaces");
const takeBack = document.getElementById("take-back");

function sayAnew(button) {
  const turn = button.closest(".turn");
  const did = Boolean(button.dataset.takeBack);
  replaces.value = turn.dataset.turn;
  takeBack.checked = did;
  takeBack.parentElement.hidden = !did;
  text.value = turn.querySelector(".said [data-text]").textContent;
}
function cancel() {
  replaces.value = "";
  takeBack.checked = false;
  anew.hidden = true;
}
document.addEventListener("click", (event) => {
  const button = event.target.closest(".turn .again, .turn .edit");
  if (!button || !anew) return;
  sayAnew(button);
  if (button.matches(".again")) { say.requestSubmit(); return; }
  anew.hidden = false;
  text.focus();
  text.setSelectionRange(text.value.length, text.value.length);
});
document.getElementById("anew-cancel")?.addEventListener("click", () => {
  cancel();
  text.value = "";
  text.dispatchEvent(new Event("input"));
  text.focus();
});
document.body.addEventListener("htmx:afterRequest", (event) => {
  if (!event.detail.successful) return;
  if (event.detail.elt.matches?.(".website-say")) event.detail.elt.reset();
  if (event.detail.elt !== say) return;
  cancel();
  document.body.dispatchEvent(new CustomEvent("talks:changed"));
});

// The column of conversations is open or closed as it was left on this device.
document.querySelector("#talks > details")?.addEventListener("toggle", (event) => {
  document.cookie = `yamori_talks=${event.target.open ? "open" : "closed"}; path=/; max-age=31536000; SameSite=Lax`;
});

// Speaking. Some browsers send what they hear to their maker; the button's title says so, and nothing listens before it is pressed.
const Recognition = globalThis.SpeechRecognition ?? globalThis.webkitSpeechRecognition;
const mic = document.getElementById("mic");
const language = document.documentElement.lang === "ja" ? "ja-JP" : "en-US";
let hearing = null;
if (Recognition && mic) {
  mic.hidden = false;
  mic.addEventListener("click", () => (hearing ? hearing.stop() : listen()));
}
function listen() {
  const before = text.value.trim();
  hearing = Object.assign(new Recognition(), { lang: language, interimResults: true, continuous: false });
  let whole = false;
  hearing.addEventListener("result", (event) => {
    const heard = Array.from(event.results, (result) => result[0].transcript).join("");
    whole = event.results[event.results.length - 1].isFinal;
    text.value = before ? `${before} ${heard}` : heard;
    text.dispatchEvent(new Event("input"));
  });
  hearing.addEventListener("error", (event) => {
    if (event.error === "no-speech" || event.error === "aborted") return;
    const problem = Object.assign(document.createElement("span"), { className: "problem", textContent: mic.dataset.problem });
    document.getElementById("say-problem").replaceChildren(problem);
  });
  hearing.addEventListener("end", () => {
    hearing = null;
    mic.setAttribute("aria-pressed", "false");
    if (whole && !before && text.value.trim()) say.requestSubmit();
    else text.focus();
  });
  mic.setAttribute("aria-pressed", "true");
  globalThis.speechSynthesis?.cancel();
  hearing.start();
}

// Hearing the answers: this device remembers whether it reads them aloud.
const aloud = document.getElementById("aloud");
const ALOUD = "yamori-aloud";
if (globalThis.speechSynthesis && globalThis.SpeechSynthesisUtterance && aloud) {
  aloud.hidden = false;
  const press = (on) => {
    aloud.setAttribute("aria-pressed", String(on));
    localStorage.setItem(ALOUD, on ? "on" : "off");
    if (!on) speechSynthesis.cancel();
  };
  aloud.setAttribute("aria-pressed", String(localStorage.getItem(ALOUD) === "on"));
  aloud.addEventListener("click", () => press(aloud.getAttribute("aria-pressed") !== "true"));
  // Only what is answered now: an old turn's stream puts nothing below `.after`.
  document.body.addEventListener("htmx:sseMessage", (event) => {
    const turn = event.target.closest?.(".turn");
    const answer = turn?.querySelector(".answer:not([data-heard])");
    if (!answer || turn.querySelector(".steps[hx-get]")) return;
    answer.dataset.heard = "";
    if (aloud.getAttribute("aria-pressed") !== "true") return;
    const told = new SpeechSynthesisUtterance(answer.textContent);
    told.lang = answer.lang === "ja" ? "ja-JP" : "en-US";
    speechSynthesis.speak(told);
  });
}
