"""Our texts as HTML: bold words, symbols, commands, and rules that lead to their place."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Sequence
from html import escape
from pathlib import Path
from string import Template

from venice_pnp.draw.text import as_set

FORM = Path(__file__).parent / "form"
_MARKS = re.compile(r"(\*\*|`[^`]+`|\(?--[a-z][a-z-]*|:[a-z][a-z0-9/-]*:|[A-Z]{2,8}-\d+\.\d+|\n)")
Symbolic = Callable[[str], str]  # a symbol as HTML, by its name


def rich(text: str, symbol: Symbolic, rules: Container[str] = (), page: str = "") -> str:
    """A text with its marks, set as in print; rules that are known become links into `page`."""
    out, bold = [], False
    for piece in _MARKS.split(text):
        if piece == "**":
            bold = not bold
            out.append("<b>" if bold else "</b>")
        elif piece == "\n":
            out.append("<br>")
        elif piece.startswith("`") and len(piece) > 1:
            out.append(code(piece[1:-1]))
        elif piece.startswith(("--", "(--")) and _MARKS.fullmatch(piece):
            out.append(_word(piece))
        elif piece in rules:
            out.append(f'<a class="ref" href="{page}#{piece}">{piece}</a>')
        elif len(piece) > 2 and piece[0] == piece[-1] == ":" and _MARKS.fullmatch(piece):
            out.append(symbol(piece[1:-1]))
        else:
            out.append(escape(as_set(piece)))
    return "".join(out) + ("</b>" if bold else "")


def code(text: str) -> str:
    """What is typed; no line is broken inside a word of it, such as an option."""
    return f"<code>{' '.join(_word(word) if '-' in word else escape(word) for word in text.split(' '))}</code>"


def _word(text: str) -> str:
    return f'<span class="word">{escape(text)}</span>'


def plain(text: str) -> str:
    """The same without any mark, for descriptions of pictures."""
    return " ".join(re.sub(r"\*\*|`|:[a-z][a-z0-9/-]*:", "", text).split())


def attributes(**given: str) -> str:
    """`alt="…"`: names with hyphens for underscores."""
    return "".join(f' {name.rstrip("_").replace("_", "-")}="{escape(value)}"' for name, value in given.items())


def filled_form(name: str, **slots: str) -> str:
    """A form of the folder `form`, with what is HTML already put in."""
    return Template((FORM / name).read_text("utf-8")).substitute(slots)


def table(head: Sequence[str], rows: Iterable[Sequence[str]], named: bool = False) -> str:
    """A table of cells that are HTML already; wider than the page, it is moved by itself. `named`: its first column
    says what a row is."""
    titles = "".join(f'<th scope="col">{cell}</th>' for cell in head)
    lines = "".join(f"<tr>{''.join(_cell(cell, named and n == 0) for n, cell in enumerate(row))}</tr>" for row in rows)
    whole = f"<table><thead><tr>{titles}</tr></thead><tbody>{lines}</tbody></table>"
    return f'<div class="wide" tabindex="0" role="group">{whole}</div>\n'


def _cell(text: str, names: bool) -> str:
    return f'<th scope="row">{text}</th>' if names else f"<td>{text}</td>"
