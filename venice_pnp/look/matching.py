"""Which piece it is: faces of the kit, turned and moved, laid over the flattened photo."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil, cos, hypot, radians, sin
from typing import NamedTuple

import cv2
import numpy as np

from venice_pnp.contract.sight import Aspect, Box
from venice_pnp.look.album import SCALE, Picture, Portrait
from venice_pnp.look.flattening import FINE, Flat
from venice_pnp.look.standing import Camera, Stance, seen_standing, spread

ACROSS = 22  # px across a face when it is first compared, whatever its size
UPRIGHT_ACROSS = 44  # the same for what stands
TRACE = 0.15  # of the middle of a face: where less differs from the empty board, it is not tried
FOOT = 5.0  # mm round a point between the foot and the middle of what stands, for the same
PLENTY = 200  # pixels of a face: of more, every second one will do at first
TURNS = 24  # angles that are tried first
STANDING = 20  # the same for what stands: it looks alike from behind
NEARER = (-5.0, 5.0)  # degrees by which the best of them is bettered
TURNED = [(turn, 0.0) for turn in (-5.0, 0.0, 5.0)]  # the same for what stands,
TILTED = [(turn, lean) for lean in (-3.0, 0.0, 3.0) for turn in (-2.5, 0.0, 2.5)]  # and for what leans
POLISH = [(turn, lean) for turn in (-1.2, 0.0, 1.2) for lean in (-1.5, 0.0, 1.5)]
RIM = 7  # px: so near to what stands, the board should be seen
UNLIKE = 70.0  # of 255: farther from it tells no more
STOOD = 1.0  # pixels a mm at which this is tried
GAIN = (0.82, 1.2)  # how much darker or brighter a piece may be than the board beside it
UPRIGHT = (0.6, 1.5)  # the same for what stands in another light
TELLING = 30  # of 255: where two faces differ by more, they can be told apart
FEWEST = 8  # pixels that tell two faces apart
ENOUGH = 0.4  # how much of a face must be in sight


class Fit(NamedTuple):
    """A face at a point of the board, in mm, turned clockwise; and how far it is from what is seen, of 255."""

    off: float
    look: Aspect
    x: float
    y: float
    turn: float
    lean: float = 0.0

    @property
    def stance(self) -> Stance:
        return Stance(self.x, self.y, self.turn, self.lean)


class Stencils:
    """Faces alike in form, turned by all angles, small enough to be tried everywhere: each a square of pixels,
    and where in it the face is. `beside`: from a piece's place to the middle of the square, in mm."""

    def __init__(
        self,
        looks: Sequence[Aspect],
        angles: Sequence[float],
        faces: Sequence[Picture],
        masks: Sequence[Picture],
        scale: float,
        gain: tuple[float, float] = GAIN,
        beside: tuple[float, float] = (0.0, 0.0),
    ) -> None:
        self.looks, self.angles, self.scale, self.gain, self.beside = looks, angles, scale, gain, beside
        self.side = faces[0].shape[0]
        cuts = np.stack(masks)
        rows, columns = np.nonzero(cuts.any(0))
        every = slice(None, None, 2 if len(rows) > PLENTY else 1)
        self.rows, self.columns = rows[every], columns[every]
        self.masks = np.repeat(cuts[:, self.rows, self.columns].astype(np.float32), 3, 1)
        pixels = np.stack(faces)[:, self.rows, self.columns].reshape(len(faces), -1).astype(np.float32)
        self.faces = pixels * np.tile(self.masks, (len(looks), 1))
        self.counts = self.masks.sum(1)

    def tried(self, flat: Flat, box: Box, seen: Picture, left: Picture) -> list[Fit]:
        """Every face where it fits best, with its place in the box: the best first, none twice at a point. It is tried
        only where something is `left` that is not the empty board."""
        margin = (self.side / 2 + 1) / self.scale
        x, y = box[0] + self.beside[0] - margin, box[1] + self.beside[1] - margin
        area = (x, y, box[2] + 2 * margin, box[3] + 2 * margin)
        patch = patch_of(flat.rgb, area, self.scale)
        high, wide = patch.shape[0] - self.side + 1, patch.shape[1] - self.side + 1
        if min(high, wide) < 1:
            return []
        known = patch_of(seen, area, self.scale) > 0.8
        reach = max(1, round(FOOT * self.scale) if any(self.beside) else self.side // 4)
        there = cv2.blur(patch_of(left, area, self.scale), (2 * reach + 1, 2 * reach + 1))
        column, row = (self.side // 2 - round(side * self.scale / 2) for side in self.beside)
        worth = there[row : row + high, column : column + wide].ravel() > TRACE
        if not worth.any():
            return []
        off = np.full((high * wide, len(self.looks)), 255.0, np.float32)
        best = np.zeros((high * wide, len(self.looks)), int)
        every = self._compared(patch, known, worth)
        best[worth] = every.argmin(2)
        off[worth] = every.min(2)
        least = off.reshape(high, wide, -1)
        found = []
        for number, look in enumerate(self.looks):
            one = np.ascontiguousarray(least[:, :, number])
            lowest = (one <= cv2.erode(one, np.ones((3, 3), np.uint8)) + 1e-6) & (one < 255)
            for row, column in zip(*np.nonzero(lowest), strict=True):
                at = x + (column + self.side / 2) / self.scale, y + (row + self.side / 2) / self.scale
                turn = self.angles[best[row * wide + column, number]]
                found.append(Fit(float(one[row, column]), look, at[0] - self.beside[0], at[1] - self.beside[1], turn))
        return sorted(found)

    def _compared(self, patch: Picture, known: Picture, worth: Picture) -> Picture:
        """How far each face at each angle is from what is seen at each point that is worth it."""
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
        off = np.sqrt(np.maximum(np.tile(whole, several) - 2 * gain * both + gain**2 * weight, 0) / counts)
        off = np.where(counts < ENOUGH * np.tile(self.counts, several), 255.0, off)
        return off.reshape(len(rows), several, len(self.angles))


def lying(looks: Sequence[Aspect], portraits: Mapping[Aspect, Portrait]) -> Stencils:
    """The faces of one component that lie flat."""
    wide, high = portraits[looks[0]].size
    reach = hypot(wide, high) / 2
    scale = min(FINE, ACROSS / (2 * reach))
    side = 2 * ceil(reach * scale) + 1
    angles = [i * 360 / TURNS for i in range(TURNS)]
    small = {look: _small(portraits[look].rgb, scale) for look in looks}
    cut = _small(portraits[looks[0]].mask, scale)
    masks = [_turned(cut, angle, side) > 200 for angle in angles]
    faces = [_turned(small[look], angle, side) for look in looks for angle in angles]
    return Stencils(looks, angles, faces, masks, scale)


def upright(
    looks: Sequence[Aspect], portraits: Mapping[Aspect, Portrait], at: tuple[float, float], camera: Camera
) -> Stencils:
    """The faces of one component that stand about a point."""
    middle, reach = spread(portraits[looks[0]], at, camera)
    scale = min(1.0, UPRIGHT_ACROSS / (2 * reach))
    side = 2 * ceil(reach * scale) + 1
    angles = [i * 180 / STANDING for i in range(STANDING)]
    faces, masks = [], []
    for look in looks:
        for angle in angles:
            face, mask = seen_standing(portraits[look], Stance(*at, angle), camera, scale, side, middle)
            faces.append(face)
            masks.append(mask > 0)
    beside = (float(middle[0] - at[0]), float(middle[1] - at[1]))
    return Stencils(looks, angles, faces, masks[: len(angles)], scale, UPRIGHT, beside)


def bettered(flat: Flat, match: Fit, faces: FineFaces, seen: Picture) -> Fit:
    """The same flat face, more finely: angles between, and every point within a mm or two."""
    reach = hypot(*faces.portraits[match.look].size) / 2
    side = 2 * ceil(reach * FINE) + 1
    margin = max(2, round(2.6 * reach / ACROSS * FINE))
    patch, known, corner = _around(flat, (match.x, match.y), side, margin, seen)
    best = match._replace(off=255.0)
    for step in (0.0, *NEARER):
        face, mask = faces.turned(match.look, match.turn + step, side)
        off, (column, row) = _least(patch, known, face, mask, GAIN)
        if off < best.off:
            x, y = corner[0] + (column + side / 2) / FINE, corner[1] + (row + side / 2) / FINE
            best = Fit(off, match.look, x, y, (match.turn + step) % 360)
    return best


def stood_finely(flat: Flat, match: Fit, faces: FineFaces, seen: Picture) -> Fit:
    """The same for what stands."""
    return _bettered_by(TURNED, flat, match, faces, seen)


def polished(flat: Flat, match: Fit, faces: FineFaces, seen: Picture) -> Fit:
    """Something that stands, which may also lean, after all turns and tilts that better it."""
    return _bettered_by(POLISH, flat, _bettered_by(TILTED, flat, match, faces, seen), faces, seen)


def _bettered_by(steps: Sequence[tuple[float, float]], flat: Flat, match: Fit, faces: FineFaces, seen: Picture) -> Fit:
    tried = (
        _nearest(flat, match._replace(turn=(match.turn + turn) % 360, lean=match.lean + lean), faces, seen)
        for turn, lean in steps
    )
    return min(tried)[1]


def _nearest(flat: Flat, match: Fit, faces: FineFaces, seen: Picture) -> tuple[float, Fit]:
    """Something that stands, turned and tilted like this: where it fits best with the board beside it, and how well."""
    portrait = faces.portraits[match.look]
    middle, reach = spread(portrait, (match.x, match.y), flat.camera)
    side, margin = 2 * ceil(reach * STOOD) + 1, max(3, round(2.5 * reach / UPRIGHT_ACROSS * STOOD))
    patch, known, _ = _around(flat, (middle[0], middle[1]), side, margin, seen, STOOD)
    face, cut = seen_standing(portrait, match.stance, flat.camera, STOOD, side, middle)
    mask = _thrice(cut > 0)
    rim = ((cv2.dilate(cut, np.ones((RIM, RIM), np.uint8)) > 0) & (cut == 0)).astype(np.float32)
    half = (side / 2 + margin) / STOOD
    differs = patch_of(flat.differs, (middle[0] - half, middle[1] - half, 2 * half, 2 * half), STOOD) * known[:, :, 0]
    beside = cv2.matchTemplate(np.minimum(differs, UNLIKE) ** 2, rim, cv2.TM_CCORR) * 3
    face = cv2.GaussianBlur(face, (0, 0), 0.6) * mask
    off, count = _off(patch, known, face, mask, UPRIGHT)
    whole = np.where(off < 255, np.sqrt((off**2 * count + beside) / (count + 3 * rim.sum())), off)
    least, _, (column, row), _ = cv2.minMaxLoc(whole)
    x, y = match.x + (column - margin) / STOOD, match.y + (row - margin) / STOOD
    return float(least), match._replace(off=float(off[row, column]), x=x, y=y)


class FineFaces:
    """The portraits of a kit as finely as a photo is flattened; each is made small once."""

    def __init__(self, portraits: Mapping[Aspect, Portrait]) -> None:
        self.portraits = portraits
        self._small: dict[Aspect, tuple[Picture, Picture]] = {}

    def small(self, look: Aspect) -> tuple[Picture, Picture]:
        """A flat face as it is, and where it is."""
        if look not in self._small:
            portrait, part = self.portraits[look], FINE / SCALE
            soft = cv2.GaussianBlur(portrait.rgb, (0, 0), 1.0 / part)
            self._small[look] = (
                cv2.resize(soft, None, fx=part, fy=part),
                cv2.resize(portrait.mask, None, fx=part, fy=part),
            )
        return self._small[look]

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
        tells = known & (np.abs(shown[winner] - shown[look]).max(2) > TELLING)
        if tells.sum() < FEWEST:
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
    far: Picture = ((here - gain * face) ** 2).mean(2)
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
    return mask.astype(np.float32)[:, :, None] * np.ones(3, np.float32)


def _around(
    flat: Flat, at: tuple[float, float], side: int, margin: int, seen: Picture, scale: float = FINE
) -> tuple[Picture, Picture, tuple[float, float]]:
    """What is seen round a point, where anything is known of it, and its corner in mm."""
    half = (side / 2 + margin) / scale
    corner = (at[0] - half, at[1] - half)
    box = (*corner, 2 * half, 2 * half)
    known = _thrice(patch_of(seen, box, scale) > 0.8)
    return patch_of(flat.rgb, box, scale) * known, known, corner


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
    """A part of the flattened photo, at so many pixels a mm; beyond the board, as its edge."""
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
    return cv2.warpAffine(picture, way, size, flags=flags, borderMode=cv2.BORDER_REPLICATE)


def _least(
    patch: Picture, known: Picture, face: Picture, mask: Picture, gain: tuple[float, float]
) -> tuple[float, tuple[int, int]]:
    """How far a face is from what is seen, and at which point it is nearest."""
    least, _, (column, row), _ = cv2.minMaxLoc(_off(patch, known, face, mask, gain)[0])
    return float(least), (int(column), int(row))


def _off(
    patch: Picture, known: Picture, face: Picture, mask: Picture, gain: tuple[float, float]
) -> tuple[Picture, Picture]:
    """How far a face is from what is seen at every point, and how much of it is known there."""
    both = cv2.matchTemplate(patch, face, cv2.TM_CCORR)
    whole = cv2.matchTemplate(patch**2, mask, cv2.TM_CCORR)
    weight, count = np.maximum((face**2).sum(), 1), np.full_like(both, max(float(mask.sum()), 1.0))
    if not known.all():
        weight = np.maximum(cv2.matchTemplate(known, face**2, cv2.TM_CCORR), 1)
        count = np.maximum(cv2.matchTemplate(known, mask, cv2.TM_CCORR), 1)
    bright = np.clip(both / weight, *gain)
    off = np.sqrt(np.maximum(whole - 2 * bright * both + bright**2 * weight, 0) / count)
    return np.where(count < ENOUGH * mask.sum(), np.float32(255.0), off), count
