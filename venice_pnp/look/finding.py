"""Where the board is in a photo."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from msgspec import Struct

from venice_pnp.look.album import Album, Landmarks, Picture

SOUGHT = 1200  # px of the longer side of the photo in which the board is sought first
MOST = 5000  # features of a photo
ALIKE = 0.8  # how much nearer a mark must be than the second one
SEED = 1  # of the dice of the search: the same photo is read alike whenever somebody looks
ENOUGH = 30  # marks that agree on where the board is
CELLS, PART, FEWEST = 8, 0.3, 6  # the board in so many rows and columns: in how many of these there are marks
OFF = 3.0  # px that they may be off
BENDS_APART = 0.02
BENDS = [
    BENDS_APART * step for step in (-3, -2, -1, 0, 1, 2, 3)
]  # of lenses that are tried: at the edge, of its distance
FOCAL = 26 / 36  # of a phone's main camera, in widths of its picture
UNUSUAL = 0.15  # how far its square is usually off of that, in parts
ASKEW = 0.01  # the same of the board's axes, as they are found


class Found(Struct, frozen=True):
    """The way from mm of the board to pixels of the photo as a perfect lens would show it, by how much the real one
    bends it, and where the camera was, in mm from the board's corner."""

    way: Picture
    camera: tuple[float, float, float]
    marks: int
    bend: float = 0.0


def find_board(photo: Picture, album: Album) -> Found | None:
    """None: there is no such board in it, or it cannot be seen well enough."""
    part = min(1.0, SOUGHT / max(photo.shape[:2]))
    small = cv2.resize(photo, None, fx=part, fy=part, interpolation=cv2.INTER_AREA)
    found, about = cv2.SIFT.create(MOST).detectAndCompute(cv2.cvtColor(small, cv2.COLOR_RGB2GRAY), None)
    if about is None or len(found) < ENOUGH:
        return None
    here, there = _paired(album.marks, about)
    if len(here) < ENOUGH:
        return None
    points = np.array([one.pt for one in found], np.float32)[there]
    way, agree, bend = _way(album.marks.points[here], points, small.shape)
    if way is None or int(agree.sum()) < ENOUGH or not _likely(way, album.size, small.shape):
        return None
    if not _spread(album.marks.points[here][agree], album.marks, way, album.size, small.shape):
        return None
    way = np.diag([1 / part, 1 / part, 1.0]) @ way
    return Found(way, camera_of(way, photo.shape), int(agree.sum()), bend)


def _way(board: Picture, points: Picture, shape: Any) -> tuple[Picture | None, Picture, float]:
    """The way that most marks agree on, which these are, and how much the lens bends: several bends are tried, then
    the best is bettered."""

    def tried(bend: float) -> tuple[int, float]:
        way, agree = cv2.findHomography(board, unbent(points, bend, shape), cv2.USAC_MAGSAC, OFF, maxIters=1000)
        return (int(agree.sum()) if way is not None else 0), bend

    first = max(tried(bend) for bend in BENDS)[1]
    way, agree = cv2.findHomography(board, unbent(points, first, shape), cv2.USAC_MAGSAC, OFF, maxIters=5000)
    if way is None:
        return None, np.zeros(len(board), bool), 0.0
    good = agree.ravel() > 0

    def off(bend: float) -> tuple[float, float]:
        straight = unbent(points[good], bend, shape)
        way, _ = cv2.findHomography(board[good], straight, 0)
        far = cv2.perspectiveTransform(board[good][None], way)[0] - straight
        return float(np.minimum((far**2).sum(1), OFF**2).mean()), bend

    bend = min(off(first + step * BENDS_APART / 6) for step in range(-6, 7))[1] if good.sum() >= ENOUGH else first
    way, agree = cv2.findHomography(board, unbent(points, bend, shape), cv2.USAC_MAGSAC, OFF, maxIters=2000)
    return way, agree.ravel() > 0 if way is not None else good, bend


def unbent(points: Picture, bend: float, shape: Any) -> Picture:
    """Points of a photo where a perfect lens would show them."""
    middle, half = np.array([shape[1] / 2, shape[0] / 2], np.float32), shape[1] / 2
    from_middle = (points - middle) / half
    far = (from_middle**2).sum(-1, keepdims=True)
    straight: Picture = (middle + from_middle * (1 + bend * far) * half).astype(np.float32)
    return straight


def bent(x: Picture, y: Picture, bend: float, shape: Any) -> tuple[Picture, Picture]:
    """Where the real lens shows them: the way back, by steps."""
    high, wide = shape[:2]
    x, y = (x - wide / 2) / (wide / 2), (y - high / 2) / (wide / 2)
    a, b = x, y
    for _ in range(3):
        smaller = 1 / (1 + bend * (a**2 + b**2))
        a, b = x * smaller, y * smaller
    return a * (wide / 2) + wide / 2, b * (wide / 2) + high / 2


def _paired(marks: Landmarks, about: Picture) -> tuple[Picture, Picture]:
    """Landmarks of the board and points of the photo that look alike, by their numbers."""
    cv2.setRNGSeed(SEED)
    matcher = cv2.FlannBasedMatcher({"algorithm": 1, "trees": 4}, {"checks": 48})
    pairs = matcher.knnMatch(about.astype(np.float32), marks.about.astype(np.float32), 2)
    good = [two[0] for two in pairs if len(two) == 2 and two[0].distance < ALIKE * two[1].distance]
    return np.array([one.trainIdx for one in good], int), np.array([one.queryIdx for one in good], int)


def corners_of(size: tuple[float, float]) -> Picture:
    wide, high = size
    return np.array([[[0, 0], [wide, 0], [wide, high], [0, high]]], np.float32)


def _likely(way: Picture, size: tuple[float, float], shape: Any) -> bool:
    """A board as a camera shows it: not mirrored, not folded, and of some size."""
    seen = cv2.perspectiveTransform(corners_of(size), way)[0]
    return bool(cv2.isContourConvex(seen)) and cv2.contourArea(seen, True) > 0.02 * shape[0] * shape[1]


def _spread(points: Picture, marks: Landmarks, way: Picture, size: tuple[float, float], shape: Any) -> bool:
    """Are they all over that part of the board that has marks and is in the picture? Other boards share an ornament or
    two."""
    x, y = (np.linspace(0.5 / CELLS, 1 - 0.5 / CELLS, CELLS, dtype=np.float32) * side for side in size)
    cells = np.stack(np.meshgrid(x, y), -1).reshape(1, -1, 2)
    seen = cv2.perspectiveTransform(cells, way)[0]
    inside = (seen > 0).all(1) & (seen[:, 0] < shape[1]) & (seen[:, 1] < shape[0]) & _cells(marks.points, size)
    return bool((_cells(points, size) & inside).sum() >= max(FEWEST, PART * inside.sum()))


def _cells(points: Picture, size: tuple[float, float]) -> Picture:
    """In which cells of the board there are any."""
    columns, rows = ((points[:, i] / size[i] * CELLS).astype(int).clip(0, CELLS - 1) for i in (0, 1))
    marked = np.zeros(CELLS * CELLS, bool)
    marked[rows * CELLS + columns] = True
    return marked


def camera_of(way: Picture, shape: Any) -> tuple[float, float, float]:
    """Where the camera was; its focal length from the way itself, if the board is seen aslant enough to tell."""
    high, wide = shape[:2]
    centred = np.array([[1, 0, -wide / 2], [0, 1, -high / 2], [0, 0, 1]]) @ way
    focal = _focal(centred, max(wide, high))
    axes = np.diag([1 / focal, 1 / focal, 1.0]) @ centred
    scale = 2 / (np.linalg.norm(axes[:, 0]) + np.linalg.norm(axes[:, 1]))
    axes = axes * scale
    across, down, at = axes[:, 0], axes[:, 1], axes[:, 2]
    away = np.cross(across, down)  # into the table: x leads to the right, y down
    middle = -np.linalg.inv(np.stack([across, down, away], 1)) @ at
    return float(middle[0]), float(middle[1]), float(abs(middle[2]))


def _focal(way: Picture, longest: int) -> float:
    """What the way itself says of it, weighed against what is usual: seen from above, a board says nothing."""
    usual = (FOCAL * longest) ** 2
    a, b = way[:, 0], way[:, 1]
    one = float(np.sqrt((a[:2] @ a[:2] + usual * a[2] ** 2) * (b[:2] @ b[:2] + usual * b[2] ** 2)))
    # both axes are at right angles and of one length: flat + slant × focal² = 0 for both
    flat = np.array([a[:2] @ b[:2], (a[:2] @ a[:2] - b[:2] @ b[:2]) / 2]) / one
    slant = np.array([a[2] * b[2], (a[2] ** 2 - b[2] ** 2) / 2]) / one * usual
    part = (1 / UNUSUAL**2 - flat @ slant / ASKEW**2) / (1 / UNUSUAL**2 + slant @ slant / ASKEW**2)
    return float(np.sqrt(usual * np.clip(part, 0.5, 2.0)))
