"""Orders for the hands: whatever two moments are compared, a table of pieces that obeys them becomes the other one."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import islice, pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.trust.play import GAMES, LONGEST, game, played
from tests.trust.test_playthroughs import SEED, begun, next_move, seats
from venice_pnp.contract.handling import (
    Handling,
    Handwork,
    InOrder,
    Lying,
    Parted,
    Sent,
    Settled,
    Settling,
    Tabletop,
    Thing,
    Where,
    orders_along,
    orders_between,
    orders_settling,
)
from venice_pnp.referee.putting import _within, changes
from venice_pnp.speech.hands import PieceWords
from venice_pnp.speech.words import Speech

MOST = 160  # moves of each game; the long test goes on to the end


class WoodenTable:
    """Pieces on a table and people who do what they are told: they take a piece up only where it lies."""

    def __init__(self, tabletop: Tabletop) -> None:
        self.lying = list(tabletop.lying)

    def obey(self, order: Handwork) -> None:
        if isinstance(order, InOrder):
            others = [one for one in self.lying if one.where != order.where]
            assert Counter(order.row) == Counter(self.lying) - Counter(others)
            self.lying = [*others, *order.row]
            return
        for one in [*order.gone, *order.come] if isinstance(order, Parted) else [order]:
            for _ in range(one.n):
                if one.before is not None:
                    self.lying.remove(one.before)
                if one.after is not None:
                    self.lying.append(one.after)

    def try_to(self, order: Handling) -> None:
        """Of an order that follows others which were not done, what can be done."""
        for _ in range(order.n):
            if order.before is None or order.before in self.lying:
                self.obey(order._replace(n=1))

    def settle(self, order: Settling, single: Callable[[Lying], bool]) -> None:
        """From wherever it lies; a piece of which there is only one is then nowhere else."""
        if isinstance(order, Sent):
            self.lying = [one for one in self.lying if one.thing != order.piece.thing]
            self.lying += [order.after] if order.after is not None else []
        else:
            alone = {one.thing for one in order.lying if single(one)}
            others = [one for one in self.lying if one.where != order.where and one.thing not in alone]
            self.lying = [*others, *order.lying]

    def is_like(self, tabletop: Tabletop) -> bool:
        return Counter(self.lying) == Counter(tabletop.lying)


def obeyed(before: Tabletop, orders: Sequence[Handwork]) -> WoodenTable:
    table = WoodenTable(before)
    for order in orders:
        table.obey(order)
    return table


def dealt(name: str) -> Iterator[Any]:
    """What everybody sees after each move of the playthrough, in which a seed deals."""
    rules, rng, state = game(name).rules, random.Random(SEED), begun(name, seats(name, 1))
    yield rules.view(state, None)
    for count in range(LONGEST):
        if not rules.pending(state):
            return
        state = rules.apply(state, next_move(rules, state, count, rng))[0]
        yield rules.view(state, None)


def drawn(name: str) -> Iterator[Any]:
    """The same in a game in which hands draw, and the referee knows no more than everybody."""
    for turn in played(name, 5):
        yield game(name).rules.view(turn.after, None)


def tabletops(name: str, seen: Sequence[Any]) -> list[Tabletop]:
    ability = game(name).game.on_table()
    assert ability is not None
    return [ability.tabletop(game(name).rules, view) for view in seen]


@pytest.mark.parametrize("moves", [MOST, pytest.param(LONGEST, marks=pytest.mark.long)])
@pytest.mark.parametrize("source", [dealt, drawn])
@pytest.mark.parametrize("name", GAMES)
def test_every_move_of_a_game_is_undone_and_done_again_by_its_orders(name: str, source: Any, moves: int) -> None:
    seen = list(islice(source(name), moves))
    laid = tabletops(name, seen)
    patterns = [path.split(".") for path in game(name).game.on_table().PIECES]  # type: ignore[union-attr]
    for (old, new), (before, after) in zip(pairwise(seen), pairwise(laid), strict=True):
        for start, end in ((after, before), (before, after)):
            assert obeyed(start, orders_between(start, end)).is_like(end)
        pieces = [
            path
            for path, *_ in changes(old, new, game(name).rules.unordered)
            if any(_within(path.split("."), pattern) for pattern in patterns)
        ]
        assert before.lying != after.lying or not pieces, pieces  # what changes on the board is told
    for step in (2, 7):
        for first in range(0, len(laid) - step, 11):
            way = laid[first : first + step + 1]
            assert obeyed(way[-1], orders_along(way[::-1])).is_like(way[0])
            assert obeyed(way[0], orders_along(way)).is_like(way[-1])


@pytest.mark.parametrize("source", [dealt, drawn])
@pytest.mark.parametrize("name", GAMES)
def test_a_move_that_was_done_in_part_is_undone_whatever_part_it_was(name: str, source: Any) -> None:
    """Each order alone, all of them up to each, and with pieces that lay there only in between."""
    hands, chance = PieceWords(Speech("en", game(name).kit, [])), random.Random(SEED)
    for before, after in pairwise(tabletops(name, list(islice(source(name), MOST)))):
        work, back = orders_between(before, after), orders_settling([after, before], hands.is_single)
        touched = [one.where for one in back if isinstance(one, Settled)]
        for done in [work[:n] for n in range(len(work) + 1)] + [[one] for one in work]:
            table = WoodenTable(before)
            for order in (one for one in done if isinstance(one, Handling)):
                table.try_to(order)
            loose = [one for one in table.lying if not hands.is_single(one)]
            if loose and touched:  # it was laid down, and taken up only later
                table.lying.append(chance.choice(loose)._replace(where=chance.choice(touched)))
            for settled in back:
                table.settle(settled, hands.is_single)
            over = Counter(table.lying) - Counter(before.lying), Counter(before.lying) - Counter(table.lying)
            assert table.is_like(before), (over, done, back)


@pytest.mark.parametrize("source", [dealt, drawn])
@pytest.mark.parametrize("name", GAMES)
def test_of_what_is_single_there_is_one(name: str, source: Any) -> None:
    hands = PieceWords(Speech("en", game(name).kit, []))
    laid = tabletops(name, list(islice(source(name), MOST)))
    assert any(map(hands.is_single, laid[-1].lying))
    for table in laid:
        often = Counter(one.thing for one in table.lying if hands.is_single(one))
        assert set(often.values()) <= {1}, often


def test_what_was_told_of_is_settled_though_nothing_of_it_is_left() -> None:
    """One influence more, and a revolt: as many as before, but not in between."""
    here, there = (Lying(Thing("a", "Anke"), Where("field", at)) for at in "xy")
    table = Tabletop((here, here, there))
    assert orders_settling([table, table], lambda _: False, {("place", "x")}) == [Settled(here.where, (here, here))]


# --- the law, for any pieces ----------------------------------------------------------------------------------
HELD, ROW = "hand", "row"
things = st.builds(Thing, st.sampled_from("ab"), st.sampled_from(["", "Anke"]), st.sampled_from(["", "1", "2"]))
places = st.builds(Where, st.sampled_from(["field", ROW, HELD, "pool"]), st.sampled_from("xy"))
pieces = st.lists(st.builds(Lying, things, places, st.booleans()), max_size=8)
tables = pieces.map(lambda lying: Tabletop(tuple(lying), frozenset({ROW}), frozenset({HELD}), frozenset({"pool"})))


@given(tables, tables)
def test_any_table_becomes_any_other(before: Tabletop, after: Tabletop) -> None:
    table = obeyed(before, orders_between(before, after))
    assert table.is_like(after)
    for where in {one.where for one in after.lying if one.where.kind == ROW}:
        assert [one for one in table.lying if one.where == where] == [one for one in after.lying if one.where == where]


@given(tables)
def test_nothing_is_done_where_nothing_differs(table: Tabletop) -> None:
    assert orders_between(table, table) == []


@given(tables, tables)
def test_where_nothing_is_hidden_hands_touch_no_piece_more_than_they_must(before: Tabletop, after: Tabletop) -> None:
    shown = [
        table._replace(held=frozenset(), lying=tuple(one for one in table.lying if one.thing.which))
        for table in (before, after)
    ]
    gone, come = (Counter(a.lying) - Counter(b.lying) for a, b in (shown, shown[::-1]))
    touched = sum(order.n for order in orders_between(*shown) if isinstance(order, Handling))
    here, there = (_by_thing(ends) for ends in (gone, come))
    assert touched == sum(max(here[thing], there[thing]) for thing in here | there)


def _by_thing(ends: Counter[Lying]) -> Counter[Thing]:
    found: Counter[Thing] = Counter()
    for end, n in ends.items():
        found[end.thing] += n
    return found


# --- hands ------------------------------------------------------------------------------------------------------
def card(which: str, kind: str, whose: str = "") -> Lying:
    return Lying(Thing("card", which=which), Where(kind, whose=whose))


def hand(whose: str, n: int) -> list[Lying]:
    return [card("", HELD, whose)] * n


def laid(*lying: Lying) -> Tabletop:
    return Tabletop(lying, held=frozenset({HELD}), swaps=frozenset({"pool"}))


def test_a_card_that_was_given_goes_back_to_the_hand_it_came_from() -> None:
    """Anke gave the casa and drew three: the casa must not go under the pile while she keeps what she drew."""
    before, after = laid(*hand("Anke", 6), card("casa", "pool")), laid(*hand("Anke", 4))
    assert orders_between(before, after) == [
        Handling(1, card("casa", "pool"), card("", HELD, "Anke")),
        Handling(3, card("", HELD, "Anke"), None),
    ]


def test_so_it_does_where_as_many_cards_were_taken_as_drawn() -> None:
    """Anke gave the casa, took campo and ponte from the pool, and drew one: her hand counts what it counted."""
    before = laid(*hand("Anke", 3), card("campo", HELD, "Anke"), card("ponte", HELD, "Anke"), card("casa", "pool"))
    orders = orders_between(before, laid(*hand("Anke", 3), card("campo", "pool"), card("ponte", "pool")))
    assert Handling(1, card("casa", "pool"), card("", HELD, "Anke")) in orders
    assert Handling(1, card("", HELD, "Anke"), None) in orders


def test_a_shuffled_discard_pile_comes_from_the_pile_and_from_no_hand() -> None:
    pile = [card("casa", "discard"), card("ponte", "discard"), card("campo", "discard")]
    orders = orders_between(laid(*hand("Anke", 5)), laid(*hand("Anke", 3), *pile))
    assert Handling(2, card("", HELD, "Anke"), None) in orders
    assert all(Handling(1, None, one) in orders for one in pile)


def test_cards_of_several_hands_are_told_together() -> None:
    """Who had which is known to those who had them, and told to nobody else."""
    before = laid(*hand("Anke", 2), *hand("Bernd", 2), card("p06", "discard"), card("p09", "discard"))
    (order,) = orders_between(before, laid(*hand("Anke", 3), *hand("Bernd", 3)))
    assert isinstance(order, Parted)


def test_two_moves_are_put_back_one_by_one_where_a_hand_is_between() -> None:
    """A card was drawn, then another played: at a glance the one on the discard pile came from the deck."""
    way = [laid(*hand("Anke", 3), card("m05", "discard")), laid(*hand("Anke", 4)), laid(*hand("Anke", 3))]
    assert orders_along(way) == [
        Handling(1, card("m05", "discard"), card("", HELD, "Anke")),
        Handling(1, card("", HELD, "Anke"), None),
    ]


def test_a_card_that_was_given_goes_back_to_its_hand_though_the_discard_pile_was_shuffled_since() -> None:
    """Anke gave her only card, a campo, and drew three; the pile was used up, and campi lay among what was shuffled."""
    pile = [card("campo", "discard")] * 2 + [card("casa", "discard")] * 7
    before, after = laid(*hand("Anke", 3), card("campo", "pool")), laid(*hand("Anke", 1), *pile)
    assert orders_between(before, after) == [
        Handling(1, card("campo", "pool"), card("", HELD, "Anke")),
        Handling(2, None, card("campo", "discard")),
        Handling(7, None, card("casa", "discard")),
        Handling(3, card("", HELD, "Anke"), None),  # not under what is taken out of the pile before
    ]
    assert Handling(1, card("", HELD, "Anke"), card("campo", "pool")) in orders_between(after, before)


def test_cards_that_were_taken_openly_for_one_given_go_back_to_the_pool() -> None:
    """Anke gave the casa and took three of the pool: one card that nobody knows has left her hand."""
    three = ["campo", "ponte", "palazzo"]
    before = laid(*hand("Anke", 1), *(card(one, HELD, "Anke") for one in three), card("casa", "pool"))
    after = laid(*hand("Anke", 2), *(card(one, "pool") for one in three))
    for start, end in ((before, after), (after, before)):
        orders = orders_between(start, end)
        assert obeyed(start, orders).is_like(end)
        assert all(isinstance(one, Handling) and one.before and one.after for one in orders)
        assert len(orders) == 4
