"""The two renderers look the same: each face as PDF and as SVG, compared pixel by pixel."""

from __future__ import annotations

import io
from typing import Any

import pypdfium2
import pytest
import resvg_py
from PIL import Image, ImageChops, ImageFilter

from tests.press.kits import kit, library
from venice_pnp.door.kits import boards_of
from venice_pnp.draw.ornament import water
from venice_pnp.draw.pdf import K, Plates, page_matrix
from venice_pnp.draw.pdf_file import PdfFile
from venice_pnp.draw.scene import IDENTITY, Scene, Spot
from venice_pnp.draw.studio import Studio
from venice_pnp.draw.svg import to_svg
from venice_pnp.press.parts import draw_parts

DPI = 100
PARTS = ["artwork", "value", "bribe", "tens-marker", "gondola", "aid", "board"]


def as_pdf(scene: Scene) -> Image.Image:
    plates = Plates(library().fonts, {"face": scene})
    file = PdfFile(plates)
    layer = ([Spot("face", IDENTITY, scene.outline)], (), page_matrix(scene.height))
    file.page(plates.page([layer]), (scene.width * K, scene.height * K))
    picture: Image.Image = pypdfium2.PdfDocument(file.finished({}))[0].render(scale=DPI / 72).to_pil()
    return picture.convert("RGB")


def as_svg(scene: Scene) -> Image.Image:
    png: Any = resvg_py.svg_to_bytes(svg_string=to_svg(scene, library().fonts), background="#ffffff", dpi=DPI)
    return Image.open(io.BytesIO(bytes(png))).convert("RGB")


@pytest.mark.parametrize("edition", ["colour", "low-ink"])
@pytest.mark.parametrize("part", PARTS)
def test_pdf_and_svg_look_the_same(part: str, edition: Any) -> None:
    studio = Studio(kit("canaletto"), library(), "de", edition)
    parts = draw_parts(studio, boards_of(studio.kit), frozenset([part]))
    scene = next(iter(parts.faces.values()))
    pdf = as_pdf(scene)
    svg = as_svg(scene).resize(pdf.size)
    soft = [picture.filter(ImageFilter.GaussianBlur(1.5)) for picture in (pdf, svg)]
    grey = ImageChops.difference(*soft).convert("L").histogram()
    difference = sum(level * count for level, count in enumerate(grey)) / sum(grey) / 255
    assert difference < 0.015, difference
    assert sum(grey[128:]) / sum(grey) < 0.002


def test_no_wave_runs_aground() -> None:
    land = [(20.0, 0.0, 30.0, 60.0), (70.0, 25.0, 30.0, 10.0)]
    swells = water((0.0, 0.0, 120.0, 60.0), "#000000", land=land)
    ends = [(s[-2], s[-1]) for s in swells.d]
    assert len(ends) > 30
    assert not [(x, y) for x, y in ends for left, top, w, h in land if left < x < left + w and top < y < top + h]
