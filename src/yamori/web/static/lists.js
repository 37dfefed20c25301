// The Lists view: when the part has to come anew, and what stays as it was when it does. All of it works without.
const refresh = () => document.body.dispatchEvent(new CustomEvent("lists:changed"));

// Somebody changed something, here or elsewhere, by hand or by a sentence.
document.body.addEventListener("htmx:sseMessage", (event) => { if (event.target?.id === "list-news") refresh(); });

// Nobody's words are taken away while they write: the list waits until the field is left or sent.
let late = false;
const writes = () => {
  const field = document.activeElement?.closest?.("#lists .edit input, #lists .fields input");
  return Boolean(field) || Boolean(document.querySelector("#lists .edit[open] form[data-changed], #lists details[open] > form[data-changed]"));
};
document.body.addEventListener("input", (event) => {
  const form = event.target.closest("#lists .fields");
  if (form) form.dataset.changed = "yes";
});
document.body.addEventListener("focusout", () => { if (late) setTimeout(() => { if (!writes()) { late = false; refresh(); } }, 0); });

let open = [];
let typed = "";
let posted = "";
document.body.addEventListener("htmx:beforeRequest", (event) => {
  const verb = event.detail.requestConfig.verb;
  if (verb === "get" && event.target?.id === "lists" && writes()) {
    late = true;
    event.preventDefault();
  }
  if (verb === "post") document.getElementById("page-problem")?.replaceChildren();
});
document.body.addEventListener("htmx:beforeSwap", (event) => {
  if (event.detail.target?.id !== "lists") return;
  const by = event.detail.requestConfig;
  posted = by.verb === "post" ? by.path : "";
  open = [...event.detail.target.querySelectorAll("details[id][open]")].map((box) => box.id).filter((id) => !(posted && id !== "of-list"));
  typed = posted.endsWith("/add") ? "" : document.getElementById("add-item")?.value ?? "";
});
document.body.addEventListener("htmx:afterSwap", (event) => {
  if (event.detail.target?.id !== "lists") return;
  for (const id of open) {
    const box = document.getElementById(id);
    if (box) box.open = true;
  }
  const field = document.getElementById("add-item");
  if (field && typed) field.value = typed;
  if (posted.endsWith("/add")) field?.focus();
  posted = "";
});

// A sentence in the conversation may have changed one.
document.body.addEventListener("htmx:sseClose", refresh);

const whose = document.getElementById("whose");
whose?.addEventListener("change", () => whose.form.requestSubmit());
