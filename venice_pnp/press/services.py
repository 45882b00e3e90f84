"""Who prints: the home printer, a copy shop, a service that takes images, or a printer with black only.

(The printer's own errors are another matter: they are measured with `calibrate` and kept in `profile.py`.)
"""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Literal

from msgspec import Struct, structs

from venice_pnp.draw.fonts import Fonts
from venice_pnp.draw.scene import Box, Group, Outline, Scene, Spot, moved, rect
from venice_pnp.draw.scene import Path as Line
from venice_pnp.draw.studio import SHOP_BLEED, Studio
from venice_pnp.press.marks import corner_marks
from venice_pnp.press.mounts import DUPLEX
from venice_pnp.press.pages import BOARD_TILES, Layout, Page, Placed, Printed
from venice_pnp.press.parts import Parts, Piece
from venice_pnp.press.writer import pdf_of

Service = Literal["home", "copy-shop", "images", "black"]
SERVICES: tuple[Service, ...] = ("home", "copy-shop", "images", "black")
OWN_PRINTER: tuple[Service, ...] = ("home", "black")  # whose measured errors count
BLEED = SHOP_BLEED
RIM = 12.0  # round a card on a page of its own: bleed, marks, air
MARK_FROM, MARK_LONG = 4.0, 5.0
CARD = 110.0  # mm; a longer piece is no card to a service
DPI = 300
IMAGES, IMAGE_LIST = "images", "list.csv"
COLUMNS = ("component", "item", "front", "back", "copies", "form", "width_mm", "height_mm", "bleed_mm", "stock")


# --- bleed ---------------------------------------------------------------------------------------------
def bled(scene: Scene, key: str, bleed: float = BLEED) -> Scene:
    """The face with more bleed: its own is continued as in a mirror, the corners in the colour of its edge."""
    b, w, h = scene.bleed, scene.width, scene.height
    more = bleed - b
    if more <= 0:
        return scene
    low, right = h + b, w + b
    art = Group(scene.items, clip=rect(-b, -b, w + 2 * b, h + 2 * b), key=key)
    mirrors: tuple[tuple[tuple[float, ...], Box], ...] = (
        ((-1, 0, 0, 1, -2 * b, 0), (-b, -b, more, h + 2 * b)),
        ((-1, 0, 0, 1, 2 * right, 0), (right - more, -b, more, h + 2 * b)),
        ((1, 0, 0, -1, 0, -2 * b), (-b, -b, w + 2 * b, more)),
        ((1, 0, 0, -1, 0, 2 * low), (-b, low - more, w + 2 * b, more)),
    )
    strips = [Group(scene.items, m, rect(*strip), key) for m, strip in mirrors]  # type: ignore[arg-type]
    ground = Line(rect(-bleed, -bleed, w + 2 * bleed, h + 2 * bleed), scene.edge)
    return structs.replace(scene, items=(ground, *strips, art), bleed=bleed)


def with_bleed(parts: Parts) -> Parts:
    """All faces with the bleed that services ask for."""
    return structs.replace(parts, faces={key: bled(face, f"bled {key}") for key, face in parts.faces.items()})


# --- copy shop -------------------------------------------------------------------------------------------
def for_shop(layout: Layout, files: Sequence[Printed]) -> list[Printed]:
    """The board as a poster only, and files of cards with one card a page; other sheets stay as they are."""
    out = []
    for printed in files:
        on_it = set(printed.pieces)
        pieces = [p for p in layout.parts.pieces if p in on_it]
        if printed.name == BOARD_TILES:
            continue
        out.append(_singles(layout, printed, pieces) if pieces and all(map(_is_card, pieces)) else printed)
    return out


def _is_card(piece: Piece) -> bool:
    return piece.form == "card" and max(piece.size) <= CARD


def _singles(layout: Layout, printed: Printed, pieces: Sequence[Piece]) -> Printed:
    """One card a page, its back behind it."""
    two_sided = any(p.back for p in pieces)
    pages: list[Page] = []
    for piece in pieces:
        for side, face in (("front", piece.front), ("back", piece.back)):
            if face or (side == "back" and two_sided):
                pages.append(_single(len(pages) + 1, side, piece, face))
    duplex = layout.sides if two_sided and layout.sides in DUPLEX else None
    sheets = len(pieces) if duplex else len(pages)
    return structs.replace(printed, sheets=sheets, pages=tuple(pages), duplex=duplex, single=True)


def _single(number: int, side: str, piece: Piece, face: str | None) -> Page:
    w, h = piece.size
    clip = rect(RIM - BLEED, RIM - BLEED, w + 2 * BLEED, h + 2 * BLEED)
    spots = (Spot(face, moved(RIM, RIM), clip),) if face else ()
    placed = Placed(piece.component, piece.item, piece.copy, (RIM, RIM, w, h), 0, piece.extra)
    title = f"{piece.component} {piece.item}"
    trim = (RIM, RIM, w, h)
    size = (w + 2 * RIM, h + 2 * RIM)
    return Page(
        number, side, size, spots, tuple(corner_marks(trim, MARK_FROM, MARK_LONG)), (placed,), trim, title, bleed=BLEED
    )


# --- images ----------------------------------------------------------------------------------------------
class Image(Struct, frozen=True):
    """A face as a picture: the file it goes to, without its ending, and the key of the face."""

    name: str
    face: str


class ListedImage(Struct, frozen=True):
    """A line of the list of images."""

    component: str
    item: str
    front: str
    back: str
    copies: int
    piece: Piece


def images_of(parts: Parts) -> tuple[list[Image], list[ListedImage]]:
    """One image a face, and the list that says which belong together and how often each is wanted."""
    names: dict[str, str] = {}
    entries: dict[tuple[str, str], ListedImage] = {}
    for piece in parts.pieces:
        folder = f"{piece.component}-{piece.file}" if piece.alternative else piece.component
        item = piece.item.replace("/", "-")
        front = names.setdefault(piece.front, f"{folder}/{item}")
        back = names.setdefault(piece.back, f"{folder}/{item}-back") if piece.back else ""
        known = entries.get((folder, item))
        copies = known.copies + 1 if known else 1
        entries[folder, item] = ListedImage(folder, piece.item, front, back, copies, piece)
    return [Image(name, face) for face, name in names.items()], list(entries.values())


def pixels(mm: float) -> int:
    """The length of an image with its bleed."""
    return math.ceil(round((mm + 2 * BLEED) / 25.4 * DPI, 6))


def drawn_images(images: Sequence[Image], faces: dict[str, Scene], fonts: Fonts) -> Iterator[tuple[str, bytes]]:
    """Each image as a PNG of 300 dots an inch: its name and its bytes."""
    import pypdfium2  # only for pictures of points

    pages = [_image_page(number, faces[image.face], image) for number, image in enumerate(images, 1)]
    document = pypdfium2.PdfDocument(pdf_of(pages, fonts, faces, title=IMAGES))
    for number, image in enumerate(images):
        face = faces[image.face]
        size = pixels(face.width), pixels(face.height)
        picture = document[number].render(scale=DPI / 72).to_pil().convert("RGB").crop((0, 0, *size))
        out = io.BytesIO()
        picture.save(out, "PNG", dpi=(DPI, DPI), compress_level=6)
        yield f"{image.name}.png", out.getvalue()


def _image_page(number: int, face: Scene, image: Image) -> Page:
    """A page of exactly the image's dots, with the face and its bleed."""
    width, height = (pixels(v) * 25.4 / DPI for v in (face.width, face.height))
    whole: Outline = rect(0, 0, width, height)
    spot = Spot(image.face, moved(BLEED, BLEED), whole)
    trim = (BLEED, BLEED, face.width, face.height)
    return Page(number, "front", (width, height), (spot,), (), (), trim, image.name, bleed=BLEED)


def image_list(entries: Sequence[ListedImage]) -> bytes:
    """What an order at a service needs to know, as a table."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    for e in entries:
        back = f"{e.back}.png" if e.back else ""
        size = (f"{e.piece.size[0]:g}", f"{e.piece.size[1]:g}", f"{BLEED:g}")
        writer.writerow((e.component, e.item, f"{e.front}.png", back, e.copies, e.piece.form, *size, e.piece.stock))
    return text.getvalue().encode("utf-8")


def write_images(studio: Studio, parts: Parts, folder: Path) -> int:
    """All images and their list into a folder; how many images there are."""
    full = with_bleed(parts)
    images, entries = images_of(full)
    for name, data in drawn_images(images, full.faces, studio.fonts):
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)
    (folder / IMAGE_LIST).write_bytes(image_list(entries))
    return len(images)
