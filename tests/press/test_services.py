"""Print services: a copy shop, images, black only."""

from __future__ import annotations

import csv
import re
from collections import Counter
from functools import cache
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from PIL import Image

from tests.conftest import venice
from tests.press.kits import kit
from tests.press.test_pdf import _streams

POINT = 25.4 / 72
Image.MAX_IMAGE_PIXELS = None


@pytest.fixture(scope="module")
def images(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("images")
    only = ",".join(name for name in kit("venedig").components if name != "board")
    ran = venice("build", "venedig", "--lang", "en", "--profile", "images", "--only", only, "--out", out)
    assert ran.code == 0, ran.said
    assert "the service cuts" in ran.out
    return out / "venedig/en/images"


def rows(folder: Path) -> list[dict[str, str]]:
    with (folder / "list.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_the_list_counts_every_piece_once(images: Path) -> None:
    counts: Counter[str] = Counter()
    for row in rows(images):
        counts[row["component"]] += int(row["copies"])
    assert counts == {n: c.count for n, c in kit("venedig").components.items() if n != "board"}


def test_there_is_exactly_one_image_for_every_face_of_the_list(images: Path) -> None:
    listed = {row[side] for row in rows(images) for side in ("front", "back") if row[side]}
    assert listed == {str(f.relative_to(images)) for f in images.rglob("*.png")}
    backs = {row["back"] for row in rows(images) if row["component"] == "card"}
    assert len(backs) == 1, "all cards share one back"


def test_images_have_300_dots_an_inch_and_3_mm_of_bleed(images: Path) -> None:
    for row in rows(images):
        wide, high = (float(row[k]) + 2 * float(row["bleed_mm"]) for k in ("width_mm", "height_mm"))
        assert float(row["bleed_mm"]) == 3
        with Image.open(images / row["front"]) as picture:
            assert picture.size == pytest.approx((wide / 25.4 * 300, high / 25.4 * 300), abs=1)
            assert picture.info["dpi"] == pytest.approx((300, 300), abs=0.01)


def test_the_bleed_of_an_image_is_painted(images: Path) -> None:
    """A card's back runs over the cut: no white rim in its 3 mm."""
    back = next(row["back"] for row in rows(images) if row["component"] == "card")
    with Image.open(images / back) as picture:
        wide, high = picture.size
        for at in ((1, high // 2), (wide - 2, high // 2), (wide // 2, 1), (wide // 2, high - 2), (1, 1)):
            assert picture.getpixel(at) != (255, 255, 255), at


@cache
def shop(game: str) -> Path:
    import tempfile

    out = Path(tempfile.mkdtemp(prefix="venice-shop-"))
    ran = venice("build", game, "--lang", "en", "--profile", "copy-shop", "--out", out)
    assert ran.code == 0, ran.said
    assert "no kit.pdf" in ran.out
    return out / game / "en/a4/copy-shop"


def test_a_copy_shop_gets_the_poster_and_cards_one_a_page() -> None:
    folder = shop("venedig")
    assert (folder / "board-poster.pdf").exists() and (folder / "guide.pdf").exists()
    assert not (folder / "board-tiles.pdf").exists() and not (folder / "kit.pdf").exists()
    with pikepdf.open(folder / "cards.pdf") as pdf:
        assert len(pdf.pages) == 2 * kit("venedig").components["card"].count
        for page in pdf.pages:
            media, bleed, trim = (
                [float(v) * POINT for v in page.obj[k]] for k in ("/MediaBox", "/BleedBox", "/TrimBox")
            )
            assert (trim[2] - trim[0], trim[3] - trim[1]) == pytest.approx((63, 88), abs=0.01)
            assert (trim[0] - bleed[0], bleed[3] - trim[3]) == pytest.approx((3, 3), abs=0.01)
            assert media[0] < bleed[0] and bleed[2] < media[2]


def test_marks_of_a_single_card_lie_outside_its_bleed() -> None:
    page = pypdfium2.PdfDocument(shop("venedig") / "cards.pdf")[1]
    picture = page.render(scale=100 / 72).to_pil().convert("L")
    dots = 100 / 25.4
    left, top = int(9.2 * dots), int(9.2 * dots)
    assert picture.crop((left, top, left + 3, picture.height - top)).getextrema()[1] < 255, "the bleed is painted"
    rim = picture.crop((0, 0, int(2.5 * dots), picture.height))
    assert rim.getextrema()[0] > 250, "nothing at the very edge"


def test_black_uses_the_black_ink_only(tmp_path: Path) -> None:
    ran = venice("build", "doge", "--lang", "de", "--profile", "black", "--out", tmp_path)
    assert ran.code == 0, ran.said
    folder = tmp_path / "doge/de/a4/black"
    assert (folder / "kit.pdf").exists()
    for file in sorted(folder.glob("*.pdf")):
        with pikepdf.open(file) as pdf:
            streams = [
                o.read_bytes() for o in pdf.objects if isinstance(o, pikepdf.Stream) and o.get("/Subtype") == "/Form"
            ]
            streams += [s.read_bytes() for page in pdf.pages for s in _streams(page)]
        code = b"\n".join(streams)
        code = re.sub(rb"\((?:\\.|[^()\\])*\)", b"()", code)  # letters are no operators
        assert not re.search(rb"\d (?:rg|RG|g|G|sc|SC|scn|SCN|cs|CS)\s", code), file.name
        colours = set(re.findall(rb"([\d.]+ [\d.]+ [\d.]+ [\d.]+) [kK]\s", code))
        assert b"0 0 0 1" in colours and colours <= {b"0 0 0 1", b"0 0 0 0"}, (file.name, colours)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--profile", "images", "--paper", "a4"], "leave out --paper"),
        (["--profile", "images", "--sides", "single"], "leave out --sides"),
        (["--profile", "images", "--sleeves"], "leave out --sleeves"),
        (["--profile", "copy-shop", "--sides", "gutterfold"], "both sides"),
        (["--profile", "black", "--edition", "colour"], "leave out --edition"),
        (["--profile", "images", "--changes"], "--changes compares sheets from home"),
        (["--profile", "blck"], "did you mean 'black'"),
    ],
    ids=lambda w: " ".join(w) if isinstance(w, list) else "",
)
def test_what_a_profile_cannot_do_is_refused(words: list[str], said: str, tmp_path: Path) -> None:
    out = tmp_path / "out"
    ran = venice("build", "canaletto", *words, "--out", out)
    assert ran.code == 2 and said in ran.err and "Traceback" not in ran.said
    assert not out.exists()


def test_a_copy_shop_does_not_get_the_errors_of_your_own_printer(tmp_path: Path) -> None:
    assert venice("calibrate", "--set", "back-x=3,scale-x=1.01,sides=gutterfold").code == 0
    parts = ("--only", "card", "--lang", "en", "--profile", "copy-shop")
    assert venice("build", "venedig", *parts, "--out", tmp_path).code == 0
    assert venice("calibrate", "--set", "back-x=0,scale-x=1,sides=long-edge").code == 0
    assert venice("build", "venedig", *parts, "--out", tmp_path / "plain").code == 0
    name = "venedig/en/a4/copy-shop/cards.pdf"
    assert (tmp_path / name).read_bytes() == (tmp_path / "plain" / name).read_bytes()
