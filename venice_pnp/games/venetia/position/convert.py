"""Typed-in tables of Venetia read and completed (VTA-9.2), the way between desk and position, and what a seat sees."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import astuple

from venice_pnp.contract.play import TABLE, Snapshot, Violation
from venice_pnp.contract.position import LEFT_OUT, SEATS, Words, Wrong, fill, read, shown, violation, written
from venice_pnp.contract.rows import numbered
from venice_pnp.games.venetia.position import model
from venice_pnp.games.venetia.position.model import (
    NONE,
    PLACE_KEYS,
    UNSEEN,
    House,
    Position,
    SheetLine,
    StockPart,
)
from venice_pnp.games.venetia.rules import state as s
from venice_pnp.games.venetia.rules.awaited import await_list
from venice_pnp.games.venetia.rules.elections import count_votes, is_first, release_card
from venice_pnp.games.venetia.rules.holding import deck_size
from venice_pnp.games.venetia.rules.scoring import END, END_PARTS, PARTS, best
from venice_pnp.games.venetia.rules.seating import check_players, chosen, colours
from venice_pnp.games.venetia.rules.state import NOBODY, NOWHERE, UNKNOWN, Desk, Line, Row, by_place
from venice_pnp.games.venetia.rules.track import venice_space
from venice_pnp.games.venetia.rules.world import World

RULE = "VTA-9.1"
ELECTIONS = (s.FIRST_DOGE, s.ELECTION, s.DISTRICTS, s.CHOOSE_DOGE)
NEEDED = {  # of `pending`, by phase
    s.THREAT: ("threats", "occasion"),
    s.VETO: ("threats", "occasion", "card"),
    s.DRAW: ("draw", "then"),
    s.SCORING: ("then",),
}
END_FIELDS = [part.replace("-", "_") for part in END_PARTS]
Keys = Iterable[dict[str, Any]]
SAME = ("value", "ap", "spent", "attacks", "peace", "replaced")  # of a turn, in desk and position alike


# --- reading ------------------------------------------------------------------------------------------------
def read_position(
    world: World, players: Sequence[str], options: Mapping[str, Any], typed: Any
) -> tuple[Position | None, list[Violation]]:
    """The position that was typed in, made whole, or what is wrong with it. Raises Refused for players and options."""
    check_players(world, players, (TABLE, NONE, *PLACE_KEYS))
    position = Position(game=world.game, players=list(players))
    if typed is not None:
        if isinstance(typed, Mapping):
            said = {key: part for key, part in typed.items() if part is not None and part != NONE}
            typed = {"game": world.game, "players": list(players), **said}
        found, wrong = read(Position, typed, _words(world, players), (None, NONE))
        if found is None:
            return None, [_violation(one) for one in wrong]
        position = found
    faults = list(_other_table(world, position, players, options)) or list(_missing(position))
    if faults:
        return None, faults
    typed_colours = {name: house.colour for name, house in position.houses.items() if house.colour is not LEFT_OUT}
    _complete(world, position, colours(world, players, options.get("colours"), typed_colours))
    return position, []


def _other_table(
    world: World, position: Position, players: Sequence[str], options: Mapping[str, Any]
) -> Iterator[Violation]:
    """What was typed for other players or options than the table was opened with; the options become known."""
    if position.players != list(players):
        yield violation(RULE, "players", path="players", value=position.players, known=list(players))
        return
    typed = written(position.options)
    for option, value in chosen(world, options, typed).items():
        if typed.get(option, value) != value:
            yield Wrong(f"options.{option}", "one-of", typed[option], (value,)).violation(RULE)
        fill(position.options, **{option.replace("-", "_"): value})


def _violation(wrong: Wrong) -> Violation:
    found = wrong.violation(RULE)
    return Violation("VTA-10.19", "VTA-10.19", found.facts) if wrong.path == "shame" else found


def _words(world: World, players: Sequence[str]) -> Words:
    epochs, tiles = range(1, world.last_epoch + 1), [int(tile) for tile in world.tiles if tile.isdecimal()]
    as_they_are = ("types", "colonies", "seas", "places", "regions", "kingdoms", "threats", "cards", "districts")
    return {
        **{name: getattr(world, name) for name in (*as_they_are, "colours")},
        SEATS: players,
        "game": (world.game,),
        "phases": s.PHASES,
        "epochs": epochs,
        "sheet-epochs": (*epochs, "end"),
        "spaces": range(world.numbers.spaces + 1),
        "die-values": world.die_values,
        "tiles": (*world.tiles, *tiles),
        "seen-cards": (*world.cards, UNSEEN),
        "pending-cards": (*world.threats, *world.cards, UNSEEN),
        "occasions": (s.REFILL, s.CASUS_BELLI),
        "draws-to": (s.ANY, s.TO_BOX),
        "thens": (s.MARKER, s.ACTION, s.NEXT, s.FINAL, s.TO_ROLL),
        "sestieri": [world.districts[d] for d in world.sestieri],
        "vp-markers": (*world.vp_count, UNSEEN),
    }


def _complete(world: World, position: Position, colours: Mapping[str, str]) -> None:
    """VTA-9.2: what is missing is as right after setup, or follows from the rest."""
    numbers, doge = world.numbers, position.doge
    early = position.options.early_kingdoms  # VTA-4.7
    fleets = {world.seas[sea]: {"fleets": n} for sea, n in world.early_fleets.items()} if early else {}
    kingdoms = {world.regions[r]: world.kingdoms[k] for r, k in world.early_kingdoms.items()} if early else {}
    fill(position, seas=fleets, kingdoms=kingdoms, city={}, districts_aside=[], winners=[])
    stands = sum("podesta" in here for here in position.colonies.values())
    stands += sum(here.get("control", False) for here in position.seas.values())
    fill(position.power, venice=venice_space(world, stands, position.power.met), enemy=numbers.enemy_start)
    if position.turn != NONE:
        fill(position.turn, ap=position.turn.value)
    for name in position.players:
        house = position.houses.setdefault(name, House())
        lies = doge.family if name == doge.player else 0  # not also in his hand
        family, hand = [value for value in numbers.family if value != lies], [UNSEEN] * numbers.hand
        score = sum(line_of(line).sum for line in house.sheet)
        house.colour = colours[name]
        fill(house, family=family, hand=hand, score=score)


def _missing(position: Position) -> Iterator[Violation]:
    """What the phase cannot do without."""
    phase, doge, active = position.phase, position.doge.player != NONE, position.active != NONE
    missing = {
        "doge.player": phase not in (s.FIRST_DOGE, s.CHOOSE_DOGE) and not doge,
        "active": phase not in (s.FIRST_DOGE, s.CHOOSE_DOGE, s.OVER) and not active,
        "turn": phase in s.TURN_PHASES and position.turn == NONE,
    }
    missing |= {f"pending.{key}": getattr(position.pending, key) is LEFT_OUT for key in NEEDED.get(phase, ())}
    for path, is_missing in missing.items():
        if is_missing:
            yield Wrong(path, "missing", None).violation(RULE)
    if phase == s.FIRST_DOGE and (doge or active):
        yield violation(RULE, "first-doge", path="phase", value=phase)


# --- to a desk ----------------------------------------------------------------------------------------------
def state_of(world: World, position: Position) -> Desk:
    """The desk of a whole position."""
    names, options, doge = tuple(position.players), position.options, position.doge
    houses, number = [position.houses[name] for name in names], numbered(names)
    phase, waits = position.phase, position.pending
    card, then, drawing = waits.card or "", waits.then or "", phase == s.DRAW
    colonies = [position.colonies.get(colony, {}) for colony in world.colonies]
    seas = [position.seas.get(sea, {}) for sea in world.seas]
    stocks = [
        position.city.get(district, {}).get(name) or StockPart() for district in world.districts for name in names
    ]
    candidates = waits.candidates or {} if phase in ELECTIONS else {}
    ballots = [candidates.get(name, UNSEEN) for name in names]  # one that is hidden is asked for again

    def cards(pile: list[str]) -> Row:
        return tuple(world.card_number.get(card, UNKNOWN) for card in pile)

    desk = Desk(
        seats=s.Seats(names, tuple(house.colour for house in houses), number, *astuple(options)),
        phase=phase,
        active=number.get(position.active, NOBODY),
        epoch=position.epoch,
        **written(position.power),
        doge=number.get(doge.player, NOBODY),
        doge_card=doge.family,
        markers=doge.markers,
        shame=number.get(position.shame, NOBODY),
        pool=tuple(tuple(sorted(position.pool.get(kind, ()))) for kind in world.types),
        turn=_turn(world, position.turn) if phase in s.TURN_PHASES else None,
        threats=waits.threats or 0,
        occasion=waits.occasion or "",
        vetoed=waits.vetoed or False,
        threat=world.threat_number.get(card, NOWHERE) if phase == s.VETO else NOWHERE,
        draws=tuple(number[name] for name in waits.draw or ()),
        draw_to=waits.to or s.ANY if drawing else "",
        draw_then=then if drawing else "",
        seen=world.card_number.get(card, UNKNOWN) if drawing else UNKNOWN,
        claim=waits.claim or False,
        ballots=tuple(None if isinstance(b, str) else s.Ballot(b.family, cards(b.cards)) for b in ballots),
        final=then == s.FINAL,
        drawn=tuple(world.district_number[d] for d in waits.districts or ()),
        after=then if phase == s.SCORING else "",
        influence=tuple(here.get(name, 0) for here in colonies for name in names),
        podesta=tuple(number.get(here.get("podesta", NONE), NOBODY) for here in colonies),
        sea_influence=tuple(here.get(name, 0) for here in seas for name in names),
        control=tuple(int(here.get("control", False)) for here in seas),
        fleets=tuple(here.get("fleets", 0) for here in seas),
        kingdoms=tuple(world.kingdom_number.get(position.kingdoms.get(r, ""), NOWHERE) for r in world.regions),
        used=tuple(world.threat_number[card] for card in position.threats_used),
        discard=cards(position.discard),
        ducats=tuple(stock.ducats for stock in stocks),
        new=tuple(stock.new for stock in stocks),
        grey=tuple(stock.grey for stock in stocks),
        aside=tuple(world.district_number[d] for d in position.districts_aside),
        family=tuple(tuple(sorted(house.family)) for house in houses),
        hand=tuple(cards(house.hand) for house in houses),
        box=tuple(cards(house.box) for house in houses),
        treaties=tuple(tuple(world.kingdom_number[k] for k in house.treaties) for house in houses),
        vp=tuple(tuple(value if isinstance(value, int) else s.HIDDEN for value in house.vp) for house in houses),
        doge_vp=tuple(house.doge_vp for house in houses),
        score=tuple(house.score for house in houses),
        sheet=tuple(tuple(map(line_of, house.sheet)) for house in houses),
        winners=tuple(number[name] for name in position.winners),
    )
    _derive(world, desk)
    return desk


def _derive(world: World, desk: Desk) -> None:
    """What follows from the rest in some phases."""
    if desk.phase == s.ELECTION and not is_first(desk):
        release_card(world, desk)
    elif desk.phase == s.CHOOSE_DOGE and None not in desk.ballots:
        count_votes(world, desk, [])
    elif desk.phase == s.SCORING:
        desk.reveal = tuple(player for player, markers in enumerate(desk.vp) if s.HIDDEN in markers)
    elif desk.phase == s.OVER and not desk.winners:
        desk.winners = best(desk)


def _turn(world: World, turn: model.TurnPart | str) -> s.Turn | None:
    if isinstance(turn, str):
        return None
    return s.Turn(
        **{name: getattr(turn, name) for name in SAME},
        type=world.type_number[turn.type],
        route=tuple(world.sea_number[sea] for sea in turn.route),
        trade=tuple(world.colony_number[colony] for colony in turn.trade),
        politics=world.colony_number.get(turn.politics, NOWHERE),
        tiles=tuple(world.tile_number[str(tile)] for tile in turn.tiles),
        bonus=tuple(turn.bonus),
        card=world.card_number.get(turn.card, UNKNOWN),
        at=world.place_number.get(turn.at, NOWHERE),
    )


def line_of(line: SheetLine) -> Line:
    epoch, parts = (END, END_FIELDS) if isinstance(line.epoch, str) else (line.epoch, PARTS)
    return Line(epoch, tuple(getattr(line, part) or 0 for part in parts))


# --- from a desk --------------------------------------------------------------------------------------------
def snapshot_of(world: World, desk: Desk) -> Snapshot:
    """The whole position as plain values, with all that is hidden, in the order of its model."""
    seats, names = desk.seats, desk.seats.names
    named = {NOBODY: NONE, **dict(enumerate(names))}
    cards = (*world.cards, UNSEEN)  # unknown is the last
    podestas: Keys = ({} if owner == NOBODY else {"podesta": names[owner]} for owner in desk.podesta)
    ships: Keys = (
        {"control": True} if c else {"fleets": n} if n else {} for c, n in zip(desk.control, desk.fleets, strict=True)
    )
    made: Snapshot = {
        "snapshot": 1,
        "game": world.game,
        "players": list(names),
        "options": _switches(seats),
        "phase": desk.phase,
        "active": named[desk.active],
        "epoch": desk.epoch,
        "power": {"venice": desk.venice, "enemy": desk.enemy, "eighth": desk.eighth, "met": desk.met},
        "doge": {"player": named[desk.doge], "family": desk.doge_card, "markers": desk.markers},
        "shame": named[desk.shame],
        "pool": {kind: list(values) for kind, values in zip(world.types, desk.pool, strict=True)},
        "turn": NONE if desk.turn is None else _turn_part(world, desk.turn),
        "pending": _pending(world, desk),
        "colonies": _laid(desk, world.colonies, desk.influence, podestas),
        "seas": _laid(desk, world.seas, desk.sea_influence, ships),
        "kingdoms": {world.regions[r]: world.kingdoms[k] for r, k in enumerate(desk.kingdoms) if k != NOWHERE},
        "threats-used": [world.threats[card] for card in desk.used],
        "discard": [cards[card] for card in desk.discard],
    }
    if seats.city:
        made |= {"city": _city(world, desk), "districts-aside": [world.districts[d] for d in desk.aside]}
    made["deck"] = deck_size(world, desk)
    made["houses"] = {
        name: {
            "colour": seats.colours[player],
            "family": list(desk.family[player]),
            "hand": [cards[card] for card in desk.hand[player]],
            "box": [cards[card] for card in desk.box[player]],
            "treaties": [world.kingdoms[k] for k in desk.treaties[player]],
            "vp": [UNSEEN if value == s.HIDDEN else value for value in desk.vp[player]],
            "doge-vp": desk.doge_vp[player],
            "score": desk.score[player],
            "sheet": [_sheet_line(line) for line in desk.sheet[player]],
        }
        for player, name in enumerate(names)
    }
    if desk.phase == s.OVER:
        made["winners"] = [names[w] for w in desk.winners]
    made["await"] = await_list(desk)
    return made


def _switches(seats: s.Seats) -> dict[str, bool]:
    """How rulings are played stands there only where it is not as usual."""
    rulings = {"tiles-back": seats.tiles_back, "all-grey": seats.all_grey, "laid": seats.laid}
    chosen = {option: True for option, on in rulings.items() if on}
    return {"city": seats.city, "veto": seats.veto, "early-kingdoms": seats.early, **chosen}


def _turn_part(world: World, turn: s.Turn) -> dict[str, Any]:
    return {
        "type": world.types[turn.type],
        "value": turn.value,
        "ap": turn.ap,
        "spent": turn.spent,
        "route": [world.seas[sea] for sea in turn.route],
        "trade": [world.colonies[colony] for colony in turn.trade],
        "politics": NONE if turn.politics == NOWHERE else world.colonies[turn.politics],
        "tiles": [world.tiles[tile] for tile in turn.tiles],
        "attacks": turn.attacks,
        "bonus": list(turn.bonus),
        "peace": turn.peace,
        "card": NONE if turn.card == UNKNOWN else world.cards[turn.card],
        "replaced": turn.replaced,
        "at": NONE if turn.at == NOWHERE else world.places[turn.at],
    }


def _pending(world: World, desk: Desk) -> dict[str, Any]:
    """Only what belongs to the phase."""
    names, phase = desk.seats.names, desk.phase
    if phase in (s.THREAT, s.VETO):
        made = {"threats": desk.threats, "occasion": desk.occasion, "vetoed": desk.vetoed}
        return made | {"card": world.threats[desk.threat]} if phase == s.VETO else made
    if phase == s.DRAW:
        draw = {"draw": [names[p] for p in desk.draws], "to": desk.draw_to, "then": desk.draw_then}
        return draw if desk.seen == UNKNOWN else draw | {"card": world.cards[desk.seen]}
    if phase == s.TILE:
        return {"claim": desk.claim}
    if phase == s.SCORING:
        return {"reveal": [names[p] for p in desk.reveal], "then": desk.after}
    return _election(world, desk) if phase in ELECTIONS else {}


def _election(world: World, desk: Desk) -> dict[str, Any]:
    names, first = desk.seats.names, is_first(desk)
    made: dict[str, Any] = {}
    candidates = {
        names[player]: {"family": ballot.family, "cards": [world.cards[card] for card in ballot.cards]}
        for player, ballot in enumerate(desk.ballots)
        if ballot is not None
    }
    if candidates or not first:
        made["candidates"] = candidates
    if not first:
        made["then"] = s.FINAL if desk.final else s.NEXT
    if desk.drawn:
        made["districts"] = [world.districts[d] for d in desk.drawn]
    if desk.phase == s.CHOOSE_DOGE:
        made |= {"votes": dict(zip(names, desk.votes, strict=True)), "tied": [names[p] for p in desk.tied]}
    return made


def _laid(desk: Desk, places: Iterable[str], influence: Row, beside: Keys) -> dict[str, dict[str, Any]]:
    """Influence by player and what lies beside it; empty places are left out."""
    names, none = desk.seats.names, (0,) * desk.size
    return {
        place: {name: n for name, n in zip(names, here, strict=True) if n} | keys
        for place, here, keys in zip(places, by_place(influence, desk.size), beside, strict=True)
        if keys or here != none
    }


def _city(world: World, desk: Desk) -> dict[str, dict[str, dict[str, int]]]:
    made: dict[str, dict[str, dict[str, int]]] = {}
    rows = enumerate(zip(desk.ducats, desk.new, desk.grey, strict=True))
    for at, (ducats, new, grey) in rows:
        if ducats or new or grey:
            district, player = divmod(at, desk.size)
            here = made.setdefault(world.districts[district], {})
            here[desk.seats.names[player]] = {"ducats": ducats, "new": new, "grey": grey}
    return made


def _sheet_line(line: Line) -> dict[str, Any]:
    if line.epoch == END:
        return {"epoch": "end", **dict(zip(END_PARTS, line.parts, strict=True))}
    return {"epoch": line.epoch, **dict(zip(PARTS, line.parts, strict=True)), "sum": line.sum}


def view(world: World, desk: Desk, seat: str | None) -> Snapshot:
    """What a seat (None: everybody) sees: what the model opens to it, and what is awaited where that is open now."""
    whole, phase = snapshot_of(world, desk), desk.phase
    seen = shown(Position, whole, seat)
    drawing = phase == s.DRAW and desk.seats.names[desk.draws[0]] == seat  # VTA-5.17: he sees his card
    if drawing or phase in (s.VETO, s.DISTRICTS, s.CHOOSE_DOGE):  # VTA-7.85: candidates are shown when all are in
        seen["pending"] = whole["pending"]
    if phase == s.SCORING:  # VTA-8.5: what was turned up, everybody sees
        for player, name in enumerate(desk.seats.names):
            if player not in desk.reveal:
                seen["houses"][name] = {**seen["houses"][name], "vp": whole["houses"][name]["vp"]}
    return seen
