// A calendar in somebody else's page: to be looked at.
import { drawn, named, ruled } from "./drawn.js";

const place = document.getElementById("calendar");
const problem = document.getElementById("page-problem");
let shown = () => {};
const calendar = new FullCalendar.Calendar(place, {
  ...drawn(place, { mayNavigate: false }),
  datesSet: (info) => shown(info),
  eventInteractive: false,
  eventSourceFailure: (error) => { problem.textContent = error.message; },
  eventSourceSuccess: () => { problem.textContent = ""; },
});
shown = ruled(calendar);
calendar.render();
named(place);
