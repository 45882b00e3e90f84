"""How people type a move of Venetia: the seven dice as digits, yes or no for a veto, cards with `zara 2`.

A number behind a target means it so many times. Of a colony where only one other player has influence his name may
be left out: `card m12 candia 3`. A player is called by his name, his colour or his family, a region by its letter on
the board, a kingdom's region by the kingdom.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import islice, product
from typing import TYPE_CHECKING, Any

from venice_pnp.games.venetia.rules.effects import field_of
from venice_pnp.speech.folded import folded, likest
from venice_pnp.speech.texts import is_verb, kit_texts, names_in_all
from venice_pnp.speech.tongues import is_answer
from venice_pnp.speech.words import data_of

if TYPE_CHECKING:
    from venice_pnp.contract.abilities import Find
    from venice_pnp.games.venetia.rules.bound import Rules
    from venice_pnp.games.venetia.rules.state import State

CITY_WORDS = ("city", "stadt")
LONGEST_CARD = 5  # words of a card's name
LONGEST_PLACE = 3  # words of a sea's name
READINGS = 60  # ways to read targets that are cut short
ANSWER_WORDS = 3  # that may stand before what is answered: marker for a
SHORT_WORD = 3  # letters of such a word, which is no misspelled name
MONUMENT_WORDS = ("monument", "monumente", "monuments")
SEAS, PLACES = ("seas", "fleets"), ("at", "regions")


def codes(_rules: Rules) -> dict[str, str]:
    """All codes stand in the tables."""
    return {}


def takes(rules: Rules) -> Mapping[str, Mapping[str, str]]:
    """Seas, colonies and regions, these with the letters that the board prints at them; SP is a victory point, and
    never the beginning of Spalato, and hand no Handel."""
    world = rules.world
    letters = {region.id: region.key for region in rules.kit.tables.regions}
    return {
        "sea": dict.fromkeys(world.seas, ""),
        "place": dict.fromkeys(world.colonies, ""),
        "attack": dict.fromkeys(world.places, ""),
        "kingdom": letters,
        "choose-doge": {},
        "marker": _one_word(rules, "markers"),
        "die": dict.fromkeys(world.types, ""),
        "threat": dict.fromkeys(world.threats, ""),
        "tile": dict.fromkeys(world.tiles, ""),
        "districts": dict.fromkeys(world.districts, ""),
        "card": dict.fromkeys((*world.cards, *world.places, *world.regions), ""),
        "candidate": dict.fromkeys(world.cards, ""),
        "show": dict.fromkeys(world.cards, ""),
        "draw": {**dict.fromkeys((*world.cards, *world.districts), ""), **_one_word(rules, "draws")},
    }


def _one_word(rules: Rules, asked: str) -> dict[str, str]:
    """What may be answered to a question, each with all that it is called in one word."""
    return {answer: " ".join(word for word in words if " " not in word) for answer, words in _answers(rules, asked)}


def readings(rules: Rules, state: State, by: str, words: Sequence[str], find: Find) -> Iterator[dict[str, Any]]:
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
    elif wanted == "marker":
        yield from ({"do": "marker", "as": use} for use in _answered(rules, state, "markers", words))
    elif wanted == "threat":
        yield from _threat(rules, words[1:] if is_verb(rules.kit, words[0], "threat") else words)
    elif wanted == "tile":
        yield from _tile(rules, words[1:] if is_verb(rules.kit, words[0], "tile") else words)
    elif wanted == "die":
        yield from _die(rules, state, words, find)
    elif wanted == "draw":
        yield from ({"do": "draw", "to": where} for where in _answered(rules, state, "draws", words))
        yield from _ducats(rules, words, find) if state.seats.city else ()
    elif wanted == "action":
        yield from _unclaimed(rules, words, find)
        yield from _kingdom(rules, state, words, find)
        yield from _card(rules, state, by, words, find)
    elif wanted == state.seats.candidate_verb and not words[0].isdecimal():
        cards = [_only(find(word), rules.world.card_number) for word in words]
        if all(cards):
            yield {"do": wanted, "cards": cards}  # VTA-7.83: the mark of shame decides the family card


def _unclaimed(rules: Rules, words: Sequence[str], find: Find) -> Iterator[dict[str, Any]]:
    """`a tirreno no`: an attack that leaves the freed sea alone (VTA-7.25)."""
    verb, *where = words[:-1] or [""]
    is_no = len(words[-1]) > 1 and is_answer(words[-1], "no", data=data_of(rules.kit))
    if is_no and where and is_verb(rules.kit, verb, "attack"):
        at = _only(find(" ".join(where), rules.world.places), rules.world.places)
        yield from [{"do": "attack", "at": at, "claim": False}] if at else ()


def _ducats(rules: Rules, words: Sequence[str], find: Find) -> Iterator[dict[str, Any]]:
    """`castello 2 cannaregio`, where the card is not known `t11 castello 2`; `monument castello` builds one there. What
    begins several (`san`) may be each of them, and the table chooses."""
    districts = frozenset(rules.world.districts)
    names = list(_whole_names(words, districts, find))
    found = [[one for one in find(name, districts) if one in districts] for name in names]
    rows = [some if len(some) > 1 else [name] for name, some in zip(names, found, strict=True)]
    for line in islice(product(*rows), READINGS):
        yield from _laid(rules, line, find)


def _laid(rules: Rules, words: Sequence[str], find: Find) -> Iterator[dict[str, Any]]:
    """The ducats of a line in which everything has its whole name."""
    world = rules.world
    move: dict[str, Any] = {"do": "draw"}
    laid: dict[str, int] = {}
    built: list[str] = []
    last, building = "", False
    for word in words:
        district = _only(find(word, world.districts), world.district_number)
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
    if laid or "card" in move:
        yield {**move, **({"city": laid} if laid else {}), **({"monuments": built} if built else {})}


def _only(ids: Sequence[str], known: Collection[str]) -> str:
    """The one id of these that is known, or nothing."""
    found = [one for one in ids if one in known]
    return found[0] if len(found) == 1 else ""


def _answers(rules: Rules, asked: str) -> Iterator[tuple[str, list[str]]]:
    """What may be answered to a question, each with its words in every language."""
    for answer, rows in (kit_texts(rules.kit, "console").get(asked) or {}).items():
        yield str(answer), [str(word) for words in rows.values() for word in words]


def _answered(rules: Rules, state: State, asked: str, words: Sequence[str]) -> Iterator[str]:
    """`vp`, `marker sp`, `for a victory point`: what is answered, as it is asked in some language. `Bernd vp` is said
    for a player, and is no answer of whoever is asked."""
    said = [folded(word) for word in words]
    for answer, names in _answers(rules, asked):
        for name in names:
            size = len(name.split())
            if folded(" ".join(said[-size:])) == folded(name) and len(said) <= size + ANSWER_WORDS:
                if not any(_calls_a_player(rules, state, word.rstrip(":,")) for word in said[:-size]):
                    yield answer
                return


def _calls_a_player(rules: Rules, state: State, word: str) -> bool:
    """Is it a player's name, be it cut short or misspelled, or what else the player is called?"""
    names = [folded(name) for name in state.seats.names]
    begun = len(word) > 1 and any(part.startswith(word) for name in names for part in name.split())
    misspelled = len(word) > SHORT_WORD and bool(likest(word, names, 1))
    return begun or misspelled or bool(_seat(rules, state, word, lambda *_: []))


def _die(rules: Rules, state: State, words: Sequence[str], find: Find) -> Iterator[dict[str, Any]]:
    """`trade`, `3`: half of a die, which is enough where it is the only one; of several the table chooses."""
    world, said = rules.world, is_verb(rules.kit, words[0], "die")
    words = words[1:] if said else words
    pool = {(world.types[kind], value) for kind, values in enumerate(state.pool) for value in values}
    if len(words) == 1:
        kinds = find(words[0], world.types)
        fits = [one for one in sorted(pool) if one[0] in kinds or str(one[1]) == words[0]]
        if len(fits) == 1 or not said:
            yield from ({"do": "die", "type": kind, "value": value} for kind, value in fits)


def _threat(rules: Rules, words: Sequence[str]) -> Iterator[dict[str, Any]]:
    """`g1`: the first threat of Arcipelago, by the letter that board and card print at the region; of Grecia it is the
    beginning only."""
    tables, line = rules.kit.tables, folded("".join(words)).replace(" ", "")
    letters = {region.id: folded(region.key) for region in tables.regions}
    codes = {row.id: letters[row.region] + row.id.removeprefix(f"{row.region}-") for row in tables.threats}
    yield from ({"do": "threat", "card": one} for one, code in codes.items() if code == line)


def _tile(rules: Rules, words: Sequence[str]) -> Iterator[dict[str, Any]]:
    """`2 cb`, `0`, `3`, `2 casus belli`: what the tile shows, all of it or as much as tells it from the others."""
    said, tiles = [folded(word) for word in words], rules.world.tiles
    fits = [tile for tile in tiles if "".join(said) == tile]
    if not fits and (len(said) > 1 or "".join(said).isdecimal() or len("".join(said)) > 1):  # no stray letter
        fits = [tile for tile in tiles if all(_is_shown_on(rules, tile, word) for word in said)]
    yield from ({"do": "tile", "tile": tile} for tile in fits)


def _is_shown_on(rules: Rules, tile: str, word: str) -> bool:
    """May it be read off a combat tile: its value, its code, a word for it, be it cut short?"""
    value = str(rules.world.tile_value[rules.world.tile_number[tile]])
    names = [one for name in names_in_all(rules.kit, tile) for one in folded(name).split()]
    return word in (value, tile.removeprefix(value)) or (len(word) > 2 and any(name.startswith(word) for name in names))


def _kingdom(rules: Rules, state: State, words: Sequence[str], find: Find) -> Iterator[dict[str, Any]]:
    """`k mamluk`: the kingdom by its name on the shield, wherever it is. Where a region begins like that too (`k ar`),
    either may be meant; a letter of the board and a whole name are the region's."""
    if len(words) < 2 or not is_verb(rules.kit, words[0], "kingdom"):
        return
    line, world = " ".join(words[1:]), rules.world
    rows = rules.kit.tables.regions
    if folded(line) in {folded(said) for row in rows for said in (row.key, row.id, *row.name.values())}:
        return
    meant = {*find(line, world.kingdoms), *find(line, world.regions)}
    there = [region for region, one in enumerate(state.kingdoms) if one >= 0]
    named = [region for region in there if {world.kingdoms[state.kingdoms[region]], world.regions[region]} & meant]
    yield from ({"do": "kingdom", "region": world.regions[region]} for region in named)


def _named_card(rules: Rules, words: Sequence[str], find: Find, said: bool) -> tuple[str, int]:
    """The card that words begin with, and how many of them are its name: its code, its whole name in some language,
    or behind the verb a part of it."""
    cards = rules.world.card_number
    for size in range(min(LONGEST_CARD, len(words)), 0, -1):
        line = " ".join(words[:size])
        card = _only(find(line), cards)
        if card and (said or folded(line) in _called(rules, card)):
            return card, size
    return "", 0


def _called(rules: Rules, card: str) -> set[str]:
    name = rules.kit.tables.actions[rules.world.card_number[card]].name
    return {card, *map(folded, name.values())}


def _seat(rules: Rules, state: State, word: str, find: Find) -> str:
    """A player by name, colour or family (VTA-2.1)."""
    seats = state.seats
    if named := _only(find(word), seats.names):
        return named
    colours = {seat.id for seat in rules.kit.seats if folded(word) in map(folded, (seat.id, *seat.name.values()))}
    families = rules.kit.tables.families
    colours |= {row.colour for row in families if folded(word) in map(folded, (row.id, *row.name.values()))}
    return next((name for name, one in zip(seats.names, seats.colours, strict=True) if one in colours), "")


def _card(rules: Rules, state: State, by: str, words: Sequence[str], find: Find) -> Iterator[dict[str, Any]]:
    """`card p15 sicilia 2 malta 2`, `m12 candia anna 3`, `condotta ancona 2`: targets as often as the number behind
    them says."""
    world = rules.world
    said = is_verb(rules.kit, words[0], "card")
    words = words[1:] if said else words
    card, size = _named_card(rules, words, find, said)
    if not card:
        return
    fields = [field for field in map(field_of, world.card_effect[world.card_number[card]]) if field]
    for line in _whole_lines(rules, state, fields, words[size:], find):
        targets = _targets(rules, state, fields, line, find)
        aimed = None if targets is None else _aimed(rules, state, by, fields, targets)
        if aimed is not None:
            yield {"do": "card", "card": card, **aimed}


def _whole_lines(
    rules: Rules, state: State, fields: Sequence[str], words: Sequence[str], find: Find
) -> Iterator[list[str]]:
    """The targets by their whole names: what begins several (`ra`) may be each of them, and the table chooses."""
    places = _places(rules, fields)
    letters = {folded(row.key) for row in rules.kit.tables.regions if row.id in places}
    rows: list[list[str]] = []
    for word in _whole_names(words, places, find):
        plain = word.isdecimal() or folded(word) in letters or bool(_seat(rules, state, word, find))
        several = [] if plain else [one for one in find(word, places) if one in places]
        rows.append(several if len(several) > 1 else [word])
    yield from map(list, islice(product(*rows), READINGS))


def _targets(
    rules: Rules, state: State, fields: Sequence[str], words: Sequence[str], find: Find
) -> list[list[str]] | None:
    """Places and players that a card is aimed at; a player behind a place belongs to it. None, if a word is neither."""
    world = rules.world
    places = _places(rules, fields)
    letters = {folded(row.key): row.id for row in rules.kit.tables.regions if row.id in places}
    targets: list[list[str]] = []
    for word in words:
        if word.isdecimal() and targets and 0 < int(word) <= world.numbers.influence:
            targets += [targets[-1]] * (int(word) - 1)
            continue
        seat = _seat(rules, state, word, find)
        place = letters.get(folded(word), "") or _only(find(word, places), places)
        if seat and targets and fields[:1] != ["player"]:
            if len(targets[-1]) == 1:
                targets[-1] = [*targets[-1], seat]
            else:
                targets.append([targets[-1][0], seat])
        elif place or seat:
            targets.append([place or seat])
        else:
            return None
    return targets


def _whole_names(words: Sequence[str], places: frozenset[str], find: Find) -> Iterator[str]:
    """Words of one name together: `Mare Adriatico`."""
    at = 0
    while at < len(words):
        sizes = range(min(LONGEST_PLACE, len(words) - at), 1, -1)
        size = next((n for n in sizes if len(find(" ".join(words[at : at + n]), places)) == 1), 1)
        yield " ".join(words[at : at + size])
        at += size


def _places(rules: Rules, fields: Sequence[str]) -> frozenset[str]:
    """What a card with these fields can aim at; whatever has a name, if it aims at nothing."""
    world = rules.world
    kinds = {"seas": world.seas, "sea": world.seas, "fleets": world.seas, "regions": world.regions}
    found = [one for field in fields if field != "player" for one in kinds.get(field, world.colonies)]
    return frozenset(found or (*world.colonies, *world.seas, *world.regions))


def _aimed(
    rules: Rules, state: State, by: str, fields: Sequence[str], targets: list[list[str]]
) -> dict[str, Any] | None:
    """The targets by the fields that take them; None if they fit none."""
    if not targets:
        return {}
    names = [one for target in targets for one in target]
    if fields[:1] in (["remove"], ["swap"]):
        pairs = [target if len(target) == 2 else [*target, *_other(rules, state, by, target[0])] for target in targets]
        return {fields[0]: pairs}  # where whose is not clear, that is asked for
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


def _other(rules: Rules, state: State, by: str, colony: str) -> list[str]:
    """The only other player with influence there, or nobody."""
    if colony not in rules.world.colony_number:
        return []
    here = zip(state.seats.names, state.here(rules.world.colony_number[colony]), strict=True)
    found = [name for name, n in here if n and name != by]
    return found if len(found) == 1 else []


def _roll(rules: Rules, words: Sequence[str]) -> Iterator[dict[str, Any]]:
    """`23 233 34`, or all in one: the dice in the order of their types. Of too many the last type has the rest."""
    values = [int(digit) for word in words for digit in word]
    world = rules.world
    if len(values) < 2:  # a stray key
        return
    move: dict[str, Any] = {"do": "roll"}
    for kind, dice in zip(world.types, world.dice, strict=True):
        move[kind], values = values[:dice], values[dice:]
    move[kind] += values
    yield move
