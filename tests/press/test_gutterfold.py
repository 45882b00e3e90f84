"""Sheets that are folded: both halves look as they do when they are printed alone."""

from __future__ import annotations

from typing import Any

import pypdfium2
import pytest
from PIL import ImageChops

from tests.press.kits import kit, library
from venice_pnp.door.kits import boards_of
from venice_pnp.draw.inks import EDITIONS
from venice_pnp.draw.studio import Studio
from venice_pnp.press.pages import Layout, Page
from venice_pnp.press.parts import draw_parts
from venice_pnp.press.profile import Profile
from venice_pnp.press.writer import pdf_of

SCALE = 100 / 72  # dots a point


def rendered(layout: Layout, pages: tuple[Page, ...]) -> Any:
    pdf = pdf_of(pages, layout.fonts, layout.parts.faces, "t")
    return pypdfium2.PdfDocument(pdf)[0].render(scale=SCALE).to_pil().convert("RGB")


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_dashes_of_the_fold_stay_at_the_fold(edition: Any) -> None:
    studio = Studio(kit("canaletto"), library(), "en", edition)
    parts = draw_parts(studio, boards_of(studio.kit), frozenset(["aid"]))
    layout = Layout(studio, parts, "a4", "gutterfold", Profile())
    front, back = layout.files()[0].pages[:2]
    assert (front.number, front.side, back.side) == (back.number, "front", "back")
    whole, alone = rendered(layout, (front, back)), rendered(layout, (back,))
    dots = SCALE * 72 / 25.4
    x, y, w, h = (v * dots for v in back.trim)
    box = (round(x), round(y), round(x + w), round(y + h))
    assert alone.crop(box).getextrema() != ((255, 255),) * 3
    assert ImageChops.difference(whole.crop(box), alone.crop(box)).getbbox() is None
