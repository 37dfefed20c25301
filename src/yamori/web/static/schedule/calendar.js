// The calendar: looked through, moved by dragging, and edited. Every change goes to the household first and is shown as it answers.
import { drawn, named, ruled } from "./drawn.js";
import { lasting } from "./lasting.js";
import { listReminders, remind } from "./reminders.js";
import { done, number, person, refresh, say, send, toast, writing } from "./changes.js";

const place = document.getElementById("calendar");
const problem = document.getElementById("page-problem");
const MINUTE = 60_000;
const A_DAY = 24 * 60;

// Whose entries are shown beside one's own, as it was left on this device.
const boxes = [...document.querySelectorAll("[data-other]")];
const OTHERS = `yamori_others_${person}`;
const ticked = new Set((localStorage.getItem(OTHERS) ?? "").split("\n"));
for (const box of boxes) {
  box.checked = ticked.has(box.dataset.other);
  box.addEventListener("change", () => {
    localStorage.setItem(OTHERS, boxes.filter((each) => each.checked).map((each) => each.dataset.other).join("\n"));
    calendar.refetchEvents();
  });
}
function others() {
  return boxes.filter((box) => box.checked).map(({ dataset }) => ({ id: dataset.other, name: dataset.name, colour: dataset.colour }));
}

// Entries that lie in a connected calendar bear its sign and its colour, as in the list of calendars.
const calendars = new Map([...document.querySelectorAll("[data-calendar]")].map(({ dataset, textContent }) => [Number(dataset.calendar), { ...dataset, name: textContent.replace(dataset.sign, "").trim() }]));

let edited = null;
let opener = null;
let shown = () => {};
const calendar = new FullCalendar.Calendar(place, {
  ...drawn(place, { others, calendars }),
  editable: true,
  selectable: true,
  selectMinDistance: 6,
  eventInteractive: true,
  datesSet: (info) => { shown(info); keepView(info.view.type); },
  eventClick: (info) => { info.jsEvent.preventDefault(); opened(info.event); },
  eventDrop: moved,
  eventResize: moved,
  dateClick: ({ dateStr, allDay }) => edit({ date: dateStr.slice(0, 10), time: allDay ? null : dateStr.slice(11, 16) }),
  select: ({ startStr, start, end, allDay }) => {
    calendar.unselect();
    const minutes = (end - start) / MINUTE;
    edit({ date: startStr.slice(0, 10), time: allDay ? null : startStr.slice(11, 16), minutes: allDay && minutes === A_DAY ? null : minutes });
  },
  navLinkDayClick: (date) => calendar.changeView("timeGridDay", date),
  eventSourceFailure: (error) => { problem.textContent = error.message || document.getElementById("plan").dataset.network; },
  eventSourceSuccess: () => { problem.textContent = ""; },
  eventsSet: () => { if (opener && document.activeElement === document.body) refocus(); },
});
shown = ruled(calendar);
const kept = localStorage.getItem("yamori_view");
if (kept && !matchMedia("(max-width: 40rem)").matches) calendar.setOption("initialView", kept);
calendar.render();
named(place);
if (kept && calendar.view.type !== kept && !matchMedia("(max-width: 40rem)").matches) calendar.changeView(kept);
document.body.addEventListener("schedule:changed", () => calendar.refetchEvents());

function keepView(view) {
  if (!matchMedia("(max-width: 40rem)").matches) localStorage.setItem("yamori_view", view);
}

// Dragged or stretched. Where the household refuses, it snaps back and the reason is said.
async function moved(info) {
  const { event } = info;
  const { task } = event.extendedProps;
  const turned = event.allDay !== (task.time === undefined);
  const lasts = event.end ? (event.end - event.start) / MINUTE : turned ? null : (task.minutes ?? null);
  const fields = {
    version: task.version,
    date: event.startStr.slice(0, 10),
    time: event.allDay ? null : event.startStr.slice(11, 16),
    minutes: event.allDay && info.delta && !turned ? (task.minutes ?? null) : lasts,
  };
  const reply = await send("PATCH", `/ui/schedule/tasks/${task.id}`, fields);
  if (reply.ok) {
    event.setExtendedProp("task", reply.task);
    return done(reply);
  }
  info.revert();
  toast(reply.newer ? `${reply.says} ${say("schedule.newer", { what: summary(reply.newer) })}` : reply.says, { trouble: true });
  refresh();
}

const summary = (task) => [task.title, task.date, task.time, task.place, task.done ? say("schedule.was_done") : ""].filter(Boolean).join(" · ");

// The editor. The entry that it was opened from (`opener`) gets the focus back, even where the calendar was drawn anew meanwhile.
const editor = document.getElementById("editor");
const form = editor.querySelector("form");
const field = form.elements;
const reminders = document.getElementById("task-reminders");

function opened(event) {
  const { task, routine, day, other } = event.extendedProps;
  if (other) return;
  opener = event.id;
  if (task) edit(task);
  else ticks(routine, day);
}

function edit(task) {
  edited = task.id ? task : null;
  if (!edited) opener = null;
  document.getElementById("editor-title").textContent = say(edited ? "schedule.edit" : "schedule.new");
  field.delete.hidden = !edited;
  field.repeat.value = "";
  once();
  complain("");
  fill(task);
  field.lead.value = "";
  if (edited) listReminders(reminders, "task", edited.id);
  else reminders.replaceChildren();
  if (!editor.open) editor.showModal();
  field.title.focus();
}

function fill(task) {
  for (const name of ["title", "date", "time", "minutes", "place", "memo"]) field[name].value = task[name] ?? "";
  field.done.checked = Boolean(task.done);
  times.show(Boolean(edited));
}
const times = lasting(form, (day) => say("schedule.ends_on", { day }));
// What comes again is a routine: it is ticked off day by day, and reminded of on the page of routines.
const once = () => { for (const part of form.querySelectorAll(".once")) part.hidden = Boolean(field.repeat.value); };
field.repeat.addEventListener("change", once);

function complain(says, newer = null) {
  form.querySelector("[role=alert]").textContent = says;
  const box = form.querySelector(".newer");
  box.hidden = !newer;
  if (newer) box.querySelector("p").textContent = say("schedule.newer", { what: summary(newer) });
}

// Somebody else was faster: both states are seen, and whoever saves now knows what is overwritten.
async function answered(reply) {
  if (reply.ok) {
    const told = reply.task && field.lead.value !== "" ? await remind("task", reply.task.id, field.lead.value) : null;
    if (told && !told.ok) { // the task is kept; that the reminder is not has to be seen
      edited = { ...reply.task };
      refresh();
      return complain(told.says);
    }
    editor.close();
    if (!told) return done(reply);
    return done(reply.did === "unchanged" ? told : { ...reply, says: `${reply.says} · ${told.says}` });
  }
  complain(reply.says, reply.newer);
  if (reply.newer) edited = { ...reply.newer };
  if (reply.status === 409 || reply.status === 410) refresh();
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  for (const name of ["date", "time", "end", "last"]) if (field[name].validity.badInput) return form.reportValidity();
  const fields = { done: field.done.checked };
  for (const name of ["title", "date", "time", "place", "memo"]) fields[name] = field[name].value;
  fields.minutes = field.minutes.validity.badInput ? "?" : number(field.minutes.value);
  if (edited && field.repeat.value) return answered(await send("POST", `/ui/schedule/tasks/${edited.id}/repeat`, { ...repeated(fields), version: edited.version }));
  if (field.repeat.value) return answered(await send("POST", "/ui/schedule/routines", repeated(fields)));
  if (edited) answered(await send("PATCH", `/ui/schedule/tasks/${edited.id}`, { ...fields, version: edited.version }));
  else answered(await send("POST", "/ui/schedule/tasks", fields));
});
function repeated({ title, date, time, minutes, place, memo, done }) {
  return { title, time, minutes, place, memo, done, starts: date, recurrence: field.repeat.value, steps: [] };
}
field.delete.addEventListener("click", async () => answered(await send("DELETE", `/ui/schedule/tasks/${edited.id}`, { version: edited.version })));
field.cancel.addEventListener("click", () => editor.close());
field.take.addEventListener("click", () => { fill(edited); complain(""); field.title.focus(); });

function refocus() {
  const entry = place.querySelector(`[data-event="${CSS.escape(opener)}"]`);
  (entry?.matches("[tabindex], a, button") ? entry : entry?.querySelector("[tabindex], a, button"))?.focus();
}
for (const box of document.querySelectorAll("dialog")) {
  box.addEventListener("close", () => { if (opener && !place.contains(document.activeElement)) refocus(); });
  box.addEventListener("click", (event) => { if (event.target === box) box.close(); });
}

// A day of a routine, to be ticked off.
const routineBox = document.getElementById("routine-box");
async function ticks(routine, date) {
  await htmx.ajax("GET", `/ui/schedule/routines/${routine}/day?${new URLSearchParams({ person, date })}`, "#routine-day");
  if (!routineBox.open) routineBox.showModal();
  await listReminders(document.getElementById("routine-reminders"), "routine", routine);
}
routineBox.addEventListener("submit", async (event) => {
  if (event.target.id === "routine-repeat") return repeatOtherwise(event);
  if (event.target.id !== "routine-remind") return;
  event.preventDefault();
  const { lead } = event.target.elements;
  if (lead.value === "") return lead.focus();
  const id = event.target.dataset.routine;
  const reply = await remind("routine", id, lead.value);
  routineBox.querySelector("[role=alert]").textContent = reply.ok ? "" : reply.says;
  if (!reply.ok) return;
  lead.value = "";
  done(reply);
  await listReminders(document.getElementById("routine-reminders"), "routine", id);
});
async function repeatOtherwise(event) {
  event.preventDefault();
  const { repeat } = event.target.elements;
  if (!repeat.value) return repeat.focus();
  const { routine, version, date } = event.target.dataset;
  const reply = await send("PATCH", `/ui/schedule/routines/${routine}/repetition`, { version: Number(version), date, recurrence: repeat.value });
  routineBox.querySelector("[role=alert]").textContent = reply.ok ? "" : reply.says;
  if (!reply.ok) return refresh();
  routineBox.close();
  done(reply);
}

// What waits beside the calendar.
const waiting = document.getElementById("waiting");
if (matchMedia("(max-width: 60rem)").matches) place.before(waiting); // beside is out of sight there
waiting.addEventListener("click", (event) => {
  const entry = event.target.closest("[data-task]");
  if (entry) { opener = null; edit(JSON.parse(entry.dataset.task)); }
});
waiting.addEventListener("change", async (event) => {
  const { done: id, version } = event.target.dataset;
  if (!id) return;
  const reply = await send("PATCH", `/ui/schedule/tasks/${id}`, { version: Number(version), done: true });
  if (reply.ok) return done(reply);
  event.target.checked = false;
  toast(reply.says, { trouble: true });
  refresh();
});
const folded = new Set();
waiting.addEventListener("htmx:beforeSwap", () => { for (const pile of waiting.querySelectorAll("details")) folded[pile.open ? "add" : "delete"](pile.id); });
waiting.addEventListener("htmx:afterSettle", () => { for (const pile of waiting.querySelectorAll("details")) pile.open = folded.has(pile.id); });

// Keys, as long as nobody is writing and nothing is open.
const keys = document.getElementById("keys");
const press = (id) => document.getElementById(id).click();
const shortcuts = { ArrowLeft: () => press("prev"), ArrowRight: () => press("next"), t: () => press("today"), n: () => press("new"), "?": () => keys.showModal() };
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || writing(event.target) || document.querySelector("dialog[open]")) return;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const act = shortcuts[key] ?? (() => document.querySelector(`[data-key="${CSS.escape(key)}"]`)?.click());
  if (!shortcuts[key] && !document.querySelector(`[data-key="${CSS.escape(key)}"]`)) return;
  event.preventDefault();
  act();
});
document.getElementById("new").addEventListener("click", () => edit({ date: calendar.getDate().toISOString().slice(0, 10) }));
document.getElementById("keys-open").addEventListener("click", () => keys.showModal());

// Sharing, and notices of the browser.
const share = document.getElementById("share");
const ask = document.getElementById("share-new");
const made = document.getElementById("share-made");
const listed = () => htmx.ajax("GET", `/ui/schedule/shares?${new URLSearchParams({ person })}`, "#shares");
function openShare() {
  made.hidden = true;
  listed();
  allowed();
  share.showModal();
}
document.getElementById("share-open").addEventListener("click", openShare);
const kinds = () => { ask.querySelector(".only-embed").hidden = ask.elements.kind.value !== "embed"; };
ask.elements.kind.addEventListener("change", kinds);
kinds();
ask.addEventListener("submit", async (event) => {
  event.preventDefault();
  const { kind, name, allows } = ask.elements;
  const reply = await send("POST", "/ui/schedule/shares", { kind: kind.value, name: name.value, allows: allows.value });
  ask.querySelector("[role=alert]").textContent = reply.ok ? "" : reply.says;
  if (!reply.ok) return;
  made.hidden = false;
  made.querySelector("input").value = reply.address;
  made.querySelector("input").select();
  name.value = "";
  listed();
});
made.querySelector("button").addEventListener("click", async (event) => {
  const field = made.querySelector("input");
  field.select();
  try { await navigator.clipboard.writeText(field.value); } catch { document.execCommand("copy"); }
  event.target.textContent = say("share.copied");
});
share.addEventListener("click", async (event) => {
  const id = event.target.dataset?.revoke;
  if (!id) return;
  const reply = await send("DELETE", `/ui/schedule/shares/${id}`, {});
  toast(reply.says, { trouble: !reply.ok });
  listed();
});
const notify = document.getElementById("notify");
function allowed() {
  const state = globalThis.Notification?.permission ?? "denied";
  notify.disabled = state !== "default";
  if (state === "granted") notify.textContent = notify.dataset.on;
  if (state === "denied") notify.textContent = notify.dataset.off;
}
notify.addEventListener("click", async () => { await Notification.requestPermission(); allowed(); });

// From Settings one is led to the dialog itself.
if (location.hash === "#share") openShare();
