"""Messages in the language of the table: wording from data, facts put in, ids said as names."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from venice_pnp.contract.play import Event, Facts, Refused, Violation
from venice_pnp.kit import Kit
from venice_pnp.kit.wording import Words, seen
from venice_pnp.speech.texts import aliases_of, kit_texts
from venice_pnp.speech.tongues import Tongues, referee_texts, tongues
from venice_pnp.speech.trouble import BrokenText, Trouble, spoken

SEVERAL = ("plural", "glosses")  # columns of a table with words for several of its rows
CALLED = ("name", "gloss", *SEVERAL)  # with words for its rows
LONGEST = 60  # characters of a typed word that a message repeats
FORM = "form."
# In the shell; at the console, in its own words; on a phone, where nothing is typed.
OUR_RULING, RULING_HERE, RULING_TOUCHED = "rules.our-ruling", "play.our-ruling", "host.our-ruling"
WHOLE = ("file", "folder", "place")  # what is of no use when it is cut
TYPED = ("word", "line", "text", "nearest")  # quoted as somebody typed it or may type it, though it is an id as well
_SLOT = re.compile(r"\{([a-z-]+)\}")
_PLURAL = r"\{([a-z-]+):([^{}|]*)\|([^{}|]*)(?:\|([^{}|]*))?\}"  # {n:move|moves}, {n:move|moves|nothing}


def find_rule(kit: Kit, rule: str, lang: str) -> str | None:
    """The text of one rule, as the booklet prints it, with the numbers of the kit."""
    texts = (kit_texts(kit, "rules").get("rules") or {}).get(rule)
    if not isinstance(texts, dict):
        return None
    spoken = next((one for one in tongues(data_of(kit)).chain(lang) if one in texts), None)
    return filled(kit, str(texts[spoken]), spoken) if spoken else None


def filled(kit: Kit, text: str, lang: str) -> str:
    """A text with the numbers and names of the kit put in; raises BrokenText for what is not there."""
    try:
        return kit.filled(text, lang)
    except KeyError as missing:
        raise BrokenText("file.slot", folder=str(kit.folder), slot=str(missing.args[0])) from None


def data_of(kit: Kit) -> Path:
    """The folder of data in which a kit lies."""
    return kit.folder.parent


def rules_of(kit: Kit, lang: str) -> dict[str, str]:
    """All rules of a game by ID."""
    found = {rule: find_rule(kit, str(rule), lang) for rule in kit_texts(kit, "rules").get("rules") or {}}
    return {str(rule): text for rule, text in found.items() if text is not None}


def plural(text: str, facts: Facts) -> str:
    """`{n:move|moves}`: the first word for one, the second for any other number; a third one, for none. Of a list it
    is how many there are."""
    if ":" not in text:
        return text

    def word(slot: re.Match[str]) -> str:
        if slot[1] not in facts:
            return slot[0]
        fact = facts[slot[1]]
        n = len(fact) if isinstance(fact, (list, tuple)) else fact
        return slot[2] if n == 1 else slot[4] if n == 0 and slot[4] is not None else slot[3]

    return re.sub(_PLURAL, word, text)


class Said(str):
    """A text that is said as it is: not cut, and no id turned into a name."""


class Speech:
    """Says things in one language, at one table (or at none)."""

    def __init__(
        self,
        lang: str,
        kit: Kit | None = None,
        players: Iterable[str] = (),
        seeded: bool = False,
        data: Path | None = None,
    ) -> None:
        self.lang, self.kit, self.players = lang, kit, frozenset(players)
        self.data = data_of(kit) if kit is not None else data  # whose words are laid over ours
        self.seeded = seeded  # does the referee deal and draw? Then hands have other things to do
        self.our_ruling = OUR_RULING  # what follows a refusal that rests on a ruling of ours, unless told otherwise

    # --- wording ------------------------------------------------------------------------------
    @cached_property
    def _game_texts(self) -> dict[str, Any]:
        return kit_texts(self.kit, "messages") if self.kit else {}

    @property
    def _own_texts(self) -> Mapping[str, Any]:
        return referee_texts(self.data)

    @property
    def tongues(self) -> Tongues:
        return tongues(self.data)

    @cached_property
    def chain(self) -> list[str]:
        """The languages in which a text is looked for."""
        return self.tongues.chain(self.lang)

    @property
    def date_form(self) -> str:
        """A day and a time, as `strftime` writes them."""
        return self.in_words(self._own_texts["dates"]) or "%c"

    def in_words(self, texts: Mapping[str, Any]) -> str | None:
        """The text of several languages in the one that is spoken, or in the one that it leans on."""
        return next((str(texts[lang]) for lang in self.chain if texts.get(lang)), None)

    def _wording(self, key: str) -> str | None:
        for texts in (self._game_texts, self._own_texts):
            found = (texts.get("messages") or {}).get(key)
            if isinstance(found, dict):
                return self.in_words(found)
        return None

    def say(self, key: str, facts: Facts | None = None) -> str:
        """The message `key` with its facts; without a wording, the rule's own text or the bare key."""
        if key.startswith(FORM) and facts:  # of a file that somebody writes: values as they are written there
            facts = {**facts, **{slot: Said(_written(facts[slot])) for slot in ("known", "value") if slot in facts}}
        text = self._wording(key)
        if text is None and self.kit:
            text = find_rule(self.kit, key.split(".", 2)[0] + "." + key.split(".", 2)[-1].split(".")[0], self.lang)
        return self.fill(text if text is not None else key, facts or {})

    def fill(self, text: str, facts: Facts) -> str:
        def fact(slot: re.Match[str]) -> str:
            if slot[1] not in facts:
                return slot[0]
            before = slot.string[: slot.start()].rpartition(" ")[0].rpartition(" ")[2]  # `in quarantia`: the Quarantia
            articled = f"{before} {facts[slot[1]]}" if before and isinstance(facts[slot[1]], str) else ""
            return self.names[articled] if articled in self.names else self.name(facts[slot[1]], slot[1])

        shown = seen(text)
        return _SLOT.sub(fact, plural(shown, facts)) if "{" in shown else shown

    def refusal(self, refused: Refused, note: str = "") -> str:
        return self.say(refused.key, refused.facts) + self.ruling_note(refused, note)

    def ruling_note(self, refused: Refused, note: str = "") -> str:
        """What follows the sentence of a refusal that rests on a ruling of ours, not on the rulebook."""
        rulings = (kit_texts(self.kit, "rules").get("rulings") if self.kit else None) or ()
        for row in rulings:
            if isinstance(row, Mapping) and refused.key in (row.get("refusals") or ()):
                first = next(iter(row.get("rules") or ()), refused.rule)
                return " " + self.say(note or self.our_ruling, {"rule": Said(first)})
        return ""

    def event(self, event: Event | Violation) -> str:
        return self.say_best((f"{event.key}.seeded", event.key) if self.seeded else (event.key,), event.facts)

    def warning(self, event: Event) -> str:
        """What is said before a move of what it would bring: `….before`, if there is such a wording."""
        return (
            self.event(event)
            if (text := self._wording(f"{event.key}.before")) is None
            else self.fill(text, event.facts)
        )

    def say_best(self, keys: Sequence[str], facts: Facts) -> str:
        """The first of these messages that has a wording; the last one, whatever it has."""
        return self.say(next((key for key in keys[:-1] if self._wording(key) is not None), keys[-1]), facts)

    def place(self, path: str) -> str:
        """A part of a position as players call it: `fields.castello.houses.Anke` is field, Castello, houses, Anke."""
        called = self._game_texts.get("places") or {}
        parts = [self.in_words(called[part]) if part in called else self.name(part) for part in path.split(".")]
        return ", ".join(str(part) for part in parts)

    def differs(self, path: str, typed: Any, known: Any) -> str:
        """Where two positions are not the same, in the players' words."""
        return self.say("audit.differs", {"path": Said(self.place(path)), "typed": typed, "table": known})

    def trouble(self, trouble: Trouble) -> str:
        return self.say(trouble.key, spoken(trouble, self.verb))

    @cached_property
    def _verbs(self) -> dict[str, dict[str, list[str]]]:
        return aliases_of(self.kit) if self.kit else {}

    def verb(self, name: str) -> str:
        """The word for a move in the language that is spoken; in the first language it is the verb itself. What nobody
        types has a name."""
        words = self._verbs.get(name, {}).get(self.lang)
        return words[0] if words else name if name in self._verbs else self.names.get(name, name)

    # --- names --------------------------------------------------------------------------------
    @cached_property
    def names(self) -> dict[str, str]:
        """What ids are called: rows of the kit's tables, then the names in `messages.yaml`."""
        found: dict[str, str] = {}
        for named in reversed(self._names_by_kind.values()):  # the first table that has an id counts
            found |= named
        for texts in (self._own_texts, self._game_texts):
            for key, words in (texts.get("names") or {}).items():
                found[str(key)] = (self.in_words(words) or str(key)) if isinstance(words, dict) else str(words)
        return found

    def _named(self, rows: Iterable[Any]) -> dict[str, str]:
        """Ids and names of a table's rows; a common noun loses its capital, unless the language keeps it."""
        found = {}
        for row in rows:
            name = getattr(row, "name", None)
            if name is not None and isinstance(getattr(row, "id", None), str):
                text = name if isinstance(name, str) else self.named_in(name)
                common = self.lang in (self._own_texts.get("small-nouns") or ()) and hasattr(row, "plural")
                found[row.id] = text[:1].lower() + text[1:] if common else text
        return found

    def named_in(self, name: Words) -> str:
        """A name in the language that is spoken, or in one that the kit has."""
        return name.in_language(next((lang for lang in self.chain if lang in name), self.lang))

    @cached_property
    def _names_by_kind(self) -> dict[str, dict[str, str]]:
        """Names by table, for ids that stand in two: an advisor and his home share one."""
        return {kind: self._named(rows) for kind, rows in _tables(self.kit).items()}

    def is_titled(self, one: str) -> bool:
        """Has it a name of its own in the kit, as a card has, rather than words that say what it shows?"""
        return any(one in named for named in self._names_by_kind.values())

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
        if kind == "path" and self.kit is not None:
            return f"{self.place(text)} ({seen(text)})"  # as players call it, and as it is written in a file
        if kind == "written":  # typed as it is written
            return seen(text)
        if text not in self.players and kind not in TYPED:
            text = self._names_by_kind.get(f"{kind}s", {}).get(text) or self.names.get(text, text)
        text = seen(text).replace("\n", " ")  # what somebody typed can neither colour the screen nor add a line
        return text if len(text) <= LONGEST or kind in WHOLE else text[: LONGEST - 1] + "…"


def _written(value: Any) -> str:
    """A value as a file has it, on one line."""
    rows = value if isinstance(value, (list, tuple)) else [value]
    text = seen(", ".join(str(one) for one in rows)).replace("\n", " ")
    return text if len(text) <= LONGEST or isinstance(value, (list, tuple)) else text[: LONGEST - 1] + "…"


def _tables(kit: Kit | None) -> dict[str, list[Any]]:
    """The kit's tables of rows by name."""
    if kit is None:
        return {}
    own = kit.tables
    held = own.items() if isinstance(own, dict) else ((name, getattr(own, name)) for name in own.__struct_fields__)
    return {name: table for name, table in held if isinstance(table, list)}


def called_in(kit: Kit, colour: str) -> list[str]:
    """What is called by a name and comes in this colour of the players: a family."""
    rows = [row for table in _tables(kit).values() for row in table if getattr(row, "colour", None) == colour]
    names = [getattr(row, "name", None) for row in rows]
    return [text for name in names if name for text in ([name] if isinstance(name, str) else name.values())]


def known_ids(kit: Kit) -> list[str]:
    """Every id a player may type."""
    return [row.id for rows in _tables(kit).values() for row in rows if isinstance(getattr(row, "id", None), str)]


def same_kind(kit: Kit, one: str) -> list[str]:
    """Every id of the tables that this one stands in."""
    tables = ([row.id for row in rows if isinstance(getattr(row, "id", None), str)] for rows in _tables(kit).values())
    return [other for ids in tables if one in ids for other in ids]


def _in_all(name: str | Words | None) -> Iterable[str]:
    """A name in every language."""
    return [name] if isinstance(name, str) else name.values() if name else ()


def forms_of(kit: Kit) -> list[tuple[str, str]]:
    """What players may call each id: the id, its short code, its name in every language, of one and of several, and
    what is printed beside it."""
    return [pair for rows in _tables(kit).values() for pair in _forms(rows)]


def beside_these(kit: Kit, ids: Collection[str]) -> list[str]:
    """What players may call these ids, and all that stands in the same tables."""
    every = [_forms(rows) for rows in _tables(kit).values()]
    return [form for forms in every if any(one in ids for _, one in forms) for form, _ in forms]


def _forms(rows: Iterable[Any]) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    for row in rows:
        if not isinstance(getattr(row, "id", None), str):
            continue
        code = getattr(row, "code", None)
        names = dict.fromkeys(text for key in CALLED for text in _in_all(getattr(row, key, None)))
        found += [(text, row.id) for text in (row.id, *([code] if isinstance(code, str) else []), *names)]
    return found


def said_in(kit: Kit, lang: str) -> list[str]:
    """What is called so in one language, or on the parts themselves: names that a misspelled word may have been."""
    rows = [row for table in _tables(kit).values() for row in table if isinstance(getattr(row, "id", None), str)]
    names = [name for row in rows for key in CALLED if (name := getattr(row, key, None))]
    return list(dict.fromkeys(name if isinstance(name, str) else name.in_language(lang) for name in names))


def plurals_of(kit: Kit) -> frozenset[str]:
    """Words that say several of something, and never one."""
    rows = [row for table in _tables(kit).values() for row in table]
    one, several = (
        {text for row in rows for key in keys for text in _in_all(getattr(row, key, None))}
        for keys in ([key for key in CALLED if key not in SEVERAL], SEVERAL)
    )
    return frozenset(several - one)
