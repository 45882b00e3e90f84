"""What is called sure, on small flattened pictures that are made here: a plain board, a few faces, no press."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from msgspec import structs

from venice_pnp.contract.handling import Where
from venice_pnp.contract.sight import Aspect, Sight, round_about
from venice_pnp.look.album import SCALE, Album, Landmarks, Picture, Portrait
from venice_pnp.look.flattening import FINE, Flat, difference, softness
from venice_pnp.look.matching import FineFaces, Fit, clipped
from venice_pnp.look.seeing import Reading, read_places
from venice_pnp.look.standing import CORNERS

SIZE = (160.0, 120.0)  # mm
ABOVE = (80.0, 60.0, 600.0)
RED, BLUE, PALE, FAINT = (Aspect("token", one) for one in ("red", "blue", "pale", "faint"))
LONG, DARK, STAR = Aspect("bridge", "long"), Aspect("figure", "dark"), Aspect("star", "star")
CARDS = [Aspect("figure", one) for one in ("red", "blue")]
HERE = (80.0, 60.0)
BURNT = 255  # of 255: nothing is known of what is so bright


def face(colour: tuple[int, int, int], dark: tuple[int, int, int], seed: int) -> Picture:
    """A pattern of two colours, 16 mm wide."""
    spots = np.random.default_rng(seed).integers(0, 2, (4, 4))
    rgb = np.where(spots[:, :, None] > 0, np.array(colour), np.array(dark)).astype(np.uint8)
    return np.kron(rgb, np.ones((4 * SCALE, 4 * SCALE, 1), np.uint8))


def portrait(rgb: Picture, height: float = 0.0) -> Portrait:
    high, wide = rgb.shape[:2]
    return Portrait(rgb, np.full((high, wide), 255, np.uint8), (wide / SCALE, high / SCALE), height)


def span() -> Picture:
    """Two dark ends, 70 mm apart, and between them the colour of the board but for a line across."""
    rgb = np.full((70 * SCALE, 16 * SCALE, 3), 230, np.uint8)
    for end in (np.s_[: 14 * SCALE], np.s_[-14 * SCALE :]):
        rgb[end] = face((30, 60, 200), (10, 20, 90), 5)[: 14 * SCALE]
    rgb[33 * SCALE : 38 * SCALE] = 190
    return rgb


def star() -> Portrait:
    """Three discs round a point, nearly alike: the middle of all of it is 3.5 mm from there."""
    rgb, mask = np.full((39 * SCALE, 43 * SCALE, 3), 230, np.uint8), np.zeros((39 * SCALE, 43 * SCALE), np.uint8)
    for x, y, colour in ((21.5, 30.0, (120, 40, 170)), (9.4, 9.0, (110, 30, 160)), (33.6, 9.0, (110, 30, 160))):
        for drawn, ink in ((rgb, colour), (mask, 255)):
            cv2.circle(drawn, (round(x * SCALE), round(y * SCALE)), 9 * SCALE, ink, -1)
    cv2.circle(rgb, (round(21.5 * SCALE), 16 * SCALE), 6 * SCALE, (60, 10, 90), -1)
    cv2.circle(mask, (round(21.5 * SCALE), 16 * SCALE), 6 * SCALE, 255, -1)
    return structs.replace(portrait(rgb), mask=mask)


PORTRAITS = {
    STAR: star(),
    RED: portrait(face((200, 30, 30), (90, 10, 10), 1)),
    BLUE: portrait(face((30, 60, 200), (10, 20, 90), 2)),
    PALE: portrait(face((200, 200, 195), (170, 170, 165), 3)),
    FAINT: portrait(face((190, 130, 130), (200, 150, 150), 4)),
    LONG: portrait(span()),
    DARK: portrait(np.full((24 * SCALE, 12 * SCALE, 3), 140, np.uint8), 24.0),
    CARDS[0]: portrait(np.full((24 * SCALE, 12 * SCALE, 3), (200, 30, 30), np.uint8), 24.0),
    CARDS[1]: portrait(np.full((24 * SCALE, 12 * SCALE, 3), (30, 60, 200), np.uint8), 24.0),
}
COPIES = dict.fromkeys(PORTRAITS, 4)


def ground(bright: int = 230) -> Picture:
    return np.full((round(SIZE[1] * FINE), round(SIZE[0] * FINE), 3), bright, np.float32)


def read(rgb: Picture, sight: Sight, *expected: Aspect) -> Reading:
    """The only place of a plain board, as bright as its corner."""
    return read_all(rgb, [sight], {sight.id: expected})[0]


def read_all(rgb: Picture, sights: list[Sight], expected: dict[str, tuple[Aspect, ...]]) -> list[Reading]:
    board = ground(int(rgb[0, 0, 0]))
    marks = Landmarks(np.zeros((0, 2), np.float32), np.zeros((0, 128), np.uint8))
    album = Album(board.astype(np.uint8), SIZE, marks, PORTRAITS)
    seen = cv2.GaussianBlur(rgb, (0, 0), 0.7)
    flat = Flat(seen, board, rgb.min(2) < BURNT, difference(seen, board), ABOVE)
    return read_places(flat, album, sights, expected, COPIES)


def put(rgb: Picture, look: Aspect, x: float, y: float, turn: float = 0.0) -> None:
    shown, cut, (column, row) = FineFaces(PORTRAITS).shown(Fit(0.0, look, x, y, turn), ABOVE)
    part, inner = clipped(column, row, cut.shape[0], rgb.shape)
    rgb[part][cut[inner]] = shown[inner][cut[inner]]


def place(*may: Aspect, most: int = 1, play: float = 12.0) -> Sight:
    return Sight("here", Where("here"), round_about(*HERE, play), may, most)


def test_every_side_of_what_stands_is_seen_from_its_own_side() -> None:
    """Turned the wrong way round, it would be left out where it is nearest to the camera."""
    for side in CORNERS:
        away = np.cross(side[1] - side[0], side[2] - side[1])
        assert away @ (side.mean(0) - np.array([0, 0, 0.5])) > 0


def test_as_many_as_the_referee_has_find_room() -> None:
    """Two tokens at a place for one, as the referee has them."""
    rgb = ground()
    put(rgb, RED, 70.0, 60.0)
    put(rgb, BLUE, 90.0, 60.0, 15.0)
    seen = read(rgb, place(RED, BLUE), RED, BLUE)
    assert seen.sure and seen.looks == (BLUE, RED)


def test_a_shadow_is_not_taken_for_a_pale_piece() -> None:
    """It is about as dark as the piece that should lie there, and nothing is on it."""
    rgb = ground()
    rgb[100:140, 140:180] *= 0.8
    assert not read(rgb, place(RED, PALE), PALE).pieces


def test_a_pale_piece_is_seen_where_it_lies() -> None:
    rgb = ground()
    put(rgb, PALE, *HERE)
    seen = read(rgb, place(RED, PALE), PALE)
    assert seen.sure and seen.looks == (PALE,)


@pytest.mark.parametrize("below", [True, False])
def test_what_something_stands_on_must_show(below: bool) -> None:
    """A card stands where the referee has a token below it; without the token, the board shows round it."""
    rgb, there = ground(), (80.0, 15.0)
    if below:
        put(rgb, RED, *there)
    put(rgb, CARDS[1], *there, 10.0)
    sight = Sight("there", Where("there"), round_about(*there), (RED, *CARDS), 2, based=True)
    seen = read(rgb, sight, RED, CARDS[1])
    assert seen.sure == below and (not below or seen.looks == (CARDS[1], RED))


@pytest.mark.parametrize("turn", [0.0, 120.0, 240.0])
def test_a_star_lies_where_its_form_does_however_it_is_turned(turn: float) -> None:
    """Turned by a third, its middle is at the edge of the next place, where stars lie the other way round."""
    rgb, home = ground(), Sight("home", Where("home"), round_about(80.0, 63.5, 4.0), (STAR,), turn=0.0)
    beside = Sight("next", Where("next"), round_about(89.8, 50.85, 4.0), (STAR,), turn=180.0)
    way = np.radians(turn)
    put(rgb, STAR, 82.0 - 3.5 * np.sin(way), 58.0 + 3.5 * np.cos(way), turn)
    here, there = read_all(rgb, [home, beside], {"home": (), "next": (), "other": (RED,)})
    assert here.looks == (STAR,) and there.looks == ()


@pytest.mark.parametrize(("burnt", "sure"), [(0, True), (10, False)])
def test_what_nobody_expects_must_be_seen_whole(burnt: int, sure: bool) -> None:
    """A third of it in a glare, it may be something else."""
    rgb = ground()
    put(rgb, BLUE, *HERE)
    rgb[:, 144 : 144 + burnt] = BURNT
    seen = read(rgb, place(RED, BLUE))
    assert seen.looks == (BLUE,) and seen.sure == sure


def test_what_the_empty_board_explains_better_is_missing() -> None:
    """A crumb lies where a faint piece should be, which would not be too far off, but the board is far nearer."""
    rgb = ground()
    rgb[115:125, 155:165] = (140, 130, 110)
    seen = read(rgb, place(RED, FAINT), FAINT)
    assert seen.sure and not seen.pieces


def test_whose_card_it_is_cannot_be_seen_edge_on() -> None:
    """From above only its edge shows: it stands there as it should, but may have been exchanged."""
    rgb = ground(120)
    put(rgb, CARDS[0], *HERE, 20.0)
    seen = read(rgb, place(*CARDS, play=4.0), CARDS[0])
    assert seen.looks == (CARDS[0],) and not seen.sure


def test_a_shadow_is_no_dark_piece_that_stands() -> None:
    """Nothing is due there, and the board in a shadow is as dark as a card, and of its form: somebody has to look."""
    rgb = ground()
    put(rgb, DARK, 90.0, 75.0, 20.0)
    rgb[rgb < 200] = 0.62 * 230
    assert DARK not in read(rgb, place(CARDS[0], DARK, play=20.0)).looks


def test_a_long_piece_is_seen_by_its_ends() -> None:
    """Its middle looks nearly as the board does below it."""
    rgb = ground()
    put(rgb, LONG, *HERE, 30.0)
    seen = read(rgb, place(LONG, play=4.0), LONG)
    assert seen.sure and seen.looks == (LONG,)


def test_what_nobody_expects_lies_at_the_place_it_is_in() -> None:
    """Not at the neighbouring one, from which it may have slipped."""
    rgb = ground()
    put(rgb, BLUE, *HERE)
    boxes = {"left": (68.0, 54.0, 10.0, 12.0), "right": (78.5, 54.0, 10.0, 12.0)}
    sights = [Sight(name, Where(name), box, (RED, BLUE)) for name, box in boxes.items()]
    left, right = read_all(rgb, sights, {})
    assert left.sure and not left.pieces
    assert right.sure and right.looks == (BLUE,)


@pytest.mark.parametrize("soft", [0.6, 1.0, 1.5])
def test_how_soft_a_photo_is_is_measured_on_the_empty_board(soft: float) -> None:
    board = np.kron(np.random.default_rng(3).integers(0, 255, (40, 60, 3)), np.ones((4, 4, 1))).astype(np.float32)
    seen = cv2.GaussianBlur(board, (0, 0), soft) + np.random.default_rng(4).normal(0, 4, board.shape)
    empty = np.ones(board.shape[:2], bool)
    empty[40:80, 40:80] = False  # something lies there
    seen[40:80, 40:80] = board[40:80, 40:80]
    assert softness(seen.astype(np.float32), board, empty) == soft


def test_of_a_long_piece_only_the_middle_lies_at_its_place() -> None:
    """So little of it may be left there that is faint: it is asked about, not missing."""
    rgb = ground()
    rgb[112:128, 152:170] -= 18
    seen = read(rgb, place(LONG, play=4.0), LONG)
    assert not seen.pieces and not seen.sure


def test_one_of_several_that_lie_as_they_fall_may_lie_under_another() -> None:
    place = Sight("track", Where("track"), round_about(*HERE, 17.0), (RED, BLUE, PALE, FAINT), 4)
    rgb = ground()
    for look, x in ((RED, 68.0), (BLUE, 90.0)):
        put(rgb, look, x, 60.0)
    assert read(rgb, place, RED, BLUE).sure
    assert not read(rgb, place, RED, BLUE, FAINT).sure  # asked about, not told as missing


def test_what_looks_out_from_behind_another_is_found_by_its_pattern() -> None:
    """A third of it is enough, if that is plainly its own; what does not look out is not made up."""
    below, rgb = ground(), ground()
    put(below, BLUE, *HERE)
    for one in (below, rgb):
        put(one, RED, HERE[0] + 3.6, HERE[1] + 3.6)
    seen = read(below, place(RED, BLUE, most=2), RED, BLUE)
    assert seen.sure and seen.looks == (BLUE, RED)
    assert read(rgb, place(RED, BLUE, most=2), RED, BLUE).looks == (RED,)


def test_white_paper_that_looks_out_from_behind_another_is_no_piece() -> None:
    """It is as pale as the piece that should lie there, and nothing is on it."""
    rgb = ground()
    rgb[104:136, 150:170] = 180
    put(rgb, RED, HERE[0] + 9, HERE[1])
    assert not read(rgb, place(RED, PALE, most=2), RED, PALE).sure
