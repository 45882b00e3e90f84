"""Sheets with only the items that are new or differ from the last print, and a list of what to throw away."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from msgspec import structs

from venice_pnp.draw.pdf import Plates
from venice_pnp.draw.scene import Item, polyline, rect
from venice_pnp.draw.scene import Path as Line
from venice_pnp.draw.studio import DrawBoard, Library, Studio
from venice_pnp.kit import Fault, FaultyData, Kit
from venice_pnp.kit.faults import Place
from venice_pnp.press.changes import LastPrint, Replaced, changed, item_name, prints_of, remembered
from venice_pnp.press.marks import footer
from venice_pnp.press.order import Order, chosen_parts, folder_of
from venice_pnp.press.pages import BOARD_POSTER, BOARD_TILES, Layout, Page, Printed
from venice_pnp.press.parts import draw_parts
from venice_pnp.press.profile import Profile
from venice_pnp.press.seen import name_of, seen
from venice_pnp.press.writer import pdf_bytes, press, with_backs

CHANGES = "changes.pdf"
LEFT, ROW, FOOT = 20.0, 7.0, 22.0  # mm


def change_sheets(
    kit: Kit,
    library: Library,
    boards: Mapping[str, DrawBoard],
    order: Order,
    profile: Profile,
    out: Path,
    printed: Path,
) -> Iterator[str]:
    """Makes `changes.pdf` for every language, edition and paper; says what was made."""
    for lang in order.langs:
        for edition in order.editions:
            before = remembered(printed, kit.name, lang, edition)
            if before is None:
                raise FaultyData([Fault(Place(printed), _not_remembered(kit.name, lang, edition, printed))])
            studio = Studio(kit, library, lang, edition)
            parts, told = changed(draw_parts(studio, boards, chosen_parts(kit, order)), before.items)
            for paper in order.papers:
                file = out / folder_of(kit.name, lang, paper, edition) / CHANGES
                if not told:
                    file.unlink(missing_ok=True)
                    yield f"{kit.name} ({lang}, {edition}): nothing differs from your print of kit {before.kit_id}"
                    continue
                layout = Layout(studio, parts, paper, order.sides, profile, replaces=before.kit_id)
                files, listed = _of_boards(layout, paper, before, told)
                sheets = _write(file, layout, before, files, listed)
                yield f"{file}: {sheets} sheet{'' if sheets == 1 else 's'}, {len(listed)} items"
                for one in listed:
                    yield f"  {_line(kit, lang, one)}"


def _not_remembered(kit: str, lang: str, edition: str, printed: Path) -> str:
    """What there is instead, and what to type."""
    said = f"no print of {kit} ({lang}, {edition}) is remembered"
    if others := prints_of(printed, kit):
        ways = (f"({one.lang}, {one.edition}): add `--lang {one.lang} --edition {one.edition}`" for one in others)
        said += f", but one of {'; one of '.join(ways)}"
    return f"{said}. To remember what you have built and printed since: `venice-pnp printed {kit}`"


def _of_boards(
    layout: Layout, paper: str, before: LastPrint, told: list[Replaced]
) -> tuple[list[Printed], list[Replaced]]:
    """The files to print. Of a board only the sheets that show something else than those that were printed."""
    files = [f for f in layout.files() if f.name != BOARD_POSTER and not f.alternative] if layout.parts.pieces else []
    out: list[Printed] = []
    for printed in files:
        pages = printed.pages
        if printed.name == BOARD_TILES and any(name_of(paper, page) in before.sheets for page in pages):
            looks = seen(_pdf(layout, [(printed.title, pages)], None))
            differ = [p for p, look in zip(pages, looks, strict=True) if before.sheets.get(name_of(paper, p)) != look]
            if differ and len(differ) < len(pages):
                labels = tuple(page.title.rpartition(" ")[2] for page in differ)
                board = item_name(next(p for p in layout.parts.pieces if p.form == "board"))
                told = [structs.replace(one, sheets=labels) if one.item == board else one for one in told]
                printed = structs.replace(printed, pages=tuple(differ), sheets=len(differ))
        out.append(printed)
    return out, told


def _write(file: Path, layout: Layout, before: LastPrint, files: list[Printed], told: list[Replaced]) -> int:
    """The list first, then the sheets."""
    title = layout.word("changes")
    pages = [(title, _list(layout, before, told)), *((f.title, f.pages) for f in files)]
    data = _pdf(layout, pages, next((f.duplex for f in files if f.duplex), None))
    file.parent.mkdir(parents=True, exist_ok=True)
    fresh = file.with_name(f".{file.name}.new")
    fresh.write_bytes(data)
    fresh.replace(file)
    return sum(f.sheets for f in files)


def _pdf(layout: Layout, pages: Sequence[tuple[str, Sequence[Page]]], duplex: str | None) -> bytes:
    studio, plates = layout.studio, Plates(layout.fonts, layout.parts.faces)
    runs = [(name, press(run, plates, layout.profile)) for name, run in pages]
    return pdf_bytes(
        [(name, with_backs(run, plates) if duplex else run) for name, run in runs],
        plates,
        title=f"{studio.kit.game.title.in_language(studio.lang)}: {layout.word('changes')}",
        author=studio.kit.game.credit.in_language(studio.lang),
        lang=studio.lang,
        duplex=duplex,
    )


def _list(layout: Layout, before: LastPrint, told: list[Replaced]) -> list[Page]:
    """To tick off: what is new, what goes into the bin."""
    studio, (w, h) = layout.studio, layout.paper.size
    rows = int((h - FOOT - 48) // ROW)
    pages = []
    for number, start in enumerate(range(0, len(told), rows), 1):
        items: list[Item] = [*_head(layout, before)]
        y = 48.0
        for one in told[start : start + rows]:
            items.append(Line(rect(LEFT, y + 1.2, 3.2, 3.2, 0.4), None, studio.inks.line("ink"), 0.25))
            text = _line(studio.kit, studio.lang, one)
            items += studio.write(text, (LEFT + 6, y, w - 2 * LEFT - 6, 5.6), "text", 10.5, align="left", floor=7.0)
            y += ROW
        lines = (f"{layout.word('changes')} {number}", f"{layout.word('kit')} {studio.kit.kit_id}")
        items += footer((w, h), layout.paper.margin, lines, layout.fonts)
        pages.append(
            Page(number, "front", (w, h), (), tuple(items), (), (12, 12, w - 24, h - 30), layout.word("changes"))
        )
    return pages


def _head(layout: Layout, before: LastPrint) -> Iterator[Item]:
    studio, wide = layout.studio, layout.paper.size[0] - 2 * LEFT
    title = studio.kit.game.title.in_language(studio.lang)
    yield from studio.write(title, (LEFT, 16, wide, 10), "title", 22, "deep", spacing=0.1, align="left")
    said = layout.word("changes-of").format(old=before.kit_id, new=studio.kit.kit_id)
    yield from studio.write(said, (LEFT, 29, wide, 6), "text", 11, align="left")
    yield Line(polyline([(LEFT, 40), (LEFT + wide, 40)]), stroke=studio.inks.line("gold"), width=0.4)


def _line(kit: Kit, lang: str, one: Replaced) -> str:
    """`4 × Artworks mirror: replaces 4 old ones`."""
    words = kit.shared.words
    component, _, item = one.item.partition("/")
    name = kit.components[component].name.in_language(lang) if component in kit.components else component
    what = f"{name} · {item}" if item else name
    if one.sheets:
        return words["change-sheets"].in_language(lang).format(what=what, sheets=", ".join(one.sheets))
    key = "change-replaces" if one.printed and one.discarded else "change-new" if one.printed else "change-away"
    return words[key].in_language(lang).format(n=one.printed, old=one.discarded, what=what)
