"""Which piece it is: faces of the kit, turned and moved, laid over the flattened photo."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil, cos, hypot, radians, sin
from typing import NamedTuple

import cv2
import numpy as np

from venice_pnp.contract.sight import Aspect, Box
from venice_pnp.look.album import SCALE, Picture, Portrait
from venice_pnp.look.flattening import FINE, Flat, largest, total
from venice_pnp.look.standing import Camera, Stance, seen_standing, shrunk, spread, times_finer

ACROSS = 22  # px across a face when it is first compared, whatever its size
UPRIGHT_ACROSS = 44  # the same for what stands
TRACE = 0.15  # of the middle of a face: where less differs from the empty board, it is not tried
LONG = 0.3  # of the square round a face that it fills: with less, it is long, and its ends may show more of it
FOOT = 5.0  # mm round a point between the foot and the middle of what stands, for the same
PLENTY = 200  # pixels of a face: of more, every second one will do at first
TURNS = 24  # angles that are tried first
STANDING = 20  # the same for what stands: it looks alike from behind
LEANS = (-2.5, 2.5)  # degrees, the same
STEEPEST = 6.0  # degrees: what leans farther falls
NEARER = (-5.0, 5.0)  # degrees by which the best of them is bettered
TURNED = [(turn, 0.0) for turn in (-5.0, 0.0, 5.0)]  # the same for what stands,
TILTED = [(turn, lean) for lean in (-3.0, 0.0, 3.0) for turn in (-2.5, 0.0, 2.5)]  # and for what leans
POLISH = [(turn, lean) for turn in (-1.2, 0.0, 1.2) for lean in (-1.5, 0.0, 1.5)]
UNLIKE = 70.0  # of 255: what is farther from the board tells no more
LIES, STANDS = 2.0, 1.0  # how much it tells against a face that it does not fit
ROUGHLY = 0.5  # the same of what stands, and is only about in its place
NOTHING = -1e9  # a face that cannot be seen
DARKEST, SOFT = 0.5, 3.0  # how dark a shadow may be, and how soft, in px
STOOD = 1.0  # pixels a mm at which this is tried
GAIN = (0.82, 1.2)  # how much darker or brighter a piece may be than the board beside it
UPRIGHT = (0.6, 1.5)  # the same for what stands in another light
TELLING = 30  # of 255: where two faces differ by more, they can be told apart
FEWEST, FEWEST_STANDING = 8, 32  # pixels that tell two faces apart
ENOUGH = 0.4  # how much of a face must be in sight


class Fit(NamedTuple):
    """A face at a point of the board, in mm, turned clockwise; how far it is from what is seen, of 255; and how much of
    what is not the empty board it explains."""

    off: float
    look: Aspect
    x: float
    y: float
    turn: float
    lean: float = 0.0
    clears: float = 0.0

    @property
    def stance(self) -> Stance:
        return Stance(self.x, self.y, self.turn, self.lean)


class Search(NamedTuple):
    """What is searched: a flattened photo, what of it is in sight, where something is left that is not the empty board,
    how far it is from that, squared, and how much of a face must be in sight."""

    flat: Flat
    seen: Picture
    left: Picture
    strange: Picture
    enough: float = ENOUGH


def strangeness(flat: Flat) -> Picture:
    """How far all is from the empty board, squared, for all three colours."""
    far: Picture = 3 * np.minimum(flat.differs, UNLIKE) ** 2 * flat.seen
    return far


def out_of_shadow(flat: Flat) -> Picture:
    """The same, where the board in a shadow is no stranger: what stands throws one."""
    both, whole = total(flat.rgb * flat.board), total(flat.board**2)
    dark = cv2.GaussianBlur(both, (0, 0), SOFT) / (cv2.GaussianBlur(whole, (0, 0), SOFT) + 1)
    shaded = flat.rgb - np.clip(dark, DARKEST, 1.0)[:, :, None] * flat.board
    far: Picture = np.minimum(strangeness(flat), total(shaded**2))
    return far


class Stencils:
    """Faces alike in form, turned by all angles, small enough to be tried everywhere: each a square of pixels,
    and where in it the face is. `beside`: from a piece's place to the middle of the square, in mm."""

    def __init__(
        self,
        looks: Sequence[Aspect],
        angles: Sequence[tuple[float, float]],
        faces: Sequence[Picture],
        masks: Sequence[Picture],
        scale: float,
        gain: tuple[float, float] = GAIN,
        beside: tuple[float, float] = (0.0, 0.0),
        tells: float = LIES,
    ) -> None:
        self.tells = tells
        self.looks, self.angles, self.scale, self.gain, self.beside = looks, angles, scale, gain, beside
        self.side = faces[0].shape[0]
        cuts = np.stack(masks)
        rows, columns = np.nonzero(cuts.any(0))
        self.every = 2 if len(rows) > PLENTY else 1
        self.rows, self.columns = rows[:: self.every], columns[:: self.every]
        self.masks = np.repeat(cuts[:, self.rows, self.columns].astype(np.float32), 3, 1)
        pixels = np.stack(faces)[:, self.rows, self.columns].reshape(len(faces), -1).astype(np.float32)
        self.faces = pixels * np.tile(self.masks, (len(looks), 1))
        self.counts = self.masks.sum(1)
        self.part = float(cuts.mean())

    def tried(self, search: Search, box: Box) -> list[Fit]:
        """Every face where it explains most, with its place in the box: the best first, none twice at a point. It is
        tried only where something is left that is not the empty board."""
        margin = (self.side / 2 + 1) / self.scale
        x, y = box[0] + self.beside[0] - margin, box[1] + self.beside[1] - margin
        area = (x, y, box[2] + 2 * margin, box[3] + 2 * margin)
        patch = patch_of(search.flat.rgb, area, self.scale)
        high, wide = patch.shape[0] - self.side + 1, patch.shape[1] - self.side + 1
        if min(high, wide) < 1:
            return []
        known = patch_of(search.seen, area, self.scale) > 0.8
        reach = max(1, round(FOOT * self.scale) if any(self.beside) else self.side // 4)
        there = cv2.blur(patch_of(search.left, area, self.scale), (2 * reach + 1, 2 * reach + 1))
        column, row = (self.side // 2 - round(side * self.scale / 2) for side in self.beside)
        worth = there[row : row + high, column : column + wide].ravel() > TRACE
        if self.part < LONG or search.enough < ENOUGH:
            whole = cv2.blur(patch_of(search.left, area, self.scale), (self.side, self.side))
            half = self.side // 2
            worth |= whole[half : half + high, half : half + wide].ravel() > TRACE * min(self.part, search.enough)
        if not worth.any():
            return []
        strange = patch_of(search.strange, area, self.scale) * known
        off, clears = (np.full((high * wide, len(self.looks)), one, np.float32) for one in (255.0, NOTHING))
        best = np.zeros((high * wide, len(self.looks)), int)
        every, most = self._compared(patch, known, strange, worth, search.enough)
        best[worth] = chosen = most.argmax(2)
        off[worth] = np.take_along_axis(every, chosen[:, :, None], 2)[:, :, 0]
        clears[worth] = most.max(2)
        most = clears.reshape(high, wide, -1)
        found = []
        for number, look in enumerate(self.looks):
            one = np.ascontiguousarray(most[:, :, number])
            highest = (one >= cv2.dilate(one, np.ones((3, 3), np.uint8)) - 1e-6) & (one > NOTHING)
            for row, column in zip(*np.nonzero(highest), strict=True):
                at = x + (column + self.side / 2) / self.scale, y + (row + self.side / 2) / self.scale
                here = row * wide + column
                turn, lean = self.angles[best[here, number]]
                foot_x, foot_y = at[0] - self.beside[0], at[1] - self.beside[1]
                found.append(Fit(float(off[here, number]), look, foot_x, foot_y, turn, lean, float(one[row, column])))
        return sorted(found, key=lambda one: -one.clears)

    def _compared(
        self, patch: Picture, known: Picture, strange: Picture, worth: Picture, enough: float
    ) -> tuple[Picture, Picture]:
        """How far each face at each angle is from what is seen at each point that is worth it, and what it explains."""
        several, across = len(self.looks), patch.shape[1]
        rows, columns = np.divmod(np.nonzero(worth)[0], across - self.side + 1)
        at = (rows * across + columns)[:, None] + (self.rows * across + self.columns)[None, :]
        seen = patch.reshape(-1, 3)[at].reshape(len(rows), -1)
        if known.all():
            both, whole = seen @ self.faces.T, (seen**2) @ self.masks.T
            weight, count = (self.faces**2).sum(1) + 1, self.counts + 1
        else:
            there = np.repeat(known.ravel()[at].astype(np.float32), 3, 1)
            seen = seen * there
            both, whole = seen @ self.faces.T, (seen**2) @ self.masks.T
            weight, count = there @ (self.faces**2).T + 1, there @ self.masks.T + 1
        gain = np.clip(both / weight, *self.gain)
        counts = np.tile(count, several)
        far = np.maximum(np.tile(whole, several) - 2 * gain * both + gain**2 * weight, 0)
        clears = np.tile(strange.ravel()[at] @ self.masks[:, ::3].T, several) - self.tells * far
        hidden = counts < enough * np.tile(self.counts, several)
        off, clears = np.where(hidden, 255.0, np.sqrt(far / counts)), np.where(hidden, NOTHING, clears)
        shape = (len(rows), several, len(self.angles))
        return off.reshape(shape), clears.reshape(shape) * self.every / self.scale**2


def lying(looks: Sequence[Aspect], drawn: FineFaces) -> Stencils:
    """The faces of one component that lie flat."""
    wide, high = drawn.portraits[looks[0]].size
    reach = hypot(wide, high) / 2
    scale = min(FINE, ACROSS / (2 * reach))
    side = 2 * ceil(reach * scale) + 1
    angles = [i * 360 / TURNS for i in range(TURNS)]
    small = {look: _small(drawn.softened(look), scale) for look in looks}
    cut = _small(drawn.portraits[looks[0]].mask, scale)
    masks = [_turned(cut, angle, side) > 200 for angle in angles]
    faces = [_turned(small[look], angle, side) for look in looks for angle in angles]
    return Stencils(looks, [(angle, 0.0) for angle in angles], faces, masks, scale)


def upright(looks: Sequence[Aspect], drawn: FineFaces, at: tuple[float, float], camera: Camera) -> Stencils:
    """The faces of one component that stand about a point."""
    middle, reach = spread(drawn.portraits[looks[0]], at, camera)
    scale = min(1.0, UPRIGHT_ACROSS / (2 * reach))
    side = 2 * ceil(reach * scale) + 1
    angles = [(i * 180 / STANDING, lean) for i in range(STANDING) for lean in LEANS]
    faces, masks = [], []
    for look in looks:
        portrait = drawn.from_afar(look, scale)
        for angle in angles:
            face, mask = seen_standing(portrait, Stance(*at, *angle), camera, scale, side, middle)
            faces.append(face)
            masks.append(mask > 0)
    beside = (float(middle[0] - at[0]), float(middle[1] - at[1]))
    return Stencils(looks, angles, faces, masks[: len(angles)], scale, UPRIGHT, beside, ROUGHLY)


def bettered(search: Search, match: Fit, faces: FineFaces) -> Fit:
    """The same flat face, more finely: angles between, and every point within a mm or two."""
    reach = hypot(*faces.portraits[match.look].size) / 2
    side = 2 * ceil(reach * FINE) + 1
    margin = max(2, round(2.6 * reach / ACROSS * FINE))
    patch, known, strange, corner = _around(search, (match.x, match.y), side, margin)
    best = match._replace(off=255.0, clears=NOTHING)
    for step in (0.0, *NEARER):
        face, mask = faces.turned(match.look, match.turn + step, side)
        off, clears, (column, row) = _most(patch, known, strange, face, mask, GAIN, LIES, search.enough)
        if clears > best.clears:
            x, y = corner[0] + (column + side / 2) / FINE, corner[1] + (row + side / 2) / FINE
            best = Fit(off, match.look, x, y, (match.turn + step) % 360, 0.0, clears)
    return best._replace(clears=best.clears / FINE**2)


def stood_finely(search: Search, match: Fit, faces: FineFaces) -> Fit:
    """The same for what stands."""
    return _bettered_by(TURNED, search, match, faces)


def polished(search: Search, match: Fit, faces: FineFaces) -> Fit:
    """Something that stands, which may also lean, after all turns and tilts that better it."""
    return _bettered_by(POLISH, search, _bettered_by(TILTED, search, match, faces), faces)


def _bettered_by(steps: Sequence[tuple[float, float]], search: Search, match: Fit, faces: FineFaces) -> Fit:
    """Turned and tilted by each of these steps, where it explains most; what is seen there is looked up once."""
    portrait, camera = faces.from_afar(match.look, STOOD), search.flat.camera
    middle, reach = spread(portrait, (match.x, match.y), camera)
    side, margin = 2 * ceil(reach * STOOD) + 1, max(3, round(2.5 * reach / UPRIGHT_ACROSS * STOOD))
    patch, known, strange, _ = _around(search, (middle[0], middle[1]), side, margin, STOOD)
    best = match._replace(off=255.0, clears=NOTHING)
    for turn, lean in steps:
        one = match._replace(turn=(match.turn + turn) % 360, lean=match.lean + lean)
        if abs(one.lean) > STEEPEST:
            continue
        face, cut = seen_standing(portrait, one.stance, camera, STOOD, side, middle)
        mask = _thrice(cut > 0)
        face = cv2.GaussianBlur(face, (0, 0), 0.6) * mask
        off, clears, (column, row) = _most(patch, known, strange, face, mask, UPRIGHT, STANDS, search.enough)
        if clears / STOOD**2 > best.clears:
            x, y = match.x + (column - margin) / STOOD, match.y + (row - margin) / STOOD
            best = one._replace(off=off, x=x, y=y, clears=clears / STOOD**2)
    return best


class FineFaces:
    """The portraits of a kit as finely as a photo is flattened, and as soft as it is; each is made small once."""

    def __init__(self, portraits: Mapping[Aspect, Portrait], soft: float = 1.0) -> None:
        self.portraits, self.soft = portraits, soft
        self._small: dict[Aspect, tuple[Picture, Picture]] = {}
        self._afar: dict[tuple[Aspect, int], Portrait] = {}

    def from_afar(self, look: Aspect, scale: float) -> Portrait:
        """Something that stands, in as many pixels as it is drawn with at so many a mm."""
        times = times_finer(scale)
        if (look, times) not in self._afar:
            self._afar[look, times] = shrunk(self.portraits[look], times)
        return self._afar[look, times]

    def small(self, look: Aspect) -> tuple[Picture, Picture]:
        """A flat face as it is, and where it is."""
        if look not in self._small:
            rgb, mask, part = self.softened(look), self.portraits[look].mask, FINE / SCALE
            self._small[look] = (
                cv2.resize(rgb, None, fx=part, fy=part),
                cv2.resize(mask, None, fx=part, fy=part),
            )
        return self._small[look]

    def softened(self, look: Aspect) -> Picture:
        """A flat face in all its pixels, no sharper than the photo."""
        return cv2.GaussianBlur(self.portraits[look].rgb, (0, 0), self.soft * SCALE / FINE)

    def turned(self, look: Aspect, turn: float, side: int) -> tuple[Picture, Picture]:
        """A flat face round the middle of a square, and where it is."""
        rgb, cut = self.small(look)
        mask = _thrice(_turned(cut, turn, side) > 200)
        return _turned(rgb, turn, side).astype(np.float32) * mask, mask

    def shown(self, match: Fit, camera: Camera) -> tuple[Picture, Picture, tuple[int, int]]:
        """A piece as it would be seen where it is, where in its square it is, and the square's corner in pixels."""
        portrait, at = self.portraits[match.look], (match.x, match.y)
        if portrait.height:
            middle, reach = spread(portrait, at, camera)
            side = 2 * ceil(reach * FINE) + 1
            corner = (round(middle[0] * FINE - side / 2), round(middle[1] * FINE - side / 2))
            about = (np.array(corner) + side / 2) / FINE
            face, cut = seen_standing(portrait, match.stance, camera, FINE, side, about)
            return cv2.GaussianBlur(face, (0, 0), 0.8), cut > 0, corner
        side = 2 * ceil(hypot(*portrait.size) / 2 * FINE) + 1
        face, mask = self.turned(match.look, match.turn, side)
        return face, mask[:, :, 0] > 0, (round(match.x * FINE - side / 2), round(match.y * FINE - side / 2))


def contested(
    flat: Flat, match: Fit, rivals: Sequence[Aspect], faces: FineFaces, seen: Picture, keeps: float = 1.0
) -> tuple[Fit, float]:
    """Which of the faces that may be there it is, judged only by what tells it from the others: the winner, and how far
    off it is there against the next one (0: far nearer, 1: no difference). `keeps`: how far off another must be against
    it, to win."""
    others = [look for look in rivals if look != match.look]
    if not others:
        return match, 0.0
    stands = bool(faces.portraits[match.look].height)
    here, known, shown = (_as_it_stands if stands else _laid_straight)(flat, match, [match.look, *others], faces, seen)
    if known.sum() < FEWEST:
        return match, 1.0
    gains = UPRIGHT if stands else GAIN
    off = {look: _apart(here, face, known, gains) for look, face in shown.items()}
    winner, closest = match.look, 0.0
    for look in others:
        tells = known & (largest(cv2.absdiff(shown[winner], shown[look])) > TELLING)
        if tells.sum() < (FEWEST_STANDING if stands else FEWEST):
            closest = 1.0
            continue
        near, far = (float(np.sqrt(off[one][tells].mean())) for one in (winner, look))
        if far < (keeps if winner == match.look else 1.0) * near:
            winner, near, far = look, far, near
        closest = max(closest, near / max(far, 1.0))
    return match._replace(look=winner), closest


def _apart(here: Picture, face: Picture, known: Picture, gains: tuple[float, float]) -> Picture:
    """How far a face is off at each point, squared, if it is as bright as it is as a whole."""
    a, b = here[known], face[known]
    gain = float(np.clip((a * b).sum() / max((b * b).sum(), 1.0), *gains))
    far: Picture = total((here - np.float32(gain) * face) ** 2) / 3
    return far


Shown = tuple[Picture, Picture, dict[Aspect, Picture]]


def _as_it_stands(flat: Flat, match: Fit, looks: Sequence[Aspect], faces: FineFaces, seen: Picture) -> Shown:
    """What is seen where a piece stands, where that is known, and each face as it would be seen there."""
    _, cut, (x, y) = faces.shown(match, flat.camera)
    part, inner = clipped(x, y, cut.shape[0], seen.shape)
    shown = {look: faces.shown(match._replace(look=look), flat.camera)[0][inner] for look in looks}
    return flat.rgb[part], cut[inner] & seen[part], shown


def _laid_straight(flat: Flat, match: Fit, looks: Sequence[Aspect], faces: FineFaces, seen: Picture) -> Shown:
    """The same of a piece that lies, turned back as it was drawn: one turn for all faces."""
    cut = faces.small(match.look)[1]
    high, wide = cut.shape
    angle = radians(match.turn)
    turn = np.array([[cos(angle), -sin(angle)], [sin(angle), cos(angle)]])
    at = np.array([match.x, match.y]) * FINE - 0.5
    way = np.column_stack([turn, at - turn @ np.array([wide / 2 - 0.5, high / 2 - 0.5])])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    x, y, reach = int(at[0]), int(at[1]), int(hypot(high, wide) / 2) + 3
    part, _ = clipped(x - reach, y - reach, 2 * reach, seen.shape)
    way[:, 2] -= (part[1].start, part[0].start)
    if not seen[part].size:
        return np.zeros((high, wide, 3), np.float32), np.zeros((high, wide), bool), {}
    here = cv2.warpAffine(flat.rgb[part], way, (wide, high), flags=flags)
    known = cv2.warpAffine(seen[part].astype(np.uint8) * 255, way, (wide, high), flags=flags) > 230
    shown = {look: _fitting(faces.small(look)[0], (wide, high)) for look in looks}
    return here, known & (cut > 200), shown


def _fitting(face: Picture, size: tuple[int, int]) -> Picture:
    """Faces of one component are of one size, but for a pixel."""
    return (face if face.shape[1::-1] == size else cv2.resize(face, size)).astype(np.float32)


def clipped(x: int, y: int, side: int, shape: tuple[int, ...]) -> tuple[tuple[slice, slice], tuple[slice, slice]]:
    """The part of a picture under a square, and the part of the square that is over the picture."""
    a, b, c, d = max(0, y), min(shape[0], y + side), max(0, x), min(shape[1], x + side)
    b, d = max(a, b), max(c, d)
    return (slice(a, b), slice(c, d)), (slice(a - y, b - y), slice(c - x, d - x))


def _thrice(mask: Picture) -> Picture:
    once = mask.astype(np.float32)
    return cv2.merge([once, once, once])


def _around(
    search: Search, at: tuple[float, float], side: int, margin: int, scale: float = FINE
) -> tuple[Picture, Picture, Picture, tuple[float, float]]:
    """What is seen round a point, where anything is known of it, how far it is from the empty board, and its corner in
    mm."""
    half = (side / 2 + margin) / scale
    corner = (at[0] - half, at[1] - half)
    box = (*corner, 2 * half, 2 * half)
    known = patch_of(search.seen, box, scale) > 0.8
    each = _thrice(known)
    return patch_of(search.flat.rgb, box, scale) * each, each, patch_of(search.strange, box, scale) * known, corner


def _small(picture: Picture, scale: float) -> Picture:
    """A face as small as it is first compared."""
    part = scale / SCALE
    return cv2.resize(picture, None, fx=part, fy=part, interpolation=cv2.INTER_AREA) if part < 1 else picture


def _turned(picture: Picture, angle: float, side: int) -> Picture:
    """A face round the middle of a square."""
    high, wide = picture.shape[:2]
    way = cv2.getRotationMatrix2D((wide / 2 - 0.5, high / 2 - 0.5), -angle, 1.0)
    way[:, 2] += (side / 2 - wide / 2, side / 2 - high / 2)
    return cv2.warpAffine(picture, way, (side, side), flags=cv2.INTER_LINEAR)


def patch_of(picture: Picture, box: Box, scale: float) -> Picture:
    """A part of the flattened photo, at so many pixels a mm; beyond the board nothing is seen."""
    x, y, w, h = box
    size = (round(w * scale), round(h * scale))
    a, b = max(0, int(y * FINE) - 8), max(0, int(x * FINE) - 8)
    picture = picture[a : int((y + h) * FINE) + 8, b : int((x + w) * FINE) + 8].astype(np.float32)
    if not picture.size:
        return np.zeros((size[1], size[0], *picture.shape[2:]), np.float32)
    x, y = x - b / FINE, y - a / FINE
    if scale < FINE:
        picture = cv2.GaussianBlur(picture, (0, 0), 0.45 * FINE / scale)
    step = FINE / scale
    way = np.array([[step, 0, x * FINE + step / 2 - 0.5], [0, step, y * FINE + step / 2 - 0.5]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return cv2.warpAffine(picture, way, size, flags=flags, borderMode=cv2.BORDER_CONSTANT)


def _most(
    patch: Picture,
    known: Picture,
    strange: Picture,
    face: Picture,
    mask: Picture,
    gain: tuple[float, float],
    tells: float,
    enough: float,
) -> tuple[float, float, tuple[int, int]]:
    """How far a face is from what is seen where it explains most, how much that is, and where."""
    off, count = _off(patch, known, face, mask, gain, enough)
    clears = cv2.matchTemplate(strange, mask[:, :, 0], cv2.TM_CCORR) - tells * off**2 * count
    _, most, _, (column, row) = cv2.minMaxLoc(np.where(off < 255, clears, np.float32(NOTHING)))
    return float(off[row, column]), float(most), (int(column), int(row))


def _off(
    patch: Picture, known: Picture, face: Picture, mask: Picture, gain: tuple[float, float], enough: float
) -> tuple[Picture, Picture]:
    """How far a face is from what is seen at every point, and how much of it is known there."""
    both, once = cv2.matchTemplate(patch, face, cv2.TM_CCORR), np.ascontiguousarray(mask[:, :, 0])
    whole = cv2.matchTemplate(total(patch**2), once, cv2.TM_CCORR)
    weight, count = np.maximum((face**2).sum(), 1), np.full_like(both, max(float(mask.sum()), 1.0))
    if not known.all():
        here = np.ascontiguousarray(known[:, :, 0])
        weight = np.maximum(cv2.matchTemplate(here, total(face**2), cv2.TM_CCORR), 1)
        count = np.maximum(3 * cv2.matchTemplate(here, once, cv2.TM_CCORR), 1)
    bright = np.clip(both / weight, *gain)
    off = np.sqrt(np.maximum(whole - 2 * bright * both + bright**2 * weight, 0) / count)
    return np.where(count < enough * mask.sum(), np.float32(255.0), off), count
