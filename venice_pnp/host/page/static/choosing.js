// What can be chosen next. A choice is a list of numbers of steps; a move is such a list, and loose items have no order.

const remove = (list, item) => list.filter((_, n) => n !== list.indexOf(item));

// How a move goes on after what was chosen: the steps that may come next, and whether it is whole; null: it is another move.
function follow(steps, path, chosen) {
  let at = 0;
  let run = []; // items of a loose list that are still to be named
  const begin = () => {
    const first = steps[path[at]];
    if (run.length || !first?.loose) return;
    while (at < path.length && steps[path[at]].key === first.key) run.push(path[at++]);
  };
  for (const one of chosen) {
    begin();
    if (run.length) {
      if (!run.includes(one)) return null;
      run = remove(run, one);
    } else {
      if (path[at] !== one) return null;
      at += 1;
    }
  }
  begin();
  const next = run.length ? run : path.slice(at, at + 1);
  return { next, whole: next.length === 0 };
}

const begins = (path, chosen) => path.every((one, n) => chosen[n] === one);

// All that may come next, the listed move that is chosen, and whether the choice can only be tried.
export function after(choices, chosen) {
  const next = new Set();
  let whole = null;
  let open = false; // some listed move goes on so
  for (const move of choices.moves) {
    const way = follow(choices.steps, move.path, chosen);
    if (!way) continue;
    open = true;
    if (way.whole) whole = move;
    for (const one of way.next) next.add(one);
  }
  const part = choices.parts.find((one) => begins(one.path, chosen));
  const more = part ? part.items.filter((one) => !(choices.steps[one].once && chosen.includes(one))) : [];
  for (const one of more) next.add(one);
  const tried = !whole && chosen.some((one) => choices.steps[one].built);
  return { next: [...next], whole, tried, legal: open || Boolean(part) };
}

// The same, with what nobody has to choose taken already.
export function taken(choices, chosen) {
  const all = [...chosen];
  for (;;) {
    const found = after(choices, all);
    if (found.whole || found.tried || found.next.length !== 1) return { ...found, chosen: all };
    all.push(found.next[0]);
  }
}

// A choice as a move.
export function composed(choices, chosen) {
  const move = { by: choices.by };
  for (const step of chosen.map((one) => (typeof one === "number" ? choices.steps[one] : one))) {
    if (step.do) move.do = step.do;
    else if (step.shape === "list") move[step.key] = [...(move[step.key] || []), step.value];
    else if (step.shape === "map") move[step.key] = { ...move[step.key], [step.value[0]]: step.value[1] };
    else move[step.key] = step.value;
  }
  return move;
}

// Which places of the board go on with the choice: for each the ways there. A place is named with the verb too.
export function ways(choices, found) {
  const places = new Map();
  const add = (way) => {
    const place = choices.steps[way[way.length - 1]].at;
    if (place) places.set(place, [...(places.get(place) || []), way]);
  };
  for (const one of found.next) {
    add([one]);
    if (choices.steps[one].do) for (const then of after(choices, [...found.chosen, one]).next) add([one, then]);
  }
  return places;
}
