"""The booklet as a page for phones: every rule by its ID under its chapter, and why we play what no book says."""

from __future__ import annotations

from html import escape

from venice_pnp.door.errands import ruling_lines
from venice_pnp.kit import Kit
from venice_pnp.kit.book import Chapter, describes, load_book
from venice_pnp.kit.faults import FaultyData
from venice_pnp.speech.rule_list import rule_list
from venice_pnp.speech.whose import rulings_on
from venice_pnp.speech.words import Speech, rules_of


def rulebook(kit: Kit, speech: Speech) -> str:
    """All rules as HTML: the chapters as the booklet has them, then what it leaves out."""
    rules, rulings = rules_of(kit, speech.lang), dict[str, list[str]]()
    for ruling in rulings_on(speech, kit):
        rulings.setdefault(next(iter(ruling.rules), ""), []).extend(ruling_lines(ruling, speech))
    parts = []
    for chapter in _chapters(kit):
        listed = [rule for block in chapter.blocks for rule in block.rules or ()]
        if any(block.parts for block in chapter.blocks):
            listed += [part.rule for part in kit.components.values() if describes(part.rule)]
        found = {rule: rules.pop(rule) for rule in listed if rule in rules}
        if found:
            parts.append((chapter.title.in_language(speech.lang), found))
    if rules:
        parts.append((speech.say("host.other-rules") if parts else "", rules))
    return "".join(_part(title, found, rulings) for title, found in parts)


def _chapters(kit: Kit) -> list[Chapter]:
    """Of a booklet that cannot be read the rules are listed all the same."""
    try:
        book = load_book(kit)
    except FaultyData:
        return []
    return book.chapters if book else []


def _part(title: str, rules: dict[str, str], rulings: dict[str, list[str]]) -> str:
    head = f"<h2>{escape(title)}</h2>" if title else ""
    return f"<section>{head}<ul>{rule_list(rules, rulings)}</ul></section>"
