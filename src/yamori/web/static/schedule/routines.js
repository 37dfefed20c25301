// Routines: ticked off by `changes.js`; added and edited here.
import { done, number, refresh, send } from "./changes.js";

const editor = document.getElementById("routine-editor");
const form = editor.querySelector("form");
const field = form.elements;
const title = document.getElementById("routine-editor-title");
const list = form.querySelector(".steps-edited");
const blank = form.querySelector("template");
let edited = null;

const days = () => [...form.querySelectorAll("[name=day]")];
const PLAIN = /^FREQ=WEEKLY(?:;INTERVAL=(\d+))?;BYDAY=([A-Z,]+)$/;
const MONTHLY = /^FREQ=MONTHLY;BYMONTHDAY=(-1|[1-9]|[12]\d|3[01])$/;
// A rule in the notation of calendars is offered to developers, and where a routine has one.
const byRule = field.repeats.querySelector("[value=rule]");

function edit(routine, steps) {
  edited = routine.id ? routine : null;
  title.textContent = edited ? title.dataset.edit : title.dataset.new;
  field.delete.hidden = !edited;
  for (const name of ["title", "starts", "time", "minutes", "place", "memo"]) field[name].value = routine[name] ?? "";
  const rule = routine.recurrence === "FREQ=DAILY" ? "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA,SU" : (routine.recurrence ?? "FREQ=WEEKLY;BYDAY=");
  const weekly = rule === "FREQ=WEEKLY;BYDAY=" ? [rule, "1", ""] : PLAIN.exec(rule);
  const monthly = MONTHLY.exec(rule);
  if (byRule.hasAttribute("data-always") || !(weekly || monthly)) field.repeats.append(byRule);
  else byRule.remove();
  field.repeats.value = weekly ? "weekly" : monthly ? "monthly" : "rule";
  field.monthday.value = monthly?.[1] ?? "1";
  field.rule.value = routine.recurrence ?? "";
  field.interval.value = weekly?.[1] ?? 1;
  for (const day of days()) day.checked = Boolean(weekly?.[2].split(",").includes(day.value));
  repeats();
  list.replaceChildren();
  for (const step of steps) add(step);
  if (!steps.length) add({});
  form.querySelector("[role=alert]").textContent = "";
  if (!editor.open) editor.showModal();
  field.title.focus();
}

function add(step) {
  const row = blank.content.firstElementChild.cloneNode(true);
  row.dataset.id = step.id ?? 0;
  row.dataset.memo = step.memo ?? "";
  row.querySelector("[name=step]").value = step.title ?? "";
  row.querySelector("[name=step-minutes]").value = step.minutes ?? "";
  list.append(row);
  return row;
}

function repeats() {
  const chosen = field.repeats.value;
  for (const [name, part] of [["weekly", ".weekly"], ["monthly", ".monthly"], ["rule", ".by-rule"]]) form.querySelector(part).hidden = chosen !== name;
}
field.repeats.addEventListener("change", repeats);

function recurrence() {
  if (field.repeats.value === "rule") return field.rule.value;
  if (field.repeats.value === "monthly") return `FREQ=MONTHLY;BYMONTHDAY=${field.monthday.value}`;
  const chosen = days().filter((day) => day.checked).map((day) => day.value);
  const interval = Number(field.interval.value) > 1 ? `;INTERVAL=${field.interval.value}` : "";
  return chosen.length ? `FREQ=WEEKLY${interval};BYDAY=${chosen.join(",")}` : "";
}

function answered(reply) {
  if (reply.ok) {
    editor.close();
    return done(reply);
  }
  form.querySelector("[role=alert]").textContent = reply.says;
  if (reply.status === 409 || reply.status === 410) refresh();
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const fields = { recurrence: recurrence(), minutes: number(field.minutes.value) };
  for (const name of ["title", "starts", "time", "place", "memo"]) fields[name] = field[name].value;
  fields.steps = [...list.children]
    .map((row) => ({ id: Number(row.dataset.id), title: row.querySelector("[name=step]").value, minutes: number(row.querySelector("[name=step-minutes]").value), memo: row.dataset.memo }))
    .filter((step) => step.title.trim());
  if (edited) answered(await send("PATCH", `/ui/schedule/routines/${edited.id}`, { ...fields, version: edited.version }));
  else answered(await send("POST", "/ui/schedule/routines", fields));
});
field.delete.addEventListener("click", async () => answered(await send("DELETE", `/ui/schedule/routines/${edited.id}`, { version: edited.version })));
field.cancel.addEventListener("click", () => editor.close());
field.more.addEventListener("click", () => add({}).querySelector("input").focus());
list.addEventListener("click", (event) => {
  if (event.target.name !== "remove") return;
  const row = event.target.closest("li");
  (row.nextElementSibling ?? row.previousElementSibling)?.querySelector("input").focus();
  row.remove();
});
list.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.isComposing || event.target.name !== "step") return;
  event.preventDefault();
  add({}).querySelector("input").focus();
});

document.getElementById("new-routine").addEventListener("click", () => edit({}, []));
let opener = "";
document.getElementById("routines").addEventListener("click", (event) => {
  const button = event.target.closest(".edit");
  if (!button) return;
  opener = button.id;
  edit(JSON.parse(button.dataset.routine), JSON.parse(button.dataset.steps));
});
// The button that opened it may have been drawn anew meanwhile.
document.body.addEventListener("htmx:afterSettle", () => { if (opener && document.activeElement === document.body) document.getElementById(opener)?.focus(); });
