import { at, board, fill, happened, items, listen, looker, node, panels, post, result, say } from "/page/shared.js";
import { showPhoto, takesPhotos } from "/page/photo.js";

const SMALLEST = 0.8; // of all letters beside the board, and once more of those that matter less

function asked(view) {
  if (view.over) return result(view);
  const rows = view.asked.map((row) => node("p", row.question, { class: "question" }));
  if (!view.secret) return rows;
  const chosen = view.secret.chosen.join(", ") || "–";
  return [rows[0], node("p", say("chosen", { players: chosen })), node("p", say("missing", { players: view.secret.missing.join(", ") }))];
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
  const figure = node("figure");
  const way = node("a", "", { href: link.url, target: "_blank" }); // for windows of this machine
  way.append(node("img", "", { src: `/api/code/${encodeURIComponent(link.seat)}?${link.url.slice(-8)}`, alt: say("code-of", link) }));
  figure.append(way, node("figcaption", link.seat));
  return figure;
}

function show(view) {
  at("title").textContent = `${view.title} · ${view.table}`;
  at("state").textContent = say("moves", { n: view.moves });
  at("asked-head").textContent = say(view.over ? "result" : "asked");
  fill("asked", { over: view.over, result: view.result, asked: view.asked, secret: view.secret }, asked);
  at("doubted").hidden = !view.doubted.length;
  at("doubted").textContent = view.doubted.length ? say("doubted", { seats: view.doubted.join(", ") }) : "";
  happened(view);
  fill("reveal", view.reveal, items);
  at("reveal-part").hidden = !view.reveal.length;
  at("standing").textContent = view.standing;
  fill("panels", view.panels, panels);
  fill("why", view.why, items);
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
  at("again-part").hidden = !others.length;
  fill("again", others, (list) => list.map(code));
  showPhoto(view);
  board(view);
  fit();
}

// How it stands is written smaller where it would end below the screen, for nobody scrolls a television; what is still
// too much, and is on the board anyway, is left to those who have it read out.
function fit() {
  const side = at("beside");
  const lines = [...at("panels").children];
  for (const line of lines) line.classList.remove("unseen");
  const fits = () => at("standing-part").getBoundingClientRect().bottom + scrollY <= innerHeight;
  for (let size = 1; size >= SMALLEST; size -= 0.05) {
    side.style.setProperty("--fit", size);
    if (getComputedStyle(side.parentElement).display !== "grid" || fits()) return;
  }
  while (lines.length && (!fits() || lines.at(-1).tagName === "H3")) lines.pop().classList.add("unseen");
}

addEventListener("resize", fit);

const full = () => (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen?.());
at("full").addEventListener("click", full);
addEventListener("keydown", (event) => {
  if (event.key === "f" && !event.ctrlKey && !event.metaKey && !event.altKey) full();
});
takesPhotos();
listen(looker("/api/screen", show));
