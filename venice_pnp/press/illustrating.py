"""Pictures of a booklet: parts, the board as a record leaves it, numbers on it and what they mean."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from math import dist

from msgspec import Struct, structs

from venice_pnp.draw.scene import (
    Box,
    Group,
    Item,
    Path,
    Scene,
    bounds,
    ellipse,
    fit,
    moved,
    polyline,
    rect,
    smooth,
    times,
)
from venice_pnp.draw.studio import Studio
from venice_pnp.draw.text import DoesNotFit
from venice_pnp.kit.book import Faces, Note, Situation
from venice_pnp.kit.models import Laid
from venice_pnp.press.order import Manuscript
from venice_pnp.press.parts import Parts, Piece
from venice_pnp.press.preview import shown_face, with_pieces

SPARING = 0.88  # a picture of the board in low ink is smaller: reduced lines stand close
BETWEEN = 2.5  # mm between parts in a row
CLOSE, APART = 1.2, 5.0  # mm between parts of a group, and between groups at least
LABEL, LABELLED = 8.0, 4.8  # points of a label, and mm for it
SMALLEST = 0.1  # the scale below which groups are not reduced
BADGE, ASIDE = 2.5, 4.6  # mm, the radius of a number on a picture, and how far aside and up it stands
HEAD = 2.3  # mm, how long the head of an arrow is


class Drawing(Struct, frozen=True):
    """A picture, drawn from its top left corner."""

    items: tuple[Item, ...]
    width: float
    height: float


class Illustrator:
    def __init__(self, studio: Studio, parts: Parts, manuscript: Manuscript) -> None:
        self.studio, self.parts, self.situate, self.places = studio, parts, manuscript.situate, manuscript.places
        self._boards: dict[tuple[int, float, float | None], Drawing] = {}  # pages are tried more than once
        self._pieces = {(p.component, p.item): p for p in reversed(parts.pieces) if not p.alternative}

    # --- parts ------------------------------------------------------------------------------------------
    def first_of(self, component: str) -> Piece | None:
        return next((p for p in self.parts.pieces if p.component == component and not p.alternative), None)

    def face(self, piece: Piece, box: Box) -> Group:
        """A part as large as it fits into a box, with a thin line round it."""
        return self._edged(shown_face(self.studio.kit, self.parts, piece), box, 0.3)

    def _edged(self, scene: Scene, box: Box, width: float) -> Group:
        edge = Path(scene.outline, stroke=self.studio.inks.line("ink"), width=width)
        x, y, w, h = bounds(scene.outline)
        return Group((Group(scene.items, clip=scene.outline), edge), fit((w, h), box, (x, y)))

    def row(self, faces: Faces, width: float, height: float | None = None) -> Drawing:
        """Parts side by side in their true proportion, in as many rows as they need, or as large as a room allows."""
        if faces.groups:
            return self._groups(faces, width, height)
        shown = [self._named(name) for name in faces.show]
        scale = _scale(shown, faces.height)
        drawn = self._rows(shown, width, scale)
        while height is not None and drawn.height > height:
            scale *= 0.95
            drawn = self._rows(shown, width, scale)
        return drawn

    def _groups(self, faces: Faces, width: float, height: float | None) -> Drawing:
        """Groups side by side, apart as far as there is room, each over its label; all in one line."""
        shown = [[self._named(name) for name in group.show] for group in faces.groups]
        labels = [
            self.studio.kit.filled(group.label.in_language(self.studio.lang), self.studio.lang)
            for group in faces.groups
        ]
        said = [self.studio.fonts["label-bold"].width(label, LABEL) + 1.0 for label in labels]
        scale = _scale([scene for group in shown for scene in group], faces.height)
        while True:
            wide = [_abreast(group, scale, faces.overlap) for group in shown]
            rooms = [max(both) for both in zip(wide, said, strict=True)]
            high = max(bounds(scene.outline)[3] for group in shown for scene in group) * scale
            fits = height is None or high + LABELLED <= height
            if fits and sum(rooms) + APART * (len(rooms) - 1) <= width:
                break
            if scale < SMALLEST:
                raise DoesNotFit(f"the labels '{', '.join(labels)}' do not fit side by side")
            scale *= 0.97
        free = (width - sum(rooms)) / len(rooms)
        items: list[Item] = []
        x = free / 2
        for group, label, room, own in zip(shown, labels, rooms, wide, strict=True):
            at = x + (room - own) / 2
            for scene in group:
                _, _, w, h = bounds(scene.outline)
                items.append(self._edged(scene, (at, high - h * scale, w * scale, h * scale), 0.25))
                at += _step(w * scale, faces.overlap)
            items += self.studio.write(label, (x, high + 1.0, room, 3.6), "label-bold", LABEL, "brick", wrap=False)
            x += room + free
        return Drawing(tuple(items), width, high + LABELLED)

    def _rows(self, shown: Sequence[Scene], width: float, scale: float) -> Drawing:
        rows: list[list[Scene]] = [[]]
        free = width
        for scene in shown:
            wide = bounds(scene.outline)[2] * scale
            if rows[-1] and wide > free:
                rows.append([])
                free = width
            rows[-1].append(scene)
            free -= wide + BETWEEN
        items: list[Item] = []
        y = 0.0
        for row in rows:
            high = max(bounds(scene.outline)[3] for scene in row) * scale
            x = (width - sum(bounds(scene.outline)[2] * scale + BETWEEN for scene in row) + BETWEEN) / 2
            for scene in row:
                _, _, w, h = bounds(scene.outline)
                items.append(self._edged(scene, (x, y + high - h * scale, w * scale, h * scale), 0.25))
                x += w * scale + BETWEEN
            y += high + 2.0
        return Drawing(tuple(items), width, y - 2.0)

    def _named(self, name: str) -> Scene:
        """`vote-token/red/3`, and `vote-token/red/3/back` for its other side."""
        side = "back" if name.endswith("/back") else "front"
        component, _, item = name.removesuffix("/back").partition("/")
        piece = self._pieces.get((component, item or component))
        if piece is None:
            raise DoesNotFit(f"there is no part '{name}' to show")
        return shown_face(self.studio.kit, self.parts, piece, side)

    # --- the board --------------------------------------------------------------------------------------
    def can_be(self, situation: Situation) -> bool:
        return self.situate(situation) is not None

    def board(self, situation: Situation, width: float, height: float | None = None) -> Drawing:
        """The board with the pieces of a record, or the part of it that matters; with what it was like before, if that
        is to be seen too."""
        key = id(situation), width, height
        if key not in self._boards:
            drawn = self._before_and_after if situation.before else self._board
            self._boards[key] = drawn(situation, width, height)
        return self._boards[key]

    def _before_and_after(self, situation: Situation, width: float, height: float | None) -> Drawing:
        kept = len(situation.moves) - situation.before
        earlier = structs.replace(situation, moves=situation.moves[:kept], notes=[], before=0)
        half = (width - 2 * BETWEEN) / 2
        drawn = [self._board(one, half, height) for one in (earlier, situation)]
        items: list[Item] = []
        for n, (picture, word) in enumerate(zip(drawn, ("before", "after"), strict=True)):
            said = self.studio.kit.shared.words[word].in_language(self.studio.lang)
            x = n * (drawn[0].width + 2 * BETWEEN)
            named = self.studio.write(
                said, (0, 0, picture.width, 3.6), "label-bold", 8.0, "brick", align="left", wrap=False
            )
            items += [Group(named, moved(x, 0.0)), Group(picture.items, moved(x, 4.6))]
        return Drawing(tuple(items), 2 * drawn[0].width + 2 * BETWEEN, drawn[0].height + 4.6)

    def _board(self, situation: Situation, width: float, height: float | None) -> Drawing:
        laid = list(self.situate(situation) or ())
        scene = with_pieces(self.studio.kit, self.parts, "board", laid).faces["board"]
        x, y, w, h = situation.part or (0.0, 0.0, scene.width, scene.height)
        scale = width * (SPARING if self.studio.inks.low else 1.0) / w
        scale = scale if height is None else min(scale, height / h)
        cut = rect(x, y, w, h, 2.0 / scale)
        edge = Path(cut, stroke=self.studio.inks.line("ink"), width=0.3 / scale)
        place = (scale, 0.0, 0.0, scale, -x * scale, -y * scale)
        items: list[Item] = [Group((Group(scene.items, clip=cut), edge), place)]
        for way in situation.ways:
            items += self._arrow([((px - x) * scale, (py - y) * scale) for px, py in way])
        for number, note in enumerate(situation.notes, 1):
            text = note.text.in_language(self.studio.lang) if note.text else str(number)
            spot = self._spot(note, laid) if note.thing or not note.at else None
            px, py = note.at or spot or (0.0, 0.0)
            at, within = ((px - x) * scale, (py - y) * scale), (w * scale, h * scale)
            if not (0 <= at[0] <= within[0] and 0 <= at[1] <= within[1]):
                raise DoesNotFit(f"'{note.thing or note.at}' is not on the part of the board that is shown")
            target = note.points or (spot if note.at else None)
            if target:
                tied = (target[0] - x) * scale, (target[1] - y) * scale
                items += self._tied(text, tied, at, within)
            else:
                items += self._badge(text, at, within, note.coin) if note.at else self._beside(text, at, within)
        return Drawing(tuple(items), w * scale, h * scale)

    def _arrow(self, way: Sequence[tuple[float, float]]) -> list[Item]:
        """A line through some spots, with a head where it ends."""
        way = [spot for spot, _ in groupby(way)]
        if len(way) < 2:
            raise DoesNotFit("one of its 'ways' leads nowhere: an arrow goes through two spots at least")
        inks, (tip, before) = self.studio.inks, (way[-1], way[-2])
        far = dist(tip, before)
        along = (tip[0] - before[0]) / far, (tip[1] - before[1]) / far
        foot = tip[0] - along[0] * HEAD, tip[1] - along[1] * HEAD
        side = along[1] * HEAD / 2, -along[0] * HEAD / 2
        head = polyline(
            [tip, (foot[0] + side[0], foot[1] + side[1]), (foot[0] - side[0], foot[1] - side[1])], close=True
        )
        line = smooth([*way[:-1], foot])
        return [
            Path(line, stroke=inks.line("white"), width=1.7),
            Path(head, stroke=inks.line("white"), width=1.0),
            Path(line, stroke=inks.line("brick"), width=0.9),
            Path(head, inks.area("brick")),
        ]

    def _spot(self, note: Note, laid: Iterable[Laid]) -> tuple[float, float]:
        """Where a number points: at a piece that really lies there, or at a place of the board."""
        for one in laid:
            if note.thing in (one.component, f"{one.component}/{one.item}"):
                return one.x, one.y
        place = self.places().get(note.thing)
        if place is None:
            raise DoesNotFit(f"there is no piece and no place '{note.thing}' on this picture of the board")
        x, y, w, h = place
        return x + w / 2, y + h / 2

    def _beside(self, text: str, at: tuple[float, float], within: tuple[float, float]) -> list[Item]:
        """A note beside what it tells about, so that it hides nothing."""
        far = self._wide(text) / 2 - BADGE + ASIDE
        right, down = (1 if at[0] < 2 * far else -1), (1 if at[1] < 2 * ASIDE else -1)
        return self._tied(text, at, (at[0] + right * far, at[1] + down * ASIDE), within)

    def _tied(
        self, text: str, at: tuple[float, float], stands: tuple[float, float], within: tuple[float, float]
    ) -> list[Item]:
        """A note and the line that ties it to what it tells about."""
        inks = self.studio.inks
        line = polyline([at, stands])
        ties = [Path(line, stroke=inks.line("white"), width=0.9), Path(line, stroke=inks.line("ink"), width=0.35)]
        point = Path(ellipse(*at, 0.55), inks.area("brick"), inks.line("ink"), 0.2)
        return [*ties, point, *self._badge(text, stands, within)]

    def _wide(self, text: str) -> float:
        return max(2 * BADGE, self.studio.fonts["label-bold"].width(text, 8.0) + 2.4)

    def _badge(self, text: str, at: tuple[float, float], within: tuple[float, float], coin: bool = False) -> list[Item]:
        """A round number, a coin, or a small plate with a few words; it never leaves its picture."""
        inks, wide = self.studio.inks, self._wide(text)
        x = min(max(at[0] - wide / 2, 0.4), within[0] - wide - 0.4)
        y = min(max(at[1] - BADGE, 0.4), within[1] - 2 * BADGE - 0.4)
        plate = ellipse(x + BADGE, y + BADGE, BADGE) if wide <= 2 * BADGE else rect(x, y, wide, 2 * BADGE, 1.2)
        colour = inks.mixed("gold", "paper", 0.4) if coin else inks.area("brick")
        ground = [Path(plate, colour, inks.line("ink"), 0.4 if coin else 0.25)]
        if coin:
            ground.append(Path(ellipse(x + BADGE, y + BADGE, BADGE - 0.55), stroke=inks.line("ink"), width=0.2))
        written = "ink" if coin or inks.low else "white"
        words = self.studio.write(text, (x, y, wide, 2 * BADGE), "label-bold", 8.0, written, floor=8.0, wrap=False)
        return [*ground, *words]


def _scale(shown: Iterable[Scene], height: float) -> float:
    """By which the highest of some parts is no higher than wanted, and no larger than it is."""
    return min(1.0, height / max(bounds(scene.outline)[3] for scene in shown))


def _abreast(group: Sequence[Scene], scale: float, overlap: float) -> float:
    """How wide the parts of a group are."""
    *others, last = (bounds(scene.outline)[2] * scale for scene in group)
    return sum(_step(wide, overlap) for wide in others) + last


def _step(wide: float, overlap: float) -> float:
    """From the left of a part to the left of the next: beside it, or over so much of it."""
    return wide * (1 - overlap) if overlap else wide + CLOSE


def centred(drawn: Drawing, width: float, y: float = 0.0) -> Group:
    return Group(drawn.items, times(moved((width - drawn.width) / 2, 0.0), moved(0.0, y)))
