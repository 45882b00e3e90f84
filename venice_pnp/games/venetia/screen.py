"""Venetia's table in short: track, doge, dice, seas, regions with their colonies, and the houses.

It is built from a view alone, so it can show nothing that the view does not hold.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from venice_pnp.games.venetia.rules import Rules
    from venice_pnp.referee.screens import Paint
    from venice_pnp.referee.words import Speech

NONE = "none"
UNSEEN = "?"
DASH = "–"


def lines(rules: Rules, view: Mapping[str, Any], speech: Speech, paint: Paint) -> list[str]:
    """The screen of a moment, line by line."""
    return Sketch(rules, view, speech, paint).lines()


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
        self.world, self.view, self.speech, self.paint = rules.world, view, speech, paint
        self.epochs = rules.kit.tables.epochs

    def say(self, key: str, **facts: Any) -> str:
        from venice_pnp.referee.words import Said

        return self.speech.say(f"screen.{key}", {k: Said(v) if isinstance(v, str) else v for k, v in facts.items()})

    def seat(self, name: str) -> str:
        return DASH if name == NONE else self.paint.seat(name)

    def lines(self) -> list[str]:
        view = self.view
        said = [self.paint.strong(self._head()), self._track(), self._doge(), self._pool()]
        if view["turn"] != NONE:
            said.append(self._turn(view["turn"]))
        said += self._pending(view["pending"])
        said.append(self._seas())
        said += [self._region(region) for region in self.world.regions]
        if "city" in view:
            said.append(self._city())
        said += [self._house(name, house) for name, house in view["houses"].items()]
        said += self._sheets()
        if view["phase"] not in ("first-doge", "over"):
            said.append(self._now())
        if view.get("winners"):
            winners = ", ".join(map(self.paint.seat, view["winners"]))
            said.append(self.paint.strong(self.say("winners", winners=winners)))
        return said

    # --- the game -------------------------------------------------------------------------------------
    def _head(self) -> str:
        epoch = self.epochs[self.view["epoch"] - 1]
        name = epoch.name.in_language(self.speech.lang)
        phase = self.speech.name(self.view["phase"])
        return self.say("epoch", numeral=epoch.numeral, name=name, phase=phase, player=self.seat(self.view["active"]))

    def _track(self) -> str:
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

    def _doge(self) -> str:
        doge = self.view["doge"]
        shame = self.seat(self.view["shame"])
        facts = {"family": doge["family"] or DASH, "n": doge["markers"], "shame": shame}
        return self.say("doge", player=self.seat(doge["player"]), **facts)

    def _pool(self) -> str:
        dice = [f"{self.speech.name(kind)} {' '.join(map(str, v))}" for kind, v in self.view["pool"].items() if v]
        used, deck = len(self.view["threats-used"]), self.view["deck"]
        return self.say("pool", dice=" · ".join(dice) or DASH, used=used, deck=deck, discard=len(self.view["discard"]))

    def _turn(self, turn: Mapping[str, Any]) -> str:
        parts = [self.say("turn", type=self.speech.name(turn["type"]), value=turn["value"], ap=turn["ap"])]
        reached = self._route(turn["route"])
        parts.append(self.say("route", seas=", ".join(map(self.speech.name, reached)) or DASH))
        if turn["attacks"]:
            parts.append(self.say("attacks", n=turn["attacks"]))
        if turn["tiles"]:
            parts.append(self.say("tiles", tiles=", ".join(turn["tiles"])))
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

    def _pending(self, pending: Mapping[str, Any]) -> list[str]:
        """Who has submitted; one's own candidate only in one's own view."""
        said = []
        for name, ballot in pending.get("candidates", {}).items():
            if ballot == UNSEEN:
                said.append(self.say("submitted", player=self.seat(name)))
            else:
                cards = ", ".join(map(self.speech.name, ballot["cards"])) or DASH
                said.append(self.say("ballot", player=self.seat(name), family=ballot["family"], cards=cards))
        if "draw" in pending and pending.get("card", UNSEEN) != UNSEEN:
            said.append(self.say("drawn", card=self.speech.name(pending["card"])))
        return said

    # --- the board --------------------------------------------------------------------------------------
    def _seas(self) -> str:
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
                parts.append(
                    f"{shown} {owners}{' ' if owners else ''}{sum(here.values())}/{self.world.sea_threshold[sea]}"
                )
        return self.say("seas", seas=" · ".join(parts))

    def _region(self, region: str) -> str:
        world, number = self.world, self.world.region_number[region]
        kingdom = self.view["kingdoms"].get(region)
        head = self.speech.name(region) + (f" [{self.speech.name(kingdom)}]" if kingdom else "")
        parts = []
        for colony in world.in_region[number]:
            here = self.view["colonies"].get(world.colonies[colony])
            if here:
                parts.append(self._colony(colony, here))
        return f"{head}: {' · '.join(parts) or DASH}"

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

    def _city(self) -> str:
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
            "hand": self._cards(house["hand"]),
            "box": self._cards(house["box"]),
            "vp": self._cards(house["vp"]),
            "doge": house["doge-vp"],
            "treaties": ", ".join(map(self.speech.name, house["treaties"])) or DASH,
        }
        return self.say("house", **facts)

    def _now(self) -> str:
        """What a scoring would give now, as far as the view knows (VTA-8.1)."""
        from venice_pnp.games.venetia.audit import score

        told = score(self.world, self.view)["players"]
        sums = [
            f"{self.seat(name)}\u00a0+{row['now']['sum']}{'+?' if row['unknown-vp'] else ''}"
            for name, row in told.items()
        ]
        return self.say("now", sums=" · ".join(sums))

    def _cards(self, cards: list[Any]) -> str:
        """Known ones by their ids, so that they can be typed; hidden ones by their number."""
        known = [str(card) for card in cards if card != UNSEEN]
        hidden = len(cards) - len(known)
        return " ".join([*known, *([self.say("hidden", n=hidden)] if hidden else [])]) or "0"

    def _sheets(self) -> list[str]:
        """The score sheet, epoch by epoch (VTA-8.20)."""
        said = []
        for name, house in self.view["houses"].items():
            for row in house["sheet"]:
                parts = {key: value for key, value in row.items() if key != "epoch"}
                if row["epoch"] == "end":
                    said.append(self.say("sheet-end", player=self.seat(name), **parts))
                else:
                    numeral = self.epochs[row["epoch"] - 1].numeral
                    said.append(self.say("sheet", player=self.seat(name), epoch=numeral, **parts))
        return said


def _stock(stock: Mapping[str, int]) -> str:
    return f"{stock['ducats']}+{stock['new']}+{stock['grey']}"
