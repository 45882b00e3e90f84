"""How people type a move of Doge: yes or no to a palazzo, tokens as digits, a card with its tokens in any order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from venice_pnp.games.doge.rules.state import ADVISOR, PALAZZO
from venice_pnp.speech.folded import folded
from venice_pnp.speech.texts import is_verb, kit_texts, names_in_all
from venice_pnp.speech.tongues import is_answer
from venice_pnp.speech.words import data_of

if TYPE_CHECKING:
    from venice_pnp.contract.abilities import Find
    from venice_pnp.games.doge.rules.bound import Rules
    from venice_pnp.games.doge.rules.state import State

Move = dict[str, Any]


def codes(_rules: Rules) -> dict[str, str]:
    """All codes stand in the tables."""
    return {}


def doubt(_rules: Rules, _state: State, move: Mapping[str, Any], _line: str) -> tuple[str, dict[str, Any]] | None:
    """DOGE-6.9: no house at all is a pass."""
    return ("doubt.none", {}) if move["do"] == "houses" and move.get("count") == 0 else None


def readings(rules: Rules, state: State, by: str, words: Sequence[str], find: Find) -> Iterator[Move]:
    """Moves that these words may stand for."""
    asked = next((item for item in rules.pending(state) if item["by"] == by), {"for": ""})
    wanted = str(asked["for"])
    if wanted == PALAZZO:
        yield from _palazzo(rules, words)
    elif wanted == ADVISOR:
        yield from _decided(rules, str(asked["advisor"]), words, find)
    elif wanted == "show":
        values = [word for word in words if not _is_token(rules, word)]
        if values and all(map(str.isdecimal, values)):
            yield {"do": "show", "tokens": _digits(values)}
    elif wanted == "lay":
        yield from _lay(rules, words, find)
    elif wanted == "place":
        yield from _place(rules, words)


def _decided(rules: Rules, advisor: str, words: Sequence[str], find: Find) -> Iterator[Move]:
    """`I cs`, `Advisor I to cs`, `I waive`, `waive I dd cs`: his own name before what becomes of him."""
    rest, named = _unnamed(rules, advisor, words)
    if rest and is_verb(rules.kit, rest[0], "waive"):
        rest, again = _unnamed(rules, advisor, rest[1:])
        yield from _waived(rules, rest, find, alone=named or again)
    elif named:
        fields = _fields(rules, rest[1:] if rest and is_verb(rules.kit, rest[0], "take") else rest, find)
        yield from ({"do": "take", "to": field} for field in fields if len(fields) == 1)


def _unnamed(rules: Rules, advisor: str, words: Sequence[str]) -> tuple[Sequence[str], bool]:
    """Without the advisor's own name at the beginning, and whether it stood there."""
    row = next(one for one in rules.kit.tables.advisors if one.id == advisor)
    names = [folded(name) for name in (*row.name.values(), row.number or "") if name]
    size = next((n for n in range(len(words), 0, -1) if folded(" ".join(words[:n])) in names), 0)
    return words[size:], size > 0


def _fields(rules: Rules, words: Sequence[str], find: Find) -> list[str]:
    return [one for one in find(" ".join(words)) if one in rules.world.fields] if words else []


def _waived(rules: Rules, words: Sequence[str], find: Find, alone: bool) -> Iterator[Move]:
    """`waive dd cs`, and as a guess `dd cs`: the house that is moved instead (DOGE-6.8)."""
    named = [_fields(rules, [word], find) for word in words]
    if [len(fields) for fields in named] == [1, 1]:
        yield {"do": "waive", "from": named[0][0], "to": named[1][0]}
    elif alone and not words:
        yield {"do": "waive"}


def _palazzo(rules: Rules, words: Sequence[str]) -> Iterator[Move]:
    """`y`, `n`, `palazzo`, `build palazzo`, `no palazzo`."""
    data, called = data_of(rules.kit), [folded(name) for name in names_in_all(rules.kit, PALAZZO)]
    rest = [word for word in words if folded(word) not in called]
    if len(rest) == 1 and is_answer(rest[0], "yes", "no", data=data):
        yield {"do": "build" if is_answer(rest[0], "yes", data=data) else "pass"}
    elif len(rest) < len(words) and all(is_verb(rules.kit, word, "build") for word in rest):
        yield {"do": "build"}


def _lay(rules: Rules, words: Sequence[str], find: Find) -> Iterator[Move]:
    """`2 cs`, `cs 2 tokens`: one field, and how many."""
    said = [word for word in words if not _is_token(rules, word)]
    numbers = [word for word in said if word.isdecimal()]
    named = " ".join(word for word in said if word not in numbers)
    fields = [one for one in find(named) if one in rules.world.fields]
    if len(named) > 1 and len(numbers) == len(fields) == 1:
        yield {"do": "lay", "field": fields[0], "number": int(numbers[0])}


def _place(rules: Rules, words: Sequence[str]) -> Iterator[Move]:
    """`31`: the values of tokens alone, of which it is said that the field is missing."""
    values = [word for word in words[is_verb(rules.kit, words[0], "place") :] if not _is_token(rules, word)]
    if values and all(map(str.isdecimal, values)):
        yield {"do": "place", "tokens": _digits(values)}


def _digits(values: Sequence[str]) -> list[int]:
    return [int(digit) for value in values for digit in value]


def _is_token(rules: Rules, word: str) -> bool:
    """Is this a word for tokens, in any language?"""
    called = (kit_texts(rules.kit, "console").get("units") or {}).get("tokens") or {}
    return any(folded(word) == folded(one) for row in called.values() for one in row)
