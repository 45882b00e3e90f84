"""A synthetic photographer: pictures of tables whose truth is known, as a phone would take them.

What it does is told in docs/look.md. Every setting is drawn from a seed; nothing here is used by the program itself.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import pairwise
from math import cos, pi, radians, sin
from typing import Any, NamedTuple

import cv2
import numpy as np
from msgspec import structs

from venice_pnp.contract.sight import Aspect, Sight
from venice_pnp.kit.models import Laid
from venice_pnp.look.album import SCALE, Album, Portrait

Array = np.ndarray[Any, np.dtype[Any]]
FULL = (4000, 3000)  # 12 MP
WIDE = 26 / 36  # focal length of a phone's main camera, in widths of its picture
THIN = 1.5  # mm that a folded card is thick
DEEP = 4.0  # px: how blurred what is twice as far as the focus can be, at a phone's widest aperture
SOFT = (0.0, 0.8, 1.6)  # px: steps of blur that are mixed


class Settings(NamedTuple):
    """How a photo is taken. Lengths are in mm, angles in degrees."""

    distance: float = 700.0
    height: float = 90.0  # of the camera above the table's plane; 90: straight from above
    azimuth: float = 0.0
    roll: float = 0.0
    aim: tuple[float, float] = (0.0, 0.0)  # beside the middle of the board
    size: tuple[int, int] = FULL
    distortion: float = 0.0
    blur: float = 0.0  # px of a photo of 12 MP
    motion: tuple[float, float] = (0.0, 0.0)  # px, direction
    warmth: float = 0.0
    slope: tuple[float, float] = (0.0, 0.0)  # of the light across the board
    shadow: float = 0.0  # how dark that of a hand is
    glare: float = 0.0
    noise: float = 0.0
    jpeg: int = 92
    curl: float = 0.0  # mm that the paper bulges
    seam: float = 0.0  # mm that glued sheets are off
    exposure: float = 1.0
    hand: float = 0.0  # how far somebody's hand reaches into the picture, of its height
    focal: float = WIDE  # of the lens, in widths of the picture
    depth: float = 0.0  # how open the aperture is: 1 blurs what is nearer or farther than the middle as much as it can


def usual(rng: random.Random, board: tuple[float, float], **fixed: Any) -> Settings:
    """A photo of a board of this size as somebody takes it without much care, from 0.5 to 1.0 m; who stands too near to
    have all of it in the picture steps back."""
    height = rng.choice([rng.uniform(75, 90), rng.uniform(48, 75), rng.uniform(40, 55)])
    distance = rng.uniform(500, 800) if height > 75 else rng.uniform(600, 1000)
    made = Settings(
        distance=distance,
        height=height,
        azimuth=rng.uniform(0, 360),
        roll=rng.choice([0, 0, 90, 180, 270]) + rng.uniform(-10, 10),
        aim=(rng.uniform(-25, 25), rng.uniform(-20, 20)),
        distortion=rng.uniform(-0.03, 0.03),
        blur=rng.uniform(0.4, 1.6),
        motion=(rng.choice([0.0, rng.uniform(0, 5)]), rng.uniform(0, 180)),
        warmth=rng.uniform(-0.06, 0.22),
        slope=(rng.uniform(-0.25, 0.25), rng.uniform(-0.25, 0.25)),
        shadow=rng.choice([0.0, rng.uniform(0.1, 0.4)]),
        glare=rng.choice([0.0, 0.0, rng.uniform(0.1, 0.5)]),
        noise=rng.uniform(1, 6),
        jpeg=rng.randint(70, 95),
        curl=rng.choice([0.0, rng.uniform(0, 2.5)]),
        seam=rng.choice([0.0, rng.uniform(0, 1.0)]),
    )
    lightest = 1 + 0.6 * sum(map(abs, made.slope)) + max(made.warmth, 0)
    made = made._replace(exposure=rng.uniform(0.8, 1.08) / lightest)
    made = made._replace(focal=rng.uniform(24, 28) / 36, depth=rng.uniform(0, 1))
    made = made._replace(**fixed)
    while not _whole(made, board):
        made = made._replace(distance=made.distance * 1.03)
    return made


def _whole(settings: Settings, size: tuple[float, float]) -> bool:
    """Is the whole board in the picture?"""
    corners = np.array([[0, 0, 0], [size[0], 0, 0], [*size, 0], [0, size[1], 0]], float)
    seen = Camera(settings, size).sees(corners)
    return bool((seen > 20).all() and (seen < np.array(settings.size) - 20).all())


class Stood(NamedTuple):
    """Something that stands: where, which way, and how it leans."""

    portrait: Portrait
    x: float
    y: float
    yaw: float
    lean: float


def look_of(one: Laid) -> Aspect:
    return Aspect(one.component, one.item, one.side)


TRIES = 80  # to lay a piece where no other is
STACKED = 0.3  # how often
SMALL = 22.0  # mm: what is larger, nobody has in wood
CARE = 3.0  # mm that a card or a large piece lies beside its place


# --- hands --------------------------------------------------------------------------------------------------
def shaken(laid: Sequence[Laid], album: Album, sights: Sequence[Sight], rng: random.Random) -> list[Laid]:
    """The pieces as hands lay them, at their real size: turned by any angle, anywhere within their places, none over
    another if there is room. What stands on another piece goes with it; cards and large pieces are laid with some
    care."""
    done: list[tuple[Laid, float]] = []
    for one in laid:
        portrait = album.portraits[look_of(one)]
        if one.on and done and (portrait.height or not _large(album, one)):
            below = done[-1][0]
            done.append((structs.replace(one, x=below.x, y=below.y, turn=rng.uniform(0, 360), scale=1.0), 0.0))
            continue
        reach = min(portrait.size) / 2 if portrait.height else _reach(album, one)
        x0, y0, wide, high, crowded = _room(one, sights, min(portrait.size) / 2)
        careful = _large(album, one) or (crowded and not portrait.height and 2 * reach > crowded + 2)
        for attempt in range(TRIES):
            if careful:
                care = CARE * (1 - attempt / TRIES)
                x, y = one.x + rng.uniform(-care, care), one.y + rng.uniform(-care, care)
            else:
                x, y = x0 + wide * rng.random(), y0 + high * rng.random()
            near = 1 - 0.3 * attempt / TRIES  # corners may come over one another where there is no room
            free = all((x - o.x) ** 2 + (y - o.y) ** 2 > (near * (reach + r)) ** 2 for o, r in done)
            if free or attempt == TRIES - 1:
                turn = one.turn + (rng.uniform(-7, 7) * (0.4 if crowded else 1) if careful else rng.uniform(0, 360))
                done.append((structs.replace(one, x=x, y=y, turn=turn, scale=1.0), reach))
                break
    return [one for one, _ in done]


def stacked(laid: Sequence[Laid], album: Album, sights: Sequence[Sight], rng: random.Random) -> list[Laid]:
    """The same with some pieces on top of others of their kind, where several lie at one place."""
    done = list(laid)
    for sight in sights:
        here = [n for n, one in enumerate(done) if look_of(one) in sight.may and inside(sight.box, one.x, one.y)]
        flat = [n for n in here if not album.portraits[look_of(done[n])].height]
        if len(flat) > 1 and rng.random() < STACKED:
            below, above = sorted(rng.sample(flat, 2))
            beside = [rng.uniform(-2, 2) for _ in "xy"]
            done[above] = structs.replace(done[above], x=done[below].x + beside[0], y=done[below].y + beside[1])
    return done


def wooden(album: Album, laid: Sequence[Laid], rng: random.Random) -> Album:
    """As it looks when somebody plays with wooden discs instead of one kind of small pieces: each in the colour of the
    face, and nothing on it."""
    small = {one.component for one in laid if max(album.portraits[look_of(one)].size) <= SMALL}
    kinds = sorted(one for one in small if not any(p.height for k, p in album.portraits.items() if k.component == one))
    if not kinds:
        return album
    kind, portraits = rng.choice(kinds), dict(album.portraits)
    for look, portrait in album.portraits.items():
        if look.component == kind:
            disc = np.zeros_like(portrait.mask)
            high, wide = disc.shape
            cv2.circle(disc, (wide // 2, high // 2), min(wide, high) // 2 - 1, 255, -1)
            colour = np.median(portrait.rgb[portrait.mask > 0], axis=0)
            portraits[look] = structs.replace(portrait, rgb=np.full_like(portrait.rgb, colour), mask=disc)
    return structs.replace(album, portraits=portraits)


def _room(one: Laid, sights: Sequence[Sight], half: float) -> tuple[float, float, float, float, float]:
    """Where the middle of a piece may come to lie: anywhere in a place for several, near the middle of one for one; and
    how narrow a place for several is: pieces as wide as it are laid side by side."""
    here = [s for s in sights if look_of(one) in s.may and inside(s.box, one.x, one.y)]
    if not here:
        return one.x, one.y, 0.0, 0.0, 0.0
    sight = min(here, key=lambda s: s.box[2] * s.box[3])
    x, y, wide, high = sight.box
    if sight.most == 1:
        return x, y, wide, high, 0.0
    half = min(half, wide / 2, high / 2)
    return x + half, y + half, wide - 2 * half, high - 2 * half, min(wide, high)


def inside(box: tuple[float, float, float, float], x: float, y: float) -> bool:
    return box[0] <= x <= box[0] + box[2] and box[1] <= y <= box[1] + box[3]


def _large(album: Album, one: Laid) -> bool:
    portrait = album.portraits[look_of(one)]
    return not portrait.height and max(portrait.size) > 34


def _reach(album: Album, one: Laid) -> float:
    """Half its diagonal, or its radius."""
    portrait = album.portraits[look_of(one)]
    wide, high = portrait.size
    filled = float((portrait.mask > 0).mean())
    return (wide**2 + high**2) ** 0.5 / 2 if filled > 0.9 else max(wide, high) / 2


# --- the camera ---------------------------------------------------------------------------------------------
class Camera:
    """A pinhole above the board: x to the right and y down as on the board, z up."""

    def __init__(self, settings: Settings, size: tuple[float, float]) -> None:
        wide, high = settings.size
        self.focal = settings.focal * max(settings.size)
        middle = np.array([size[0] / 2 + settings.aim[0], size[1] / 2 + settings.aim[1], 0.0])
        h, a = radians(settings.height), radians(settings.azimuth)
        self.at = middle + settings.distance * np.array([cos(h) * cos(a), cos(h) * sin(a), sin(h)])
        forward = (middle - self.at) / np.linalg.norm(middle - self.at)
        side = np.array([-sin(a), cos(a), 0.0])
        down = np.cross(forward, side)
        r = radians(settings.roll)
        right, low = side * cos(r) + down * sin(r), -side * sin(r) + down * cos(r)
        if np.dot(np.cross(right, low), forward) > 0:  # y leads down the board: no mirror image
            right = -right
        self.turned = np.stack([right, low, forward])
        self.centre = (wide / 2, high / 2)

    def sees(self, points: Array) -> Array:
        """Where points of the board's space are in the photo, px."""
        seen = (points - self.at) @ self.turned.T
        return seen[:, :2] / seen[:, 2:] * self.focal + self.centre


def photograph(album: Album, laid: Sequence[Laid], settings: Settings, rng: random.Random) -> Array:
    """The photo, RGB."""
    dice = np.random.default_rng(rng.getrandbits(32))
    camera = Camera(settings, album.size)
    flat = _bent(_composed(album, laid), settings, camera)
    wide, high = album.size
    corners = np.array([[0, 0, 0], [wide, 0, 0], [wide, high, 0], [0, high, 0]], float)
    pixels = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32) * SCALE - 0.5
    way = cv2.getPerspectiveTransform(pixels, camera.sees(corners).astype(np.float32))
    photo = _table_top(settings.size, dice)
    seen = cv2.warpPerspective(flat, way, settings.size, flags=cv2.INTER_AREA)
    where = cv2.warpPerspective(np.full(flat.shape[:2], 255, np.uint8), way, settings.size)
    photo[where > 127] = seen[where > 127]
    stood = [
        Stood(album.portraits[look_of(one)], one.x, one.y, one.turn, rng.uniform(-4, 4))
        for one in laid
        if album.portraits[look_of(one)].height
    ]
    for one in sorted(stood, key=lambda o: -float(np.hypot(o.x - camera.at[0], o.y - camera.at[1]))):
        _stand(photo, one, camera)
    if settings.hand:
        _reach_in(photo, settings.hand, dice)
    if settings.depth:
        photo = _focused(photo, settings, camera)
    return _developed(photo, settings, dice)


def _focused(photo: Array, settings: Settings, camera: Camera) -> Array:
    """Sharp at the distance of its middle, softer nearer and farther."""
    wide, high = settings.size
    x, y = np.meshgrid(np.linspace(-wide / 2, wide / 2, 200), np.linspace(-high / 2, high / 2, 150))
    rays = np.stack([x / camera.focal, y / camera.focal, np.ones_like(x)], -1) @ camera.turned
    far = camera.at[2] / np.maximum(-rays[:, :, 2], 0.1)  # along the axis, to the table
    blur = settings.depth * DEEP * np.abs(far - settings.distance) / far * max(settings.size) / FULL[0]
    blur = cv2.resize(blur.astype(np.float32), (wide, high))
    mixed = photo
    for less, more in pairwise(SOFT):
        share = np.clip((blur - less) / (more - less), 0, 1)
        mixed = cv2.blendLinear(mixed, cv2.GaussianBlur(photo, (0, 0), more), 1 - share, share)
    return mixed


def _reach_in(photo: Array, far: float, dice: np.random.Generator) -> None:
    """An arm from one edge, with a hand at its end."""
    high, wide = photo.shape[:2]
    colour = np.array([(224, 172, 140), (141, 92, 66), (250, 214, 190)][int(dice.integers(3))], float)
    begin = np.array([dice.uniform(0.2, 0.8) * wide, -0.05 * high if dice.random() < 0.5 else 1.05 * high])
    end = np.array([dice.uniform(0.3, 0.7) * wide, far * high if begin[1] < 0 else (1 - far) * high])
    thick = int(0.09 * high)
    cv2.line(photo, begin.astype(int).tolist(), end.astype(int).tolist(), (colour * 0.9).tolist(), thick, cv2.LINE_AA)
    cv2.ellipse(photo, (end.tolist(), (1.3 * thick, 1.8 * thick), float(dice.uniform(0, 180))), colour.tolist(), -1)


def _composed(album: Album, laid: Sequence[Laid]) -> Array:
    flat = album.board.copy()
    for one in laid:
        portrait = album.portraits[look_of(one)]
        if portrait.height:
            _lay_shadow(flat, one, portrait)
            continue
        wide, high = portrait.size
        turn = cv2.getRotationMatrix2D(
            (portrait.rgb.shape[1] / 2 - 0.5, portrait.rgb.shape[0] / 2 - 0.5), -one.turn, 1.0
        )
        turn[:, 2] += (one.x * SCALE - portrait.rgb.shape[1] / 2, one.y * SCALE - portrait.rgb.shape[0] / 2)
        reach = int((wide**2 + high**2) ** 0.5 / 2 * SCALE) + 8
        x0, y0 = max(0, int(one.x * SCALE) - reach), max(0, int(one.y * SCALE) - reach)
        x1, y1 = min(flat.shape[1], x0 + 2 * reach), min(flat.shape[0], y0 + 2 * reach)
        if x1 - x0 < 2 or y1 - y0 < 2:
            continue
        turn[:, 2] -= (x0, y0)
        part = (x1 - x0, y1 - y0)
        face = cv2.warpAffine(portrait.rgb, turn, part, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        cut = cv2.warpAffine(portrait.mask, turn, part, flags=cv2.INTER_LINEAR)[:, :, None] / 255.0
        shade = cv2.GaussianBlur(np.roll(cut[:, :, 0], (2, 2), (0, 1)), (0, 0), 2.0)[:, :, None]
        under = flat[y0:y1, x0:x1] * (1 - 0.35 * shade)
        flat[y0:y1, x0:x1] = (face * cut + under * (1 - cut)).astype(np.uint8)
    return flat


def _lay_shadow(flat: Array, one: Laid, portrait: Portrait) -> None:
    """What stands throws a soft shadow."""
    shade = np.zeros(flat.shape[:2], np.float32)
    box = cv2.boxPoints(((one.x * SCALE + 8, one.y * SCALE + 8), (portrait.size[0] * SCALE, 30), one.turn))
    cv2.fillPoly(shade, [box.astype(np.int32)], 1.0)
    x, y, w, h = cv2.boundingRect(box.astype(np.int32))
    x0, y0, x1, y1 = max(0, x - 20), max(0, y - 20), x + w + 20, y + h + 20
    soft = cv2.GaussianBlur(shade[y0:y1, x0:x1], (0, 0), 6)[:, :, None]
    flat[y0:y1, x0:x1] = (flat[y0:y1, x0:x1] * (1 - 0.35 * soft)).astype(np.uint8)


def _bent(flat: Array, settings: Settings, camera: Camera) -> Array:
    """Paper that bulges, and sheets glued with a seam."""
    if not settings.curl and not settings.seam:
        return flat
    high, wide = flat.shape[:2]
    x, y = np.meshgrid(np.arange(wide, dtype=np.float32), np.arange(high, dtype=np.float32))
    up = settings.curl * np.sin(x / wide * 2.2 * pi + 0.4).astype(np.float32) * np.cos(y / high * 1.3 * pi)
    dx = up * (x / SCALE - camera.at[0]) / camera.at[2] * SCALE
    dy = up * (y / SCALE - camera.at[1]) / camera.at[2] * SCALE
    off = settings.seam * SCALE
    dx += np.where(x > wide / 3, off, 0) - np.where(x > 2 * wide / 3, 0.6 * off, 0)
    dy += np.where(y > high / 2, off, 0) + np.where(x > 2 * wide / 3, -0.7 * off, 0)
    return cv2.remap(
        flat,
        (x + dx).astype(np.float32),
        (y + dy).astype(np.float32),
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )


def _stand(photo: Array, one: Stood, camera: Camera) -> None:
    """A card that stands, or a small house with a roof: its sides, the nearest last."""
    w, h = one.portrait.size
    deep = one.portrait.roof.size[1] if one.portrait.roof else THIN
    yaw, lean = radians(one.yaw), radians(one.lean)
    along, across = np.array([cos(yaw), sin(yaw), 0]), np.array([-sin(yaw), cos(yaw), 0])
    up = np.array([-sin(yaw) * sin(lean), cos(yaw) * sin(lean), cos(lean)]) * h
    foot = np.array([one.x, one.y, 0])
    plain = np.full((8, 8, 3), 215, np.uint8)
    faces: list[tuple[Array, Array]] = []
    for sign in (1, -1):
        base = foot + sign * across * deep / 2
        left, right = base - sign * along * w / 2, base + sign * along * w / 2
        faces.append((np.stack([left + up, right + up, right, left]), one.portrait.rgb))
        end = foot + sign * along * w / 2
        a, b = end - across * deep / 2, end + across * deep / 2
        faces.append((np.stack([a + up, b + up, b, a]), plain // 2 if one.portrait.roof else plain))
    a, b = across * deep / 2, along * w / 2
    top = np.stack([foot + up - a - b, foot + up - a + b, foot + up + a + b, foot + up + a - b])
    faces.append((top, one.portrait.roof.rgb if one.portrait.roof else plain))
    for quad, face in sorted(faces, key=lambda f: -float(np.linalg.norm(f[0].mean(0) - camera.at))):
        _paste(photo, camera.sees(quad).astype(np.float32), face)


def _paste(photo: Array, quad: Array, face: Array) -> None:
    x0, y0 = np.maximum(np.floor(quad.min(0)).astype(int) - 1, 0)
    x1, y1 = np.minimum(np.ceil(quad.max(0)).astype(int) + 2, photo.shape[1::-1])
    if x1 <= x0 or y1 <= y0:
        return
    h, w = face.shape[:2]
    source = np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32) - 0.5
    way = cv2.getPerspectiveTransform(source, quad - np.array([x0, y0], np.float32))
    part = (int(x1 - x0), int(y1 - y0))
    seen = cv2.warpPerspective(face, way, part, flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE)
    cut = np.zeros(part[::-1], np.uint8)
    cv2.fillConvexPoly(cut, (quad - (x0, y0)).astype(np.int32), 255, cv2.LINE_AA)
    alpha = cut[:, :, None] / 255.0
    photo[y0:y1, x0:x1] = (seen * alpha + photo[y0:y1, x0:x1] * (1 - alpha)).astype(np.uint8)


def _table_top(size: tuple[int, int], dice: np.random.Generator) -> Array:
    """Wood, a cloth, or whatever the table is."""
    grain = dice.normal(0, 1, (size[1] // 40, size[0] // 8)).astype(np.float32)
    wood = cv2.resize(grain, size, interpolation=cv2.INTER_LINEAR)
    colour = [(150, 105, 65), (90, 60, 40), (200, 195, 185), (60, 80, 70)][int(dice.integers(4))]
    return cv2.merge([cv2.convertScaleAbs(wood, alpha=12, beta=one) for one in colour])


def _developed(photo: Array, settings: Settings, dice: np.random.Generator) -> Array:
    """Lens, light, sensor and file."""
    wide, high = settings.size
    part = max(wide, high) / FULL[0]
    if settings.distortion:
        photo = _distorted(photo, settings.distortion)
    if settings.blur:
        photo = cv2.GaussianBlur(photo, (0, 0), max(0.3, settings.blur * part))
    length = int(settings.motion[0] * part)
    if length > 1:
        kernel = np.zeros((length * 2 + 1,) * 2, np.float32)
        way = radians(settings.motion[1])
        end = (int(length + length / 2 * cos(way)), int(length + length / 2 * sin(way)))
        cv2.line(kernel, (2 * length - end[0], 2 * length - end[1]), end, 1.0)
        photo = cv2.filter2D(photo, -1, kernel / kernel.sum())
    gain = cv2.resize(_light(settings, dice), (wide, high), interpolation=cv2.INTER_LINEAR)
    lit = photo.astype(np.float32)
    lit *= gain
    if settings.glare:
        x, y = np.meshgrid(np.linspace(-1, 1, 200), np.linspace(-0.75, 0.75, 150))
        gx, gy = dice.uniform(-0.6, 0.6, 2)
        spot = np.exp(-((x - gx) ** 2 + (y - gy) ** 2) / 0.02).astype(np.float32) * 255 * settings.glare
        lit += cv2.resize(spot, (wide, high))[:, :, None]
    grain = np.zeros((high, wide, 3), np.int16)
    if settings.noise:
        cv2.setRNGSeed(int(dice.integers(2**31)))
        cv2.randn(grain, (0, 0, 0), (settings.noise,) * 3)
    taken = cv2.cvtColor(cv2.add(lit, grain, dtype=cv2.CV_8U), cv2.COLOR_RGB2BGR)
    _, file = cv2.imencode(".jpg", taken, [cv2.IMWRITE_JPEG_QUALITY, settings.jpeg])
    return cv2.cvtColor(cv2.imdecode(file, cv2.IMREAD_COLOR), cv2.COLOR_BGR2RGB)


def _light(settings: Settings, dice: np.random.Generator) -> Array:
    x, y = np.meshgrid(np.linspace(-1, 1, 200), np.linspace(-1, 1, 150))
    light = settings.exposure * (1 + settings.slope[0] * x + settings.slope[1] * y)
    if settings.shadow:
        hand = np.zeros((150, 200), np.float32)
        for _ in range(4):
            middle = (int(dice.integers(0, 200)), int(dice.integers(0, 150)))
            cv2.ellipse(
                hand,
                (middle, (float(dice.integers(10, 30)), float(dice.integers(30, 90))), float(dice.integers(0, 180))),
                1.0,
                -1,
            )
        light = light * (1 - settings.shadow * cv2.GaussianBlur(hand, (0, 0), 6))
    warm = np.array([1 + settings.warmth, 1.0, 1 - settings.warmth], np.float32)
    return (light[:, :, None] * warm).astype(np.float32)


def _distorted(photo: Array, k: float) -> Array:
    high, wide = photo.shape[:2]
    lens = np.array([[wide / 2, 0, wide / 2], [0, wide / 2, high / 2], [0, 0, 1]])
    x, y = cv2.initUndistortRectifyMap(lens, np.array([k, 0, 0, 0]), np.eye(3), lens, (wide, high), cv2.CV_32FC1)
    return cv2.remap(photo, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
