"""How people type a move of Venetia: the seven dice as digits, yes or no for a veto, cards with `zara 2`.

A number behind a target means it so many times. Of a colony where only one other player has influence his name may
be left out: `card m12 candia 3`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from venice_pnp.games.venetia.rules.effects import field_of
from venice_pnp.speech.texts import is_verb
from venice_pnp.speech.tongues import is_answer
from venice_pnp.speech.words import data_of

if TYPE_CHECKING:
    from venice_pnp.games.venetia.rules.bound import Rules
    from venice_pnp.games.venetia.rules.state import State

CITY_WORDS = ("city", "stadt")
MARKERS = {"ap": "ap", "vp": "vp", "sp": "vp"}
MONUMENT_WORDS = ("monument", "monumente", "monuments")
SEAS, PLACES = ("seas", "fleets"), ("at", "regions")


def codes(_rules: Rules) -> dict[str, str]:
    """All codes stand in the tables."""
    return {}


def readings(
    rules: Rules, state: State, by: str, words: Sequence[str], find: Callable[[str], list[str]]
) -> Iterator[dict[str, Any]]:
    """Moves that these words may stand for."""
    awaited = rules.pending(state)
    wanted = awaited[0]["for"] if awaited else ""
    answers = not [
        word for word in words[:-1] if not is_verb(rules.kit, word, wanted)
    ]  # one word, or the verb before it
    if wanted == "roll":
        yield from _roll(rules, [word for word in words if word.isdecimal()])
    elif wanted == "veto" and answers and is_answer(words[-1], "yes", "no", data=data_of(rules.kit)):
        yield {"do": "veto", "use": is_answer(words[-1], "yes", data=data_of(rules.kit))}
    elif wanted == "marker" and answers and words[-1].casefold() in MARKERS:
        yield {"do": "marker", "as": MARKERS[words[-1].casefold()]}
    elif wanted == "draw" and state.seats.city:
        yield from _ducats(rules, words, find)
    elif wanted == "action":
        yield from _card(rules, state, by, words, find)
    elif wanted == state.seats.candidate_verb and not words[0].isdecimal():
        cards = [_only(find(word), rules.world.card_number) for word in words]
        if all(cards):
            yield {"do": wanted, "cards": cards}  # VTA-7.83: the mark of shame decides the family card


def _ducats(rules: Rules, words: Sequence[str], find: Callable[[str], list[str]]) -> Iterator[dict[str, Any]]:
    """`castello 2 cannaregio`, where the card is not known `t11 castello 2`; `monument castello` builds one there."""
    world = rules.world
    move: dict[str, Any] = {"do": "draw"}
    laid: dict[str, int] = {}
    built: list[str] = []
    last, building = "", False
    for word in words:
        district = _only(find(word), world.district_number)
        if word.isdecimal() and last:
            laid[last] = int(word)
        elif word.casefold() in MONUMENT_WORDS:
            building = True
        elif district and building:
            built.append(district)
        elif district:
            laid[district], last = 1, district
        elif card := _only(find(word), world.card_number):
            move["card"] = card
        elif word.casefold() not in CITY_WORDS and not is_verb(rules.kit, word, "draw"):
            return
    if laid:
        yield {**move, "city": laid, **({"monuments": built} if built else {})}


def _only(ids: Sequence[str], known: Collection[str]) -> str:
    """The one id of these that is known, or nothing."""
    found = [one for one in ids if one in known]
    return found[0] if len(found) == 1 else ""


def _card(
    rules: Rules, state: State, by: str, words: Sequence[str], find: Callable[[str], list[str]]
) -> Iterator[dict[str, Any]]:
    """`card p15 sicilia 2 malta 2`, `m12 candia anna 3`: targets as often as the number behind them says."""
    world = rules.world
    named = is_verb(rules.kit, words[0], "card")
    words = words[1:] if named else words
    card = _only(find(words[0]), world.card_number) if words else ""
    if not card or not (named or words[0].casefold() == card):  # without the verb, by the code that is printed on it
        return
    fields = [field for field in map(field_of, world.card_effect[world.card_number[card]]) if field]
    places = {*world.colonies, *world.seas, *world.regions}
    targets: list[list[str]] = []
    for word in words[1:]:
        if word.isdecimal() and targets and 0 < int(word) <= world.numbers.influence:
            targets += [targets[-1]] * (int(word) - 1)
            continue
        place, seat = _only(find(word), places), _only(find(word), state.seats.names)
        if seat and targets and len(targets[-1]) == 1 and fields[:1] != ["player"]:
            targets[-1].append(seat)
        elif place or seat:
            targets.append([place or seat])
        else:
            return
    aimed = _aimed(rules, state, by, fields, targets)
    if aimed is not None:
        yield {"do": "card", "card": card, **aimed}


def _aimed(
    rules: Rules, state: State, by: str, fields: Sequence[str], targets: list[list[str]]
) -> dict[str, Any] | None:
    """The targets by the fields that take them; None if they fit none."""
    if not targets:
        return {}
    names = [one for target in targets for one in target]
    if fields[:1] in (["remove"], ["swap"]):
        pairs = [target if len(target) == 2 else [*target, _other(rules, state, by, target[0])] for target in targets]
        return {fields[0]: pairs} if all(all(pair) for pair in pairs) else None
    if fields[:1] == ["move"]:
        return {"move": [names[at : at + 2] for at in range(0, len(names), 2)]} if len(names) % 2 == 0 else None
    if fields[:1] in (["sea"], ["player"]):
        return {fields[0]: names[0]} if len(names) == 1 else None
    found: dict[str, Any] = {}
    for name in names:
        kinds = SEAS if name in rules.world.sea_number else PLACES
        field = next((field for field in fields if field in kinds), None)
        if field is None:
            return None
        found.setdefault(field, []).append(name)
    return found


def _other(rules: Rules, state: State, by: str, colony: str) -> str:
    """The only other player with influence there, or nothing."""
    if colony not in rules.world.colony_number:
        return ""
    here = zip(state.seats.names, state.here(rules.world.colony_number[colony]), strict=True)
    found = [name for name, n in here if n and name != by]
    return found[0] if len(found) == 1 else ""


def _roll(rules: Rules, words: Sequence[str]) -> Iterator[dict[str, Any]]:
    """`23 233 34`, or all in one: the dice in the order of their types."""
    values = [int(digit) for word in words for digit in word]
    world = rules.world
    if len(values) != sum(world.dice):
        return
    move: dict[str, Any] = {"do": "roll"}
    for kind, dice in zip(world.types, world.dice, strict=True):
        move[kind], values = values[:dice], values[dice:]
    yield move
