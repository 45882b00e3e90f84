"""Orders for the hands in words: `Column: 8 Palazzo Corner → 7 Palazzo Grassi`. Pieces and places are called as the
game's `messages.yaml` calls them (`pieces`, `spots`)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

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
    Where,
)
from venice_pnp.speech.texts import kit_texts
from venice_pnp.speech.words import Said, Speech

STOCK, ONTO, HIDDEN, SHUFFLED, SINGLE = "stock", "onto", "hidden", "shuffled", "single"
REST, NONE = "rest", "none"  # of a place, where it is told whole: that there is no more, that there is nothing
BESIDE = "beside"  # of a place: other pieces lie there too, so that it is named what is to lie there no more


class PieceWords:
    """The words of one game for its pieces, in one language."""

    def __init__(self, speech: Speech) -> None:
        self.speech = speech
        texts = kit_texts(speech.kit, "messages") if speech.kit else {}
        self._pieces: Mapping[str, Any] = texts.get("movables") or {}
        self._spots: Mapping[str, Any] = texts.get("spots") or {}

    def on_table(self, tabletop: Tabletop) -> Tabletop:
        """What really lies there: where the referee draws, cards and dice stay in the box, and what is printed under a
        tile is not what counts."""
        if not self.speech.seeded:
            return tabletop
        return tabletop._replace(lying=tuple(map(self._as_printed, filter(self._is_out, tabletop.lying))))

    def _is_out(self, lying: Lying) -> bool:
        return self._row(lying).get("seeded") != STOCK

    def _as_printed(self, lying: Lying) -> Lying:
        hidden = self._row(lying).get("seeded") == HIDDEN
        return lying._replace(thing=lying.thing._replace(which="")) if hidden else lying

    def told(self, work: Iterable[Handwork]) -> list[str]:
        """One line for all pieces that go the same way."""
        ways: dict[tuple[str, ...], list[str]] = {}
        rest = []
        for one in work:
            if isinstance(one, Handling):
                ways.setdefault(self._way(one), []).append(self.piece(one.lying, one.n))
            else:
                rest.append(self._in_a_row(one) if isinstance(one, InOrder) else self._parted(one))
        return [self._line(way, pieces) for way, pieces in ways.items()] + rest

    def settled(self, work: Iterable[Settling]) -> list[str]:
        """One line for each piece that is alone of its kind, and for each place."""
        return [self._sent(one) if isinstance(one, Sent) else self._all(one) for one in work]

    def _sent(self, one: Sent) -> str:
        to = self._end(Handling(1, one.piece, one.after), one.after)
        sides = one.turned and one.after is not None and f"{one.piece.thing.part}.back" not in self._pieces
        key = "sent" if not sides else "sent-down" if one.after and one.after.back else "sent-up"
        return self._say(key, what=self.piece(one.after or one.piece if sides else one.piece, 1), to=to)

    def _all(self, one: Settled) -> str:
        """`Ancona: 4 influence of Bernd, nothing else`"""
        at, spot = self.where(one.where), self._spots.get(one.where.kind) or {}
        gone = [self._no(lying) for lying in one.gone] if spot.get(BESIDE) else []
        if not one.lying and gone:
            return self._say("all", at=at, what=", ".join(gone))
        if not one.lying:
            return self._say("all", at=at, what=self._of(spot, NONE))
        if one.row:
            return self._say("row", at=at, what=", ".join(map(self._which, one.lying)))
        pieces = [self._lain(lying, n, lying.thing in one.turned) for lying, n in Counter(one.lying).items()]
        onto = next((row[ONTO] for lying in one.lying if ONTO in (row := self._row(lying))), None)
        more = {"to": Said(self.speech.in_words(onto or {}))}
        rest = self.speech.say("orders.all-more", more) if onto else self._of(spot, REST)
        return self._say("all", at=at, what=", ".join([*pieces, *gone, rest]))

    def _no(self, lying: Lying) -> str:
        """`0 treasures`"""
        said = self.piece(lying, 0)
        return said if said.startswith("0") else f"0 × {said}"

    def _of(self, spot: Mapping[str, Any], key: str) -> str:
        return self.speech.in_words(spot.get(key) or {}) or self.speech.say(f"orders.all-{key}")

    def _lain(self, lying: Lying, n: int, turned: bool) -> str:
        """A piece with the side that it shows, if that is its back, or may not be what shows by now."""
        said, sides = self.piece(lying, n), f"{lying.thing.part}.back" in self._pieces
        if sides or not (lying.back or turned):
            return said
        return self.speech.say("orders.face-down" if lying.back else "orders.face-up", {"what": Said(said)})

    def is_single(self, lying: Lying) -> bool:
        """Is there only one of it, of this colour and kind?"""
        return bool(self._row(lying).get(SINGLE))

    def _in_a_row(self, one: InOrder) -> str:
        return self._say("row", at=self.where(one.where), what=", ".join(map(self._which, one.row)))

    def _parted(self, one: Parted) -> str:
        """What is open by its names, and how many of them are in which hand."""
        ends = [*one.gone, *one.come]
        open_ones = [self.piece(end.lying, end.n) for end in ends if end.lying.thing.which]
        ways = {"from": self._counted(one.gone), "to": self._counted(one.come)}
        return self._say("parted", what=", ".join(open_ones), **ways)

    def _counted(self, side: Sequence[Handling]) -> str:
        """`hand of Anke (1), hand of Bernd (2)`"""
        counts: dict[str, int] = {}
        for end in side:
            place = self.where(end.lying.where)
            counts[place] = counts.get(place, 0) + end.n
        return ", ".join(counts) if len(counts) == 1 else ", ".join(f"{place} ({n})" for place, n in counts.items())

    def _way(self, one: Handling) -> tuple[str, ...]:
        """How it goes (a message), and from where to where."""
        if one.turns and one.after and one.before:
            sides = f"{one.after.thing.part}.back" in self._pieces
            key = "turn" if sides else "down" if one.after.back else "up"
            return (key, self.where(one.after.where))
        hidden = one.after is not None and one.after.back and self._key(one.after) != f"{one.after.thing.part}.back"
        laid_down = hidden and not (one.before and one.before.back)
        anew = laid_down and one.before is None and self._row(one.lying).get(SHUFFLED)
        key = "move-shuffled" if anew else "move-down" if laid_down else "move"
        return (key, self._end(one, one.before), self._end(one, one.after))

    def _end(self, one: Handling, lying: Lying | None) -> str:
        if lying is not None:
            return self.where(lying.where)
        row = self._row(one.lying)
        names = (row.get(ONTO) if one.after is None else None) or row.get(STOCK) or {}
        stock = self.speech.in_words(names) or self.speech.say("orders.stock")
        return self.speech.fill(stock, {"whose": Said(self._whose(one.lying.thing.whose))})

    def _line(self, way: Sequence[str], pieces: Sequence[str]) -> str:
        key, *ends = way
        slots = ("from", "to") if key.startswith("move") else ("at",)
        return self._say(key, what=", ".join(pieces), **dict(zip(slots, ends, strict=True)))

    def _say(self, key: str, **facts: str) -> str:
        line = self.speech.say(f"orders.{key}", {name: Said(text) for name, text in facts.items()})
        return line[:1].upper() + line[1:]

    # --- pieces and places ----------------------------------------------------------------------------------
    def _key(self, lying: Lying) -> str:
        part = lying.thing.part
        own = (f"{part}.back" if lying.back else "", "" if lying.thing.which else f"{part}.hidden")
        return next((key for key in own if key in self._pieces), part)

    def _row(self, lying: Lying) -> Mapping[str, Any]:
        row: Mapping[str, Any] = self._pieces.get(self._key(lying)) or {}
        return row

    def _which(self, lying: Lying) -> str:
        thing = lying.thing
        return self.speech.name(thing.which, thing.part) if thing.which else self.piece(lying, 1)

    def piece(self, lying: Lying, n: int) -> str:
        """`3 houses of Anke`."""
        thing = lying.thing
        words = self.speech.in_words(self._row(lying)) or self.speech.name(thing.part) + " {which} {whose}"
        which = self.speech.name(thing.which, thing.part) if thing.which else ""
        several = {"n": n, "times": Said("" if n == 1 else f"{n} × ")}
        facts = {**several, "whose": Said(self._whose(thing.whose)), "which": Said(which)}
        return self.speech.fill(words, facts).strip()

    def where(self, where: Where) -> str:
        words = self.speech.in_words(self._spots.get(where.kind) or {}) or self.speech.name(where.kind) + " {at} {n}"
        at = self.speech.name(where.at, where.kind) if where.at else ""
        return self.speech.fill(words, {"n": where.n, "whose": Said(self._whose(where.whose)), "at": Said(at)}).strip()

    def _whose(self, name: str) -> str:
        return self.speech.name(name) if name else ""
