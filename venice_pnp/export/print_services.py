"""`build --profile game-crafter` and the like: pictures of exactly the dots that a print service asks for a product,
and a list of all parts with what fits them there."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path
from typing import Annotated, Literal, NamedTuple

from msgspec import Meta

from venice_pnp.door.files import write_whole
from venice_pnp.door.kits import boards_of
from venice_pnp.door.printing import job_of
from venice_pnp.door.wishes import Wish, WrongWish, one_of
from venice_pnp.draw.scene import Scene, Spot, moved, rect
from venice_pnp.draw.studio import SAFE, Studio
from venice_pnp.export.pictures import INCH, png_bytes, rendered
from venice_pnp.kit.load import home
from venice_pnp.kit.models import Id, Mm, Model
from venice_pnp.kit.reader import Reader
from venice_pnp.press.build import check_order
from venice_pnp.press.order import chosen_parts
from venice_pnp.press.pages import Page
from venice_pnp.press.parts import Parts, Piece, draw_parts
from venice_pnp.press.services import bled, images_of

LARGER = 2.5  # mm by which a product may be larger than our part; what it is larger is painted like bleed
SLACK = 0.01
PARTS_LIST = "parts.csv"
COLUMNS = ("component", "item", "copies", "width_mm", "height_mm", "product", "front", "back", "note")


class Product(Model, frozen=True):
    form: Literal["card", "square", "round"]
    dots: tuple[Annotated[int, Meta(gt=0, le=20_000)], Annotated[int, Meta(gt=0, le=20_000)]]


class PrintService(Model, frozen=True):
    name: str
    dpi: Annotated[int, Meta(ge=72, le=1200)]
    bleed: Mm
    safe: Mm  # inside the cut: text keeps out of it
    source: str
    left_out: str
    products: dict[Id, Product] = {}  # noqa: RUF012 - msgspec copies an empty default

    def trim(self, item: Product) -> tuple[float, float]:
        """What is left of a product when it is cut."""
        w, h = (dots / self.dpi * INCH - 2 * self.bleed for dots in item.dots)
        return w, h

    def fitting(self, piece: Piece) -> str | None:
        """The smallest product that holds the piece with its text in the safe zone."""
        fits = [name for name, item in self.products.items() if item.form == piece.form and self._holds(item, piece)]
        return min(fits, key=lambda name: sum(self.trim(self.products[name])), default=None)

    def _holds(self, item: Product, piece: Piece) -> bool:
        more = [ours - mine for ours, mine in zip(self.trim(item), _upright(piece.size), strict=True)]
        return all(-SLACK <= m <= LARGER and SAFE + m / 2 >= self.safe - SLACK for m in more)

    def nearest(self, piece: Piece) -> str | None:
        """The product of the same form whose size differs least."""
        same = [name for name, item in self.products.items() if item.form == piece.form]
        size = _upright(piece.size)
        apart = {n: sum(abs(a - b) for a, b in zip(self.trim(self.products[n]), size, strict=True)) for n in same}
        return min(apart, key=lambda name: apart[name], default=None)


class PrintServices(Model, frozen=True):
    """`data/export/services.yaml`."""

    services: dict[Id, PrintService]


class ForService(NamedTuple):
    """What was made: the list, how many pictures, and how many pieces they are of all."""

    parts: Path
    pictures: int
    pieces: int
    of: int


def load_services() -> dict[str, PrintService]:
    reader = Reader()
    found = reader.read(home("data") / "export/services.yaml", PrintServices)
    reader.raise_if_faulty()
    assert found is not None  # else there are faults
    return found.services


def build_for_service(wish: Wish) -> list[ForService]:
    """Pictures and a list for each kit, language and edition; written when all of them are made."""
    services = load_services()
    service = services[one_of(wish.service, services, "profile", exit_code=2)]
    if not service.products:
        raise WrongWish(f"--profile {wish.service}: nothing is made for {service.name}. Left out: {service.left_out}")
    given = {"paper": wish.paper, "sides": wish.sides, "tiles": wish.tiles, "sleeves": wish.sleeves}
    for name in (name for name, value in given.items() if value):
        raise WrongWish(f"--profile {wish.service}: pictures have no such thing; leave out --{name}", 2)
    job = job_of(wish._replace(service="home"))
    contents: dict[Path, bytes] = {}
    made = []
    for kit, order in zip(job.kits, job.orders, strict=True):
        check_order(kit, order)
        for lang, edition in product(order.langs, order.editions):
            studio = Studio(kit, job.library(kit), lang, edition)
            parts = draw_parts(studio, boards_of(kit), chosen_parts(kit, order))
            folder = job.out / kit.name / lang / wish.service / (edition if edition != "colour" else "")
            pictures = dict(_pictures(studio, parts, service))
            contents |= {folder / name: content for name, content in pictures.items()}
            contents[folder / PARTS_LIST] = _listed(parts, service)
            fitted = sum(service.fitting(piece) is not None for piece in parts.pieces)
            made.append(ForService(folder / PARTS_LIST, len(pictures), fitted, len(parts.pieces)))
    for path, content in contents.items():
        write_whole(path, content)
    return made


def _pictures(studio: Studio, parts: Parts, service: PrintService) -> Iterator[tuple[str, bytes]]:
    """Every face that fits a product, in its dots."""
    wanted = {face: name for piece in parts.pieces if (name := service.fitting(piece)) for face in _faces(piece)}
    images = [image for image in images_of(parts)[0] if image.face in wanted]
    items = [service.products[wanted[image.face]] for image in images]
    faces = {
        image.face: bled(parts.faces[image.face], f"service {image.face}", service.bleed + LARGER) for image in images
    }
    pages = [
        _page(n, image.face, faces[image.face], item, service.dpi)
        for n, (image, item) in enumerate(zip(images, items, strict=True), 1)
    ]
    pictures = rendered(pages, faces, studio.fonts, service.dpi)
    for image, picture in zip(images, pictures, strict=True):
        lying = picture.width > picture.height  # products are upright
        yield f"{image.name}.png", png_bytes(picture.rotate(90, expand=True) if lying else picture, service.dpi)


def _faces(piece: Piece) -> Iterator[str]:
    yield piece.front
    if piece.back:
        yield piece.back


def _page(number: int, name: str, face: Scene, item: Product, dpi: int) -> Page:
    """A page of the product's dots, the face in its middle."""
    dots = item.dots[::-1] if face.width > face.height else item.dots
    w, h = (d / dpi * INCH for d in dots)
    x, y = (w - face.width) / 2, (h - face.height) / 2
    spot = Spot(name, moved(x, y), rect(0, 0, w, h))
    return Page(number, "front", (w, h), (spot,), (), (), (x, y, face.width, face.height), name, bleed=face.bleed)


def _upright(size: tuple[float, float]) -> tuple[float, float]:
    return min(size), max(size)


def _listed(parts: Parts, service: PrintService) -> bytes:
    """All parts with counts; what fits no product is told with the nearest one."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    for entry in images_of(parts)[1]:
        name = service.fitting(entry.piece)
        back = f"{entry.back}.png" if entry.back else ""
        files: Sequence[str] = (f"{entry.front}.png", back) if name else ("", "")
        size = (f"{entry.piece.size[0]:g}", f"{entry.piece.size[1]:g}")
        row = (
            entry.component,
            entry.item,
            entry.copies,
            *size,
            name or "",
            *files,
            "" if name else _why(service, entry.piece),
        )
        writer.writerow(row)
    return text.getvalue().encode()


def _why(service: PrintService, piece: Piece) -> str:
    near = service.nearest(piece)
    if near is None:
        return "no product of this form: make it at home, or bring your own"
    w, h = service.trim(service.products[near])
    return f"nearest: {near}, {w:.1f} × {h:.1f} mm; too far from it"
