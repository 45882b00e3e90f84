"""Recordings for the README, made from the real program: it runs in a terminal, a script types, the screens are kept.

    python docs/record.py            # writes docs/recordings/*.svg (needs the test tools)

Each recording is one SVG that plays by itself and needs nothing else.
"""

from __future__ import annotations

import os
import re
import sys
import tempfile
from collections.abc import Callable
from html import escape
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.cli.person import ENTER, TAB, Person  # noqa: E402

OUT = ROOT / "docs" / "recordings"
CELL, ROW, EDGE = 8.4, 18, 12  # a character in px, a row, the rim
INK, PAPER, SOFT = "#e6e1d6", "#16202b", "#8a94a0"
NAMES = {"black": "#000000", "white": "#ffffff", "brightwhite": "#ffffff", "default": ""}


class Shot(NamedTuple):
    """A screen, and for how many seconds it is shown."""

    rows: list[list[tuple[str, str, str, bool]]]  # runs of text with ink, ground and weight
    seconds: float


class Recorder:
    """A person who types, and a camera."""

    def __init__(self, *words: str, size: tuple[int, int], env: dict[str, str]) -> None:
        self.person, self.size = Person(*words, size=size, **env), size
        self.shots: list[Shot] = []

    def see(self, text: str, seconds: float = 1.6) -> None:
        self.person.until(text)
        self.keep(seconds)

    def keep(self, seconds: float) -> None:
        while self.person.read():
            pass
        self.shots.append(Shot([_runs(self.person, y) for y in range(self.size[1])], seconds))

    def type(self, text: str, seconds: float = 0.5) -> None:
        """What is typed is seen before Enter is pressed."""
        self.person.press(text)
        if text:
            self.keep(seconds)
        self.person.press(ENTER)


def _runs(person: Person, y: int) -> list[tuple[str, str, str, bool]]:
    row = person.cells(y)
    found = []
    for look, cells in groupby(row, key=_look):
        found.append(("".join(cell.data for cell in cells), *look))
    return found


def _look(cell: Any) -> tuple[str, str, bool]:
    ink, ground = _colour(cell.fg), _colour(cell.bg)
    if cell.reverse:
        ink, ground = ground or PAPER, ink or INK
    return ink, ground, bool(cell.bold)


def _colour(name: str) -> str:
    return NAMES.get(name, f"#{name}" if len(name) == 6 and all(c in "0123456789abcdef" for c in name) else "")


def svg(shots: list[Shot], size: tuple[int, int], title: str) -> str:
    """All shots on top of each other; a style sheet shows one after the other, for ever."""
    width, height = size[0] * CELL + 2 * EDGE, size[1] * ROW + 2 * EDGE
    whole = sum(shot.seconds for shot in shots)
    style = [f"text{{font:15px ui-monospace,Menlo,Consolas,'DejaVu Sans Mono',monospace;fill:{INK}}}"]
    parts, begun = [], 0.0
    for n, shot in enumerate(shots):
        start, end = 100 * begun / whole, 100 * (begun + shot.seconds) / whole
        begun += shot.seconds
        frames = f"0%{{opacity:0}}{start:.3f}%{{opacity:1}}{end:.3f}%{{opacity:0}}100%{{opacity:0}}"
        if n == 0:
            frames = f"0%{{opacity:1}}{end:.3f}%{{opacity:0}}100%{{opacity:0}}"
        style.append(f"@keyframes s{n}{{{frames}}}.s{n}{{opacity:0;animation:s{n} {whole:.2f}s step-end infinite}}")
        parts.append(f'<g class="s{n}">{"".join(_row(row, y) for y, row in enumerate(shot.rows))}</g>')
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}">'
        f"<title>{escape(title)}</title><style>{''.join(style)}</style>"
        f'<rect width="100%" height="100%" rx="8" fill="{PAPER}"/>{"".join(parts)}</svg>\n'
    )


def _row(runs: list[tuple[str, str, str, bool]], y: int) -> str:
    at, parts = 0, []
    top = EDGE + y * ROW
    for text, ink, ground, bold in runs:
        x = EDGE + at * CELL
        if ground:
            parts.append(f'<rect x="{x:.1f}" y="{top}" width="{len(text) * CELL:.1f}" height="{ROW}" fill="{ground}"/>')
        look = (f"fill:{ink};" if ink else "") + ("font-weight:bold" if bold else "")
        for word in re.finditer(r"\S+(?: \S+)*", text):  # wide gaps are places, not spaces
            there, length = x + word.start() * CELL, len(word[0]) * CELL
            style = f' style="{look}"' if look else ""
            parts.append(
                f'<text x="{there:.1f}" y="{top + 14}" textLength="{length:.1f}"{style}>{escape(word[0])}</text>'
            )
        at += len(text)
    return "".join(parts)


# --- what is recorded -----------------------------------------------------------------------------------------
def auction(env: dict[str, str]) -> Recorder:
    """A new table of Canaletto, a first auction with a slip of the keyboard, and why it came out so."""
    shot = Recorder("play", "--lang", "en", size=(100, 30), env=env)
    shot.see("Which game?")
    shot.type("can")
    shot.see("Who plays?", 0.6)
    shot.type("Anke Bernd Claudia", 0.9)
    shot.see("Colours:", 1.0)
    shot.type("")
    shot.see("Who decides", 0.8)
    shot.type("3")
    shot.see("Who starts the next round?", 0.6)
    shot.type("")
    shot.see("How far may debts go?", 0.6)
    shot.type("")
    shot.see("Step 1 of", 1.2)
    for n in range(2, 7):
        shot.type("")
        shot.see(f"Step {n} of", 0.5)
    shot.type("")
    shot.see("Have a good game", 2.0)
    shot.type("bib 11")
    shot.see("Did you mean", 1.6)
    shot.type("")
    shot.see("move 1", 1.4)
    shot.type("p; p")
    shot.see("move 3", 3.0)
    shot.type("why")
    shot.see("CAN-7.10: ", 3.5)
    return shot


def secrets(env: dict[str, str]) -> Recorder:
    """Doge: the laptop goes round, choices are sealed, and are shown together."""
    from venice_pnp.referee import home
    from venice_pnp.referee.table import new_table

    new_table("doge", ["Anke", "Bernd", "Claudia"], path=home.table_path("sunday"), seed="7")
    shot = Recorder("play", "--table", "sunday", "--lang", "en", size=(100, 30), env=env)
    shot.person.until("Step 1 of")
    shot.person.type("s")
    for number, choice in enumerate(("cs 3 1", "sm 2 2", "cs 3")):
        shot.see("Hand the laptop to", 1.6 if number == 0 else 0.9)
        shot.type("")
        shot.see("Nothing is shown", 1.4 if number == 0 else 0.7)
        if number == 0:
            shot.person.press(TAB)
            shot.see("Your tokens", 1.6)
            shot.person.press(TAB)
            shot.person.gone("Your tokens")
        shot.person.type(choice)
        shot.see("Receipt:", 1.8 if number == 0 else 0.9)
        shot.type("")
    shot.see("move 3", 3.0)
    return shot


def demo(env: dict[str, str]) -> Recorder:
    """Venedig plays itself on a wide window."""
    shot = Recorder("play", "venedig", "--demo", "--seed", "3", "--pace", "60", "--lang", "en", size=(160, 46), env=env)
    shot.see("types:", 1.6)
    for _ in range(12):
        shot.person.press(" ")
        shot.keep(1.4)
    return shot


RECORDINGS: dict[str, tuple[str, Callable[[dict[str, str]], Recorder]]] = {
    "canaletto": ("An auction of Canaletto at the console", auction),
    "doge": ("Secret choices of Doge at the console", secrets),
    "venedig": ("A demo of Venedig", demo),
}


def main() -> None:
    OUT.mkdir(exist_ok=True)
    for name, (title, make) in RECORDINGS.items():
        with tempfile.TemporaryDirectory() as folder:
            os.environ["VENICE_PNP_HOME"] = folder
            shot = make({"VENICE_PNP_HOME": folder})
            file = OUT / f"{name}.svg"
            file.write_text(svg(shot.shots, shot.size, title), encoding="utf-8")
            shot.person.kill()
            sys.stdout.write(f"{file.relative_to(ROOT)}: {len(shot.shots)} screens, {file.stat().st_size // 1024} KB\n")


if __name__ == "__main__":
    main()
