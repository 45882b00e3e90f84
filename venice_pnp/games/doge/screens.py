"""Doge's board in short: fields, supplies, the order of votes, and who still has to choose.

It is built from a view alone, so it can show nothing that the view does not hold.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from venice_pnp.games.doge.rules.world import without
from venice_pnp.speech.paint import Paint, Panel, clip, pad
from venice_pnp.speech.words import Said, Speech

if TYPE_CHECKING:
    from venice_pnp.games.doge.rules.bound import Rules
    from venice_pnp.games.doge.rules.state import State
WAITING = "waiting"
WIDE = 100  # from here on the table of the fields has wide columns


def lines(rules: Rules, view: Mapping[str, Any], speech: Speech, paint: Paint) -> list[str]:
    """The screen of a moment, line by line."""
    return Sketch(rules, view, speech, paint).lines()


def panels(rules: Rules, view: Mapping[str, Any], speech: Speech, paint: Paint) -> list[Panel]:
    """The console's screen: the running vote, the fields as a table, the supplies."""
    sketch = Sketch(rules, view, speech, paint)
    head = [paint.strong(sketch.head()), sketch.order()]
    head += [*sketch.choices(), *sketch.without_tokens()] if view["phase"] == "placing" else []
    head += [sketch.vote(view["vote"])] if view["vote"] else []
    grid = sketch.grid()
    waiting = sketch.waiting()
    return [
        Panel("", head),
        Panel(sketch.say("grid"), grid, folds=False, width=70),
        Panel("", [*sketch.supplies(), *waiting]),
    ]


def asking(rules: Rules, state: State, item: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    """DOGE-6.20: which tokens somebody who turns some up can still have, as everybody has seen the others; DOGE-5.7:
    which cards somebody has still in his hand, as everybody sees those before him, and how a choice is typed."""
    if item["for"] == "show":
        return "", {"left": [*without(rules.world.tokens, state.shown[state.seats.number[item["by"]]])]}
    if item["for"] in ("lay", "place"):
        seat = state.seats.number[item["by"]]
        played = {rules.world.fields[n] for n in state.cards[seat]}
        left = [row.code.lower() for row in rules.kit.tables.fields if row.id not in played]
        values = sorted({value for value in rules.world.tokens if value}, reverse=True)
        some = dict.fromkeys((values[0], values[-1]))  # whatever the seat holds: nothing of that is told
        shown = [left[0], *map(str, some)][: 1 + len(state.tokens_left[seat])]
        return "", {"cards": Said(" ".join(left)), "example": Said("\u00a0".join(shown))}
    return "", {}


def own(rules: Rules, view: Mapping[str, Any], seat: str, speech: Speech, paint: Paint) -> list[str]:
    """What only this seat knows: its tokens at home and in the fields, and what it has chosen."""
    sketch = Sketch(rules, view, speech, paint)
    said = [sketch.say("own-tokens", tokens=sketch._tokens(view["supply"][seat]["tokens"]) or "–")]
    for name, field in view["fields"].items():
        stack = field["tokens"].get(seat)
        if isinstance(stack, list):
            said.append(f"{speech.name(name)}: {' '.join(map(str, stack))}")
    choice = view["pending"].get(seat)
    if isinstance(choice, Mapping):
        said += sketch.choices()
    return said


def standing(rules: Rules, view: Mapping[str, Any], speech: Speech, paint: Paint) -> str:
    """How it stands, in one line: palazzi and districts (DOGE-8.1)."""
    sketch = Sketch(rules, view, speech, paint)
    return sketch.say("standing", round=view["round"], players=", ".join(map(sketch.spread, view["players"])))


def result(rules: Rules, view: Mapping[str, Any], speech: Speech, paint: Paint) -> list[str]:
    """The end: palazzi, districts and houses of everybody, and how ties were broken (DOGE-8.3 to 8.6)."""
    sketch = Sketch(rules, view, speech, paint)
    rows = sorted(((*sketch.counted(name), name) for name in view["players"]), key=lambda row: (-row[0], -row[2]))
    said = [
        paint.strong(sketch.say("winners", winners=", ".join(map(paint.seat, view["winners"])), n=len(view["winners"])))
    ]
    for palazzi, districts, houses, name in rows:
        facts = {"palazzi": palazzi, "districts": districts, "houses": houses}
        said.append(sketch.say("result", player=paint.seat(name), **facts))
    return [*said, sketch.tie_break()]


class Sketch:
    """Says one view."""

    def __init__(self, rules: Rules, view: Mapping[str, Any], speech: Speech, paint: Paint) -> None:
        self.rules, self.view, self.speech, self.paint = rules, view, speech, paint
        rows = speech.kit.tables.advisors if speech.kit else []
        self.advisors = {row.id: row.name.in_language(speech.lang) for row in rows}
        self.codes = {row.id: row.code for row in speech.kit.tables.fields} if speech.kit else {}

    def say(self, key: str, **facts: Any) -> str:
        return self.speech.say(f"screen.{key}", {k: Said(v) if isinstance(v, str) else v for k, v in facts.items()})

    def lines(self) -> list[str]:
        view = self.view
        said = [self.paint.strong(self.head()), self.order()]
        said += [self._field(name, field) for name, field in view["fields"].items()]
        said += self.waiting()
        said += [self._supply(name, supply) for name, supply in view["supply"].items()]
        if view["phase"] == "placing":
            said += [*self.choices(), *self.without_tokens()]
        if view["vote"]:
            said.append(self.vote(view["vote"]))
        if view["winners"]:
            winners = ", ".join(map(self.paint.seat, view["winners"]))
            said.append(self.paint.strong(self.say("winners", winners=winners, n=len(view["winners"]))))
        return said

    def head(self) -> str:
        view = self.view
        turn = self.say("turn", turn=view["turn"]) if view["turn"] else ""
        return self.say("round", round=view["round"], phase=self.speech.name(view["phase"])) + turn

    def order(self) -> str:
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
        sites = self.rules.world.sites
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

    def waiting(self) -> list[str]:
        waiting = [self._advisor(a, None) for a, seat in self.view["advisors"].items() if seat["at"] == WAITING]
        return [self.say("waiting", advisors=", ".join(waiting))] if waiting else []

    def _supply(self, name: str, supply: Mapping[str, Any]) -> str:
        tokens = self._tokens(supply["tokens"])
        facts = {key: supply[key] for key in ("houses", "palazzi", "rings")}
        cards = ", ".join(map(self.speech.name, self.view["cards-played"].get(name, [])))
        said = self.say("supply", player=self.paint.seat(name), tokens=tokens or "–", **facts)
        return said + (self.say("cards", cards=cards) if cards else "")

    def choices(self) -> list[str]:
        """Who has chosen; one's own choice only in one's own view."""
        said = []
        for name, choice in self.view["pending"].items():
            if isinstance(choice, Mapping):
                key, n = ("laid", choice["tokens"]) if isinstance(choice["tokens"], int) else ("chose", 0)
                facts = {"field": self.speech.name(choice["field"]), "tokens": self._tokens(choice["tokens"]), "n": n}
                said.append(self.say(key, player=self.paint.seat(name), **facts))
            else:
                said.append(self.say("chosen", player=self.paint.seat(name)))
        return said

    def without_tokens(self) -> list[str]:
        """DOGE-5.11: who is not asked any more."""
        names = [name for name, supply in self.view["supply"].items() if supply["tokens"] in (0, [])]
        idle = [name for name in names if name not in self.view["pending"]]
        return [self.speech.say("DOGE-5.11.tokens", {"player": Said(self.paint.seat(name))}) for name in idle]

    def vote(self, vote: Mapping[str, Any]) -> str:
        totals = ", ".join(f"{self.paint.seat(who)} {n}" for who, n in vote["totals"].items()) or "–"
        first, second = (", ".join(map(self.paint.seat, vote[key])) or "–" for key in ("first", "second"))
        facts = {"totals": Said(totals), "first": Said(first), "second": Said(second)}
        return self.speech.say("screen.vote", {"field": vote["field"], **facts})  # with its article

    # --- the console --------------------------------------------------------------------------------
    def grid(self) -> list[str]:
        """A row for each field: code, next site, what everybody has there, who stands there."""
        names = self.view["players"]
        cell = 9 if self.paint.width < WIDE else 12
        head = " " * 20 + "".join(pad(clip(self.paint.seat(name), cell - 1), cell) for name in names)
        codes = self.codes
        said = [head.rstrip()]
        for name, field in self.view["fields"].items():
            site = self._site(field)
            cells = "".join(pad(clip(self._cell(field, who), cell - 1), cell) for who in names)
            here = [
                f"{self._mark(a)}{self.paint.emblem(seat['by']) if seat['by'] else ''}"
                for a, seat in self.view["advisors"].items()
                if seat["at"] == name
            ]
            voting = "▸" if self.view["vote"] and self.view["vote"]["field"] == name else " "
            said.append(
                f"{voting}{codes[name]} {self.speech.name(name):<12}{site:>2}  {cells}{' '.join(here)}".rstrip()
            )
        return said

    def _site(self, field: Mapping[str, Any]) -> str:
        sites, built = self.rules.world.sites, len(field.get("palazzi", ()))
        return str(sites[built]) if "palazzi" in field and built < len(sites) else ""

    def _cell(self, field: Mapping[str, Any], who: str) -> str:
        """`2P 3h ▒2`: palazzi, houses, tokens face down; open tokens by their values."""
        parts = []
        if palazzi := list(field.get("palazzi", ())).count(who):
            parts.append(f"{palazzi}P")
        if houses := field.get("houses", {}).get(who):
            parts.append(f"{houses}h")
        stack = field["tokens"].get(who)
        if stack is not None:
            parts.append("▒" * stack if isinstance(stack, int) else "".join(map(str, stack)))
        return " ".join(parts) or "·"

    def _mark(self, advisor: str) -> str:
        """An advisor by the code of his home, those of the Quarantia with their number."""
        codes = self.codes
        home, _, number = advisor.rpartition("-")
        return f"{codes[home]}{number}" if number.isdecimal() else str(codes[advisor])

    def supplies(self) -> list[str]:
        said = []
        for name, supply in self.view["supply"].items():
            tokens = supply["tokens"] if isinstance(supply["tokens"], int) else len(supply["tokens"])
            facts = {key: supply[key] for key in ("houses", "palazzi", "rings")}
            said.append(self.say("supply-short", player=self.paint.seat(name), tokens=tokens, **facts))
        half = (len(said) + 1) // 2
        if self.paint.width < 76:
            return said
        pairs = zip(said[:half], [*said[half:], ""][:half], strict=True)
        return [f"{pad(a, 38)}  {b}".rstrip() for a, b in pairs]

    # --- how it stands ------------------------------------------------------------------------------
    def counted(self, name: str) -> tuple[int, int, int]:
        """Palazzi, districts with one, houses on the board."""
        fields = self.view["fields"].values()
        palazzi = [list(field.get("palazzi", ())).count(name) for field in fields]
        return sum(palazzi), sum(1 for n in palazzi if n), sum(field.get("houses", {}).get(name, 0) for field in fields)

    def spread(self, name: str) -> str:
        palazzi, districts, _ = self.counted(name)
        return self.say("spread", player=self.paint.seat(name), palazzi=palazzi, districts=districts)

    def tie_break(self) -> str:
        """Which rule decided among those who met a condition."""
        winners = self.view["winners"]
        met = [name for name in self.view["players"] if self._meets(name)]
        if len(met) <= 1:
            return self.say("tie-none" if met else "tie-dead")
        best = max(self.counted(name)[0] for name in met)
        most = [name for name in met if self.counted(name)[0] == best]
        players = ", ".join(map(self.paint.seat, met))
        if len(most) == 1:
            return self.say("tie-palazzi", players=players)
        return self.say("tie-houses" if len(winners) == 1 else "tie-shared", players=players)

    def _meets(self, name: str) -> bool:
        palazzi, districts, _ = self.counted(name)
        return (
            any(districts >= row.districts and palazzi >= row.palazzi for row in self.speech.kit.tables.win)
            if self.speech.kit
            else False
        )
