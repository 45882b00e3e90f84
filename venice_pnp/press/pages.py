"""Sheets become pages: fronts, mirrored backs, gutterfold halves, board tiles and posters."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Sequence

from msgspec import Struct, structs

from venice_pnp.draw.fonts import Fonts
from venice_pnp.draw.scene import (
    Box,
    Group,
    Item,
    Matrix,
    Outline,
    Path,
    Scene,
    Spot,
    ellipse,
    moved,
    rect,
    times,
    transform,
    turned,
)
from venice_pnp.draw.studio import Studio
from venice_pnp.kit.models import Mount
from venice_pnp.kit.mounting import stock_name
from venice_pnp.kit.supplies import Paper
from venice_pnp.press.board_sheets import BoardSheet, board_sheets, sheet_marks
from venice_pnp.press.marks import (
    FOOTER,
    KIT_ID,
    TIGHT,
    USUAL,
    Rim,
    corner_marks,
    crop_marks,
    fold_lines,
    footer,
    pin_holes,
)
from venice_pnp.press.mounts import (
    Fold,
    MountedSheet,
    area_of,
    mirrored_x,
    mirrored_y,
    mounted_sheets,
    printed_as,
)
from venice_pnp.press.pack import LENGTH, Grid, Placement, Sheet, TooLarge
from venice_pnp.press.parts import Parts, Piece
from venice_pnp.press.profile import Profile, Sides

BLEED = USUAL.bleed
BOARD_TILES, BOARD_POSTER = "board-tiles", "board-poster"  # the two files of a board
POSTER_RIM = 18.0  # round a poster, for bleed, marks and footer
CUT_LINE, CUT_HALO = "#8B8680", "#FFFFFF"
CIRCLE, DASHES = "#22313F", (1.2, 0.8)  # round pieces are cut along a bold dashed line


class Placed(Struct, frozen=True):
    """A line of the manifest: which item lies where, in mm from the lower left corner."""

    component: str
    item: str
    copy: int
    trim: Box
    rotation: int
    extra: bool = False


class Page(Struct, frozen=True):
    number: int
    side: str  # front or back
    size: tuple[float, float]
    spots: tuple[Spot, ...]
    marks: tuple[Item, ...]
    placed: tuple[Placed, ...]
    trim: Box  # from the top left corner
    title: str
    grids: tuple[Grid, ...] = ()  # of the pieces that are cut from it
    bleed: float = BLEED
    fold: Fold | None = None  # where it is folded, with its backs on the other half
    sheet: int = 0  # which one of its file
    alone: bool = False  # a back on a sheet of its own
    mount: Mount = "one-side"  # how the sheet becomes cardboard, with all that lies on it
    board: BoardSheet | None = None  # what it shows of a board


class Printed(Struct, frozen=True):
    """A file before it is written: sheets of one stock, all printed on one side or all on both."""

    name: str
    title: str
    stock: str
    sheets: int
    pages: tuple[Page, ...]
    duplex: Sides | None  # None: printed on one side
    alternative: bool = False  # other forms of pieces that another file holds
    single: bool = False  # one piece a page, for a copy shop

    @property
    def pieces(self) -> list[Piece]:
        """All that is cut from its sheets."""
        grids = [grid for page in self.pages if page.side == "front" for grid in page.grids]
        return [placed.piece for grid in grids for placed in grid.placements]


def filled(printed: Printed, paper: Paper) -> float:
    """How many sheets the pieces of a file would fill if nothing lay between them: a bound for every packing. What is
    not cut fills its sheets, and those of a board are shared with nothing else."""
    if not any(page.grids or page.board for page in printed.pages):
        return float(printed.sheets)
    _, _, wide, high = area_of(paper)
    boards = [page.board for page in printed.pages if page.board]
    if boards:  # without the strips, which are covered
        across, down = (max(b.part[i] + b.part[i + 2] for b in boards) for i in (0, 1))
        return float(math.ceil(across * down / (wide * high)))
    counted = [page for page in printed.pages if page.side == "front" or page.fold or page.alone]
    return sum(p.trim[2] * p.trim[3] for page in counted for p in page.placed) / (wide * high)


def word_of(studio: Studio, key: str) -> str:
    """A word that all games share; a file without one is called by its name."""
    words = studio.kit.shared.words
    if key in words:
        return words[key].in_language(studio.lang)
    name = key.removeprefix("file-")  # a file of a game's own is called like the first part in it
    parts = [part for part in studio.kit.components.values() if part.file == name]
    return parts[0].name.in_language(studio.lang) if parts else name


class Layout:
    """Lays out the files of one kit for one paper."""

    def __init__(
        self,
        studio: Studio,
        parts: Parts,
        paper_id: str,
        sides: Sides,
        profile: Profile,
        replaces: str = "",
        shares: bool = True,
    ) -> None:
        self.studio, self.sides, self.profile = studio, sides, profile
        pieces = [structs.replace(p, mount=printed_as(p.mount, sides)) for p in parts.pieces]
        self.parts = structs.replace(parts, pieces=pieces)
        self.shares = shares  # whether small files may lie on the sheets of others
        self.replaces = replaces  # the id of the kit of which these sheets replace parts
        self.paper = studio.kit.shared.papers[paper_id]
        self.fonts: Fonts = studio.fonts

    def files(self) -> list[Printed]:
        made: list[Printed] = []
        for name, pieces in self._by_file().items():
            if pieces[0].form == "board":
                made += [self._board_tiles(pieces[0]), self._poster(pieces[0])]
            elif pieces[0].form == "sheet":
                made.append(self._whole_pages(name, pieces))
            else:
                made += self.sheets(name, pieces)
        return made

    def _by_file(self) -> dict[str, list[Piece]]:
        """The pieces of each file. Small files lie on the sheets of another one where that saves a sheet."""
        files: dict[str, list[Piece]] = {}
        for piece in self.parts.pieces:
            files.setdefault(piece.file, []).append(piece)
        sharing = self.studio.kit.shared.making.sharing if self.shares else {}
        for guest, hosts in sharing.items():
            saving = [
                host for host in hosts if {host, guest} <= files.keys() and self._saves(files[host], files[guest])
            ]
            if saving:
                files[saving[0]] += files.pop(guest)
        return files

    def _saves(self, host: list[Piece], guest: list[Piece]) -> bool:
        """Whether fewer sheets are needed together. What is folded round a board or glued of two sheets stays apart:
        there a standee would become too thick to fold."""
        both = [*host, *guest]
        plain = all(p.mount in ("card", "one-side") and p.form not in ("board", "sheet") for p in both)
        if not plain or len({(p.stock, p.alternative) for p in both}) > 1:
            return False
        return len(self._mounted(both)) < len(self._mounted(host)) + len(self._mounted(guest))

    def _mounted(self, pieces: list[Piece]) -> list[MountedSheet]:
        return mounted_sheets(pieces, self.paper, self.studio.kit.shared.stocks)

    # --- sheets of pieces -----------------------------------------------------------------------------
    def sheets(self, name: str, pieces: list[Piece]) -> Iterator[Printed]:
        """A file for each stock, and another one for its sheets that are printed on one side if some are printed on
        both: whoever prints a file sets stock and sides once, and no back is empty."""
        runs: dict[tuple[str, bool], list[MountedSheet]] = {}
        for one in self._mounted(pieces):
            runs.setdefault((one.stock, one.mount == "card"), []).append(one)
        title = " + ".join(dict.fromkeys(self.word(f"file-{piece.file}") for piece in pieces))
        first = next(iter(runs))
        for run, mounted in runs.items():
            more = dict(self._told_apart(run, first, runs)) if run != first else {}
            file, said = "-".join((name, *more)), ", ".join((title, *more.values()))
            yield self._run(file, said, mounted, pieces[0].alternative)

    def _told_apart(
        self, run: tuple[str, bool], first: tuple[str, bool], runs: Collection[tuple[str, bool]]
    ) -> Iterator[tuple[str, str]]:
        """What a further file adds to its name and to its title."""
        stock, both = run
        if stock != first[0]:
            yield stock, stock_name(self.studio.kit.shared, stock, self.studio.lang)
        if (stock, not both) in runs:
            key = "two-sided" if both else "one-sided"
            yield key, self.word(key)

    def _run(self, name: str, title: str, mounted: Sequence[MountedSheet], alternative: bool) -> Printed:
        """Sheets of one stock, all printed on one side or all on both."""
        count = sum(one.papers for one in mounted)
        pages: list[Page] = []
        number = 1
        for one in mounted:
            at = pages[-1].number + 1 if pages else 1
            sides = self._sides(one, (title, one.stock, number, count), at)
            pages += [structs.replace(page, mount=one.mount) for page in sides]
            number += one.papers
        duplex = self.sides if mounted[0].mount == "card" else None
        return Printed(name, title, mounted[0].stock, count, tuple(pages), duplex, alternative)

    def _sides(self, one: MountedSheet, foot: tuple[str, str, int, int], number: int) -> Iterator[Page]:
        """All that is printed of a sheet."""
        sheet, (title, stock, first, count) = one.sheet, foot
        if one.fold:
            yield from self._folded(sheet, one.fold, foot, number)
            return
        holes = pin_holes(self.paper) if one.mount == "two-sheets" else []
        rim = TIGHT if one.tight else USUAL
        marks = [*self._grid_marks(sheet, rim), *self._footer(foot, "front", one.tight), *holes]
        yield self._page(number, "front", sheet.grids, marks, foot, rim)
        if one.mount == "two-sheets":  # the two papers are glued by hand: the printer's own error is no matter
            grids = tuple(_mirrored(g, self.paper.size[0]) for g in sheet.grids)
            second = (title, stock, first + 1, count)
            back = self._page(number + 1, "back", grids, [*self._footer(second, "back"), *holes], second)
            yield structs.replace(back, alone=True)
        elif one.mount == "card":
            yield self._back(one, foot, number + 1)

    def _back(self, one: MountedSheet, foot: tuple[str, str, int, int], number: int) -> Page:
        """Every piece where its front shines through, moved by the printer's own error; the footer, too."""
        grids = tuple(Grid(tuple(self._behind(p) for p in g.placements), g.gap) for g in one.sheet.grids)
        marks = self._footer(foot, "back", one.tight)
        (w, h), by = self.paper.size, 2 * self.paper.margin + FOOTER
        if self.sides == "short-edge" and not one.tight:  # what was low on the front is the top of the back
            marks = [Group(tuple(marks), moved(0, by - h))]
        elif self.sides == "long-edge" and one.tight:  # what was right is left
            marks = [Group(tuple(marks), moved(by - w, 0))]
        return self._page(number, "back", grids, marks, foot, TIGHT if one.tight else USUAL)

    def _folded(self, sheet: Sheet, fold: Fold, foot: tuple[str, str, int, int], number: int) -> Iterator[Page]:
        """Fronts on one side of the fold, backs mirrored on the other: one page of the file, two of the manifest."""
        marks = [*self._grid_marks(sheet), *self._footer(foot, "both-sides")]
        marks += fold_lines(self.paper, fold.level, fold.at, fold.gutter, self.word("fold"), self.fonts)
        yield structs.replace(self._page(number, "front", sheet.grids, marks, foot), fold=fold)
        grids = tuple(fold.mirrored(g) for g in sheet.grids)
        yield structs.replace(self._page(number, "back", grids, [], foot), fold=fold)

    def _behind(self, p: Placement) -> Placement:
        w, h = self.paper.size
        back = mirrored_y(p, h) if self.sides == "short-edge" else mirrored_x(p, w)
        return structs.replace(back, x=back.x + self.profile.back_x, y=back.y - self.profile.back_y)

    def _page(
        self,
        number: int,
        side: str,
        grids: tuple[Grid, ...],
        marks: list[Item],
        foot: tuple[str, str, int, int],
        rim: Rim = USUAL,
    ) -> Page:
        spots: list[Spot] = []
        cut_lines: list[Item] = []
        placements = [p for g in grids for p in g.placements]
        for grid in grids:
            corners = {_corner(p.x, p.y) for p in grid.placements}
            for p in grid.placements:
                face = p.piece.front if side == "front" else p.piece.back
                if face:
                    spots.append(self._spot(p, face, _shown(p, grid.gap, corners, rim)))
                if p.piece.form in ("round", "polygon") and side == "front":
                    line = transform(self.parts.faces[p.piece.front].outline, spots[-1].matrix)
                    cut_lines += _line_to_cut(line, p.piece.form)
        shown = [p for p in placements if side == "front" or p.piece.back]
        return Page(
            number,
            side,
            self.paper.size,
            tuple(spots),
            (*cut_lines, *marks),
            tuple(self._placed(p) for p in shown),
            _around(placements),
            f"{foot[0]} {foot[2]}/{foot[3]}, {self.word(side)}{self._parts_on(shown, side)}",
            grids,
            bleed=rim.bleed,
            sheet=foot[2],
        )

    def _parts_on(self, shown: list[Placement], side: str) -> str:
        """The names of the parts on a front, for its bookmark."""
        if side == "back":
            return ""
        known, lang = self.studio.kit.components, self.studio.lang
        names = dict.fromkeys(p.piece.component for p in shown)
        said = [known[n].name.in_language(lang) if n in known else self.word(f"part-{n}") for n in names]
        return f": {', '.join(said)}"

    def _spot(self, p: Placement, face: str, shown: Box) -> Spot:
        scene = self.parts.faces[face]
        matrix = times(moved(p.x, p.y), _turned_into(p.turn, scene))
        x, y, w, h = shown
        clip = ellipse(x + w / 2, y + h / 2, w / 2, h / 2) if p.piece.form == "round" else rect(x, y, w, h)
        return Spot(face, matrix, clip)

    def _placed(self, p: Placement) -> Placed:
        h = self.paper.size[1]
        return Placed(
            p.piece.component,
            p.piece.item,
            p.piece.copy,
            (p.x, h - p.y - p.height, p.width, p.height),
            p.turn,
            p.piece.extra,
        )

    def _grid_marks(self, sheet: Sheet, rim: Rim = USUAL) -> list[Item]:
        items: list[Item] = []
        number = 1
        for grid in sheet.grids:
            marks, number = crop_marks(grid, self.fonts, number, rim)
            items += marks
        return items

    def _footer(self, foot: tuple[str, str, int, int], side: str, tight: bool = False) -> list[Item]:
        """At the foot of the page; of a tight one at its right side, to be read from there."""
        w, h = self.paper.size
        if not tight:
            return self._foot((w, h), foot, side)
        return [Group(tuple(self._foot((h, w), foot, side)), (0, -1, 1, 0, 0, h))]

    def foot(self, foot: tuple[str, str, int, int], side: str) -> list[Item]:
        """The footer of a sheet that somebody else has laid out."""
        return self._foot(self.paper.size, foot, side)

    def _foot(self, size: tuple[float, float], foot: tuple[str, str, int, int], side: str) -> list[Item]:
        return footer(size, self.paper.margin, self._foot_lines(foot, side), self.fonts, self.studio.kit.kit_id)

    def _foot_lines(self, foot: tuple[str, str, int, int], side: str) -> tuple[str, str]:
        title, stock, number, count = foot
        kit, lang = self.studio.kit, self.studio.lang
        name = kit.game.title.in_language(lang)
        of = self.word("sheet").format(n=number, m=count)
        on = self.word("print-on").format(stock=stock_name(kit.shared, stock, lang))
        return (
            f"{name} · {title} · {of} · {self.word(side)}{self._replacing()}",
            f"{on} · {kit.shared.languages[lang]} · {self.word('kit')} {KIT_ID}",
        )

    def _replacing(self) -> str:
        return f" · {self.word('replaces').format(old=self.replaces)}" if self.replaces else ""

    def word(self, key: str) -> str:
        return word_of(self.studio, key)

    # --- sheets that are not cut ------------------------------------------------------------------------
    def _whole_pages(self, name: str, pieces: list[Piece]) -> Printed:
        """Each piece in the middle of a page of its own, across if it is wider than high."""
        title, margin, pages = self.word(f"file-{name}"), self.paper.margin, []
        for number, piece in enumerate(pieces, 1):
            w, h = piece.size
            size = self.paper.size if h >= w else (self.paper.size[1], self.paper.size[0])
            room = size[1] - 2 * margin - FOOTER
            if w > size[0] - 2 * margin or h > room:
                raise TooLarge(f"{piece.component} ({w:g} × {h:g} mm)")
            x, y = (size[0] - w) / 2, margin + (room - h) / 2
            marks = tuple(self._foot(size, (title, piece.stock, number, len(pieces)), "front"))
            placed = Placed(piece.component, piece.item, piece.copy, (x, size[1] - y - h, w, h), 0)
            spot = Spot(piece.front, moved(x, y), rect(x, y, w, h))
            pages.append(Page(number, "front", size, (spot,), marks, (placed,), (x, y, w, h), title))
        return Printed(name, title, pieces[0].stock, len(pages), tuple(pages), None)

    # --- boards ---------------------------------------------------------------------------------------
    def _board_tiles(self, piece: Piece) -> Printed:
        """The board on sheets for a home printer."""
        board = self.parts.faces[piece.front]
        seam = self.studio.kit.components[piece.component].seam
        sheets = board_sheets((board.width, board.height), self.paper, seam)
        title = self.word(f"file-{BOARD_TILES}")
        pages = [self._board_page(piece, s, (title, piece.stock, n, len(sheets))) for n, s in enumerate(sheets, 1)]
        return Printed(BOARD_TILES, title, piece.stock, len(pages), tuple(pages), None)

    def _board_page(self, piece: Piece, sheet: BoardSheet, foot: tuple[str, str, int, int]) -> Page:
        x, y, w, h = sheet.trim
        bx, by, _, _ = sheet.part
        spot = Spot(piece.front, moved(x - bx, y - by), rect(*sheet.inked))
        hints = [self.word("board-cut"), *(self.word(f"board-strip-{k}").format(over=v) for k, v in sheet.over.items())]
        marks = (*sheet_marks(sheet, self.paper.margin, self.fonts, hints), *self._foot(sheet.size, foot, "front"))
        item = f"{piece.item}/r{sheet.row + 1}c{sheet.column + 1}"
        placed = Placed(piece.component, item, 1, (x, sheet.size[1] - y - h, w, h), 0)
        title = f"{foot[0]} {sheet.label}"
        return Page(foot[2], "front", sheet.size, (spot,), marks, (placed,), sheet.trim, title, board=sheet)

    def _poster(self, piece: Piece) -> Printed:
        """One page for the copy shop: the board with bleed, marks and footer round it."""
        board = self.parts.faces[piece.front]
        b, trim = board.bleed, (POSTER_RIM, POSTER_RIM, board.width, board.height)
        size = (board.width + 2 * POSTER_RIM, board.height + 2 * POSTER_RIM)
        title = self.word(f"file-{BOARD_POSTER}")
        marks = (*corner_marks(trim, b + 1.0, LENGTH), *self._foot(size, (title, piece.stock, 1, 1), "front"))
        clip = rect(POSTER_RIM - b, POSTER_RIM - b, board.width + 2 * b, board.height + 2 * b)
        spot = Spot(piece.front, moved(POSTER_RIM, POSTER_RIM), clip)
        placed = Placed(piece.component, f"{piece.item}/poster", 1, trim, 0)
        page = Page(1, "front", size, (spot,), marks, (placed,), trim, title, bleed=b)
        return Printed(BOARD_POSTER, title, piece.stock, 1, (page,), None)


# --- geometry -----------------------------------------------------------------------------------------
def _line_to_cut(line: Outline, form: str) -> list[Path]:
    """What scissors follow; the light line below shows it on the ground of any colour."""
    if form == "round":
        return [Path(line, stroke=CUT_HALO, width=0.55), Path(line, stroke=CIRCLE, width=0.35, dash=DASHES)]
    return [Path(line, stroke=CUT_HALO, width=0.4), Path(line, stroke=CUT_LINE, width=0.15)]


def _mirrored(grid: Grid, width: float) -> Grid:
    return Grid(tuple(mirrored_x(p, width) for p in grid.placements), grid.gap)


def _turned_into(turn: int, scene: Scene) -> Matrix:
    """Turns a face counter-clockwise by quarter turns so that its box begins at the origin again."""
    w, h = scene.width, scene.height
    after = {0: (0.0, 0.0), 90: (0.0, w), 180: (w, h), 270: (h, 0.0)}[turn]
    return times(moved(*after), turned(-turn))


def _shown(p: Placement, gap: float, corners: set[tuple[int, int]], rim: Rim) -> Box:
    """The trim, with bleed on the sides that have no neighbour at a shared cut."""
    if 0 < gap < 2 * BLEED:
        return p.x, p.y, p.width, p.height
    left, top, right, low = (
        0.0 if gap == 0 and _begins(p.x + dx * p.width, p.y + dy * p.height, corners) else (rim.bleed if dy else BLEED)
        for dx, dy in ((-1, 0), (0, -1), (1, 0), (0, 1))
    )
    return p.x - left, p.y - top, p.width + left + right, p.height + top + low


def _corner(x: float, y: float) -> tuple[int, int]:
    """The hundredth of a millimetre in which a piece begins."""
    return round(100 * x), round(100 * y)


def _begins(x: float, y: float, corners: set[tuple[int, int]]) -> bool:
    """Whether a piece begins here. Sums that should be equal may be rounded to two neighbours."""
    i, j = _corner(x, y)
    return any((i + di, j + dj) in corners for di in (-1, 0, 1) for dj in (-1, 0, 1))


def _around(placements: list[Placement]) -> Box:
    x, y = min(p.x for p in placements), min(p.y for p in placements)
    return x, y, max(p.x + p.width for p in placements) - x, max(p.y + p.height for p in placements) - y
