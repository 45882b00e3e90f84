"""What the big screen and a seat are shown, as plain values: made in the clerk's thread, in one language."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import islice
from typing import Any

from venice_pnp.contract.play import TABLE
from venice_pnp.door.match import match_of
from venice_pnp.referee import seals, story
from venice_pnp.referee.frame import end_lines, panels, screens_of
from venice_pnp.referee.meaning import Ear
from venice_pnp.referee.script import Script
from venice_pnp.referee.table import Table
from venice_pnp.speech.paint import NARROW, Paint
from venice_pnp.speech.refusal import Refusal
from venice_pnp.speech.words import Said, find_rule

View = dict[str, Any]
NOT_FIELDS = ("by", "do")
MOST = 600  # moves that are sent to be chosen from; whatever else is legal can be typed


class Teller:
    """Tells one table in one language."""

    def __init__(self, table: Table, lang: str) -> None:
        self.table = table
        self.match = match_of(table, lang)
        self.speech = self.match.speech
        self.script = Script(self.speech)
        self.paint = Paint(table.kit, table.players, table.colours, plain=True, width=NARROW)

    @cached_property
    def ear(self) -> Ear:
        return Ear(self.table)

    # --- what everybody may know ------------------------------------------------------------------------
    def public(self) -> View:
        """The big screen."""
        table = self.table
        view = table.view(None)
        over = not table.awaited()
        screens = screens_of(table)
        shown = [panel for panel in panels(table, view, self.speech, self.paint) if panel.folds]
        return {
            "title": table.kit.game.title.in_language(self.speech.lang),
            "table": table.path.stem,
            "moves": story.moves_made(table),
            "over": over,
            "asked": self._asked(),
            "secret": self._chosen(),
            "orders": story.last_told(table, self.speech),
            "why": story.why(table, self.script, self.speech),
            "standing": screens.standing(table.rules, view, self.speech, self.paint),
            "panels": [{"title": panel.title, "lines": list(panel.lines)} for panel in shown],
            "result": self._result(view) if over else [],
            "reveal": self._last_reveal(),
            "seats": [self._seat(name) for name in table.players],
            "picture": len(table.journal.entries),
        }

    def _seat(self, name: str) -> View:
        seat = self.paint.seats[name]
        return {"name": name, "emblem": self.paint.emblem(name), "colour": seat.hex}

    def _asked(self) -> list[View]:
        rows = []
        for item in self.table.awaited():
            by = str(item["by"])
            who = self.speech.name(by) if by == TABLE else self.paint.seat(by)
            rows.append({"by": by, "question": self.script.asked(self.table, item, who)})
        return rows

    def _chosen(self) -> View | None:
        """While choices are sealed: who has chosen, and whose is missing."""
        missing = [str(item["by"]) for item in self.table.awaited() if item["by"] != TABLE]
        if not missing or not self._is_secret(missing[0]):
            return None
        done = [name for name in self.table.players if name not in missing and self._sealed_by(name)]
        return {"chosen": done, "missing": missing}

    def _is_secret(self, by: str) -> bool:
        rules = self.table.rules
        first = next(iter(rules.legal(self.table.state, by)), None)
        return first is not None and rules.verbs[first["do"]].secret

    def _sealed_by(self, name: str) -> list[int]:
        """Entries of seals of this seat that count and are closed."""
        steps = (step for step in self.table.steps if step.sealed and not step.start)
        return [s.entry for s in steps if s.move.get("by") == name and s.entry not in self.table.opened]

    def _last_reveal(self) -> list[str]:
        """The seals that were opened last, with their receipt words."""
        entries = self.table.journal.entries
        entry = next((entry for entry in reversed(entries) if entry.kind == "reveal"), None)
        rows = []
        for seal in entry.body["seals"] if entry else ():
            words = seals.words_of(entries[seal["entry"]].body["commitment"])
            move = self.script.move(seal["move"], self.table.rules.verbs)
            by = self.speech.name(str(seal["move"].get("by", TABLE)))
            rows.append(self.speech.say("host.opened", {"seat": by, "move": Said(move), "receipt": Said(words)}))
        return rows

    def _result(self, view: Mapping[str, Any]) -> list[str]:
        screens = screens_of(self.table)
        return [
            *screens.result(self.table.rules, dict(view), self.speech, self.paint),
            *end_lines(self.table, self.speech),
        ]

    # --- what one seat may know -------------------------------------------------------------------------
    def seat(self, name: str) -> View:
        """A player's phone."""
        table = self.table
        entries = table.journal.entries
        own = story.own_lines(table, table.view(name), name, self.speech, self.paint)
        may = [name, *([TABLE] if any(item["by"] == TABLE for item in table.awaited()) else [])]
        return {
            **self.public(),
            "me": self._seat(name),
            "own": own,
            "receipts": [seals.words_of(entries[n].body["commitment"]) for n in self._sealed_by(name)],
            "choices": [self.choices(by) for by in may],
        }

    def choices(self, by: str) -> View:
        """Every legal move as steps to be chosen one after the other: a verb, then field by field, item by item."""
        verbs = self.table.rules.verbs
        moves: list[View] = []
        known: list[Mapping[str, Any]] = []
        for move in islice(self.table.rules.legal(self.table.state, by), MOST):
            whole = {key: value for key, value in move.items() if value not in (None, [], {})}
            if whole in known:  # `cards: []` is no other choice than no cards
                continue
            known.append(whole)
            steps = [{"say": self.script.word(move["do"])}, *self._steps(move, verbs[move["do"]].fields)]
            one = {"move": dict(move), "say": self.script.move(move, verbs), "steps": steps}
            moves.append(one | self._ahead(move))
        used = dict.fromkeys(str(one["move"]["do"]) for one in moves)
        return {
            "by": by,
            "name": self.speech.name(by),
            "turn": self.turn(by),
            "moves": moves,
            "help": {self.script.word(verb): self.script.help(verb)[1] for verb in used},
            "secret": [self.script.word(verb) for verb in used if verbs[verb].secret],
        }

    def _ahead(self, move: Mapping[str, Any]) -> View:
        """Where a move with a number leads, if the game has a question about just that (CAN-5.17)."""
        table, numbers = self.table, [str(value) for value in move.values() if type(value) is int]
        for question in table.declared.questions() if len(numbers) == 1 else ():
            about = (table.rules, table.state, numbers[0])
            if question.choices is None and question.tries is not None and question.tries(*about) == move:
                return {"ahead": " ".join(question.told(table.rules, question.answer(*about), self.speech, self.paint))}
        return {}

    def _steps(self, move: Mapping[str, Any], fields: Sequence[str]) -> Iterator[View]:
        for field in (*fields, *(key for key in move if key not in (*fields, *NOT_FIELDS))):
            value = move.get(field)
            if value is None:
                continue
            named = self.speech.name(field)
            if isinstance(value, Mapping):
                items = [self.script.value({key: part}) for key, part in value.items()]
            elif isinstance(value, (list, tuple)):
                items = [self.script.value(item) for item in value]
            elif type(value) is int:
                yield {"field": named, "say": self.script.value(value), "number": value}
                continue
            else:
                items = [self.script.value(value)]
            yield from ({"field": named, "say": item} for item in items)

    def turn(self, by: str) -> int:
        """How often this seat has moved: a move made for an earlier turn is a second tap, and is not made again."""
        entries = self.table.journal.entries
        moved = (entry.body["move"] if entry.kind == "move" else entry.body for entry in entries if entry.kind in MOVED)
        return sum(1 for body in moved if body.get("by", TABLE) == by)

    def meant(self, by: str, line: str) -> View:
        """What a typed line means: moves to be confirmed, or why there is none."""
        meaning = self.ear.understand(by, line)
        verbs = self.table.rules.verbs
        if meaning.moves:
            return {"meant": [{"move": move, "say": self.script.move(move, verbs)} for move in meaning.moves]}
        if meaning.refused:
            return {"refused": self.refused(Refusal(meaning.refused, self.speech)), "near": meaning.near}
        said = self.speech.trouble(meaning.trouble) if meaning.trouble else self.speech.say("play.unheard")
        return {"refused": {"rule": "", "sentence": said, "text": ""}, "near": meaning.near}

    def refused(self, refused: Refusal) -> View:
        text = find_rule(self.table.kit, refused.rule, self.speech.lang) or ""
        return {"rule": refused.rule, "sentence": refused.sentence, "text": text}


MOVED = ("move", "seal")
