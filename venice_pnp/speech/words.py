"""Messages in the language of the table: wording from data, facts put in, ids said as names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

from venice_pnp.contract.play import Event, Facts, Refused, Violation
from venice_pnp.kit import Kit
from venice_pnp.kit.cache import kept
from venice_pnp.kit.load import home
from venice_pnp.kit.words import seen
from venice_pnp.speech.plain import check_events
from venice_pnp.speech.trouble import BrokenText, Trouble

OWN = home("data") / "referee" / "messages.yaml"
MAX_BYTES = 2_000_000  # of a file of texts
LONGEST = 60  # characters of a typed word that a message repeats
_SLOT = re.compile(r"\{([a-z-]+)\}")
_PLURAL = r"\{([a-z-]+):([^{}|]*)\|([^{}|]*)\}"  # {n:move|moves}
LANGUAGES = ("en", "de")


def texts_of(file: Path) -> dict[str, Any]:
    """A file of texts, from the cache where it is unchanged."""
    return kept(file.stem, [file], dict[str, Any], lambda: _read(file))


def _read(file: Path) -> dict[str, Any]:
    import yaml  # slow to load

    loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        if file.stat().st_size > MAX_BYTES:
            return {}
        text = file.read_text(encoding="utf-8")
        check_events(yaml.parse(text, Loader=loader), str(file))
        found = yaml.load(text, Loader=loader)
    except (OSError, ValueError, BrokenText, yaml.YAMLError):
        return {}
    return found if isinstance(found, dict) else {}


def kit_texts(kit: Kit, stem: str) -> dict[str, Any]:
    """A file of texts of a kit; an own kit's texts are laid over those of the game it extends."""
    found: dict[str, Any] = {}
    for folder in reversed(kit.folders):
        texts = texts_of(folder / f"{stem}.yaml")
        found = _over(found, texts) if found else texts
    return found


def _over(base: Any, own: Any) -> Any:
    if not isinstance(base, dict) or not isinstance(own, dict):
        return own
    return base | {key: _over(base.get(key), value) for key, value in own.items()}


def find_rule(kit: Kit, rule: str, lang: str) -> str | None:
    """The text of one rule, as the booklet prints it, with the numbers of the kit."""
    texts = (kit_texts(kit, "rules").get("rules") or {}).get(rule)
    return kit.filled(str(texts[lang]), lang) if isinstance(texts, dict) and lang in texts else None


def rules_of(kit: Kit, lang: str) -> dict[str, str]:
    """All rules of a game by ID."""
    found = {rule: find_rule(kit, str(rule), lang) for rule in kit_texts(kit, "rules").get("rules") or {}}
    return {str(rule): text for rule, text in found.items() if text is not None}


def plural(text: str, facts: Facts) -> str:
    """`{n:move|moves}`: the first word for one, the second for any other number."""
    if ":" not in text:
        return text

    def word(slot: re.Match[str]) -> str:
        return (slot[2] if facts.get(slot[1]) == 1 else slot[3]) if slot[1] in facts else slot[0]

    return re.sub(_PLURAL, word, text)


class Said(str):
    """A text that is said as it is: not cut, and no id turned into a name."""


class Speech:
    """Says things in one language, at one table (or at none)."""

    def __init__(self, lang: str, kit: Kit | None = None, players: Iterable[str] = (), seeded: bool = False) -> None:
        self.lang, self.kit, self.players = lang, kit, frozenset(players)
        self.seeded = seeded  # does the referee deal and draw? Then hands have other things to do

    # --- wording ------------------------------------------------------------------------------
    @cached_property
    def _game_texts(self) -> dict[str, Any]:
        return kit_texts(self.kit, "messages") if self.kit else {}

    @cached_property
    def _own_texts(self) -> dict[str, Any]:
        return texts_of(OWN)

    def _wording(self, key: str) -> str | None:
        for texts in (self._game_texts, self._own_texts):
            found = (texts.get("messages") or {}).get(key)
            if isinstance(found, dict):
                return str(found.get(self.lang) or found.get(LANGUAGES[0]))
        return None

    def say(self, key: str, facts: Facts | None = None) -> str:
        """The message `key` with its facts; without a wording, the rule's own text or the bare key."""
        text = self._wording(key)
        if text is None and self.kit:
            text = find_rule(self.kit, key.split(".", 2)[0] + "." + key.split(".", 2)[-1].split(".")[0], self.lang)
        return self.fill(text if text is not None else key, facts or {})

    def fill(self, text: str, facts: Facts) -> str:
        def fact(slot: re.Match[str]) -> str:
            return self.name(facts[slot[1]], slot[1]) if slot[1] in facts else slot[0]

        shown = seen(text)
        return _SLOT.sub(fact, plural(shown, facts)) if "{" in shown else shown

    def refusal(self, refused: Refused) -> str:
        return self.say(refused.key, refused.facts)

    def event(self, event: Event | Violation) -> str:
        own = f"{event.key}.seeded"
        return self.say(own if self.seeded and self._wording(own) is not None else event.key, event.facts)

    def trouble(self, trouble: Trouble) -> str:
        return self.say(trouble.key, trouble.facts)

    # --- names --------------------------------------------------------------------------------
    @cached_property
    def names(self) -> dict[str, str]:
        """What ids are called: rows of the kit's tables, then the names in `messages.yaml`."""
        found: dict[str, str] = {}
        for named in reversed(self._names_by_kind.values()):  # the first table that has an id counts
            found |= named
        for texts in (self._own_texts, self._game_texts):
            for key, words in (texts.get("names") or {}).items():
                found[str(key)] = str(words.get(self.lang, key)) if isinstance(words, dict) else str(words)
        return found

    def _named(self, rows: Iterable[Any]) -> dict[str, str]:
        """Ids and names of a table's rows; a common noun loses its capital in English."""
        found = {}
        for row in rows:
            name = getattr(row, "name", None)
            if name is not None and isinstance(getattr(row, "id", None), str):
                text = name if isinstance(name, str) else name.in_language(self.lang)
                common = self.lang == "en" and hasattr(row, "plural")
                found[row.id] = text[:1].lower() + text[1:] if common else text
        return found

    @cached_property
    def _names_by_kind(self) -> dict[str, dict[str, str]]:
        """Names by table, for ids that stand in two: an advisor and his home share one."""
        return {kind: self._named(rows) for kind, rows in _tables(self.kit).items()}

    def name(self, value: Any, kind: str = "") -> str:
        """A fact as it is said: ids by name (first as one of its kind), lists with commas, long words cut."""
        if isinstance(value, (list, tuple, set, frozenset)):
            return ", ".join(self.name(one, kind.removesuffix("s")) for one in value) or "–"
        if isinstance(value, Mapping):
            return ", ".join(f"{self.name(k)}: {self.name(v)}" for k, v in value.items()) or "–"
        if value is None:
            return "–"
        if isinstance(value, bool):
            return self.names.get("yes" if value else "no", str(value).lower())
        text = str(value)
        if isinstance(value, Said):
            return text
        if text not in self.players:
            text = self._names_by_kind.get(f"{kind}s", {}).get(text) or self.names.get(text, text)
        text = seen(text).replace("\n", " ")  # what somebody typed can neither colour the screen nor add a line
        return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"


def _tables(kit: Kit | None) -> dict[str, list[Any]]:
    """The kit's tables of rows by name."""
    if kit is None:
        return {}
    own = kit.tables
    held = own.items() if isinstance(own, dict) else ((name, getattr(own, name)) for name in own.__struct_fields__)
    return {name: table for name, table in held if isinstance(table, list)}


def known_ids(kit: Kit) -> list[str]:
    """Every id a player may type."""
    return [row.id for rows in _tables(kit).values() for row in rows if isinstance(getattr(row, "id", None), str)]


def forms_of(kit: Kit) -> list[tuple[str, str]]:
    """What players may call each id: the id, its short code, its name in every language."""
    found: list[tuple[str, str]] = []
    for rows in _tables(kit).values():
        for row in rows:
            if not isinstance(getattr(row, "id", None), str):
                continue
            name, code = getattr(row, "name", None), getattr(row, "code", None)
            names = [name] if isinstance(name, str) else [name.in_language(lang) for lang in LANGUAGES] if name else []
            found += [(text, row.id) for text in (row.id, *([code] if isinstance(code, str) else []), *names)]
    return found
