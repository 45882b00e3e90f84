// What all pages share: words, nodes, and a doorbell that survives a phone's sleep.
const words = JSON.parse(document.body.dataset.words);
export const facts = JSON.parse(document.body.dataset.facts);

export function say(key, facts = {}) {
  return (words[key] || key).replace(/\{([a-z-]+)\}/g, (slot, name) => (name in facts ? facts[name] : slot));
}

export function node(tag, text = "", more = {}) {
  const made = document.createElement(tag);
  if (text !== "") made.textContent = text;
  for (const [key, value] of Object.entries(more)) {
    if (key === "onclick") made.addEventListener("click", value);
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(key, value === true ? "" : value);
  }
  return made;
}

export const at = (id) => document.getElementById(id);

// Fills a part of the page only if what it shows has changed, and leaves the focus on what had it.
const shown = new Map();
export function fill(id, value, make) {
  const text = JSON.stringify(value);
  if (shown.get(id) === text) return;
  shown.set(id, text);
  const part = at(id);
  const focus = part.contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
  part.replaceChildren(...make(value));
  if (focus !== undefined) part.querySelector(`[data-key="${CSS.escape(focus)}"]`)?.focus();
}

// A bot that somebody has a word before waits for that, or for this.
export function letGo(first, ask) {
  const go = () => ask("/api/let", { moment: first.moment });
  const row = node("div", "", { class: "row" });
  row.append(node("button", say("let-bot", first), { type: "button", class: "strong", "data-key": "let", onclick: go }));
  return row;
}

export const items = (lines) => lines.map((line) => node("li", line));

// What the hands do, and what else the last move brought.
export function happened(view) {
  at("orders-head").textContent = view["orders-head"];
  for (const id of ["orders", "news"]) {
    fill(id, view[id], items);
    at(`${id}-part`).hidden = !view[id].length;
  }
}

// Who has won, and then how it came out.
export const result = (view) => view.result.map((line, n) => node("p", line, { class: n ? "pre" : "pre question" }));

export function panels(list) {
  return list.flatMap((panel) => [...(panel.title ? [node("h3", panel.title)] : []), ...panel.lines.map(cells)]);
}

// A line of the console may have columns: each stays together here.
function cells(line) {
  const row = node("p", "", { class: "pre" });
  row.append(...line.split(/(?<=\S) {3,}/).map((cell) => node("span", cell)));
  return row;
}

const PATIENCE = 10000; // ms: whatever may be asked again is not waited for longer
const patience = () => AbortSignal.timeout?.(PATIENCE);

export async function post(path, body, again = false) {
  return fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body), signal: again ? patience() : null });
}

// Some time, or until the network is back.
export function rest(ms) {
  return new Promise((done) => {
    setTimeout(done, ms);
    addEventListener("online", done, { once: true });
  });
}

// A random name for a move: a second tap carries the same one.
export function fresh() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

// The bell says only that something is new. A stream may be dead and not know it, so every wake fetches and rings anew.
const SILENT = 12000; // ms without a heartbeat after which it is
export function listen(look) {
  let stream = null;
  let heard = 0;
  let version = null;
  const open = () => {
    stream?.close();
    stream = new EventSource("/api/bell");
    heard = Date.now();
    stream.onmessage = (event) => {
      heard = Date.now();
      if (event.data !== version) {
        version = event.data;
        look();
      }
    };
    stream.onerror = look; // whoever looks sees at once whether the table answers
  };
  const wake = () => {
    if (document.visibilityState === "hidden") return;
    look();
    open();
  };
  for (const name of ["pageshow", "online", "offline", "focus"]) addEventListener(name, wake);
  document.addEventListener("visibilitychange", wake);
  setInterval(() => Date.now() - heard > SILENT && wake(), SILENT / 4);
  wake();
}

// One look at a time; who rings meanwhile is looked at afterwards.
export function looker(path, show) {
  let busy = false;
  let again = false;
  let later = 0;
  return async function look() {
    if (busy) {
      again = true;
      return;
    }
    busy = true;
    clearTimeout(later);
    try {
      const answer = await fetch(path, { signal: patience() });
      show(await answer.json());
    } catch {
      at("state").textContent = say("lost");
      later = setTimeout(look, 2000); // it may have been the last ring
    } finally {
      busy = false;
      if (again) {
        again = false;
        look();
      }
    }
  };
}

// The bare board is fetched once; after a move only the pieces, which lie over it.
let drawn = null;
export function board(view) {
  const pieces = at("pieces");
  pieces.alt = view.standing;
  if (drawn === view.picture) return;
  if (drawn === null) at("ground").src = "/api/ground.svg";
  drawn = view.picture;
  const next = new Image(); // shown when it is there: the old one stays until then
  next.onload = () => {
    pieces.src = next.src;
    pieces.parentElement.style.setProperty("--ratio", next.naturalWidth / next.naturalHeight);
  };
  next.src = `/api/pieces.svg?${view.picture}`;
}
