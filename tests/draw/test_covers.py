"""The covers: one a game, each its own, in both editions; and a game without one has a cover all the same."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

import venice_pnp
from tests.press.kits import drawn, kit, library, printed_games
from venice_pnp.door.kits import boards_of
from venice_pnp.draw.engraving import COVER, FRAME, RULED, Engraver, Lens, cover_of
from venice_pnp.draw.ornament import meet
from venice_pnp.draw.scene import Box, Group, Item, Path, Scene, Text, bounds, polyline
from venice_pnp.draw.studio import Studio


def paths(items: tuple[Item, ...]) -> list[Path]:
    found: list[Path] = []
    for item in items:
        found += paths(item.items) if isinstance(item, Group) else [item] if isinstance(item, Path) else []
    return found


def texts(items: tuple[Item, ...]) -> list[str]:
    inner = [
        texts(item.items) if isinstance(item, Group) else [item.text]
        for item in items
        if isinstance(item, Group | Text)
    ]
    return [*itertools.chain(*inner)]


def cover(game: str, edition: str = "colour") -> Scene:
    return cover_of(drawn(game, "en", edition)[0], boards_of(kit(game)))


def test_every_game_has_a_cover_of_its_own_with_its_title() -> None:
    covers = {game: cover(game) for game in printed_games()}
    for game, scene in covers.items():
        assert (scene.width, scene.height) == COVER
        assert kit(game).game.title.in_language("en").upper() in texts(scene.items), game
    shapes = {game: {path.d for path in paths(scene.items)} for game, scene in covers.items()}
    for one, other in itertools.combinations(shapes, 2):
        assert len(shapes[one] & shapes[other]) < 0.2 * len(shapes[one]), (one, other)


@pytest.mark.parametrize("game", printed_games())
def test_in_low_ink_no_large_ground_of_a_cover_is_dark(game: str) -> None:
    inks = drawn(game, "en", "low-ink")[0].inks
    fills = {path.fill for path in paths(cover(game, "low-ink").items) if path.fill}
    assert fills <= {"#FFFFFF", *(inks.area(name) for name in ("ink", "terrazzo", "silver"))}, fills


def test_in_low_ink_no_leaf_of_the_damask_is_cut_by_the_title() -> None:
    """The title stands on white there, and what would be left of a leaf above a letter looks like an accent."""
    [whole] = cover("canaletto", "low-ink").items
    assert isinstance(whole, Group)
    grounds = [item for item in whole.items if isinstance(item, Path) and item.fill == "#FFFFFF"][-1:]
    [wall] = [item for item in whole.items if isinstance(item, Group) and item.clip]
    leaves = [item for item in wall.items if isinstance(item, Group) and item.key.startswith("damask")]
    assert len(leaves) > 50
    for leaf, ground in itertools.product(leaves, grounds):
        x, y, w, h = bounds(tuple(itertools.chain(*(path.d for path in paths(leaf.items)))))
        at = (x + leaf.matrix[4], y + leaf.matrix[5], w, h)
        assert not meet(at, bounds(ground.d)), at


def test_the_lion_stands_whole_within_its_frame(monkeypatch: pytest.MonkeyPatch) -> None:
    """From his book to the end of his tail, and the steps of his column."""
    boxes = []
    drawn_by = Engraver.symbol

    def symbol(self: Engraver, name: str, box: Box, *how: Any, **more: Any) -> Group:
        if name == "ornament/column-lion":
            boxes.append(box)
        return drawn_by(self, name, box, *how, **more)

    monkeypatch.setattr(Engraver, "symbol", symbol)
    cover("venetia")
    [(x, _, w, _)] = boxes
    assert x > FRAME and x + w < COVER[0] - FRAME - 0.5


def test_a_game_without_a_cover_has_one_with_its_title_and_its_picture() -> None:
    studio = Studio(kit("doge"), library(), "de", "colour")
    scene = cover_of(studio, {})
    assert "DOGE" in texts(scene.items) and len(paths(scene.items)) > 50  # the picture of its data


def test_a_cover_goes_out_as_svg_and_a_wrong_language_is_refused() -> None:
    assert 'aria-label="VENETIA"' in venice_pnp.draw_cover("venetia", "de", "low-ink")
    with pytest.raises(venice_pnp.WrongWish):
        venice_pnp.draw_cover("venetia", "xx")


def test_the_lens_shows_the_corners_where_they_are_wanted_and_leads_back() -> None:
    quad = ((2.0, 1.0), (9.0, 3.0), (11.0, 12.0), (1.0, 8.0))
    lens = Lens(quad)
    for (u, v), (x, y) in zip(((0, 0), (1, 0), (1, 1), (0, 1)), quad, strict=True):
        assert lens.at(u, v) == pytest.approx((x, y))
        a, b, c, d, e, f, g, h, i = lens.inverse()
        depth = g * x + h * y + i
        assert ((a * x + b * y + c) / depth, (d * x + e * y + f) / depth) == pytest.approx((u, v), abs=1e-9)
    (_, x, y), *_ = lens.seen(polyline([(0.5, 0.5), (1, 1)]))
    assert 1 < x < 11 and 1 < y < 12
    assert RULED[2] < COVER[0] and RULED[3] < COVER[1]
