// The shell of every page: the box to talk opens with the cursor in it and again after a page was left in mid-talk; the service worker;
// the settings that show at once. Everything here also works without this file, but for the installation.
const sheet = document.getElementById("beside");
const text = document.getElementById("text");
const isColumn = () => sheet && getComputedStyle(sheet).position === "static";

function open() {
  if (!isColumn() && !sheet.matches(":popover-open")) sheet.showPopover();
  text.focus();
}

sheet?.addEventListener("toggle", (event) => { if (event.newState === "open") text.focus(); });
// As in other programs: Ctrl+K (⌘K) leads to where one says what one wants.
document.addEventListener("keydown", (event) => {
  if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || !text) return;
  event.preventDefault();
  if (sheet) open();
  else text.focus();
});
// A page that comes with its talk shows it: it was loaded again, or a form led here.
if (sheet?.querySelector(".turn") && !isColumn()) sheet.showPopover();

// The whole conversation is one tap away.
document.body.addEventListener("htmx:afterSwap", () => {
  const conversation = document.getElementById("conversation")?.value;
  const link = document.getElementById("to-chat");
  if (link && conversation) link.href = `/?${new URLSearchParams({ conversation })}`;
});

// Chosen colours are seen before they are saved.
const theme = document.getElementById("theme");
const showTheme = () => { document.documentElement.dataset.theme = theme.value; };
theme?.addEventListener("change", showTheme);
if (theme) showTheme(); // it may have been chosen before this script had come

// A page for when the house does not answer. Only over TLS and on this machine do browsers offer it.
if ("serviceWorker" in navigator) navigator.serviceWorker.register("/service-worker.js").catch(() => {});

const install = document.getElementById("install");
window.addEventListener("beforeinstallprompt", (event) => {
  if (!install) return;
  event.preventDefault();
  install.hidden = false;
  install.querySelector("button").addEventListener("click", async () => {
    await event.prompt();
    install.hidden = true;
  }, { once: true });
});
