"""What a sheet shows inside its cut: the sheets of a board are compared by it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

from venice_pnp.press.pages import Page

DPI = 100  # fine enough that every change of a drawing changes a dot


def seen(pdf: bytes) -> Iterator[str]:
    """A hash of each page as a picture, without what stands round the cut: footer, ruler, marks."""
    import pypdfium2  # only for pictures of points

    for page in pypdfium2.PdfDocument(pdf):
        (left, low, right, top), (width, height) = page.get_trimbox(), page.get_size()
        crop = (left, low, width - right, height - top)
        picture = page.render(scale=DPI / 72, crop=crop).to_pil().convert("RGB")
        yield hashlib.sha256(f"{picture.size}".encode() + picture.tobytes()).hexdigest()[:16]


def sheet_name(paper: str, component: str, item: str) -> str:
    """`a4 board board/r1c2`"""
    return f"{paper} {component} {item}"


def name_of(paper: str, page: Page) -> str:
    [placed] = page.placed
    return sheet_name(paper, placed.component, placed.item)
