"""Venetia: every refusal is provoked, and says in both languages what a player reads in `venetia_refusals.yaml`."""

from __future__ import annotations

import ast
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.conftest import ROOT
from tests.games.test_venetia_words import KIT, MESSAGES, REFUSED, ROLL, SCORING, TWO, VENETIA, at_action
from venice_pnp.contract.play import Refused
from venice_pnp.referee.memory import Memory
from venice_pnp.referee.table import open_game
from venice_pnp.speech.words import Speech

TABLE = Path(__file__).with_name("venetia_refusals.yaml")
RULES = ROOT / "venice_pnp/games/venetia/rules"
INNER = {"VTA-6.1.chance", "VTA-5.18.deal"}  # what only the referee's own draws could do wrong
TOLD = {"VTA-6.1.submitted", "VTA-6.1.told"}  # no refusals
ACCEPT = "VENICE_PNP_REFUSALS"  # accept: writes the table anew, to be read as a player would

Start = dict[str, Any]
CITY_DRAW: Start = {**at_action("trade"), "phase": "draw", "pending": {"draw": ["Anke"], "to": "any", "then": "marker"}}
DISTRICTS: Start = {"phase": "districts", "active": "Anke", "doge": {"player": "Anke"}, "pool": {"trade": [2]}}
DISTRICTS |= {"pending": {"candidates": {"Anke": {"family": 1}, "Bernd": {"family": 3}}, "then": "next"}}
BARRED = {"golfo-di-venetia": {"control": True}, "mare-adriatico": {"fleets": 1}}
REPLACED = {"type": "military", "value": 3, "ap": 0, "card": "m15", "replaced": True, "attacks": 4, "peace": True}
FOUR_SEAS = {"do": "card", "card": "t15", "seas": ["mare-egeo", "mar-tirreno", "mare-libico", "mar-maggiore"]}
DRAWN = [tile for tile, n in zip(VENETIA.world.tiles, VENETIA.world.tile_count, strict=True) for _ in range(n)]


def playing(kind: str, card: str, seas: Any = None, **targets: Any) -> tuple[Any, Start, dict[str, Any]]:
    """A card that is not in sight, so that it may be in the hand."""
    more = {"seas": seas} if seas else {}
    return {}, at_action(kind, houses={"Anke": {"hand": ["?"] * 3}}, **more), {"do": "card", "card": card, **targets}


ROWS: list[tuple[Any, Any, dict[str, Any]]] = [  # options, start, move; a start that is refused has no move
    ({"colours": {"Anke": "red"}}, None, {}),
    ({"city": 3}, None, {}),
    ({"town": True}, None, {}),
    ({}, at_action(houses={"Anke": {"hand": ["p04"]}}), {"do": "card", "card": "p04", "sea": "mare-libico"}),
    ({"city": True}, CITY_DRAW, {"do": "draw", "city": {"castello": 1}}),
    ({"city": True}, CITY_DRAW, {"do": "draw", "card": "t09", "city": {"rialto": 3}}),
    ({}, CITY_DRAW, {"do": "draw", "to": "rialto"}),
    ({"city": True}, CITY_DRAW, {"do": "draw", "card": "t09", "city": {"castello": 3}, "monuments": ["cannaregio"]}),
    ({"city": True}, {**CITY_DRAW, "discard": ["t09"]}, {"do": "draw", "card": "t09", "city": {"castello": 3}}),
    ({"city": True}, DISTRICTS, {"by": "table", "do": "districts", "tiles": ["castello", "rialto"]}),
    ({}, None, {"by": "table", "do": "deal"}),
    ({}, at_action("military", turn={"type": "military", "value": 3, "tiles": DRAWN}), {"do": "attack", "at": "zara"}),
    ({}, at_action("military"), {"do": "attack", "at": "golfo-di-venetia"}),
    ({}, at_action("military"), {"do": "attack", "at": "corphu"}),
    ({}, at_action("military", seas=BARRED), {"do": "attack", "at": "corphu"}),
    ({}, at_action(turn=REPLACED, discard=["m15"]), {"do": "attack", "at": "corphu"}),
    ({}, at_action("trade", seas=BARRED), {"do": "place", "at": "corphu"}),
    ({}, at_action(turn=REPLACED, discard=["m15"]), {"do": "sea", "sea": "mare-adriatico"}),
    playing("politics", "p15", at=["zara", "zara", "pola", "pola", "spalato"]),
    playing("politics", "p15", at=["zara", "ravenna"]),
    playing("military", "m14", fleets=["mare-libico", "mare-egeo"]),
    playing("military", "m10", at=["pola"]),
    playing("politics", "p10", at=["zara"]),
    playing("military", "m13", at=["zara"]),
    playing("trade", "t12", at=["zara"]),
    playing("trade", "t12"),
    playing("politics", "p03", player="Anke"),
    playing("politics", "p06", swap=[["zara", "Bernd"]]),
    playing("politics", "p06", swap=[["zara"]]),
    ({}, ROLL, {"by": "table", "do": "tile", "tile": "1"}),
    playing("politics", "p09", move=[["zara", "zara"]]),
    playing("military", "m09", seas={"mare-libico": {"fleets": 1}}, fleets=["mare-libico"] * 2),
    playing("trade", "t02", seas={"mare-libico": {"control": True}}, sea="mare-libico"),
    playing("trade", "t02", seas={"mare-libico": {"fleets": 1}}, sea="mare-libico"),
    playing("trade", "t02", seas={"mare-libico": {"Anke": 1}}, sea="mare-libico"),
    playing(
        "trade",
        "t02",
        seas={"mare-libico": {"Anke": 3}, "mar-maggiore": {"fleets": 6}, "mar-di-levante": {"fleets": 6}},
        sea="mare-libico",
    ),
    ({}, at_action("trade", houses={"Anke": {"hand": ["?"]}}), FOUR_SEAS),
    playing("trade", "t15", at=["zara", "pola", "spalato", "ravenna"]),
    playing("politics", "p11"),
    ({}, at_action(doge={"player": "Bernd", "family": 2}), {"do": "card", "card": "p13"}),
    ({}, {**SCORING, "houses": {"Anke": {"vp": [3, "?"]}}}, {"do": "reveal", "vp": [1, 2]}),
    ({}, {**SCORING, "houses": {"Anke": {"vp": ["?"] * 9}}}, {"do": "reveal", "vp": [3] * 9}),
]


def provoked() -> Iterator[tuple[Refused, list[str]]]:
    """Every refusal of the records, of the malformed moves, and of the rows above, with who sits there."""
    for file in sorted((ROOT / "tests/records/venetia").glob("*.yaml")):
        record = yaml.safe_load(file.read_text("utf-8"))
        chosen = {"colours": record["colours"]} if record.get("colours") else {}
        state = VENETIA.setup(record["players"], chosen | (record.get("options") or {}), record.get("start"))
        for move in record["moves"]:
            try:
                if "expect" not in move:
                    state, _ = VENETIA.apply(state, {key: part for key, part in move.items() if key != "refused"})
            except Refused as refused:
                yield refused, record["players"]
    rows = [({}, start or None, move) for start, move, _, _ in REFUSED]
    for options, start, move in [*ROWS, *rows]:
        yield refusal(TWO, options, start, move), TWO
    for names in (["Anke"], ["Anke", "Anke"], ["Anke", "table"]):
        yield refusal(names, {}, None, {}), names
    with pytest.raises(Refused) as seeded:
        Memory(open_game("venetia"), TWO, {"laid": True}, seed="7")
    yield seeded.value, TWO
    table = Memory(open_game("venetia"), TWO, {}, seed="7", start=at_action("military"))
    refused = table.refuses({"by": "Anke", "do": "attack", "at": "zara", "tile": 1})
    assert refused is not None
    yield refused, TWO


def refusal(players: list[str], options: Any, start: Any, move: dict[str, Any]) -> Refused:
    with pytest.raises(Refused) as refused:
        VENETIA.apply(VENETIA.setup(players, options, start), {"by": "Anke", **move})
    return refused.value


def raised() -> set[str]:
    """The keys of all refusals that stand in the code, those put together from parts by their beginning."""
    found: set[str] = set()
    for file in RULES.rglob("*.py"):
        for call in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(call, ast.Call) and getattr(call.func, "id", "") == "Refused":
                key = call.args[2] if len(call.args) > 2 else call.args[0]
                if isinstance(key, ast.Constant):
                    found.add(str(key.value))
    together = ("VTA-6.1.", "VTA-6.2.", "VTA-7.74.", "VTA-4.9.", "VTA-7.84.")
    return found | {key for key in MESSAGES if key.startswith(together) and key not in TOLD}


def test_every_refusal_is_provoked_and_reads_as_the_table_has_it() -> None:
    said: dict[str, dict[str, str]] = {}
    for refused, players in provoked():
        texts = {lang: Speech(lang, KIT, players).say(refused.key, refused.facts) for lang in ("en", "de")}
        assert not any("{" in text for text in texts.values()), texts
        said.setdefault(refused.key, texts)
    assert raised() - INNER <= set(said), sorted(raised() - INNER - set(said))
    if os.environ.get(ACCEPT) == "accept":
        TABLE.write_text(yaml.safe_dump(said, allow_unicode=True, width=200), "utf-8")
    assert said == yaml.safe_load(TABLE.read_text("utf-8"))
