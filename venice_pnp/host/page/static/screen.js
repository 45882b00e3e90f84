import { at, board, fill, happened, items, letGo, listen, looker, node, panels, post, result, say } from "/page/shared.js";
import { showPhoto, takesPhotos } from "/page/photo.js";

const READABLE = 0.9; // of all letters beside the board, and once more of those that matter less: from three metres
const SMALLEST = 0.8;
const LEAST = ["why-part", "reveal-part"]; // left out before letters become smaller than that; then what names no player

function asked(view) {
  if (view.over) return result(view);
  const questions = view.secret ? view.secret.questions : view.asked.map((row) => row.question);
  const rows = questions.map((question) => node("p", question, { class: "question" }));
  if (view.first && view.may) rows.push(letGo(view.first, post));
  if (!view.secret) return rows;
  const chosen = view.secret.chosen.join(", ") || "–";
  return [...rows, node("p", say("chosen", { players: chosen })), node("p", say("missing", { players: view.secret.missing.join(", ") }))];
}

function wishes(list) {
  return list.map((wish) => {
    const box = node("div", "", { class: "note" });
    const decide = (yes) => () => post("/api/confirm", { code: wish.code, yes });
    const buttons = node("div", "", { class: "row" });
    buttons.append(
      node("button", say(`yes-${wish.kind}`), { class: "strong", "data-key": `yes${wish.code}`, onclick: decide(true) }),
      node("button", say(`no-${wish.kind}`), { "data-key": `no${wish.code}`, onclick: decide(false) }),
    );
    box.append(node("p", wish.say), buttons);
    return box;
  });
}

function code(link) {
  return picture(link.url, `/api/code/${encodeURIComponent(link.seat)}?${link.url.slice(-8)}`, say("code-of", link), link.seat);
}

function picture(href, src, alt, caption) {
  const figure = node("figure");
  const way = node("a", "", { href, target: "_blank", rel: "noopener" }); // for windows of this machine
  way.append(node("img", "", { src, alt }));
  figure.append(way, node("figcaption", caption));
  return figure;
}

let seats = []; // who plays
function show(view) {
  seats = view.seats.map((seat) => seat.name);
  at("title").textContent = `${view.title} · ${view.table}`;
  at("state").textContent = say("moves", { n: view.moves });
  at("asked-head").textContent = say(view.over ? "result" : "asked");
  fill("asked", { over: view.over, result: view.result, asked: view.asked, first: view.first, may: view.may, secret: view.secret }, asked);
  at("doubted").hidden = !view.doubted.length;
  at("doubted").textContent = view.doubted.length ? say("doubted", { seats: view.doubted.join(", ") }) : "";
  happened(view);
  fill("reveal", view.reveal, items);
  at("reveal-part").hidden = !view.reveal.length;
  at("standing").textContent = view.standing;
  fill("panels", view.panels, panels);
  fill("why", view.why, items);
  at("why-part").hidden = !view.why.length;
  fill("wishes", view.wishes || [], wishes);
  at("wishes").hidden = !view.wishes?.length;
  const links = view.links || [];
  const free = links.filter((link) => !view.taken.includes(link.seat));
  fill("codes", free, (list) => list.map(code));
  at("codes-part").hidden = !free.length;
  const away = links.filter((link) => view.away.includes(link.seat));
  fill("away", away, (list) => list.map(code));
  at("away-part").hidden = !away.length;
  const others = links.filter((link) => view.taken.includes(link.seat) && !view.away.includes(link.seat));
  fill("again", others, (list) => [...list.map(code), picture("/", "/api/code", say("code-watch"), say("watch"))]);
  showPhoto(view);
  board(view);
  fit();
}

// How it stands is written smaller where it would end below the screen, for nobody scrolls a television; what is still
// too much, and is on the board anyway, is left to those who have it read out.
function fit() {
  const side = at("beside");
  const [parts, lines, reasons] = [LEAST.map(at), [...at("panels").children], [...at("why").children]];
  for (const one of [...parts, ...lines, ...reasons]) one.classList.remove("unseen");
  const fits = () => [at("why-part"), at("standing-part")].every((part) => part.getBoundingClientRect().bottom + scrollY <= innerHeight);
  const shrunk = (smallest) => {
    for (let size = 20; size >= 20 * smallest; size -= 1) {
      side.style.setProperty("--fit", size / 20);
      if (fits()) return true;
    }
    return false;
  };
  side.style.setProperty("--fit", 1);
  if (getComputedStyle(side.parentElement).display !== "grid" || shrunk(READABLE)) return;
  if (side.classList.contains("told-why")) {
    if (!shrunk(SMALLEST)) for (const line of reasons) fits() || line.classList.add("unseen"); // the last ones matter most
    return;
  }
  const named = (line) => seats.some((seat) => line.textContent.includes(seat));
  const dropped = [];
  for (const one of [...parts, ...lines.filter((line) => !named(line)).reverse()]) {
    one.classList.add("unseen");
    dropped.unshift(one);
    if (shrunk(READABLE)) break;
  }
  if (!fits() && !shrunk(SMALLEST)) for (const line of lines.filter(named).reverse()) fits() || line.classList.add("unseen");
  for (const one of dropped) { // what has room after all
    one.classList.remove("unseen");
    if (!fits()) one.classList.add("unseen");
  }
}

addEventListener("resize", fit);

const full = () => (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen?.());
at("full").addEventListener("click", full);

// Dark or light: as the system is set, until somebody says otherwise; a television often cannot be set.
const LOOK = "look";
const system = at("dark").media;
function dress(look) {
  at("dark").media = { dark: "all", light: "not all" }[look] || system;
  document.documentElement.style.colorScheme = look || "";
}
function change() {
  const dark = matchMedia(at("dark").media).matches;
  localStorage.setItem(LOOK, dark ? "light" : "dark");
  dress(localStorage.getItem(LOOK));
}
dress(localStorage.getItem(LOOK));
at("look").addEventListener("click", change);

// Why it came out so takes the place of how it stands, and gives it back.
function tellWhy() {
  const told = at("beside").classList.toggle("told-why");
  at("ask-why").setAttribute("aria-pressed", String(told));
  fit();
}
at("ask-why").addEventListener("click", tellWhy);

const KEYS = { f: full, d: change, w: tellWhy };
addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, textarea")) return;
  KEYS[event.key.toLowerCase()]?.();
});
takesPhotos();
listen(looker("/api/screen", show));
