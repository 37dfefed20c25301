// How long an entry lasts, in the editor: its end, its last day and its minutes are one thing, of which the form sends the minutes.
const MINUTE = 60_000;
const A_DAY = 24 * 60;
const shift = (date, days) => new Date(Date.parse(date) + days * A_DAY * MINUTE).toISOString().slice(0, 10);
const minutesOf = (time) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
const timeOf = (minutes) => `${String(Math.floor(minutes / 60) % 24).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;

export function lasting(form, endsOn) {
  const { date, time, end, last, whole, minutes } = form.elements;
  const told = form.querySelector("#end-day");
  const lasts = () => Number(minutes.value) || 0;

  // Everything else from the day, the time and the minutes. A new entry may still get a time; one that has none is for the whole day.
  function show(isKept) {
    whole.checked = Boolean(date.value) && !time.value && (isKept || lasts() >= A_DAY);
    reckon();
  }
  function reckon() {
    parts();
    end.value = time.value && lasts() ? timeOf(minutesOf(time.value) + lasts()) : "";
    last.value = date.value && !time.value && lasts() > A_DAY ? shift(date.value, Math.ceil(lasts() / A_DAY) - 1) : "";
    say();
  }
  function parts() {
    for (const part of form.querySelectorAll(".timed")) part.hidden = whole.checked;
    for (const part of form.querySelectorAll(".whole")) part.hidden = !whole.checked;
  }
  // An end on another day is said in words: a field for a time alone does not show it.
  function say() {
    const days = time.value && date.value && lasts() ? Math.floor((minutesOf(time.value) + lasts()) / A_DAY) : 0;
    told.hidden = !days || whole.checked;
    told.textContent = told.hidden ? "" : endsOn(shift(date.value, days));
  }
  end.addEventListener("change", () => {
    if (!end.value) minutes.value = "";
    else if (time.value) minutes.value = (minutesOf(end.value) - minutesOf(time.value) + A_DAY) % A_DAY || A_DAY;
    say();
  });
  last.addEventListener("change", () => {
    const days = last.value && date.value ? Math.round((Date.parse(last.value) - Date.parse(date.value)) / (A_DAY * MINUTE)) + 1 : 0;
    minutes.value = days > 1 ? days * A_DAY : "";
    if (days < 1) last.value = "";
  });
  minutes.addEventListener("change", reckon);
  // Moved to another time or day it lasts as long as before.
  for (const moved of [time, date]) moved.addEventListener("change", reckon);
  whole.addEventListener("change", () => {
    if (whole.checked) {
      time.value = "";
      if (lasts() < A_DAY) minutes.value = "";
    } else if (lasts() >= A_DAY) minutes.value = "";
    parts();
    say();
    if (!whole.checked) time.focus();
  });
  return { show };
}
