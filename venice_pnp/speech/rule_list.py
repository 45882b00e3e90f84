"""Rules as a list of a page, each with its ID as the place that a link leads to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape


def rule_list(rules: Mapping[str, str], more: Mapping[str, Sequence[str]] | None = None) -> str:
    """The rows of a list, as HTML; `more`: lines that follow a rule."""
    return "".join(_row(rule, text, (more or {}).get(rule, ())) for rule, text in rules.items())


def _row(rule: str, text: str, more: Sequence[str]) -> str:
    lines = "".join(f'<br><span class="small">{escape(line.strip())}</span>' for line in more)
    return f'<li id="{escape(rule)}"><b>{escape(rule)}</b> <span>{escape(text)}</span>{lines}</li>'
