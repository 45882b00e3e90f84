import { after, composed, taken, ways } from "/page/choosing.js";
import { elsewhere, learn, named, spots } from "/page/map.js";
import { at, board, fill, fresh, happened, items, letGo, listen, looker, node, panels, post, rest, result, say } from "/page/shared.js";
import { takesPhotos } from "/page/photo.js";

const FEW = 2; // lines of what a move brought that are told before the next question
const MANY = 12; // numbers that are buttons, places that are listed; more of them are chosen otherwise
const HALF = "half"; // where the tab keeps what was half chosen
const COVERED = "covered"; // and the phone that it is
let view = null;
let picked = {}; // by whose move: the steps chosen so far
let only = null; // a place with several ways: they are asked for
let number = null; // what stands in the field for a number
let listed = false; // is the list of places open?
let sending = null; // the move that is on its way, with its name
let toldAt = null; // after how many moves the last answer was told
let refusedAt = null; // at which moment of the table the last refusal was shown
let trial = { text: "", answer: null }; // the last choice that was tried, and what the referee said

const path = (by) => picked[by] || [];
const stepName = (step) => JSON.stringify([step.do, step.key, step.value]);

function pick(choices, chosen) {
  picked = { [choices.by]: chosen };
  only = null;
  number = null;
  keep(choices);
  at("refused").replaceChildren();
  const list = () => [...at("choices").querySelectorAll("details[open] button")];
  const row = list().indexOf(document.activeElement);
  draw();
  if (row >= 0 && list().length) return list()[Math.min(row, list().length - 1)].focus(); // whoever picks from the list goes on there
  const first = [...at("choices").querySelectorAll("[data-key=do], fieldset button, summary, input")].find((one) => one.matches("summary") || !one.closest("details:not([open])"));
  if (at("choices").contains(document.activeElement) || document.activeElement === document.body) first?.focus();
}

// What is half chosen outlives a reload, for the same turn only: by what the steps say, for their numbers are of a moment.
function keep(choices) {
  const steps = path(choices.by).map((one) => stepName(choices.steps[one]));
  sessionStorage.setItem(HALF, JSON.stringify({ by: choices.by, turn: choices.turn, steps, number }));
}

function recall() {
  const half = JSON.parse(sessionStorage.getItem(HALF) || "null");
  const choices = half && view.choices.find((one) => one.by === half.by && one.turn === half.turn);
  picked = {};
  if (!choices) return sessionStorage.removeItem(HALF);
  const found = half.steps.map((name) => choices.steps.findIndex((step) => stepName(step) === name));
  picked[half.by] = found.includes(-1) ? found.slice(0, found.indexOf(-1)) : found;
  number ??= half.number;
}

// A move is sent until it is answered: its name and its turn keep it from being made twice.
async function send(by, turn, move, said) {
  if (sending) return; // a second tap
  sending = { id: fresh(), turn, move: { ...move, by } };
  let answer = null;
  for (let tries = 1; answer === null; tries += 1) {
    answer = await delivered(sending);
    if (answer) break;
    const waits = say("unsent", { move: said });
    if (at("told").textContent !== waits) at("told").replaceChildren(node("p", waits, { class: "note" }));
    await rest(Math.min(tries, 4) * 700);
  }
  tell(answer);
  if (answer.state === "done") view.choices = []; // what was offered is past, until the next look
  sending = null;
  picked = {};
  sessionStorage.removeItem(HALF);
  only = null;
  const keys = at("choices").contains(document.activeElement);
  at("line").value = "";
  at("meant").replaceChildren();
  at("refused").replaceChildren();
  draw();
  if (keys) at("told").focus({ preventScroll: true }); // whoever plays by keys goes on from here
  look();
}

// The answer to a move; null: it did not come through, or the table is too busy.
async function delivered(body) {
  try {
    const answer = await post("/api/move", body, true);
    if (answer.status === 429 || answer.status >= 500) return null;
    return answer.headers.get("content-type")?.startsWith("application/json") ? await answer.json() : {};
  } catch {
    return null;
  }
}

function refused(found) {
  const box = node("div", "", { class: "note refusal" });
  box.append(node("p", found.sentence));
  if (found.rule) {
    const more = node("p");
    const link = node("a", found.rule, { href: found.page, target: "_blank", rel: "noopener" }); // what is half chosen stays here
    link.append(node("span", ` ${say("new-page")}`, { class: "unseen" }));
    more.append(link, ` ${found.text === found.sentence ? "" : found.text}`);
    box.append(more);
  }
  return box;
}

function tell(answer) {
  const lines = typeof answer.said === "string" ? [answer.said] : answer.said || [];
  const told = lines.length > FEW ? [say("told-below")] : lines;
  const made = told.map((line) => node("p", line, { class: "note" }));
  if (answer.receipt) made.unshift(node("p", say("receipt", answer), { class: "note" }));
  if (answer.refused) made.push(refused(answer.refused));
  at("told").replaceChildren(...made);
  toldAt = null;
  refusedAt = null;
}

// A refusal is of a moment: it goes when the table has gone on.
function forget() {
  refusedAt ??= view.picture;
  if (refusedAt === view.picture) return;
  for (const id of ["told", "refused", "meant"]) if (at(id).querySelector(".refusal")) at(id).replaceChildren();
}

// What was put together beyond the listed moves is tried; the answer is drawn when it is there.
function tried(choices, chosen) {
  const move = composed(choices, chosen);
  const text = JSON.stringify([view.moves, move]);
  if (trial.text === text) return trial.answer;
  trial = { text, answer: null };
  ask(move).then((answer) => {
    if (trial.text === text) {
      trial.answer = answer;
      draw();
    }
  });
  return null;
}

const ask = (move, place) => answered("/api/try", { move, place });

// What the table says to a question; that it does not answer is told where a refusal would be.
async function answered(path, body) {
  try {
    return await (await post(path, body, true)).json();
  } catch {
    return { refused: { rule: "", sentence: say("lost-now"), text: "" } };
  }
}

// --- what is offered ---------------------------------------------------------------------------------------
function numbers(choices, found) {
  const { steps } = choices;
  const low = steps[found.next[0]].value;
  const high = steps[found.next[found.next.length - 1]].value;
  const stepOf = (value) => found.next.find((one) => steps[one].value === Number(value));
  if (stepOf(number) === undefined) number = low;
  const input = node("input", "", { type: "number", class: "number", min: low, max: high, value: number, "aria-label": steps[found.next[0]].field, inputmode: "numeric", "data-key": "number" });
  const ahead = node("p", "", { class: "small", "aria-live": "polite" }); // where it would lead
  const wholeOf = (one) => (one === undefined ? null : after(choices, [...found.chosen, one]).whole);
  const tell = () => {
    const whole = wholeOf(stepOf(input.value));
    ahead.textContent = whole?.ahead || "";
    go.textContent = whole ? say("do-it", { move: whole.say }) : say("take-it");
  };
  const show = () => {
    number = Number(input.value);
    at("refused").replaceChildren();
    keep(choices);
    tell();
    mark();
  };
  const by = (n) => () => {
    input.value = Math.min(high, Math.max(low, Number(input.value) + n));
    show();
  };
  input.addEventListener("input", show);
  input.addEventListener("focus", () => input.select()); // what is typed takes its place
  const take = () => {
    const one = stepOf(input.value);
    const whole = wholeOf(one);
    if (one === undefined) explain([[{ ...composed(choices, found.chosen), [steps[found.next[0]].key]: Number(input.value) }]], say("not-this", { number: input.value }));
    else if (whole) send(choices.by, choices.turn, composed(choices, whole.path), whole.say);
    else pick(choices, [...found.chosen, one]);
  };
  const go = node("button", "", { type: "button", class: "strong", "data-key": "take", onclick: take });
  const row = node("div", "", { class: "row" });
  row.append(
    node("button", "−", { type: "button", "aria-label": say("less"), onclick: by(-1) }), input,
    node("button", "+", { type: "button", "aria-label": say("more"), onclick: by(1) }),
    go,
  );
  tell();
  return [row, ahead];
}

const isNumbers = (choices, found) => found.next.length > MANY && found.next.every((one) => typeof choices.steps[one].value === "number");

function buttons(choices, found, list, legend) {
  const set = node("fieldset", "", { class: "options" });
  set.append(node("legend", legend));
  for (const way of list) {
    const said = way.map((one) => choices.steps[one].say).join(" · ");
    const name = way.map((one) => choices.steps[one].key || "").join("/");
    set.append(node("button", said, { type: "button", "data-key": `${choices.by}/${name}/${said}`, onclick: () => pick(choices, [...found.chosen, ...way]) }));
  }
  return set;
}

// Few are buttons at once; many that can be touched on the board are listed below a click.
function offered(choices, found) {
  const { steps } = choices;
  if (isNumbers(choices, found)) return numbers(choices, found);
  const several = only && found.ways.get(only);
  if (several) return [buttons(choices, found, several, say("which", { place: named(only) }))];
  if (!found.next.length) return [];
  const placed = found.next.filter((one) => steps[one].at);
  const others = found.next.filter((one) => !steps[one].at);
  const shown = placed.length > MANY ? others : found.next;
  const parts = sets(choices, found, shown);
  if (shown.length < found.next.length) {
    const more = node("details", "", { open: listed });
    const open = () => (listed = !more.open); // at once: `toggle` comes later, and a redraw between would close it
    more.append(node("summary", say("listed"), { "data-key": "listed", onclick: open }), ...sets(choices, found, placed));
    parts.push(more);
  }
  return parts;
}

// A set of buttons for each thing that may be said next: a card to be given is not one to be taken.
function sets(choices, found, list) {
  const { steps } = choices;
  const byField = new Map();
  for (const one of list) byField.set(steps[one].key, [...(byField.get(steps[one].key) || []), one]);
  return [...byField.values()].map((some) => {
    if (some.every((one) => typeof steps[one].value === "number")) some.sort((one, two) => steps[one].value - steps[two].value);
    return buttons(choices, found, some.map((one) => [one]), found.chosen.length ? steps[some[0]].field : say("what"));
  });
}

function crumbs(choices, found) {
  const { steps } = choices;
  const row = node("p", "", { class: "crumbs" });
  found.chosen.forEach((one, n) => {
    const step = steps[one];
    const others = found.chosen.filter((_, m) => m !== n);
    const loose = path(choices.by).includes(one) && (step.loose || step.built); // such an item can be laid back alone
    row.append(loose ? node("button", `${step.say} ×`, { type: "button", class: "crumb", "aria-label": say("without", { item: step.say }), "data-key": `crumb${n}`, onclick: () => pick(choices, others) }) : node("span", step.say));
  });
  return row;
}

function asking(choices) {
  const found = choices.found;
  const { steps } = choices;
  const parts = [];
  if (choices.by !== view.me.name) parts.push(node("h3", say("for-table", { name: choices.name })));
  const verb = found.chosen.length ? steps[found.chosen[0]].do : "";
  if (verb) parts.push(crumbs(choices, found));
  parts.push(...offered(choices, found));
  const answer = found.tried ? tried(choices, found.chosen) : null;
  if (answer?.refused) parts.push(refused(answer.refused));
  const whole = found.whole || (answer?.say ? answer : null);
  if (whole?.ahead) parts.push(node("p", whole.ahead, { class: "small" }));
  const row = node("div", "", { class: "row" });
  if (whole) {
    const label = choices.secret.includes(verb) ? "seal" : "do-it";
    row.append(node("button", say(label, { move: whole.say }), { type: "button", class: "strong", "data-key": "do", onclick: () => send(choices.by, choices.turn, composed(choices, found.whole ? found.whole.path : found.chosen), whole.say) }));
  }
  if (path(choices.by).length) row.append(node("button", say("back"), { type: "button", "data-key": "back", onclick: () => pick(choices, []) }));
  parts.push(row);
  return parts;
}

// --- the board ---------------------------------------------------------------------------------------------
const touched = () => open().find((choices) => choices.found.ways.size);

function touch(place) {
  const choices = open().find((one) => one.found.ways.has(place));
  at("refused").replaceChildren();
  if (!choices) {
    const held = open().find((one) => one.found.chosen.some((step) => one.steps[step].at === place));
    if (held) pick(held, path(held.by).filter((one) => held.steps[one].at !== place)); // touched once more: laid back
    return;
  }
  const { found, steps } = choices;
  const list = found.ways.get(place);
  if (isNumbers(choices, found)) { // the lowest that leads there
    number = Math.min(...list.map((way) => steps[way[0]].value));
    keep(choices);
    draw();
  } else if (list.length === 1) pick(choices, [...found.chosen, ...list[0]]);
  else if (list.every((way) => way.length === 2 && way[0] === list[0][0] && typeof steps[way[1]].value === "number")) {
    const lowest = Math.min(...list.map((way) => steps[way[1]].value));
    pick(choices, [...found.chosen, list[0][0]]);
    number = lowest;
    keep(choices);
    draw();
  }
  else {
    only = place;
    draw();
  }
}

// Why not there? The referee tries what was begun with that place.
function why(place) {
  const begun = open().filter((one) => one.moves.length).map((one) => [composed(one, one.found.chosen), place]);
  if (begun.length) explain(begun, say("not-here", { place: named(place) }));
}

// The first reason that the referee names, or that it is not possible.
async function explain(tries, otherwise) {
  let found = { rule: "", sentence: otherwise, text: "" };
  for (const [move, place] of tries) {
    const answer = await ask(move, place);
    if (!answer.refused) continue;
    found = answer.refused;
    if (found.rule) break;
  }
  refusedAt = view.picture;
  at("refused").replaceChildren(refused(found));
}

function mark() {
  const all = new Map(open().flatMap((choices) => [...choices.found.ways]));
  const chosen = open().flatMap((choices) => {
    const { steps, found } = choices;
    const shown = isNumbers(choices, found) ? found.next.filter((one) => steps[one].value === number) : found.chosen;
    return shown.map((one) => steps[one].at).filter(Boolean);
  });
  if (only) chosen.push(only);
  spots(all, chosen, touch);
}

const open = () => view.choices.filter((choices) => choices.found.next.length || choices.found.chosen.length);

function draw() {
  for (const choices of view.choices) { // what was half chosen stays as far as it is still legal
    const chosen = [...path(choices.by)];
    while (chosen.length && !after(choices, chosen).legal) chosen.pop();
    if (chosen.length !== path(choices.by).length) picked[choices.by] = chosen;
    choices.found = taken(choices, chosen);
    choices.found.ways = ways(choices, choices.found);
  }
  fill("choices", [view.choices.map(({ found, ...rest }) => rest), picked, only, number, trial], () => open().flatMap(asking));
  const wanted = Boolean(touched());
  if (wanted && at("board-part").dataset.asked !== "yes") at("board-part").open = true;
  at("board-part").dataset.asked = wanted ? "yes" : "";
  if (at("board-part").open) board(view);
  mark();
}

// --- the rest of the page ----------------------------------------------------------------------------------
function asked(found) {
  if (found.over) return result(found);
  const mine = found.asked.filter((row) => row.by === view.me.name || row.by === "table");
  if (mine.length) {
    const rows = mine.map((row) => node("p", row.question, { class: "question" }));
    return found.first ? [...rows, letGo(found.first, letMove)] : rows;
  }
  return [node("p", say("others-turn")), ...found.asked.slice(0, 1).map((row) => node("p", row.question))];
}

async function letMove(path, body) {
  tell(await answered(path, body));
  look();
}

function undo({ undo: last, asked: waits, denied }) {
  if (waits) return [node("p", say("undo-asked"), { class: "small" })];
  if (!last) return [];
  const back = async () => {
    const answer = await answered("/api/undo", { moment: last.moment });
    tell(answer.state === "asked" ? {} : answer); // that the table is asked stands here until it has answered
    if (at("undo").contains(document.activeElement)) at("told").focus({ preventScroll: true });
    look();
  };
  const no = denied ? [node("p", say("undo-denied"), { class: "note" })] : [];
  return [...no, node("button", say(last.agree ? "undo-ask" : "undo", { move: last.say }), { type: "button", "data-key": "undo", onclick: back })];
}

function show(found) {
  const seated = found.state === "seated";
  at("unlock").hidden = found.state !== "locked";
  for (const id of ["play", "own-part", "standing-part", "photo-part", "leave"]) at(id).hidden = !seated;
  if (!seated) {
    for (const id of ["orders-part", "news-part", "reveal-part"]) at(id).hidden = true;
    at("state").textContent = say({ waiting: "wait", locked: "pin-again" }[found.state] || "no-seat", found);
    if (found.state === "waiting") at("state").prepend(node("span", found.code, { class: "code", "aria-hidden": "true" }));
    return;
  }
  view = found;
  at("title").textContent = `${view.me.emblem} ${view.me.name} · ${view.title}`;
  at("state").textContent = "";
  if (!sending) recall();
  toldAt ??= view.moves;
  const anew = view.over || view.choices.some((choices) => choices.moves.length);
  if (toldAt !== view.moves && anew && !sending) at("told").replaceChildren();
  forget();
  at("asked-head").textContent = say(view.over ? "result" : "asked");
  fill("asked", { over: view.over, result: view.result, asked: view.asked, first: view.first }, asked);
  draw();
  fill("undo", { undo: view.undo, asked: view["undo-asked"], denied: view["undo-denied"] }, undo);
  fill("own", view.own, items);
  const secret = view.choices.some((choices) => choices.secret.length) || document.body.classList.contains(COVERED);
  at("own-part").hidden = !view.own.length && !view.receipts.length && !secret;
  at("receipts").textContent = view.receipts.length ? say("receipts", { words: view.receipts.join(" · ") }) : "";
  happened(view);
  fill("reveal", view.reveal, items);
  at("reveal-part").hidden = !view.reveal.length;
  at("standing").textContent = view.standing;
  fill("panels", view.panels, panels);
}

at("board-part").addEventListener("toggle", () => {
  if (!view || !at("board-part").open) return;
  board(view);
  mark();
});

// Covered is whatever tells what one holds or chooses, on this phone until it is uncovered.
function cover(covered) {
  document.body.classList.toggle(COVERED, covered);
  at("cover").textContent = say(covered ? "uncover" : "cover");
}
at("cover").addEventListener("click", () => {
  const covered = !document.body.classList.contains(COVERED);
  localStorage.setItem(COVERED, covered ? "yes" : "");
  cover(covered);
});
cover(localStorage.getItem(COVERED) === "yes");

at("leave").addEventListener("click", async () => {
  if (confirm(say("leave-sure"))) {
    sessionStorage.removeItem(HALF);
    await post("/api/leave", {});
    location.reload();
  }
});
at("unlock").addEventListener("submit", async (event) => {
  event.preventDefault();
  const answer = await answered("/api/unlock", { pin: at("pin").value });
  at("pin").value = "";
  at("pin-said").textContent = answer.said || answer.refused?.sentence || "";
  look();
});
at("line-form").addEventListener("submit", async (event) => {
  event.preventDefault();
  const own = view.choices.find((one) => one.by === view.me.name && one.moves.length) || view.choices[view.choices.length - 1];
  const answer = await answered("/api/meant", { by: own.by, line: at("line").value });
  const made = (answer.meant || []).map((one) => node("button", say("do-it", { move: one.say }), { class: "strong", type: "button", onclick: () => send(own.by, own.turn, one.move, one.say) }));
  if (answer.refused) made.push(refused(answer.refused));
  if (answer.near) made.push(node("button", say("near", answer), { type: "button", onclick: () => { at("line").value = answer.near; at("line-form").requestSubmit(); } }));
  refusedAt = view.picture;
  at("meant").replaceChildren(...made);
});
elsewhere(why);

takesPhotos();

// The last entry that this phone has seen: whoever puts an older copy of the table back does not have the phones.
let table = null;
async function witness() {
  const kept = table && localStorage.getItem(`seen ${table}`);
  const answer = await fetch(`/api/end${kept ? `?seen=${encodeURIComponent(kept)}` : ""}`).catch(() => null);
  if (!answer?.ok) return;
  const found = await answer.json();
  const first = table === null;
  table = found.table;
  if (first && localStorage.getItem(`seen ${table}`)) return witness();
  const now = `${found.entry} ${found.hash}`;
  if (found.stands) localStorage.setItem(`seen ${table}`, now);
  fill("older", found.stands, (stands) => (stands ? [] : older(kept, now)));
}

function older(kept, now) {
  const box = node("div", "", { class: "note refusal" });
  const known = node("button", say("older-known"), { type: "button", onclick: () => (localStorage.setItem(`seen ${table}`, now), witness()) });
  box.append(node("p", say("older", { known: kept.split(" ")[0], entry: now.split(" ")[0] })), known);
  return [box];
}

const look = looker("/api/seat", (found) => {
  show(found);
  if (found.state === "seated") witness();
});
learn().then(() => view && draw());
listen(look);
