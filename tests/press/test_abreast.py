"""Jobs side by side: results in their order, and no fault is lost."""

from __future__ import annotations

from contextlib import closing
from functools import partial

import pytest

from venice_pnp.press.abreast import abreast


def squared(number: int) -> int:
    if number < 0:
        raise OSError(28, "no space left")
    return number * number


def test_results_come_in_the_order_of_the_jobs() -> None:
    assert list(abreast([partial(squared, n) for n in (3, 1, 2)])) == [9, 1, 4]


@pytest.mark.parametrize("numbers", [(-1, 2), (2, -1)])
def test_what_goes_wrong_in_any_job_is_told(numbers: tuple[int, int]) -> None:
    with closing(abreast([partial(squared, n) for n in numbers])) as results, pytest.raises(OSError, match="no space"):
        list(results)
