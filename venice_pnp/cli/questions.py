"""`referee sites`, `referee reach`, …: the questions that games declare, each as a command of the referee."""

from __future__ import annotations

from collections.abc import Sequence

from venice_pnp.cli.desk import Call, open_table, show
from venice_pnp.games import all_games
from venice_pnp.referee.meaning import Lexicon
from venice_pnp.referee.questions import Asked, answered, find_question, told
from venice_pnp.referee.screens import paint_for
from venice_pnp.speech.paint import fold
from venice_pnp.speech.words import forms_of


def questions_by_word() -> dict[str, Asked]:
    """The questions of all games; where two games ask with one word, the first describes it."""
    return {q.word: q for game in reversed(all_games()) for q in reversed(game.questions())}


def answer(call: Call, word: str, about: Sequence[str]) -> int:
    """One line a finding; with `--json` the findings themselves."""
    table, speech = open_table(call)
    question, lexicon = find_question(table, word), Lexicon(forms_of(table.kit))
    if call.json:
        show({"table": table.name, **answered(table, question, about, lexicon)})
        return 0
    paint = paint_for(table)
    lines, refused = told(table, question, about, lexicon, speech, paint)
    for line in [*lines, *([speech.refusal(refused)] if refused else [])]:
        print("\n".join(fold(line, paint.width)))
    return 0
