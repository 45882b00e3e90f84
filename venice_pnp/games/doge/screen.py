"""Doge's board in short: fields, supplies, the order of votes, and who still has to choose.

It is built from a view alone, so it can show nothing that the view does not hold.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from venice_pnp.games.doge.rules import Rules
    from venice_pnp.referee.screens import Paint
    from venice_pnp.referee.words import Speech

WAITING = "waiting"


def lines(rules: Rules, view: Mapping[str, Any], speech: Speech, paint: Paint) -> list[str]:
    """The screen of a moment, line by line."""
    return Sketch(rules, view, speech, paint).lines()


class Sketch:
    """Says one view."""

    def __init__(self, rules: Rules, view: Mapping[str, Any], speech: Speech, paint: Paint) -> None:
        self.rules, self.view, self.speech, self.paint = rules, view, speech, paint
        rows = speech.kit.tables.advisors if speech.kit else []
        self.advisors = {row.id: row.name.in_language(speech.lang) for row in rows}

    def say(self, key: str, **facts: Any) -> str:
        from venice_pnp.referee.words import Said

        return self.speech.say(f"screen.{key}", {k: Said(v) if isinstance(v, str) else v for k, v in facts.items()})

    def lines(self) -> list[str]:
        view = self.view
        said = [self.paint.strong(self._head()), self._order()]
        said += [self._field(name, field) for name, field in view["fields"].items()]
        said += self._waiting()
        said += [self._supply(name, supply) for name, supply in view["supply"].items()]
        if view["phase"] == "placing":
            said += self._choices()
        if view["vote"]:
            said.append(self._vote(view["vote"]))
        if view["winners"]:
            winners = ", ".join(map(self.paint.seat, view["winners"]))
            said.append(self.paint.strong(self.say("winners", winners=winners)))
        return said

    def _head(self) -> str:
        view = self.view
        turn = self.say("turn", turn=view["turn"]) if view["turn"] else ""
        return self.say("round", round=view["round"], phase=self.speech.name(view["phase"])) + turn

    def _order(self) -> str:
        """The open row, what has voted in brackets, and the coming row as far as it is open."""
        order = self.view["order"]
        now = [
            f"({self.speech.name(f)})" if n < order["voted"] else self.speech.name(f)
            for n, f in enumerate(order["now"])
        ]
        coming = ", ".join(map(self.speech.name, order["next"])) or "–"
        row = " > ".join(now) or "–"
        return self.say("order", set=self.speech.name(order["set"]), now=row, next=coming)

    def _field(self, name: str, field: Mapping[str, Any]) -> str:
        parts = []
        palazzi = field.get("palazzi", [])
        sites = self.rules.city.sites
        if palazzi:
            parts.append(self.say("palazzi", owners=", ".join(map(self.paint.seat, palazzi))))
        if "palazzi" in field and len(palazzi) < len(sites):
            parts.append(self.say("site", cost=sites[len(palazzi)]))
        houses = [f"{self.paint.seat(who)} {n}" for who, n in field.get("houses", {}).items() if n]
        if houses:
            parts.append(self.say("houses", houses=", ".join(houses)))
        stacks = [f"{self.paint.seat(who)} {self._tokens(stack)}" for who, stack in field["tokens"].items()]
        if stacks:
            parts.append(self.say("stacks", stacks=", ".join(stacks)))
        standing = [self._advisor(a, seat["by"]) for a, seat in self.view["advisors"].items() if seat["at"] == name]
        if standing:
            parts.append(self.say("advisors", advisors=", ".join(standing)))
        return f"{self.speech.name(name)}: {' · '.join(parts) or '–'}"

    def _tokens(self, stack: Any) -> str:
        """A stack that may be seen by its values, any other by its number."""
        if isinstance(stack, int):
            return self.say("face-down", n=stack)
        return " ".join(map(str, stack))

    def _advisor(self, advisor: str, by: str | None) -> str:
        name = self.advisors[advisor]
        return f"{name} ({self.paint.seat(by)})" if by else name

    def _waiting(self) -> list[str]:
        waiting = [self._advisor(a, None) for a, seat in self.view["advisors"].items() if seat["at"] == WAITING]
        return [self.say("waiting", advisors=", ".join(waiting))] if waiting else []

    def _supply(self, name: str, supply: Mapping[str, Any]) -> str:
        tokens = self._tokens(supply["tokens"])
        facts = {key: supply[key] for key in ("houses", "palazzi", "rings")}
        cards = ", ".join(map(self.speech.name, self.view["cards-played"].get(name, [])))
        said = self.say("supply", player=self.paint.seat(name), tokens=tokens or "–", **facts)
        return said + (self.say("cards", cards=cards) if cards else "")

    def _choices(self) -> list[str]:
        """Who has chosen; one's own choice only in one's own view."""
        said = []
        for name, choice in self.view["pending"].items():
            if isinstance(choice, Mapping):
                facts = {"field": self.speech.name(choice["field"]), "tokens": self._tokens(choice["tokens"])}
                said.append(self.say("chose", player=self.paint.seat(name), **facts))
            else:
                said.append(self.say("chosen", player=self.paint.seat(name)))
        return said

    def _vote(self, vote: Mapping[str, Any]) -> str:
        totals = ", ".join(f"{self.paint.seat(who)} {n}" for who, n in vote["totals"].items()) or "–"
        first, second = (", ".join(map(self.paint.seat, vote[key])) or "–" for key in ("first", "second"))
        return self.say("vote", field=self.speech.name(vote["field"]), totals=totals, first=first, second=second)
