// What every page needs beyond HTML and htmx: problems of the connection, streams of hidden pages. `shell.js` holds what frames it.
const everywhere = document.querySelector("[data-network]");

// A problem that the page itself describes says where it belongs; any other gets the plain sentence (`network`, `server`) of its part of the page.
function shown(event, why) {
  const { elt } = event.detail.requestConfig; // what was sent, not what would have been swapped
  const part = elt.closest?.("[data-network]") ?? everywhere;
  const place = elt.querySelector?.("[role=alert]") || part?.querySelector("[role=alert]") || document.querySelector("[role=alert]");
  place?.replaceChildren(Object.assign(document.createElement("span"), { className: "problem", textContent: part?.dataset[why] ?? "" }));
}
document.body.addEventListener("htmx:beforeSwap", (event) => {
  const { xhr } = event.detail;
  if (xhr.status >= 400) event.detail.shouldSwap = Boolean(xhr.getResponseHeader("HX-Retarget"));
  if (xhr.status >= 400 && !event.detail.shouldSwap && event.detail.requestConfig.verb === "post") shown(event, "server");
});
document.body.addEventListener("htmx:sendError", (event) => {
  if (event.detail.requestConfig.verb === "post") shown(event, "network");
});

// A hidden page gives its connection back (a browser has six for all pages); when it is seen again it asks what it missed.
let stream = "";
document.addEventListener("visibilitychange", () => {
  const live = document.getElementById("house-stream");
  if (!live) return;
  if (document.hidden) stream = live.innerHTML;
  htmx.swap(live, document.hidden ? "" : stream, { swapStyle: "innerHTML" });
});
