"""One golden SVG a component: the looks change only when somebody means it.

To accept new looks: VENICE_PNP_GOLDEN=accept pytest tests/draw/test_golden.py
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from tests.press.kits import kit, library, printed_games
from venice_pnp.door.kits import boards_of
from venice_pnp.draw.studio import Studio
from venice_pnp.draw.svg import to_svg
from venice_pnp.press.boxes import wanted, with_boxes
from venice_pnp.press.pieces import Parts, draw_parts

GOLDEN = Path(__file__).parent.parent / "golden"
EDITIONS: list[tuple[str, Any]] = [("en", "colour"), ("de", "low-ink")]
CASES = [(game, name, *e) for game in printed_games() for name in kit(game).components for e in EDITIONS]
BOX_CASES = [
    (game, kind, *e)
    for game in printed_games()
    for kind in dict.fromkeys(box.kind for box in wanted(kit(game), None, False))
    for e in EDITIONS
]
_drawn: dict[tuple[str, str, str], Parts] = {}


def parts(game: str, lang: str, edition: Any) -> Parts:
    key = (game, lang, edition)
    if key not in _drawn:
        _drawn[key] = draw_parts(Studio(kit(game), library(), lang, edition), boards_of(kit(game)))
    return _drawn[key]


@pytest.mark.parametrize(("game", "name", "lang", "edition"), CASES)
def test_a_component_looks_as_it_did(game: str, name: str, lang: str, edition: Any) -> None:
    drawn = parts(game, lang, edition)
    piece = next(p for p in drawn.pieces if p.component == name)
    _compared(to_svg(drawn.faces[piece.front], library().fonts), GOLDEN / game / f"{name}-{edition}.svg")


@pytest.mark.parametrize(("game", "kind", "lang", "edition"), BOX_CASES)
def test_a_box_looks_as_it_did(game: str, kind: str, lang: str, edition: Any) -> None:
    """One box of each kind."""
    box = next(box for box in wanted(kit(game), None, False) if box.kind == kind)
    studio = Studio(kit(game), library(), lang, edition)
    face = with_boxes(studio, parts(game, lang, edition), [box]).faces[f"{kind} {box.item}"]
    _compared(to_svg(face, library().fonts), GOLDEN / game / f"{kind}-{edition}.svg")


def _compared(svg: str, file: Path) -> None:
    if os.environ.get("VENICE_PNP_GOLDEN") == "accept":
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(svg, "utf-8")
    assert file.exists(), f"no golden drawing {file.name}; accept it after looking at it"
    assert svg == file.read_text("utf-8")
