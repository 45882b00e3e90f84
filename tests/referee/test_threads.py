"""A table's file belongs to the thread that opened it."""

from __future__ import annotations

import threading

import pytest

import venice_pnp
from venice_pnp.speech.trouble import Locked


def test_another_thread_is_told_whose_table_it_is_and_not_that_it_is_damaged() -> None:
    table = venice_pnp.new_table("canaletto", ["Anke", "Bernd", "Claudia"], name="threads", seed=7)
    caught: list[Exception] = []

    def elsewhere() -> None:
        with pytest.raises(Locked) as found:
            table.do("Anke", "bid 3")
        caught.append(found.value)

    thread = threading.Thread(target=elsewhere)
    thread.start()
    thread.join()
    assert "thread" in str(caught[0]) and "damaged" not in str(caught[0])
    assert table.do("Anke", "bid 3").moves == [{"by": "Anke", "do": "bid", "amount": 3}]
