import { at, board, fill, fresh, items, listen, looker, node, panels, post, say } from "/page/shared.js";

const MANY = 12; // numbers that are buttons; more of them are chosen by a field
let view = null;
let picked = {}; // by whose move: the steps chosen so far
let sending = null; // the move that is on its way, with its name

const same = (a, b) => a.say === b.say && a.field === b.field;
const path = (by) => picked[by] || [];

// The moves that begin with what was chosen.
const left = (choices) => choices.moves.filter((one) => path(choices.by).every((step, n) => one.steps[n] && same(one.steps[n], step)));

function pick(choices, step) {
  picked[choices.by] = [...path(choices.by), step];
  draw();
  at("choices").querySelector("button, input")?.focus();
}

// What can be chosen next; where nothing is left to choose it is taken, so that nobody taps on a single answer.
function options(choices) {
  for (;;) {
    const chosen = path(choices.by);
    const moves = left(choices);
    const ended = moves.find((one) => one.steps.length === chosen.length);
    const next = [];
    for (const one of moves) {
      const step = one.steps[chosen.length];
      if (step && !next.some((known) => same(known, step))) next.push(step);
    }
    if (!ended && next.length === 1) {
      picked[choices.by] = [...chosen, { ...next[0], alone: true }];
      continue;
    }
    return { ended, next };
  }
}

async function send(by, turn, move) {
  if (sending) return; // a second tap
  sending = { id: fresh(), turn, move: { ...move, by } };
  for (let tries = 0; ; tries += 1) {
    try {
      const answer = await post("/api/move", sending);
      tell(await answer.json());
      break;
    } catch {
      at("state").textContent = say("lost");
      if (tries === 5) break;
      await new Promise((done) => setTimeout(done, 700 * (tries + 1)));
    }
  }
  sending = null;
  picked = {};
  at("line").value = "";
  at("meant").replaceChildren();
  look();
}

function refused(found) {
  const box = node("div", "", { class: "note" });
  box.append(node("p", found.sentence));
  if (found.rule) {
    const more = node("p");
    more.append(node("a", found.rule, { href: `/rules#${found.rule}` }), ` ${found.text === found.sentence ? "" : found.text}`);
    box.append(more);
  }
  return box;
}

function tell(answer) {
  const lines = typeof answer.said === "string" ? [answer.said] : answer.said || [];
  const made = lines.map((line) => node("p", line, { class: "note" }));
  if (answer.receipt) made.unshift(node("p", say("receipt", answer), { class: "note" }));
  if (answer.refused) made.push(refused(answer.refused));
  at("told").replaceChildren(...made);
}

function numbers(choices, next) {
  const low = next[0].number;
  const high = next[next.length - 1].number;
  const input = node("input", "", { type: "number", class: "number", min: low, max: high, value: low, "aria-label": next[0].field, inputmode: "numeric", "data-key": "number" });
  const ahead = node("p", "", { class: "small", "aria-live": "polite" }); // where it would lead
  const look = () => {
    const step = next.find((one) => one.number === Number(input.value));
    const move = step && left(choices).find((one) => same(one.steps[path(choices.by).length], step));
    ahead.textContent = move?.ahead || "";
  };
  const by = (n) => () => {
    input.value = Math.min(high, Math.max(low, Number(input.value) + n));
    look();
  };
  input.addEventListener("input", look);
  look();
  const take = () => {
    const step = next.find((one) => one.number === Number(input.value));
    if (step) pick(choices, step);
    else input.reportValidity();
  };
  const row = node("div", "", { class: "row" });
  row.append(
    node("button", "−", { "aria-label": say("less"), onclick: by(-1) }), input,
    node("button", "+", { "aria-label": say("more"), onclick: by(1) }),
    node("button", say("take-it"), { class: "strong", "data-key": "take", onclick: take }),
  );
  return [row, ahead];
}

function asking(choices) {
  const { ended, next } = options(choices);
  const chosen = path(choices.by); // with what was taken by itself
  const parts = [];
  if (choices.by !== view.me.name) parts.push(node("h3", say("for-table", { name: choices.name })));
  if (chosen.length) {
    parts.push(node("p", chosen.map((step) => step.say).join(" · "), { class: "crumbs" }));
    if (choices.help[chosen[0].say]) parts.push(node("p", choices.help[chosen[0].say], { class: "small" }));
  }
  if (next.length > MANY && next.every((step) => "number" in step)) parts.push(...numbers(choices, next));
  else if (next.length) {
    const set = node("fieldset", "", { class: "options" });
    set.append(node("legend", chosen.length ? next[0].field : say("what")));
    for (const step of next) set.append(node("button", step.say, { type: "button", "data-key": `${step.field}/${step.say}`, onclick: () => pick(choices, step) }));
    parts.push(set);
  }
  if (ended?.ahead) parts.push(node("p", ended.ahead, { class: "small" }));
  const row = node("div", "", { class: "row" });
  if (ended) {
    const label = choices.secret.includes(chosen[0].say) ? "seal" : "do-it";
    row.append(node("button", say(label, { move: ended.say }), { class: "strong", "data-key": "do", onclick: () => send(choices.by, choices.turn, ended.move) }));
  }
  if (chosen.some((step) => !step.alone)) row.append(node("button", say("back"), { "data-key": "back", onclick: () => { picked[choices.by] = []; draw(); } }));
  parts.push(row);
  return parts;
}

function draw() {
  for (const choices of view.choices) { // what was half chosen stays as far as it is still legal
    while (path(choices.by).length && !left(choices).length) picked[choices.by].pop();
  }
  const open = view.choices.filter((choices) => choices.moves.length);
  fill("choices", [open, picked], () => open.flatMap(asking));
}

function asked(found) {
  if (found.over) return found.result.map((line) => node("p", line, { class: "pre" }));
  const mine = found.asked.filter((row) => row.by === view.me.name || row.by === "table");
  if (mine.length) return mine.map((row) => node("p", row.question, { class: "question" }));
  return [node("p", say("others-turn")), ...found.asked.slice(0, 1).map((row) => node("p", row.question))];
}

function show(found) {
  const seated = found.state === "seated";
  for (const id of ["play", "own-part", "orders-part", "standing-part", "board-part", "leave"]) at(id).hidden = !seated;
  if (!seated) {
    at("state").textContent = found.state === "waiting" ? say("wait", found) : say("no-seat");
    return;
  }
  view = found;
  at("title").textContent = `${view.me.emblem} ${view.me.name} · ${view.title}`;
  at("state").textContent = "";
  fill("asked", { over: view.over, result: view.result, asked: view.asked }, asked);
  draw();
  fill("own", view.own, items);
  at("receipts").textContent = view.receipts.length ? say("receipts", { words: view.receipts.join(" · ") }) : "";
  fill("orders", view.orders, items);
  fill("reveal", view.reveal, items);
  at("standing").textContent = view.standing;
  fill("panels", view.panels, panels);
  if (at("board-part").open) board(view);
}

at("board-part").addEventListener("toggle", () => view && at("board-part").open && board(view));
at("cover").addEventListener("click", () => {
  const covered = at("cover").getAttribute("aria-pressed") !== "true";
  at("cover").setAttribute("aria-pressed", covered);
  at("own").hidden = covered;
});
at("leave").addEventListener("click", async () => {
  if (confirm(say("leave-sure"))) {
    await post("/api/leave", {});
    location.reload();
  }
});
at("line-form").addEventListener("submit", async (event) => {
  event.preventDefault();
  const open = view.choices.find((one) => one.by === view.me.name && one.moves.length) || view.choices[view.choices.length - 1];
  const answer = await (await post("/api/meant", { by: open.by, line: at("line").value })).json();
  const made = (answer.meant || []).map((one) => node("button", say("do-it", { move: one.say }), { class: "strong", type: "button", onclick: () => send(open.by, open.turn, one.move) }));
  if (answer.refused) made.push(refused(answer.refused));
  if (answer.near) made.push(node("button", say("near", answer), { type: "button", onclick: () => { at("line").value = answer.near; at("line-form").requestSubmit(); } }));
  at("meant").replaceChildren(...made);
});

const look = looker("/api/seat", show);
listen(look);
