"""From a kit to files: every language, paper and edition; written as a whole or not at all."""

from __future__ import annotations

import hashlib
import shutil
import tempfile
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct, json

from venice_pnp.draw.inks import Edition
from venice_pnp.draw.studio import Library, Studio
from venice_pnp.draw.symbols import BadSymbol
from venice_pnp.draw.text import DoesNotFit, MissingGlyph
from venice_pnp.kit import Fault, FaultyData, Kit
from venice_pnp.kit.faults import Place, nearest
from venice_pnp.press.cover import cover
from venice_pnp.press.pack import TooLarge
from venice_pnp.press.pages import Layout, Page, Printed
from venice_pnp.press.pieces import DrawBoard, Parts, draw_parts
from venice_pnp.press.profile import Profile, Sides
from venice_pnp.press.writer import Chapter, pdf_bytes

KIT_FILE = "kit"


class Order(Struct, frozen=True):
    """What is to be built."""

    papers: tuple[str, ...]
    langs: tuple[str, ...]
    editions: tuple[Edition, ...]
    sides: Sides
    only: frozenset[str] | None = None
    without: frozenset[str] = frozenset()  # parts that the players bring themselves


class MadeFile(Struct, frozen=True):
    """A file that was written, for the closing table."""

    path: Path
    sheets: int
    stock: str
    pieces: int


Step = Callable[[str], None]  # told before each file


def folder_of(kit: str, lang: str, paper: str, edition: Edition) -> Path:
    """`canaletto/en/a4`, and `canaletto/en/a4/low-ink` for the other edition."""
    base = Path(kit) / lang / paper
    return base if edition == "colour" else base / edition


def chosen_parts(kit: Kit, order: Order) -> frozenset[str] | None:
    """Which parts are printed; None means all."""
    if not order.without:
        return order.only
    return (order.only or frozenset(kit.components)) - order.without


def steps_of(order: Order) -> int:
    return len(order.papers) * len(order.langs) * len(order.editions)


def build(
    kit: Kit,
    library: Library,
    boards: dict[str, DrawBoard],
    order: Order,
    profile: Profile,
    out: Path,
    step: Step,
) -> list[MadeFile]:
    """Builds one kit; nothing in `out` changes before all of it has succeeded."""
    _check_order(kit, order)
    out.mkdir(parents=True, exist_ok=True)
    work = Path(tempfile.mkdtemp(prefix=".building-", dir=out))
    made: list[MadeFile] = []
    try:
        for lang in order.langs:
            for edition in order.editions:
                studio = Studio(kit, library, lang, edition)
                parts = draw_parts(studio, boards, chosen_parts(kit, order))
                for paper in order.papers:
                    folder = folder_of(kit.id, lang, paper, edition)
                    step(str(folder))
                    made += _one_set(studio, parts, paper, order, profile, work / folder, out / folder)
        _publish(work, out)
    finally:
        shutil.rmtree(work, ignore_errors=True)
    return made


def _check_order(kit: Kit, order: Order) -> None:
    faults = []
    for what, chosen, known in (
        ("paper", order.papers, kit.shared.papers),
        ("language", order.langs, kit.game.languages),
        ("part", sorted({*(order.only or ()), *order.without}), kit.components),
    ):
        for name in chosen:
            if name not in known:
                faults.append(Fault(Place(kit.folder), f"unknown {what} '{name}'{nearest(name, known)}"))
    if faults:
        raise FaultyData(faults)


def _one_set(
    studio: Studio, parts: Parts, paper: str, order: Order, profile: Profile, work: Path, final: Path
) -> list[MadeFile]:
    """All files of one language, paper and edition."""
    layout = Layout(studio, parts, paper, order.sides, profile)
    counts = _counts(studio.kit, parts)
    files, pages = _laid_out(layout, counts, order, paper)
    work.mkdir(parents=True)
    entries = []
    made = []
    for printed in files:
        data = _pdf(layout, [Chapter(printed.title, printed.pages)], parts, profile, printed.title, printed.duplex)
        entries.append(_written(work, printed, data))
        placed = sum(len(p.placed) for p in printed.pages if p.side == "front")
        made.append(MadeFile(final / f"{printed.name}.pdf", printed.sheets, printed.stock, placed))
    whole = _whole(pages, files)
    duplex = next((f.duplex for f in files if f.duplex), None)
    data = _pdf(layout, whole, parts, profile, layout.word("file-kit"), duplex)
    sheets = sum(f.sheets for f in files if not _apart(f)) + len(pages)
    entry = Printed(KIT_FILE, "", "", sheets, (), duplex)
    entries.append(_written(work, entry, data))
    made.append(MadeFile(final / f"{KIT_FILE}.pdf", sheets, "", 0))
    manifest = _manifest(studio, paper, order.sides, entries, counts, order)
    (work / "manifest.json").write_bytes(json.format(json.encode(manifest), indent=1) + b"\n")
    return made


def _laid_out(layout: Layout, counts: dict[str, int], order: Order, paper: str) -> tuple[list[Printed], list[Page]]:
    """The sheets of all files and the cover; what does not fit there is a fault of the data."""
    kit = layout.studio.kit
    place = kit.places.get("game", Place(kit.folder))
    try:
        files = layout.files()
        return files, list(cover(layout, files, counts, order.without))
    except TooLarge as error:
        message = f"{error} does not fit on {paper}; choose a larger paper"
    except (DoesNotFit, MissingGlyph, BadSymbol) as error:
        message = f"on the cover or in the footer of a sheet ({layout.studio.lang}, {paper}): {error}"
    raise FaultyData([Fault(place, message)])


def _pdf(
    layout: Layout, chapters: list[Chapter], parts: Parts, profile: Profile, title: str, duplex: str | None
) -> bytes:
    kit, lang = layout.studio.kit, layout.studio.lang
    name = kit.game.title.in_language(lang)
    return pdf_bytes(
        chapters,
        parts.faces,
        layout.fonts,
        profile,
        title=f"{name}: {title}",
        author=kit.game.credit.in_language(lang),
        lang=lang,
        duplex=duplex,
        written=parts.written,
    )


def _whole(first: Sequence[Page], files: list[Printed]) -> list[Chapter]:
    """Cover, then all sheets in print order. In a duplex file every sheet has a back, if only an empty one."""
    two_sided = any(f.duplex for f in files)
    chapters = [Chapter(first[0].title, _with_backs(first, two_sided))]
    for printed in files:
        if not _apart(printed):
            chapters.append(Chapter(printed.title, _with_backs(printed.pages, two_sided)))
    return chapters


def _apart(printed: Printed) -> bool:
    """Files that are printed instead of others: the copy shop's poster, other forms of some pieces."""
    return printed.alternative or printed.name == "board-poster"


def _with_backs(pages: Sequence[Page], two_sided: bool) -> list[Page]:
    out: list[Page] = []
    for i, page in enumerate(pages):
        out.append(page)
        follows_back = i + 1 < len(pages) and pages[i + 1].side == "back"
        if two_sided and page.side == "front" and not follows_back:
            out.append(Page(-page.number, "back", page.size, (), (), (), page.trim, page.title))
    return out


def _written(work: Path, printed: Printed, data: bytes) -> dict[str, Any]:
    """Writes a file; returns its lines of the manifest. Other forms of a piece are no second piece: they are
    listed as `alternatives`, not as `placed`."""
    (work / f"{printed.name}.pdf").write_bytes(data)
    pages = []
    for page in printed.pages:
        placed = [
            {
                "component": p.component,
                "item": p.item,
                "copy": p.copy,
                "trim_mm": [round(v, 4) for v in p.trim],
                "rotation": p.rotation,
            }
            for p in page.placed
        ]
        entry = {"page": page.number, "side": page.side, "paper_mm": [round(v, 2) for v in page.size]}
        pages.append(
            {**entry, "placed": [], "alternatives": placed} if printed.alternative else {**entry, "placed": placed}
        )
    return {
        "path": f"{printed.name}.pdf",
        "sha256": hashlib.sha256(data).hexdigest(),
        "sheets": printed.sheets,
        "pages": pages,
    }


def _counts(kit: Kit, parts: Parts) -> dict[str, int]:
    counts = dict.fromkeys((name for name in kit.components if any(p.component == name for p in parts.pieces)), 0)
    for piece in parts.pieces:
        counts[piece.component] += not piece.alternative
    return counts


def _manifest(
    studio: Studio,
    paper: str,
    sides: Sides,
    files: Iterable[dict[str, Any]],
    counts: dict[str, int],
    order: Order,
) -> dict[str, Any]:
    kit = studio.kit
    chosen = {name: c for name, c in kit.components.items() if order.only is None or name in order.only}
    left_out = {name: {"left_out": True} for name in order.without}
    return {
        "kit": kit.id,
        "kit_id": kit.kit_id,
        "lang": studio.lang,
        "paper": paper,
        "edition": studio.inks.edition,
        "duplex": sides,
        "files": list(files),
        "components": [
            {"id": name, "required": c.count, "placed": counts.get(name, 0), "provenance": c.provenance}
            | left_out.get(name, {})
            for name, c in chosen.items()
        ],
    }


def _publish(work: Path, out: Path) -> None:
    """Moves every finished file into its place; each appears as a whole."""
    for new in sorted(work.rglob("*")):
        if new.is_file():
            target = out / new.relative_to(work)
            target.parent.mkdir(parents=True, exist_ok=True)
            new.replace(target)
