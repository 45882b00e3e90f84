"""What a photo goes through before anything is read from it, on small pictures without a board."""

from __future__ import annotations

import cv2
import numpy as np

from venice_pnp.contract.sight import Aspect
from venice_pnp.look.album import Portrait
from venice_pnp.look.finding import Found
from venice_pnp.look.flattening import FINE, _even, _grid
from venice_pnp.look.matching import FineFaces, patch_of, upright

CAMERA = (300.0, 400.0, 500.0)


def test_what_stands_is_drawn_small_without_a_flicker() -> None:
    """Fine stripes are grey from afar, whichever way the piece is turned."""
    stripes = np.zeros((120, 60, 3), np.uint8)
    stripes[:, ::2] = 255
    look, piece = Aspect("figure", "figure"), Portrait(stripes, np.full((120, 60), 255, np.uint8), (20.0, 40.0), 40.0)
    afar = upright([look], FineFaces({look: piece}), (100.0, 100.0), CAMERA)
    seen = afar.faces[afar.masks > 0]
    assert afar.scale < 1 and float(((seen > 70) & (seen < 225)).mean()) > 0.9


def test_a_mirrored_lamp_is_taken_out() -> None:
    """It leaves less of the board's depth; without a lamp nothing is changed."""
    dice = np.random.default_rng(3)
    board = cv2.resize(dice.uniform(60, 220, (60, 80, 3)).astype(np.float32), (1280, 960))
    x, y = np.meshgrid(np.arange(1280), np.arange(960))
    lamp = 60 * np.exp(-((x - 640) ** 2 + (y - 480) ** 2) / (2 * 200.0**2)).astype(np.float32)
    everywhere, spot = np.ones((960, 1280), bool), np.s_[440:520, 600:680]
    even = _even(0.7 * board + lamp[:, :, None], board, everywhere)
    assert float(np.abs(even[spot] - board[spot]).mean()) < 6  # 8 if it were left in the picture
    assert float(np.abs(_even(0.7 * board, board, everywhere) - board).mean()) < 1


def test_beyond_the_board_nothing_is_seen() -> None:
    seen = np.ones((40, 60), np.float32)
    patch = patch_of(seen, (-10.0, -10.0, 20.0, 20.0), FINE)
    assert patch[: 9 * FINE].max() == 0 and patch[11 * FINE :, 11 * FINE :].min() == 1


def test_the_lattice_is_exact_enough() -> None:
    way = np.array([[2.5, 0.3, 400.0], [-0.2, 2.4, 300.0], [0.0004, -0.0003, 1.0]])
    nothing = np.zeros((415, 563), np.float32)
    x, y = _grid(Found(way, CAMERA, 99), (3000, 4000, 3), nothing, nothing)
    at = np.array([[[column + 0.5, row + 0.5] for row in (0, 100, 414) for column in (0, 77, 562)]]) / FINE
    there = cv2.perspectiveTransform(at, way)[0] - 0.5
    here = np.array([(x[row, column], y[row, column]) for row in (0, 100, 414) for column in (0, 77, 562)])
    assert float(np.abs(here - there).max()) < 0.1
