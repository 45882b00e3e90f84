"""Rows of a state: tuples that are never changed, only written anew."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

T = TypeVar("T")


def put(row: tuple[T, ...], at: int, value: T) -> tuple[T, ...]:
    """The row with another value at one place."""
    changed = [*row]
    changed[at] = value
    return tuple(changed)


def add(row: tuple[int, ...], at: int, more: int) -> tuple[int, ...]:
    """The row with one number changed by `more`."""
    changed = [*row]
    changed[at] += more
    return tuple(changed)


def numbered(names: Iterable[T]) -> dict[T, int]:
    """The place of each name, from 0 up."""
    return {name: at for at, name in enumerate(names)}
