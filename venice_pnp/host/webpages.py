"""The pages as text: one layout, each page's own part, and the words of a language in both."""

from __future__ import annotations

import html
import json
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from venice_pnp.speech.tongues import referee_texts, tongues
from venice_pnp.speech.words import Speech

FOLDER = Path(__file__).parent / "page"
LAYOUT = "layout.html"
OWN_WORDS = "host."


class WebPage(NamedTuple):
    """What the layout needs to know of a page: the word that is its title, its script, and how it is laid out."""

    title: str
    script: str = ""
    layout: str = "seat"
    goes_to: str = ""  # the page that it becomes at once


WEB_PAGES = {
    "screen": WebPage("screen-title", "screen", "screen"),
    "seat": WebPage("seat-title", "seat"),
    "join": WebPage("join-title", "join"),
    "rules": WebPage("rules", "rules"),
    "gone": WebPage("join-title"),
    "enter": WebPage("screen-title", goes_to="/"),
}


def page(name: str, lang: str, data: Path, listed: str = "", facts: Mapping[str, str] | None = None) -> str:
    """A page with its texts in a language; scripts find the same texts in an attribute. `listed` is HTML already."""
    kind, words = WEB_PAGES[name], words_of(lang, data)
    slots = words | {"lang": lang, "layout": kind.layout, "title": words[kind.title], **(facts or {})}
    slots |= {"words": json.dumps(words, ensure_ascii=False), "facts": json.dumps(facts or {}, ensure_ascii=False)}
    text = (FOLDER / LAYOUT).read_text("utf-8").replace("[[+page]]", (FOLDER / f"{name}.html").read_text("utf-8"))
    text = text.replace("[[+more]]", _more(kind))
    for key, value in slots.items():
        text = text.replace(f"[[{key}]]", html.escape(value))
    return text.replace("[[+tongues]]", _tongues(lang, data)).replace("[[+listed]]", listed)


def words_of(lang: str, data: Path) -> dict[str, str]:
    speech = Speech(lang, data=data)
    keys = [key for key in referee_texts(data)["messages"] if key.startswith(OWN_WORDS)]
    return {key.removeprefix(OWN_WORDS): speech.say(key) for key in keys}


def _more(kind: WebPage) -> str:
    script = f'<script type="module" src="/page/{kind.script}.js"></script>' if kind.script else ""
    goes = f'<meta http-equiv="refresh" content="0;url={kind.goes_to}">' if kind.goes_to else ""
    return script + goes


def _tongues(lang: str, data: Path) -> str:
    """Links to the same page in other languages."""
    links = (
        f'<a href="?lang={code}" hreflang="{code}" lang="{code}">{html.escape(name)}</a>'
        for code, name in tongues(data).names.items()
        if code != lang
    )
    return " ".join(links)
