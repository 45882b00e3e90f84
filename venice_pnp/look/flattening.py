"""A photo of the board as if it lay under an even light, seen from straight above: what is left is what lies on it."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from msgspec import Struct

from venice_pnp.look.album import SCALE, Album, Picture
from venice_pnp.look.finding import Found, bent

FINE = 2  # pixels a mm of a flattened photo
LATTICE = 16  # px between points that are looked up in the photo; a power of two, so that those between are exact
LOOKS = (
    (36, 64, 4.0),
    (28, 36, 5.0),
    (22, 26, 3.0),
)  # mm: between points where the paper's shift is measured, how much is compared
# there, and how far it may be off; first coarsely, then what is left of it, nearer to the edges
CLEAR, CLEARLY = 0.08, 0.55  # how clear a shift must be, and how clear if it is not like those around it
LITTLE = 6.0  # of 255: where no more of the board is seen, the light is that from farther round
SMALL = 0.25  # of a flattened photo: where light is measured
WIDE, NEAR = 40.0, 12.0  # mm over which light is evened out, first and last
SPOT = 16.0  # mm over which a mirrored lamp is measured
STILL = 70.0  # of 255: what differs more from the board is something else, whatever lamp is mirrored there
FLAT = 300.0  # of 255, squared: how much the board must vary to tell of one
DEEP, DEEPEST = 0.9, 0.35  # of the board's own depth: with more there is none, with less nothing can be told
PLAY = 1  # px within which a line of the board may be found
BURNT = 250  # of 255: nothing is known of what is so bright
PALE = 200  # of 255: what is drawn so pale may well be burnt
NOISE = 14.0  # of 255: less tells nothing
SOFT = (0.6, 0.8, 1.0, 1.2, 1.5, 1.8)  # px: how soft a photo may be


class Flat(Struct, frozen=True):
    """RGB in the board's own colours, where anything is known of it, and how far it is from the empty board."""

    rgb: Picture
    board: Picture  # as it is drawn, for comparison
    seen: Picture
    differs: Picture
    camera: tuple[float, float, float]
    soft: float = 1.0  # px by which it is less sharp than it is drawn


def flatten(photo: Picture, found: Found, album: Album) -> Flat:
    board = cv2.resize(album.board, None, fx=FINE / SCALE, fy=FINE / SCALE, interpolation=cv2.INTER_AREA)
    off_x = off_y = np.zeros(board.shape[:2], np.float32)
    x, y = _grid(found, photo.shape, off_x, off_y)
    straight, drawn = cv2.remap(photo, x, y, cv2.INTER_LINEAR), _lines(board)
    for step, window, most in LOOKS:
        dx, dy = _shifts(_lines(straight), drawn, step, window, most)
        off_x, off_y = off_x + dx, off_y + dy
        x, y = _grid(found, photo.shape, off_x, off_y)
        straight = cv2.remap(photo, x, y, cv2.INTER_LINEAR)
    inside = (x > 0) & (y > 0) & (x < photo.shape[1] - 1) & (y < photo.shape[0] - 1)
    burnt = (largest(255 - straight) <= 255 - BURNT) & (largest(255 - board) > 255 - PALE)
    seen = inside & ~cv2.dilate(burnt.astype(np.uint8), np.ones((5, 5), np.uint8)).astype(bool)
    rgb = _even(straight.astype(np.float32), board.astype(np.float32), seen)
    differs = difference(rgb, board)
    soft = softness(rgb, board, seen & (differs < NOISE))
    return Flat(rgb, board.astype(np.float32), seen, differs, found.camera, soft)


def softness(rgb: Picture, board: Picture, empty: Picture) -> float:
    """By how much what is drawn must be blurred to look as it is seen, where nothing lies."""
    seen, drawn = (one[:, :, 1].astype(np.float32) for one in (rgb, board))
    return min(SOFT, key=lambda soft: float(((cv2.GaussianBlur(drawn, (0, 0), soft) - seen)[empty] ** 2).sum()))


def _grid(found: Found, shape: Any, dx: Picture, dy: Picture) -> tuple[Picture, Picture]:
    """Where each pixel of the board is in the photo, if the paper is shifted by so many: reckoned at every so many
    pixels, and drawn out between them."""
    high, wide = dx.shape
    rows, columns = (np.arange(0, side + LATTICE, LATTICE) for side in (high, wide))
    at = np.ix_(rows.clip(max=high - 1), columns.clip(max=wide - 1))
    x = (columns.astype(np.float32)[None, :] + 0.5 + dx[at]) / FINE
    y = (rows.astype(np.float32)[:, None] + 0.5 + dy[at]) / FINE
    w = found.way.astype(np.float32)
    z = w[2, 0] * x + w[2, 1] * y + w[2, 2]
    x, y = (w[0, 0] * x + w[0, 1] * y + w[0, 2]) / z, (w[1, 0] * x + w[1, 1] * y + w[1, 2]) / z
    if found.bend:
        x, y = bent(x, y, found.bend, shape)
    wider, flags = np.diag([1 / LATTICE, 1 / LATTICE, 1.0])[:2], cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    x, y = (cv2.warpAffine(one - 0.5, wider, (wide, high), flags=flags) for one in (x, y))
    return x, y


# --- paper --------------------------------------------------------------------------------------------------
def _shifts(b: Picture, a: Picture, step: float, size: int, most: float) -> tuple[Picture, Picture]:
    """By how many pixels the paper lies beside its place, everywhere: measured where it is clear, and between."""
    half = size * FINE // 2
    high, wide = a.shape
    xs = np.linspace(half, wide - half, round(wide / FINE / step)).astype(int)
    ys = np.linspace(half, high - half, round(high / FINE / step)).astype(int)
    window = cv2.createHanningWindow((2 * half, 2 * half), cv2.CV_32F)
    at, off, how = [], [], []
    for cy in ys:
        for cx in xs:
            part = np.s_[cy - half : cy + half, cx - half : cx + half]
            (sx, sy), clear = cv2.phaseCorrelate(a[part], b[part], window)
            if clear > CLEAR and max(abs(sx), abs(sy)) < most * FINE:
                at.append((cx / wide * 2 - 1, cy / high * 2 - 1))
                off.append((sx, sy))
                how.append(clear > CLEARLY)
    if len(at) < 12:
        return np.zeros_like(a), np.zeros_like(a)
    return _field(np.array(at), np.array(off), np.array(how), (high, wide))


def _lines(rgb: Picture) -> Picture:
    grey = cv2.cvtColor(rgb, cv2.COLOR_RGB2GRAY).astype(np.float32)
    flat: Picture = grey - cv2.blur(grey, (15, 15))
    small = cv2.resize(np.abs(flat), None, fx=SMALL, fy=SMALL, interpolation=cv2.INTER_AREA)
    return flat / (cv2.resize(cv2.GaussianBlur(small, (0, 0), 20 * SMALL), flat.shape[::-1]) + 4)


def _field(at: Picture, off: Picture, clearly: Picture, shape: tuple[int, int]) -> tuple[Picture, Picture]:
    """A smooth field through the shifts, and what single places are off of it; what stands alone is left out, unless it
    is very clear."""
    weight = np.ones(len(at))
    powers = _powers(at[:, 0], at[:, 1])
    for _ in range(5):
        fit = np.linalg.lstsq(powers * weight[:, None], off * weight[:, None], rcond=None)[0]
        far = np.linalg.norm(off - powers @ fit, axis=1)
        weight = 1 / (1 + (far / 1.0) ** 2)
    high, wide = shape
    x, y = np.meshgrid(np.linspace(-1, 1, 57), np.linspace(-1, 1, 42))
    smooth = _powers(x.ravel(), y.ravel()) @ fit
    rest, good = off - powers @ fit, (far < 2.5) | clearly
    near = np.exp(-((x.ravel()[:, None] - at[good, 0]) ** 2 + (y.ravel()[:, None] - at[good, 1]) ** 2) / 0.012)
    smooth += (near @ rest[good]) / (near.sum(1, keepdims=True) + 0.15)
    dx, dy = (cv2.resize(smooth[:, i].reshape(x.shape).astype(np.float32), (wide, high)) for i in (0, 1))
    return dx, dy


def _powers(x: Picture, y: Picture) -> Picture:
    return np.stack([x**i * y**j for i in range(4) for j in range(4 - i)], 1)


# --- light --------------------------------------------------------------------------------------------------
def _even(photo: Picture, board: Picture, seen: Picture) -> Picture:
    """The photo under the light in which the board is drawn; whatever lies on it tells nothing of the light. Light is
    smooth: it is measured on small copies."""
    small, drawn = (cv2.resize(one, None, fx=SMALL, fy=SMALL, interpolation=cv2.INTER_AREA) for one in (photo, board))
    here = cv2.resize(seen.astype(np.float32), small.shape[1::-1], interpolation=cv2.INTER_AREA)
    tells, light = here, np.ones_like(small)
    for reach in (WIDE, WIDE, NEAR, NEAR):
        weight, blur = tells[:, :, None], reach * FINE * SMALL
        bright = cv2.GaussianBlur(small * weight, (0, 0), blur) + LITTLE * light
        light = bright / (cv2.GaussianBlur(drawn * weight, (0, 0), blur) + LITTLE)
        tells = here * (largest(np.abs(small / np.maximum(light, 0.05) - drawn)) < 2 * NOISE)
    light = np.maximum(light, 0.05)
    even = photo / cv2.resize(light, photo.shape[1::-1], interpolation=cv2.INTER_LINEAR)
    depth, grey = _glare(small / light, drawn, here)
    if depth.min() < 1:
        depth, grey = (cv2.resize(one, photo.shape[1::-1], interpolation=cv2.INTER_LINEAR) for one in (depth, grey))
        even = grey + (even - grey) / depth[:, :, None]
    return np.clip(even, 0, 300)


def _glare(even: Picture, drawn: Picture, here: Picture) -> tuple[Picture, Picture]:
    """A lamp that is mirrored adds to what is dark as much as to what is bright: how much is left there of the board's
    depth, and the colour that all of it is drawn towards."""
    even, drawn = (cv2.GaussianBlur(one, (0, 0), 0.7) for one in (even, drawn))
    off, still = largest(np.abs(even - drawn)), STILL
    for _ in range(3):
        tells = (here * (off < still))[:, :, None]
        much = _spot(tells)[:, :, None] + 1e-3
        a, b = _spot(even * tells) / much, _spot(drawn * tells) / much
        both, own = (_spot(one * drawn * tells) - much * mean * b for one, mean in ((even, a), (drawn, b)))
        depth = np.clip((total(both) + FLAT) / (total(own) + FLAT) / DEEP, DEEPEST, 1.0)
        depth = 1 - (1 - depth) * np.clip(4 * much[:, :, 0] - 2, 0, 1)  # under many pieces nothing tells of it
        off, still = largest(np.abs(a + (even - a) / depth[:, :, None] - drawn)), 2 * NOISE
    return depth, a


def _spot(picture: Picture) -> Picture:
    return cv2.GaussianBlur(picture, (0, 0), SPOT * FINE * SMALL)


def difference(rgb: Picture, drawn: Picture) -> Picture:
    """By how much each pixel is brighter or darker than all that is drawn round its place, of 255."""
    near = np.ones((2 * PLAY + 1,) * 2, np.uint8)
    drawn = drawn.astype(np.float32)
    soft = cv2.GaussianBlur(rgb, (0, 0), 0.8)
    over, under = cv2.subtract(soft, cv2.dilate(drawn, near)), cv2.subtract(cv2.erode(drawn, near), soft)
    return np.maximum(largest(cv2.max(over, under)), 0)


def largest(picture: Picture) -> Picture:
    """Of the three colours of every pixel."""
    red, green, blue = cv2.split(picture)
    most: Picture = cv2.max(cv2.max(red, green), blue)
    return most


def total(picture: Picture) -> Picture:
    """Of the three colours of every pixel."""
    whole: Picture = cv2.transform(picture, np.ones((1, 3), np.float32))
    return whole
