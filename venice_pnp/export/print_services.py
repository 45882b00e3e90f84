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
from venice_pnp.draw.pdf import Plates
from venice_pnp.draw.pdf_file import PressStandard
from venice_pnp.draw.scene import IDENTITY, Matrix, Scene, Spot, moved, rect, times
from venice_pnp.draw.studio import SAFE, Studio
from venice_pnp.export.pictures import INCH, png_bytes, rendered
from venice_pnp.kit.load import home
from venice_pnp.kit.models import Id, Mm, Model
from venice_pnp.kit.reader import Reader
from venice_pnp.press.build import check_order
from venice_pnp.press.order import chosen_parts
from venice_pnp.press.pages import Page
from venice_pnp.press.parts import Parts, Piece, draw_parts
from venice_pnp.press.profile import Profile
from venice_pnp.press.services import bled, images_of
from venice_pnp.press.writer import pdf_bytes, press

LARGER = 2.5  # mm by which a product may be larger than our part; what it is larger is painted like bleed
SLACK = 0.01
PARTS_LIST = "parts.csv"
COLUMNS = ("component", "item", "copies", "width_mm", "height_mm", "product", "front", "back", "note")


class Product(Model, frozen=True):
    form: Literal["card", "square", "round", "hex", "ring"]
    dots: tuple[Annotated[int, Meta(gt=0, le=20_000)], Annotated[int, Meta(gt=0, le=20_000)]]


class ForPress(Model, frozen=True):
    """A file for a press instead of pictures."""

    standard: str
    version: str  # of PDF
    condition: str  # the press, by its name in the registry
    registry: str
    ink: Annotated[int, Meta(ge=100, le=400)]  # per cent of all four, at most


class PrintService(Model, frozen=True):
    name: str
    dpi: Annotated[int, Meta(ge=72, le=1200)]
    bleed: Mm
    safe: Mm  # inside the cut: text keeps out of it
    source: str
    left_out: str
    products: Annotated[dict[Id, Product], Meta(min_length=1)]
    press: ForPress | None = None

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

    def nearest(self, piece: Piece) -> str:
        """The product whose size differs least; one of the same form first."""
        size = _upright(piece.size)

        def apart(item: Product) -> tuple[bool, float]:
            return item.form != piece.form, sum(
                abs(a - b) for a, b in zip(_upright(self.trim(item)), size, strict=True)
            )

        return min(self.products, key=lambda name: apart(self.products[name]))


class PrintServices(Model, frozen=True):
    """`data/export/services.yaml`."""

    services: dict[Id, PrintService]


class ForService(NamedTuple):
    """What was made: the list, how many pictures or pages, and how many pieces of all that are wanted."""

    parts: Path
    shown: int
    what: Literal["pictures", "pages"]
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
            fitted = [piece for piece in parts.pieces if service.fitting(piece)]
            listed = folder / PARTS_LIST
            counted = wanted_pieces(fitted), wanted_pieces(parts.pieces)
            if service.press:
                files = dict(_files(studio, parts, fitted, service, service.press))
                made.append(ForService(listed, 2 * len(fitted), "pages", *counted))
            else:
                files = dict(_pictures(studio, parts, service))
                made.append(ForService(listed, len(files), "pictures", *counted))
            contents |= {folder / name: content for name, content in files.items()}
            contents[listed] = parts_list(parts, service)
    for path, content in contents.items():
        write_whole(path, content)
    return made


def _pictures(studio: Studio, parts: Parts, service: PrintService) -> Iterator[tuple[str, bytes]]:
    """Every face that fits a product, in its dots."""
    wanted = {face: name for piece in parts.pieces if (name := service.fitting(piece)) for face in _faces(piece)}
    images = [image for image in images_of(parts)[0] if image.face in wanted]
    if not images:
        return
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


def _files(
    studio: Studio, parts: Parts, fitted: Sequence[Piece], service: PrintService, press_for: ForPress
) -> Iterator[tuple[str, bytes]]:
    """A file for each product: every copy with its front and then its back; a piece without a back shows its front."""
    standard = PressStandard(press_for.standard, press_for.version, press_for.condition, press_for.registry)
    by_product: dict[str, list[Piece]] = {}
    for piece in fitted:
        by_product.setdefault(service.fitting(piece) or "", []).append(piece)
    for name, pieces in by_product.items():
        used = dict.fromkeys(face for piece in pieces for face in _faces(piece))
        faces = {face: bled(parts.faces[face], f"service {face}", service.bleed + LARGER) for face in used}
        shown = [(piece, face) for piece in pieces for face in (piece.front, piece.back or piece.front)]
        pages = [
            _upright_page(number, face, faces[face], service.products[name], service)
            for number, (_, face) in enumerate(shown, 1)
        ]
        plates = Plates(studio.fonts, faces, most_ink=press_for.ink / 100)
        title = f"{studio.kit.game.title.in_language(studio.lang)}: {name}"
        run = press(pages, plates, Profile())
        yield (
            f"{name}.pdf",
            pdf_bytes([(title, run)], plates, title=title, author="", lang=studio.lang, duplex=None, standard=standard),
        )


def _upright_page(number: int, name: str, face: Scene, item: Product, service: PrintService) -> Page:
    """A page of the product with its bleed, the face in its middle, turned if it lies on its side."""
    w, h = (dots / service.dpi * INCH for dots in item.dots)
    lying = face.width > face.height
    across, down = (face.height, face.width) if lying else (face.width, face.height)
    turned: Matrix = (0.0, -1.0, 1.0, 0.0, 0.0, face.width) if lying else IDENTITY
    spot = Spot(name, times(moved((w - across) / 2, (h - down) / 2), turned), rect(0, 0, w, h))
    b = service.bleed
    return Page(number, "front", (w, h), (spot,), (), (), (b, b, w - 2 * b, h - 2 * b), name, bleed=b)


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


def wanted_pieces(pieces: Sequence[Piece]) -> int:
    """How many the game asks for."""
    return sum(not piece.alternative for piece in pieces)


def parts_list(parts: Parts, service: PrintService) -> bytes:
    """All parts with counts; what fits no product is told with the nearest one."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    for entry in images_of(parts)[1]:
        name = service.fitting(entry.piece)
        back = f"{entry.back}.png" if entry.back else ""
        shown = (f"{name}.pdf",) * 2 if service.press else (f"{entry.front}.png", back)
        files: Sequence[str] = shown if name else ("", "")
        size = (f"{entry.piece.size[0]:g}", f"{entry.piece.size[1]:g}")
        instead = [f"another form of {entry.piece.component}: instead of it"] if entry.piece.alternative else []
        note = "; ".join([*instead, *([] if name else [_why(service, entry.piece)])])
        writer.writerow((entry.component, entry.item, entry.copies, *size, name or "", *files, note))
    return text.getvalue().encode()


def _why(service: PrintService, piece: Piece) -> str:
    """What comes nearest, and how it differs."""
    near = service.nearest(piece)
    item = service.products[near]
    size = _upright(service.trim(item))
    w, h = (theirs - ours for theirs, ours in zip(size, _upright(piece.size), strict=True))
    form = "" if item.form == piece.form else f"{item.form}, not {piece.form}; "
    return f"nearest: {near}, {size[0]:.1f} × {size[1]:.1f} mm; {form}{w:+.1f} × {h:+.1f} mm"
