// How a calendar of this house is drawn, in the Schedule view and in other people's pages. FullCalendar does the drawing.
const COLOURS = { task: "var(--green)", routine: "var(--routine)", overdue: "var(--amber)", done: "var(--faded)" };
const NARROW = matchMedia("(max-width: 40rem)");

// Times are the home's wall clock, wherever the reader is: they are drawn as they stand, and `now` comes from the home.
export function drawn(place, { mayNavigate = true, others = () => [], calendars = new Map() } = {}) {
  const { now, language, address, more, go, close, entries } = place.dataset;
  const began = Date.now();
  const here = () => new Date(Date.parse(`${now}Z`) + Date.now() - began).toISOString().slice(0, 19);
  return {
    locale: language,
    timeZone: "UTC",
    now: here,
    initialDate: now.slice(0, 10),
    initialView: NARROW.matches ? "list" : "dayGridMonth",
    views: { list: { type: "list", duration: { days: 28 }, displayEventEnd: !NARROW.matches, ...(NARROW.matches ? { listDayFormat: { weekday: "short" }, listDayAltFormat: { month: "short", day: "numeric" } } : {}) } },
    headerToolbar: false,
    popoverClass: "more-entries",
    moreLinkHint: (count) => more.replace("{count}", count),
    navLinkHint: (date) => go.replace("{date}", date),
    closeHint: close,
    eventsHint: entries,
    height: NARROW.matches ? "auto" : "100%",
    dayMaxEvents: NARROW.matches ? 3 : true,
    dayCellTopContent: ({ text }) => text.replace(/^(\d+)日$/, "$1"),
    fixedWeekCount: false,
    nowIndicator: true,
    longPressDelay: 350,
    navLinks: mayNavigate,
    scrollTime: "07:00:00",
    defaultTimedEventDuration: "00:30",
    eventTimeFormat: ({ start, end }) => (end ? `${clock(start)}–${clock(end)}` : clock(start)),
    slotHeaderFormat: ({ start }) => clock(start),
    eventOrder: "start,-duration,allDay,title",
    loading: (busy) => place.setAttribute("aria-busy", busy),
    eventDidMount: ({ el, event }) => {
      el.dataset.event = event.id;
      const lies = calendars.get(event.extendedProps.calendar);
      if (lies && !event.extendedProps.other) el.setAttribute("aria-description", lies.name);
    },
    events: async ({ startStr, endStr }, take, refuse) => {
      try {
        const query = new URLSearchParams({ start: startStr.slice(0, 10), end: endStr.slice(0, 10) });
        const asked = async (where) => {
          const reply = await fetch(`${where}${where.includes("?") ? "&" : "?"}${query}`);
          const told = await reply.json();
          if (!reply.ok) throw new Error(told.says);
          return told.events;
        };
        const shown = others();
        const [own, ...theirs] = await Promise.all([asked(address), ...shown.map(({ id }) => asked(`/ui/schedule/events?${new URLSearchParams({ person: id })}`))]);
        take([...own.map((told) => signed(event(told), calendars)), ...theirs.flatMap((events, n) => events.map((told) => another(told, shown[n])))]);
      } catch (problem) {
        refuse(problem);
      }
    },
  };
}

// What FullCalendar calls a part and what stands in it are to be the same to whoever hears it: a day is called by what is in it (its link
// says the date), a link by what it shows, and a list of entries that are pressed is a group of them.
export function named(place) {
  const mend = () => {
    for (const day of place.querySelectorAll("[role=gridcell][aria-label]")) if (day.textContent.trim()) day.removeAttribute("aria-label");
    for (const link of place.querySelectorAll("[role=link][aria-label], a[aria-label]")) {
      const shown = link.textContent.trim();
      if (!shown || link.ariaLabel.includes(shown)) continue;
      link.title = link.ariaLabel;
      link.removeAttribute("aria-label");
    }
    for (const list of place.querySelectorAll("[role=list]")) {
      list.setAttribute("role", "group");
      list.classList.add("entries");
    }
    for (const item of place.querySelectorAll(".entries [role=listitem]")) item.setAttribute("role", "group");
  };
  let waits = 0;
  new MutationObserver(() => { waits ||= requestAnimationFrame(() => { waits = 0; mend(); }); }).observe(place, { childList: true, subtree: true });
  mend();
}

const clock = ({ hour, minute }) => `${String(hour).padStart(2, "0")}:${String(minute).padStart(2, "0")}`;

function event(told) {
  const kind = told.done ? "done" : told.overdue ? "overdue" : told.routine ? "routine" : "task";
  const marks = ["entry", `is-${kind}`, told.routine ? "of-routine" : ""];
  return { ...told, end: told.end ?? undefined, color: COLOURS[kind], className: marks.join(" "), editable: Boolean(told.task) };
}

// Of a connected calendar: its sign, and its colour where none says that it is done or overdue.
function signed(drawn, calendars) {
  const lies = calendars.get(drawn.calendar);
  if (!lies) return drawn;
  return { ...drawn, title: `${lies.sign} ${drawn.title}`, color: drawn.done || drawn.overdue ? drawn.color : `var(--calendar-${lies.colour})` };
}

// Of another person, beside one's own: in their colour, with their name, to be looked at.
function another(told, { id, name, colour }) {
  const { task, routine, ...rest } = event(told);
  return { ...rest, id: `${id}/${told.id}`, title: `${name}: ${told.title}`, color: `var(--person-${colour})`, editable: false, other: true };
}

// The bar above it: earlier, today, later, views, and what period is shown.
export function ruled(calendar) {
  const buttons = { prev: () => calendar.prev(), today: () => calendar.today(), next: () => calendar.next() };
  for (const [id, act] of Object.entries(buttons)) document.getElementById(id).addEventListener("click", act);
  const views = document.querySelectorAll("[data-view]");
  for (const button of views) button.addEventListener("click", () => calendar.changeView(button.dataset.view));
  return ({ view }) => {
    document.getElementById("period").textContent = view.title;
    for (const button of views) button.setAttribute("aria-pressed", String(button.dataset.view === view.type));
  };
}
