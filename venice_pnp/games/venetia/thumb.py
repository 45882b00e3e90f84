"""What bots know about Venetia: what influence brings at a scoring, what dice, cards and doges are good for."""

from __future__ import annotations

import math
from collections.abc import Hashable
from functools import cached_property, lru_cache
from itertools import islice

from venice_pnp.contract.abilities import Ideas, Weights
from venice_pnp.contract.odds import shares
from venice_pnp.contract.play import Facts, Move
from venice_pnp.games.venetia.rules.actions import MILITARY
from venice_pnp.games.venetia.rules.bound import Rules
from venice_pnp.games.venetia.rules.elections import is_first
from venice_pnp.games.venetia.rules.scoring import points, treaties
from venice_pnp.games.venetia.rules.state import ACTION, CANDIDATE_PHASES, HIDDEN, OVER, UNKNOWN, Desk, Row, by_place
from venice_pnp.games.venetia.rules.world import World

MOST = 240  # moves that are looked at: all but for the many ways to play cards, which are listed last
KEPT = 50_000  # colonies as they may stand; games come back to them


def ideas(rules: Rules, state: Desk, seat: str, weights: Weights) -> Ideas:
    world, player = rules.world, state.seats.number[seat]
    moves = list(islice(rules.legal(state, seat), MOST))
    if state.phase == ACTION:
        score = _Outlook(world, state, weights).score
        return Ideas([score(move) for move in moves], moves.__getitem__)
    rated = _candidacy if state.phase in CANDIDATE_PHASES else _answer
    return Ideas([rated(world, state, player, move, weights) for move in moves], moves.__getitem__)


# --- the action ----------------------------------------------------------------------------------------------
class _Outlook:
    """What influence would do for the active player, colony by colony."""

    def __init__(self, world: World, state: Desk, weights: Weights) -> None:
        self.world, self.state, self.weights = world, state, weights
        self.player, self.turn = state.active, state.at_turn()
        self.own = state.influence[self.player :: state.size]
        self.gains: dict[tuple[int, int], float] = {}
        self.present: dict[int, int] = {}  # by region: what presence scores already

    @cached_property
    def tile(self) -> float:
        """What a combat tile brings on average."""
        world = self.world
        return sum(v * n for v, n in zip(world.tile_value, world.tile_count, strict=True)) / sum(world.tile_count)

    def gain(self, colony: int, n: int) -> float:
        """What so much more influence in a colony is worth."""
        known = self.gains.get((colony, n))
        if known is None:
            world, player, weights = self.world, self.player, self.weights
            here = self.state.here(colony)
            known = _more(
                here,
                player,
                n,
                world.colony_class[colony],
                world.podesta_vp[colony],
                weights["stake"],
                weights["seat"],
                weights["lead"],
            )
            known += self._presence(colony) if not here[player] else 0.0
            if sum(here) + n >= world.numbers.revolt:  # VTA-7.35
                known -= weights["revolt"]
            self.gains[colony, n] = known
        return known

    def _presence(self, colony: int) -> float:
        """VTA-8.2: the first influence in a region, or in its large colony."""
        world, region = self.world, self.world.region_of[colony]
        before = self.present.get(region)
        if before is None:
            before = self.own[world.large_in[region]] and world.dots[region]
            if not before and any(self.own[c] for c in world.in_region[region]):
                before = world.numbers.presence_small
            self.present[region] = before
        after = world.dots[region] if world.is_large[colony] else max(before, world.numbers.presence_small)
        return self.weights["presence"] * max(0, after - before)

    def score(self, move: Move) -> float:
        world, weights, verb = self.world, self.weights, move["do"]
        if verb == "end":
            return 0.0
        if verb == "place":
            return self.gain(world.colony_number[move["at"]], move.get("n", 1))
        if verb == "sea":
            return self._opening(world.sea_number[move["sea"]])
        if verb == "kingdom":
            kingdom = self.state.kingdoms[world.region_number[move["region"]]]
            new = kingdom not in self.state.treaties[self.player]
            return weights["treaty"] if new else weights["same-treaty"]
        if verb == "attack":
            return self._attack(str(move["at"]))
        return self._card(move)

    def _opening(self, sea: int) -> float:
        """A sea is opened for what lies behind it; the last influence that it needs brings control."""
        world, weights, state = self.world, self.weights, self.state
        gain = weights["control"] if sum(state.afloat(sea)) + 1 >= world.sea_threshold[sea] else 0.0
        if self.turn.ap < 2:
            return gain - weights["idle"]
        behind = [
            self.gain(colony, 1 if world.types[self.turn.type] != MILITARY else round(self.tile))
            for colony in world.on_sea[sea]
        ]
        return gain + weights["route"] * max(behind, default=0.0)

    def _attack(self, at: str) -> float:
        world, weights = self.world, self.weights
        if at in world.colony_number:
            return self.gain(world.colony_number[at], max(1, round(self.tile))) - weights["risk"]
        return weights["marker"] * min(self.tile, self.state.fleets[world.sea_number[at]]) - weights["risk"]

    def _card(self, move: Move) -> float:
        """By its targets; instead of action points it must do more than they would."""
        world, weights = self.world, self.weights
        card = world.card_number[move["card"]]
        score = weights["card"]
        for name in move.get("at", ()):
            score += self.gain(world.colony_number[name], 1)
        for colony, _ in (*move.get("remove", ()), *move.get("swap", ())):
            score += weights["less"] + (self.gain(world.colony_number[colony], 1) if "swap" in move else 0.0)
        score += weights["treaty"] * len(move.get("regions", ())) + weights["marker"] * len(move.get("fleets", ()))
        score += weights["control"] * ("sea" in move)
        if not world.card_free[card]:
            score -= weights["point"] * self.turn.ap
        return score - weights["hand"]


@lru_cache(KEPT)
def _held(here: Row, player: int, need: int, vp: int, stake: float, seat: float, lead: float) -> float:
    """What a player's influence in a colony is worth beside that of the others (VTA-7.30, 8.3)."""
    own = here[player]
    if not own:
        return 0.0
    rival = max([*here[:player], *here[player + 1 :]], default=0)
    ahead = 1 / (1 + math.exp((rival - own) / lead))
    return stake * own + seat * vp * min(1.0, sum(here) / need) * ahead


@lru_cache(KEPT)
def _more(here: Row, player: int, n: int, need: int, vp: int, stake: float, seat: float, lead: float) -> float:
    """What so much more influence adds to that."""
    more = (*here[:player], here[player] + n, *here[player + 1 :])
    return _held(more, player, need, vp, stake, seat, lead) - _held(here, player, need, vp, stake, seat, lead)


# --- other decisions -----------------------------------------------------------------------------------------
def _answer(world: World, state: Desk, player: int, move: Move, weights: Weights) -> float:
    verb = move["do"]
    if verb == "die":
        return _die(world, state, player, move, weights)
    if verb == "draw":
        return _draw(world, state, move, weights)
    if verb == "marker":
        return weights["point"] if move["as"] == "ap" else 1.0
    if verb == "veto":
        return weights["veto"] if move["use"] else 0.0
    if verb == "choose-doge":
        return 1.0 if move["player"] == state.seats.names[player] else 0.0
    return 0.0


def _die(world: World, state: Desk, player: int, move: Move, weights: Weights) -> float:
    """VTA-5.8: a low die brings a card, a high one gives cards to the others."""
    kind, value = world.type_number[move["type"]], int(move["value"])
    low, high = world.die_values[0], world.die_values[-1]
    score = weights["point"] * value + weights[f"die-{move['type']}"]
    score += weights["hand"] if value == low else 0.0
    score -= weights["hand"] * weights["others"] if value == high else 0.0
    fits = any(card != UNKNOWN and world.card_type[card] == kind for card in state.hand[player])
    return score + weights["card"] * fits


def _draw(world: World, state: Desk, move: Move, weights: Weights) -> float:
    """A card into the hand, or for its ducats: the more votes it brings."""
    if move.get("to") == "hand":
        return weights["hand"]
    ducats = world.card_ducats[state.seen] if state.seen != UNKNOWN else 1
    monuments = len(move.get("monuments", ()))
    return weights["ducat"] * ducats + weights["monument"] * monuments


def _candidacy(world: World, state: Desk, player: int, move: Move, weights: Weights) -> float:
    """What a doge has, as likely as the votes are enough, less the family card that is used up."""
    family = move.get("family") or world.numbers.family[0]
    cards = [world.card_ducats[world.card_number[name]] for name in move.get("cards", ())]
    votes = family + sum(cards)
    against = [weights["votes"] + weights["box"] * len(state.box[p]) for p in range(state.size) if p != player]
    wins = 1 / (1 + math.exp((max(against) - votes) / weights["unsure"]))
    prize = family if state.final else weights["doge"]
    used = 0.0 if state.final or family == world.numbers.family[0] else weights["family"] * family
    spent = weights["ducat"] * sum(cards) if is_first(state) else 0.0
    return prize * wins - used - spent


# --- what everybody asks -------------------------------------------------------------------------------------
def worth(world: World, state: Desk, player: int, weights: Weights) -> float:
    """The score, what the next scorings may bring, and what one holds."""
    to_come = 1 + weights["stays"] * (world.last_epoch - state.epoch)
    presence, podesta, vp, doge, monuments = points(world, state, player)
    unknown = min(state.vp[player].count(HIDDEN), world.numbers.vp_counted)
    own = state.score[player] + to_come * (presence + podesta + monuments) + vp + doge + weights["marker"] * unknown
    hold, of_colony = weights["hold"], (weights["stake"], weights["seat"], weights["lead"])
    for colony, here in enumerate(by_place(state.influence, state.size)):
        if here[player]:
            scores = world.podesta_vp[colony]
            sure = weights["seat"] * scores if state.podesta[colony] == player else 0.0
            own += hold * (_held(here, player, world.colony_class[colony], scores, *of_colony) - sure)
    own += treaties(state, player) + weights["doge"] / 3 * state.markers * (state.doge == player)
    own += weights["hand"] * len(state.hand[player]) + weights["ducat"] * _ducats(world, state.box[player])
    own += weights["ducat"] * sum(state.ducats[player :: state.size])
    return own + weights["family"] * sum(state.family[player]) - weights["shame"] * (state.shame == player)


def _ducats(world: World, pile: Row) -> float:
    return sum(world.card_ducats[card] if card != UNKNOWN else 1 for card in pile)


def chances(rules: Rules, state: Desk, weights: Weights) -> list[float]:
    if state.phase == OVER:
        return [(player in state.winners) / len(state.winners) for player in range(state.size)]
    own = [worth(rules.world, state, player, weights) for player in range(state.size)]
    return shares(own, weights["doubt"] * (rules.world.last_epoch - state.epoch) + weights["last-doubt"])


def chapter(state: Desk) -> Hashable:
    return state.active, state.epoch


def reason(rules: Rules, state: Desk, move: Move, weights: Weights) -> tuple[str, Facts] | None:  # noqa: ARG001
    """Only what everybody sees."""
    world, verb = rules.world, move["do"]
    player = state.seats.number[move["by"]]
    if verb == "attack" and move["at"] in world.sea_number:
        return "bot.fleet", {"sea": move["at"], "n": state.fleets[world.sea_number[move["at"]]]}
    if verb in ("place", "attack"):
        colony = world.colony_number[move["at"]]
        facts = {"at": move["at"], "n": state.here(colony)[player], "vp": world.podesta_vp[colony]}
        return f"bot.{verb}", facts
    if verb == "sea":
        sea = world.sea_number[move["sea"]]
        return "bot.sea", {"sea": move["sea"], "n": len(world.on_sea[sea])}
    if verb == "kingdom":
        return "bot.kingdom", {"region": move["region"]}
    if verb == "die":
        return "bot.die", {"type": move["type"], "n": move["value"]}
    if verb == "marker":
        return f"bot.marker.{move['as']}", {}
    if verb == "veto":
        return f"bot.veto.{'used' if move['use'] else 'kept'}", {"n": state.markers}
    if verb in ("card", "end"):
        ap = state.at_turn().ap
        more = ".free" if verb == "card" and world.card_free[world.card_number[move["card"]]] else ""
        return f"bot.{verb}{more or ('.none' if not ap else '')}", {"n": ap}
    return f"bot.{verb}", {}
