"""What has happened at a table: the last orders, the story in three lines, and why a result came out as it did."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from itertools import islice, takewhile
from typing import TYPE_CHECKING, Any

from venice_pnp.contract.play import DEALT, TABLE, Event, Refused
from venice_pnp.referee.frame import PLAIN, screens_of
from venice_pnp.referee.table import Step, Table, follows, is_chance
from venice_pnp.speech.paint import Paint
from venice_pnp.speech.texts import kit_texts
from venice_pnp.speech.words import Said, Speech, find_rule

if TYPE_CHECKING:
    from venice_pnp.referee.meaning import Ear
    from venice_pnp.referee.script import Script

BACK = 400  # moves that are searched for a result
ASIDE = ("pin", "restored", "forgotten", "moved")  # entries that change nothing on the table


def moves_made(table: Table) -> int:
    """Moves of people; what chance drew is not counted."""
    return sum(1 for step in table.steps if not step.start and not is_chance(step.move))


def is_begun(table: Table) -> bool:
    """Has a person moved? What bots have done before anybody sat down begins no evening."""
    return any(not step.start and not follows(step.move, table.bots) for step in table.steps)


def since_set_up(table: Table) -> range:
    """The steps after what was drawn for the set-up."""
    drawn = sum(1 for _ in takewhile(lambda step: is_chance(step.move), table.steps[1:]))
    return range(1 + drawn, len(table.steps))


def from_the_start(table: Table) -> bool:
    """Was the table opened as the box is opened, or with a set-up of the booklet, not from a typed-in position?"""
    if table.first.get("setup"):
        return True
    laid = {key: part for key, part in (table.steps[0].move["start"] or {}).items() if key != DEALT}
    return laid in ({}, dict(table.rules.fresh or {}))


def events_at(table: Table, n: int) -> list[Event]:
    """What the n-th step brought. Rules are pure, so it can be worked out again."""
    step = table.steps[n]
    return [] if step.start else list(table.rules.apply(table.steps[n - 1].state, step.move)[1])


def last_group(table: Table) -> range:
    """The last move of a human with what followed it: draws, and what bots did."""
    first = len(table.steps) - 1
    while first > 0 and follows(table.steps[first].move, table.bots):
        first -= 1
    return range(max(first, 1), len(table.steps))


def for_the_hands(table: Table, script: Script, steps: range) -> list[Event]:
    """What these steps brought that is not only told."""
    return by_hand(table, script, [event for n in steps for event in events_at(table, n)])


def by_hand(table: Table, script: Script, events: Sequence[Event], step: Step | None = None) -> list[Event]:
    """What of these is for the hands, here and now, or after this step."""
    found = []
    for event in events:
        if not is_only_told(table, script, event, step):
            found.append(event)
        elif event.facts.get("player") in table.bots and (key := script.of_bots(event)):
            found.append(Event(key, event.facts))
    return found


def is_only_told(table: Table, script: Script, event: Event, step: Step | None = None) -> bool:
    """Is there nothing in it for the hands, here and now, or after this step?"""
    over = not (table.awaited() if step is None else table.rules.pending(step.state))
    return script.is_remark(event) or (over and script.is_moot(event))


def last_lines(table: Table, script: Script, speech: Speech) -> list[tuple[str, bool]]:
    """What happened in it line by line; True: it only tells that, and the hands have nothing to do."""
    found: list[tuple[str, bool]] = []
    for n in last_group(table):
        if table.steps[n].move.get("by") in table.bots:
            found.append((_told_of_bot(table, n, script, speech), True))
        for event in events_at(table, n):
            found += [(speech.event(event), True)] if is_only_told(table, script, event) else []
            found += [(speech.event(one), False) for one in by_hand(table, script, [event])]
    return found


def before_undo(table: Table) -> list[Step] | None:
    """The steps that counted before the undo that came last; None: something else came last."""
    last = next(entry for entry in reversed(table.journal.entries) if entry.kind not in ASIDE)
    if last.kind != "undo":
        return None
    gone = reversed(table.undone[-len(last.body["groups"]) :])
    return [*table.steps, *(step for group in gone for step in group)]


def steps_once_made(table: Table, count: int) -> list[Step] | None:
    """The first so many steps that were made, be some of them taken back; None: not so many are known, or none."""
    gone = (step for group in reversed(table.undone) for step in group)
    every = [*table.steps, *gone]
    return every[:count] if 0 < count <= len(every) else None


def recalled(table: Table, script: Script, speech: Speech, refused: Refused) -> list[str]:
    """What the refused player did before in this round and may have been told wrong, each with the undo that takes it
    back."""
    key, found = script.recalled_by(refused), list[str]()
    now = table.view(None).get("round") if key else None
    back = 0
    for n in range(len(table.steps) - 1, 0, -1) if key else ():
        step = table.steps[n]
        if step.start or table.rules.view(step.state, None).get("round") != now:
            break
        back += not follows(step.move, table.bots)
        for event in events_at(table, n):
            if event.key == key and _concerns(event, refused):
                found.append(speech.say("play.recalled", {"told": Said(speech.event(event)), "n": back}))
    return found[::-1]


def _concerns(event: Event, refused: Refused) -> bool:
    """Did the same player do it, with some of what is lacking now?"""
    both = [(event.facts[name], value) for name, value in refused.facts.items() if name in event.facts]
    lists = [(then, now) for then, now in both if isinstance(then, list) and isinstance(now, list)]
    return event.facts.get("player") == refused.facts.get("player") and all(set(one) & set(two) for one, two in lists)


def _told_of_bot(table: Table, n: int, script: Script, speech: Speech) -> str:
    """What a bot did, and why: worked out again from what everybody saw."""
    step = table.steps[n]
    by, verb = str(step.move["by"]), str(step.move["do"])
    hidden = step.sealed or table.rules.verbs[verb].secret
    said = script.word(verb) if hidden else script.move(step.move, table.rules.verbs)
    facts = {"seat": by, "level": table.bots[by], "move": Said(said)}
    thinking = table.declared.thinking()
    weights = kit_texts(table.kit, "bots").get("weights", {})
    why = None if hidden or not thinking else thinking.reason(table.rules, table.steps[n - 1].state, step.move, weights)
    if why is None:
        return speech.say("bots.moves", facts)
    return speech.say("bots.because", {**facts, "why": Said(speech.event(Event(*why)))})


def headed(step: Step, table: Table, script: Script, speech: Speech) -> str:
    """Who did what; of what is or was secret only that something was done, and of what lies where only that it was
    told: the table shows it."""
    move = step.move
    brief = step.sealed or any(isinstance(value, Mapping) and not _is_counted(value) for value in move.values())
    said = script.word(str(move.get("do"))) if brief else script.move(move, table.rules.verbs)
    return f"{speech.name(str(move.get('by', TABLE)))}: {said}"


def _is_counted(value: Mapping[str, Any]) -> bool:
    """Does it say how many of each kind, and not what lies where?"""
    return all(type(part) is int for part in value.values())


def orders(table: Table, script: Script, speech: Speech, count: int) -> list[tuple[int, str, list[str]]]:
    """The last moves, the newest first: after how many steps, who did what, and what the hands had to do."""
    found: list[tuple[int, str, list[str]]] = []
    told: list[str] = []
    for n in range(len(table.steps) - 1, 0, -1):
        step = table.steps[n]
        told = [*map(speech.event, by_hand(table, script, events_at(table, n), step)), *told]
        if not is_chance(step.move) and told:
            found.append((n + 1, headed(step, table, script, speech) if not step.start else "…", told))
            told = []
            if len(found) == count:
                break
    return found


def so_far(table: Table, script: Script, speech: Speech, paint: Paint) -> list[str]:
    """The story in three lines: since when, how it stands, what came last."""
    begun = datetime.fromisoformat(table.journal.entries[0].at)
    last = datetime.fromisoformat(table.journal.entries[-1].at)
    facts = {
        "game": table.kit.game.title.in_language(speech.lang),
        "players": Said(", ".join(map(paint.seat, table.players))),
        "n": moves_made(table),
        "begun": Said(_when(begun, speech)),
        "last": Said(_when(last, speech)),
    }
    lines = [speech.say("play.story", facts)]
    if moves_made(table) or not from_the_start(table):  # else what stands nowhere yet would be told as gone
        lines.append(screens_of(table).standing(table.rules, table.view(None), speech, paint))
    return [*lines, _last_move(table, script, speech)]


def _when(at: datetime, speech: Speech) -> str:
    here, now = at.astimezone(), datetime.now(UTC).astimezone()
    return here.strftime("%H:%M" if here.date() == now.date() else speech.date_form)


def _last_move(table: Table, script: Script, speech: Speech) -> str:
    step = next((s for s in reversed(table.steps) if not s.start and not is_chance(s.move)), None)
    if step is None:
        return speech.say("play.story-new")
    return speech.say("play.story-last", {"move": Said(headed(step, table, script, speech))})


def why(table: Table, script: Script, speech: Speech, count: int = 1) -> list[str]:
    """The last results, the newest first, event by event: what was counted, and the rule behind it."""
    steps = range(len(table.steps) - 1, max(0, len(table.steps) - BACK), -1)
    results = (n for n in steps if any(event.rule in script.foretold for event in events_at(table, n)))
    if last := list(islice(results, count)):
        return [line for n in last for line in _explained(table, n, script, speech)]
    return _explained(table, len(table.steps) - 1, script, speech) if len(table.steps) > 1 else []


def _explained(table: Table, n: int, script: Script, speech: Speech) -> list[str]:
    step, lines = table.steps[n], []
    if not step.start and not step.sealed:
        lines.append(headed(step, table, script, speech))
    counting = table.declared.why()
    if counting is not None and not step.start:
        for key, facts in counting.counted(table.rules, table.steps[n - 1].state, step.move, step.state):
            lines.append(speech.say(key, facts))
    seen: set[str] = set()
    for event in events_at(table, n):
        lines.append(f"▸ {speech.event(event)} ({event.rule})")
        rule = find_rule(table.kit, event.rule, speech.lang)
        if rule and event.rule in script.foretold and event.rule not in seen:
            lines.append(f"    {event.rule}: {rule}")
        seen.add(event.rule)
    return lines


def own_lines(table: Table, view: dict[str, Any], seat: str, speech: Speech, paint: Paint) -> list[str]:
    """What a seat alone may know, or that there is nothing."""
    return known_alone(table, view, seat, speech, paint) or [speech.say("play.nothing-own")]


def known_alone(table: Table, view: dict[str, Any], seat: str, speech: Speech, paint: Paint) -> list[str]:
    own_side = table.declared.own_side()
    if own_side is None:
        own = _beyond(view, table.view(None))
        return PLAIN.lines(table.rules, {**own, "players": table.players}, speech, paint) if own else []
    return own_side.own(table.rules, view, seat, speech, paint)


def is_known_alone(table: Table, seat: str) -> bool:
    """Is there anything in a seat's view that is in nobody else's?"""
    return bool(_beyond(table.view(seat), table.view(None)))


def _beyond(view: Mapping[str, Any], public: Mapping[str, Any]) -> dict[str, Any]:
    return {key: part for key, part in view.items() if part != public.get(key)}


def card_lines(table: Table, ear: Ear, words: Sequence[str], speech: Speech) -> list[str]:
    """What a card says, if the words name one."""
    meant = ear.lexicon.find(words) if words else []
    texts = table.declared.card_texts()
    return texts.card_text(table.rules, meant[0], speech) if texts and len(meant) == 1 else []
