"""The cache: the same kit as from the files, and never an old one."""

from __future__ import annotations

import os
import random
import time
from pathlib import Path

import msgspec
import pytest

from tests.conftest import TEMPLATES
from venice_pnp.draw.studio import Library
from venice_pnp.games import open_kit, quick_open
from venice_pnp.kit import FaultyData
from venice_pnp.kit.cache import FORGOTTEN, TIDIED, cache_folder


@pytest.mark.parametrize("game", ["canaletto", "doge"])
def test_a_kept_kit_equals_the_one_that_was_read(game: str) -> None:
    read = open_kit(game)
    for _ in range(2):  # first made, then found
        kept = quick_open(game)
        assert (kept.kit_id, kept.game, kept.seats) == (read.kit_id, read.game, read.seats)
        assert (kept.tables, kept.texts, kept.components, kept.shared) == (
            read.tables,
            read.texts,
            read.components,
            read.shared,
        )
    assert list(cache_folder().glob("*.msgpack"))


def test_an_edit_is_seen_at_once_and_a_fault_too(data: Path) -> None:
    file = data / "canaletto/numbers.yaml"
    assert quick_open("canaletto", data).tables.numbers.start_money == 30
    file.write_text(file.read_text("utf-8").replace("start-money: 30", "start-money: 25"), "utf-8")
    assert quick_open("canaletto", data).tables.numbers.start_money == 25
    file.write_text(file.read_text("utf-8").replace("start-money: 25", "start-money: many"), "utf-8")
    with pytest.raises(FaultyData, match=r"numbers\.yaml:3"):
        quick_open("canaletto", data)


def test_a_damaged_cache_is_as_good_as_none() -> None:
    quick_open("canaletto")
    for file in cache_folder().glob("*.msgpack"):
        file.write_bytes(b"\xc1nonsense")
    assert quick_open("canaletto").tables.numbers.start_money == 30


def test_a_folder_that_cannot_be_written_does_no_harm(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    blocked = tmp_path / "a-file"
    blocked.write_text("")
    monkeypatch.setenv("VENICE_PNP_HOME", str(blocked))
    assert quick_open("canaletto").tables.numbers.start_money == 30


def test_what_nobody_has_asked_for_in_a_month_goes() -> None:
    quick_open("canaletto")
    [kit] = cache_folder().glob("kit-*")
    long_ago = time.time() - FORGOTTEN - 60
    os.utime(kit, (long_ago, long_ago))
    quick_open("doge")
    assert kit.exists(), "tidied up once a day, not each time"
    os.utime(cache_folder() / TIDIED, (long_ago, long_ago))
    quick_open("venedig")
    assert not kit.exists()
    assert list(cache_folder().glob("kit-doge-*"))


def test_letters_are_found_again_where_a_cache_leads_nowhere(tmp_path: Path) -> None:
    font = Library(TEMPLATES).fonts["text"]
    right = font.file
    for file in cache_folder().glob("font-*"):
        file.write_bytes(msgspec.msgpack.encode(str(tmp_path / "gone.ttf")))
    assert Library(TEMPLATES).fonts["text"].file == right


def test_no_flipped_bit_changes_what_is_read() -> None:
    """A changed value that is still a value would be printed and played with."""
    rng, sound = random.Random(1), quick_open("canaletto")
    assert sound.components
    for file in [*cache_folder().glob("kit-*"), *cache_folder().glob("shared-*")]:
        whole = file.read_bytes()
        for _ in range(40):
            bits = bytearray(whole)
            bits[rng.randrange(len(bits))] ^= 1 << rng.randrange(8)
            file.write_bytes(bits)
            found = quick_open("canaletto")
            assert (found.kit_id, found.tables, found.game) == (sound.kit_id, sound.tables, sound.game)
            assert (found.components, found.shared) == (sound.components, sound.shared)
