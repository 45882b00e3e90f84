"""Rules as a list of a page, each with its ID as the place that a link leads to."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape


def rule_list(rules: Mapping[str, str]) -> str:
    """The rows of a list, as HTML."""
    rows = ((escape(rule), escape(text)) for rule, text in rules.items())
    return "".join(f'<li id="{rule}"><b>{rule}</b> <span>{text}</span></li>' for rule, text in rows)
