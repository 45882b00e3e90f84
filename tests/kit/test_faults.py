"""A broken edit: one clear message with file and line, exit 1, and the previous output stays as it was."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import venice
from venice_pnp.games import open_kit
from venice_pnp.kit import FaultyData


def replaced(name: str, old: str, new: str) -> Callable[[Path], None]:
    def edit(data: Path) -> None:
        file = data / name
        text = file.read_text("utf-8")
        assert old in text, f"{old!r} is not in {name}"
        file.write_text(text.replace(old, new, 1), "utf-8")

    return edit


def written(name: str, content: bytes) -> Callable[[Path], None]:
    return lambda data: (data / name).write_bytes(content) and None


def linked_to_itself(data: Path) -> None:
    file = data / "canaletto/numbers.yaml"
    file.unlink()
    file.symlink_to(file)


ARTWORKS = "canaletto/artworks.yaml"
BROKEN = {
    "tab": (replaced(ARTWORKS, "  - {id: fan", "\t- {id: fan"), r"artworks\.yaml:5:.*tab"),
    "indent": (replaced(ARTWORKS, "  - {id: fan", "      - {id: fan"), r"artworks\.yaml:\d+"),
    "unknown key": (replaced(ARTWORKS, "{id: fan,         size:", "{id: fan, sise:"), r"artworks\.yaml:5:.*'sise'.*'size'"),
    "35th artwork": (replaced(ARTWORKS, "id: fan,         size: 3", "id: fan, size: 4"), r"game\.yaml:\d+:\d+: CAN-2\.1 asks for 34 × artwork, but the data makes 35"),
    "value as word": (replaced(ARTWORKS, "values: [3, 4", "values: [3, three"), r"artworks\.yaml:17:\d+: expected a whole number, found 'three'"),
    "300-word name": (replaced(ARTWORKS, "en: Mirror", "en: " + "Mirror " * 300), r"artworks\.yaml:3:.*does not fit"),
    "NUL byte": (replaced(ARTWORKS, "Mirror", "Mir\0ror"), r"artworks\.yaml:3:\d+: a control character"),
    "empty file": (written(ARTWORKS, b""), r"artworks\.yaml: the file is empty"),
    "50 MB": (written(ARTWORKS, b"# " + b"x" * 50_000_000), r"artworks\.yaml: the file is larger than"),
    "symlink loop": (linked_to_itself, r"numbers\.yaml: cannot be read"),
    "python object": (replaced(ARTWORKS, "size: 4", "size: !!python/object/apply:os.system [ls]"), r"artworks\.yaml:3:\d+: the tag"),
    "wrong type": (replaced("canaletto/numbers.yaml", "start-money: 30", "start-money: [30]"), r"numbers\.yaml:3:\d+: expected a whole number"),
    "missing language": (replaced(ARTWORKS, "{en: Mirror, de: Spiegel}", "{en: Mirror}"), r"artworks\.yaml:3:\d+: the text in de is missing"),
    "unknown symbol": (replaced("canaletto/game.yaml", "emblem: emblem-disc", "emblem: emblem-disk"), r"game\.yaml:14:.*'emblem-disk'.*'emblem-disc'"),
    "unknown colour": (replaced(ARTWORKS, '"#7FA7C9"', '"sky"'), r"artworks\.yaml:3:\d+: expected a colour"),
    "unknown template": (replaced("canaletto/game.yaml", "front: canaletto/value", "front: canaletto/valve"), r"game\.yaml:\d+:\d+: unknown template 'canaletto/valve'.*value"),
    "unknown shape": (replaced("canaletto/game.yaml", "shape: counter-12", "shape: counter-13"), r"game\.yaml:\d+:\d+: unknown shape.*counter-1"),
    "duplicate id": (replaced(ARTWORKS, "{id: candlestick,", "{id: mirror,"), r"artworks\.yaml:4:\d+: the id 'mirror' stands twice"),
    "duplicate key": (replaced("canaletto/numbers.yaml", "min-bid: 1 ", "start-money: 1 "), r"numbers\.yaml:\d+:\d+: 'start-money' stands here a second time \(first in line 3\)"),
    "reference to nothing": (replaced("canaletto/game.yaml", "each: kinds", "each: kind"), r"game\.yaml:\d+:\d+: there is no table 'kind'"),
    "unknown section": (replaced(ARTWORKS, "values:", "valves:"), r"artworks\.yaml:17:1: unknown section 'valves'.*'values'"),
    "missing section": (lambda data: (data / "canaletto/palaces.yaml").unlink(), r"canaletto: missing sections: palaces"),
    "missing glyph": (replaced(ARTWORKS, "en: Mirror", "en: Mirror ♦"), r"artworks\.yaml:3:.*has no '♦'"),
    "not UTF-8": (written(ARTWORKS, b"kinds:\n  - \xff\xfe\n"), r"artworks\.yaml:2:\d+: not UTF-8"),
    "scalar file": (written(ARTWORKS, b"hello"), r"artworks\.yaml:1:1: expected keys with values"),
    "bomb": (written(ARTWORKS, b"a: &a [x,x,x,x,x,x,x,x,x]\n" + b"".join(b"%c: &%c [*%c,*%c,*%c,*%c,*%c,*%c,*%c,*%c,*%c]\n" % (i, i, *([i - 1] * 9)) for i in range(98, 108)) + b"values: *k\n"), r"artworks\.yaml:\d+"),
    "deep": (written(ARTWORKS, b"values: " + b"[" * 100_000), r"artworks\.yaml"),
    "no such picture": (replaced("canaletto/game.yaml", "ornament/bacino", "ornament/bacini"), r"game\.yaml:3:\d+: on the cover of the booklet.*'ornament/bacino'"),
    "endless title": (replaced("canaletto/game.yaml", "title: Canaletto", "title: " + "Canaletto " * 300), r"game\.yaml:\d+"),
    "endless credit": (replaced("canaletto/game.yaml", "A game by Günter Cornett, 1995", "A game " * 300), r"game\.yaml:\d+"),
    "bad palette": (replaced("palette.yaml", 'hex: "#A5402D"', 'hex: "brick"'), r"palette\.yaml:\d+:\d+: expected a colour"),
}  # fmt: skip


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_edit_is_named_and_changes_nothing(name: str, data: Path, tmp_path: Path) -> None:
    edit, expected = BROKEN[name]
    out = tmp_path / "out"
    old = out / "canaletto/en/a4/tiles.pdf"
    old.parent.mkdir(parents=True)
    old.write_bytes(b"the last good output")
    edit(data)
    ran = venice("build", "canaletto", "--data", data, "--out", out, "--lang", "en,de")
    assert ran.code == 1, ran.said
    assert re.search(expected, ran.err), ran.err
    assert "Traceback" not in ran.said
    assert [f for f in out.rglob("*") if f.is_file()] == [old]
    assert old.read_bytes() == b"the last good output"


def test_all_faults_of_a_run_are_named_at_once(data: Path) -> None:
    replaced(ARTWORKS, "{id: fan,         size:", "{id: fan, sise:")(data)
    replaced(ARTWORKS, "{en: Mirror, de: Spiegel}", "{en: [Mirror], de: Spiegel}")(data)
    replaced("canaletto/numbers.yaml", "min-bid: 1", "min-bid: one")(data)
    replaced("canaletto/palaces.yaml", "x: 151, y: 74", "x: -151, y: 74")(data)
    with pytest.raises(FaultyData) as caught:
        open_kit("canaletto", data)
    files = {fault.place.file.name for fault in caught.value.faults}
    assert files == {"artworks.yaml", "numbers.yaml", "palaces.yaml"}
    assert len(caught.value.faults) >= 4


def test_check_says_that_all_is_well() -> None:
    ran = venice("check", "canaletto")
    assert ran.code == 0, ran.said
    assert "10 components, 71 parts" in ran.out


def test_an_unknown_game_is_named_with_the_nearest_one() -> None:
    ran = venice("build", "canaleto")
    assert ran.code == 1
    assert "did you mean 'canaletto'?" in ran.err
