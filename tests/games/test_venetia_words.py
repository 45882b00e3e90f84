"""Venetia: what is refused is said in the players' words, and what happens is told."""

from __future__ import annotations

import re
from typing import Any

import pytest
import yaml

from venice_pnp.contract.play import Event, Refused
from venice_pnp.games import open_kit
from venice_pnp.games.venetia.rules.bound import Rules
from venice_pnp.speech.words import Speech

KIT = open_kit("venetia")
VENETIA = Rules(KIT)
TWO = ["Anke", "Bernd"]
MESSAGES = yaml.safe_load((KIT.folder / "messages.yaml").read_text())["messages"]
DOGE = {"player": "Bernd", "family": 2, "markers": 3}
OPEN = {"golfo-di-venetia": {"control": True}}
Start = dict[str, Any]


def at_action(kind: str = "politics", value: int = 3, **more: Any) -> Start:
    turn = {"type": kind, "value": value}
    return {
        "phase": "action",
        "active": "Anke",
        "doge": DOGE,
        "turn": turn,
        "pool": {"trade": [2]},
        "seas": OPEN,
        **more,
    }


DIE: Start = {"phase": "die", "active": "Anke", "doge": DOGE, "pool": {"trade": [2, 4], "politics": [3]}}
OVER: Start = {"phase": "over", "epoch": 3, "power": {"enemy": 1, "eighth": True, "met": True}, "doge": DOGE}
ROLL: Start = {"phase": "roll", "active": "Anke", "doge": DOGE}
THREAT: Start = {"phase": "threat", "active": "Anke", "doge": DOGE, "pending": {"threats": 1, "occasion": "refill"}}
MARKER: Start = {**at_action(), "phase": "marker", "active": "Bernd"}
ELECTION: Start = {"phase": "election", "active": "Anke", "doge": {"player": "Bernd"}, "pool": {"trade": [2]}}
TWO_CARDS: Start = {**ELECTION, "houses": {"Anke": {"box": ["?", "?"]}, "Bernd": {"box": ["?", "?"]}}}
SCORING: Start = {
    "phase": "scoring",
    "active": "Anke",
    "doge": DOGE,
    "pending": {"then": "next"},
    "pool": {"trade": [2]},
}
SCORING |= {"power": {"eighth": True}, "houses": {"Anke": {"vp": ["?", "?"]}}}
TILE: Start = {**at_action("military"), "phase": "tile"}
TILE["turn"] = {"type": "military", "value": 3, "ap": 2, "spent": True, "at": "zara"}
P, T, M = "politics", "trade", "military"

REFUSED: list[tuple[Start, dict[str, Any], str, str]] = [
    # --- no move at all
    (DIE, {"do": "dance"}, "VTA-6.2.verb", "There is no move dance."),
    (DIE, {"by": "Zoe", "do": "end"}, "VTA-6.2.by", "Nobody at this table is called Zoe; here sit Anke, Bernd."),
    (DIE, {"do": "die", "type": "gold", "value": 2}, "VTA-6.2.type", "There are no dice gold; the dice are Military, Politics, Trade."),
    (DIE, {"do": "die", "type": T, "value": "two"}, "VTA-6.2.die", "A die shows a number, not two."),
    (DIE, {"do": "die", "type": T}, "VTA-6.2.missing", "Something is missing in this move: number of the die."),
    (DIE, {"do": "die", "type": T, "value": 2, "at": "zara"}, "VTA-6.2.unknown", "This does not belong to the move: place."),
    (ROLL, {"by": "table", "do": "roll", M: [2, 2], P: "333", T: [2, 2]}, "VTA-6.2.dice", "The dice show numbers, not 333."),
    (THREAT, {"by": "table", "do": "threat", "card": "roma-2"}, "VTA-6.2.threat.near", "There is no threat card roma-2. Perhaps "),
    (THREAT, {"by": "table", "do": "threat", "card": "xxxxxx"}, "VTA-6.2.threat", "There is no threat card xxxxxx."),
    (MARKER, {"by": "Bernd", "do": "marker", "as": "gold"}, "VTA-6.2.marker", "A doge marker gives an action point (ap) or a victory point (vp), not gold."),
    (at_action(), {"do": "place", "at": "zarra"}, "VTA-6.2.colony.near", "There is no colony zarra. Perhaps Zara?"),
    (at_action(), {"do": "place", "at": "xyzzy"}, "VTA-6.2.colony", "There is no colony xyzzy."),
    (at_action(), {"do": "place", "at": "zara", "n": 0}, "VTA-6.2.number", "How much influence? A number from 1 on, not 0."),
    (at_action(), {"do": "sea", "sea": "mare-adria"}, "VTA-6.2.sea.near", "There is no sea mare-adria. Perhaps Mare Adriatico"),
    (at_action(), {"do": "sea", "sea": "xyzzy"}, "VTA-6.2.sea", "There is no sea xyzzy."),
    (at_action(), {"do": "kingdom", "region": "romagna"}, "VTA-6.2.region.near", "There is no region romagna. Perhaps Romania"),
    (at_action(), {"do": "kingdom", "region": "xyzzy"}, "VTA-6.2.region", "There is no region xyzzy."),
    (at_action(M), {"do": "attack", "at": "zarra"}, "VTA-6.2.place.near", "There is no colony and no sea zarra. Perhaps Zara?"),
    (at_action(M), {"do": "attack", "at": "xyzzy"}, "VTA-6.2.place", "There is no colony and no sea xyzzy."),
    (at_action(M), {"do": "attack", "at": "zara", "claim": 3}, "VTA-6.2.yes", "The answer is yes or no, not 3."),
    (TILE, {"by": "table", "do": "tile", "tile": 9}, "VTA-6.2.tile", "There is no combat tile 9; the tiles are 0 with the mark of shame, 1, 2, 2 with a casus belli, 3 with a casus belli."),
    (at_action(), {"do": "card", "card": "p99"}, "VTA-6.2.card.near", "There is no action card p99. Perhaps "),
    (at_action(), {"do": "card", "card": "xyzzy"}, "VTA-6.2.card", "There is no action card xyzzy."),
    (at_action(), {"do": "card", "card": "p01", "at": "zara"}, "VTA-6.2.list", "Several targets stand one after the other; Zara is not that."),
    (at_action(), {"do": "card", "card": "p01", "remove": ["zara"]}, "VTA-6.2.pairs", "Name a colony and whose influence, in turn; Zara is not that."),
    (at_action(), {"do": "card", "card": "p01", "remove": [["zara"]]}, "VTA-6.2.pairs.whose", "Say whose influence in Zara is meant: the name behind it."),
    (at_action(), {"do": "card", "card": "p01", "move": ["zara"]}, "VTA-6.2.pairs.move", "Name two colonies each time, from where and where to; Zara is not that."),
    (at_action(), {"do": "card", "card": "p01", "remove": [["zara", "Zoe"]]}, "VTA-6.2.player", "Nobody here is called Zoe; here sit Anke, Bernd."),
    (SCORING, {"do": "reveal", "vp": "33"}, "VTA-6.2.markers", "VP markers are told by their values, such as 1 2 3, not 33."),
    ({}, {"do": "candidate", "family": 9}, "VTA-6.2.secret-candidate", "That is no candidate: name a family card 1 to 6 and action cards, such as 3 m05."),
    ({}, {"do": "candidate"}, "VTA-6.2.no-candidate", "A candidate is missing: name one of your family cards."),
    ({"options": {"laid": True}}, {"do": "show", "family": 9}, "VTA-6.2.family", "There is no family card 9; there are 1, 2, 3, 4, 5, 6."),
    # --- not now
    ({}, {"do": "show", "family": 3, "cards": ["m05"]}, "VTA-6.1.sealed", "At this table candidates are typed in secret"),
    ({"options": {"laid": True}}, {"do": "candidate", "family": 3}, "VTA-6.1.laid", "At this table candidates lie face down"),
    (DIE, {"by": "Bernd", "do": "end"}, "VTA-6.1.awaited", "Anke must move first: choose a die."),
    (DIE, {"do": "end"}, "VTA-6.1.phase", "Anke, that is not possible now; what is due: choose a die."),
    (OVER, {"do": "end"}, "VTA-6.1.over", "The game is over; no more moves."),
    # --- against a rule
    (DIE, {"do": "die", "type": T, "value": 3}, "VTA-5.7", "There is no Trade die with a 3 in the pool; Trade shows 2, 4."),
    (at_action(), {"do": "place", "at": "corphu"}, "VTA-7.10.open", "No route to Corphu yet: first open Mare Adriatico, Mare Libico, for 1 action point each"),
    (at_action(), {"do": "sea", "sea": "mare-egeo"}, "VTA-7.3", "Mare Egeo is not next to your route"),
    (at_action(), {"do": "place", "at": "zara", "n": 4}, "VTA-7.16", "That costs 4 action points; you have 3."),
    (at_action(M), {"do": "place", "at": "zara"}, "VTA-7.14", "With a military die influence comes only by attacks."),
    (at_action(), {"do": "attack", "at": "zara"}, "VTA-7.20", "Attacks need a military die."),
    ({**TWO_CARDS, "discard": ["m01"]}, {"do": "candidate", "family": 1, "cards": ["m01"]}, "VTA-7.84.elsewhere", "A card named there cannot be on the family box."),
    (TWO_CARDS, {"do": "candidate", "family": 1, "cards": ["m01", "m01"]}, "VTA-7.84.twice", "A card is named twice"),
    (TWO_CARDS, {"do": "candidate", "family": 1, "cards": ["m01", "m02", "m03"]}, "VTA-7.84.few", "There are not that many cards"),
    (ROLL, {"by": "table", "do": "roll", M: [2, 2], P: [3, 3, 3], T: []}, "VTA-5.6.number", "All 7 dice are told, a digit for each; here are 5."),
    (SCORING, {"do": "reveal", "vp": [3]}, "VTA-8.5.number", "2 values must be told: that of every VP marker."),
]  # fmt: skip


@pytest.mark.parametrize(("start", "move", "key", "said"), REFUSED, ids=lambda one: one if isinstance(one, str) else "")
def test_a_refusal_says_what_is_wrong_with_the_move(start: Start, move: dict[str, Any], key: str, said: str) -> None:
    state = VENETIA.setup(TWO, {}, start or None)
    with pytest.raises(Refused) as refused:
        VENETIA.apply(state, {"by": "Anke", **move})
    assert refused.value.key == key
    assert Speech("en", KIT, TWO).say(refused.value.key, refused.value.facts).startswith(said)
    german = Speech("de", KIT, TWO).say(refused.value.key, refused.value.facts)
    assert "{" not in german and german.endswith((".", "?"))


def test_every_malformed_move_is_provoked_here() -> None:
    """And in no wording stands a field, an id or how the check works."""
    form = {key for key in MESSAGES if key.startswith("VTA-6.2.")}
    elsewhere = {"option", "switch", "which-card", "target", "district", "secret-draw", "secret-draw.city"}
    elsewhere |= {"secret-deal"}
    assert form - {key for _, _, key, _ in REFUSED} == {f"VTA-6.2.{name}" for name in elsewhere}
    inner = re.compile(r"\b(field|feld [a-z]|key|id|mapping|true|false|null|yaml|seed)\b", re.I)
    for key, texts in MESSAGES.items():
        if key.startswith("VTA-") and not key.startswith("VTA-9."):
            assert not any(inner.search(text.replace("{key}", "")) for text in texts.values()), key


@pytest.mark.parametrize(
    ("options", "start", "move", "key", "said"),
    [
        ({"city": 3}, None, None, "VTA-6.2.switch", "The city: ducats, monuments, district tiles: yes or no, not 3."),
        ({"town": True}, None, None, "VTA-6.2.option", "Venetia has no option town; there are: "),
        (
            {},
            at_action(houses={"Anke": {"hand": ["p04"]}}),
            {"do": "card", "card": "p04", "sea": "mare-libico"},
            "VTA-6.2.target",
            "Public Penance does not aim at that: sea.",
        ),
        (
            {"city": True},
            {**at_action(T), "phase": "draw", "pending": {"draw": ["Anke"], "to": "any", "then": "marker"}},
            {"do": "draw", "city": {"castello": 1}},
            "VTA-6.2.which-card",
            "For ducats the drawn card must be named first, by its code.",
        ),
        (
            {"city": True},
            {**at_action(T), "phase": "draw", "pending": {"draw": ["Anke"], "to": "any", "then": "marker"}},
            {"do": "draw", "card": "t09", "city": {"castello": 3}, "monuments": ["cannaregio"]},
            "VTA-7.93.laid",
            "A monument can only be built where you have just laid ducats, not in Cannaregio.",
        ),
        (
            {"city": True},
            {**at_action(T), "phase": "draw", "pending": {"draw": ["Anke"], "to": "any", "then": "marker"}},
            {"do": "draw", "card": "t09", "city": {"castello": 3}, "monuments": ["castello"]},
            "VTA-7.93",
            "For monuments in Castello you need 4 ducats there; you have 3.",
        ),
        (
            {"city": True},
            {**at_action(T), "phase": "draw", "pending": {"draw": ["Anke"], "to": "any", "then": "marker"}},
            {"do": "draw", "card": "t09", "city": {"rialto": 3}},
            "VTA-6.2.secret-draw.city",
            "That is no place for the card: hand, or ducats in the two sestieri of its type.",
        ),
        (
            {},
            {**at_action(T), "phase": "draw", "pending": {"draw": ["Anke"], "to": "any", "then": "marker"}},
            {"do": "draw", "to": "rialto"},
            "VTA-6.2.secret-draw",
            "That is no place for the card: hand or family box.",
        ),
        (
            {"city": True},
            {"phase": "districts", "active": "Anke", "doge": {"player": "Anke"}, "pool": {"trade": [2]}}
            | {"pending": {"candidates": {"Anke": {"family": 1}, "Bernd": {"family": 3}}, "then": "next"}},
            {"by": "table", "do": "districts", "tiles": ["castello", "rialto"]},
            "VTA-6.2.district",
            "There is no district tile rialto; the tiles are San Polo, ",
        ),
        ({}, None, {"by": "table", "do": "deal"}, "VTA-6.2.secret-deal", "Only chance deals."),
    ],
    ids=lambda one: one if isinstance(one, str) and one.startswith("VTA") else "",
)
def test_refusals_with_options(options: Any, start: Any, move: Any, key: str, said: str) -> None:
    def attempt() -> None:
        VENETIA.apply(VENETIA.setup(TWO, options, start), {"by": "Anke", **move})

    with pytest.raises(Refused) as refused:
        attempt()
    assert refused.value.key == key
    assert Speech("en", KIT, TWO).say(refused.value.key, refused.value.facts).startswith(said)
    assert "{" not in Speech("de", KIT, TWO).say(refused.value.key, refused.value.facts)


def test_vta_6_1_nobody_submits_twice() -> None:
    state, _ = VENETIA.apply(
        VENETIA.setup(TWO, {}, None), {"by": "Anke", "do": "candidate", "family": 3, "cards": ["m01"]}
    )
    with pytest.raises(Refused) as refused:
        VENETIA.apply(state, {"by": "Anke", "do": "candidate", "family": 3, "cards": ["m01"]})
    assert (
        Speech("en", KIT, TWO).say(refused.value.key, refused.value.facts) == "Anke has submitted a candidate already."
    )


CONTROL = at_action(T, houses={"Anke": {"hand": ["?"]}})


@pytest.mark.parametrize(
    ("seas", "said"),
    [
        ({"mare-libico": {"control": True}}, "Mare Libico is already Venetian."),
        ({"mare-libico": {"fleets": 1}}, "An enemy fleet lies in Mare Libico."),
        ({"mare-libico": {"Anke": 1}}, "Mare Libico must hold at least 2 influence."),
        (
            {"mare-libico": {"Anke": 3}, "mar-maggiore": {"fleets": 6}, "mar-di-levante": {"fleets": 6}},
            "All control and fleet markers are in use; none is left for Mare Libico.",
        ),
    ],
)
def test_a_card_for_control_says_what_hinders_it(seas: Any, said: str) -> None:
    card = next(c for c in KIT.tables.actions if any(type(e).__name__ == "Control" for e in c.effect))
    least = next(e.min for e in card.effect if type(e).__name__ == "Control")
    state = VENETIA.setup(TWO, {}, at_action(card.type, seas=seas))
    with pytest.raises(Refused) as refused:
        VENETIA.apply(state, {"by": "Anke", "do": "card", "card": card.id, "sea": "mare-libico"})
    assert Speech("en", KIT, TWO).say(refused.value.key, refused.value.facts) == said.replace("2", str(least))


# --- what happens is told -------------------------------------------------------------------------------
def told(state: Any, *moves: dict[str, Any]) -> list[str]:
    said: list[str] = []
    for move in moves:
        state, events = VENETIA.apply(state, move)
        said += [Speech("en", KIT, TWO).event(event) for event in events]
    return said


def test_vta_7_34_a_podesta_that_is_not_there_is_told() -> None:
    small = ("pola", "ravenna", "bari", "otranto", "spalato", "ragusa", "durazzo", "corphu")
    colonies = {name: {"Anke": 3, "podesta": "Anke"} for name in small} | {"zara": {"Anke": 3}}
    start = at_action(colonies=colonies, epoch=2, power={"eighth": True, "enemy": 20}, houses={"Anke": {"hand": []}})
    said = told(VENETIA.setup(TWO, {}, start), {"by": "Anke", "do": "place", "at": "zara"}, {"by": "Anke", "do": "end"})
    assert "Anke leads in Zara, but all 8 podestàs are on the board: none is placed there." in said


@pytest.mark.parametrize(
    ("influence", "said"),
    [
        ({"Anke": 2, "Bernd": 1}, "Equal points for Anke, Bernd: influence on the board decides (Anke: 2, Bernd: 1)."),
        (
            {"Anke": 2, "Bernd": 2},
            "Equal points and equal influence on the board for Anke, Bernd (Anke: 2, Bernd: 2): the victory is shared.",
        ),
    ],
)
def test_vta_8_15_what_decides_a_tie_is_told(influence: dict[str, int], said: str) -> None:
    houses = {
        "Anke": {"family": [1, 4], "score": 2, "sheet": [{"epoch": "end", "treaties": 2}]},
        "Bernd": {"family": [1, 4], "score": 6, "sheet": [{"epoch": "end", "treaties": 6}]},
    }
    start = {**ELECTION, "epoch": 3, "power": {"enemy": 1, "eighth": True, "met": True}, "houses": houses}
    start |= {"pending": {"then": "final"}, "colonies": {"corphu": influence}}
    state = VENETIA.setup(TWO, {}, start)
    four, one = ({"by": "Anke", "do": "candidate", "family": 4}, {"by": "Bernd", "do": "candidate", "family": 1})
    assert said in told(state, four, one)


def test_vta_7_28_who_has_the_mark_of_shame_keeps_it() -> None:
    for holder, line in (("Anke", "Anke keeps the mark of shame."), ("Bernd", "Anke takes the mark of shame.")):
        state = VENETIA.setup(TWO, {}, at_action(M, shame=holder))
        assert line in told(state, {"by": "Anke", "do": "attack", "at": "zara", "tile": "0s"})


def test_vta_7_52_the_same_kingdom_again_leaves_its_shield() -> None:
    start = {**THREAT, "epoch": 3, "power": {"eighth": True, "met": True, "enemy": 9}}
    for there, line in (
        ("ottoman", "Tartaria is struck again, by the same kingdom; its shield stays: Ottoman Empire."),
        ("genoa", "Shield to Tartaria: Ottoman Empire, in the place of Republic of Genoa."),
    ):
        state = VENETIA.setup(TWO, {}, {**start, "kingdoms": {"tartaria": there}})
        assert line in told(state, {"by": "table", "do": "threat", "card": "tartaria-2"})


@pytest.mark.parametrize(
    ("card", "line"),
    [
        (1, "A new doge is elected. Family card 1 goes from the doge box back to Anke."),
        (3, "A new doge is elected. Family card 3 of Anke leaves the doge box and the game."),
    ],
)
def test_vta_7_81_an_election_says_where_the_card_of_the_doge_goes(card: int, line: str) -> None:
    start = at_action(doge={"player": "Anke", "family": card, "markers": 0})
    assert line in told(VENETIA.setup(TWO, {}, start), {"by": "Anke", "do": "end"})


@pytest.mark.parametrize("city", [False, True])
def test_vta_8_1_a_scoring_names_its_epoch_by_the_numeral_and_monuments_with_the_city_only(city: bool) -> None:
    state = VENETIA.setup(TWO, {"city": city}, {**SCORING, "houses": {"Anke": {"vp": ["?"]}}})
    said = told(state, {"by": "Anke", "do": "reveal", "vp": [2]})
    (line,) = [one for one in said if one.startswith("Anke, epoch")]
    assert line.startswith("Anke, epoch I: presence 0") and ("monuments" in line) is city
    assert any(one.startswith("Epoch II begins") for one in said)


def test_where_the_referee_draws_nothing_lies_in_a_cup_or_face_down() -> None:
    speech = Speech("en", KIT, TWO, seeded=True)
    drawn = speech.event(Event("VTA-7.24.vp", {"player": "Anke", "n": 1}))
    assert drawn == "Anke gets 1 VP marker, kept by the referee; v shows its value."
    for key in ("VTA-5.9.box", "VTA-5.11.shuffled", "VTA-7.59.shuffled", "VTA-7.67.begins", "VTA-6.1.submitted"):
        line = speech.event(Event(key, {"player": "Anke", "epoch": "II"}))
        assert "face down" not in line and ": shuffle" not in line and ", shuffle" not in line
