"""What the big screen and a seat are shown, as plain values: made in the clerk's thread, in one language."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from venice_pnp.contract.play import TABLE, Refused
from venice_pnp.door.match import match_of
from venice_pnp.door.picture import BOARD
from venice_pnp.host.choosing import Thumbs
from venice_pnp.referee import seals, story
from venice_pnp.referee.frame import end_lines, panels, screens_of
from venice_pnp.referee.putting import orders_since
from venice_pnp.referee.script import Script
from venice_pnp.referee.table import Step, Table
from venice_pnp.speech.paint import NARROW, Paint
from venice_pnp.speech.refusal import Refusal
from venice_pnp.speech.trouble import Trouble
from venice_pnp.speech.words import RULING_TOUCHED, Said, find_rule

View = dict[str, Any]


class Teller:
    """Tells one table in one language."""

    def __init__(self, table: Table, lang: str) -> None:
        self.table = table
        self.match = match_of(table, lang)
        self.speech = self.match.speech
        self.speech.our_ruling = RULING_TOUCHED
        self.script = Script(self.speech, by_touch=True)
        self._moment, self._made = -1, dict[str, View]()
        self.paint = Paint(table.kit, table.players, table.colours, plain=True, width=NARROW)

    def places(self) -> View:
        """The places of the board that moves name: where they lie, and what they are called."""
        touching, kit = self.table.declared.touching(), self.table.kit
        if touching is None:
            return {"size": (1, 1), "places": {}}
        boxes = touching.places(kit).items()
        named = {place: {"box": box, "say": self.speech.name(place)} for place, box in boxes}
        return {"size": kit.shared.shapes[kit.components[BOARD].shape].size, "places": named}

    def _once(self, what: str, make: Callable[[], View]) -> View:
        """Made once for each moment: many look at the same."""
        moment = len(self.table.journal.entries)
        if moment != self._moment:
            self._moment, self._made = moment, {}
        if what not in self._made:
            self._made[what] = make()
        return self._made[what]

    # --- what everybody may know ------------------------------------------------------------------------
    def public(self) -> View:
        """The big screen."""
        return self._once("", self._public)

    def _public(self) -> View:
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
            "first": self._first(),
            "secret": self._chosen(),
            **self._orders(),
            "why": story.why(table, self.script, self.speech),
            "standing": screens.standing(table.rules, view, self.speech, self.paint),
            "panels": [{"title": panel.title, "lines": list(panel.lines)} for panel in shown],
            "result": self._result(view) if over else [],
            "reveal": self._last_reveal(),
            "seats": [self._seat(name) for name in table.players],
            "picture": len(table.journal.entries),
        }

    def _orders(self) -> View:
        """What the hands do, and what else happened: by the last move, or to put back what was taken back."""
        before = story.before_undo(self.table)
        if before is not None:
            back = orders_since(self.table, before, self.speech) or [self.speech.say("orders.none")]
            return {"orders-head": self.speech.say("host.orders-back"), "orders": back, "news": []}
        lines = story.last_lines(self.table, self.script, self.speech)
        orders, news = ([line for line, remark in lines if remark is told] for told in (False, True))
        return {"orders-head": self.speech.say("host.orders"), "orders": orders, "news": news}

    def _seat(self, name: str) -> View:
        seat = self.paint.seats[name]
        return {"name": name, "emblem": self.paint.emblem(name), "colour": seat.hex}

    def _asked(self) -> list[View]:
        first = self.script.before_a_bot(self.table)
        if first is not None:
            return [{"by": first.seat, "question": first.question}]
        rows = []
        for item in self.table.awaited():
            by = str(item["by"])
            rows.append({"by": by, "question": self.script.asked(self.table, item, self._who([by]))})
        return rows

    def _first(self) -> View | None:
        """Who has a word before which bot moves; it waits for that word, or for leave to move."""
        first = self.script.before_a_bot(self.table)
        return first and {"seat": first.seat, "bot": first.bot, "moment": len(self.table.journal.entries)}

    def _who(self, seats: Sequence[str]) -> str:
        return ", ".join(self.speech.name(by) if by == TABLE else self.paint.seat(by) for by in seats)

    def _questions(self) -> list[str]:
        """What is asked, each question once, with the names of all who are asked it."""
        asked: dict[str, list[Mapping[str, Any]]] = {}
        for item in self.table.awaited():
            asked.setdefault(self.script.asked(self.table, item, ""), []).append(item)
        return [
            self.script.asked(self.table, items[0], self._who([str(one["by"]) for one in items]))
            for items in asked.values()
        ]

    def _chosen(self) -> View | None:
        """While choices are sealed: what is asked, who has chosen, and whose is missing."""
        missing = [str(item["by"]) for item in self.table.awaited() if item["by"] != TABLE]
        if not missing or not self._is_secret(missing[0]):
            return None
        done = [name for name in self.table.players if name not in missing and self._sealed_by(name)]
        return {"questions": self._questions(), "chosen": done, "missing": missing}

    def _is_secret(self, by: str) -> bool:
        rules = self.table.rules
        first = next(iter(rules.legal(self.table.state, by)), None)
        return first is not None and rules.verbs[first["do"]].secret

    def _sealed_by(self, name: str) -> list[int]:
        """Entries of seals of this seat that count and are closed."""
        steps = (step for step in self.table.steps if step.sealed and not step.start)
        return [s.entry for s in steps if s.move.get("by") == name and s.entry not in self.table.opened]

    def _last_reveal(self) -> list[str]:
        """The seals that were opened last, with their receipt words; what was taken back was not opened."""
        entries, counted = self.table.journal.entries, {step.entry for step in self.table.steps}
        reveals = (entry.body["seals"] for entry in reversed(entries) if entry.kind == "reveal")
        rows = []
        for seal in next((last for last in reveals if all(one["entry"] in counted for one in last)), ()):
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
        return self._once(name, lambda: self._own_view(name))

    def _own_view(self, name: str) -> View:
        table = self.table
        entries = table.journal.entries
        own = story.known_alone(table, table.view(name), name, self.speech, self.paint)
        may = [name, *([TABLE] if any(item["by"] == TABLE for item in table.awaited()) else [])]
        return {
            **self.public(),
            "me": self._seat(name),
            "own": own,
            "receipts": [seals.words_of(entries[n].body["commitment"]) for n in self._sealed_by(name)],
            "choices": [Thumbs(self, by).view() for by in may],
            "undo": self._undo(name),
        }

    def _undo(self, name: str) -> View | None:
        """What this seat may take back, and whether the table has to agree."""
        found = own_last_move(self.table, name)
        if found is None:
            return None
        step, why = found
        said = self.script.word(step.move["do"]) if step.sealed else self.script.move(step.move, self.table.rules.verbs)
        return {"say": said, "agree": bool(why), "moment": len(self.table.journal.entries)}

    def last_openly(self, name: str) -> str:
        """The move that this seat may take back, as everybody may know it; nothing of a secret one."""
        found = own_last_move(self.table, name)
        if found is None or found[0].sealed or self.table.rules.verbs[found[0].move["do"]].secret:
            return ""
        return self.script.move(found[0].move, self.table.rules.verbs)

    def turn(self, by: str) -> int:
        """How often this seat has moved: a move made for an earlier turn is a second tap, and is not made again."""
        entries = self.table.journal.entries
        moved = (entry.body["move"] if entry.kind == "move" else entry.body for entry in entries if entry.kind in MOVED)
        return sum(1 for body in moved if body.get("by", TABLE) == by)

    def tried(self, by: str, move: Mapping[str, Any]) -> View:
        """How a move is called that would be accepted, or why it would not; nothing is done."""
        try:
            meant = self.match.meant(by, move)
            refused = self.match.why_not(by, meant)
        except Trouble as trouble:
            return {"refused": {"rule": "", "sentence": self.speech.trouble(trouble), "text": ""}}
        if refused is not None:
            return {"refused": self.refused(refused)}
        return {"say": self.script.move(meant, self.table.rules.verbs)}

    def tried_at(self, by: str, begun: Mapping[str, Any], place: str) -> View:
        """Why nothing that was begun so goes on at this place: every way to name a place is tried with it. A refusal of
        form tells nothing; one of a move that is nowhere possible tells something only if it is about the place."""
        for move, possible in Thumbs(self, by).naming(begun, place):
            refused = self.match.why_not(by, move)
            if refused is None or refused.rule == self.table.rules.form_rule:
                continue
            if possible or place in refused.facts.values():
                return {"refused": self.refused(refused)}
        return {}

    def meant(self, by: str, line: str) -> View:
        """What a typed line means: moves to be confirmed, or why there is none."""
        meaning = self.match.ear_of(by).understand(by, line)
        verbs = self.table.rules.verbs
        if meaning.moves:
            return {"meant": [{"move": move, "say": self.script.move(move, verbs)} for move in meaning.moves]}
        if meaning.refused:
            return {"refused": self.refused(Refusal(meaning.refused, self.speech)), "near": meaning.near}
        said = self.speech.trouble(meaning.trouble) if meaning.trouble else self.speech.say("play.unheard")
        return {"refused": {"rule": "", "sentence": said, "text": ""}, "near": meaning.near}

    def refused(self, refused: Refused) -> View:
        text = find_rule(self.table.kit, refused.rule, self.speech.lang) or ""
        page = self.table.kit.page_of(refused.rule, self.speech.lang) or f"/rules#{refused.rule}"
        return {"rule": refused.rule, "sentence": refused.sentence, "text": text, "page": page}


def own_last_move(table: Table, seat: str) -> tuple[Step, str] | None:
    """The last move of all, if it was this seat's, and why the table would have to agree to take it back. What bots
    have answered goes with it."""
    try:
        gone, why = table.going()
    except Trouble:  # there is none, or nothing is taken back any more
        return None
    people = [step.move.get("by") for step in gone if step.move.get("by") not in table.bots]
    return (gone[0], why) if people == [seat] else None


MOVED = ("move", "seal")
