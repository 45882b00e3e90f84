"""Colours by name in the two editions. Low ink: white surfaces, ink lines; patterns tell colours apart."""

from __future__ import annotations

import re
from typing import Literal

from venice_pnp.kit.supplies import Shared

Edition = Literal["colour", "low-ink"]
EDITIONS: tuple[Edition, ...] = ("colour", "low-ink")
WHITE = "#FFFFFF"
_HEX = re.compile(r"#[0-9A-Fa-f]{6}")


class UnknownColour(Exception):
    """A colour that is neither in the palette nor a hex value; its one argument is the name."""

    def __str__(self) -> str:
        return f"unknown colour '{self.args[0]}'"


class Inks:
    def __init__(self, shared: Shared, edition: Edition) -> None:
        self._tints = shared.colours
        self.edition: Edition = edition
        self.low = edition == "low-ink"

    def _hex(self, name: str) -> str:
        if name in self._tints:
            return self._tints[name].hex
        if _HEX.fullmatch(name):
            return name
        raise UnknownColour(name)

    def area(self, name: str) -> str:
        """The fill of a surface."""
        colour = self._hex(name)
        if not self.low:
            return colour
        return self._tints[name].low_ink if name in self._tints else WHITE

    def line(self, name: str) -> str:
        """The colour of a line; light lines on a dark surface vanish with the surface in low ink."""
        colour = self._hex(name)
        if not self.low:
            return colour
        return WHITE if lightness(colour) > 0.8 else self._tints["ink"].hex

    def mark(self, name: str) -> str:
        """The colour of a text or an icon: always ink in low ink, where every surface is white."""
        colour = self._hex(name)
        return self._tints["ink"].hex if self.low else colour

    def mixed(self, name: str, other: str, share: float) -> str:
        """A surface between two colours: `share` of the second; white in low ink."""
        return WHITE if self.low else mix(self._hex(name), self._hex(other), share)


def mix(first: str, second: str, share: float) -> str:
    a, b = _rgb(first), _rgb(second)
    return "#" + "".join(f"{round(x + (y - x) * share):02X}" for x, y in zip(a, b, strict=True))


def lightness(colour: str) -> float:
    """From 0 (black) to 1 (white), as the eye weighs the three lights."""
    r, g, b = _rgb(colour)
    return (0.2126 * r + 0.7152 * g + 0.0722 * b) / 255


def _rgb(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)
