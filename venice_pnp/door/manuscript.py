"""What a booklet is made from: its text, and the game's own rules to lay out its situations."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache

from venice_pnp.contract.abilities import colours_of
from venice_pnp.contract.play import Held, Refused, Rules
from venice_pnp.games import find_game
from venice_pnp.kit import Fault, FaultyData, Kit
from venice_pnp.kit.book import BOOKLET, Situation, load_book
from venice_pnp.kit.faults import Place
from venice_pnp.kit.folders import real
from venice_pnp.kit.load import home
from venice_pnp.kit.models import Before, Box, Laid
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
    known: dict[
        int, tuple[Situation, tuple[list[Laid], list[Before]] | None]
    ] = {}  # each is kept, so that no other gets its number
    bound = cache(lambda: game.rules(kit))
    starts = {setup.id: setup.start for setup in book.setups}

    def situate(situation: Situation) -> Iterable[Laid] | None:
        table = at(situation)
        return None if table is None else table[0]

    def at(situation: Situation) -> tuple[list[Laid], list[Before]] | None:
        if id(situation) not in known:
            known[id(situation)] = situation, played(situation)
        return known[id(situation)][1]

    def show() -> tuple[list[Laid], list[Before]]:
        """The liveliest situation: with the most pieces on the board, besides those of the commonest kind."""
        blocks = [block for chapter in book.chapters for block in chapter.blocks]
        tables = [table for block in blocks if block.situation and (table := at(block.situation))]
        return max(tables, key=lambda table: _lively(table[0]), default=([], []))

    def played(situation: Situation) -> tuple[list[Laid], list[Before]] | None:
        rules, lay_table, lay_before = bound(), game.lay_table(), game.lay_before()
        if rules is None or lay_table is None:
            return [], []
        try:
            state = _played(kit, rules, situation, starts)
        except FaultyData:
            if own:  # an own kit has other numbers, by which an example may be impossible
                return None
            raise
        view = rules.view(state, None)
        colours = colours_of(kit, situation.players, situation.options.get("colours") or {})
        before = lay_before(kit, view, colours) if lay_before else ()
        return list(lay_table(kit, view, colours)), [one for one in before if one.count]

    def places() -> Mapping[str, Box]:
        touching = game.touching()
        return touching.places(kit) if touching else {}

    return Manuscript(book, situate, show, places)


def _lively(laid: Sequence[Laid]) -> int:
    kinds = Counter((piece.component, piece.item) for piece in laid)
    return len(laid) - max(kinds.values(), default=0)


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
