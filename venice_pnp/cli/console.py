"""`referee play`: the guided console for a whole evening, on the alternate screen so that nothing stays."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

from venice_pnp.cli.desk import (
    Desk,
    ask_pin,
    ask_secret,
    form_of,
    is_secret,
    open_table,
    refusal_text,
    typed_move,
)
from venice_pnp.games.contract import Refused
from venice_pnp.referee.screens import log_line, paint_for, possible, screen
from venice_pnp.referee.table import Table
from venice_pnp.referee.trouble import NotAgreed, NotAMove, Trouble
from venice_pnp.referee.words import Said, Speech, known_ids

ENTER, LEAVE, CLEAR = "\x1b[?1049h", "\x1b[?1049l", "\x1b[3J\x1b[2J\x1b[H"


class Leave(Exception):
    """The players have had enough for today."""


def play(desk: Desk) -> int:
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise NotAMove("play.terminal")
    table, speech = open_table(desk)
    console = Console(table, speech)
    sys.stdout.write(ENTER)
    try:
        console.evening()
    except (KeyboardInterrupt, EOFError, Leave):
        pass
    finally:
        sys.stdout.write(CLEAR + LEAVE)
        sys.stdout.flush()
    print(speech.say("play.left", {"table": Said(table.name)}))
    return 0


class Console:
    """Screen, prompt, and what the last move brought."""

    def __init__(self, table: Table, speech: Speech) -> None:
        self.table, self.speech = table, speech
        self.told: list[str] = []

    def evening(self) -> None:
        while True:
            self.table.refresh()
            awaited = self.table.awaited()
            self._show()
            if not awaited:
                self._line(self.speech.say("play.over"))
                raise Leave
            seats = list(dict.fromkeys(str(item["by"]) for item in awaited))
            secret = self._secret_verb(seats)
            try:
                if secret:
                    self._secret_turn(seats, secret)
                else:
                    self._open_turn(seats)
            except Refused as refused:
                self._refused(refused, hide=bool(secret))
            except Trouble as trouble:
                self.told = [self.speech.trouble(trouble)]

    def _show(self) -> None:
        sys.stdout.write(CLEAR)
        print(screen(self.table, None, self.speech, paint_for(self.table)))
        print()
        for line in self.told:
            _print_wrapped(line)
        _print_wrapped(self.speech.say("play.help"))

    def _secret_verb(self, seats: Sequence[str]) -> str | None:
        legal = next(iter(self.table.rules.legal(self.table.state, seats[0])), None)
        return str(legal["do"]) if legal and is_secret(self.table, legal) else None

    # --- an open decision ---------------------------------------------------------------------
    def _open_turn(self, seats: Sequence[str]) -> None:
        """The first one awaited is asked; another who may move too puts his name before the move."""
        seat = seats[0]
        words = self._line(self.speech.say("play.prompt", {"seat": seat}), self._choices(seat)).split()
        others = {other.casefold(): other for other in seats[1:]}
        if len(words) > 1 and words[0].casefold() in others:
            seat, words = others[words[0].casefold()], words[1:]
        if words and not self._command(words, seats):
            self._tell(self.table.do(typed_move(self.table, seat, words)))

    def _tell(self, done: Any) -> None:
        self.told = [self.speech.event(event) for event in done.events]

    def _refused(self, refused: Refused, hide: bool) -> None:
        message = refusal_text(self.speech, refused, hide)
        self.told = [self.speech.say("move.refused", {"rule": refused.rule, "message": Said(message)})]

    # --- a secret one -------------------------------------------------------------------------
    def _secret_turn(self, seats: Sequence[str], verb: str) -> None:
        """Hand the laptop on; the choice is typed unseen, and the screen is wiped before it goes back."""
        seat = seats[0]
        words = self._line(self.speech.say("play.hand-over", {"seat": seat}) + " ", list(seats)).split()
        if words:
            if self._command(words, seats):
                return
            from venice_pnp.referee.moves import whole_word

            seat = whole_word(words[0], seats, "seat")  # another one wants to choose first
        pin = ask_pin(self.table, seat, self.speech)
        self.table.check_pin(seat, pin)
        sys.stdout.write(CLEAR)
        print(screen(self.table, seat, self.speech, paint_for(self.table)))
        example = f"{verb} {form_of(self.table, verb)}"
        print(self.speech.say("play.choose", {"seat": seat, "example": Said(example)}))
        done = None
        while done is None:
            try:
                done = self.table.do(ask_secret(self.table, seat, verb, self.speech), pin)
            except Refused as refused:  # the same seat tries again, while the screen is still its own
                self._refused(refused, hide=True)
                _print_wrapped(self.told[0])
                self.told = []
        self._line(self.speech.say("play.hand-back", {"receipt": Said(done.receipt)}) + " ")
        self._tell(done)

    # --- words that are no moves ----------------------------------------------------------------
    def _command(self, words: Sequence[str], seats: Sequence[str]) -> bool:
        word = words[0]
        if word == "q":
            raise Leave
        if word == "?":
            self.told = [f"{seat}: {' · '.join(possible(self.table, seat))}" for seat in seats]
        elif word == "v":
            self._look(words[1:], seats)
        elif word == "u":
            self._undo(agreed=words[1:] == ["agreed"])
        elif word == "r":
            self.table.redo()
            self.told = [self.speech.say("redo.done")]
        elif word == "l":
            self.told = [log_line(self.table, entry, self.speech) for entry in self.table.log()[-12:]]
        elif word == "preview" and len(words) == 2 and hasattr(self.table.rules, "preview"):
            self._preview(words[1])
        else:
            return False
        return True

    def _look(self, words: Sequence[str], seats: Sequence[str]) -> None:
        """A seat looks at its own side, alone; the screen is wiped before the laptop goes back."""
        from venice_pnp.referee.moves import whole_word

        seat = whole_word(words[0], self.table.players, "seat") if words else seats[0]
        sys.stdout.write(CLEAR)
        self._line(self.speech.say("play.hand-over", {"seat": seat}) + " ")
        self.table.check_pin(seat, ask_pin(self.table, seat, self.speech))
        sys.stdout.write(CLEAR)
        print(screen(self.table, seat, self.speech, paint_for(self.table)))
        self._line(self.speech.say("play.looked") + " ")
        self.told = []

    def _undo(self, agreed: bool) -> None:
        try:
            who = self.table.undo(1, agreed)
            self.told = [self.speech.say("undo.done", {"who": tuple(who)})]
        except NotAgreed as trouble:
            why = self.speech.trouble(trouble)
            self.told = [self.speech.say("play.agree", {"why": Said(why)}) if trouble.key != "undo.none" else why]

    def _preview(self, word: str) -> None:
        """CAN-5.17: what a bid would lead to."""
        if word.isascii() and word.isdigit() and len(word) < 9 and self.table.awaited():
            seen = self.table.rules.preview(self.table.state, int(word))
            self.told = [self.speech.say("screen.preview", seen)]

    # --- typing ---------------------------------------------------------------------------------
    def _choices(self, seat: str) -> list[str]:
        legal = self.table.rules.legal(self.table.state, seat)
        verbs = dict.fromkeys(str(move["do"]) for move in legal)
        return [*verbs, *known_ids(self.table.kit), *self.table.players]

    def _line(self, prompt: str, choices: Sequence[str] = ()) -> str:
        """A line with completion (Tab); it is kept in no history."""
        try:
            import readline
        except ImportError:
            return input(prompt)

        def complete(text: str, state: int) -> str | None:
            fits = [choice for choice in choices if choice.casefold().startswith(text.casefold())]
            return fits[state] + " " if state < len(fits) else None

        readline.set_completer(complete)
        readline.set_completer_delims(" ")
        readline.parse_and_bind("tab: complete")
        readline.set_auto_history(False)
        return input(prompt)


def _print_wrapped(text: str) -> None:
    """A message in whole words, however narrow the terminal is."""
    import shutil
    import textwrap

    print(textwrap.fill(text, max(20, shutil.get_terminal_size().columns - 1), subsequent_indent="  "))
