"""What a seat may do now, as steps for thumbs: a verb, then field by field, item by item, place by place.

A step is sent once; a move is a path of numbers of steps. Whatever is put together on the phone beyond these paths is
tried by the referee before it can be made.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from venice_pnp.host.views import Teller, View

NOT_FIELDS = ("by", "do")
MOST = 600  # moves that are sent one by one
FARTHEST = 20_000  # moves that are looked through for the items of the others


class Thumbs:
    """Every legal move of a seat, in one language."""

    def __init__(self, teller: Teller, by: str) -> None:
        self.teller, self.by = teller, by
        self.table, self.script, self.speech = teller.table, teller.script, teller.speech
        self.touching = self.table.declared.touching()
        self._steps: dict[tuple[str, str, str], int] = {}  # by verb, field and item
        self._shown: list[View] = []

    def view(self) -> View:
        verbs = self.table.rules.verbs
        moves, parts, known = [], _Parts(), set()
        for n, move in enumerate(islice(self.table.rules.legal(self.table.state, self.by), FARTHEST)):
            if n >= MOST and not self._is_built(move):
                continue
            path = list(self._path(move))
            parts.add(path, self._shown)
            same = self._same(path)
            if n < MOST and same not in known:
                known.add(same)
                moves.append({"path": path, "say": self.script.move(move, verbs)} | self._ahead(move))
        used = dict.fromkeys(str(step["do"]) for step in self._shown if "do" in step)
        return {
            "by": self.by,
            "name": self.speech.name(self.by),
            "turn": self.teller.turn(self.by),
            "steps": self._shown,
            "moves": moves,
            "parts": parts.view(),
            "secret": [verb for verb in used if verbs[verb].secret],
        }

    def _is_built(self, move: Mapping[str, Any]) -> bool:
        return self.touching is not None and move["do"] in self.touching.BUILT

    # --- a place that goes on with nothing -----------------------------------------------------------------
    def naming(self, begun: Mapping[str, Any], place: str) -> Iterator[tuple[View, bool]]:
        """One move for each verb and field that names places after what was begun, with this place in its stead; then
        what else is said by a verb and a place alone, though it is nowhere `possible` now."""
        known = set[tuple[str, str]]()
        if self.touching is None or place not in self.touching.places(self.table.kit):
            return
        for move in islice(self.table.rules.legal(self.table.state, self.by), FARTHEST):
            if any(move.get(key) != value for key, value in begun.items() if not isinstance(value, (list, Mapping))):
                continue
            for field in (key for key in move if key not in NOT_FIELDS):
                value, verb = move[field], str(move["do"])
                items = value if isinstance(value, (list, tuple)) else [value]
                named = next(filter(None, map(self._elsewhere(verb, field, place), items)), None)
                if named is not None and (verb, field) not in known:
                    known.add((verb, field))
                    before = begun.get(field) if isinstance(value, (list, tuple)) else None
                    after = [*(before if isinstance(before, list) else ()), named] if items is value else named
                    yield {**move, **begun, field: after}, True
        every = self.table.rules.verbs.items() if "do" not in begun else ()
        for name, field in ((name, field) for name, verb in every for field in verb.fields):
            if (name, field) not in known and self._at(name, field, place) == place:
                yield {"by": self.by, "do": name, field: place}, False

    def _elsewhere(self, verb: str, field: str, place: str) -> Callable[[Any], Any]:
        """Puts a place into an item that is one, or a pair that begins with one; else None."""

        def put(item: Any) -> Any:
            pair = isinstance(item, (list, tuple))
            at = "" if isinstance(item, Mapping) else self._at(verb, field, item)
            if not at or at != str(item[0] if pair else item):
                return None
            return [place, *item[1:]] if pair else place

        return put

    # --- steps --------------------------------------------------------------------------------------------
    def _path(self, move: Mapping[str, Any]) -> Iterator[int]:
        verb = str(move["do"])
        yield self._number(verb)
        fields = self.table.rules.verbs[verb].fields
        for field in (*fields, *(key for key in move if key not in (*fields, *NOT_FIELDS))):
            value = move.get(field)
            if isinstance(value, Mapping):
                yield from (self._number(verb, field, "map", pair) for pair in value.items())
            elif isinstance(value, (list, tuple)):
                yield from (self._number(verb, field, "list", item) for item in value)
            elif value is not None:
                yield self._number(verb, field, "one", value)

    def _number(self, verb: str, field: str = "", shape: str = "", item: Any = None) -> int:
        """The number of a step; thousands of moves share a few of them."""
        key = (verb, field, repr(item))
        if key not in self._steps:
            self._steps[key] = len(self._shown)
            step = self._item(verb, field, shape, item) if field else {"do": verb, "say": self.script.word(verb)}
            self._shown.append(step)
        return self._steps[key]

    def _item(self, verb: str, field: str, shape: str, item: Any) -> View:
        said = self.script.value(dict([item]) if shape == "map" else item)
        step: View = {"key": field, "field": self.speech.name(field), "say": said, "value": item, "shape": shape}
        touching = self.touching
        if touching is None:
            return step
        step |= {"loose": True} if field in touching.LOOSE.get(verb, ()) else {}
        step |= {"built": True} if field in touching.BUILT.get(verb, ()) else {}
        step |= {"once": True} if field in touching.ONCE.get(verb, ()) else {}
        at = self._at(verb, field, item)
        return step | ({"at": at} if at else {})

    def _at(self, verb: str, field: str, item: Any) -> str:
        """The place of the board that an item is; none for most."""
        touching = self.touching
        return touching.place_of(self.table.rules, self.table.state, verb, field, item) if touching else ""

    def _same(self, path: list[int]) -> tuple[tuple[int, ...], ...]:
        """What two moves have in common that are one choice: `cards: []` is none, and loose items have no order."""
        loose = [n for n in path if self._shown[n].get("loose")]
        return tuple(n for n in path if n not in loose), tuple(sorted(loose))

    def _ahead(self, move: Mapping[str, Any]) -> View:
        """Where a move with a number leads, if the game has a question about just that (CAN-5.17)."""
        table, numbers = self.table, [str(value) for value in move.values() if type(value) is int]
        for question in table.declared.questions() if len(numbers) == 1 else ():
            about = (table.rules, table.state, numbers[0])
            if question.choices is None and question.tries is not None and question.tries(*about) == move:
                told = question.told(table.rules, question.answer(*about), self.speech, self.teller.paint)
                return {"ahead": " ".join(told)}
        return {}


class _Parts:
    """Of moves that go on where `legal` names only some: after which steps, and the items."""

    def __init__(self) -> None:
        self._found: dict[tuple[int, ...], dict[int, None]] = {}

    def add(self, path: list[int], steps: list[View]) -> None:
        items = [n for n in path if steps[n].get("built")]
        if items:
            before = tuple(n for n in path if not steps[n].get("built"))
            self._found.setdefault(before, {}).update(dict.fromkeys(items))

    def view(self) -> list[View]:
        return [{"path": list(path), "items": list(items)} for path, items in self._found.items()]
