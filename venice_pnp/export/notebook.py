"""The rule booklet as plain pages, for a notebook that knows only text and bold."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from venice_pnp.kit import Kit
from venice_pnp.kit.book import Block, load_book

_BOLD = re.compile(r"\*\*(.+?)\*\*", re.DOTALL)


class NotePage(NamedTuple):
    title: str
    body: str


def notebook(kit: Kit, lang: str) -> list[NotePage]:
    """One page for each chapter: headings, prose, rules with their IDs, examples, tables, the parts; no pictures."""
    book = load_book(kit)
    if book is None:
        return []
    spoken = lang if lang in book.languages else book.languages[0]

    def said(text: str) -> str:
        return _BOLD.sub(r"[b]\1[/b]", kit.filled(text, spoken))

    def lines(block: Block) -> Iterator[str]:
        if block.heading:
            yield f"[b]{said(block.heading.in_language(spoken))}[/b]"
        for text in (block.text, block.example):
            if text:
                yield said(text.in_language(spoken))
        for rule in block.rules or ():
            yield f"{said(book.rules[rule].in_language(spoken))} ({rule})"
        for part in kit.components.values() if block.parts else ():
            yield f"{part.count} × {part.name.in_language(spoken)}"
        for row in block.table or ():
            yield " · ".join(said(cell.in_language(spoken)) for cell in row)

    return [
        NotePage(
            chapter.title.in_language(spoken),
            "\n\n".join(line for block in chapter.blocks for line in lines(block)),
        )
        for chapter in book.chapters
    ]
