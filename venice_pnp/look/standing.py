"""How a piece that stands is seen in a photo flattened for the board below it: it leans away from the camera."""

from __future__ import annotations

from math import cos, radians, sin
from typing import NamedTuple

import cv2
import numpy as np
from msgspec import structs

from venice_pnp.look.album import SCALE, Picture, Portrait

THIN = 1.5  # mm that a folded card is thick
INSIDE, EDGE = 120, 215  # of 255: what is seen of an open side, and of card that was cut
Camera = tuple[float, float, float]


class Stance(NamedTuple):
    """Where a piece stands in mm, which way it is turned, and how far it leans, in degrees."""

    x: float
    y: float
    turn: float
    lean: float = 0.0


def shrunk(portrait: Portrait, times: int) -> Portrait:
    """The same piece in so many times fewer pixels: one that is drawn far smaller than it is would flicker."""
    roof = portrait.roof and shrunk(portrait.roof, times)
    high, wide = (max(1, round(side / times)) for side in portrait.rgb.shape[:2])
    rgb = cv2.resize(portrait.rgb, (wide, high), interpolation=cv2.INTER_AREA)
    return structs.replace(portrait, rgb=rgb, roof=roof)


def times_finer(scale: float) -> int:
    """How many times fewer pixels a mm will do."""
    return max(1, int(SCALE / scale))


def dropped(points: Picture, camera: Camera) -> Picture:
    """Where points above the board seem to lie on it."""
    at = np.array(camera)
    part = at[2] / np.maximum(at[2] - points[:, 2:], 1.0)
    on_board: Picture = at[:2] + (points[:, :2] - at[:2]) * part
    return on_board


# corners of two faces, two ends and the top: parts of half the width, half the depth, and the height
CORNERS = np.array(
    [
        [[-1, 1, 1], [1, 1, 1], [1, 1, 0], [-1, 1, 0]],
        [[1, 1, 1], [1, -1, 1], [1, -1, 0], [1, 1, 0]],
        [[1, -1, 1], [-1, -1, 1], [-1, -1, 0], [1, -1, 0]],
        [[-1, -1, 1], [-1, 1, 1], [-1, 1, 0], [-1, -1, 0]],
        [[-1, -1, 1], [1, -1, 1], [1, 1, 1], [-1, 1, 1]],
    ],
    float,
)


def sides_of(
    portrait: Portrait, at: tuple[float, float], yaw: float, lean: float = 0.0
) -> tuple[Picture, list[Picture]]:
    """The corners of every side of a piece in mm, and what is on it: two faces, two ends, and a roof or an edge.
    It may lean towards one of its faces."""
    w, h = portrait.size
    deep = portrait.roof.size[1] if portrait.roof else THIN
    turn, tilt = radians(yaw), radians(lean)
    axes = np.array(
        [
            [cos(turn) * w / 2, sin(turn) * w / 2, 0.0],
            [-sin(turn) * deep / 2, cos(turn) * deep / 2, 0.0],
            [-sin(turn) * sin(tilt) * h, cos(turn) * sin(tilt) * h, cos(tilt) * h],
        ]
    )
    end = np.full((4, 4, 3), INSIDE if portrait.roof else EDGE, np.uint8)
    top = portrait.roof.rgb if portrait.roof else end
    return CORNERS @ axes + np.array([*at, 0.0]), [portrait.rgb, end, portrait.rgb, end, top]


def seen_standing(
    portrait: Portrait,
    stance: Stance,
    camera: Camera,
    scale: float,
    side: int,
    middle: Picture,
) -> tuple[Picture, Picture]:
    """The piece on a square of so many pixels round a point of the board, and where it is."""
    rgb, mask = np.zeros((side, side, 3), np.uint8), np.zeros((side, side), np.uint8)
    corners, faces = sides_of(portrait, (stance.x, stance.y), stance.turn, stance.lean)
    quads = (dropped(corners.reshape(-1, 3), camera) - middle) * scale + side / 2
    quads = quads.reshape(-1, 4, 2).astype(np.float32)
    far = ((corners.mean(1) - np.array(camera)) ** 2).sum(1)
    for number in np.argsort(-far, kind="stable"):
        quad, face = quads[number], faces[number]
        if cv2.contourArea(quad, True) < 0.5:  # edge-on, or seen from behind
            continue
        x0, y0 = np.maximum(np.floor(quad.min(0)).astype(int), 0)
        x1, y1 = np.minimum(np.ceil(quad.max(0)).astype(int) + 1, side)
        if x1 <= x0 or y1 <= y0:
            continue
        high, wide = face.shape[:2]
        source = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32) - 0.5
        quad -= np.array([x0 + 0.5, y0 + 0.5], np.float32)
        way, part = cv2.getPerspectiveTransform(source, quad), (int(x1 - x0), int(y1 - y0))
        seen = cv2.warpPerspective(face, way, part, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        here = np.zeros(part[::-1], np.uint8)
        cv2.fillConvexPoly(here, np.round(quad).astype(np.int32), 255)
        cv2.copyTo(seen, here, rgb[y0:y1, x0:x1])
        mask[y0:y1, x0:x1] |= here
    return rgb.astype(np.float32), mask


def spread(portrait: Portrait, at: tuple[float, float], camera: Camera) -> tuple[Picture, float]:
    """The middle of all that a piece may hide, whichever way it is turned, and how far that reaches from there."""
    reach = max(portrait.size[0], portrait.roof.size[1] if portrait.roof else 0.0) / 2 + 1
    ends = dropped(np.array([[*at, 0.0], [*at, portrait.size[1]]]), camera)
    wider = camera[2] / max(camera[2] - portrait.size[1], 1.0)
    return ends.mean(0), float(np.linalg.norm(ends[1] - ends[0]) / 2 + reach * wider)
