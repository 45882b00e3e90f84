"""Kits that somebody composed to do harm: zero, tiny, huge, deep, itself, elsewhere. Each is told as a fault of the data."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import DATA, TEMPLATES
from venice_pnp.door.looking import checked_kits
from venice_pnp.kit import FaultyData

TEMPLATE, NUMBERS = "templates/canaletto/artwork.yaml", "data/canaletto/numbers.yaml"
Harm = Callable[[Path], object]


def element(text: str) -> Harm:
    """One element more on every artwork."""
    return lambda folder: more(folder / TEMPLATE, f"  evil: {text}\n")


def more(file: Path, text: str) -> None:
    file.write_text((file.read_text("utf-8") if file.exists() else "") + text, "utf-8")


def instead(name: str, old: str, new: str) -> Harm:
    def edit(folder: Path) -> None:
        file = folder / name
        text = file.read_text("utf-8")
        assert re.search(old, text), old
        file.write_text(re.sub(old, lambda _: new, text), "utf-8")

    return edit


def each_in_each(folder: Path) -> None:
    more(
        folder / TEMPLATE, "  evil: {draw: each, table: kinds, template: shared/a0, box: [0, 0, 20, 20], columns: 2}\n"
    )
    for n in range(5):
        inner = f"{{draw: each, table: kinds, template: shared/a{n + 1}, box: [0, 0, 20, 20], columns: 2}}"
        more(folder / f"templates/shared/a{n}.yaml", f"elements:\n  x: {inner}\n")
    more(folder / "templates/shared/a5.yaml", "elements:\n  x: {draw: rect, box: [0, 0, 1, 1], fill: ink}\n")


def long_line_of_parents(folder: Path) -> None:
    for n in range(1500):
        more(folder / f"templates/shared/x{n}.yaml", f"extends: shared/x{n + 1}\n")
    more(folder / "templates/shared/x1500.yaml", "elements: {}\n")
    (folder / TEMPLATE).write_text("extends: shared/x0\n", "utf-8")


def texts_that_multiply(folder: Path) -> None:
    rows = [f'  t{n}: {{en: "{{texts.t{n + 1}}}{"{texts.t" + str(n + 1) + "}" * 60}", de: "x"}}' for n in range(8)]
    instead("data/canaletto/texts.yaml", "texts:", "\n".join(["texts:", *rows, "  t8: {en: aaaaaaaaaaaaaaaa, de: b}"]))(
        folder
    )
    element('{draw: text, text: "{texts.t0}", box: trim}')(folder)


def text_of_itself(folder: Path) -> None:
    instead("data/canaletto/texts.yaml", "texts:", 'texts:\n  t0: {en: "{texts.t0} {texts.t0}", de: "x"}')(folder)
    element('{draw: text, text: "{texts.t0}", box: trim}')(folder)


def symbol(text: str) -> Harm:
    return lambda folder: (folder / "templates/symbols/canaletto/mirror.svg").write_text(text, "utf-8")


def link(name: str) -> Harm:
    def edit(folder: Path) -> None:
        (folder.parent / "elsewhere.yaml").write_text("secret: my own\n", "utf-8")
        (folder / name).unlink()
        (folder / name).symlink_to(folder.parent / "elsewhere.yaml")

    return edit


HARMS: dict[str, Harm] = {
    "pattern, tiny": element("{draw: pattern, pattern: dots, box: trim, colour: ink, scale: 0.00001}"),
    "pattern, zero": element("{draw: pattern, pattern: dots, box: trim, colour: ink, scale: 0}"),
    "pattern, negative": element("{draw: pattern, pattern: dots, box: trim, colour: ink, scale: -1}"),
    "pattern, huge": element("{draw: pattern, pattern: dots, box: [0, 0, 1000000, 1000000], colour: ink}"),
    "pattern, large": element("{draw: pattern, pattern: dots, box: [0, 0, 3000, 3000], colour: ink, scale: 0.1}"),
    "pattern, fine": element("{draw: pattern, pattern: diamonds, box: [0, 0, 90, 90], colour: gold, scale: 0.05}"),
    "pattern, no number": element("{draw: pattern, pattern: dots, box: [.nan, 0, 1, 1], colour: ink}"),
    "step, tiny": instead("data/palette.yaml", r"step: [0-9.]+", "step: 0.000001"),
    "row, huge": element("{draw: row, name: emblem-disc, count: 100000000, box: [0, 0, 10, 10], colour: ink}"),
    "row, negative": element("{draw: row, name: emblem-disc, count: -1, box: [0, 0, 10, 10], colour: ink}"),
    "ring, huge": element("{draw: ring, name: emblem-disc, count: 99999999, centre: [5, 5], radius: 3, size: 1}"),
    "line, huge": element("{draw: rect, box: trim, stroke: ink, width: 1.0e+308}"),
    "box, endless": element("{draw: rect, box: [0, 0, 1.0e+308, 1.0e+308], fill: ink}"),
    "circle, far away": element("{draw: circle, centre: [1.0e+300, 0], radius: 1.0e+300, fill: ink}"),
    "outline, no number": element('{draw: path, d: "M nan nan L inf inf", fill: ink}'),
    "outline, long": element(f'{{draw: path, d: "{"M 0 0 L 1 1 " * 80_000}", fill: ink}}'),
    "text, one endless word": element(f'{{draw: text, text: "{"x" * 300_000}", box: trim}}'),
    "text, many words": element(f'{{draw: text, text: "{"x " * 150_000}", box: trim}}'),
    "text, lines upon each other": element('{draw: text, text: "{name} a b", box: trim, leading: 0}'),
    "text, of itself": text_of_itself,
    "text, multiplies": texts_that_multiply,
    "template, within itself": lambda folder: more(
        folder / TEMPLATE, "  evil: {draw: each, table: kinds, template: canaletto/artwork, box: [0, 0, 9, 9]}\n"
    ),
    "template, in no columns": element(
        "{draw: each, table: kinds, template: canaletto/value, box: [0, 0, 9, 9], columns: 0}"
    ),
    "template, within templates": each_in_each,
    "template, of long descent": long_line_of_parents,
    "colour, none": element('{draw: rect, box: trim, fill: "#zzzzzz"}'),
    "component, of nine tables": instead(
        "data/canaletto/game.yaml",
        "each: kinds",
        "each: [kinds, palaces, kinds, palaces, kinds, palaces, kinds, palaces]",
    ),
    "component, in numbers": instead("data/canaletto/artworks.yaml", "size: 4", "size: 999999999"),
    "shape, tiny": instead("data/shapes.yaml", r"size: \[25, 25\]", "size: [0.0001, 0.0001]"),
    "symbol, no number": symbol('<svg viewBox="0 0 nan inf"><path d="M nan 0 L inf 5" fill="ink"/></svg>'),
    "symbol, huge": symbol('<svg viewBox="0 0 9 9"><path d="M 1e308 0 L 1e308 5 L -1e308 0 z" fill="ink"/></svg>'),
    "symbol, nothing": symbol('<svg viewBox="0 0 0 0"><path d="M 1 0 L 1 5 z" fill="ink"/></svg>'),
    "symbol, groups in groups": symbol(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">' + "<g>" * 900 + "</g>" * 900 + "</svg>"
    ),
    "symbol, deep": symbol('<svg viewBox="0 0 9 9">' + "<g>" * 20_000 + "</g>" * 20_000 + "</svg>"),
    "data, elsewhere": link("data/canaletto/texts.yaml"),
    "words, elsewhere": link("data/canaletto/messages.yaml"),
    "a dunder": element('{draw: text, text: "{kinds.--class--}", box: trim}'),
}


@pytest.mark.parametrize("harm", HARMS.values(), ids=HARMS)
def test_it_is_a_fault_like_any_other(harm: Harm, tmp_path: Path) -> None:
    kit = tmp_path / "kit"
    shutil.copytree(DATA, kit / "data")
    shutil.copytree(TEMPLATES, kit / "templates")
    harm(kit)
    with pytest.raises(FaultyData) as faulty:
        checked_kits("canaletto", kit / "data", kit / "templates")
    said = str(faulty.value)
    assert "my own" not in said  # what is elsewhere is not quoted
    assert "kit" in said  # the file is named
