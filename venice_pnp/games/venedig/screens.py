"""Venedig's table in the terminal: the lagoon hex by hex, then players, supply, cards and what is due.

It is built from a view alone, so it can show nothing that the view does not hold.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from venice_pnp.games.venedig.rules.flow import halts_of_use
from venice_pnp.games.venedig.rules.state import IMAGINARY, OVER, Due, State
from venice_pnp.games.venedig.rules.turns import chooser_of
from venice_pnp.games.venedig.tables import SWAMP, Spot
from venice_pnp.games.venedig.typed import code_of
from venice_pnp.speech.paint import Paint, Panel
from venice_pnp.speech.words import Said, Speech

if TYPE_CHECKING:
    from venice_pnp.games.venedig.rules.bound import Rules
FORMS = ((124, 3, 5, 2), (90, 2, 3, 2), (0, 2, 2, 1))  # from this width: step, cell, lines of a hex
Word = tuple[str, str]  # a word and its colour
DRY, MARSH, WATER, MANY = "·", "~", " ", "×"
BEST = 4  # sites that are named when something is to be built


def lines(rules: Rules, view: Mapping[str, Any], speech: Speech, paint: Paint) -> list[str]:
    """The screen of a moment, line by line."""
    return Sketch(rules, view, speech, paint).lines()


def panels(rules: Rules, view: Mapping[str, Any], speech: Speech, paint: Paint) -> list[Panel]:
    """The console's screen: what is due, the players, the cards; the lagoon where there is room."""
    sketch = Sketch(rules, view, speech, paint)
    chart = TerminalMap(rules, view, paint)
    fits = chart.columns <= paint.width
    drawn = chart.lines() if fits else []
    return [
        Panel("", [paint.strong(sketch.head()), *sketch.building()]),
        Panel("", [sketch.player(name) for name in view["players"]] + sketch.imaginary()),
        Panel("", [sketch.say("supply", supply=sketch.cards(view["supply"]), treasures=view["treasure-supply"])]),
        Panel("", [sketch.piles()]),
        Panel(sketch.say("legend" if fits else "narrow", n=chart.columns), drawn, folds=False, width=chart.columns),
    ]


def own(rules: Rules, view: Mapping[str, Any], seat: str, speech: Speech, paint: Paint) -> list[str]:
    """The hand and the gold of a seat, where the referee deals."""
    sketch = Sketch(rules, view, speech, paint)
    return sketch.own_lines(seat) if seat in view.get("secret", {}).get("hands", {}) else []


def code(rules: Rules, kind: str) -> str:
    """How a kind is typed in short."""
    return code_of(rules.world, kind)


def asking(rules: Rules, state: State, item: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    """What is asked more exactly, from what everybody sees: a building with its best sites, and whether the active
    player wants a halt in it; how many kinds go; a full hand."""
    world, player = rules.world, state.seats.number[item["by"]]
    if item["for"] == "build":
        due = next(due for due in state.due if chooser_of(state, due) == player)
        kind = world.kind(due.kind)
        best = [f"{' '.join(row['fields'])} ({row['points']})" for row in rules.sites(state, kind.id)[:BEST]]
        others = {world.kinds[one.kind]: one for one in reversed(state.due) if one.kind != due.kind}
        typed = [_typed_first(rules, state, one, player) for one in reversed(others.values())]
        facts = {"kind": kind.id, "n": kind.fields, "best": Said(" · ".join(best))}
        facts |= {"more": len(others), "first": [*reversed(others)] or Said(""), "typed": Said(" · ".join(typed))}
        if player == state.turn or state.halts or not halts_of_use(world, state, due):
            return "kind", facts
        active = state.seats.names[state.turn]  # somebody else has the turn, and may want to stop (VEN-7.29)
        return "kind-halt", {**facts, "active": active}
    if item["for"] == "drop":
        out = sum(1 for count in state.out[player] if count)
        return "", {"n": out - world.numbers.kinds_out}
    full = sum(state.hands[player]) >= world.numbers.hand_max
    return ("full", {}) if item["for"] == "draw" and full else ("", {})


def _typed_first(rules: Rules, state: State, due: Due, asked: int) -> str:
    """How what is due too is typed while something else is asked for: with its kind, and whose it is (VEN-5.6)."""
    kind, chooser = rules.world.kinds[due.kind], chooser_of(state, due)
    best = rules.sites(state, kind)[0]["fields"]
    return " ".join([*([] if chooser == asked else [state.seats.names[chooser]]), kind, *best])


def standing(rules: Rules, view: Mapping[str, Any], speech: Speech, paint: Paint) -> str:
    """How it stands, in one line: the race."""
    sketch = Sketch(rules, view, speech, paint)
    race = sorted(view["gondolas"].items(), key=lambda item: -item[1])
    gondolas = ", ".join(f"{paint.seat(name)} {space}" for name, space in race)
    return sketch.say("standing", gondolas=gondolas, goal=rules.world.tables.numbers.goal)


def result(rules: Rules, view: Mapping[str, Any], speech: Speech, paint: Paint) -> list[str]:
    """The end: the ranking (VEN-8.6), and why nobody ties (VEN-8.7)."""
    sketch = Sketch(rules, view, speech, paint)
    race = sorted(view["gondolas"].items(), key=lambda item: -item[1])
    said = [
        paint.strong(sketch.say("winners", winners=", ".join(map(paint.seat, view["winners"])), n=len(view["winners"])))
    ]
    said += [f"{n + 1}. {paint.seat(name)}  {space}" for n, (name, space) in enumerate(race)]
    return [*said, sketch.say("tie-shared" if len(view["winners"]) > 1 else "tie-none")]


def site_lines(rules: Rules, kind: str, sites: Sequence[Mapping[str, Any]], speech: Speech, paint: Paint) -> list[str]:
    """The answer to `sites`: one line a site."""
    sketch = Sketch(rules, {}, speech, paint)
    return [sketch.site(row) for row in sites] or [sketch.say("no-site", kind=speech.name(kind))]


class Sketch:
    """Says one view."""

    def __init__(self, rules: Rules, view: Mapping[str, Any], speech: Speech, paint: Paint) -> None:
        self.rules, self.view, self.speech, self.paint = rules, view, speech, paint

    def say(self, key: str, **facts: Any) -> str:
        return self.speech.say(f"screen.{key}", {k: Said(v) if isinstance(v, str) else v for k, v in facts.items()})

    def lines(self) -> list[str]:
        view = self.view
        said = [self.paint.strong(self.head())]
        said += TerminalMap(self.rules, view, self.paint).lines()
        said.append(self.say("legend"))
        said += [self.player(name) for name in view["players"]]
        said += self.imaginary()
        said.append(self.say("supply", supply=self.cards(view["supply"]), treasures=view["treasure-supply"]))
        said.append(self.piles())
        said += self.building()
        if view["phase"] == OVER:
            winners = ", ".join(map(self.paint.seat, view["winners"]))
            said.append(self.paint.strong(self.say("winners", winners=winners, n=len(view["winners"]))))
        return said

    def site(self, row: Mapping[str, Any]) -> str:
        fields = " ".join(row["fields"])
        if "quarters" in row:
            by_quarter = " / ".join(f"{n} {self.speech.name(q)}" for q, n in row["quarters"].items())
            said = self.say("site-quarter", fields=fields, points=by_quarter)
        else:
            said = self.say("site", fields=fields, points=row["points"])
        if row["treasures"]:
            said += self.say("site-treasures", players=", ".join(map(self.paint.seat, row["treasures"])))
        return said

    # --- below the map ------------------------------------------------------------------------------------------
    def head(self) -> str:
        if self.view["phase"] == OVER:
            return self.say("ended")
        return self.say("turn", phase=self.speech.name(self.view["phase"]), turn=self.paint.seat(self.view["turn"]))

    def cards(self, cards: Mapping[str, int]) -> str:
        return ", ".join(f"{self.speech.name(kind)} {n}" for kind, n in cards.items()) or "–"

    def _figures(self, side: str) -> str:
        kinds = [self.speech.name(kind) for kind, who in self.view["builders"].items() if who == side]
        return self.say("figures", kinds=", ".join(kinds)) if kinds else ""

    def player(self, name: str) -> str:
        view = self.view
        tiles = view["tiles"][name]
        said = self.say(
            "player",
            player=self.paint.seat(name),
            space=view["gondolas"][name],
            hand=self.cards(view["hands"][name]),
            out=self.cards(view["out"][name]),
            swamp=self._tiles(tiles["swamp"]),
            treasures=self._tiles(tiles["treasure"]),
        )
        if name in view.get("secret", {}).get("hands", {}):
            said += self.own(name)
        return said + self._figures(name)

    def own(self, name: str) -> str:
        """What a seat knows of its own cards and gold."""
        return self.say("own", own="; ".join(self.own_lines(name)))

    def own_lines(self, name: str) -> list[str]:
        """The whole hand, and the gold with its sums."""
        own, view = self.view["secret"], self.view
        hand = {kind: n for kind, n in view["hands"][name].items() if kind in self.rules.world.kinds}
        for kind, n in own["hands"][name].items():
            hand[kind] = hand.get(kind, 0) + n
        said = [self.say("own-hand", cards=self.cards(hand))]
        for key in ("swamp", "treasure"):
            known = [value for value in view["tiles"][name][key] if isinstance(value, int)]
            values = sorted([*known, *own["tiles"][name][key]], reverse=True)
            said.append(self.say(f"own-{key}", values=" ".join(map(str, values)) or "–", sum=sum(values)))
        return said

    def imaginary(self) -> list[str]:
        out = self.view["out"]
        if IMAGINARY not in out:
            return []
        return [self.say("imaginary", out=self.cards(out[IMAGINARY])) + self._figures(IMAGINARY)]

    def _tiles(self, tiles: Sequence[Any]) -> str:
        """How many, and the values that everyone knows."""
        known = [str(value) for value in tiles if isinstance(value, int)]
        return f"{len(tiles)} ({' '.join(known)})" if known else str(len(tiles))

    def piles(self) -> str:
        view = self.view
        pool = ", ".join(map(self.speech.name, view["pool"])) or "–"
        return self.say("cards", pool=pool, pile=view["draw-pile"], discard=self.cards(view["discard"]))

    def building(self) -> list[str]:
        view, said = self.view, []
        if view["due"]:
            due = [
                self.say("due-one", kind=self.speech.name(d["building"]), player=self._side(d["builder"]))
                for d in view["due"]
            ]
            said.append(self.say("due", due="; ".join(due)))
        if view.get("moving"):
            moves = [f"{self.paint.seat(row['player'])} {row['points']}" for row in view["moving"]]
            said.append(self.say("moving", moves=", ".join(moves)))
        if view.get("halts"):
            said.append(self.say("halts", players=", ".join(map(self.paint.seat, view["halts"]))))
        return said

    def _side(self, name: str) -> str:
        return self.speech.name(name) if name == IMAGINARY else self.paint.seat(name)


class TerminalMap:
    """The world: a cell for every hex, half a cell further in every second row."""

    def __init__(self, rules: Rules, view: Mapping[str, Any], paint: Paint) -> None:
        self.world, self.view, self.paint = rules.world, view, paint
        _, self.step, self.width, self.deep = next(form for form in FORMS if paint.width >= form[0])
        self.seats = paint.seats
        self.standing = {name: row["building"] for row in view["built"] for name in row["fields"]}
        self.standing |= {name: row.building for row in self.world.tables.prebuilt for name in row.fields}
        self.drained = set(view["drained"])

    def lines(self) -> list[str]:
        cells = self._cells()
        rows = sorted({r for _, r in cells})
        west = min(2 * q + r for q, r in cells)
        said = []
        for row in rows:
            found = sorted((2 * q + r - west, cells[q, r]) for q, r in cells if r == row)
            for line in range(self.deep):
                said.append(self._line([(at * self.step, cell[line]) for at, cell in found]).rstrip())
        return said

    def _line(self, cells: Sequence[tuple[int, Word]]) -> str:
        text, used = "", 0
        for at, (word, hex_colour) in cells:
            shown = word[: self.width].center(self.width)
            text += " " * (at - used) + self._inked(shown, hex_colour)
            used = at + self.width
        return text

    def _inked(self, text: str, colour: str) -> str:
        return self.paint.label(text, colour) if text.strip() else text

    @property
    def columns(self) -> int:
        """How wide the drawing is."""
        cells = self._cells()
        along = [2 * q + r for q, r in cells]
        return (max(along) - min(along)) * self.step + self.width

    def _cells(self) -> dict[Spot, tuple[Word, ...]]:
        """For every hex its lines, each a word and a colour: name and what is there, or only what is there."""
        tables = self.world.tables
        cells = {field.hex: self._field(field.id, field.start) for field in tables.fields}
        boats = self._boats()
        places = [
            (space.n, space.hexes[0 if space.n < self.world.same_place.get(space.n, 99) else -1])
            for space in tables.track
        ]
        for n, spot in (*places, *((pole.n, pole.hex) for pole in tables.poles)):
            here = boats.get(n)
            number = (str(n), "")
            cells[spot] = (here or number,) if self.deep == 1 else (number, here or (WATER, ""))
        return cells

    def _field(self, name: str, start: str) -> tuple[Word, ...]:
        kind = self.standing.get(name)
        if kind is not None:
            row = self.world.kind(self.world.kind_number[kind])
            shown = (self._mark(kind), row.colour)
        else:
            wet = start == SWAMP and name not in self.drained
            shown = ((MARSH if wet else DRY) * min(self.width, 2), "")
        return (shown,) if self.deep == 1 else ((name, ""), shown)

    def _mark(self, kind: str) -> str:
        """Enough letters of a kind to tell it from the others: CA is a casa, so a campo is CM."""
        return kind[: self.width].upper() if self.width > 2 else code_of(self.world, kind).upper()

    def _boats(self) -> dict[int, Word]:
        """Gondolas by the number of their place, with their emblem; beyond the last pole they stay beside it."""
        last = self.world.tables.poles[-1].n
        found: dict[int, list[str]] = {}
        for name, space in self.view["gondolas"].items():
            found.setdefault(min(space, last), []).append(name)
        return {n: self._boat(names) for n, names in found.items()}

    def _boat(self, names: list[str]) -> Word:
        if len(names) > 1:
            return f"{MANY}{len(names)}", ""
        return f"{self.paint.emblem(names[0])}{names[0]}", self.seats[names[0]].hex
