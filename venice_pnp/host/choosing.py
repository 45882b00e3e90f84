"""What a seat may do now, as steps for thumbs: a verb, then field by field, item by item, place by place.

A step is sent once; a move is a path of numbers of steps. Whatever is put together on the phone beyond these paths is
tried by the referee before it can be made.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import TYPE_CHECKING, Any

from venice_pnp.speech.plain import canonical

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
        self._steps: dict[str, int] = {}  # as text, so that each is there once
        self._shown: list[View] = []

    def view(self) -> View:
        verbs = self.table.rules.verbs
        moves, parts, known = [], _Parts(), set()
        for n, move in enumerate(islice(self.table.rules.legal(self.table.state, self.by), FARTHEST)):
            if n >= MOST and not self._built(move):
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

    def _built(self, move: Mapping[str, Any]) -> frozenset[str]:
        return self.touching.BUILT.get(move["do"], frozenset()) if self.touching else frozenset()

    # --- steps --------------------------------------------------------------------------------------------
    def _path(self, move: Mapping[str, Any]) -> Iterator[int]:
        verb = move["do"]
        yield self._number({"do": verb, "say": self.script.word(verb)})
        fields = self.table.rules.verbs[verb].fields
        for field in (*fields, *(key for key in move if key not in (*fields, *NOT_FIELDS))):
            if move.get(field) is not None:
                for step in self._items(move, field):
                    yield self._number(step)

    def _items(self, move: Mapping[str, Any], field: str) -> Iterator[View]:
        value = move[field]
        if isinstance(value, Mapping):
            rows: Iterable[tuple[str, Any, str]] = (
                ("map", [key, part], self.script.value({key: part})) for key, part in value.items()
            )
        elif isinstance(value, (list, tuple)):
            rows = (("list", item, self.script.value(item)) for item in value)
        else:
            rows = (("one", value, self.script.value(value)),)
        loose = self.touching.LOOSE.get(move["do"], ()) if self.touching else ()
        for shape, item, said in rows:
            step: View = {"key": field, "field": self.speech.name(field), "say": said, "value": item, "shape": shape}
            step |= {"loose": True} if field in loose else {}
            step |= {"built": True} if field in self._built(move) else {}
            yield step | self._place(move, field, item)

    def _place(self, move: Mapping[str, Any], field: str, item: Any) -> View:
        at = self.touching.place_of(self.table.rules, self.table.state, move, field, item) if self.touching else ""
        return {"at": at} if at else {}

    def _number(self, step: View) -> int:
        text = canonical(step)
        if text not in self._steps:
            self._steps[text] = len(self._shown)
            self._shown.append(step)
        return self._steps[text]

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
