const more = () => {
  for (let line = 0; line < 50; line += 1) document.querySelector("main").append(Object.assign(document.createElement("p"), { textContent: "More tips" }));
};
window.addEventListener("scroll", more);
more();
