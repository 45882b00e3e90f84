"""The site, read by somebody who has only the folder: links, anchors, words for pictures, headings, sizes, contrast."""

from __future__ import annotations

import os
import re
import shutil
from collections import Counter
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlparse
from xml.etree import ElementTree

import msgspec
import pytest
import yaml

from tests.conftest import CHROMIUM, DATA, NO_CHROMIUM, alone, shared_folder, venice
from tests.host.browser import MUST
from tests.press.kits import drawn, kit
from venice_pnp.door.manuscript import manuscript_of
from venice_pnp.export.site.leaflet import Leaflet
from venice_pnp.export.site.markup import rich
from venice_pnp.export.site.showcase import Showcase
from venice_pnp.export.site.site_data import SiteWords, load_site_data
from venice_pnp.lab.certainty import Interval
from venice_pnp.lab.results import Heading
from venice_pnp.lab.tally import Findings, Scatter, Summary

PAGE, STYLE = 300_000, 300_000  # bytes without pictures: a page, and style with all typefaces
GAME = "canaletto"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One game, made once a run."""
    kept = shared_folder() / "site"
    with alone(shared_folder() / "site.lock"):
        if not kept.is_dir():
            made = venice("site", GAME, "--out", kept, "--lang", "en", "--no-downloads")
            assert made.code == 0, made.said
    return linked_copy(kept, tmp_path_factory.mktemp("site") / "anywhere else")


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """A game of data only."""
    assert venice("new", tmp_path / "my", "--empty").code == 0
    return tmp_path / "my"


class Read(HTMLParser):
    """A page as a careful reader sees it."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: Counter[str] = Counter()
        self.links: list[str] = []
        self.pictures: list[dict[str, str | None]] = []
        self.headings: list[int] = []
        self.lang = ""
        self.said: dict[str, str] = {}  # by the id of what it stands in
        self._open: list[tuple[str, str]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "html":
            self.lang = given.get("lang") or ""
        if place := given.get("id"):
            self.ids[place] += 1
        self.links += [value for name in ("href", "src") if (value := given.get(name))]
        if tag == "img":
            self.pictures.append(given | {"zooms": "yes" if ("a", "zoom") in self._open else ""})
        if re.fullmatch(r"h[1-6]", tag):
            self.headings.append(int(tag[1]))
        if tag not in ("img", "meta", "link", "input", "br"):
            self._open.append((tag, given.get("id") or given.get("class") or ""))

    def handle_endtag(self, tag: str) -> None:
        while self._open and self._open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        for _, place in self._open:
            if place:
                self.said[place] = self.said.get(place, "") + data


def pages_of(folder: Path) -> dict[Path, Read]:
    return {file.resolve(): Read(file.read_text("utf-8")) for file in sorted(folder.rglob("*.html"))}


def linked_copy(site: Path, to: Path) -> Path:
    """A copy to spoil; pictures are not copied, but the same files."""

    def copied(old: str, new: str) -> None:
        if old.endswith((".svg", ".jpg")):
            os.link(old, new)
        else:
            shutil.copy(old, new)

    return Path(shutil.copytree(site, to, copy_function=copied))


def faults(folder: Path, pictures: bool = True) -> list[str]:
    """Everything that is wrong with a site."""
    told, pages = [], pages_of(folder)
    root = folder.resolve()
    for file, read in pages.items():
        name = str(file.relative_to(root))
        told += [
            f"{name}: {link} leads outside" for link in read.links if urlparse(link).scheme or link.startswith("/")
        ]
        for link in read.links:
            path, _, place = link.partition("#")
            target = (file.parent / unquote(path)).resolve() if path else file
            if not target.is_file() or root not in target.parents:
                told.append(f"{name}: {link} is not there")
            elif place and not pages[target].ids[place]:
                told.append(f"{name}: no place {link}")
        told += [f"{name}: {place} stands twice" for place, n in read.ids.items() if n > 1]
        told += [f"{name}: a picture without words" for picture in read.pictures if not _worded(picture)]
        told += [f"{name}: a picture without a size" for picture in read.pictures if not _sized(picture)]
        if read.headings.count(1) != 1 or read.headings[0] != 1:
            told.append(f"{name}: {read.headings.count(1)} main headings")
        steps = zip(read.headings, read.headings[1:], strict=False)
        told += [f"{name}: heading {b} after {a}" for a, b in steps if b > a + 1]
        if not re.fullmatch(r"[a-z]{2}", read.lang):
            told.append(f"{name}: no language")
        if file.stat().st_size > PAGE:
            told.append(f"{name}: {file.stat().st_size} bytes")
    for sheet in folder.rglob("*.css"):
        urls = re.findall(r"url\(\"?([^\")]+)", sheet.read_text("utf-8"))
        told += [f"{sheet.name}: {url} is not there" for url in urls if not (sheet.parent / url).is_file()]
    for picture in folder.rglob("*.svg") if pictures else ():
        drawn = ElementTree.fromstring(picture.read_bytes())
        used = [value for one in drawn.iter() for name, value in one.attrib.items() if name.endswith("href")]
        told += [f"{picture.name}: {value} leads outside" for value in used if not value.startswith("#")]
        if not any(one.tag.endswith("path") for one in drawn.iter()):
            told.append(f"{picture.name}: nothing is drawn")
    return told


def _worded(picture: dict[str, str | None]) -> bool:
    """Ornaments and small pictures beside the same words have empty ones."""
    alt = picture.get("alt")
    return alt is not None and bool(alt.strip() or not picture["zooms"])


def _sized(picture: dict[str, str | None]) -> bool:
    return all(str(picture.get(name)).isdigit() and picture[name] != "0" for name in ("width", "height"))


def test_a_reader_finds_nothing_wrong(site: Path) -> None:
    assert faults(site) == []
    assert sum(file.stat().st_size for file in (site / "style").rglob("*") if file.is_file()) < STYLE


@pytest.mark.parametrize(
    ("file", "old", "new", "found"),
    [
        ("en/canaletto/index.html", 'href="parts.html#artwork"', 'href="parts.html#artwrok"', "no place"),
        ("en/canaletto/parts.html", "<h2>", "<h4>", "heading 4 after 1"),
        ("en/canaletto/rules.html", "</main>", "<h1>x</h1></main>", "2 main headings"),
        ("en/canaletto/rules.html", 'id="CAN-7.13"', 'id="CAN-7.14"', "CAN-7.1"),
        ("en/index.html", 'href="../en/canaletto', 'href="https://example.org/canaletto', "leads outside"),
        ("style/site.css", "fonts/text.woff", "fonts/txt.woff", "txt.woff is not there"),
        ("en/canaletto/index.html", 'alt="The cover', 'title="The cover', "without words"),
    ],
)
def test_a_planted_fault_is_found(tmp_path: Path, site: Path, file: str, old: str, new: str, found: str) -> None:
    folder = linked_copy(site, tmp_path / "copy")
    text = (folder / file).read_text("utf-8")
    assert old in text
    (folder / file).write_text(text.replace(old, new, 1), "utf-8")
    assert any(found in fault for fault in faults(folder, pictures=False)), faults(folder, pictures=False)


def test_a_picture_that_is_gone_is_found(tmp_path: Path, site: Path) -> None:
    folder = linked_copy(site, tmp_path / "copy")
    next((folder / "pictures").rglob("artwork-mirror-front-*.svg")).unlink()
    assert any("artwork-mirror" in fault and "not there" in fault for fault in faults(folder, pictures=False))


def test_every_rule_has_a_place_with_its_own_words(site: Path) -> None:
    rules = yaml.safe_load((DATA / GAME / "rules.yaml").read_text("utf-8"))["rules"]
    read = Read((site / "en" / GAME / "rules.html").read_text("utf-8"))
    assert {rule: read.ids[rule] for rule in rules} == dict.fromkeys(rules, 1)
    for rule, text in rules.items():
        words = re.sub(r"\*\*|:[a-z][a-z0-9/-]*:", "", text["en"]).replace("'", "’")
        for part in re.split(r"\{[^}]*\}", words):  # numbers are put in
            assert _squeezed(part) in _squeezed(read.said[rule]), rule


def _squeezed(text: str) -> str:
    return re.sub(r"\s+", "", text)


def test_groups_of_parts_are_told_with_their_labels(tmp_path: Path) -> None:
    """As in the booklet: whose cards these are, and what they make."""
    studio, parts = drawn("venetia", "en", "colour")
    manuscript = manuscript_of(kit("venetia"))
    assert manuscript is not None
    words = SiteWords(load_site_data(DATA), "en", {})
    leaflet = Leaflet(studio, parts, manuscript, Showcase(tmp_path, studio, fresh=True), words)
    [block] = [
        block
        for chapter in manuscript.book.chapters
        for block in chapter.blocks
        if block.faces and any("= 6, doge" in group.label["en"] for group in block.faces.groups)
    ]
    assert block.faces is not None
    rows = list(leaflet._rows(block.faces))
    assert len(rows) == 3 and "<b>Ben: 4 + 2 = 6, doge</b>" in rows[1].replace("\u00a0", " ")
    assert [row.count("<img") for row in rows] == [2, 2, 2]


def test_every_face_is_shown_in_words_and_counted(site: Path) -> None:
    read = Read((site / "en" / GAME / "parts.html").read_text("utf-8"))
    parts = yaml.safe_load((DATA / GAME / "game.yaml").read_text("utf-8"))["components"]
    assert set(parts) <= set(read.ids)
    kinds = yaml.safe_load((DATA / GAME / "artworks.yaml").read_text("utf-8"))["kinds"]
    alts = [str(picture["alt"]) for picture in read.pictures]
    for kind in kinds:
        assert sum(f"Artworks: {kind['name']['en']}" in alt for alt in alts) == 1
        assert f"{kind['name']['en']} · {kind['size']} ×" in read.said["artwork"]
    assert "34 ×" in read.said["artwork"]


def test_nothing_is_made_twice(own: Path, tmp_path: Path) -> None:
    """The same again does nothing; an edit makes that game anew, and takes away what no page shows any more."""
    words = ("site", "--data", own, "--out", tmp_path / "s", "--no-downloads", "--lang", "en")
    assert "made my" in venice(*words).out
    before = {file: file.stat().st_mtime_ns for file in (tmp_path / "s").rglob("*.svg")}
    assert "nothing to do" in venice(*words).out
    cards = own / "my" / "cards.yaml"
    text = cards.read_text("utf-8")
    first = yaml.safe_load(text)["cards"][0]["name"]["en"]
    cards.write_text(text.replace(f"en: {first}", "en: Zanzibar"), "utf-8")
    assert "made my" in venice(*words).out
    after = {file: file.stat().st_mtime_ns for file in (tmp_path / "s").rglob("*.svg")}
    gone, steps = set(before) - set(after), {file for file in before if file.name.startswith("step-")}
    assert len(after) == len(before) and len(gone - steps) == 1, "one face, and the steps that show it"
    assert len(gone & steps) < len(steps) / 2
    assert all(after[file] == when for file, when in before.items() if file in after)
    assert "Zanzibar" in (tmp_path / "s/en/my/parts.html").read_text("utf-8")
    assert faults(tmp_path / "s") == []


def test_an_edit_makes_the_game_anew_and_those_that_extend_it(own: Path, tmp_path: Path) -> None:
    words = ("site", "--data", own, "--out", tmp_path / "s", "--no-downloads", "--lang", "en")
    (own / "child").mkdir()
    (own / "child/game.yaml").write_text("extends: my\n", "utf-8")
    assert "made child, my" in venice(*words).out
    (own / "child/game.yaml").write_text("extends: my\ngame: {title: {en: Child, de: Kind}}\n", "utf-8")
    assert "made child; unchanged: my" in venice(*words).out
    cards = own / "my/cards.yaml"
    cards.write_text(f"{cards.read_text('utf-8')}\n# a note\n", "utf-8")
    assert "made child, my" in venice(*words).out


def test_a_game_of_data_only_has_pages_and_downloads(own: Path, tmp_path: Path, chromium: Any) -> None:
    out = tmp_path / "s"
    made = venice(
        "site", "--data", own, "--out", out, "--lang", "de", "--downloads", "--paper", "a4", "--edition", "low-ink"
    )
    assert made.code == 0, made.said
    assert faults(out) == []
    read = Read((out / "de/my/index.html").read_text("utf-8"))
    files = [link for link in read.links if link.endswith(".pdf")]
    assert any(link.endswith("my/de/a4/low-ink/kit.pdf") for link in files)
    assert all((out / "de/my" / link).resolve().read_bytes().startswith(b"%PDF") for link in files)
    assert not (out / "de/my/rules.html").exists() and not (out / "de/my/referee.html").exists()
    assert unreadable(chromium, out / "de/my", ["index", "parts", "building"], 360, "light") == []
    bare = venice("site", "--data", own, "--out", out, "--lang", "de", "--no-downloads")
    assert bare.code == 0 and not (out / "downloads").exists(), [file for file in out.rglob("*") if "down" in str(file)]


def test_figures_of_the_lab_are_told_where_there_are_any(own: Path, tmp_path: Path, chromium: Any) -> None:
    listed = venice("list", "my", "--data", own).out
    kit = re.search(r"kit (\w+)", listed)
    assert kit
    share, many = Interval(0.25, 0.2, 0.3), Scatter(12.5, 10, 12, 15)
    summary = Summary("shipped", kit[1], 40, 0, share, [share] * 4, many, many, many, share, many, [], [])
    heading = Heading(1, "0", "my", "easy", 4, "1", ())
    found = Findings(heading, 40, 40, 0.95, 7200, [summary], [], "", [])
    (tmp_path / "lab/x").mkdir(parents=True)
    (tmp_path / "lab/x/report.json").write_bytes(msgspec.json.encode(found))
    more = ("--lang", "en", "--no-downloads", "--lab", tmp_path / "lab")
    made = venice("site", "--data", own, "--out", tmp_path / "s", *more)
    assert made.code == 0, made.said
    text = (tmp_path / "s/en/my/lab.html").read_text("utf-8")
    assert "20 to 30" in text and "12.5" in text and faults(tmp_path / "s") == []
    assert unreadable(chromium, tmp_path / "s/en/my", ["lab"], 360, "dark") == []


def test_other_peoples_folders_are_left_alone(tmp_path: Path) -> None:
    (tmp_path / "photos").mkdir()
    (tmp_path / "photos/cat.jpg").write_bytes(b"meow")
    made = venice("site", GAME, "--out", tmp_path / "photos")
    assert (
        made.code == 1
        and "other files" in made.err
        and [*(tmp_path / "photos").iterdir()] == [tmp_path / "photos/cat.jpg"]
    )
    assert venice("site", GAME, "--out", tmp_path / "s", "--paper", "a9").code == 2
    assert venice("site", GAME, "--out", tmp_path / "t", "--lang", "fr").code == 2


# --- in a browser -----------------------------------------------------------------------------------------
@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    if CHROMIUM is None and not MUST:
        pytest.skip(NO_CHROMIUM)
    from playwright.sync_api import sync_playwright

    assert CHROMIUM, NO_CHROMIUM
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


def unreadable(chromium: Any, folder: Path, names: list[str], width: int, look: str) -> list[str]:
    """What axe finds wrong, pages that are wider than the screen, and whatever is asked of anybody else."""
    from axe_playwright_python.sync_playwright import Axe

    page = chromium.new_page(viewport={"width": width, "height": 800}, color_scheme=look)
    page.route("**/*.svg", lambda route: route.abort())  # pictures are looked at elsewhere
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    told = []
    for name in names:
        page.goto((folder / f"{name}.html").as_uri())
        if page.evaluate("document.documentElement.scrollWidth") > width:
            told.append(f"{name} is too wide")
        found = Axe().run(page)
        if found.violations_count:
            told.append(f"{name}: {found.generate_report()}")
    page.close()
    return [*told, *(url for url in asked if not url.startswith("file://"))]


@pytest.mark.parametrize(("width", "look"), [(360, "dark"), (1024, "light")])
def test_everybody_can_read_it(site: Path, chromium: Any, width: int, look: str) -> None:
    """From a folder, at the width of a phone and of a desk: nothing asked of anybody else, contrast and names by axe."""
    pages = ["index", *(f"{GAME}/{name}" for name in ("index", "rules", "parts", "referee", "building"))]
    assert unreadable(chromium, site / "en", pages, width, look) == []


def test_no_line_is_broken_inside_an_option(site: Path, chromium: Any) -> None:
    assert rich("`build --sleeves`", str).count('class="word"') == 1
    assert rich("square (--counters square)", str) == 'square <span class="word">(--counters</span> square)', (
        "nor before it"
    )
    page = chromium.new_page(viewport={"width": 360, "height": 800})
    page.route("**/*.svg", lambda route: route.abort())
    page.goto((site / "en" / GAME / "building.html").as_uri())
    seen = page.evaluate(
        """[...document.querySelectorAll(".word")].filter((one) => one.textContent.includes("--")).map((one) => {
            const text = document.createRange();
            text.selectNodeContents(one);
            return text.getClientRects().length;
        })"""
    )
    assert seen and set(seen) == {1}
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.goto((site / "en" / GAME / "referee.html").as_uri())
    typed = """[...document.querySelectorAll("td code")].filter((one) => !/[ -]/.test(one.textContent))
               .map((one) => one.getClientRects().length)"""
    assert set(page.evaluate(typed)) == {1}, "nor inside what is typed"
    page.close()


def test_texts_are_set_as_in_print_and_what_is_typed_is_not() -> None:
    assert rich("the doge's 105 × 297 mm", str) == "the doge’s 105\u00a0×\u00a0297\u00a0mm"
    assert rich("type `Ca' 2 mm`", str) == "type <code>Ca&#x27; 2 mm</code>"


def test_every_step_leads_to_the_next_one_and_cards_fill_their_row(site: Path, chromium: Any) -> None:
    """Where steps are wrapped, too: no arrow lies beside the screen."""
    for width in (360, 1024):
        page = chromium.new_page(viewport={"width": width, "height": 800})
        page.goto((site / "en" / GAME / "building.html").as_uri())
        arrows = page.evaluate(
            """[...document.querySelectorAll(".steps li")].map((one) => {
                const room = one.getBoundingClientRect(), arrow = getComputedStyle(one, "::after");
                const right = room.right - parseFloat(arrow.right), left = right - parseFloat(arrow.width);
                return [one.matches(":last-child"), arrow.content, left > 0 && right < innerWidth,
                        one.querySelector("img").getBoundingClientRect().right <= left + 1];
            })"""
        )
        assert len(arrows) > 6
        assert all(one == [False, '"→"', True, True] for one in arrows if not one[0])
        assert all(one[1] == "none" for one in arrows if one[0])
        page.close()
    page = chromium.new_page(viewport={"width": 2560, "height": 1440})
    page.goto((site / "en" / GAME / "index.html").as_uri())
    right = """[...document.querySelectorAll(".cards li:last-child, main")].map((one) => one.getBoundingClientRect())"""
    main, last = page.evaluate(right)
    assert last["right"] == pytest.approx(main["right"], abs=1)
    page.close()


def test_times_are_a_list_after_what_leads_to_it(site: Path) -> None:
    told = (
        (site / "en" / GAME / "building.html")
        .read_text("utf-8")
        .partition('id="guide-time"')[2]
        .partition("</section>")[0]
    )
    assert len(re.findall(r"<li>[^<]*[0-9½] (?:min|hours)</li>", told)) > 2
    assert all(said.endswith((":", ".")) for said in re.findall(r"<p>(.*?)</p>", told))


def test_pictures_grow_by_keyboard_and_rules_are_found(site: Path, chromium: Any) -> None:
    page = chromium.new_page(viewport={"width": 800, "height": 700})
    page.goto((site / "en" / GAME / "parts.html").as_uri())
    page.focus("a.zoom")
    page.keyboard.press("Enter")
    picture = page.locator("dialog img")
    before = picture.bounding_box()["width"]
    assert "Mirror" in picture.get_attribute("alt")
    page.keyboard.press("+")
    assert picture.bounding_box()["width"] == pytest.approx(1.5 * before, rel=0.01)
    page.get_by_role("button", name="Next picture").press("Enter")
    assert "Mirror" not in picture.get_attribute("alt")
    page.keyboard.press("ArrowLeft")
    assert "Mirror" in picture.get_attribute("alt")
    page.keyboard.press("ArrowRight")
    assert "Mirror" not in picture.get_attribute("alt")
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement.className") == "zoom"
    page.goto((site / "en" / GAME / "rules.html").as_uri())
    page.get_by_role("searchbox").fill("gondola")
    cut = [text.removesuffix(" …") for text in page.locator("#found a").all_inner_texts() if text.endswith("…")]
    text = " ".join(page.locator("main").inner_text().split())
    assert cut and all(f"{begin} " in text for begin in cut)  # no word is cut
    page.get_by_role("searchbox").fill("player's colour")  # as it is typed; it is set with another apostrophe
    assert page.locator("#found mark").first.inner_text() == "player’s colour"
    page.get_by_role("searchbox").fill("CAN-7.13")
    page.locator("#found a").first.click()
    assert page.url.endswith("#CAN-7.13")
    page.get_by_role("searchbox").fill("gondola bid")  # both words, wherever they stand
    hits = page.locator("#found a").all_inner_texts()
    assert len(hits) > 3 and set(page.locator("#found mark").all_inner_texts()) <= {"gondola", "Gondola"}
    text = re.sub(r"\s+", " ", page.locator("main").inner_text())
    for hit in hits:  # whole words of the rule, cut only where it says so
        found = re.sub(r"\s+", " ", hit).removeprefix("… ").removesuffix(" …")
        at = text.find(found)
        assert at >= 0 and len(hit) < 200, hit
        assert not text[at - 1 : at].isalnum() and not text[at + len(found) : at + len(found) + 1].isalnum(), hit
    page.close()
