"""Bots at a table: the referee makes their moves and says why."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from venice_pnp.bots import EASY, HARD, MEDIUM, Bot, bot_of, level_of
from venice_pnp.contract.play import Event, Verb
from venice_pnp.door.match import Keeper, Match, Outcome
from venice_pnp.kit.thinking import check_bots
from venice_pnp.referee.memory import Memory
from venice_pnp.referee.script import Script
from venice_pnp.referee.table import Opened
from venice_pnp.speech.trouble import NoTable
from venice_pnp.speech.words import Said, Speech

MOST_SECONDS = 8.0  # for one move, whatever is left to think about
BOT = ":"  # stands between a bot's name and its level
PLAYING = (EASY, MEDIUM, HARD)  # levels that a seat may have


class BotTurn(Struct, frozen=True):
    """A move that a bot has made: whose, how well he plays, what came of it, and why he chose it, in words."""

    seat: str
    level: str
    outcome: Outcome
    reason: Event | None
    made: Mapping[str, Any]  # of a sealed move only its verb
    verbs: Mapping[str, Verb]

    @property
    def why(self) -> str:
        return self._why(self.outcome.speech)

    @property
    def told(self) -> str:
        return self.told_in(self.outcome.speech)

    def told_in(self, speech: Speech) -> str:
        """Who does what, and why, in the language that is spoken now."""
        why, move = self._why(speech), Script(speech).move(self.made, self.verbs)
        facts = {"seat": self.seat, "level": self.level, "move": Said(move), "why": Said(why)}
        return speech.say("bots.because" if why else "bots.moves", facts)

    def _why(self, speech: Speech) -> str:
        return "" if self.reason is None else speech.event(self.reason)


class Company:
    """The bots of one table. Each sees what its seat sees and what everybody saw happen."""

    def __init__(self, match: Match[Keeper], enough: Callable[[], bool] | None = None) -> None:
        self.match, self._enough, self._until = match, enough, 0.0
        keeper = match.keeper
        check_bots(keeper.kit)
        opened = Opened(keeper.declared, keeper.kit, keeper.rules)
        self._bots: dict[str, Bot] = {
            seat: bot_of(opened, level, random.Random(), self._is_enough) for seat, level in keeper.bots.items()
        }

    def next(self) -> str | None:
        """The bot that moves now. Where several are awaited for one thing, none has to wait for the others."""
        awaited = self.match.awaited
        seats = [str(item["by"]) for item in awaited if item["for"] == awaited[0]["for"]]
        return next((seat for seat in seats if seat in self._bots), None)

    def move(self) -> BotTurn | None:
        """One move of the bot that is awaited; None: somebody else is."""
        seat = self.next()
        if seat is None:
            return None
        keeper = self.match.keeper
        public = [step.move for step in keeper.steps if not step.sealed and not step.start]
        self._until = time.monotonic() + MOST_SECONDS
        chosen = self._bots[seat].choose(seat, keeper.view(seat), public)
        reason = None if chosen.why is None else Event(*chosen.why)
        outcome = self.match.make(chosen.move, agreed=True)
        made = {"do": chosen.move["do"]} if outcome.moves[0].get("sealed") else outcome.moves[0]
        return BotTurn(seat, keeper.bots[seat], outcome, reason, made, keeper.rules.verbs)

    def _is_enough(self) -> bool:
        """Nobody waits longer, and whoever does not want to wait says so."""
        return time.monotonic() > self._until or (self._enough is not None and self._enough())

    def moves(self) -> Iterator[BotTurn]:
        """Moves of bots until somebody else is awaited."""
        while (turn := self.move()) is not None:
            yield turn


def levels_of(text: str) -> dict[str, str]:
    """`Luca:hard,Rosa`: the names of bots, each with its level in any language; one that is not said is medium."""
    found = {}
    for part in text.split(",") if text else ():
        name, colon, word = (word.strip() for word in part.partition(BOT))
        level = level_of(word) if colon else MEDIUM
        if not name or level_of(name) in PLAYING or name in found or level not in PLAYING:
            raise NoTable("bots.form", text=part.strip() or text, known=PLAYING)
        found[name] = level
    return found


def seated(players: Sequence[str], bots: Mapping[str, str]) -> list[str]:
    """Everybody in the order of the seats: bots sit where their names stand, or else after all others."""
    return [*players, *(name for name in bots if name not in players)]


def is_dealt(opened: Opened) -> bool:
    """Does this game have hands? A bot's must be dealt by the referee."""
    return opened.rules.deals is not None or opened.rules.shuffles is not None


def check_company(memory: Memory, bots: Mapping[str, str]) -> None:
    """Raises NoTable if the referee does not know what a bot would hold, or no bot plays this game; FaultyData if what
    bots weigh is faulty."""
    guessing = memory.declared.guessing()
    if guessing is None or memory.declared.thinking() is None:
        raise NoTable("bots.none", game=memory.kit.id)
    check_bots(memory.kit)
    for seat, level in bots.items():
        if level not in PLAYING:
            raise NoTable("bots.form", text=f"{seat}:{level}", known=PLAYING)
        if not guessing.sees(memory.rules, memory.view(seat), seat):
            raise NoTable("bots.hidden", seat=seat)
