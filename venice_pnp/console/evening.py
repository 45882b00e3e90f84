"""An evening at one table: who is asked, what was typed, what came of it, until the game is over."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice, pairwise, takewhile
from typing import TYPE_CHECKING, Any, NamedTuple

from venice_pnp.console.after import after_the_game
from venice_pnp.console.commands import COMMANDS, COUNTED, TIMER, TO_PHONES, WORDLESS, answer
from venice_pnp.console.display import Covered, Display, Overtaken
from venice_pnp.console.layout import Screenful, table_width
from venice_pnp.console.noticed import of_colour
from venice_pnp.console.offering import Choices, Offering
from venice_pnp.console.ordered import ALL, IF_NOT_YET, Ordered, Say, Task
from venice_pnp.console.resumed import put_down, taken_up
from venice_pnp.console.secret import secret_turn
from venice_pnp.console.setup import in_places
from venice_pnp.console.timer import Timer
from venice_pnp.contract.play import TABLE, Event, Held, Refused, Snapshot
from venice_pnp.door.noticeboard import Noticeboard
from venice_pnp.kit.limits import LINE
from venice_pnp.referee import seals, story, unfinished
from venice_pnp.referee.frame import inside, panels
from venice_pnp.referee.meaning import Ear, Meaning, ids_in, next_step, parts_of
from venice_pnp.referee.onlooker import Onlooker
from venice_pnp.referee.putting import Named, laid_out, named_in, orders, settling, way_between
from venice_pnp.referee.script import Script
from venice_pnp.referee.table import Done, Step, Table, follows
from venice_pnp.speech.folded import folded, likest
from venice_pnp.speech.paint import Paint, Panel, colour_depth
from venice_pnp.speech.texts import take_texts
from venice_pnp.speech.tongues import MYSELF, is_answer, referee_texts
from venice_pnp.speech.trouble import NotAMove, Trouble
from venice_pnp.speech.words import RULING_HERE, Said, Speech, find_rule

if TYPE_CHECKING:
    from venice_pnp.console.setup import Places
    from venice_pnp.door.company import Company


class Wishes(NamedTuple):
    """How the people at the table want it."""

    large: bool = False
    timer: int = 0  # seconds for a decision; 0: none


LANGUAGE = "language"  # the command
LISTED = 8  # ways to go on with a move that are told below it; all of them are a page
SHORTEST_NAME = 2  # letters of a player's name that may stand before a move, and are asked back
LEAVE = "q"  # leaves the table in every language
UNFIT = "move.unfitting"  # known words that are nothing of now
UNKNOWN = "move.unknown.id"
TURNED = {"undo", "redo"}  # entries after which it is not known what became of open orders
CORRECTED = "correct"  # the entry that says how the table lies, whatever was to be done
OPEN = "open"  # the answer that something is still to be done


class Evening:
    """Screen, prompt, and what the last move brought."""

    def __init__(self, table: Table, speech: Speech, face: Display, wishes: Wishes) -> None:
        take_texts(table.kit)
        self.table, self.face = table, face
        self._seen = len(table.steps)  # steps that were made when something was ordered last
        self.keeps_hands = False  # is it remembered what they have still to do, for when the table is left?
        self._times_ordered, self._noted = 0, 0  # how often something was ordered, and said
        self.ordered = Ordered(speech)  # what the hands do; stays until the next move, or until it is ticked off
        self.own_ear = Ear(table)  # for what is really done
        self._ears: dict[str, Ear] = {}  # for whoever is alone with the screen
        self.ear = self.own_ear if table.rules.hands is None else Ear(Onlooker(table))
        self.speak(speech)
        self.large, self.timer = wishes.large, Timer(wishes.timer)
        self.notes: list[str] = []  # what is said to the last line that was typed
        self.page: tuple[str, list[str]] | None = None  # a text that is looked at instead of the table
        self.chained = False  # does this move stand in one line with the one before?
        self.places: Places | None = None  # what has been told so far of what lies where
        self._paused = False  # does something else come before the telling goes on?
        self.told_aside = False  # orders stay beside a text that is looked at
        self.ended = False  # has the result been told?
        self.near = ""  # what may have been meant; Enter takes it
        self.meant = Choices()  # what a line may have meant; one alone is asked back
        self._doubted = ""  # the line of which it is asked back; said again it is meant
        self._warned = False  # is it asked back though it is clear what was meant?
        self.menu = Choices()
        self._shown = Choices()  # the menu on the screen when the line was typed
        self.commands = {folded(word) or word: name for word, name in _commands(self.script)}
        self.spelt = {folded(word): word for word, _ in _commands(self.script)}  # with its accents
        self.board, self._asked_of = Noticeboard(table.id), set[int]()  # what phones ask this table, by its numbers

    def speak(self, speech: Speech) -> None:
        """In this language from now on."""
        self.speech, self.script = speech, Script(speech)
        self.offering = Offering(self.table, self.script, speech, self.ear)
        self.face.speech = speech
        self.company = self._gathered()  # what bots say is said in it too
        self.ordered.speak(speech)
        self._times_ordered += 1

    def ear_of(self, seat: str) -> Ear:
        """For a seat that is alone with the screen: by what it may know itself."""
        if seat not in self._ears:
            self._ears[seat] = Ear(Onlooker(self.table, seat))
        return self._ears[seat]

    def say(self, key: str, **facts: Any) -> str:
        return self.speech.say(f"play.{key}", {k: Said(v) if isinstance(v, str) else v for k, v in facts.items()})

    # --- the loop ---------------------------------------------------------------------------------------
    def run(self) -> None:
        self.face.table(self.scene())
        while True:
            self.catch_up()
            awaited = self.table.awaited()
            try:
                if self._speaks_first() or self._bot_moves():
                    continue
                if not awaited:
                    self.over()
                elif self.is_secret(awaited):
                    secret_turn(self, _seats(awaited))
                else:
                    self._open_turn(awaited)
            except Refused as refused:
                self.tell([self.refusal(refused)])
            except Trouble as trouble:
                self.tell([self.speech.trouble(trouble)])
            except Covered:
                self.face.forget()
            except Overtaken:
                self.page = None

    def _bot_moves(self) -> bool:
        """A bot that is awaited moves, if there is one: what it does and why is told, and what the hands do for it."""
        if self.company is None or self.company.next() is None:
            return False
        self.face.table(self.scene(asked=[self.say("bot-thinks", seat=self.company.next() or "")]))
        turn = self.company.move()
        if turn is not None:
            remarks = self.hands_do(turn.outcome.events, also=True)
            news = [event for event in remarks if not self.script.says_again(event)]
            self._remark([turn.told_in(self.speech), *map(self.speech.event, news)])
            self.ended = False
        return turn is not None

    def asked_seat(self) -> str:
        """Whose prompt it is: of whoever is awaited first, or may want something before a bot moves."""
        first = self.script.before_a_bot(self.table)
        return first.seat if first is not None else next(iter(self.seats()), "")

    def _speaks_first(self) -> bool:
        """Is something said before a bot moves, by somebody who may? Enter and no let it move."""
        first = self.script.before_a_bot(self.table)
        if first is None:
            return False
        seat, _, question = first

        def show() -> Screenful:
            ticks = [self.say("ticks-first")] if self.orders else []
            return self.scene(asked=[question, *ticks, *self._asked_back()])

        text = self.face.ask(show, self.say("prompt", seat=seat), self._completer(seat)).strip()
        reading, self.page = self.page is not None, None
        waiting = bool(self.near or self.meant.moves or (not text and self.orders))  # Enter ticks off first
        if not waiting and (not text or self.hears(text, "no")):
            return reading
        if not waiting and self.hears(text, "yes"):
            may = [move for move in self.offering.public(seat) if not self._is_of_a_hand(move)]
            self.meant = self.offering.choices(may)
            return True
        own = text not in ("", ALL) and self.command_of(text, [seat]) is None and not self.hears(text, "yes", "no")
        own = own and self.meant.picked(text) is None
        self.heard(f"{seat} {text}" if own and self._who(text, [seat]) == (seat, text) else text)
        return True

    def _gathered(self) -> Company | None:
        """The bots of this table; a key ends their thinking."""
        if not self.table.bots:
            return None
        from venice_pnp.door.company import Company  # few tables have any
        from venice_pnp.door.match import match_of  # as above

        return Company(match_of(self.table, self.speech.lang), self.face.pressed)

    def tell(self, lines: Sequence[str]) -> None:
        """What is said next, in the place of what was said last. What the hands have to do stays."""
        self.notes = list(lines)
        self._noted += 1

    @property
    def orders(self) -> list[str]:
        """What the hands do now."""
        return self.ordered.lines

    def order(self, say: Say, aside: bool = False, news: bool = False, also: bool = False) -> None:
        """What the hands do next; `aside`: though no move was made; `news`: nothing, but it is worth being read;
        `also`: together with what they were told last. A move without anything for them leaves what they have still to
        do."""
        if not aside and not say(self.speech):
            if not also and not self.chained and not self.face.unread:  # what could be read
                self.ordered.stay()
            self._seen = len(self.table.steps)
            self._keep_hands()
            return
        together = also or self.chained
        if self.face.unread and not aside and not together:  # nothing goes before it could be read
            if not self.ordered.aside:  # else all of it stays
                self.ordered.tick(len(self.orders) - self.face.unread)
            together = True
        self.ordered.give(Task(say, aside, news, len(self.table.steps), since=self._seen), together)
        self._seen = len(self.table.steps)
        self._times_ordered += 1
        self._keep_hands()

    def tick(self, count: int) -> None:
        """The hands have done so many, from the top."""
        self.ordered.tick(count)
        self._keep_hands()

    def all_done(self) -> None:
        """Whatever there was to do is done: the table lies as it is known."""
        self.ordered.clear()
        self._seen = len(self.table.steps)
        self._keep_hands()

    def _keep_hands(self) -> None:
        if self.keeps_hands:
            left = put_down(self.table, self.ordered.agenda, self._speeches())
            unfinished.remember(self.table.id, len(self.table.journal.entries), left)

    def _speeches(self) -> list[Speech]:
        """In every language of the game, this one first."""
        others = [lang for lang in self.speech.tongues.names if lang in self.table.kit.game.languages]
        return [self.speech, *(self.speech_in(lang) for lang in others if lang != self.speech.lang)]

    def speech_in(self, lang: str) -> Speech:
        return Speech(lang, self.table.kit, self.table.players, self.speech.seeded)

    def resume(self) -> None:
        """What the hands had still to do when the table was left, and what has come since, elsewhere or in the moment
        when it was left; if that is not known, all that came last."""
        then, kept = unfinished.kept(self.table.id)
        since = [entry.kind for entry in self.table.journal.entries[then:]]
        if then > len(self.table.journal.entries) or TURNED & {*since[:-1]} or CORRECTED in since:
            kept = []
        if kept:
            self.ordered = Ordered(self.speech, taken_up(self.table, kept))
            self._times_ordered += 1
        if kept and not since:
            self._seen = len(self.table.steps)
        elif (before := story.before_undo(self.table)) is not None:
            self.put(before, unsure=bool(self.ordered.going(len(self.table.steps))))
        else:
            self._seen = story.last_group(self.table).start
            self._order_last()

    def begin(self) -> None:
        """After the set-up: what bots did before anybody sat down."""
        made = story.since_set_up(self.table)
        self._seen = made.start
        self.came_of([event for n in made for event in story.events_at(self.table, n)], also=False)

    def _order_last(self) -> None:
        """What the last move has brought, whatever comes after it."""
        events = story.for_the_hands(self.table, self.script, story.last_group(self.table))
        self.order(lambda speech: list(map(speech.event, events)))

    def _stays(self) -> bool:
        """Does everything on the table lie where it lay when something was ordered last?"""
        steps = self.table.steps
        if not 0 < self._seen <= len(steps):
            return False
        views = [self.table.rules.view(step.state, None) for step in (steps[self._seen - 1], steps[-1])]
        return not orders(self.table, views, self.speech)

    def agreed(self, lines: Sequence[str], stands: int) -> list[Step] | None:
        """Is it to be taken back, so that so many steps stand? Then those after which the table lies as it does: what
        nobody has ticked off may not be done yet, and is then not done any more. Whoever is asked has lost nothing."""
        steps, ordered, agreed = list(self.table.steps), self.ordered.copy(), False
        while going := ordered.going(stands):
            start = list(steps)
            for one in going:
                start = one.without(start)
            if going[0].aside:
                if not agreed and not self.sure(lines):
                    return None
                answer = "yes" if self._done_by_now(ordered) else OPEN
            elif self._tells(steps, stands) == self._tells(start, stands) and not any(map(ordered.is_begun, going)):
                answer = ""
            else:
                asked = [*lines, *(self.say("not-ticked", line=line) for line in ordered.left_of(going))]
                answer = self._answer(asked, self.say("yes-open-no"), "yes", "no", OPEN)
            if answer == "no":
                return None
            agreed = agreed or bool(answer)
            if answer == "yes" and going[0].aside:
                ordered.clear()
                break
            if answer == "yes":
                ordered.moves_done(stands)
                break
            steps = _undone(ordered, going, steps, bool(answer))
            if going[-1:] == ordered.going(stands)[:1]:  # it is begun
                break
        if not agreed and not self.sure(lines):
            return None
        self.ordered = ordered
        return steps

    def _done_by_now(self, ordered: Ordered) -> bool:
        """Have the hands done what puts the table right? Asked with that alone on the screen, as far as it is still
        open."""
        kept, self.ordered = self.ordered, ordered
        try:
            return self.sure([self.say("put-done")])
        finally:
            self.ordered = kept

    def left_after(self) -> list[Step]:
        """After which steps the table lies as it does: if nothing was done yet of what the last undo or redo has
        ordered, where its way began, and what there was to do then is to be done again."""
        steps = list(self.table.steps)
        going = self.ordered.going(len(steps))
        if not going:
            return steps
        if self._done_by_now(self.ordered):
            self.ordered.clear()
            return steps
        return _undone(self.ordered, going, steps)

    def lay_again(self, made: int) -> None:
        """What the table lays out for itself is put back by nobody: where it is done again, after so many steps, the
        hands are told again what goes where."""
        laid = range(made, len(laid_out(self.table, self.table.steps)) + 1)
        if events := story.for_the_hands(self.table, self.script, laid):
            told = Task(lambda speech: list(map(speech.event, events)), at=laid.stop, doubt=IF_NOT_YET, since=made)
            self.ordered.give(told, also=True)

    def put(self, start: Sequence[Step], unsure: bool = False) -> None:
        """What the hands do on a table that lies as after these steps, or, while something is left to do of a move that
        does not stand, nobody knows how: then it is told what is to lie there. An undo, a redo."""
        end = self.table.steps
        begun = unsure or self.ordered.begun(len(end)) is not None
        way, named = self._way(start, end), self._named(start, len(end)) if begun else set[Named]()

        def say(speech: Speech) -> list[str]:
            return settling(self.table, way, named, speech) if begun else orders(self.table, way, speech)

        if say(self.speech):
            self.ordered.give(Task(say, aside=True, at=len(end), start=list(start)))
        self._seen = len(end)
        self._times_ordered += 1
        self._keep_hands()

    def _named(self, steps: Sequence[Step], stands: int) -> set[Named]:
        """What the hands were told of by those of these steps that do not stand."""
        gone = [two for two in pairwise(steps[stands - 1 :]) if not two[1].start]
        events = [event for before, step in gone for event in self.table.rules.apply(before.state, step.move)[1]]
        return named_in([event for event in events if not self.script.is_remark(event)])

    def _way(self, start: Sequence[Step], end: Sequence[Step]) -> list[Snapshot]:
        return [self.table.rules.view(state, None) for state in way_between(self.table, start, end)]

    def _tells(self, start: Sequence[Step], stands: int) -> list[str]:
        return orders(self.table, self._way(start, self.table.steps[:stands]), self.speech)

    def is_secret(self, awaited: Sequence[Mapping[str, Any]]) -> bool:
        first = next(iter(self.table.rules.legal(self.table.state, str(awaited[0]["by"]))), None)
        if first is None or not self.table.rules.verbs[first["do"]].secret:
            return False
        return "seed" in self.table.first or str(first["do"]) not in self.script.open_verbs

    # --- what is on the screen ----------------------------------------------------------------------------
    def paint(self) -> Paint:
        depth = colour_depth() if self.face.window else "none"
        width = table_width(shutil.get_terminal_size((80, 24)).columns)
        return Paint(self.table.kit, self.table.players, self.table.colours, depth == "none", width, depth)

    def scene(self, seat: str | None = None, asked: Sequence[str] | None = None, own: bool = False) -> Screenful:
        """The table as everybody sees it, or with `own` as a seat may."""
        paint = self.paint()
        self.catch_up()
        title = self.table.kit.game.title.in_language(self.speech.lang)
        head = self.say("head", game=title, table=self.table.path.stem, n=story.moves_made(self.table))
        if "seed" in self.table.first:
            head += self.speech.say("screen.seed", {"seed": seals.words_of(self.table.first["seed"]["hash"])})
        view = self.table.view(None)
        shown = panels(self.table, view, self.speech, paint) if self.face.window else self._as_lines(view, paint)
        if own and seat is not None:
            title = self.speech.say("screen.view", {"seat": seat})
            shown = [Panel(title, self.own_side(seat)), *shown]
        if self.page is not None:
            shown = [Panel(*self.page)]
        asking = self.asked(paint) if asked is None else asked
        late = self.timer.late(self.speech)
        if late:
            self.face.bell()
            self.notes = [late, *self.notes]
        wished = [] if own else self._wished()
        return Screenful(
            head,
            self.timer.corner(self.speech),
            shown,
            () if self._reading else self.orders,
            [*wished, *self.notes],
            asking,
            self.say(
                "hint-public" if self.table.is_public else "hint" if self.table.declared.own_side() else "hint-open"
            ),
            self.say("more"),
            self.say("more-lines"),
            self.say("more-orders"),
            (self.say("put-hands" if self.ordered.aside else "orders"), self.say("asked")),
            plain=paint.plain,
            news=(self._times_ordered, self._noted),
            big=self._big() if self.large and self.page is None else (),
            read=self.page is not None,
            asks=self.decision() if asked is None else None,
        )

    def catch_up(self) -> None:
        """If somebody has moved elsewhere, the hands are told here too."""
        if self.table.refresh():
            self._order_last()

    def _wished(self) -> list[str]:
        """What the table has to agree to while it is served to phones, and how that is typed here."""
        notices = self.board.read()
        codes = {notice.code for notice in notices}
        if codes - self._asked_of:
            self.face.bell()
            self._noted += 1
        self._asked_of = codes
        return [f"{one.said(self.speech.lang)} {self.say('answer-here', code=one.code)}" for one in notices]

    @property
    def _reading(self) -> bool:
        """Is a text looked at, which wants the room of the orders?"""
        return self.page is not None and self.face.window and not self.told_aside

    def _as_lines(self, view: dict[str, Any], paint: Paint) -> list[Panel]:
        return [Panel("", inside(self.table, view, self.speech, paint))]

    def asked(self, paint: Paint) -> list[str]:
        """Who is asked what, and what may be done."""
        awaited = self.table.awaited()
        if not awaited:
            return []
        first = awaited[0]
        by = str(first["by"])
        who = self.speech.name(by) if by == TABLE else paint.seat(by)
        lines = [self.offering.question(first, who)]
        others = [paint.seat(seat) for seat in _seats(awaited)[1:] if seat not in self.table.bots]
        if others:
            lines.append(self.say("others", players=", ".join(others)))
        legal = self.offering.public(by)
        self.menu = self.offering.menu(legal)
        if asked_back := self._asked_back():
            lines += asked_back
            self.menu = Choices()  # nobody picks what is not on the screen
        elif self.menu.moves:
            lines.append(self.offering.listed(self.menu) + self.offering.forms(legal, self.menu))
        else:
            lines.append(" · ".join(self.offering.offered(legal)))
        return lines

    def _asked_back(self) -> list[str]:
        """What the last line may have meant."""
        if len(self.meant.moves) == 1:
            return [self.say("sure" if self._warned else "near", line=self.offering.spoken(self.meant.moves[0]))]
        if self.meant.moves:
            return [self.say("which", choices=self.offering.listed(self.meant))]
        return [self.say("near", line=self.near)] if self.near else []

    def _big(self) -> list[str]:
        """What can be read from the other end of the table: who, what, and the newest order."""
        awaited = self.table.awaited()
        if not awaited:
            return [self.speech.say("screen.over"), *self.orders[-1:]]
        name = self.speech.name(awaited[0]["by"])
        return [name, self.speech.name(awaited[0]["for"]).split(" (")[0], *self.orders[-1:]]

    # --- an open decision ---------------------------------------------------------------------------------
    def _open_turn(self, awaited: Sequence[Mapping[str, Any]]) -> None:
        seats = _seats(awaited)
        self.timer.start(self.decision())
        if not self._paused and not self.orders and self._stepwise(seats[0], ""):
            return
        name = self.speech.name(seats[0]) if seats[0] == TABLE else seats[0]
        decision = self.decision()
        text = self.face.ask(self.scene, self.say("prompt", seat=name), self._completer(seats[0]))
        reading, self.page = self.page is not None, None
        if text and self.decision() != decision:  # somebody has moved elsewhere while this was typed
            self.near = text
            self.tell([self.say("meanwhile", seats=", ".join(map(self.speech.name, self.seats())) or "–")])
            return
        if text or not reading:  # Enter alone only closes what was read
            self.heard(text)

    def decision(self) -> tuple[int, str]:
        awaited = self.table.awaited()
        return len(self.table.steps), str(awaited[0]["by"]) if awaited else ""

    def heard(self, text: str) -> None:
        """One line: moves and commands, one after the other."""
        near, self.near = self.near, ""
        meant, self.meant, self._warned = self.meant, Choices(), False
        if not text and not near and not meant.moves and self.orders:
            self.tick(1)  # what was told beside it stays
            return
        if text == ALL:
            if not self.orders:
                self.tell([self.say("no-orders")])
            self.tick(len(self.orders))  # what was told beside it stays
            return
        doubted, self._doubted = self._doubted, folded(text)
        asked_back = meant.moves[0] if len(meant.moves) == 1 else None
        self.notes = []
        if near and self.hears(text, "yes") and self._is_no_move(text):
            text = ""  # as Enter
        if (near or meant.moves) and self.hears(text, "no"):
            self.tell([self.say("kept")])
            return
        agreed = asked_back is not None and (not text or self.hears(text, "yes") or folded(text) == doubted)
        picked = asked_back if agreed else meant.picked(text) if asked_back is None else None
        if picked is not None:
            self.chained = False
            if agreed or not self._asks_back(self._warnings(picked), picked):
                self._make(picked)
            return
        if not text:
            text = near
            if not near:
                self._stepwise(_seats(self.table.awaited())[0], "")
        if len(text) > LINE:
            raise Trouble("move.long", max=LINE)
        self._chain([part.strip() for part in text.split(";") if part.strip()])

    def _is_no_move(self, text: str) -> bool:
        return not any(self.ear.understand(seat, text, correct=False).moves for seat in self.seats())

    def _chain(self, parts: Sequence[str]) -> None:
        """One after the other, until one of them does nothing, somebody has to be alone with the screen, or somebody
        else is asked who is not named."""
        self._shown, typing = self.menu, set[str]()
        for n, part in enumerate(parts):
            before, stretch = len(self.table.journal.entries), self._stretch()
            told = list(self.notes) if n else []
            self.chained = n > 0
            typing |= set(self.seats()[:1]) - {TABLE}
            try:
                self._part(part)
            except (Refused, Trouble) as error:
                self.tell([self.refusal(error) if isinstance(error, Refused) else self.speech.trouble(error)])
            left, stuck = parts[n + 1 :], len(self.table.journal.entries) == before
            if stuck and self.notes[: len(told)] != told:  # what came of the parts before it is told too
                self.notes = [*told, *self.notes]
            while left and not stuck and not self.script.before_a_bot(self.table) and self._bot_moves():
                pass
            awaited = self.table.awaited()
            stuck = stuck or self.script.before_a_bot(self.table) is not None
            if left and (stuck or not awaited or self.is_secret(awaited) or self._stretch() not in (None, stretch)):
                self.notes.append(self.say("left-out", line="; ".join(left)))
                return
            if left and self._is_for_another(left[0], typing, awaited):
                now, line = _seats(awaited)[0], "; ".join(left)
                if now != TABLE and self._answers_nothing(left[0], now):
                    self.notes.append(self.say("left-out-now", line=line, seat=now))
                    return
                named = self.say("left-out-seat", line=line, seat=now, named=f"{now} {self._unnamed(left[0], now)}")
                self.notes.append(self.say("left-out-table", line=line, next=left[0]) if now == TABLE else named)
                return

    def _answers_nothing(self, part: str, seat: str) -> bool:
        """Is this nothing that a seat could mean by what it is asked now? Then it is not proposed."""
        meaning = self.ear.understand(seat, self._unnamed(part, seat), correct=False)
        return not meaning.moves and self.command_of(part, [seat]) is None

    def _stretch(self) -> Any:
        """The round of a question that goes round the table: a line does not go on into the next one."""
        awaited = self.table.awaited()
        goes_round = bool(awaited) and awaited[0]["for"] in self.script.goes_round
        return self.table.view(None).get("round") if goes_round else None

    def _is_for_another(self, part: str, typing: set[str], awaited: Sequence[Mapping[str, Any]]) -> bool:
        """Would the next part of a line be the move of somebody who has typed nothing of it and is not named in it?
        Where a question goes round the table, a line may go round with it."""
        seats = _seats(awaited)
        if typing and seats[0] == TABLE:  # what somebody turns up is no card that the table uncovers
            return part.isdecimal() and awaited[0]["for"] not in self.script.drawn_for
        if not typing or seats[0] in {TABLE, *typing} or awaited[0]["for"] in self.script.goes_round:
            return False
        unnamed = not (self.named_first(part) or self._named_in_short(part, wide=True))  # who is not asked is told so
        return unnamed and self.command_of(part, seats) is None and self._who(part, seats) == (seats[0], part)

    def _part(self, text: str) -> None:
        awaited = self.table.awaited()
        seats = _seats(awaited)
        text = self._said_of_the_table(text, seats)
        words = text.split()
        command = self.command_of(text, seats)
        places = in_places(self, seats[0], text) if command and awaited else None
        if command and not (places and places.names(text)):
            if self.leaves_in_another_tongue(command, text):
                self.near = self._verb_like(words[0], seats) or LEAVE
            else:
                self.do(command, words[1:])
            return
        if not awaited:
            raise Trouble("screen.over")
        typed = self._coloured(text, seats[0])
        seat, text = self._who(typed, seats)
        if self.chained:
            self.menu = self._menu_in_a_chain(text, seats[0])
        picked = self.menu.picked(text)
        if picked is not None and seat == seats[0]:
            if not self._asks_back(self._warnings(picked), picked):
                self.done(self.table.do(picked))
            return
        if self._stepwise(seat, text):
            return
        meaning = self._understood(seat, text)
        if not meaning.moves and (own := self._of_oneself(text)) and not self._is_no_move(own):
            text, meaning = own, self._understood(seat, own)
        if not meaning.moves and text == typed and (drawn := self._drawn_by(text, seats)):
            self._take_drawn(*drawn)
            return
        if not meaning.moves and text == typed and (unasked := self._unasked(text, seats)):
            self._take(self._understood(unasked, text), text)
            return
        if not meaning.moves and (leaving := self._leaving(seat, text)):
            self.meant = self.offering.choices([leaving])
            return
        wide = not meaning.near and (meaning.tried is None or self._is_not_due(text, meaning.tried))
        if not meaning.moves and text == typed and (named := self._named_in_short(text, wide)):
            self.near = named
            return
        if not meaning.moves and text == typed and (whose := self._whose(text, seats[1:])):
            self.tell([*self._answered(meaning), self.say("if-meant", seat=whose, line=f"{whose} {text}")])
            return
        if not meaning.moves and text == typed and wide and (cut := self._out_of_turn(text, seats)):
            raise self.not_asked(cut, seats)
        other = self.named_first(text)
        if not meaning.moves and other and other not in seats:
            if not self.offering.public(other):
                raise self.not_asked(other, seats)
            text = text.replace(":", " ", 1)[len(other) :].strip()  # who may move unasked is told why this is no move
            meaning = self._understood(other, text)
        self._take(meaning, text)

    def _said_of_the_table(self, text: str, seats: Sequence[str]) -> str:
        """`table: cs` without the word where the table is asked, as the prompt calls it."""
        first, _, rest = text.replace(":", " ", 1).strip().partition(" ")
        if seats[:1] != [TABLE] or not rest:
            return text
        named = folded(self.speech.name(TABLE)).split()
        if len(named) > 1 and folded(first) == named[0]:  # the table
            first, _, rest = rest.strip().partition(" ")
        return rest.strip() if folded(first) in named or self.hears(first, "table") else text

    def _of_oneself(self, text: str) -> str:
        """`I bid 11` without the word for oneself; nothing, if there is none."""
        word, _, rest = text.replace(":", " ", 1).partition(" ")
        return rest.strip() if self.hears(word, MYSELF) else ""

    def _drawn_by(self, text: str, seats: Sequence[str]) -> tuple[str, str, Meaning] | None:
        """A player's name before what the table is asked: who draws or rolls says so himself. Who it is, what he says,
        and what that means."""
        other = self.named_first(text) if seats[:1] == [TABLE] else None
        if other is None or self.offering.public(other):
            return None
        rest = text.replace(":", " ", 1)[len(other) :].strip()
        meaning = self._understood(TABLE, rest)
        return (other, rest, meaning) if meaning.moves else None

    def _take_drawn(self, player: str, text: str, meaning: Meaning) -> None:
        """Of whoever has just moved it is what came of that; of others it is asked back."""
        last = next((one.move for one in reversed(self.table.steps) if one.move.get("by") in self.table.players), {})
        if last.get("by") == player:
            self._take(meaning, text)
        else:
            self.meant = self.offering.choices(meaning.moves)

    def _unnamed(self, part: str, seat: str) -> str:
        """A part of a line without what begins the name of this seat, if that is its move."""
        word, _, rest = part.partition(" ")
        cut = rest and folded(seat).startswith(folded(word)) and self.ear.understand(seat, rest, correct=False).moves
        return rest if cut else part

    def named_first(self, text: str) -> str | None:
        """The player whose whole name stands before a move, asked or not."""
        said = folded(text.replace(":", " "))
        return next((one for one in self.table.players if said.startswith(f"{folded(one)} ")), None)

    def _out_of_turn(self, text: str, seats: Sequence[str]) -> str:
        """The player named in short before what would be a move, if he is not asked; `c 9` is no bid of Claudia's."""
        player, rest = self._player_in_short(text, wide=True), text.partition(" ")[2].strip()
        if not player or not rest or player in seats or self.offering.public(player):
            return ""
        asked = self._understood(seats[0], rest)
        is_due = asked.tried is not None and not self._is_not_due(rest, asked.tried)
        return player if asked.moves or is_due else ""

    def not_asked(self, seat: str, seats: Sequence[str]) -> Trouble:
        """It is for others to decide now; how to change what the seat has told before, if it has."""
        told = self._told_before(seat, seats)
        key = "play.not-asked-again" if told else "play.not-asked"
        return Trouble(key, seat=seat, who=tuple(map(self.speech.name, seats)), n=told)

    def _told_before(self, seat: str, seats: Sequence[str]) -> int:
        """How many moves are to be taken back to change what a seat has answered to what others are still asked; 0 if
        it has answered nothing of the kind in this round."""
        table, verbs = self.table, {str(move["do"]) for move in self.offering.public(seats[0])}
        made = [n for n, one in enumerate(table.steps) if not one.start and not follows(one.move, table.bots)]
        last = made[: -len(table.players) - 1 : -1]
        moves = [table.steps[n].move for n in last]
        back = next((n for n, move in enumerate(moves, start=1) if move.get("by") == seat), 0)
        if not all(str(move["do"]) in verbs and move.get("by") not in seats for move in moves[:back]):
            return 0
        telling, since = table.declared.telling(), table.steps[last[back - 1] - 1 :] if back else []
        views = [table.rules.view(step.state, None) for step in since]
        return 0 if telling and any(telling.round_ends(*two) for two in pairwise(views)) else back

    def _menu_in_a_chain(self, text: str, seat: str) -> Choices:
        """A label means what it meant when the line was typed, while that can be done; else what it would mean now."""
        move = self._shown.picked(text)
        if move is not None and move["by"] == seat and self.table.refuses(move) is None:
            return self._shown
        return self.offering.menu(self.offering.public(seat))

    def _who(self, text: str, seats: Sequence[str]) -> tuple[str, str]:
        """`Bernd pass`: whoever is awaited too may put his name before the move, and whoever may move unasked."""
        for seat in (*seats, *(one for one in self.table.players if one not in seats)):
            name, _, rest = text.partition(":") if ":" in text else ("", "", "")
            words = text.split()
            size = len(seat.split())
            said = rest.strip() if folded(name) == folded(seat) else ""
            if not said and folded(" ".join(words[:size])) == folded(seat):
                said = " ".join(words[size:])
            if said and (seat in seats or self.ear.understand(seat, said, correct=False).moves):
                return seat, said
        word, _, rest = text.partition(" ")
        cut = [seat for seat in self.table.players if folded(seat.split()[0]) == folded(word)]  # Anna for Anna Maria
        if len(cut) == 1 and rest and self.ear.understand(cut[0], rest, correct=False).moves:
            return cut[0], rest
        return seats[0], text

    def addressed(self, text: str) -> tuple[str, str]:
        """Of whom a question speaks, by the name or colour before the move, and the move; else of who is asked."""
        first = self.asked_seat()
        seats = [first, *(one for one in self.seats() if one != first)]
        found = self._who(self._coloured(text, first), seats)
        in_short = self._named_in_short(text) if found == (first, text) else ""
        return self._who(in_short, seats) if in_short and self._is_no_move(text) else found

    def _named_in_short(self, text: str, wide: bool = False) -> str:
        """`cl qu 2` with the whole name of the player that it begins with, or that is misspelled, if that is then a
        move."""
        player, rest = self._player_in_short(text, wide), text.replace(":", " ", 1).partition(" ")[2].strip()
        heard = player and rest and self.ear.understand(player, rest, correct=False).moves
        return f"{player} {rest}" if heard else ""

    def _player_in_short(self, text: str, wide: bool) -> str:
        """The only player whom the first word of a line may mean, if it means nothing else here, or `wide`, if nothing
        else makes a move of it; `a zara` is an attack, whoever is called Anke."""
        word = text.replace(":", " ", 1).partition(" ")[0]
        known = folded(word)
        if any(known in words for words in self.ear.verbs.values()):
            return ""
        now = {str(move["do"]) for seat in self.seats() for move in self.offering.public(seat)}
        is_cut = any(form.startswith(known) for verb in now for form in self.ear.verbs[verb])
        begun = [one for one in self.table.players if folded(one).startswith(known)]
        if wide and len(begun) == 1 and (len(known) >= SHORTEST_NAME or not is_cut):
            return begun[0]
        meant = (
            [] if len(known) < SHORTEST_NAME else self.ear.lexicon.named([known]) or self._misspelled_player(word, text)
        )
        return meant[0] if len(meant) == 1 and meant[0] in self.table.players else ""

    def _misspelled_player(self, word: str, text: str) -> list[str]:
        """Unless the line is a move as it stands, though a rule is against it: `take ponte` is nothing of Anke's."""
        near = likest(folded(word), [folded(one) for one in self.table.players], 1)
        found = [one for one in self.table.players if folded(one) in near and not self.ear.is_known(word)]
        refused = self.ear.understand(self.asked_seat(), text, correct=False).refused if found else None
        return found if refused is None or refused.rule == self.table.rules.form_rule else []

    def _coloured(self, text: str, seat: str) -> str:
        """`green 2`, `red: cs 3`: with the name of whoever has that colour, unless the line is a move as it stands.
        Where a player is asked for, a colour alone is one."""
        word, _, rest = text.replace(":", " ", 1).partition(" ")
        players = of_colour(self, word)
        if len(players) != 1 or self.ear.understand(seat, text, correct=False).moves:
            return text
        named = f"{players[0]}: {rest.strip()}" if rest.strip() else players[0]
        return named if rest.strip() or self.ear.understand(seat, named, correct=False).moves else text

    def _unasked(self, text: str, seats: Sequence[str]) -> str:
        """The only one who may do what a verb says, though somebody else is asked; nothing if those can do it too."""
        verbs = {name for name, words in self.ear.verbs.items() if folded(text.split()[0]) in words}

        def may(seat: str) -> bool:
            return any(move["do"] in verbs for move in self.offering.public(seat))

        others = [one for one in self.table.players if one not in (*seats, *self.table.bots)] if verbs else []
        found = [] if not others or any(map(may, seats)) else [one for one in others if may(one)]
        return found[0] if len(found) == 1 else ""

    def _whose(self, text: str, others: Sequence[str]) -> str:
        """The one of others who are awaited too that could mean this; nothing if there are none or several."""
        meant = [seat for seat in others if self.ear.understand(seat, text, correct=False).moves]
        return meant[0] if len(meant) == 1 else ""

    def _take(self, meaning: Meaning, text: str) -> None:
        if len(meaning.moves) == 1 and not self._doubtful(meaning, text):
            unsaid = self.script.unsaid(str(meaning.moves[0]["do"])) if meaning.whispered else ""
            if unsaid and not self.sure([unsaid]):
                self.tell([self.say("kept")])
            else:
                self._make(meaning.moves[0])
            return
        if meaning.moves:
            self.meant = self.offering.choices(self.offering.numbered(meaning.moves[0]) or meaning.moves)
            return
        self.near = meaning.near
        if meaning.tried is not None and (whole := self.offering.whole(meaning.tried)):
            self.tell([self.say("incomplete")])
            self.near, self.meant = "", self.offering.choices(whole)
            return
        if meaning.refused is None and not meaning.near and (command := self._near_command(text)):
            self.near = command
            self.tell([self.speech.say("move.unknown.id", {"word": text.split()[0]})])
            return
        if meaning.tried is not None and self.ear.is_odd(meaning):
            unfitting = self.speech.say("move.unfitting", {"line": text})
            self.tell([unfitting, *self._typed_so(str(meaning.tried["by"]), str(meaning.tried["do"]))])
            return
        if meaning.tried is not None and not self._is_told(text, meaning) and self._is_not_due(text, meaning.tried):
            self.tell([self.speech.say("move.unfitting", {"line": text}), *self._typed_now(str(meaning.tried["by"]))])
            return
        if meaning.tried is not None and not self._shows(text, meaning.tried):
            read = self.say("read-as", line=text, move=self.offering.spoken(meaning.tried))
            self.tell([read, *self._answered(meaning)])
            return
        self.tell(self._answered(meaning))

    def _leaving(self, seat: str, text: str) -> dict[str, Any] | None:
        """The one move by which a seat leaves for good what it is asked: a no may mean that, and is asked back; at a
        bid, which is asked for again and again, it is no answer, nor is it the end of a turn while there is anything
        else to be done."""
        if text.isdecimal() or not self.hears(text, "no", "nothing") or self._stretch() is not None:
            return None
        public, texts = self.offering.public(seat), self.ear.texts
        final = [move for move in public if texts[move["do"]].final]
        alone = [move for move in final if not move.keys() - {"by", "do"} and not self._is_of_a_hand(move)]
        others = bool(self.orders) or len({move["do"] for move in public}) > 1
        alone = [move for move in alone if not (others and texts[move["do"]].turn)]
        return alone[0] if len(alone) == 1 else None

    def _is_of_a_hand(self, move: Mapping[str, Any]) -> bool:
        return self.table.rules.verbs[move["do"]].private

    def _near_command(self, text: str) -> str:
        """The line with the command that its first word is almost; nothing if it is like none, or of the game."""
        word, *rest = text.split()
        if self.ear.is_known(word) or any(folded(word) in words for words in self.ear.verbs.values()):
            return ""
        known = [form for form, name in self.commands.items() if len(form) > 2 and not (rest and name in WORDLESS)]
        near = likest(folded(word), known, 1)
        return " ".join([self.spelt[near[0]], *rest]) if near and len(word) > 2 else ""

    def _is_not_due(self, text: str, move: Mapping[str, Any]) -> bool:
        """Was a line without a verb read as a move that is not asked now, and that no other move makes possible?"""
        if any(one["do"] == move["do"] for one in self.offering.public(str(move["by"]))):
            return False
        said = any(folded(text.split()[0]) in words for words in self.ear.verbs.values())
        return not said and next_step(self.ear.table, move, self.ear.never_first) is None

    def _is_told(self, text: str, meaning: Meaning) -> bool:
        """Is a line of so many of something a move against a rule of the game, which says why: cards laid out too
        late?"""
        tried, refused = meaning.tried, meaning.refused
        if refused is None or tried is None or refused.rule == self.table.rules.form_rule:
            return False
        words = text.split()
        known = words[0].isdecimal() and all(word.isdecimal() or self.ear.is_known(word) for word in words)
        return known and bool(ids_in([tried])) and self._shows(text, tried)

    def _typed_now(self, seat: str) -> list[str]:
        """How what is asked now is typed, by an example."""
        verbs = dict.fromkeys(str(move["do"]) for move in self.offering.public(seat))
        asked = {str(item["for"]) for item in self.table.awaited() if item["by"] == seat}.intersection(verbs)
        usual = [verb for verb in verbs if verb not in self.ear.final]  # nobody is told to end his turn, unless asked
        verbs = dict.fromkeys([*asked, *usual] or verbs)
        return next((told for verb in verbs if (told := self._typed_so(seat, verb))), [])

    def _typed_so(self, seat: str, verb: str) -> list[str]:
        """How a move is typed: by an example that is accepted, or, if that told what is held, by its form alone."""
        if form := self.offering.example(seat, verb):
            return [self.say("typed-so", form=form)]
        is_open = verb in {str(move["do"]) for move in self.offering.public(seat)}
        hidden = is_open and self.table.rules.verbs[verb].private
        return [self.say("typed-like", form=self.script.help(verb)[0])] if hidden else []

    def _shows(self, text: str, move: Mapping[str, Any]) -> bool:
        """Does everybody see at a glance that a line was read as this move? Else its refusal speaks of things that
        nobody has named: a letter may begin a name in the other language."""
        words = [part for word in folded(text).split() for part in (word, *parts_of(word))]
        for one in ids_in([move]):
            seen = f"{folded(one)} {folded(self.speech.name(one))}".split()
            written = any(one in self.ear.lexicon.forms.get(word, ()) for word in words)
            begun = (name.startswith(word) for name in seen for word in words if len(word) > 1)
            if not written and not any(begun):
                return False
        return True

    def _answered(self, meaning: Meaning) -> list[str]:
        """Why it cannot be done, and what to do next: how the move is typed, or what has to be done first."""
        tried = meaning.tried
        if meaning.refused is None or tried is None:
            refused = [self.refusal(meaning.refused)] if meaning.refused else []
            trouble = [self.speech.trouble(meaning.trouble)] if meaning.trouble else []
            key = meaning.trouble.key if meaning.trouble else ""
            in_forms = (key == UNFIT and not meaning.near) or (key == UNKNOWN and not refused)
            return [*refused, *trouble, *(self._typed_now(self.asked_seat()) if in_forms else ())]
        if aims := self.aims(meaning):
            return [self.refusal(meaning.refused), self._listed(aims)]
        verb_alone = not tried.keys() - {"by", "do"} and bool(self.table.rules.verbs[tried["do"]].fields)
        if verb_alone or meaning.refused.rule == self.table.rules.form_rule:
            form = self.offering.alike(tried) or self.offering.example(str(tried["by"]), str(tried["do"]))
            if form:
                told = self.say("incomplete") if verb_alone else self.refusal(meaning.refused)
                return [told, self.say("typed-so", form=form)]
            if like := self._typed_so(str(tried["by"]), str(tried["do"])):
                return [self.refusal(meaning.refused), *like]
            open_now = str(tried["do"]) in {move["do"] for move in self.offering.public(str(tried["by"]))}
            if not open_now and meaning.refused.rule == self.table.rules.form_rule:
                word = self.script.word(str(tried["do"]))
                return [self.speech.say("move.not-now", {"verb": Said(word)}), *self._possible(tried)]
        others = {*self.ear.never_first, str(tried["do"])}  # a house is not first moved to where it is then taken from
        first = next_step(self.ear.table, tried, others) if tried.keys() - {"by", "do"} else None
        if first is None:
            return [self.refusal(meaning.refused), *self._possible(tried)]
        line = f"{self.offering.typed(first)}; {self.offering.spoken(tried)}"
        return [self.refusal(meaning.refused), self.say("first", move=self.offering.spoken(first), line=line)]

    def _possible(self, tried: Mapping[str, Any]) -> list[str]:
        """What may be done instead of a move that is not asked now."""
        public = self.offering.public(str(tried["by"]))
        open_now = str(tried["do"]) in {str(move["do"]) for move in public}
        legal = "" if open_now else " · ".join(self.offering.offered(public))
        return [self.speech.say("move.legal", {"legal": Said(legal)})] if legal else []

    def aims(self, meaning: Meaning) -> list[str]:
        """How a move goes on of which only the beginning was said, or said well: what a card can be aimed at."""
        tried, refused = meaning.tried, meaning.refused
        if tried is None or refused is None:
            return []
        verb = self.table.rules.verbs[tried["do"]]
        begun = verb.lists and tried.keys() == {"by", "do", verb.fields[0]}
        return self.offering.aims(tried) if begun or refused.rule == self.table.rules.form_rule else []

    def _listed(self, forms: Sequence[str]) -> str:
        """What may be typed, the first of it in full; of many some, and how to see all."""
        words = [form.split() for form in forms]
        same = [one[0] for one in takewhile(lambda row: len(set(row)) == 1, zip(*words, strict=False))]
        rest = [" ".join(one[len(same) if len(words) > 1 else 0 :]) for one in words[:LISTED]]
        said = " · ".join([forms[0], *rest[1:]])
        if len(forms) <= LISTED:
            return self.say("aims", forms=said)
        return self.say("aims-more", forms=said, n=len(forms), line=" ".join(same))

    def _understood(self, seat: str, text: str) -> Meaning:
        """As everybody would: neither a choice nor a refusal tells what a seat holds. Only what nobody else can say
        of a hand (`x all`) is understood by what is in it."""
        meaning = self.ear.understand(seat, text)
        if meaning.moves or self.ear is self.own_ear:
            return meaning
        own = self.own_ear.understand(seat, text, correct=False)
        if len(own.moves) == 1:
            return own._replace(whispered=True)
        if meaning.tried is None and own.tried is not None and self.table.rules.verbs[own.tried["do"]].private:
            return Meaning([], trouble=NotAMove("play.not-held", seat=seat, line=Said(text)))
        return meaning

    def _make(self, move: dict[str, Any]) -> None:
        """A move as it was meant. If only what the seat holds is against it, that is all that is said."""
        hidden = self.table.rules.verbs[move["do"]].private and self.ear is not self.own_ear
        if hidden and self.table.refuses(move) is not None:
            seat = str(move["by"])
            self.tell([self.say("not-held", seat=seat, line=self.offering.spoken(move))])
            return
        self.done(self.table.do(move))

    def _doubtful(self, meaning: Meaning, text: str) -> bool:
        """Is it better to ask back? A verb was guessed that is not taken lightly, its number was left out, others have
        a name that begins like what was typed, the game doubts it, or a number is beyond all offers."""
        move = meaning.moves[0]
        if meaning.whispered:  # to ask back would tell everybody what nobody has said
            return False
        warned = self._warnings(move, text)
        if warned:  # also where the move was guessed: to ask back is not to say what it brings
            self.tell(warned)
            self._warned = True
        begins = meaning.guessed and self._begins_another(text, str(move["by"]))
        guessed = begins or (meaning.guessed and self.ear.texts[str(move["do"])].final)
        return (
            bool(warned) or guessed or meaning.shared or self.offering.lacks_number(move) or self.offering.beyond(move)
        )

    def _begins_another(self, text: str, by: str) -> bool:
        """Does the first word of a line begin the name of another player, who may have been meant?"""
        word = folded(text.split()[0])
        return any(folded(one).startswith(word) for one in self.table.players if one != by)

    def _warnings(self, move: Mapping[str, Any], text: str = "") -> list[str]:
        """What is said before a move is made, and asked back: what it brings that nobody wants by chance, and what the
        game doubts; `text`: as it was typed, if it was."""
        warned = [self.speech.warning(event) for event in self.brings(move) if self.script.warns_of(event)]
        warned += self._ends(move)
        heard, game = self.ear.table, self.table.declared.doubting()
        if game and (doubt := game.doubt(heard.rules, heard.state, move, text)):
            warned.append(self.speech.say(*doubt))
        return warned

    def _ends(self, move: Mapping[str, Any]) -> list[str]:
        """What is said of the last move of a game in which something is hidden."""
        after, _ = self._outcome(move)
        last = after is not None and self.table.has_secrets and not self.table.rules.pending(after)
        return [self.say("last-move")] if last else []

    def _asks_back(self, warned: Sequence[str], move: dict[str, Any]) -> bool:
        """Is there something to be said before the move is made? Then it is asked for."""
        if warned:
            self.tell(warned)
            self.meant, self._warned = self.offering.choices([move]), True
        return bool(warned)

    def brings(self, move: Mapping[str, Any]) -> Sequence[Event]:
        """What would come of a move, as far as everybody knows."""
        return self._outcome(move)[1]

    def _outcome(self, move: Mapping[str, Any]) -> tuple[Held | None, Sequence[Event]]:
        heard = self.ear.table
        return heard.rules.apply(heard.state, move) if heard.refuses(move) is None else (None, ())

    def done(self, done: Done) -> None:
        """A move was made: what the hands do now, and what else has come of it, with what nobody has to be asked."""
        events = list(done.events)
        while (only := self._only_way()) is not None:
            events += self.table.do(only).events
        self.came_of(events, also=False)
        self.ended = False

    def came_of(self, events: Sequence[Event], also: bool) -> None:
        """What came of moves; `also`: together with what the hands were told last."""
        self._remark([*map(self.speech.event, self.hands_do(events, also))])

    def hands_do(self, events: Sequence[Event], also: bool) -> list[Event]:
        """What of these is for the hands is ordered; what is only told is left."""
        remarks = [event for event in events if story.is_only_told(self.table, self.script, event)]
        by_hand = story.by_hand(self.table, self.script, events)
        self.order(lambda speech: list(map(speech.event, by_hand)), news=self._stays(), also=also)
        return remarks

    def _only_way(self) -> dict[str, Any] | None:
        """What is asked next, if there is one way to do it alone, and the game says that it is then no question."""
        awaited = self.table.awaited()
        if not awaited or awaited[0]["for"] not in self.script.unasked or awaited[0]["by"] in self.table.pins:
            return None
        legal = list(islice(self.table.rules.legal(self.table.state, str(awaited[0]["by"])), 2))
        return dict(legal[0]) if len(legal) == 1 else None

    def _remark(self, remarks: Sequence[str]) -> None:
        if not self.table.awaited():  # the result tells it all
            return
        self.notes = [*self.notes, *remarks]
        self._noted += bool(remarks)

    def refusal(self, refused: Refused, hide: bool = False) -> str:
        message = self.speech.refusal(refused, RULING_HERE)
        if before := [] if hide else story.recalled(self.table, self.script, self.speech, refused):
            message += " " + self.say("recall", lines=" ".join(before))
        if hide:
            message = find_rule(self.table.kit, refused.rule, self.speech.lang) or refused.rule
        return self.speech.say("move.refused", {"rule": refused.rule, "message": Said(message)})

    def _completer(self, seat: str) -> Callable[[str], Sequence[str]]:
        """Completes the last word: verbs and words of what may be done now, names, commands."""
        legal = self.offering.public(seat)
        verbs = list(dict.fromkeys(str(move["do"]) for move in legal))
        said = [form for verb in verbs for form in (self.script.word(verb), verb) if "-" not in form]
        words = [
            *said,
            *map(self._written, self.ear.words_for(legal)),
            *self.table.players,
            *(w for w in self.spelt.values() if len(w) > 2),
        ]

        def complete(text: str) -> Sequence[str]:
            word = folded(text.rpartition(" ")[2])
            if not word or word.isdecimal():
                return ()
            return [one for one in dict.fromkeys(words) if folded(one).startswith(word)][:12]

        return complete

    def _written(self, one: str) -> str:
        """An id as it is read on the table: a code as it is, a name of several words with spaces."""
        return self.speech.name(one) if "-" in one and not any(map(str.isdecimal, one)) else one

    def _stepwise(self, seat: str, text: str) -> bool:
        """CAN-5.1: what lies where is told place by place."""
        places = in_places(self, seat, text)
        if places is None:
            return False
        move = places.run(text)
        self._paused = move is None
        if move is not None:
            self.done(self.table.do(move))
        return True

    def tells_places(self, note: str) -> bool:
        """Is it being told what lies where? Then that goes on, with a note."""
        seats = self.seats()
        if not seats or in_places(self, seats[0], "") is None:
            return False
        self.tell([note])
        return self._stepwise(seats[0], "")

    def own_side(self, seat: str) -> list[str]:
        view = self.table.view(seat)
        return story.own_lines(self.table, view, seat, self.speech, self.paint())

    # --- words that are no moves ----------------------------------------------------------------------------
    def command_of(self, text: str, seats: Sequence[str]) -> str | None:
        """The command that a line begins with; what may be done now goes before it."""
        word = text.split()[0]
        known = folded(word) if word != "?" else word
        found = self.commands.get(known)
        verbs = {name for name, forms in self.ear.verbs.items() if known in forms}
        if found is None and len(known) > 2 and not verbs and known not in {*self.ear.colours, *self.ear.lexicon.forms}:
            starts = {name for form, name in self.commands.items() if len(form) > 2 and form.startswith(known)}
            found = starts.pop() if len(starts) == 1 and starts.isdisjoint({"quit", *TO_PHONES}) else None
        if found is None or known == "?" or not seats:
            return found
        if found == TIMER and text.split()[1:2] and not text.split()[1].isdecimal() and known in self.ear.lexicon.forms:
            return None  # in German a clock is called like the timer
        if found in self.script.questions and not verbs and not any(map(str.isdecimal, text)):
            return found  # `plätze casa` asks for sites, and lays out nothing, though campi are called Plätze too
        if self._names_parts(text, seats[0]):
            return None
        said = verbs or known in self.ear.lexicon.forms
        if found in COUNTED and len(known) == 1 and not said and "".join(text.split()[1:]).isdecimal():
            return found  # `r 3`: what begins with r and takes numbers is typed longer
        if len(known) == 1 and text.strip() == word:  # a letter alone: unless the game has that very word
            return None if verbs else found
        return None if self.ear.understand(seats[0], text, correct=False).moves else found

    def leaves_in_another_tongue(self, command: str, text: str) -> bool:
        """Is the table left by a word of another language? There it may end a turn: that is said, and nothing done."""
        said = {lang: Speech(lang, self.table.kit).say("play.leaves") for lang in self.speech.tongues.names}
        word, own = folded(text.split()[0]), folded(said.pop(self.speech.lang, "")).split()
        foreign = word not in own and any(word in folded(words).split() for words in said.values())
        if foreign and command == "quit":
            self.tell([self.say("leaves-elsewhere", word=text.split()[0], own=LEAVE)])
        return foreign and command == "quit"

    def _verb_like(self, word: str, seats: Sequence[str]) -> str:
        """The word for what may be done now, in the language of the table, that this one begins with or is misspelled
        of: „ende“ is `end`."""
        verbs = dict.fromkeys(str(move["do"]) for move in (self.offering.public(seats[0]) if seats else ()))
        words = {folded(said): said for verb in verbs for said in [self.script.word(verb)] if len(said) > 2}
        return words[near[0]] if (near := likest(folded(word), list(words), 1)) else ""

    def _names_parts(self, text: str, seat: str) -> bool:
        """Is every word of a line the name of what may be named now? In German a clock is called like the timer."""
        forms = self.ear.lexicon.forms
        named = [frozenset(forms.get(folded(word), ())) for word in text.replace(",", " ").split()]
        return all(named) and all(map(set(ids_in(self.offering.public(seat))).intersection, named))

    def hears(self, text: str, *kinds: str) -> bool:
        """Is this one of the words for `yes`, `no`, `back`, …, in any language?"""
        return is_answer(text, *kinds, data=self.speech.data)

    def sure(self, lines: Sequence[str]) -> bool:
        """Yes or no; Enter is yes."""
        return self._answer(lines, self.say("yes-no"), "yes", "no") == "yes"

    def _answer(self, lines: Sequence[str], prompt: str, *kinds: str) -> str:
        """One of these kinds of words; Enter is the first. Whatever else is typed is not done, which is said, and the
        question is asked again."""
        while True:
            text = self.face.ask(lambda: self.scene(asked=lines), prompt).strip()
            if not text:
                return kinds[0]
            if self.hears(text, "stop", "back"):
                return "no"
            if heard := next((kind for kind in kinds if self.hears(text, kind)), None):
                return heard
            if text == "?":
                self.tell([self.say("yes-no-help")])
            elif not self.answers_phone(text):
                self.tell([self.say("answer-first", line=text)])

    def look_at(self, title: str, lines: Sequence[str]) -> None:
        """A text instead of the table, until the next line is typed."""
        rows = [row for line in lines for row in line.split("\n")]
        if self.face.window:
            self.page = (title, rows)
        else:
            self.tell([title, *rows])

    def do(self, command: str, words: Sequence[str]) -> None:
        """What a word says that is no move."""
        name, _, more = command.partition(" ")
        if name in COMMANDS:
            COMMANDS[name](self, [*more.split(), *words])
        else:
            answer(self, command, words)

    def answers_phone(self, text: str) -> bool:
        """Does this line answer what phones ask the table for? It may be typed though something else is asked."""
        word, *rest = text.split()
        name = self.commands.get(folded(word), "")
        if name not in TO_PHONES:
            return False
        try:
            self.do(name, rest)
        except Trouble as trouble:
            self.tell([self.speech.trouble(trouble)])
        return True

    def seats(self) -> list[str]:
        """Who is awaited."""
        return _seats(self.table.awaited())

    # --- the end ----------------------------------------------------------------------------------------------
    def over(self) -> None:
        after_the_game(self)


def _undone(ordered: Ordered, going: Sequence[Task], steps: list[Step], only_new: bool = True) -> list[Step]:
    """After which steps the table lies if nothing of these was done, the newest first; `only_new`: up to one that is
    begun, which stays."""
    for one in going:
        if only_new and ordered.is_begun(one):
            break
        ordered.take_back()
        steps = one.without(steps)
    return steps


def _seats(awaited: Sequence[Mapping[str, Any]]) -> list[str]:
    return list(dict.fromkeys(str(item["by"]) for item in awaited))


def _commands(script: Script) -> Iterator[tuple[str, str]]:
    """Every word for a command, in all languages, and the command."""
    for name, words in (referee_texts(script.speech.data).get("commands") or {}).items():
        yield from ((str(word), str(name)) for word in words)
    for lang, name in script.speech.tongues.names.items():
        yield name, f"{LANGUAGE} {lang}"
    for name, words in script.questions.items():
        yield from ((word, name) for word in words)
