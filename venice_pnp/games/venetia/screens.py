"""Venetia's table in short: track, doge, dice, seas, regions with their colonies, and the houses.

It is built from a view alone, so it can show nothing that the view does not hold.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from venice_pnp.contract.play import TABLE
from venice_pnp.games.venetia.rules.elections import is_first
from venice_pnp.games.venetia.rules.state import CHOOSE_DOGE, TO_BOX, UNKNOWN
from venice_pnp.speech.paint import Paint, Panel
from venice_pnp.speech.words import Said, Speech

if TYPE_CHECKING:
    from venice_pnp.games.venetia.rules.bound import Rules
    from venice_pnp.games.venetia.rules.state import State
    from venice_pnp.games.venetia.tables import Threat

NONE, FINAL = "none", "final"
UNSEEN = "?"
DASH = "–"


def lines(rules: Rules, view: Mapping[str, Any], speech: Speech, paint: Paint) -> list[str]:
    """The screen of a moment, line by line."""
    return Sketch(rules, view, speech, paint).lines()


def panels(rules: Rules, view: Mapping[str, Any], speech: Speech, paint: Paint) -> list[Panel]:
    """The console's screen: the turn, the houses, seas and regions, the score sheet."""
    sketch = Sketch(rules, view, speech, paint)
    head = [paint.strong(sketch.head()), sketch.pool()]
    if view["turn"] != NONE:
        head.append(sketch.turn(view["turn"]))
    head += [*sketch.pending(view["pending"]), sketch.track(), sketch.doge()]
    if sketch.scores_again():
        head.append(sketch.now())
    board = [sketch.seas(), *sketch.regions()]
    return [
        Panel("", head),
        Panel("", [sketch.house_short(name, house) for name, house in view["houses"].items()]),
        Panel(sketch.say("board"), [*board, *([sketch.city()] if "city" in view else [])]),
        *([Panel(sketch.say("sheet-title"), sketch.sheets())] if sketch.sheets() else []),
    ]


def own(rules: Rules, view: Mapping[str, Any], seat: str, speech: Speech, paint: Paint) -> list[str]:
    """The cards and markers of a seat by name, and what it has submitted."""
    sketch = Sketch(rules, view, speech, paint)
    house = view["houses"][seat]
    said = sketch.pending(view["pending"])
    for key in ("hand", "box"):
        for one in house[key]:
            said.append(f"{sketch.say(f'own-{key}')}: {sketch.card_line(one)}")
    known = [value for value in house["vp"] if value != UNSEEN]
    key = "own-vp" if known else "own-vp-hidden" if house["vp"] else "own-vp-none"
    return [*said, sketch.say(key, n=len(house["vp"]), values=" + ".join(map(str, known)), sum=sum(known))]


def asking(rules: Rules, state: State, item: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    """What is asked more exactly, from what everybody sees: by the type of the die, or the kind of election."""
    if item["for"] == "action":
        turn = state.at_turn()
        spent = "" if turn.ap else "attacks" if turn.attacks else "spent"
        return spent or rules.world.types[turn.type], {"ap": turn.ap, "n": turn.attacks}
    if item["for"] == state.seats.candidate_verb:
        player = state.seats.number[item["by"]]
        if is_first(state):
            return "first", {"n": rules.world.numbers.first_cards}
        kind = "city" if state.seats.city else "shame" if state.shame == player else "last" if state.final else "box"
        return kind, {"n": rules.world.numbers.election_cards, "family": rules.world.numbers.family[0]}
    if item["for"] == "veto":
        return "card", {"card": rules.world.threats[state.threat]}
    if item["for"] == "draw" and state.draw_to == TO_BOX:
        return "box", {}
    if item["for"] == "draw" and state.seats.city:
        return "city-dealt" if state.seen != UNKNOWN else "city", {"n": rules.world.numbers.monument_price}
    if item["for"] == CHOOSE_DOGE and item["by"] == TABLE:
        return "lot", {}  # VTA-4.10: the old doge chooses later, and there is none yet
    if item["for"] == "die":
        world = rules.world
        dice = {world.types[kind]: " ".join(map(str, values)) for kind, values in enumerate(state.pool) if values}
        return "pool", {"dice": dice}
    return "", {}


def card_text(rules: Rules, card: str, speech: Speech) -> list[str]:
    """What an action card or a threat card says."""
    sketch = Sketch(rules, {}, speech, Paint(rules.kit, (), {}, True, 80))
    if threat := next((row for row in rules.kit.tables.threats if row.id == card), None):
        return [sketch.threat_line(threat)]
    return [sketch.card_line(card)] if card in rules.world.card_number else []


def standing(rules: Rules, view: Mapping[str, Any], speech: Speech, paint: Paint) -> str:
    """How it stands, in one line."""
    sketch = Sketch(rules, view, speech, paint)
    scores = ", ".join(f"{paint.seat(name)} {house['score']}" for name, house in view["houses"].items())
    epoch = sketch.epochs[view["epoch"] - 1].numeral
    doge = sketch.seat(view["doge"]["player"])
    venice = view["power"]["venice"]
    return sketch.say("standing" if venice else "standing-off", epoch=epoch, scores=scores, doge=doge, venice=venice)


def result(rules: Rules, view: Mapping[str, Any], speech: Speech, paint: Paint) -> list[str]:
    """The end: the ranking, the sheets, and how a tie was broken (VTA-8.15)."""
    sketch = Sketch(rules, view, speech, paint)
    rank = sorted(view["houses"].items(), key=lambda item: -item[1]["score"])
    said = [
        paint.strong(sketch.say("winners", winners=", ".join(map(paint.seat, view["winners"])), n=len(view["winners"])))
    ]
    said += [
        sketch.say("result", player=paint.seat(name), score=h["score"], n=sketch.influence(name)) for name, h in rank
    ]
    best = [name for name, house in rank if house["score"] == rank[0][1]["score"]]
    if len(best) == 1:
        why = sketch.say("tie-none")
    else:
        key = "tie-influence" if len(view["winners"]) == 1 else "tie-shared"
        why = sketch.say(key, players=", ".join(map(paint.seat, best)))
    return [*said, why, "", *sketch.sheets()]


def reach_lines(rows: list[dict[str, Any]], speech: Speech) -> list[str]:
    """One line for each place: what it costs to get there now, and why."""
    said = []
    for row in rows:
        parts = []
        if row["open"]:
            parts.append(speech.say("screen.reach-open", {"seas": row["open"]}))
        if row["kingdom"]:
            parts.append(speech.say("screen.reach-kingdom", {"kingdom": row["kingdom"]}))
        if row["cost"] is None:
            parts.append(speech.say("screen.reach-fleets", {"seas": row["fleets"]}))
        cost = DASH if row["cost"] is None else row["cost"]
        said.append(speech.say("screen.reach", {"place": row["place"], "cost": cost, "seas": row["seas"]}))
        said[-1] += "".join(f" · {part}" for part in parts)
    return said


class Sketch:
    """Says one view."""

    def __init__(self, rules: Rules, view: Mapping[str, Any], speech: Speech, paint: Paint) -> None:
        self.rules, self.world, self.view, self.speech, self.paint = rules, rules.world, view, speech, paint
        self.epochs, self.rows = rules.kit.tables.epochs, rules.kit.tables.actions

    def say(self, key: str, **facts: Any) -> str:
        return self.speech.say(f"screen.{key}", {k: Said(v) if isinstance(v, str) else v for k, v in facts.items()})

    def seat(self, name: str) -> str:
        return DASH if name == NONE else self.paint.seat(name)

    def lines(self) -> list[str]:
        view = self.view
        said = [self.paint.strong(self.head()), self.track(), self.doge(), self.pool()]
        if view["turn"] != NONE:
            said.append(self.turn(view["turn"]))
        said += self.pending(view["pending"])
        said.append(self.seas())
        said += [self.region(region) for region in self.world.regions]
        if "city" in view:
            said.append(self.city())
        said += [self._house(name, house) for name, house in view["houses"].items()]
        said += self.sheets()
        if self.scores_again():
            said.append(self.now())
        if view.get("winners"):
            winners = ", ".join(map(self.paint.seat, view["winners"]))
            said.append(self.paint.strong(self.say("winners", winners=winners, n=len(view["winners"]))))
        return said

    # --- the game -------------------------------------------------------------------------------------
    def head(self) -> str:
        epoch = self.epochs[self.view["epoch"] - 1]
        name = epoch.name.in_language(self.speech.lang)
        phase = self.speech.name(self.view["phase"])
        return self.say("epoch", numeral=epoch.numeral, name=name, phase=phase, player=self.seat(self.view["active"]))

    def track(self) -> str:
        """Both markers, and how far the epoch's end is (VTA-7.64 to 7.66)."""
        power, numbers = self.view["power"], self.world.numbers
        epoch = self.view["epoch"]
        if epoch == 1:
            end = self.say("end-1", space=numbers.eighth, n=max(0, numbers.eighth - power["venice"]))
        elif epoch < self.world.last_epoch:
            end = self.say("end-2", n=max(0, power["enemy"] - power["venice"]) if not power["met"] else 0)
        else:
            end = self.say("end-3", space=numbers.enemy_end, n=power["enemy"] - numbers.enemy_end)
        return self.say("track", venice=power["venice"] or DASH, enemy=power["enemy"], end=end)

    def doge(self) -> str:
        doge = self.view["doge"]
        shame = self.seat(self.view["shame"])
        facts = {"family": doge["family"] or DASH, "n": doge["markers"], "shame": shame}
        return self.say("doge", player=self.seat(doge["player"]), **facts)

    def pool(self) -> str:
        dice = [f"{self.speech.name(kind)} {' '.join(map(str, v))}" for kind, v in self.view["pool"].items() if v]
        used, deck = len(self.view["threats-used"]), self.view["deck"]
        return self.say("pool", dice=" · ".join(dice) or DASH, used=used, deck=deck, discard=len(self.view["discard"]))

    def turn(self, turn: Mapping[str, Any]) -> str:
        parts = [self.say("turn", type=self.speech.name(turn["type"]), value=turn["value"], ap=turn["ap"])]
        reached = self._route(turn["route"])
        parts.append(self.say("route", seas=", ".join(map(self.speech.name, reached)) or DASH))
        if turn["attacks"]:
            parts.append(self.say("attacks", n=turn["attacks"]))
        if turn["tiles"]:
            parts.append(self.say("tiles", tiles=", ".join(map(self.speech.name, turn["tiles"]))))
        if turn["card"] != NONE:
            parts.append(self.say("card", card=self.speech.name(turn["card"])))
        return " · ".join(parts)

    def _route(self, opened: list[str]) -> list[str]:
        """VTA-7.1, from what everybody sees."""
        world, seas = self.world, self.view["seas"]
        found: list[int] = []
        ahead = list(world.gate)
        while ahead:
            sea = ahead.pop()
            here = seas.get(world.seas[sea], {})
            if sea in found or here.get("fleets") or not (here.get("control") or world.seas[sea] in opened):
                continue
            found.append(sea)
            ahead += world.next_seas[sea]
        return [world.seas[sea] for sea in sorted(found)]

    def pending(self, pending: Mapping[str, Any]) -> list[str]:
        """Who has submitted; one's own candidate only in one's own view."""
        said = []
        for name, ballot in pending.get("candidates", {}).items():
            if ballot == UNSEEN:
                said.append(self.say("submitted", player=self.seat(name)))
            else:
                cards = ", ".join(map(self.speech.name, ballot["cards"])) or DASH
                said.append(self.say("ballot", player=self.seat(name), family=ballot["family"], cards=cards))
        if "draw" in pending and pending.get("card", UNSEEN) != UNSEEN:
            said.append(self.say("drawn", card=self.card_line(pending["card"])))
        return said

    # --- the board --------------------------------------------------------------------------------------
    def seas(self) -> str:
        parts = []
        for sea, name in enumerate(self.world.seas):
            here = self.view["seas"].get(name, {})
            shown = self.speech.name(name)
            if here.get("control"):
                parts.append(f"{shown} ✓")
            elif here.get("fleets"):
                parts.append(self.say("fleets", sea=shown, n=here["fleets"]))
            else:
                owners = " ".join(f"{self.seat(who)}\u00a0{n}" for who, n in here.items())
                level = f"{shown} {sum(here.values())}/{self.world.sea_threshold[sea]}"
                parts.append(f"{level} ({owners})" if owners else level)
        return self.say("seas", seas=" · ".join(parts))

    def region(self, region: str) -> str:
        world, number = self.world, self.world.region_number[region]
        kingdom = self.view["kingdoms"].get(region)
        head = self.speech.name(region) + (f" [{self.speech.name(kingdom)}]" if kingdom else "")
        parts = []
        for colony in world.in_region[number]:
            here = self.view["colonies"].get(world.colonies[colony])
            if here:
                parts.append(self._colony(colony, here))
        return f"{head}: {' · '.join(parts) or DASH}"

    def regions(self) -> list[str]:
        """The regions with anything in them, line by line; the empty ones together."""
        used = [region for region in self.world.regions if not self._empty(region)]
        rest = [self.speech.name(region) for region in self.world.regions if region not in used]
        empty = [self.say("empty", regions=", ".join(rest))] if rest else []
        return [*map(self.region, used), *empty]

    def _empty(self, region: str) -> bool:
        world = self.world
        inside = (world.colonies[colony] for colony in world.in_region[world.region_number[region]])
        return region not in self.view["kingdoms"] and not any(name in self.view["colonies"] for name in inside)

    def _colony(self, colony: int, here: Mapping[str, Any]) -> str:
        """Influence by player, the podestà marked with a star, and the class."""
        podesta = here.get("podesta")
        owners = [(who, n) for who, n in here.items() if who != "podesta"]
        said = [f"{self.seat(who)}\u00a0{n}{'*' if who == podesta else ''}" for who, n in owners]
        if podesta is not None and podesta not in dict(owners):
            said.append(f"{self.seat(podesta)}*")
        total = sum(n for _, n in owners)
        name = self.speech.name(self.world.colonies[colony])
        return f"{name} {' '.join(said)} ({total}/{self.world.colony_class[colony]})"

    def city(self) -> str:
        parts = []
        for district, owners in self.view["city"].items():
            said = [f"{self.seat(who)}\u00a0{_stock(stock)}" for who, stock in owners.items()]
            parts.append(f"{self.speech.name(district)} {' '.join(said)}")
        aside = ", ".join(map(self.speech.name, self.view["districts-aside"])) or DASH
        return self.say("city", city=" · ".join(parts) or DASH, aside=aside)

    # --- the houses -------------------------------------------------------------------------------------
    def _house(self, name: str, house: Mapping[str, Any]) -> str:
        facts = {
            "player": self.seat(name),
            "score": house["score"],
            "family": " ".join(map(str, house["family"])),
            "hand": self.cards(house["hand"]),
            "box": self.cards(house["box"]),
            "vp": self.cards(house["vp"]),
            "doge": house["doge-vp"],
            "treaties": ", ".join(map(self.speech.name, house["treaties"])) or DASH,
        }
        return self.say("house", **facts)

    def house_short(self, name: str, house: Mapping[str, Any]) -> str:
        facts = {key: len(house[key]) for key in ("hand", "box", "vp", "treaties")}
        family = "".join(map(str, house["family"]))
        numbers, colonies = self.world.numbers, self.view["colonies"].values()
        facts["kinds"] = len(set(house["treaties"]))
        facts["influence"] = numbers.influence - self.influence(name)
        facts["podesta"] = numbers.podesta - sum(here.get("podesta") == name for here in colonies)
        facts["doge"] = house["doge-vp"]
        return self.say("house-short", player=self.seat(name), score=house["score"], family=family, **facts)

    def card_line(self, card: str) -> str:
        """A card by its id, name, type and ducats, and what it does; one the referee does not know is only there."""
        row = next((row for row in self.rows if row.id == card), None)
        if row is None:
            return UNSEEN
        words, lang = self.speech, self.speech.lang
        facts = {"name": row.name.in_language(lang), "type": words.name(row.type), "text": row.text.in_language(lang)}
        return self.say("own-card", card=card, ducats=row.ducats, mode=words.name(f"card-{row.mode}"), **facts)

    def threat_line(self, row: Threat) -> str:
        """A threat card by its id and name, and what it brings in which epoch (VTA-7.50)."""
        names = self.speech.name
        epochs = [
            self.say("threat-epoch", numeral=epoch.numeral, kingdom=names(kingdom), n=crosses)
            for epoch, (kingdom, crosses) in zip(self.epochs, row.epochs, strict=True)
        ]
        fleet = [self.say("threat-fleet", sea=names(row.fleet))] if row.fleet else []
        facts = {"name": row.name.in_language(self.speech.lang), "region": names(row.region)}
        return self.say("threat", card=row.id, epochs=" · ".join([*epochs, *fleet]), **facts)

    def influence(self, name: str) -> int:
        """Influence on the board, in colonies and seas."""
        places = (*self.view["colonies"].values(), *self.view["seas"].values())
        return sum(here.get(name, 0) for here in places)

    def scores_again(self) -> bool:
        """Does a scoring come? Not after the last one (VTA-8.13)."""
        return self.view["phase"] not in ("first-doge", "over") and self.view["pending"].get("then") != FINAL

    def now(self) -> str:
        """What a scoring would give now, as far as the view knows (VTA-8.1)."""
        told = self.rules.score(self.view)["players"]
        sums = [
            f"{self.seat(name)}\u00a0+{row['now']['sum']}{'+?' if row['unknown-vp'] else ''}"
            for name, row in told.items()
        ]
        return self.say("now", sums=" · ".join(sums))

    def cards(self, cards: list[Any]) -> str:
        """Known ones by their ids, so that they can be typed; hidden ones by their number."""
        known = [str(card) for card in cards if card != UNSEEN]
        hidden = len(cards) - len(known)
        return " ".join([*known, *([self.say("hidden", n=hidden)] if hidden else [])]) or "0"

    def sheets(self) -> list[str]:
        """The score sheet, epoch by epoch (VTA-8.20)."""
        said = []
        for name, house in self.view["houses"].items():
            for row in house["sheet"]:
                parts = {key: value for key, value in row.items() if key != "epoch"}
                if row["epoch"] == "end":
                    said.append(self.say("sheet-end", player=self.seat(name), **parts))
                else:
                    numeral = self.epochs[row["epoch"] - 1].numeral
                    key = "sheet-city" if "city" in self.view else "sheet"
                    said.append(self.say(key, player=self.seat(name), epoch=numeral, **parts))
        return said


def _stock(stock: Mapping[str, int]) -> str:
    return f"{stock['ducats']}+{stock['new']}+{stock['grey']}"
