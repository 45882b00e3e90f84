"""Pictures for print services: exactly their dots, bleed painted, text in the safe zone, every part in the list."""

from __future__ import annotations

import csv
import re
import shutil
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from math import hypot
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import pikepdf
import pypdfium2
import pytest
import yaml
from PIL import Image

from tests.conftest import DATA, TEMPLATES, venice
from venice_pnp.door.wishes import Wish, WrongWish
from venice_pnp.draw.pdf import Plates
from venice_pnp.draw.scene import Group, Text, times, transform
from venice_pnp.draw.studio import Library, Studio
from venice_pnp.export.print_services import build_for_service, load_services, parts_list, wanted_pieces
from venice_pnp.games import find_game, open_kit
from venice_pnp.press.parts import Parts, draw_parts

GAMES = sorted(file.parent.name for file in DATA.glob("*/game.yaml"))
TABLE = yaml.safe_load((DATA / "export/services.yaml").read_text("utf-8"))["services"]


@cache
def made(game: str, service: str) -> Path:
    out = Path(mkdtemp(prefix="venice-service-"))
    build_for_service(Wish([game], lang="en", service=service, out=out))
    return out / game / "en" / service


def rows(folder: Path) -> list[dict[str, str]]:
    with (folder / "parts.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def faults(folder: Path, service: str) -> list[str]:
    """What the service would send back: a picture that is missing, has other dots, or a white rim where paint belongs."""
    told = []
    for row in rows(folder):
        for name in filter(None, (row["front"], row["back"])):
            if not (folder / name).is_file():
                told.append(f"{name} is missing")
                continue
            with Image.open(folder / name) as picture:
                wanted = tuple(TABLE[service]["products"][row["product"]]["dots"])
                if (
                    picture.size != wanted
                    or picture.mode != "RGB"
                    or round(picture.info["dpi"][0]) != TABLE[service]["dpi"]
                ):
                    told.append(f"{name}: {picture.size} {picture.mode}")
    return told


@pytest.mark.parametrize(("game", "service"), [("canaletto", "game-crafter"), ("venedig", "make-playing-cards")])
def test_every_picture_has_exactly_its_dots(game: str, service: str) -> None:
    assert faults(made(game, service), service) == []
    assert any(row["product"] for row in rows(made(game, service)))


def test_planted_faults_are_found(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(made("canaletto", "game-crafter"), tmp_path / "x"))
    first, second = [row for row in rows(folder) if row["product"]][:2]
    (folder / first["front"]).unlink()
    with Image.open(folder / second["front"]) as picture:
        smaller = picture.crop((0, 0, picture.width - 1, picture.height))
    smaller.save(folder / second["front"], dpi=(300, 300))
    assert len(faults(folder, "game-crafter")) == 2


def test_every_part_is_listed_as_often_as_the_rules_ask() -> None:
    listed: dict[str, int] = {}
    for row in rows(made("canaletto", "game-crafter")):
        listed[row["component"]] = listed.get(row["component"], 0) + int(row["copies"])
        assert bool(row["product"]) == bool(row["front"])
    assert listed == {name: part.count for name, part in open_kit("canaletto").components.items()}


def test_bleed_is_painted_to_the_edge() -> None:
    folder = made("venedig", "make-playing-cards")
    back = next(row["back"] for row in rows(folder) if row["back"])
    with Image.open(folder / back) as picture:
        wide, high = picture.size
        for at in ((0, high // 2), (wide - 1, high // 2), (wide // 2, 0), (wide // 2, high - 1), (0, 0)):
            assert picture.getpixel(at) != (255, 255, 255), at


def texts(items: Any, matrix: Any) -> Iterator[tuple[str, list[tuple[float, float]]]]:
    """Each run of text with the two ends of its base line on the face."""
    for item in items:
        if isinstance(item, Group):
            yield from texts(item.items, times(matrix, item.matrix))
        elif isinstance(item, Text) and item.text.strip():
            line = transform((("M", item.x, item.y), ("L", item.x + item.width, item.y)), matrix)
            yield item.text, [(float(x), float(y)) for _, x, y in line]


@cache
def drawn(game: str) -> Parts:
    """In German, whose words are longer."""
    kit = open_kit(game)
    return draw_parts(Studio(kit, Library(TEMPLATES), "de", "colour"), find_game(game).boards())


def unsafe(game: str, service: str, off: float = 0.0) -> tuple[set[str], list[str]]:
    """The products that are used, and texts that come too near to the cut of their product; `off`: all of them are so
    many mm farther to the right."""
    known, used, told = load_services()[service], set(), []
    parts = drawn(game)
    for piece in {piece.front: piece for piece in parts.pieces if known.fitting(piece)}.values():
        product = known.fitting(piece) or ""
        used.add(product)
        trim = sorted(d / known.dpi * 25.4 - 2 * known.bleed for d in known.products[product].dots)
        rims = [(side - own) / 2 for side, own in zip(trim, sorted(piece.size), strict=True)]
        for face in filter(None, (piece.front, piece.back)):
            scene = parts.faces[face]
            for said, ends in texts(scene.items, (1, 0, 0, 1, off, 0)):
                for x, y in ends:
                    inside = min(x + rims[0], scene.width - x + rims[0], y + rims[1], scene.height - y + rims[1])
                    if piece.form == "round":
                        inside = trim[0] / 2 - hypot(x - scene.width / 2, y - scene.height / 2)
                    if inside < known.safe - 0.05:
                        told.append(f"{product} {face}: {said} is {inside:.2f} mm from the cut")
    return used, told


@pytest.mark.parametrize("game", GAMES)
def test_text_stays_in_the_safe_zone(game: str) -> None:
    found = {service: unsafe(game, service) for service in TABLE}
    assert all(found[service][1] == [] for service in TABLE), found
    assert any(used for used, _ in found.values())
    shifted = [told for service, (used, _) in found.items() if used for told in unsafe(game, service, 8.0)[1]]
    assert shifted


@pytest.mark.parametrize("game", GAMES)
def test_the_list_has_every_part_once_and_its_other_form_apart(game: str) -> None:
    parts = drawn(game)
    ruled = {name: part.count for name, part in open_kit(game).components.items()}
    for service in load_services().values():
        listed = list(csv.DictReader(parts_list(parts, service).decode().splitlines()))
        instead = [row for row in listed if "instead of it" in row["note"]]
        assert {row["component"] for row in instead} == {
            f"{name}-{part.alternative.file}"
            for name, part in open_kit(game).components.items()
            if part.alternative and part.alternative.file
        }
        counted: Counter[str] = Counter()
        for row in (row for row in listed if row not in instead):
            counted[row["component"]] += int(row["copies"])
        assert counted == ruled
        assert wanted_pieces(parts.pieces) == sum(ruled.values())
        for row in listed:  # whatever fits nothing is told with what comes nearest, and how that differs
            nearest = re.search(
                r"nearest: ([a-z-]+), [0-9.]+ × [0-9.]+ mm; .*[+-][0-9.]+ × [+-][0-9.]+ mm$", row["note"]
            )
            assert bool(row["product"]) != bool(nearest), row
            assert nearest is None or nearest[1] in service.products


def test_what_is_said_at_the_end_counts_what_the_game_asks_for(tmp_path: Path) -> None:
    made = build_for_service(
        Wish(["doge"], lang="en", only="house,palazzo", service="make-playing-cards", out=tmp_path)
    )
    assert [(one.pieces, one.of) for one in made] == [(0, 60 + 32)]


def test_what_cannot_be_made_is_told(tmp_path: Path) -> None:
    with pytest.raises(WrongWish, match="leave out --paper"):
        build_for_service(Wish(["canaletto"], service="game-crafter", paper="a4", out=tmp_path))
    ran = venice("build", "canaletto", "--profile", "game-crafter", "--watch", "--out", tmp_path)
    assert ran.code == 2 and "leave out --watch" in ran.err
    assert not list(tmp_path.iterdir())


def test_every_service_says_where_its_figures_come_from_and_what_is_left_out() -> None:
    assert all(row["source"] and row["left-out"] for row in TABLE.values())


# --- a file for a press --------------------------------------------------------------------------------------
INKS = {"k", "K"}
OTHER_COLOURS = {"rg", "RG", "g", "G", "cs", "CS", "sc", "SC", "scn", "SCN", "sh", "ri", "gs", "Do-image", "BI"}


def unfit(file: Path) -> list[str]:
    """What a press of this standard would refuse, by a reader of PDF that is not ours."""
    told: list[str] = []
    wanted = TABLE["drive-thru"]["press"]
    with pikepdf.open(file) as pdf:
        about = pdf.docinfo
        if pdf.pdf_version > wanted["version"] or pdf.is_encrypted or "/ID" not in pdf.trailer:
            told.append(f"PDF {pdf.pdf_version}")
        told += [f"no {key}" for key in ("/Title", "/CreationDate", "/ModDate", "/Producer") if key not in about]
        if about.get("/GTS_PDFXVersion") != wanted["standard"] or about.get("/Trapped") not in ("/True", "/False"):
            told.append("does not say its standard")
        intents = pdf.Root.get("/OutputIntents", [])
        if [(str(one.S), str(one.OutputConditionIdentifier)) for one in intents] != [("/GTS_PDFX", "CGATS TR 001")]:
            told.append("no press")
        told += [f"has {key}" for key in ("/AA", "/OpenAction", "/AcroForm") if key in pdf.Root]
        for number, page in enumerate(pdf.pages, 1):
            media, bleed, trim = (
                [round(float(v), 2) for v in page.obj[box]] for box in ("/MediaBox", "/BleedBox", "/TrimBox")
            )
            if (media, bleed, trim) != ([0, 0, 198, 270], [0, 0, 198, 270], [9, 9, 189, 261]):
                told.append(f"page {number}: {media} {bleed} {trim}")
            told += [f"page {number}: {fault}" for fault in wrong_inside(page.obj, set())]
    return told


def wrong_inside(thing: pikepdf.Object, seen: set[Any]) -> Iterator[str]:
    """Colours that are no inks, too much ink, letters that are not embedded, on a page and in all that it prints."""
    if thing.objgen in seen:
        return
    seen.add(thing.objgen)
    for operands, operator in pikepdf.parse_content_stream(thing):
        if str(operator) in INKS and sum(map(float, operands)) > TABLE["drive-thru"]["press"]["ink"] / 100 + 1e-6:
            yield f"too much ink: {operands}"
        if str(operator) in OTHER_COLOURS:
            yield f"no ink: {operator}"
    resources = thing.get("/Resources", {})
    if "/ExtGState" in resources:
        yield "transparency"
    for font in dict(resources.get("/Font", {})).values():
        if "/FontFile2" not in font.FontDescriptor or str(font.Subtype) != "/TrueType":
            yield f"{font.BaseFont} is not embedded"
    for form in dict(resources.get("/XObject", {})).values():
        if str(form.Subtype) != "/Form" or "/Group" in form:
            yield "a picture of points, or transparency"
        else:
            yield from wrong_inside(form, seen)


def test_a_press_gets_its_standard_with_every_side_of_every_copy() -> None:
    folder = made("venedig", "drive-thru")
    assert unfit(folder / "poker-card.pdf") == []
    copies = sum(int(row["copies"]) for row in rows(folder) if row["product"])
    with pikepdf.open(folder / "poker-card.pdf") as pdf:
        assert len(pdf.pages) == 2 * copies == 94
    document = pypdfium2.PdfDocument(folder / "poker-card.pdf")
    front, back = (document[page].render(scale=1).to_pil().convert("RGB") for page in (0, 1))
    assert front.tobytes() != back.tobytes()
    for picture in (front, back):  # paint goes to the very edge
        assert all(sum(picture.getpixel((x, y))) < 3 * 250 for x in (1, 196) for y in (1, 268))


def test_faults_in_it_are_found(tmp_path: Path) -> None:
    right = made("venedig", "drive-thru") / "poker-card.pdf"

    def ink(pdf: pikepdf.Pdf, code: bytes) -> None:
        pdf.pages[3].contents_add(pdf.make_stream(code))

    plants: list[Callable[[pikepdf.Pdf], object]] = [
        lambda pdf: pdf.docinfo.__delitem__("/GTS_PDFXVersion"),
        lambda pdf: pdf.Root.__delitem__("/OutputIntents"),
        lambda pdf: pdf.pages[0].obj.__setitem__("/TrimBox", pikepdf.Array([0, 0, 198, 270])),
        lambda pdf: ink(pdf, b"1 0 0 rg 0 0 9 9 re f"),
        lambda pdf: ink(pdf, b"1 1 1 1 k 0 0 9 9 re f"),
        lambda pdf: [f.FontDescriptor.__delitem__("/FontFile2") for f in pdf.pages[0].Resources.Font.values()],
        lambda pdf: pdf.pages[0].Resources.__setitem__("/ExtGState", pikepdf.Dictionary()),
    ]
    for number, plant in enumerate(plants):
        with pikepdf.open(right) as pdf:
            plant(pdf)
            pdf.save(tmp_path / f"{number}.pdf", min_version="1.4", force_version="1.4")
        assert unfit(tmp_path / f"{number}.pdf"), number
    with pikepdf.open(right) as pdf:
        pdf.save(tmp_path / "same.pdf", force_version="1.4")
    assert unfit(tmp_path / "same.pdf") == []


def test_inks_show_the_colours_of_the_screen() -> None:
    """Within what the plain formula promises: the lights that the inks leave are those of the colour."""
    plates = Plates(Library(TEMPLATES).fonts, most_ink=2.4)
    for colour in ("#FFFFFF", "#1D4E54", "#B8892B", "#7C2C1D", "#000000", "#123456"):
        *inks, black = map(float, plates.ink(colour, "rg").removesuffix(" k").split())
        lights = [round(255 * (1 - ink) * (1 - black)) for ink in inks]
        assert sum(inks) + black <= 2.4 and lights == pytest.approx(
            [int(colour[i : i + 2], 16) for i in (1, 3, 5)], abs=1
        )
    assert plates.ink("#00002A", "RG").endswith(" K")
    assert sum(map(float, plates.ink("#00002A", "RG").removesuffix(" K").split())) <= 2.4  # else 2.8
