"""Frames: the pointed ogee arch of the Ca' d'Oro and what goes with it."""

from __future__ import annotations

from venice_pnp.draw.scene import Box, Outline


def ogee(box: Box, rise: float) -> Outline:
    """A field whose top is an ogee arch: round shoulders below, hollow curves up to a point."""
    x, y, w, h = box
    middle, spring = x + w / 2, y + rise
    shoulder = rise * 0.42
    meet = spring - shoulder * 1.15  # where the curves meet, at one slope
    round_, hollow = spring - shoulder * 0.947, spring - shoulder * 1.39
    return (
        ("M", x, y + h),
        ("L", x, spring),
        ("C", x, spring - shoulder * 0.9, x + w * 0.16, round_, x + w * 0.27, meet),
        ("C", middle - w * 0.1, hollow, middle - w * 0.03, y + rise * 0.28, middle, y),
        ("C", middle + w * 0.03, y + rise * 0.28, middle + w * 0.1, hollow, x + w * 0.73, meet),
        ("C", x + w * 0.84, round_, x + w, spring - shoulder * 0.9, x + w, spring),
        ("L", x + w, y + h),
        ("Z",),
    )


def shield(box: Box) -> Outline:
    """A heater shield: straight above, pointed below."""
    x, y, w, h = box
    right, low, middle = x + w, y + h, x + w / 2
    return (
        ("M", x, y),
        ("L", right, y),
        ("L", right, y + h * 0.48),
        ("C", right, y + h * 0.75, x + w * 0.78, y + h * 0.91, middle, low),
        ("C", x + w * 0.22, y + h * 0.91, x, y + h * 0.75, x, y + h * 0.48),
        ("Z",),
    )


def inset(box: Box, by: float) -> Box:
    x, y, w, h = box
    return x + by, y + by, w - 2 * by, h - 2 * by
