// A month's grid of days, as airlines have it: a field that cannot be typed in, next and previous month, cells of one or two digits.
document.querySelectorAll("[data-date-picker]").forEach((host) => {
  const today = host.dataset.today;
  let [year, month] = today.split("-").map(Number);
  const two = (n) => String(n).padStart(2, "0");
  const add = (parent, tag, text) => {
    const made = document.createElement(tag);
    if (text !== undefined) made.textContent = text;
    parent.append(made);
    return made;
  };
  const label = add(host, "label", "Departure ");
  const field = add(label, "input");
  field.name = "depart";
  field.readOnly = true;
  const grid = add(host, "div");
  grid.hidden = true;
  const draw = () => {
    grid.replaceChildren();
    const turn = (text, by) => {
      const button = add(grid, "button", text);
      button.type = "button";
      button.setAttribute("aria-label", by < 0 ? "Previous month" : "Next month");
      button.addEventListener("click", () => {
        month += by;
        if (month < 1) { month = 12; year -= 1; }
        if (month > 12) { month = 1; year += 1; }
        draw();
      });
    };
    turn("‹", -1);
    add(grid, "span", new Date(Date.UTC(year, month - 1, 1)).toLocaleDateString("en", { month: "long", year: "numeric", timeZone: "UTC" }));
    turn("›", 1);
    const table = add(grid, "table");
    table.setAttribute("role", "grid");
    let row = add(table, "tr");
    const first = new Date(Date.UTC(year, month - 1, 1)).getUTCDay();
    for (let blank = 0; blank < first; blank += 1) add(row, "td");
    const days = new Date(Date.UTC(year, month, 0)).getUTCDate();
    for (let day = 1; day <= days; day += 1) {
      if (row.children.length === 7) row = add(table, "tr");
      const cell = add(row, "td", String(day));
      const iso = `${year}-${two(month)}-${two(day)}`;
      cell.setAttribute("role", "gridcell");
      if (iso < today) { cell.setAttribute("aria-disabled", "true"); continue; }
      cell.tabIndex = 0;
      cell.addEventListener("click", () => { field.value = iso; grid.hidden = true; });
    }
  };
  field.addEventListener("click", () => { grid.hidden = false; draw(); });
});
