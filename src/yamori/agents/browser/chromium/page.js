// Runs in a world of its own beside the page's scripts, which cannot see it. Observes the page and acts on it by the numbers it gave out.
globalThis.yamori ??= (() => {
  const LONGEST_NAME = 80, LONGEST_TEXT = 6000, MOST_ELEMENTS = 1500, MOST_NODES = 40000, MOST_OPTIONS = 60;
  let found = [], heard = new Set();
  // What the page listens to clicks on, as the browser says: anything can be a control.
  const hear = (...elements) => { heard = new Set(elements); };
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

  // What an icon is called that has no text: the words of its class or name (`fa fa-star`, `btn_trash`).
  const iconName = (el) => {
    const words = `${el.getAttribute("data-icon") || ""} ${el.id} ${el.getAttribute("class") || ""}`.split(/[\s_-]+|(?<=[a-z])(?=[A-Z])/)
      .filter((word) => /^[a-z]{3,}$/i.test(word) && !/^(icon|icons|btn|button|glyphicon|material|mdi|fas|far|fab|clicked|active|hide|hidden|show)$/i.test(word));
    return [...new Set(words.map((word) => word.toLowerCase()))].slice(0, 3).join(" ");
  };
  // Text of what is listened to, without that of others inside it.
  const ownText = (el) => {
    let out = "";
    const walk = (node) => {
      if (node.nodeType === 3) out += node.data;
      else if (node.nodeType === 1 && (node === el || !heard.has(node)) && !SKIPPED.has(node.tagName.toUpperCase()) && visible(node)) node.childNodes.forEach(walk);
    };
    walk(el);
    return tidy(out);
  };
  const besideText = (el) => {
    const one = el.nextSibling;
    return one && one.nodeType === 3 ? tidy(one.data) : "";
  };
  const nameOf = (el) => {
    if (heard.has(el) && !CONTROLS.has(el.tagName) && el.tagName !== "A") {
      const text = tidy(el.getAttribute("aria-label")) || ownText(el) || tidy(el.title) || tidy(el.getAttribute("alt")) || iconName(el);
      if (text) return cut(text, LONGEST_NAME);
    }
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
    const toggles = ["checkbox", "radio"].includes(el.type);
    for (const text of [el.alt, el.placeholder, el.title, before && before.tagName === "LABEL" ? before.textContent : "", toggles ? besideText(el) : "", el.name]) {
      if (tidy(text)) return cut(tidy(text), LONGEST_NAME);
    }
    return CONTROLS.has(el.tagName) ? rowLabel(el) : iconName(el);
  };
  // A field without a label of its own is called what stands in a row that holds nothing else.
  const rowLabel = (el) => {
    if (!["INPUT", "TEXTAREA", "SELECT"].includes(el.tagName) || toggled(el)) return "";
    const row = around(el);
    if (!row || row.querySelectorAll("input, textarea, select, button").length !== 1) return "";
    const text = tidy(textOf(row, 80, true));
    return text.length <= 60 && text.split(" ").length <= 6 ? text : "";
  };
  const toggled = (el) => ["checkbox", "radio"].includes(el.type);

  // A field that completes what is typed, and what it shows below itself.
  const completes = (el) => el.tagName === "INPUT" && (el.getAttribute("role") === "combobox" || Boolean(el.getAttribute("aria-autocomplete")) || /autocomplete|typeahead|combobox/i.test(`${el.className} ${el.id}`));
  const OFFERED = "[role=listbox] li, [role=listbox] [role=option], .ui-autocomplete li, .autocomplete li, [class*=suggest] li";
  const suggestions = () => [...document.querySelectorAll(OFFERED)].filter(visible);
  const isSuggestion = (el) => Boolean(el.closest(OFFERED));

  const DATE_WORDS = /date|depart|arriv|check-?in|check-?out|day|calendar|日付|日にち|出発|到着|帰り|期日|年月日|チェックイン|チェックアウト/i;
  const roleOf = (el) => {
    const role = (el.getAttribute("role") || "").toLowerCase();
    switch (el.tagName) {
      case "A": return el.hasAttribute("href") ? "link" : role === "button" ? "button" : "";
      case "BUTTON": case "SUMMARY": return "button";
      case "SELECT": return "select";
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
    if (["button", "tab", "menuitem", "option", "treeitem"].includes(role)) return el.querySelector("a[href]") ? "" : "button";
    if (role === "gridcell") return el.tabIndex >= 0 ? "button" : "";
    if (role === "checkbox" || role === "switch") return "checkbox";
    if (role === "radio" || role === "link") return role;
    if (el.isContentEditable && !el.parentElement?.isContentEditable) return "textbox";
    if (el.hasAttribute("onclick")) return "button";
    if (isSuggestion(el) && el.tagName === "LI") return "button";
    return heard.has(el) && !el.querySelector("a, button, input, select, textarea, label") && !el.closest("a, button, label") ? "button" : "";
  };

  const formOf = (el) => {
    const form = el.form || (el.tagName === "BUTTON" || el.tagName === "INPUT" ? el.closest("form") : null);
    if (!form) return null;
    const submits = isSubmit(el);
    const fields = [];
    for (const one of submits ? form.elements : []) { // what is sent is told of what sends it alone: a form may have thousands of fields
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
  const alike = (el) => [...el.parentElement.children].some((one) => one !== el && one.tagName === el.tagName && one.className === el.className);
  const around = (el) => {
    let one = el;
    for (let up = 0; up < 7 && one && one !== document.body; up += 1, one = one.parentElement) {
      if (one.matches("tr, article, [role=row], [role=listitem]")) return one;
      if (one !== el && one.parentElement && (one.className || one.tagName === "LI") && alike(one)) return one; // a card, a row of a list
    }
    return el.closest("li");
  };
  // It shows more of the page when it is pressed: a section that is folded up, a tab that is not the shown one, a menu.
  const isClosed = (el) => {
    const of = el.closest("[aria-expanded], [aria-selected], [aria-haspopup]") || el;
    if (of.getAttribute("aria-expanded") === "false") return true;
    if ((of.getAttribute("role") || "") === "tab" || of.matches("[role=tablist] *")) return of.getAttribute("aria-selected") === "false";
    if (el.tagName === "SUMMARY") return !el.parentElement?.open;
    if (/\b(expandable|collapsed|closed)\b/i.test(el.className)) return true;
    const hidden = el.nextElementSibling; // a menu below its button
    return Boolean(hidden && heard.has(el) && !tidy(el.textContent) && /^(UL|OL|DIV|MENU)$/.test(hidden.tagName) && hidden.childElementCount && !visible(hidden));
  };
  const near = (el, name) => {
    const row = around(el);
    return row ? cut(tidy(textOf(row, 300, true)).replace(name, "").trim(), 120) : "";
  };

  const documents = () => {
    const all = [document];
    for (const frame of document.querySelectorAll("iframe")) {
      try { if (frame.contentDocument && visible(frame) && all.length < 5) all.push(frame.contentDocument); } catch { /* another site's */ }
    }
    return all;
  };
  const SELECTOR = ".ui-autocomplete li, [role=listbox] li, a, button, summary, select, textarea, input, [role], [contenteditable], [onclick]";
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
    if (heard.size) {
      for (const el of heard) { if (el.isConnected && !held.includes(el) && held.length < MOST_ELEMENTS) held.push(el); }
      held.sort((one, other) => (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1));
    }
    for (const host of document.querySelectorAll("*")) { if (host.shadowRoot) all(host.shadowRoot, held); if (held.length >= MOST_ELEMENTS) break; }
    for (const el of held) {
      if (el.disabled || el.getAttribute("aria-disabled") === "true" || !visible(el)) continue;
      const role = roleOf(el);
      if (!role) continue;
      const name = nameOf(el);
      if (!name && !["textbox", "date", "checkbox", "radio", "select"].includes(role)) continue;
      const options = role === "select" ? [...el.options].slice(0, MOST_OPTIONS).map((one) => tidy(one.label || one.text)) : [];
      elements.push({
        index: found.length, role, name, options, near: near(el, name), href: role === "link" ? el.href || "" : "",
        value: role === "select" ? tidy([...el.selectedOptions].map((one) => one.text).join(", ")) : el.type === "password" ? "" : ["textbox", "date"].includes(role) ? String(el.value ?? el.textContent).slice(0, 500) : "",
        is_checked: Boolean(el.checked) || el.getAttribute("aria-checked") === "true",
        kind: isSuggestion(el) ? "suggestion" : el.type || "", autocomplete: completes(el) ? "list" : el.getAttribute("autocomplete") || "", is_closed: ["button", "link"].includes(role) && isClosed(el),
        is_main: Boolean(el.closest("dialog, [role=dialog]")) || !el.closest(FRAME),
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
  const later = (ms) => new Promise((go) => setTimeout(go, ms));
  const tell = (el, ...names) => names.forEach((name) => el.dispatchEvent(new Event(name, { bubbles: true, composed: true })));
  const put = (el, text) => {
    if (el.isContentEditable) { el.textContent = text; tell(el, "input", "change"); return el.textContent; }
    const kind = el.tagName === "TEXTAREA" ? HTMLTextAreaElement : HTMLInputElement;
    Object.getOwnPropertyDescriptor(kind.prototype, "value").set.call(el, text);
    tell(el, "input", "change");
    return el.value;
  };

  // Of what others are inside of, its own text.
  const boxOf = (el) => {
    if (heard.has(el) && [...heard].some((one) => one !== el && el.contains(one))) {
      const texts = el.ownerDocument.createTreeWalker(el, NodeFilter.SHOW_TEXT), range = el.ownerDocument.createRange();
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        if (!tidy(text.data)) continue;
        range.selectNodeContents(text);
        const box = range.getBoundingClientRect();
        if (box.width) return box;
      }
    }
    return el.getBoundingClientRect();
  };
  const aim = (index) => {
    const el = get(index);
    if (!el) return { error: "gone" };
    el.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    if (el.target === "_blank") el.target = "_self";
    if (el.form && el.form.target === "_blank") el.form.target = "_self";
    const box = boxOf(el);
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
  const fill = async (index, text) => {
    const el = get(index);
    if (!el) return { error: "gone" };
    if (!["textbox", "date"].includes(roleOf(el))) return { error: "kind" };
    el.focus({ preventScroll: true });
    if (["number", "range"].includes(el.type)) text = text.replace(/[,\s]/g, "");
    const value = put(el, text);
    if (!completes(el)) return { value };
    for (let waits = 0; waits < 12 && !suggestions().length; waits += 1) await later(60);
    return { value: String(el.value ?? value) };
  };
  const select = (index, label) => {
    const el = get(index);
    if (!el) return { error: "gone" };
    if (el.tagName !== "SELECT") return { error: "kind" };
    const wanted = tidy(label).toLowerCase(), said = [...el.options].map((one) => tidy(one.label || one.text).toLowerCase());
    let at = said.indexOf(wanted);
    if (at < 0) at = said.findIndex((one) => one && wanted && (one.startsWith(wanted) || one.includes(wanted)));
    if (at < 0 || el.options[at].disabled) return { error: "option" };
    if (el.multiple) el.options[at].selected = true;
    else el.selectedIndex = at;
    tell(el, "input", "change");
    return { value: tidy([...el.selectedOptions].map((one) => one.text).join(", ")) };
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
  return { hear, observe, aim, press, fill, select, check, setDate, scroll };
})();
