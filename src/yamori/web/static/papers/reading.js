// A paper is shown in parts; an address that names a passage of another part leads there.
const read = document.getElementById("read");
const start = Number(read.dataset.start);
const number = Number(/^#p(\d+)$/.exec(location.hash)?.[1] ?? -1);
const inside = number >= start && number < start + Number(read.dataset.window);
if (number >= 0 && !inside && number < Number(read.dataset.passages)) {
  location.replace(`${location.pathname}?at=${number}#p${number}`);
}
