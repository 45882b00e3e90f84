// The board under one's thumb: as large as it must be to hit its places, and what can be touched on it.
import { at, node, say } from "/page/shared.js";

const THUMB = 40; // px, how wide a place is at least
const LARGEST = 5;
let known = null; // size of the board and its places
let scale = 1;
let fitted = "";

export async function learn() {
  known = await (await fetch("/api/places")).json();
}

export const named = (place) => known?.places[place]?.say || place;

function zoom(by) {
  const frame = at("frame");
  const before = scale;
  scale = Math.min(LARGEST, Math.max(1, by));
  const [x, y] = [frame.scrollLeft + frame.clientWidth / 2, frame.scrollTop + frame.clientHeight / 2];
  at("sheet").style.width = `${scale * 100}%`;
  frame.scrollTo((x * scale) / before - frame.clientWidth / 2, (y * scale) / before - frame.clientHeight / 2);
}

at("larger").addEventListener("click", () => zoom(scale * 1.5));
at("smaller").addEventListener("click", () => zoom(scale / 1.5));

// Large enough for the smallest place, and the middle of all of them in view; once for each set of places.
function fit(places) {
  const text = places.join();
  if (text === fitted || !at("frame").clientWidth) return;
  fitted = text;
  if (!places.length) return; // the next ones are looked for anew, even if they are the same
  const boxes = places.map((place) => known.places[place].box);
  const frame = at("frame");
  const px = frame.clientWidth / known.size[0];
  zoom(Math.max(1, ...boxes.map((box) => THUMB / (Math.min(box[2], box[3]) * px))));
  const middle = (n) => (Math.min(...boxes.map((box) => box[n])) + Math.max(...boxes.map((box) => box[n] + box[n + 2]))) / 2;
  frame.scrollTo(middle(0) * px * scale - frame.clientWidth / 2, middle(1) * px * scale - frame.clientHeight / 2);
}

const share = (part, whole) => `${(100 * part) / whole}%`;

// `ways`: the places that may be touched; `chosen`: those that were.
export function spots(ways, chosen, touch) {
  if (!known) return;
  const layer = at("spots");
  layer.style.aspectRatio = `${known.size[0]} / ${known.size[1]}`;
  const [wide, high] = known.size;
  const focus = layer.contains(document.activeElement) ? document.activeElement.dataset.place : undefined;
  const all = [...new Set([...ways.keys(), ...chosen])].filter((place) => known.places[place]);
  const order = (place) => known.places[place].box[1] * 10 + known.places[place].box[0];
  layer.replaceChildren(...all.sort((a, b) => order(a) - order(b)).map((place) => {
    const [x, y, w, h] = known.places[place].box;
    const spot = node("button", "", { type: "button", class: "spot", "data-place": place, "aria-label": named(place), "aria-pressed": String(chosen.includes(place)), onclick: () => touch(place) });
    Object.assign(spot.style, { left: share(x, wide), top: share(y, high), width: share(w, wide), height: share(h, high) });
    return spot;
  }));
  if (focus) layer.querySelector(`[data-place="${CSS.escape(focus)}"]`)?.focus({ preventScroll: true });
  at("hint").textContent = ways.size ? say("touch") : "";
  fit([...ways.keys()]);
}

// A touch beside them: which place of the board it was.
export function elsewhere(told) {
  at("sheet").addEventListener("click", (event) => {
    if (!known || event.target.closest("button")) return;
    const area = at("spots").getBoundingClientRect();
    const [x, y] = [((event.clientX - area.left) / area.width) * known.size[0], ((event.clientY - area.top) / area.height) * known.size[1]];
    const hit = Object.entries(known.places).find(([, { box }]) => x >= box[0] && x <= box[0] + box[2] && y >= box[1] && y <= box[1] + box[3]);
    if (hit) told(hit[0]);
  });
}
