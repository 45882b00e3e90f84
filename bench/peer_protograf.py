"""The same deck drawn by protograf; run by the bench inside protograf's own environment."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from deck import SUITS, rows

WIDE, HIGH = 6.35, 8.89  # cm, protograf's unit


def main(pdf: Path) -> None:
    sys.argv = sys.argv[:1]  # protograf reads the command line by itself
    import protograf as p

    p.Create(filename=pdf.name, paper="A4", margin=0.95, margin_top=1.5, margin_bottom=1.5)
    keys = ("id", "name", "suit", "number", "rule")
    p.Data(data_list=[[k.upper() for k in keys], *[[row[k] for k in keys] for row in rows()]])
    p.Deck(card_size="poker", grid_marks=True, grid_marks_length=0.5)
    frame = {"x": 0.3, "y": 0.3, "width": WIDE - 0.6, "height": HIGH - 0.6, "rounding": 0.25}
    p.Card(
        "*",
        p.rectangle(**frame, fill="ivory"),
        p.text(x=WIDE / 2, y=1.1, font_size=12, text=p.T("{{NAME}}")),
        p.text(x=WIDE - 0.8, y=8.2, font_size=16, text=p.T("{{NUMBER}}")),
        p.text(x=0.6, y=5.4, width=WIDE - 1.2, height=2.2, wrap=True, font_size=9, align="left", text=p.T("{{RULE}}")),
    )
    at = {"cx": WIDE / 2, "cy": 3.2}
    shapes = {
        "Glass": p.circle(radius=1.2, fill=SUITS["Glass"], **at),
        "Salt": p.hexagon(radius=1.2, fill=SUITS["Salt"], **at),
        "Silk": p.star(radius=1.2, rays=5, fill=SUITS["Silk"], **at),
        "Spice": p.square(side=2.0, fill=SUITS["Spice"], **at),
        "Grain": p.triangle(side=2.2, fill=SUITS["Grain"], **at),
        "Timber": p.rhombus(width=1.8, height=2.4, fill=SUITS["Timber"], **at),
    }
    for suit, shape in shapes.items():
        p.Card("*", p.S("{{ SUIT == '" + suit + "' }}", shape))
    p.CardBack(
        "*", p.rectangle(**frame, fill="navy"), p.star(radius=1.6, rays=8, fill="gold", cx=WIDE / 2, cy=HIGH / 2)
    )
    p.Save(directory=str(pdf.parent))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
