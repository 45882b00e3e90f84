"""What lies where on a table of wood and paper, and what hands do to make one table of another.

A game says what everybody sees lying there (`Game.on_table`). Whatever two moments of it are compared, an undo, a
correction or a board that a cat walked over, the orders for the hands come from the difference, never from the moves
that made it. What nobody may know has no name here: a card in a hand is a card.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple


class Thing(NamedTuple):
    """A piece as everybody can tell it from others: its part, whose colour it has, which one of the part it is."""

    part: str
    whose: str = ""
    which: str = ""  # nothing: there is only one, or it is not known because it lies face down or is held in a hand

    def alike(self, other: Thing) -> bool:
        """May the two be the same piece, seen at one time and not at the other?"""
        known = {self.which, other.which} - {""}
        return (self.part, self.whose) == (other.part, other.whose) and len(known) < 2


class Where(NamedTuple):
    """A place: its kind, and what tells it from others of the kind."""

    kind: str
    at: str = ""
    n: int = 0
    whose: str = ""


class Lying(NamedTuple):
    """One piece at its place."""

    thing: Thing
    where: Where
    back: bool = False  # face down, or on its other side


class Tabletop(NamedTuple):
    """Everything that lies on a table: pieces that are alike stand here as often as there are of them."""

    lying: tuple[Lying, ...]
    rows: frozenset[str] = frozenset()  # kinds of places where pieces lie in an order that counts
    held: frozenset[str] = frozenset()  # of which only their owner knows what is there: hands
    swaps: frozenset[str] = frozenset()  # where hands give and take: what is laid there comes from a hand
    followed: frozenset[str] = frozenset()  # parts that are alike to everybody but to who has looked at them

    def only(self, parts: Collection[str]) -> Tabletop:
        return self._replace(lying=tuple(one for one in self.lying if one.thing.part in parts))


class Handling(NamedTuple):
    """Pieces that are taken up and laid down; without a place before or after, from their stock or into it."""

    n: int
    before: Lying | None
    after: Lying | None

    @property
    def lying(self) -> Lying:
        """As it is known best: a card that was open is called by its name though it goes into a hand; what is turned
        over, by the side that shows."""
        sides = (self.before, self.after) if self.turns else (self.after, self.before)
        ends = [end for end in sides if end is not None]
        return next((end for end in ends if end.thing.which), ends[0])

    @property
    def turns(self) -> bool:
        """Does it stay in its place and show the other side?"""
        return self.before is not None and self.after is not None and self.before.where == self.after.where


class Parted(NamedTuple):
    """Open pieces that go to several hands, or come from them: which goes where, only their owners know."""

    gone: tuple[Handling, ...]
    come: tuple[Handling, ...]


class InOrder(NamedTuple):
    """A row in which pieces change places: it is told whole."""

    where: Where
    row: tuple[Lying, ...]


class Sent(NamedTuple):
    """A piece of which there is only one goes to its place, wherever it lies by now."""

    piece: Lying  # as it is known best
    after: Lying | None  # nothing: into its stock
    turned: bool = False  # does it show the other side then?


class Settled(NamedTuple):
    """All that is to lie in a place, whatever lies there by now."""

    where: Where
    lying: tuple[Lying, ...]
    row: bool = False  # in this order
    turned: frozenset[Thing] = frozenset()  # what may show its other side by now
    gone: tuple[Lying, ...] = ()  # of what no piece is to lie there any more


Handwork = Handling | Parted | InOrder
Settling = Sent | Settled
Ends = Counter[Lying]


def orders_along(way: Sequence[Tabletop]) -> list[Handwork]:
    """What hands do to get from the first table to the last one.

    Of what lies open only the first and the last count. What goes through a hand is put back step by step: two cards in
    a hand are alike to everybody else, but not to its owner. So are tiles of which only who has them knows the value:
    each goes to the field that its own player took it from, once what lies there is away.
    """
    hidden = {one.thing.part for tabletop in way for one in tabletop.lying if one.where.kind in tabletop.held}
    followed = way[0].followed - hidden
    every = {one.thing.part for tabletop in way for one in tabletop.lying}
    plain = orders_between(*(way[end].only(every - hidden - followed) for end in (0, -1)))
    taken = [one for one in plain if followed and isinstance(one, Handling) and one.before is not None]
    rest = [one for one in plain if one not in taken]
    ends = {*way[0].lying, *way[-1].lying}
    through = _without_stops(list(_step_by_step(way, hidden)), ends)
    return [*taken, *_step_by_step(way, followed), *rest, *through]


def _step_by_step(way: Sequence[Tabletop], parts: Collection[str]) -> Iterator[Handwork]:
    steps = [tabletop.only(parts) for tabletop in way]
    return (order for two in pairwise(steps) for order in orders_between(*two))


def _without_stops(work: Sequence[Handwork], ends: Collection[Lying]) -> list[Handwork]:
    """Of pieces that come to a place where nothing of the kind lies at either end, and go on from there, only the whole
    way is told: a card that was drawn and went into a hand comes from the hand at once."""
    found: list[Handwork] = []
    for one in work:
        last = found[-1] if found else None
        if isinstance(one, Handling) and isinstance(last, Handling) and _stops(last, one, ends):
            found[-1] = last._replace(after=one.after)
        else:
            found.append(one)
    return found


def _stops(one: Handling, then: Handling, ends: Collection[Lying]) -> bool:
    there = one.after
    return there is not None and there == then.before and one.n == then.n and there not in ends


def orders_settling(
    way: Sequence[Tabletop], single: Callable[[Lying], bool], named: Collection[tuple[str, str]] = ()
) -> list[Settling]:
    """What hands do to get to the last table, if nobody knows what they have done of a way from it to the first one: of
    each place that is touched what lies there in the end, and where each piece goes of which there is only one.
    `named`: what was told of, each as what, though nothing of the way may show there: what was laid there may have been
    taken away again."""
    end, ids = way[-1], {name for _, name in named}
    sent, places, over = dict[Thing, Sent](), dict[Where, dict[Thing, Lying]](), set[Thing]()
    for one in (one for two in pairwise(way) for work in orders_between(*two) for one in _ends_of(work)):
        for side in filter(None, (one.before, one.after)):
            if not single(one.lying):
                places.setdefault(side.where, {})[side.thing] = side
            elif side.where.kind in end.rows | end.held:
                places.setdefault(side.where, {})
        over |= {one.before.thing, one.after.thing} if one.turns and one.before and one.after else set()
        if single(one.lying):
            turned = one.before is not None and one.after is not None and one.before.back != one.after.back
            sent[one.lying.thing] = Sent(one.lying, one.after, turned)
    for lying in end.lying:
        if single(lying) and (lying.thing.part, lying.thing.which) in named:
            sent.setdefault(lying.thing, Sent(lying, lying))
        elif not single(lying) and lying.where.at in ids and not lying.where.n:  # told from others by that alone
            places.setdefault(lying.where, {})
    told = {lying for lying in end.lying if lying.where in places and lying.where.kind not in end.held}
    settled = (_settled(end, where, over, touched) for where, touched in places.items())
    return [*(one for one in sent.values() if one.after not in told), *settled]


def _ends_of(work: Handwork) -> Iterator[Handling]:
    if isinstance(work, Handling):
        yield work
    elif isinstance(work, Parted):
        yield from (*work.gone, *work.come)
    elif isinstance(work, InOrder):
        yield from (Handling(1, one, one) for one in work.row)


def _settled(end: Tabletop, where: Where, turned: Collection[Thing], touched: Mapping[Thing, Lying]) -> Settled:
    lying = tuple(one for one in end.lying if one.where == where)
    there = frozenset(one.thing for one in lying)
    gone = tuple(one for thing, one in touched.items() if thing not in there)
    return Settled(where, lying, where.kind in end.rows, there.intersection(turned), gone)


def orders_between(before: Tabletop, after: Tabletop) -> list[Handwork]:
    """What hands do to get from one table to the other, with as few pieces as possible; what lies in both stays."""
    gone = Counter(before.lying) - Counter(after.lying)
    come = Counter(after.lying) - Counter(before.lying)
    hands = [[end for end in ends if end.where.kind in before.held] for ends in (gone, come)]
    found: list[Handwork] = [*_paired(gone, come, _turned)]
    found += _paired(gone, come, _own)
    found += _paired(gone, come, lambda old, new: old.thing == new.thing and new.where.kind in after.held)
    found += _paired(gone, come, lambda old, new: old.thing == new.thing and old.where.kind in before.held)
    found += _through_a_hand(gone, (), before, before.swaps)  # before a shuffled pile claims it
    given = [*_through_a_hand(come, (), after, after.swaps)]
    found += _paired(gone, come, lambda old, new: old.thing == new.thing)
    found += _through_a_hand(gone, hands[0], before)
    given += _through_a_hand(come, hands[1], before)
    found += _parted(gone, come)
    found += _paired(gone, come, lambda old, new: _seen_and_unseen(old, new, gone, come, before.held))
    cards = {one.thing.part for table in (before, after) for one in table.lying if one.where.kind in table.held}
    drawn = [(lying, n) for lying, n in come.items() if n and lying.thing.part in cards]
    found += [Handling(n, None, lying) for lying, n in drawn]  # before anything covers the pile that they come from
    found += [Handling(n, lying, None) for lying, n in gone.items() if n]
    found += [Handling(n, None, lying) for lying, n in come.items() if n and (lying, n) not in drawn]
    found += [Handling(one.n, one.after, one.before) for one in given]  # once the hand has what it gives
    return [*found, *_in_order(before, after, found)]


def _turned(old: Lying, new: Lying) -> bool:
    return old.where == new.where and old.back != new.back and old.thing.alike(new.thing)


def _own(old: Lying, new: Lying) -> bool:
    """Of what is alike, everybody's own goes from one of their places to another: a card that one has seen is no
    other's."""
    return old.thing == new.thing and bool(old.where.whose) and old.where.whose == new.where.whose


def _seen_and_unseen(old: Lying, new: Lying, gone: Ends, come: Ends, held: Collection[str]) -> bool:
    """The same piece, known at one end; more open cards than a hand gave or takes are a pile that was shuffled."""
    if not old.thing.alike(new.thing):
        return False
    if (old.where.kind in held) == (new.where.kind in held):
        return True
    (hand, here), (pile, there) = sorted(((old, gone), (new, come)), key=lambda end: end[0].where.kind not in held)
    in_hands = sum(n for end, n in here.items() if end.where.kind in held and end.thing.alike(hand.thing))
    return in_hands >= sum(
        n for end, n in there.items() if (end.where, end.thing.part) == (pile.where, pile.thing.part)
    )


def _paired(gone: Ends, come: Ends, fits: Callable[[Lying, Lying], bool]) -> Iterator[Handling]:
    """Pieces that leave one place for another; those counted are taken off both."""
    for old in gone:
        for new in come:
            n = min(gone[old], come[new])
            if n and fits(old, new):
                gone[old] -= n
                come[new] -= n
                if old != new:  # a card that went through a hand may stay in it
                    yield Handling(n, old, new)


def _through_a_hand(
    ends: Ends, changed: Collection[Lying], tabletop: Tabletop, only: Collection[str] = ()
) -> Iterator[Handling]:
    """An open card that would go back to its pile goes to the one hand that gives cards back at the same time, and so
    one more of them: it had come from there. `changed`: what left hands, before any of it was paired. `only`: the
    kinds of places that are looked at, if not all are."""
    open_ones = [end for end, n in ends.items() if n and end.thing.which and end.where.kind not in tabletop.held]
    for one in [end for end in open_ones if not only or end.where.kind in only]:
        card = one.thing._replace(which="")
        giving = {end.where for end, n in ends.items() if n and end.thing == card and end.where.kind in tabletop.held}
        swapped = {end.where for end in changed if end.thing.alike(card) and one.where.kind in tabletop.swaps}
        hands = list(giving or swapped)
        if len(hands) == 1:
            n, in_hand = ends[one], Lying(card, hands[0])
            ends[one] -= n
            ends[in_hand] += n
            yield Handling(n, one, in_hand)


def _parted(gone: Ends, come: Ends) -> Iterator[Parted]:
    """What cannot be told apart by those who look on is told together."""
    for kind in dict.fromkeys(end.thing[:2] for end in gone):
        old = {end: n for end, n in gone.items() if n and end.thing[:2] == kind}
        new = {end: n for end, n in come.items() if n and end.thing[:2] == kind}
        fits = [(one, other) for one in old for other in new if one.thing.alike(other.thing)]
        if min(len({one for one, _ in fits}), len({other for _, other in fits})) > 1:  # an open one, several hands
            yield Parted(
                tuple(Handling(n, end, None) for end, n in old.items()),
                tuple(Handling(n, None, end) for end, n in new.items()),
            )
            for ends, told in ((gone, old), (come, new)):
                for end in told:
                    del ends[end]


def _in_order(before: Tabletop, after: Tabletop, done: Sequence[Handwork]) -> Iterator[InOrder]:
    """Rows that are still in another order: what is added to a row goes to its end."""
    for where in dict.fromkeys(one.where for one in after.lying if one.where.kind in after.rows):
        row = [one for one in before.lying if one.where == where]
        for one in done:
            if isinstance(one, Handling):
                _handle(row, one, where)
        wanted = [one for one in after.lying if one.where == where]
        if row != wanted:
            yield InOrder(where, tuple(wanted))


def _handle(row: list[Lying], one: Handling, where: Where) -> None:
    for _ in range(one.n):
        if one.turns and one.before is not None and one.after is not None and one.after.where == where:
            row[row.index(one.before)] = one.after
        elif one.before is not None and one.before.where == where:
            row.remove(one.before)
        elif one.after is not None and one.after.where == where:
            row.append(one.after)
