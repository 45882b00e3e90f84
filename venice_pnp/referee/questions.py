"""Questions that a game declares: `sites basilica`, `reach candia`, `preview 11`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from venice_pnp.contract.abilities import Question
from venice_pnp.contract.play import Held, Refused, Rules
from venice_pnp.referee.meaning import Lexicon
from venice_pnp.referee.table import Table
from venice_pnp.speech.paint import Paint
from venice_pnp.speech.trouble import NotAMove
from venice_pnp.speech.words import Speech

LONGEST = 9  # digits of a number that is asked about

Asked = Question[Rules[Held], Held]


def find_question(table: Table, word: str) -> Asked:
    """The question of this word; raises NotAMove if the game has none."""
    for question in table.declared.questions():
        if question.word == word:
            return question
    raise NotAMove("question.none", game=table.game, word=word)


def answered(table: Table, question: Asked, words: Sequence[str], lexicon: Lexicon) -> dict[str, Any]:
    """What programs read; raises NotAMove if it is not clear what is asked about."""
    return question.answer(table.rules, table.state, _about(table, question, words, lexicon))


def told(
    table: Table, question: Asked, words: Sequence[str], lexicon: Lexicon, speech: Speech, paint: Paint, asked: str = ""
) -> tuple[list[str], Refused | None]:
    """What people read, and why the move that it is about would be refused; `asked`: the word by which they ask. Where
    nobody can make such a move now, nothing would come of it."""
    about = _about(table, question, words, lexicon, asked)
    tried = question.tries(table.rules, table.state, about) if question.tries else None
    refused = table.refuses(tried) if tried else None
    if tried and refused and not _is_asked(table, tried):
        return [], refused
    found = question.answer(table.rules, table.state, about)
    return question.told(table.rules, found, speech, paint), refused


def _is_asked(table: Table, tried: Mapping[str, Any]) -> bool:
    """Is there any such move that somebody who is awaited could make now?"""
    legal = (move for item in table.awaited() for move in table.rules.legal(table.state, str(item["by"])))
    return any(move["do"] == tried["do"] for move in legal)


def _about(table: Table, question: Asked, words: Sequence[str], lexicon: Lexicon, asked: str = "") -> str:
    line, asked = " ".join(words), asked or question.word
    if question.choices is None:
        if not (line.isascii() and line.isdecimal() and len(line) < LONGEST) or not table.awaited():
            raise NotAMove("question.number", word=asked, line=line)
        return line
    choices = list(question.choices(table.rules, table.state))
    if not words:
        if question.needed:
            raise NotAMove("question.which", word=asked, choices=tuple(choices))
        return ""
    codes = question.codes(table.rules) if question.codes else {}
    if line.casefold() in codes:
        return codes[line.casefold()]
    meant = [one for one in lexicon.find(words, frozenset(choices)) if one in choices]
    if len(meant) != 1:
        key = "move.ambiguous.id" if meant else "question.which"
        raise NotAMove(key, word=line if meant else asked, choices=tuple(meant or choices))
    return meant[0]
