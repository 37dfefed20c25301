// Runs in a world of its own beside the page's scripts, which cannot see it. Observes the page and acts on it by the numbers it gave out.
globalThis.yamori ??= (() => {
  const LONGEST_NAME = 80, LONGEST_TEXT = 6000, MOST_ELEMENTS = 1500, MOST_NODES = 40000, MOST_OPTIONS = 60;
  let found = [];
  const tidy = (text) => (text || "").replace(/\s+/g, " ").trim();
  const cut = (text, most) => (text.length > most ? text.slice(0, most - 1) + "…" : text);
  const visible = (el) => (el.checkVisibility ? el.checkVisibility({ visibilityProperty: true, opacityProperty: true }) : true) && el.getClientRects().length > 0;
  const SKIPPED = new Set(["SCRIPT", "STYLE", "NOSCRIPT", "TEMPLATE", "HEAD", "IFRAME", "OBJECT", "SVG", "CANVAS", "VIDEO", "AUDIO"]);
  const CONTROLS = new Set(["SELECT", "TEXTAREA", "BUTTON", "INPUT"]);
  const BLOCKS = new Set("ADDRESS ARTICLE ASIDE BLOCKQUOTE BODY CAPTION DD DETAILS DIALOG DIV DL DT FIELDSET FIGURE FOOTER FORM H1 H2 H3 H4 H5 H6 HEADER HR LEGEND LI MAIN NAV OL P PRE SECTION SUMMARY TABLE TR UL BR".split(" "));
  const FRAME = "header, nav, aside, footer, [role=banner], [role=navigation], [role=complementary], [role=contentinfo], [role=search]";

  // The text below a node as it can be read, without what controls hold.
  const textOf = (root, most, withControls = false) => {
    let out = "", nodes = 0;
    const walk = (node) => {
      if (out.length > most || (nodes += 1) > MOST_NODES) return;
      if (node.nodeType === 3) { out += node.data.replace(/\s+/g, " "); return; }
      if (node.nodeType !== 1 || SKIPPED.has(node.tagName.toUpperCase())) return;
      if (!withControls && CONTROLS.has(node.tagName) && node !== root) return;
      if (node.tagName === "SELECT" || node.tagName === "TEXTAREA") return;
      if (!visible(node) && getComputedStyle(node).display !== "contents") return;
      const block = BLOCKS.has(node.tagName);
      if (block && !out.endsWith("\n")) out += "\n";
      if (node.shadowRoot) node.shadowRoot.childNodes.forEach(walk);
      node.childNodes.forEach(walk);
      if (node.tagName === "TD" || node.tagName === "TH") out += " | ";
      if (block && !out.endsWith("\n")) out += "\n";
    };
    walk(root);
    return out.split("\n").map((line) => tidy(line).replace(/ \|$/, "")).filter(Boolean).join("\n").slice(0, most);
  };

  const nameOf = (el) => {
    const by = el.getAttribute("aria-labelledby");
    if (by) {
      const text = tidy(by.split(/\s+/).map((id) => el.ownerDocument.getElementById(id)?.textContent || "").join(" "));
      if (text) return cut(text, LONGEST_NAME);
    }
    const label = el.getAttribute("aria-label");
    if (tidy(label)) return cut(tidy(label), LONGEST_NAME);
    if (el.labels && el.labels.length) {
      const text = tidy([...el.labels].map((one) => textOf(one, 200)).join(" "));
      if (text) return cut(text, LONGEST_NAME);
    }
    if (el.tagName === "INPUT" && ["submit", "button", "reset"].includes(el.type) && tidy(el.value)) return cut(tidy(el.value), LONGEST_NAME);
    if (!CONTROLS.has(el.tagName) || el.tagName === "BUTTON") {
      const text = tidy(textOf(el, 300, true)) || tidy([...el.querySelectorAll("img[alt]")].map((img) => img.alt).join(" "));
      if (text) return cut(text, LONGEST_NAME);
    }
    const before = el.previousElementSibling;
    for (const text of [el.alt, el.placeholder, el.title, before && before.tagName === "LABEL" ? before.textContent : "", el.name, el.type]) {
      if (tidy(text)) return cut(tidy(text), LONGEST_NAME);
    }
    return "";
  };

  const DATE_WORDS = /date|depart|arriv|check-?in|check-?out|day|calendar|日付|日にち|出発|到着|帰り|期日|年月日|チェックイン|チェックアウト/i;
  const roleOf = (el) => {
    const role = (el.getAttribute("role") || "").toLowerCase();
    switch (el.tagName) {
      case "A": return el.hasAttribute("href") ? "link" : role === "button" ? "button" : "";
      case "BUTTON": case "SUMMARY": return "button";
      case "SELECT": return el.multiple ? "" : "select";
      case "TEXTAREA": return el.readOnly ? "" : "textbox";
      case "INPUT":
        if (el.type === "hidden" || el.type === "file") return "";
        if (["submit", "button", "image", "reset"].includes(el.type)) return "button";
        if (el.type === "checkbox" || el.type === "radio") return el.type;
        if (["date", "datetime-local", "month"].includes(el.type)) return "date";
        if (["range", "color"].includes(el.type)) return "textbox";
        if (el.readOnly) return DATE_WORDS.test(`${el.name} ${el.id} ${el.className} ${nameOf(el)}`) ? "date" : "";
        return /\bdate|\bday\b|日付|出発日|帰着日/i.test(`${nameOf(el)} ${el.placeholder} ${el.className}`) && !/birth|誕生/i.test(nameOf(el)) ? "date" : "textbox";
    }
    if (["button", "tab", "menuitem", "option", "gridcell"].includes(role)) return el.tabIndex >= 0 || role === "button" ? "button" : "";
    if (role === "checkbox" || role === "switch") return "checkbox";
    if (role === "radio" || role === "link") return role;
    if (el.isContentEditable && !el.parentElement?.isContentEditable) return "textbox";
    if (el.hasAttribute("onclick")) return "button";
    return "";
  };

  const formOf = (el) => {
    const form = el.form || (el.tagName === "BUTTON" || el.tagName === "INPUT" ? el.closest("form") : null);
    if (!form) return null;
    const submits = isSubmit(el);
    const fields = [];
    for (const one of form.elements) {
      if (!one.name || one.disabled || one.tagName === "BUTTON" || ["submit", "button", "image", "reset", "file"].includes(one.type)) continue;
      if ((one.type === "checkbox" || one.type === "radio") && !one.checked) continue;
      if (fields.length < 60) fields.push({ name: one.name, label: one.type === "hidden" ? "" : nameOf(one), value: one.type === "password" ? "" : String(one.value).slice(0, 2000), kind: one.type, autocomplete: one.getAttribute("autocomplete") || "" });
    }
    if (submits && el.name) fields.push({ name: el.name, label: "", value: String(el.value), kind: "hidden", autocomplete: "" });
    const action = new URL((submits && el.getAttribute("formaction")) || form.getAttribute("action") || "", form.ownerDocument.baseURI);
    const method = ((submits && el.getAttribute("formmethod")) || form.getAttribute("method") || "get").toLowerCase();
    return { method, action: action.href, fields };
  };
  const isSubmit = (el) => Boolean(el.form) && ((el.tagName === "BUTTON" && el.type === "submit") || (el.tagName === "INPUT" && ["submit", "image"].includes(el.type)));
  const near = (el, name) => {
    const around = el.closest("tr, li, article, [role=row], [role=listitem]");
    return around ? cut(tidy(textOf(around, 300)).replace(name, "").trim(), 120) : "";
  };

  const documents = () => {
    const all = [document];
    for (const frame of document.querySelectorAll("iframe")) {
      try { if (frame.contentDocument && visible(frame) && all.length < 5) all.push(frame.contentDocument); } catch { /* another site's */ }
    }
    return all;
  };
  const SELECTOR = "a, button, summary, select, textarea, input, [role], [contenteditable], [onclick]";
  const all = (root, into) => {
    for (const el of root.querySelectorAll(SELECTOR)) {
      if (into.length >= MOST_ELEMENTS) return into;
      into.push(el);
    }
    return into;
  };

  const observe = (withText) => {
    found = [];
    const elements = [];
    const held = documents().reduce((into, doc) => all(doc, into), []);
    for (const host of document.querySelectorAll("*")) { if (host.shadowRoot) all(host.shadowRoot, held); if (held.length >= MOST_ELEMENTS) break; }
    for (const el of held) {
      if (el.disabled || el.getAttribute("aria-disabled") === "true" || !visible(el)) continue;
      const role = roleOf(el);
      if (!role) continue;
      const name = nameOf(el);
      if (!name && role !== "textbox") continue;
      const options = role === "select" ? [...el.options].slice(0, MOST_OPTIONS).map((one) => tidy(one.label || one.text)) : [];
      elements.push({
        index: found.length, role, name, options, near: near(el, name), href: role === "link" ? el.href || "" : "",
        value: role === "select" ? tidy(el.selectedOptions[0]?.text) : el.type === "password" ? "" : ["textbox", "date"].includes(role) ? String(el.value ?? el.textContent).slice(0, 500) : "",
        is_checked: Boolean(el.checked) || el.getAttribute("aria-checked") === "true",
        kind: el.type || "", autocomplete: el.getAttribute("autocomplete") || "", is_main: Boolean(el.closest("dialog, [role=dialog]")) || !el.closest(FRAME),
        form: formOf(el), submits: isSubmit(el),
      });
      found.push(el);
    }
    const shown = withText ? [...document.querySelectorAll("dialog[open], [role=dialog], [role=alert]")].filter(visible).map((one) => textOf(one, 300)) : [];
    const mains = document.querySelectorAll("main, [role=main]");
    const body = withText && document.body ? textOf(mains.length === 1 ? mains[0] : document.body, LONGEST_TEXT) : "";
    const inner = withText ? documents().slice(1).map((doc) => doc.body ? textOf(doc.body, 2000) : "") : [];
    const root = document.scrollingElement || document.documentElement;
    return {
      url: location.href, title: tidy(document.title), text: [...shown, body, ...inner].filter(Boolean).join("\n").slice(0, LONGEST_TEXT), elements,
      has_more: root.scrollTop + innerHeight < root.scrollHeight - 4,
    };
  };

  const get = (index) => {
    const el = found[index];
    return el && el.isConnected ? el : null;
  };
  const tell = (el, ...names) => names.forEach((name) => el.dispatchEvent(new Event(name, { bubbles: true, composed: true })));
  const put = (el, text) => {
    if (el.isContentEditable) { el.textContent = text; tell(el, "input", "change"); return el.textContent; }
    const kind = el.tagName === "TEXTAREA" ? HTMLTextAreaElement : HTMLInputElement;
    Object.getOwnPropertyDescriptor(kind.prototype, "value").set.call(el, text);
    tell(el, "input", "change");
    return el.value;
  };

  const aim = (index) => {
    const el = get(index);
    if (!el) return { error: "gone" };
    el.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    if (el.target === "_blank") el.target = "_self";
    if (el.form && el.form.target === "_blank") el.form.target = "_self";
    const box = el.getBoundingClientRect();
    const x = box.x + box.width / 2, y = box.y + box.height / 2;
    const top = el.ownerDocument === document ? document.elementFromPoint(x, y) : null;
    const hit = top && (el.contains(top) || top.contains(el) && top.tagName === "LABEL");
    return hit ? { x, y } : {};
  };
  const press = (index) => {
    const el = get(index);
    if (!el) return { error: "gone" };
    el.click();
    return {};
  };
  const fill = (index, text) => {
    const el = get(index);
    if (!el) return { error: "gone" };
    if (!["textbox", "date"].includes(roleOf(el))) return { error: "kind" };
    el.focus({ preventScroll: true });
    if (["number", "range"].includes(el.type)) text = text.replace(/[,\s]/g, "");
    return { value: put(el, text) };
  };
  const select = (index, label) => {
    const el = get(index);
    if (!el) return { error: "gone" };
    if (el.tagName !== "SELECT") return { error: "kind" };
    const wanted = tidy(label).toLowerCase(), said = [...el.options].map((one) => tidy(one.label || one.text).toLowerCase());
    let at = said.indexOf(wanted);
    if (at < 0) at = said.findIndex((one) => one && wanted && (one.startsWith(wanted) || one.includes(wanted)));
    if (at < 0 || el.options[at].disabled) return { error: "option" };
    el.selectedIndex = at;
    tell(el, "input", "change");
    return { value: tidy(el.selectedOptions[0]?.text) };
  };
  const check = (index, on) => {
    const el = get(index);
    if (!el) return { error: "gone" };
    if (!["checkbox", "radio"].includes(roleOf(el))) return { error: "kind" };
    const is = () => Boolean(el.checked) || el.getAttribute("aria-checked") === "true";
    if (is() !== on) el.click();
    return { value: is() ? "on" : "off" };
  };

  const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
  // The month that a text names: [year, month].
  const monthIn = (text) => {
    let match = /(\d{4})\s*年\s*(\d{1,2})\s*月/.exec(text) || /\b(\d{4})[-/.](\d{1,2})\b/.exec(text);
    if (match) return [Number(match[1]), Number(match[2])];
    match = /\b(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?\s*,?\s*(\d{4})/i.exec(text);
    if (match) return [Number(match[2]), MONTHS.indexOf(match[1].toLowerCase()) + 1];
    match = /\b(\d{1,2})\/(\d{4})\b/.exec(text);
    return match ? [Number(match[2]), Number(match[1])] : null;
  };
  const says = (value, y, m, d) => {
    const numbers = (value.match(/\d+/g) || []).map(Number);
    const named = value.toLowerCase().includes(MONTHS[m - 1]);
    return numbers.includes(y) && numbers.includes(d) && (named || (numbers.includes(m) && numbers.length >= 3));
  };
  const later = (ms) => new Promise((go) => setTimeout(go, ms));
  const isDayCell = (el) => /^\d{1,2}$/.test(tidy(el.textContent)) && Number(tidy(el.textContent)) >= 1 && Number(tidy(el.textContent)) <= 31;
  const calendar = () => {
    for (const grid of document.querySelectorAll("[role=grid], table, .calendar, [class*=calendar], [class*=datepicker], [class*=date-picker]")) {
      if (!visible(grid)) continue;
      const cells = [...grid.querySelectorAll("td, [role=gridcell], button, a, [class*=day]")].filter((el) => isDayCell(el) && visible(el));
      if (cells.length < 28) continue;
      let around = grid;
      for (let up = 0; up < 4 && around; up += 1, around = around.parentElement) {
        const month = monthIn(textOf(around, 2000, true));
        if (month) return { cells, around, month };
      }
    }
    return null;
  };
  const turner = (around, forward) => {
    const words = forward ? /next|forward|次|翌|[›»>→▶]/i : /prev|back|前|[‹«<←◀]/i;
    return [...around.querySelectorAll("button, a, [role=button]")].find((el) => visible(el) && !isDayCell(el) && words.test(`${el.getAttribute("aria-label") || ""} ${el.title} ${tidy(el.textContent)} ${el.className}`));
  };
  const setDate = async (index, y, m, d) => {
    const el = get(index);
    if (!el) return { error: "gone" };
    if (roleOf(el) !== "date") return { error: "kind" };
    const two = (n) => String(n).padStart(2, "0"), iso = `${y}-${two(m)}-${two(d)}`;
    if (!el.readOnly) {
      const shape = (el.placeholder || "").toUpperCase();
      const text = el.type === "month" ? iso.slice(0, 7) : el.type === "datetime-local" ? `${iso}T00:00` : el.type === "date" ? iso
        : /M+[/.-]D+[/.-]Y+/.test(shape) ? `${two(m)}/${two(d)}/${y}` : /D+[/.-]M+[/.-]Y+/.test(shape) ? `${two(d)}/${two(m)}/${y}` : /Y+\/M+\/D+/.test(shape) ? `${y}/${two(m)}/${two(d)}` : iso;
      const value = put(el, text);
      return el.type === "month" ? (value === iso.slice(0, 7) ? { value } : { error: "date", value }) : says(value, y, m, d) ? { value } : { error: "date", value };
    }
    if (!calendar()) { el.focus({ preventScroll: true }); el.click(); await later(30); }
    for (let turn = 0; turn < 40; turn += 1) {
      const shown = calendar();
      if (!shown) return { error: "calendar" };
      const away = (y - shown.month[0]) * 12 + m - shown.month[1];
      if (away === 0) {
        const same = shown.cells.filter((one) => Number(tidy(one.textContent)) === d && one.getAttribute("aria-disabled") !== "true" && !one.disabled);
        const cell = d > 15 ? same[same.length - 1] : same[0]; // days of the months beside have the same numbers
        if (!cell) return { error: "date", value: el.value };
        cell.click();
        await later(30);
        return says(el.value, y, m, d) ? { value: el.value } : { error: "date", value: el.value };
      }
      const button = turner(shown.around, away > 0);
      if (!button) return { error: "calendar" };
      button.click();
      await later(15);
    }
    return { error: "calendar" };
  };
  const scroll = () => {
    const root = document.scrollingElement || document.documentElement, before = root.scrollTop;
    root.scrollBy({ top: innerHeight * 0.8, behavior: "instant" });
    return { value: root.scrollTop > before ? "moved" : "end" };
  };
  return { observe, aim, press, fill, select, check, setDate, scroll };
})();
