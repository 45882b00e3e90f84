"""The user's printer: the sheets that measure it, and what was read off."""

from __future__ import annotations

import math
import re
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from msgspec import structs

from venice_pnp.door.kits import library_of
from venice_pnp.door.wishes import WrongWish, listed, one_of
from venice_pnp.kit import load_shared
from venice_pnp.kit.faults import nearest
from venice_pnp.kit.load import home
from venice_pnp.kit.reader import Reader
from venice_pnp.kit.supplies import Shared
from venice_pnp.press.calibrate import LENGTH, LINES, RANGES, SCALE, Question, calibration_pdf, check_pdf, read_profile
from venice_pnp.press.profile import Profile, profile_path

FITTED = 0.15  # by this share at most a line is off that was printed with “fit to page”
UNITS = {"in-cm": 10.0, "in-inches": 25.4}  # mm of what people read off by mistake
NUMBER = re.compile(r"(\d{1,4})(?:[.,](\d{1,4}))?(½?)\s*(?:mm)?", re.IGNORECASE)


class Calibration:
    """A printer being measured, in one language: the two sheets, the four questions between them."""

    def __init__(self, profile: Profile, lang: str) -> None:
        self.profile, self.lang = profile, lang
        self.shared: Shared = load_shared(home("data"))
        one_of(profile.paper, self.shared.papers, "paper")
        one_of(lang, self.shared.languages, "language")
        self.fonts = library_of(None, None).fonts

    def word(self, key: str, **values: object) -> str:
        return self.shared.words[f"calibration-{key}"].in_language(self.lang).format(**values)

    def sheet(self, command: str) -> bytes:
        """The sheet that is read, as a PDF; `command` asks for the readings."""
        return calibration_pdf(self.shared, self.fonts, self.profile, self.lang, command)

    def check(self, profile: Profile) -> bytes:
        """The sheet that shows whether a profile is right, as a PDF."""
        return check_pdf(self.shared, self.fonts, profile, self.lang)

    @property
    def questions(self) -> tuple[Question, ...]:
        return tuple(RANGES)

    def profile_of(self, readings: Mapping[Question, float]) -> Profile:
        """The profile that makes up for what was read."""
        return read_profile(self.profile, readings)

    def reading(self, question: Question, typed: str) -> float:
        """What somebody typed as a number, with a point or a comma; raises WrongWish."""
        said = typed.strip()
        found = NUMBER.fullmatch(said)
        if not found or (found[2] and found[3]):
            raise WrongWish(self.word("no-number", typed=said))
        value = float(f"{found[1]}.{found[2] or '0'}") + (0.5 if found[3] else 0.0)
        low, high = RANGES[question]
        if low <= value <= high:
            return value
        if question not in LINES:
            raise WrongWish(self.word("off-scale", typed=said, most=SCALE))
        raise WrongWish(self._off_line(said, value, low, high))

    def _off_line(self, said: str, value: float, low: float, high: float) -> str:
        """What a length probably is that no printer makes of the line."""
        other = [unit for unit, mm in UNITS.items() if low <= value * mm <= high]
        fitted = abs(value - LENGTH) <= FITTED * LENGTH
        key = other[0] if other else "off-line" if fitted else "outside"
        # what can be made up for is told in whole mm, none of them too far
        return self.word(key, typed=said, length=f"{LENGTH:g}", low=math.ceil(low), high=math.floor(high))

    def told(self, profile: Profile) -> str:
        """What a profile says of the printer, in words."""
        sizes = self.word("read-sizes", x=self._number(100 / profile.scale_x), y=self._number(100 / profile.scale_y))
        moves = [self._move(profile.back_x, "right", "left"), self._move(profile.back_y, "up", "down")]
        made = [move for move in moves if move]
        backs = self.word("read-backs", moves=", ".join(made)) if made else self.word("read-exact")
        return f"{sizes} {backs}"

    def _move(self, by: float, forth: str, back: str) -> str:
        return self.word(forth if by > 0 else back, n=self._number(abs(by))) if by else ""

    def _number(self, value: float) -> str:
        return f"{value:.2f}".rstrip("0").rstrip(".").replace(".", self.shared.words["decimal"].in_language(self.lang))


def changed_profile(profile: Profile, settings: str) -> Profile:
    """The profile with `key=value` pairs set; the reader checks them as it does the file."""
    known = [f.encode_name for f in structs.fields(Profile)]
    values = {k.replace("_", "-"): v for k, v in structs.asdict(profile).items()}
    for pair in listed(settings):
        key, equals, value = pair.partition("=")
        if not equals or key not in known:
            raise WrongWish(f"expected KEY=VALUE, found '{pair}'{nearest(key, known)}", 2)
        values[key] = value
    return _checked_profile(values)


def _checked_profile(values: dict[str, Any]) -> Profile:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / profile_path().name
        file.write_text("".join(f"{k}: {v}\n" for k, v in values.items()), "utf-8")
        reader = Reader()
        made = reader.read(file, Profile)
    if reader.faults or made is None:
        raise WrongWish("; ".join(fault.message for fault in reader.faults))
    return made
