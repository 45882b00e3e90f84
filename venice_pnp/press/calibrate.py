"""The calibration sheet: two rulers for the scale, a cross on both sides for the offset of the back."""

from __future__ import annotations

from venice_pnp.draw.fonts import Fonts
from venice_pnp.draw.pdf import Plates
from venice_pnp.draw.scene import Item, Path, ellipse, polyline
from venice_pnp.draw.text import Setting, set_text
from venice_pnp.kit import Shared
from venice_pnp.press.marks import INK, RULER, footer, ruler, small
from venice_pnp.press.pages import Page
from venice_pnp.press.profile import Profile
from venice_pnp.press.writer import PdfChapter, pdf_bytes, press

REACH = 5  # mm of offset that can be read on either side of the middle


def calibration_pdf(shared: Shared, fonts: Fonts, paper_id: str, lang: str) -> bytes:
    """Front and back of the sheet, without any correction."""
    paper = shared.papers[paper_id]
    pages = [_page(shared, fonts, paper.size, paper.margin, lang, side) for side in ("front", "back")]
    title = shared.words["calibration"].in_language(lang)
    plates = Plates(fonts)
    chapter = PdfChapter(title, press(pages, plates, Profile()))
    return pdf_bytes([chapter], plates, title=title, author="venice-pnp", lang=lang, duplex="long-edge")


def _page(shared: Shared, fonts: Fonts, size: tuple[float, float], margin: float, lang: str, side: str) -> Page:
    w, h = size
    cx, cy = w / 2, h / 2
    items: list[Item] = list(_cross(cx, cy, fonts, front=side == "front"))
    title = shared.words["calibration"].in_language(lang)
    name = shared.words[side].in_language(lang)
    items += set_text(f"{title} · {name}", (20, 16, w - 40, 10), Setting("title", 16, 10, INK, spacing=0.05), fonts)
    if side == "front":
        items += list(ruler((w - RULER) / 2, 70, fonts))
        items += _upright_ruler(30, cy - RULER / 2, fonts)
        text = shared.words["calibration-how"].in_language(lang)
        how = Setting("text", 10, 9, INK, "left", "top", lang=lang)
        items += set_text(text, (45, cy + 40, w - 65, 60), how, fonts)
    items += footer(size, margin, (title, name), fonts)
    return Page(1 if side == "front" else 2, side, size, (), tuple(items), (), (20, 16, w - 40, h - 40), name)


def _cross(cx: float, cy: float, fonts: Fonts, front: bool) -> list[Item]:
    """Front: scales in both directions. Back: one thin cross that should meet their zero."""
    reach = 20.0
    items: list[Item] = [
        Path(polyline([(cx - reach, cy), (cx + reach, cy)]), stroke=INK, width=0.15),
        Path(polyline([(cx, cy - reach), (cx, cy + reach)]), stroke=INK, width=0.15),
        Path(ellipse(cx, cy, 10), stroke=INK, width=0.15),
    ]
    if front:
        for step in range(-2 * REACH, 2 * REACH + 1):
            at, high = step / 2, 2.0 if step % 2 == 0 else 1.0
            items.append(Path(polyline([(cx + at, cy - high), (cx + at, cy + high)]), stroke=INK, width=0.1))
            items.append(Path(polyline([(cx - high, cy + at), (cx + high, cy + at)]), stroke=INK, width=0.1))
        for sign in (-1, 1):
            items += small(f"{sign * REACH:+d}", (cx + sign * REACH - 3, cy - 5, 6, 2.4), fonts, "centre")
            items += small(f"{sign * REACH:+d}", (cx + 3, cy - sign * REACH - 1.2, 6, 2.4), fonts)
    return items


def _upright_ruler(x: float, top: float, fonts: Fonts) -> list[Item]:
    items: list[Item] = [Path(polyline([(x, top), (x, top + RULER)]), stroke=INK, width=0.15)]
    for step in range(21):
        at, long = top + step * RULER / 20, 2.2 if step % 2 == 0 else 1.2
        items.append(Path(polyline([(x, at), (x + long, at)]), stroke=INK, width=0.15))
    items += small("0", (x - 8, top - 1.2, 7, 2.4), fonts, "right")
    items += small("100 mm", (x - 13, top + RULER - 1.2, 12, 2.4), fonts, "right")
    return items
