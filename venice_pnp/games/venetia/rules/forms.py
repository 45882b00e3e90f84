"""Is it a move at all? Its words become numbers (VTA-6.2)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from msgspec import Struct

from venice_pnp.contract.play import Move, Refused, Verb
from venice_pnp.contract.reading import check_keys, mover
from venice_pnp.games.venetia.rules.cards import BOX, CITY, HAND, Drawn, no_sestiere
from venice_pnp.games.venetia.rules.dealing import Deal
from venice_pnp.games.venetia.rules.effects import field_of
from venice_pnp.games.venetia.rules.state import NOBODY, NOWHERE, UNKNOWN, Row, Seats
from venice_pnp.games.venetia.rules.world import World

RULE = "VTA-6.2"
CARD_FIELDS = ("at", "seas", "sea", "remove", "swap", "move", "regions", "fleets", "player")
VERBS: Mapping[str, Verb] = {
    verb.name: verb
    for verb in (
        Verb("candidate", ("family", "cards"), secret=True, many=True),
        Verb("show", ("family", "cards"), many=True),  # VTA-6.5: a candidate that lay on the table
        Verb("choose-doge", ("player",)),
        Verb("roll", ("military", "politics", "trade"), lists=("military", "politics", "trade")),
        Verb("threat", ("card",)),
        Verb("veto", ("use",)),
        Verb("die", ("type", "value")),
        Verb("draw", ("to", "card", "ducats", "city", "monuments"), secret=True, lists=("ducats", "monuments")),
        Verb("marker", ("as",)),
        Verb("sea", ("sea",)),
        Verb("place", ("at", "n")),
        Verb("kingdom", ("region",)),
        Verb("attack", ("at", "tile", "claim")),
        Verb("tile", ("tile",)),
        Verb("card", ("card", "targets", *CARD_FIELDS), lists=("targets",), private=True),
        Verb("end"),
        Verb("districts", ("tiles",), many=True),
        Verb("reveal", ("vp",), many=True),
        Verb("deal", ("hands", "boxes", "vp", "card"), secret=True),  # VTA-5.17, only with a seed
    )
}
OPTIONAL = {
    "candidate": frozenset({"family", "cards"}),
    "show": frozenset({"family", "cards"}),
    "draw": frozenset({"to", "card", "ducats", "city", "monuments"}),
    "place": frozenset({"n"}),
    "attack": frozenset({"tile", "claim"}),
    "card": frozenset({"targets", *CARD_FIELDS}),
    "deal": frozenset({"hands", "boxes", "vp", "card"}),
}
NOTHING: frozenset[str] = frozenset()
KINDS = {  # what a field holds, as its refusal calls it
    **dict.fromkeys(("at", "remove", "swap", "move"), "colony"),  # of pairs: the first
    **dict.fromkeys(("sea", "seas", "fleets"), "sea"),
    **dict.fromkeys(("region", "regions"), "region"),
    **dict.fromkeys(("use", "claim"), "yes"),
    **dict.fromkeys(("military", "politics", "trade"), "dice"),
    "card": "card",
    "cards": "card",
    "family": "family",
    "tile": "tile",
    "tiles": "district",
    "player": "player",
    "type": "type",
    "value": "die",
    "n": "number",
    "as": "marker",
    "vp": "markers",
}
OF_VERB = {("threat", "card"): "threat", ("attack", "at"): "place"}
NEAR = ("colony", "place", "sea", "region", "card", "threat")  # the nearest of many are named, where there are any
ALLOWED = {name: frozenset({"by", "do", "drawn", *verb.fields}) for name, verb in VERBS.items()}
NEEDED = {name: frozenset(verb.fields) - OPTIONAL.get(name, NOTHING) for name, verb in VERBS.items()}


def read_mover(seats: Seats, move: Move) -> tuple[str, int]:
    """Verb and player (NOBODY for the table): whether they are awaited goes before what else is said."""
    verb = move.get("do")
    if not isinstance(verb, str) or verb not in READERS:
        raise Refused(RULE, {"verb": verb, "known": list(VERBS)[:-1]}, f"{RULE}.verb")
    return verb, mover(move, seats.number, NOBODY, RULE)


def read_about(world: World, seats: Seats, verb: str, player: int, move: Move) -> Any:
    """What the verb is about."""
    if not _known_keys(verb, tuple(move)) or ("drawn" in move and not (player == NOBODY and move["drawn"] is True)):
        check_keys(move, VERBS[verb], RULE, OPTIONAL.get(verb, NOTHING), drawn=player == NOBODY)
    whole = canonical(world, move) if "targets" in move or "ducats" in move else move
    return READERS[verb](MoveWords(world, seats, verb), whole)


def canonical(world: World, move: Move) -> dict[str, Any]:
    """A move with its short form written out: targets of a card by their fields, ducats by district."""
    whole = dict(move)
    if move.get("do") == "card" and isinstance(move.get("targets"), (list, tuple)):
        card = world.card_number.get(str(move.get("card")), UNKNOWN)
        whole |= _sorted_out(world, card, list(whole.pop("targets")))
    elif move.get("do") == "draw" and isinstance(move.get("ducats"), (list, tuple)) and "city" not in move:
        laid = [str(district) for district in whole.pop("ducats")]
        whole["city"] = {district: laid.count(district) for district in laid}
        if whole.get("to") == CITY:
            del whole["to"]
    return whole


def _sorted_out(world: World, card: int, targets: list[Any]) -> dict[str, Any]:
    """Each target goes to the field of the card that takes its kind; pairs are typed one after the other."""
    effects = world.card_effect[card] if card != UNKNOWN else ()
    fields = [field for field in map(field_of, effects) if field]
    if len(fields) == 1 and fields[0] in ("sea", "player"):
        return {fields[0]: targets[0]} if len(targets) == 1 else {fields[0]: targets}
    if len(fields) == 1 and fields[0] in ("remove", "swap", "move"):
        return {fields[0]: [targets[at : at + 2] for at in range(0, len(targets), 2)]}
    if len(fields) == 1:
        return {fields[0]: targets}
    if not fields:
        return {"at": targets}
    seas = [target for target in targets if str(target) in world.sea_number]
    rest = [target for target in targets if str(target) not in world.sea_number]
    return {key: part for key, part in (("seas", seas), ("at", rest)) if part}


@lru_cache(256)
def _known_keys(verb: str, keys: tuple[str, ...]) -> bool:
    """Does a move of this verb have these keys?"""
    return NEEDED[verb] <= set(keys) <= ALLOWED[verb]


class MoveWords(Struct, frozen=True, gc=False):
    """Reads the values of one move. A secret one is never quoted: others may be looking on."""

    world: World
    seats: Seats
    verb: str

    def wrong(self, key: str, value: object, known: object = (), kind: str = "") -> Refused:
        """What is wrong with it, in the words of what should stand there."""
        if VERBS[self.verb].secret:
            city = ".city" if self.verb == "draw" and self.seats.city else ""
            return Refused(RULE, {}, f"{RULE}.secret-{self.verb}{city}")
        kind = kind or OF_VERB.get((self.verb, key)) or KINDS[key]
        near = ".near" if known and kind in NEAR else ""
        return Refused(RULE, {"value": value, "known": known}, f"{RULE}.{kind}{near}")

    def one(self, key: str, value: object, numbers: Mapping[str, int]) -> int:
        """A known id; numbers are compared as text (`1` = `'1'`)."""
        text = value if type(value) is str else str(value) if type(value) is int else ""
        number = numbers.get(text, NOBODY)
        if number == NOBODY:
            from difflib import get_close_matches  # only for a word that nobody knows

            kind = "player" if numbers is self.seats.number else ""
            near = get_close_matches(str(value)[:60], numbers, n=3, cutoff=0.6)
            few = kind or KINDS.get(key) not in NEAR
            raise self.wrong(key, value, list(numbers) if few else near, kind)
        return number

    def many(self, key: str, value: object, numbers: Mapping[str, int]) -> Row:
        if not isinstance(value, (list, tuple)):
            raise self.wrong(key, value, kind="list")
        return tuple([self.one(key, item, numbers) for item in value])

    def pairs(
        self, key: str, value: object, left: Mapping[str, int], right: Mapping[str, int]
    ) -> tuple[tuple[int, int], ...]:
        pairs = "pairs.move" if key == "move" else "pairs"
        if not isinstance(value, (list, tuple)):
            raise self.wrong(key, value, kind=pairs)
        found = []
        for pair in value:
            if isinstance(pair, (list, tuple)) and len(pair) == 1 and pair[0] in left and key != "move":
                raise self.wrong(key, pair[0], kind="pairs.whose")
            if not isinstance(pair, (list, tuple)) or len(pair) != 2:
                raise self.wrong(key, value, kind=pairs)
            found.append((self.one(key, pair[0], left), self.one(key, pair[1], right)))
        return tuple(found)

    def whole(self, key: str, value: object, least: int) -> int:
        if type(value) is not int or value < least:
            raise self.wrong(key, value)
        return value

    def yes(self, key: str, value: object) -> bool:
        if type(value) is not bool:
            raise self.wrong(key, value, (True, False))
        return value


def _candidate(words: MoveWords, move: Move) -> tuple[int | None, Row]:
    family = move.get("family")
    if family is not None and (type(family) is not int or family not in words.world.numbers.family):
        raise words.wrong("family", family, words.world.numbers.family)
    cards = move.get("cards")
    return family, () if cards is None else words.many("cards", cards, words.world.card_number)


def _player(words: MoveWords, move: Move) -> int:
    return words.one("player", move["player"], words.seats.number)


def _roll(words: MoveWords, move: Move) -> tuple[Row, ...]:
    """VTA-5.6: as many dice of each type as there are, with their values."""
    pool = []
    rows = [(kind, move[kind]) for kind in words.world.types]
    for kind, values in rows:
        if not isinstance(values, (list, tuple)) or any(type(v) is not int for v in values):
            raise words.wrong(kind, values)
    told, rolled = sum(len(values) for _, values in rows), sum(words.world.dice)
    if told != rolled:
        raise Refused("VTA-5.6", {"n": rolled, "told": told}, "VTA-5.6.number")
    for (kind, values), dice in zip(rows, words.world.dice, strict=True):
        if len(values) != dice or any(v not in words.world.die_values for v in values):
            facts = {"type": kind, "n": dice, "values": list(words.world.die_values)}
            raise Refused("VTA-5.6", facts)
        pool.append(tuple(sorted(values)))
    return tuple(pool)


def _threat(words: MoveWords, move: Move) -> int:
    return words.one("card", move["card"], words.world.threat_number)


def _veto(words: MoveWords, move: Move) -> bool:
    return words.yes("use", move["use"])


def _die(words: MoveWords, move: Move) -> tuple[int, int]:
    return words.one("type", move["type"], words.world.type_number), words.whole("value", move["value"], 0)


def _draw(words: MoveWords, move: Move) -> Drawn:
    world = words.world
    card = words.one("card", move["card"], world.card_number) if move.get("card") is not None else UNKNOWN
    city = move.get("city")
    if city is None:
        to = move.get("to")
        if to is None and words.seats.city and card != UNKNOWN:
            raise no_sestiere(world, card)
        if not isinstance(to, str) or to not in (HAND, BOX) or "monuments" in move:
            raise words.wrong("to", to, (HAND, BOX))
        return Drawn(to, card, {}, ())
    if not words.seats.city or "to" in move or not isinstance(city, Mapping):
        raise words.wrong("city", city)
    ducats = {words.one("city", name, world.district_number): words.whole("city", n, 0) for name, n in city.items()}
    monuments = move.get("monuments")
    built = () if monuments is None else words.many("monuments", monuments, world.district_number)
    return Drawn(CITY, card, ducats, built)


def _marker(words: MoveWords, move: Move) -> bool:
    use = move["as"]
    if not isinstance(use, str) or use not in ("ap", "vp"):
        raise words.wrong("as", use, ("ap", "vp"))
    return use == "vp"


def _sea(words: MoveWords, move: Move) -> int:
    return words.one("sea", move["sea"], words.world.sea_number)


def _place(words: MoveWords, move: Move) -> tuple[int, int]:
    n = 1 if move.get("n") is None else words.whole("n", move["n"], 1)
    return words.one("at", move["at"], words.world.colony_number), n


def _kingdom(words: MoveWords, move: Move) -> int:
    return words.one("region", move["region"], words.world.region_number)


def _attack(words: MoveWords, move: Move) -> tuple[int, int, bool]:
    """Seas are counted on after the colonies."""
    world, at = words.world, move["at"]
    place = words.one("at", at, world.place_number)
    tile = NOWHERE if move.get("tile") is None else words.one("tile", move["tile"], world.tile_number)
    claim = True if move.get("claim") is None else words.yes("claim", move["claim"])
    return place, tile, claim


def _tile(words: MoveWords, move: Move) -> int:
    return words.one("tile", move["tile"], words.world.tile_number)


def _card(words: MoveWords, move: Move) -> tuple[int, dict[str, Any]]:
    world = words.world
    targets: dict[str, Any] = {}
    for key in CARD_FIELDS:
        value = move.get(key)
        if value is None:
            continue
        if key == "at":
            targets[key] = words.many(key, value, world.colony_number)
        elif key in ("seas", "fleets"):
            targets[key] = words.many(key, value, world.sea_number)
        elif key == "sea":
            targets[key] = words.one(key, value, world.sea_number)
        elif key == "regions":
            targets[key] = words.many(key, value, world.region_number)
        elif key == "player":
            targets[key] = words.one(key, value, words.seats.number)
        else:
            right = world.colony_number if key == "move" else words.seats.number
            targets[key] = words.pairs(key, value, world.colony_number, right)
    return words.one("card", move["card"], world.card_number), targets


def _end(_words: MoveWords, _move: Move) -> None:
    return None


def _districts(words: MoveWords, move: Move) -> Row:
    return words.many("tiles", move["tiles"], words.world.district_number)


def _reveal(words: MoveWords, move: Move) -> Row:
    values = move["vp"]
    if not isinstance(values, (list, tuple)) or any(type(v) is not int for v in values):
        raise words.wrong("vp", values)
    return tuple(values)


def _deal(words: MoveWords, move: Move) -> Deal:
    """Only chance deals."""
    world, number = words.world, words.seats.number
    if move.get("drawn") is not True:
        raise words.wrong("drawn", None)
    parts: dict[str, dict[int, Row]] = {"hands": {}, "boxes": {}, "vp": {}}
    for key in parts:
        if key not in move:
            continue
        if not isinstance(move[key], Mapping):
            raise words.wrong(key, move[key])
        known = {str(value): value for value in world.vp_count} if key == "vp" else world.card_number
        parts[key] = {words.one(key, name, number): words.many(key, row, known) for name, row in move[key].items()}
    card = words.one("card", move["card"], world.card_number) if "card" in move else UNKNOWN
    return Deal(**parts, card=card)


READERS: Mapping[str, Callable[[MoveWords, Move], Any]] = {
    "candidate": _candidate,
    "show": _candidate,
    "choose-doge": _player,
    "roll": _roll,
    "threat": _threat,
    "veto": _veto,
    "die": _die,
    "draw": _draw,
    "marker": _marker,
    "sea": _sea,
    "place": _place,
    "kingdom": _kingdom,
    "attack": _attack,
    "tile": _tile,
    "card": _card,
    "end": _end,
    "districts": _districts,
    "reveal": _reveal,
    "deal": _deal,
}
