// What every page needs beyond HTML and htmx: problems of the connection, streams of hidden pages, the colours.
const sentences = document.querySelector("[data-network]");

// A problem that the page itself describes says where it belongs; any other gets a plain sentence of ours.
function shown(event, sentence) {
  const place = event.detail.elt.querySelector?.("[role=alert]") || sentences.querySelector("[role=alert]");
  const span = Object.assign(document.createElement("span"), { className: "problem", textContent: sentence });
  place.replaceChildren(span);
}
document.body.addEventListener("htmx:beforeSwap", (event) => {
  const { xhr } = event.detail;
  if (xhr.status >= 400) event.detail.shouldSwap = Boolean(xhr.getResponseHeader("HX-Retarget"));
  if (xhr.status >= 400 && !event.detail.shouldSwap && event.detail.requestConfig.verb === "post") shown(event, sentences.dataset.server);
});
document.body.addEventListener("htmx:sendError", (event) => {
  if (event.detail.requestConfig.verb === "post") shown(event, sentences.dataset.network);
});

// A hidden page gives its connection back (a browser has six for all pages); when it is seen again it asks what it missed.
let stream = "";
document.addEventListener("visibilitychange", () => {
  const live = document.getElementById("house-stream");
  if (!live) return;
  if (document.hidden) stream = live.innerHTML;
  htmx.swap(live, document.hidden ? "" : stream, { swapStyle: "innerHTML" });
});

const theme = document.getElementById("theme");
theme.addEventListener("change", () => {
  document.documentElement.dataset.theme = theme.value;
  document.cookie = `yamori_theme=${theme.value}; path=/; max-age=31536000; SameSite=Strict`;
});
