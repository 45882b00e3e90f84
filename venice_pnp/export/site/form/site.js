// Pictures as large as one likes, and rules found by a word. Without this file everything is still there: a picture leads to itself.
(() => {
  const words = JSON.parse(document.body.dataset.words || "{}");
  const node = (tag, text = "", more = {}) => Object.assign(document.createElement(tag), { textContent: text }, more);

  const links = [...document.querySelectorAll("a.zoom")];
  if (links.length && window.HTMLDialogElement) {
    const dialog = document.createElement("dialog");
    dialog.setAttribute("aria-label", words.zoom);
    const bar = node("div", "", { className: "bar" });
    const told = node("p");
    const view = node("div", "", { className: "view", tabIndex: 0 });
    view.setAttribute("role", "group");
    view.setAttribute("aria-label", words.zoom);
    const picture = document.createElement("img");
    let shown = 0, scale = 1, fits = 1;
    const draw = () => { picture.style.width = `${fits * scale}px`; };
    const show = (n) => {
      shown = (n + links.length) % links.length;
      const small = links[shown].querySelector("img");
      picture.src = links[shown].href;
      picture.alt = told.textContent = small.alt;
      const shape = Number(small.getAttribute("width")) / Number(small.getAttribute("height"));
      fits = Math.min(view.clientWidth - 16, (view.clientHeight - 16) * shape);
      scale = 1;
      draw();
    };
    const grow = (by) => {
      const [x, y] = [(view.scrollLeft + view.clientWidth / 2) / view.scrollWidth, (view.scrollTop + view.clientHeight / 2) / view.scrollHeight];
      scale = Math.min(12, Math.max(.5, scale * by));
      draw();
      view.scrollTo({ left: x * view.scrollWidth - view.clientWidth / 2, top: y * view.scrollHeight - view.clientHeight / 2, behavior: "instant" });
    };
    const button = (key, work) => { const made = node("button", words[key], { type: "button" }); made.addEventListener("click", work); bar.append(made); };
    button("zoom-in", () => grow(1.5));
    button("zoom-out", () => grow(1 / 1.5));
    if (links.length > 1) { button("zoom-back", () => show(shown - 1)); button("zoom-next", () => show(shown + 1)); }
    button("zoom-close", () => dialog.close());
    bar.append(told);
    view.append(picture);
    dialog.append(bar, view);
    document.body.append(dialog);
    dialog.addEventListener("keydown", (event) => {
      if (event.key === "+" || event.key === "=") grow(1.5);
      if (event.key === "-") grow(1 / 1.5);
      const way = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (way && links.length > 1 && view.scrollWidth <= view.clientWidth) { event.preventDefault(); show(shown + way); }  // else they move what is larger than its frame
    });
    dialog.addEventListener("close", () => links[shown].focus());
    links.forEach((link, n) => link.addEventListener("click", (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      dialog.showModal();
      show(n);
    }));
  }

  const search = document.getElementById("search");
  if (search) {
    const SHOWN = 160;  // characters of a rule that is found
    const list = document.getElementById("found"), state = document.getElementById("state");
    // What is shown of a rule: whole words round the first place where the word stands, which is marked.
    const around = (text, at, length) => {
      if (text.length <= SHOWN) return [text, at];
      let from = Math.max(0, Math.min(at - SHOWN / 3, text.length - SHOWN)), to = Math.min(text.length, from + SHOWN);
      if (from > 0) from = Math.min(at, text.indexOf(" ", from) + 1 || at);
      if (to < text.length) to = Math.max(at + length, text.lastIndexOf(" ", to));
      return [`${from > 0 ? "… " : ""}${text.slice(from, to)}${to < text.length ? " …" : ""}`, at - from + (from > 0 ? 2 : 0)];
    };
    const typed = (text) => text.toLowerCase().replaceAll("’", "'");  // as on a keyboard, letter for letter
    const hit = ({ id, text }, wanted) => {
      const [shown, at] = around(text, typed(text).indexOf(wanted), wanted.length);
      const link = node("a", shown.slice(0, at), { href: `#${id}` });
      link.append(node("mark", shown.slice(at, at + wanted.length)), shown.slice(at + wanted.length));
      const row = node("li");
      row.append(link);
      return row;
    };
    const rules = [...document.querySelectorAll(".rule, .listed li, .box li[id]")].map((one) => ({ id: one.id, text: one.innerText.replace(/\s+/g, " ") }));
    search.form.hidden = false;
    search.form.addEventListener("submit", (event) => event.preventDefault());
    search.addEventListener("input", () => {
      const wanted = typed(search.value.trim());
      const parts = wanted.split(/\s+/);
      const hits = wanted.length < 2 ? [] : rules.filter((one) => parts.every((part) => typed(one.text).includes(part)));
      hits.sort((a, b) => b.id.toLowerCase().startsWith(wanted) - a.id.toLowerCase().startsWith(wanted));
      list.replaceChildren(...hits.map((one) => hit(one, typed(one.text).includes(wanted) ? wanted : parts[0])));
      state.textContent = wanted.length < 2 ? "" : words.found.replace("{n}", hits.length);
    });
  }
})();
