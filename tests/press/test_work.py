"""What hands do, how long it takes, and what the README says of it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from functools import reduce
from operator import add

import pytest
from msgspec import structs

from tests.conftest import ROOT
from tests.press.kits import kit, printed_games
from tests.press.test_guide import laid_out, runs
from venice_pnp.draw.scene import Group, Item
from venice_pnp.draw.scene import Path as Line
from venice_pnp.kit import Kit
from venice_pnp.kit.supplies import Effort
from venice_pnp.press.boxes import wanted
from venice_pnp.press.cutplan import numbered
from venice_pnp.press.guide import HALF_DAY, HAND
from venice_pnp.press.pages import Printed
from venice_pnp.press.print_order import apart_of
from venice_pnp.press.work import Lasting, Work, lasting, passes_through, savings, time_of, work_of


def slower(made: Kit, **steps: Effort) -> Kit:
    """The kit with other seconds in its table."""
    making = structs.replace(made.shared.making, steps=structs.replace(made.shared.making.steps, **steps))
    printed = structs.replace(made.printed, shared=structs.replace(made.shared, making=making))
    return structs.replace(made, look_up_print=lambda: printed)


def test_nine_cards_are_eight_cuts() -> None:
    """Inside the rim every cut goes through: four across, four down."""
    _, files, _ = laid_out("venedig", "en", "a4")
    cards = next(f for f in files if f.name == "cards")
    full = next(p for p in cards.pages if p.side == "front" and len(p.placed) == 9)
    assert [len(cuts) for _, cuts in numbered(full)] == [8]
    assert work_of(kit("venedig"), Printed("cards", "", "card", 1, (full,), None), []) == Work(
        sheets=1, printed=1, cuts=8
    )


@pytest.mark.parametrize("board", [0.0, 1.0, 2.0])
def test_a_cut_is_the_ruler_and_as_many_strokes_as_the_board_asks_for(board: float) -> None:
    made = kit("doge")
    steps, passes = made.shared.making.steps, passes_through(made.shared.making, board)
    took = lasting(made, Work(cuts=10), board)
    assert took.low == pytest.approx(10 * (steps.rule.low + passes.low * steps.stroke.low))
    assert took.high == pytest.approx(10 * (steps.rule.high + passes.high * steps.stroke.high))


def test_thicker_board_takes_longer() -> None:
    took = [lasting(kit("doge"), Work(cuts=1), board) for board in (0.0, 1.0, 1.5, 2.0, 3.0)]
    assert [t.low for t in took] == sorted({t.low for t in took})
    assert [t.high for t in took] == sorted({t.high for t in took})


@pytest.mark.parametrize("step", ["print", "spread", "press", "rule", "stroke", "round_board", "side", "score", "fold"])
def test_times_follow_the_table(step: str) -> None:
    made, boxes = kit("doge"), wanted(kit("doge"), None, False)
    _, files, _ = laid_out("doge", "en", "a4")
    before = time_of(made, files, boxes)
    effort: Effort = getattr(made.shared.making.steps, step)
    twice = structs.replace(effort, low=2 * effort.low, high=2 * effort.high)
    after = time_of(slower(made, **{step: twice}), files, boxes)
    assert after.low > before.low and after.high > before.high


@pytest.mark.parametrize("game", printed_games())
def test_the_whole_is_the_sum_of_its_files_and_a_range(game: str) -> None:
    made, boxes = kit(game), wanted(kit(game), None, False)
    _, files, pages = laid_out(game, "en", "a4")
    each = [time_of(made, [f], boxes) for f in files]
    assert time_of(made, files, boxes) == reduce(add, each, Lasting())
    assert all(0 < one.low < one.high for one in each)
    said = " ".join(text.text for page in pages for _, _, text in runs(page.marks))
    assert "all together" in said and "--tiles card" in said


def hands(items: Iterable[Item]) -> Iterator[float]:
    """The hands of a clock on a page of the guide: which share of its round they have made since twelve."""
    for item in items:
        if isinstance(item, Group):
            yield from hands(item.items)
        elif isinstance(item, Line) and len(item.d) == 2 and item.width == HAND:
            (_, x, y), (_, to_x, to_y) = item.d
            yield math.atan2(float(to_x) - float(x), float(y) - float(to_y)) / math.tau % 1.0


@pytest.mark.parametrize("game", printed_games())
@pytest.mark.parametrize("edition", ["colour", "low-ink"])
def test_the_clock_of_the_guide_shows_how_long_all_of_it_takes(game: str, edition: str) -> None:
    _, files, pages = laid_out(game, "en", "a4", edition)
    own = [f for f in files if f.name not in apart_of(files)]
    took = time_of(kit(game), own, wanted(kit(game), None, False))
    shown = [share for page in pages for share in hands(page.marks)]
    assert shown == pytest.approx([took.low / HALF_DAY, took.high / HALF_DAY])


def test_what_is_left_out_saves_the_time_of_its_file() -> None:
    layout, files, _ = laid_out("venetia", "en", "a4")
    boxes = wanted(kit("venetia"), None, False)
    own = [f for f in files if f.name not in apart_of(files)]
    saved = {one.word: one for one in savings(layout, own, boxes)}
    city = next(f for f in own if f.name == "city")
    assert saved["save-optional"].saved == time_of(kit("venetia"), [city], boxes)
    assert set(saved["save-optional"].parts) == {"ducats", "monuments", "district-tiles"}
    assert saved["save-card"].saved.low > saved["save-optional"].saved.low


def row(game: str) -> str:
    """A game's line of the README's table."""
    made, boxes = kit(game), wanted(kit(game), None, False)
    laid = {paper: laid_out(game, "en", paper)[1] for paper in ("a4", "letter")}
    own = {paper: [f for f in files if f.name not in apart_of(files)] for paper, files in laid.items()}
    work = reduce(add, (work_of(made, f, boxes) for f in own["a4"]))
    took = time_of(made, own["a4"], boxes)
    sheets = " / ".join(str(sum(f.sheets for f in files)) for files in own.values())
    title = made.game.title.in_language("en")
    hours = f"{took.low / 3600:.1f}–{took.high / 3600:.1f}"
    counts = (work.cuts, work.rounds, work.sides, work.folds, work.glued)
    return f"| {title} | {sheets} | {' | '.join(map(str, counts))} | {hours} |"


@pytest.mark.parametrize("game", printed_games())
def test_the_table_of_the_readme_is_true(game: str) -> None:
    assert row(game) in (ROOT / "README.md").read_text("utf-8").splitlines()
