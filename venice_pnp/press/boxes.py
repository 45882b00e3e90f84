"""Tuck boxes for decks, envelopes and trays for counters: sized from what goes in, in the look of the game."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence

from msgspec import Struct, structs

from venice_pnp.draw.clearance import CLEAR, too_near
from venice_pnp.draw.fonts import CAP_HEIGHT, DESCENT
from venice_pnp.draw.frames import inset, ogee
from venice_pnp.draw.inks import lightness
from venice_pnp.draw.ornament import double_rule
from venice_pnp.draw.scene import (
    PT,
    Box,
    Group,
    Item,
    Outline,
    Path,
    Scene,
    Text,
    bounds,
    ellipse,
    moved,
    polyline,
    rect,
    times,
    turned,
)
from venice_pnp.draw.studio import UNDRAWABLE, Studio
from venice_pnp.draw.text import extent
from venice_pnp.kit import Fault, FaultyData, Kit
from venice_pnp.kit.faults import Place
from venice_pnp.kit.models import Component, Seat
from venice_pnp.kit.mounting import thickness_of
from venice_pnp.kit.supplies import Paper
from venice_pnp.press.mounts import area_of
from venice_pnp.press.nets import DIE_ACROSS, NOTCH, Net, Point, envelope, tray, tuck_box
from venice_pnp.press.pages import BLEED
from venice_pnp.press.parts import MORE_ROOM, Parts, Piece, to_fold

BOX_FILE = "box"
SHARED = "shared"
LIGHT = 0.75  # a seat's colour above this lightness wants darker lines
STOCK = "card"
COUNTERS = ("square", "round", "polygon", "standee")
DASH, EDGE = (2.0, 1.4), 0.2
SMALL_PRINT = 8.0  # points
FEW_LINES = 4
LINE = 4.0  # mm, a line of what goes in
PICTURED, SHOWN = 6.5, 0.42  # mm of a line that has room for a picture; of its width, up to where that stands
LARGE = 0.45  # of the floor of a tray: how high what lies in it is shown, if that is larger than it is
TRAY_LINE = 22.0  # mm, the same in a tray, at most
SCALE = 2.2  # of a pattern on a box, against that on a counter
RULE = 1.2  # mm from the fold to the rule on a narrow side
FLOOR_RULE = 2.2  # mm from the folds to the rule on the floor of a tray
LEAST_SIZE = 6.0  # points
BETWEEN = 2.5  # mm between small pictures
PAST = 1.0  # mm by which colour runs past a fold, onto the tab


class Wanted(Struct, frozen=True):
    """A box to make: its kind, whom it serves, its flat form, and what goes in (component, count)."""

    kind: str  # tuck-box, envelope or tray
    item: str
    net: Net
    holds: tuple[tuple[str, int], ...]
    seat: Seat | None = None


# --- what is wanted, and how large -------------------------------------------------------------------
def wanted(kit: Kit, chosen: frozenset[str] | None, sleeves: bool) -> list[Wanted]:
    """A box for every deck, an envelope for every seat, trays for large supplies, one home for the rest."""
    parts = {n: c for n, c in kit.components.items() if (chosen is None or n in chosen) and not c.extra}
    making = kit.shared.making
    out = [
        Wanted("tuck-box", name, tuck_box(*deck_size(kit, c, sleeves), making.tab), ((name, c.count),))
        for name, c in parts.items()
        if _is_deck(kit, c)
    ]
    counters = {n: c for n, c in parts.items() if kit.shared.shapes[c.shape].form in COUNTERS}
    for seat in kit.seats:
        own = tuple((n, count) for n, c in counters.items() if (count := _of_seat(kit, c, seat)))
        if sum(count for _, count in own) >= making.envelope_from:
            out.append(Wanted("envelope", seat.id, _envelope(kit, own), own, seat))
    for name, c in counters.items():
        if "seats" not in kit.tables_of(c) and c.count >= making.tray_from and _lies_flat(kit, c):
            out.append(Wanted("tray", name, _tray(kit, [(name, c.count)]), ((name, c.count),)))
    held = Counter(dict.fromkeys(counters, 0))
    for box in out:
        held.update(dict(box.holds))
    rest = tuple((n, c.count - held[n]) for n, c in counters.items() if c.count > held[n])
    if rest:
        flat = all(_lies_flat(kit, counters[n]) for n, _ in rest)
        thin = _envelope(kit, rest).inside[2] <= making.envelope_thick
        kind, net = ("envelope", _envelope(kit, rest)) if flat and thin else ("tray", _tray(kit, rest))
        out.append(Wanted(kind, rest[0][0] if kind == "tray" and len(rest) == 1 else SHARED, net, rest))
    return out


def _is_deck(kit: Kit, component: Component) -> bool:
    return kit.shared.shapes[component.shape].form == "card" and component.count >= kit.shared.making.deck_from


def _lies_flat(kit: Kit, component: Component) -> bool:
    shape = kit.shared.shapes[component.shape]
    return shape.form != "standee" and not shape.net


def built_size(kit: Kit, component: Component) -> tuple[float, float, float]:
    """A piece as it lies in its box: a die is a cube, a standee is as deep as its top, or flat with its feet."""
    shape, thick = kit.shared.shapes[component.shape], thickness_of(component, kit.shared.stocks)
    w, h = shape.size
    if shape.net:
        return (w / DIE_ACROSS,) * 3
    if shape.form != "standee":
        return w, h, thick
    return (w, h, shape.top) if shape.top else (w, h + shape.base, 2 * thick)


def _of_seat(kit: Kit, component: Component, seat: Seat) -> int:
    """How many pieces of a component have the colour of a seat."""
    if "seats" not in kit.tables_of(component):
        return 0
    return sum(item.copies for item in kit.items(component) if seat.id in item.name.split("/"))


def deck_size(kit: Kit, component: Component, sleeves: bool) -> tuple[float, float, float]:
    """The inside of the box for a deck: width, height, depth."""
    making, (w, h) = kit.shared.making, kit.shared.shapes[component.shape].size
    thick = thickness_of(component, kit.shared.stocks)
    if sleeves:
        w, h, thick = w + making.sleeve.rim[0], h + making.sleeve.rim[1], thick + making.sleeve.thickness
    return tuple(round(v + making.air, 1) for v in (w, h, component.count * thick))  # type: ignore[return-value]


def volume(kit: Kit, holds: Sequence[tuple[str, int]]) -> float:
    """The room that pieces take, in cubic mm."""
    return sum(count * math.prod(built_size(kit, kit.components[name])) for name, count in holds)


def _largest(kit: Kit, holds: Sequence[tuple[str, int]]) -> float:
    return max(max(built_size(kit, kit.components[name])) for name, _ in holds)


def _thickest(kit: Kit, holds: Sequence[tuple[str, int]]) -> float:
    return max(min(built_size(kit, kit.components[name])) for name, _ in holds)


def _envelope(kit: Kit, holds: Sequence[tuple[str, int]]) -> Net:
    """The smallest envelope that stays flat enough; the largest where none does."""
    making = kit.shared.making
    room, longest = volume(kit, holds) / making.filled, _largest(kit, holds)
    w, h = next(
        ((w, h) for w, h in making.envelopes if room / (w * h) <= making.envelope_thick and longest + 6 <= min(w, h)),
        making.envelopes[-1],
    )
    return envelope(w, h, round(room / (w * h), 1), making.tab)


def _tray(kit: Kit, holds: Sequence[tuple[str, int]]) -> Net:
    """The smallest tray whose walls are not too high; the largest where none is."""
    making = kit.shared.making
    low, high = making.tray_walls
    longest = _largest(kit, holds)
    w, h = next(
        (floor for floor in making.trays if _piled(kit, holds, floor) <= high and longest + 2 <= min(floor)),
        making.trays[-1],
    )
    piled = math.ceil(_piled(kit, holds, (w, h)))
    return tray(w, h, max(low, piled, math.ceil(_thickest(kit, holds)) + 1))


def _piled(kit: Kit, holds: Sequence[tuple[str, int]], floor: tuple[float, float]) -> float:
    """How high pieces lie on a floor: what is all of a kind and lies flat in piles, as many as stand side by side."""
    w, h = floor
    loose = volume(kit, holds) / kit.shared.making.filled / (w * h)
    (name, count), *others = holds
    if others or not _lies_flat(kit, kit.components[name]):
        return loose
    a, b, thick = built_size(kit, kit.components[name])
    piles = max(int(w // a) * int(h // b), int(w // b) * int(h // a))
    return max(loose, math.ceil(count / piles) * thick) if piles else loose


def check_boxes(kit: Kit, boxes: Sequence[Wanted], papers: Sequence[str], sleeves: bool) -> None:
    """Raises FaultyData where a box is larger than the paper."""
    faults = []
    for box in boxes:
        for name in papers:
            if not _fits(box.net.size, kit.shared.papers[name]):
                faults.append(Fault(_place(kit, box), _too_large(box, name, sleeves)))
    if faults:
        raise FaultyData(faults)


def _fits(size: tuple[float, float], paper: Paper) -> bool:
    _, _, wide, high = area_of(paper)
    return any(w <= wide and h <= high for w, h in (size, size[::-1]))


def _too_large(box: Wanted, paper: str, sleeves: bool) -> str:
    (w, h), (_, count) = box.net.size, box.holds[0]
    what = f"{box.kind} for {count} × {box.item}" if box.kind == "tuck-box" else f"{box.kind} for {box.item}"
    help_ = "choose a larger paper, leave out --sleeves" if sleeves else "choose a larger paper"
    with_sleeves = " in sleeves" if sleeves else ""
    return (
        f"the {what}{with_sleeves} is {w:.0f} × {h:.0f} mm flat and does not fit on {paper}; {help_}, or --without box"
    )


def _place(kit: Kit, box: Wanted) -> Place:
    return kit.places.get(f"components.{box.holds[0][0]}.count", Place(kit.folder))


# --- drawing -------------------------------------------------------------------------------------------
def with_boxes(studio: Studio, parts: Parts, boxes: Sequence[Wanted]) -> Parts:
    """The parts, and the boxes for them; raises FaultyData where a name is too long for its box."""
    pieces, faces, faults = list(parts.pieces), dict(parts.faces), []
    drawer = _Drawer(studio, parts)
    for box in boxes:
        try:
            scene = drawer.scene(box)
        except UNDRAWABLE as error:
            faults.append(Fault(_place(studio.kit, box), f"{box.kind} for {box.item} ({studio.lang}): {error}"))
            continue
        near = dict.fromkeys(map(str, too_near(scene, studio.fonts)))
        faults += [
            Fault(_place(studio.kit, box), f"{box.kind} for {box.item} ({studio.lang}): {one}; {MORE_ROOM}")
            for one in near
        ]
        key = f"{box.kind} {box.item}"
        faces[key] = scene
        pieces.append(
            Piece(
                component=box.kind,
                item=box.item,
                copy=1,
                front=key,
                back=None,
                size=(scene.width, scene.height),
                form="polygon",
                file=BOX_FILE,
                stock=STOCK,
                edges=(scene.edge, ""),
                straight=(False, False),
                extra=True,
            )
        )
    if faults:
        raise FaultyData(faults)
    return structs.replace(parts, pieces=pieces, faces=faces)


class _Drawer:
    """Draws the outsides of boxes."""

    def __init__(self, studio: Studio, parts: Parts) -> None:
        self.studio, self.parts, self.kit = studio, parts, studio.kit
        self.title = studio.kit.game.title.in_language(studio.lang)

    def word(self, key: str) -> str:
        return self.kit.shared.words[key].in_language(self.studio.lang)

    def scene(self, box: Wanted) -> Scene:
        net, paper = box.net, self.studio.inks.area("paper")
        outline = polyline(net.corners, close=True)
        draw = {"tuck-box": self._tuck_box, "envelope": self._envelope, "tray": self._tray}[box.kind]
        art = Group((Path(outline, paper), *draw(box)), clip=outline)
        glue = [item for part in net.glue for item in self._glue(part)]
        ground = box.seat.hex if box.seat else "paper" if box.kind == "tuck-box" else "lagoon"
        glue += [Path(rect(*strip), self.studio.inks.area(ground)) for strip in _past_folds(net)]
        lines = [line for fold in net.folds for line in to_fold(polyline(fold), DASH)]
        edge = Path(outline, stroke=self.studio.inks.line("ink"), width=EDGE)
        past, light = self._past_cuts(net, ground)
        w, h = net.size
        return Scene(w, h, (*past, art, Group(tuple(glue), clip=outline), *lines, edge, *light), outline, BLEED, paper)

    def _past_cuts(self, net: Net, ground: str) -> tuple[list[Item], list[Item]]:
        """Colour that runs past the cuts of what is not glued, and the light line that shows them on a dark ground."""
        inks = self.studio.inks
        if inks.low:
            return [], []
        colour, runs = inks.area(ground), list(_outer_cuts(net))
        past: list[Item] = [Path(polyline(run), stroke=colour, width=2 * BLEED) for run in runs]
        dark = lightness(colour) <= LIGHT
        return past, [Path(polyline(run), stroke=inks.area("paper"), width=EDGE) for run in runs] if dark else []

    def _glue(self, part: Box) -> Iterator[Item]:
        """White with a few slanted lines, and the word."""
        x, y, w, h = part
        yield Path(rect(*part), "#FFFFFF")
        lines = [
            segment
            for i in range(math.ceil((w + h) / 6))
            for segment in polyline([(x + i * 6, y), (x + i * 6 - h, y + h)])
        ]
        yield Group((Path(tuple(lines), stroke=self.studio.inks.line("terrazzo"), width=0.12),), clip=rect(*part))
        cx, cy = x + w / 2, y + h / 2
        text = self.studio.write(self.word("glue"), (cx - 9, cy - 2, 18, 4), "label", SMALL_PRINT)
        tx, ty, tw, th = inset(extent(next(run for run in text if isinstance(run, Text))), -CLEAR)
        if max(w, h) >= tw and min(w, h) >= th:
            clear = moved(cx - tx - tw / 2, cy - ty - th / 2)
            tag = Path(rect(tx, ty, tw, th, 1), "#FFFFFF")
            yield Group((Group((tag, *text), clear),), turned(90 if h > w else 0, cx, cy))

    # --- tuck boxes -----------------------------------------------------------------------------------
    def _tuck_box(self, box: Wanted) -> Iterator[Item]:
        (name, count), panels = box.holds[0], box.net.panels
        said = self.kit.components[name].name.in_language(self.studio.lang)
        x, y, w, _ = panels["front"]
        label = self._label(panels["front"])
        above: Box = (x + BETWEEN, y + NOTCH, w - 2 * BETWEEN, label[1] - y - NOTCH - BETWEEN)
        yield self._backs_of(name, panels["front"], above)
        yield self._backs_of(name, panels["back"], inset(panels["back"], BETWEEN))
        for panel, turn in (("lid", 180), ("floor-within", 0)):
            yield from self._spine(panels[panel], self.title, turn)
        for panel in ("side", "other-side"):
            yield from self._spine(panels[panel], f"{self.title} · {said}", 90)
        yield from self._plaque(label, f"{count} × {said}")

    def _backs_of(self, name: str, panel: Box, free: Box) -> Group:
        """The back of the deck as the panel's ground; several backs small and whole, side by side, where it is free."""
        backs = list(dict.fromkeys(p.back or p.front for p in self.parts.pieces if p.component == name))
        x, y, w, h = panel
        if len(backs) == 1:
            face = self.parts.faces[backs[0]]
            scale = max(1.0, (w + 2) / face.width, (h + 2) / face.height)
            at = (x + w / 2 - face.width * scale / 2, y + h / 2 - face.height * scale / 2)
            ground: tuple[Item, ...] = (Group((self.parts.drawn(backs[0]),), (scale, 0, 0, scale, *at)),)
        else:
            shown = [(key, self.parts.faces[key].outline) for key in backs]
            ground = (Path(rect(*panel), self.studio.inks.area("paper")), *self._in_rows(shown, free))
        return Group(ground, clip=rect(*panel))

    def _in_rows(self, shown: Sequence[tuple[str, Outline]], free: Box, most: float = math.inf) -> Iterator[Item]:
        """Faces, or what of them is to be seen, in a grid: as large as it lets them be, but not larger than so much."""
        x, y, w, h = free
        _, _, face_wide, face_high = bounds(shown[0][1])

        def room(columns: int) -> tuple[float, float, float]:
            wide, high = w / columns, h / math.ceil(len(shown) / columns)
            return min((wide - BETWEEN) / face_wide, (high - BETWEEN) / face_high, most), wide, high

        columns = max(range(1, len(shown) + 1), key=lambda n: room(n)[0])
        scale, wide, high = room(columns)
        for i, (key, outline) in enumerate(shown):
            row, column = divmod(i, columns)
            left, top, own_wide, own_high = bounds(outline)
            aside = (columns - min(columns, len(shown) - row * columns)) / 2  # the last row stands in the middle
            cx, cy = x + (column + aside + 0.5) * wide, y + (row + 0.5) * high
            place = (scale, 0, 0, scale, cx - (left + own_wide / 2) * scale, cy - (top + own_high / 2) * scale)
            edge = Path(outline, stroke=self.studio.inks.line("ink"), width=0.25 / scale)
            yield Group((Group((self.parts.drawn(key),), clip=outline), edge), place)

    def _label(self, panel: Box) -> Box:
        """Where the label of a panel is: in its lower third, below the medal of a back."""
        x, y, w, h = panel
        wide, high = min(w - 8, 54.0), min(max(h * 0.2, 18.0), 26.0)
        return x + (w - wide) / 2, y + h - high - 4.5, wide, high

    def _plaque(self, label: Box, said: str) -> Iterator[Item]:
        """A paper label with a pointed top: the game, and what is in the box."""
        ink, rise = self.studio.inks.line("ink"), label[3] * 0.34
        yield Path(ogee(inset(label, -1.2), rise), self.studio.inks.area("paper"), ink, 0.4)
        yield Path(ogee(label, rise), None, self.studio.inks.line("gold"), 0.3)
        lx, ly, lw, lh = label
        yield from self._line(self.title, (lx + 3, ly + lh * 0.38, lw - 6, lh * 0.26), "title", lh * 0.55, "deep", 0.06)
        yield from self._line(said, (lx + 2.5, ly + lh * 0.7, lw - 5, lh * 0.2), "text", 11.0)

    def _line(
        self, text: str, box: Box, font: str, size: float, colour: str = "ink", spacing: float = 0.0
    ) -> tuple[Item, ...]:
        size = min(size, box[3] / 0.36)
        return self.studio.write(
            text, box, font, size, colour, spacing=spacing, floor=min(size, LEAST_SIZE), wrap=False
        )

    def _spine(self, panel: Box, text: str, turn: int) -> Iterator[Item]:
        """A narrow side of a box: paper with a gold rule, and the title along it."""
        x, y, w, h = panel
        deep, long = min(w, h), max(w, h)
        size = _size_within(deep / 2 - RULE)
        if size >= LEAST_SIZE:
            yield Path(rect(*inset(panel, RULE)), stroke=self.studio.inks.line("gold"), width=0.3)
        else:
            size = _size_within(deep / 2)
        if size < LEAST_SIZE:
            return
        run: Box = (x + w / 2 - long / 2 + 4, y + h / 2 - deep / 2, long - 8, deep)
        size = min(13.0, size)
        shown = self.studio.write(text, run, "title", size, "deep", floor=LEAST_SIZE, spacing=0.04, wrap=False)
        yield Group(shown, turned(turn, x + w / 2, y + h / 2))

    # --- envelopes ------------------------------------------------------------------------------------
    def _envelope(self, box: Wanted) -> Iterator[Item]:
        panels, seat = box.net.panels, box.seat
        ground = seat.hex if seat else "lagoon"
        pattern = seat.pattern if seat else "waves"
        name = seat.name.in_language(self.studio.lang) if seat else self.word("box-shared")
        for panel in panels.values():
            yield from self._ground(panel, ground, pattern)
        front = panels["front"]
        emblem = seat.emblem if seat else "column"
        yield from self._card(inset(front, 7), emblem, ground if seat else "deep", name)
        x, y, w, h = panels["back"]
        back = Group(tuple(self._contents((0, 0, w, h), box)), times(moved(x, y), turned(180, w / 2, h / 2)))
        yield back

    def _ground(self, panel: Box, colour: str, pattern: str, turn: int = 0) -> Iterator[Item]:
        """A panel in its colour, with a pattern that is upright where the panel is turned so far on the sheet."""
        inks, (x, y, w, h) = self.studio.inks, panel
        yield Path(rect(*panel), inks.area(colour))
        light = not inks.low and lightness(inks.area(colour)) > LIGHT
        line = inks.line("ink") if inks.low else inks.mixed(colour, "ink" if light else "paper", 0.2 if light else 0.45)
        across, down = (h, w) if turn % 180 else (w, h)
        upright: Box = (x + (w - across) / 2, y + (h - down) / 2, across, down)
        shown = self.studio.patterned(pattern, upright, line, rect(*upright), SCALE)
        yield Group((shown,), turned(turn, x + w / 2, y + h / 2)) if turn % 180 else shown

    def _card(self, box: Box, emblem: str, colour: str, name: str) -> Iterator[Item]:
        """The label on the front of an envelope: emblem, title, name."""
        inks = self.studio.inks
        x, y, w, h = box
        yield Path(rect(*box, 2), inks.area("paper"), inks.line("ink"), 0.35)
        yield from double_rule(inset(box, 1.2), inks.line("gold"), 0.9, 0.3, 1.4)
        cx, cy, radius = x + w / 2, y + h * 0.31, h * 0.2
        yield Path(ellipse(cx, cy, radius), inks.area(colour), inks.line("ink"), 0.35)
        yield Path(ellipse(cx, cy, radius + 0.9), None, inks.line("gold"), 0.25)
        side = radius * 1.15
        mark = "ink" if inks.low or lightness(inks.area(colour)) > 0.45 else "white"
        yield self.studio.symbols.drawn(emblem, (cx - side / 2, cy - side / 2, side, side), inks, mark)
        yield from self._line(self.title, (x + 4, y + h * 0.55, w - 8, h * 0.19), "title", 26, "deep", 0.08)
        yield from self._line(name, (x + 4, y + h * 0.78, w - 8, h * 0.12), "text", 13)

    def _contents(self, box: Box, wanted: Wanted) -> Iterator[Item]:
        """What goes into an envelope, on its back, below the reach of the flap."""
        inks, (x, y, w, h) = self.studio.inks, box
        top = h * 0.45
        label: Box = (x + 6, y + top, w - 12, h - top - 5)
        yield Path(rect(*label, 1.5), inks.area("paper"), inks.line("ink"), 0.3)
        yield from self._listed(inset(label, 2), wanted)

    def _listed(self, box: Box, wanted: Wanted) -> Iterator[Item]:
        """The pieces that go in, one a line, in two columns if they are many."""
        x, y, w, h = box
        lines = [self._counted(part, count) for part, count in wanted.holds]
        columns = 1 if len(lines) <= FEW_LINES or len(lines) * LINE <= h else 2
        rows = math.ceil(len(lines) / columns)
        pictures = columns == 1 and h / rows >= PICTURED
        for i, ((part, _), line) in enumerate(zip(wanted.holds, lines, strict=True)):
            column, row = divmod(i, rows)
            cell = (x + 1 + column * w / columns, y + row * h / rows, w / columns - 2, h / rows)
            if pictures:
                side = cell[3] + BETWEEN - 1.2
                room = (x + w * SHOWN - side, cell[1] + 0.6 - BETWEEN / 2, side, side)
                yield from self._in_rows(self._seen(part, wanted.seat)[:1], room, 1.0)
                cell = (x + w * SHOWN + 2, cell[1], w * (1 - SHOWN) - 3, cell[3])
            align = "centre" if columns == 1 and not pictures else "left"
            yield from self.studio.write(line, cell, "label", 10, align=align, floor=8.0, wrap=False)

    def _seen(self, part: str, seat: Seat | None = None) -> list[tuple[str, Outline]]:
        """The fronts of a part, or of a seat's own, each once; of a standee the face that one sees."""
        shape = self.kit.shared.shapes[self.kit.components[part].shape]
        own = [p for p in self.parts.pieces if p.component == part and not p.alternative]
        pieces = {p.front: p for p in own if seat is None or seat.id in p.item.split("/")}
        return [
            (key, rect(0, p.size[1] - shape.base - shape.size[1], *shape.size))
            if p.form == "standee"
            else (key, self.parts.faces[key].outline)
            for key, p in pieces.items()
        ]

    def _counted(self, part: str, count: int) -> str:
        """How many of a part go in. One of several is named without the number: its name speaks of all of them."""
        one_of_several = count == 1 < self.kit.components[part].count
        return self._named(part) if one_of_several else f"**{count}** × {self._named(part)}"

    def _named(self, part: str) -> str:
        return self.kit.components[part].name.in_language(self.studio.lang)

    # --- trays ----------------------------------------------------------------------------------------
    def _tray(self, box: Wanted) -> Iterator[Item]:
        panels = box.net.panels
        said = self.word("box-shared") if box.item == SHARED else self._named(box.item)
        for wall, turn in (("top", 0), ("low", 180), ("left", -90), ("right", 90)):
            yield from self._ground(panels[wall], "lagoon", "waves", turn)
        for wall, turn in (("top", 0), ("low", 180)):
            x, y, w, h = panels[wall]
            yield Group(tuple(self._wall((0, 0, w, h), said)), times(moved(x, y), turned(turn, w / 2, h / 2)))
        x, y, w, h = panels["floor"]
        yield from double_rule(inset(panels["floor"], FLOOR_RULE), self.studio.inks.line("gold"), 0.9, 0.3, 1.4)
        yield from self.studio.write(self.title, (x + 6, y + 5.5, w - 12, 8.5), "title", 16, "deep", spacing=0.08)
        if len(box.holds) > 1:
            high = min(h - 20, TRAY_LINE * len(box.holds))
            yield from self._listed((x + 4, y + 15 + (h - 20 - high) / 2, w - 8, high), box)
            return
        yield from self._listed((x + 4, y + 15, w - 8, PICTURED - 1), box)
        faces = self._seen(box.holds[0][0])
        high = bounds(faces[0][1])[3]
        yield from self._in_rows(faces, (x + 5, y + 21, w - 10, h - 26), max(1.0, h * LARGE / high))

    def _wall(self, wall: Box, said: str) -> Iterator[Item]:
        """The name of what lies in a tray, on a paper label on its wall."""
        inks, (x, y, w, h) = self.studio.inks, wall
        wide, high = min(w - 8, 70.0), min(h - 4, 10.0)
        label: Box = (x + (w - wide) / 2, y + (h - high) / 2, wide, high)
        yield Path(rect(*label, 1.2), inks.area("paper"), inks.line("ink"), 0.3)
        rule = inset(label, 0.8)
        yield Path(rect(*rule, 0.8), stroke=inks.line("gold"), width=0.25)
        size = min(12.0, _size_within(rule[3] / 2))
        yield from self.studio.write(said, inset(rule, CLEAR), "title", size, "deep", floor=min(size, 8.0), wrap=False)


def _outer_cuts(net: Net) -> Iterator[list[Point]]:
    """The cut line without the edges of tabs, in runs from tab to tab."""
    run: list[Point] = []
    for a, b in zip(net.corners, [*net.corners[1:], net.corners[0]], strict=True):
        middle = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
        if any(x <= middle[0] <= x + w and y <= middle[1] <= y + h for x, y, w, h in net.glue):
            if run:
                yield run
            run = []
        else:
            run = [*run, b] if run else [a, b]
    if run:
        yield run


def _past_folds(net: Net) -> Iterator[Box]:
    """The rims of tabs at their folds, onto which colour runs: a fold that is a little off shows no white."""
    for x, y, w, h in net.glue:
        for (ax, ay), (bx, by) in net.folds:
            if ax == bx and min(ay, by) < y + h / 2 < max(ay, by):
                yield from ((at, y, PAST, h) for at, edge in ((x, x), (x + w - PAST, x + w)) if math.isclose(edge, ax))
            elif ay == by and min(ax, bx) < x + w / 2 < max(ax, bx):
                yield from ((x, at, w, PAST) for at, edge in ((y, y), (y + h - PAST, y + h)) if math.isclose(edge, ay))


def _size_within(half: float) -> float:
    """The largest type, in points, that keeps clear of a frame so far above and below the middle of its line."""
    return (half - CLEAR) / ((CAP_HEIGHT / 2 + DESCENT) * PT)
