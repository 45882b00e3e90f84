"""What is asked, and what is offered: never more than everybody may know."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from venice_pnp.console.script import Script
from venice_pnp.contract.play import TABLE
from venice_pnp.referee.moves import offers
from venice_pnp.referee.table import Table
from venice_pnp.speech.words import Said, Speech

MENU = 9  # moves that get a number


class Offering:
    """The questions of one table in one language."""

    def __init__(self, table: Table, script: Script, speech: Speech) -> None:
        self.table, self.script, self.speech = table, script, speech

    def question(self, item: Mapping[str, Any], who: str) -> str:
        """What is asked, with what the game's screen has to say about it."""
        more = self.table.declared.asking()
        kind, facts = more.asking(self.table.rules, self.table.state, item) if more else ("", {})
        return self.script.question({**item, **facts}, who, kind)

    def public(self, by: str) -> list[dict[str, Any]]:
        """What a seat may do, as far as everybody may know: a private verb, whenever it may be possible."""
        rules, state = self.table.rules, self.table.state
        legal = [dict(move) for move in rules.legal(state, by)]
        if rules.hands is None or by == TABLE:
            return legal
        shown = [move for move in legal if not rules.verbs[move["do"]].private]
        return [*shown, *({"by": by, "do": verb} for verb in rules.hands.open_to(state, by))]

    def offered(self, legal: Sequence[Mapping[str, Any]]) -> list[str]:
        """What may be done: few moves one by one, of many a verb and how it is typed."""
        found: dict[str, list[str]] = {}
        verbs = self.table.rules.verbs
        for name in dict.fromkeys(str(move["do"]) for move in legal):
            moves = [move for move in legal if move["do"] == name]
            lines = [line.partition(" ")[2] for line in offers(moves, verbs)]
            form, _ = self.script.help(name)
            if len(lines) == 1 and lines[0].isupper() and form != name:
                lines = [f"({form})"]
            elif len(lines) == len(moves) and all(lines):  # one by one: in the words of the players
                lines = [self.script.move(move, verbs).partition(" ")[2] for move in moves]
            found[self.script.word(name)] = list(dict.fromkeys(lines))
        return [f"{name} {', '.join(fields)}".strip() for name, fields in found.items()]

    def numbered(self, legal: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
        """Moves that can be chosen by number: few, open ones, where a number means nothing else."""
        verbs = self.table.rules.verbs
        if any(type(value) is int for move in legal for key, value in move.items() if key not in ("by", "do")):
            return []
        shown = [dict(move) for move in legal if not verbs[move["do"]].secret and not verbs[move["do"]].private]
        shown = [move for move in shown if not any(isinstance(value, Mapping) for value in move.values())]
        if any(isinstance(value, list) for move in shown for value in move.values() if move["by"] == TABLE):
            return []  # only samples of what may lie there
        plain = [move for move in shown if len(move) <= 3]
        return shown if len(shown) <= MENU else plain if len(plain) <= MENU else []

    def forms(self, legal: Sequence[Mapping[str, Any]], menu: Sequence[Mapping[str, Any]]) -> str:
        """What may be done besides what has a number."""
        listed = {move["do"] for move in menu}
        rest = [move for move in legal if move["do"] not in listed]
        return "".join(f" · {line}" for line in self.offered(rest))

    def listed(self, moves: Sequence[Mapping[str, Any]]) -> str:
        return "  ".join(f"[{n + 1}]\u00a0{self.spoken(move)}" for n, move in enumerate(moves[:MENU]))

    def spoken(self, move: Mapping[str, Any]) -> str:
        """A move as it is typed, its verb in the language of the table."""
        return self.script.move(move, self.table.rules.verbs)

    def helped(self, legal: Sequence[Mapping[str, Any]]) -> list[str]:
        """What may be done now, how it is typed, and what it does."""
        lines = []
        for line in self.offered(legal):
            typed, does = self.script.help(self.script.verb(line.split()[0]))
            lines.append(self.speech.say("play.verb", {"form": Said(line), "type": Said(typed), "does": Said(does)}))
        return lines
