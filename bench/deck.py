"""The deck that both generators draw: 54 cards of 63.5 × 88.9 mm with title, text, shape and number."""

from __future__ import annotations

import json
import math
import shutil
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CARDS = 54
SUITS = {"Glass": "skyblue", "Salt": "silver", "Silk": "crimson", "Spice": "orange", "Grain": "gold", "Timber": "peru"}
HEX = dict(zip(SUITS, ("#87CEEB", "#C0C0C0", "#DC143C", "#FFA500", "#FFD700", "#CD853F"), strict=True))
CORNERS = {"Salt": 6, "Silk": 10, "Spice": 4, "Grain": 3, "Timber": 4}
RULE = "When you deliver {goods} to a palazzo on the Grand Canal, take {n} ducats and move one gondola."


def rows(count: int = CARDS) -> list[dict[str, object]]:
    made = []
    for i in range(count):
        suit = list(SUITS)[i % len(SUITS)]
        number = i // len(SUITS) + 1
        rule = RULE.format(goods=suit.lower(), n=number)
        made.append(
            {"id": str(i + 1), "name": f"{suit} merchant {i + 1}", "suit": suit, "number": number, "rule": rule}
        )
    return made


def write_data(folder: Path, count: int = CARDS) -> Path:
    """A data folder with the deck as its only game. Its paper has a margin that leaves room for nine cards."""
    for file in (ROOT / "data").glob("*.yaml"):
        shutil.copy(file, folder / file.name)
    papers = folder / "papers.yaml"
    papers.write_text(papers.read_text("utf-8").replace("name: A4}", "name: A4, margin: 4.5}"), "utf-8")
    game = folder / "deck"
    game.mkdir()
    cards = [{**row, "colour": HEX[str(row["suit"])], "shape": _shape(str(row["suit"]))} for row in rows(count)]
    component = {
        "rule": "DECK-1", "name": "Cards", "count": count, "each": "cards", "shape": "poker",
        "front": "deck/card", "back": "deck/back", "file": "cards", "stock": "card", "provenance": "designed",
    }  # fmt: skip
    about = {"title": "Deck", "prefix": "DECK", "credit": "bench", "players": [1, 1], "languages": ["en"]}
    content = {"game": about, "seats": [], "components": {"card": component}, "texts": {}}
    (game / "game.yaml").write_text(json.dumps(content), "utf-8")
    (game / "cards.yaml").write_text("cards:\n" + "".join(f"  - {json.dumps(c)}\n" for c in cards), "utf-8")
    return folder


def _shape(suit: str) -> str:
    """A circle, polygon or star round the middle of the card's upper half."""
    if suit == "Glass":
        return "M 43.75 32 A 12 12 0 1 1 19.75 32 A 12 12 0 1 1 43.75 32 Z"
    corners = CORNERS[suit]
    points = []
    for i in range(corners):
        radius = 12.0 if suit != "Silk" or i % 2 == 0 else 5.0
        angle = math.tau * i / corners - math.pi / 2
        points.append(f"{31.75 + radius * math.cos(angle):.2f} {32 + radius * math.sin(angle):.2f}")
    return "M " + " L ".join(points) + " Z"
