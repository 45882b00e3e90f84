"""Pictures for print services: exactly their dots, bleed painted, text in the safe zone, every part in the list."""

from __future__ import annotations

import csv
import shutil
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import pytest
import yaml
from PIL import Image

from tests.conftest import DATA, TEMPLATES, venice
from venice_pnp.door.wishes import Wish, WrongWish
from venice_pnp.draw.scene import Group, Text, times, transform
from venice_pnp.draw.studio import Library, Studio
from venice_pnp.export.print_services import build_for_service, load_services
from venice_pnp.games import find_game, open_kit
from venice_pnp.press.parts import draw_parts

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
        assert bool(row["product"]) == bool(row["front"]) != bool(row["note"])
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


@pytest.mark.parametrize("service", [name for name, row in TABLE.items() if row.get("products")])
def test_text_stays_in_the_safe_zone(service: str) -> None:
    known, kit = load_services()[service], open_kit("canaletto")
    parts = draw_parts(
        Studio(kit, Library(TEMPLATES), "de", "colour"), find_game("canaletto").boards(), frozenset(["aid", "artwork"])
    )
    fitted = [piece for piece in parts.pieces if known.fitting(piece)]
    assert fitted
    for piece in fitted:
        trim = sorted(d / known.dpi * 25.4 - 2 * known.bleed for d in known.products[known.fitting(piece) or ""].dots)
        rims = [(side - own) / 2 for side, own in zip(trim, sorted(piece.size), strict=True)]
        for face in filter(None, (piece.front, piece.back)):
            scene = parts.faces[face]
            for said, ends in texts(scene.items, (1, 0, 0, 1, 0, 0)):
                for x, y in ends:
                    inside = min(x + rims[0], scene.width - x + rims[0], y + rims[1], scene.height - y + rims[1])
                    assert inside >= known.safe - 0.05, (face, said)


def test_what_cannot_be_made_is_told(tmp_path: Path) -> None:
    with pytest.raises(WrongWish, match="nothing is made for DriveThruCards"):
        build_for_service(Wish(["canaletto"], service="drive-thru", out=tmp_path))
    with pytest.raises(WrongWish, match="leave out --paper"):
        build_for_service(Wish(["canaletto"], service="game-crafter", paper="a4", out=tmp_path))
    ran = venice("build", "canaletto", "--profile", "game-crafter", "--watch", "--out", tmp_path)
    assert ran.code == 2 and "leave out --watch" in ran.err
    assert not list(tmp_path.iterdir())


def test_every_service_says_where_its_figures_come_from_and_what_is_left_out() -> None:
    assert all(row["source"] and row["left-out"] for row in TABLE.values())
