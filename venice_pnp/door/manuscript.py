"""What a booklet is made from: its text, and the game's own rules to lay out its situations."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache

from venice_pnp.contract.game import colours_of
from venice_pnp.contract.play import Held, Refused, Rules
from venice_pnp.games import find_game
from venice_pnp.kit import Fault, FaultyData, Kit
from venice_pnp.kit.book import BOOKLET, Situation, load_book
from venice_pnp.kit.faults import Place
from venice_pnp.kit.folders import real
from venice_pnp.kit.load import home
from venice_pnp.kit.models import Box, Laid
from venice_pnp.kit.reader import Plain
from venice_pnp.press.order import Manuscript
from venice_pnp.referee.records import Record, replay


def manuscript_of(kit: Kit) -> Manuscript | None:
    """The booklet of a game, or None if its folder holds none; raises FaultyData."""
    book = load_book(kit)
    if book is None:
        return None
    game = find_game(kit.id)
    own = real(kit.folder).parent != real(home("data"))
    known: dict[int, tuple[Situation, list[Laid] | None]] = {}  # each is kept, so that no other gets its number
    bound = cache(lambda: game.rules(kit))
    starts = {setup.id: setup.start for setup in book.setups}

    def situate(situation: Situation) -> Iterable[Laid] | None:
        if id(situation) not in known:
            known[id(situation)] = situation, played(situation)
        return known[id(situation)][1]

    def played(situation: Situation) -> list[Laid] | None:
        rules, lay_table = bound(), game.lay_table()
        if rules is None or lay_table is None:
            return []
        try:
            state = _played(kit, rules, situation, starts)
        except FaultyData:
            if own:  # an own kit has other numbers, by which an example may be impossible
                return None
            raise
        view = rules.view(state, None)
        return list(lay_table(kit, view, colours_of(kit, situation.players, situation.options.get("colours") or {})))

    def places() -> Mapping[str, Box]:
        touching = game.touching()
        return touching.places(kit) if touching else {}

    return Manuscript(book, situate, places)


def _played(kit: Kit, rules: Rules[Held], situation: Situation, starts: Mapping[str, Plain]) -> Held:
    """The state after the moves; every one of them must be legal, so that no picture shows what cannot be."""
    moves = [dict(move) for move in situation.moves]
    start = starts[situation.setup] if situation.setup else situation.start
    record = Record("", kit.id, situation.players, situation.options, start, moves, [1] * len(moves))
    try:
        played = replay(rules, record)
    except (Refused, KeyError, TypeError, ValueError) as error:
        raise _wrong(kit, situation, str(error)) from None
    if played.problem:
        problem = played.problem
        raise _wrong(kit, situation, f"at move {problem.move}, {problem.path}: {problem.wanted} became {problem.got}")
    assert played.state is not None  # else there is a problem
    return played.state


def _wrong(kit: Kit, situation: Situation, why: str) -> FaultyData:
    name = next(iter((situation.caption or {"": str(situation.moves[-1:])}).values()))
    return FaultyData([Fault(Place(kit.folder / BOOKLET), f"the situation '{name}' cannot come about: {why}")])
