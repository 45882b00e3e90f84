"""An evening at one table: who is asked, what was typed, what came of it, until the game is over."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from venice_pnp.console import story
from venice_pnp.console.face import Covered, Face
from venice_pnp.console.layout import Scene, table_width
from venice_pnp.console.script import Script
from venice_pnp.console.terminal import Leave
from venice_pnp.console.timer import Timer
from venice_pnp.games import part_of
from venice_pnp.games.contract import TABLE, Refused
from venice_pnp.referee import home, seals
from venice_pnp.referee.meaning import Ear, Meaning, folded
from venice_pnp.referee.moves import offers
from venice_pnp.referee.screens import Paint, Panel, colour_depth, inside, log_line, panels
from venice_pnp.referee.table import Done, Table
from venice_pnp.referee.trouble import Trouble
from venice_pnp.referee.words import LANGUAGES, Said, Speech, find_rule, rules_of, texts_of
from venice_pnp.referee.words import OWN as OWN_TEXTS

if TYPE_CHECKING:
    from venice_pnp.console.setup import Places

OF_SOME_GAMES = ("preview", "sites", "reach")  # commands that need something of the game's rules
KEPT = 40  # moves whose orders can still be read
MENU = 9  # moves that get a number
LOGGED = 200  # lines of the log that can be looked through
SECTIONS = ("7", "8", "5", "6", "4", "3", "1", "2")  # of the rules
FOUND = 40  # rules that a search shows
NO = ("n", "no", "nein")


Printer = Callable[[Table, str, Path], None]  # writes the score sheet of a table


class Wishes(NamedTuple):
    """How the people at the table want it."""

    large: bool = False
    timer: int = 0  # seconds for a decision; 0: none


class Again(Exception):
    """Another game: the same people, or a new table."""

    def __init__(self, same: bool) -> None:
        self.same = same
        super().__init__()


class Evening:
    """Screen, prompt, and what the last move brought."""

    def __init__(self, table: Table, speech: Speech, face: Face, wishes: Wishes, printer: Printer) -> None:
        self.table, self.speech, self.face, self.printer = table, speech, face, printer
        self.script = Script(speech)
        self.ear = Ear(table, self.script.aliases)
        self.large, self.timer = wishes.large, Timer(wishes.timer)
        self.orders: list[str] = []  # what the hands do now; stays until the next move, or Enter
        self.notes: list[str] = []  # what is said to the last line that was typed
        self.page: tuple[str, list[str]] | None = None  # a text that is looked at instead of the table
        self._ordered, self._noted = 0, 0  # how often something was ordered, and said
        self._chained = False  # does this move stand in one line with the one before?
        self._together = 1  # moves whose orders are on the screen
        self.places: Places | None = None  # what has been told so far of what lies where
        self.told_aside = False  # orders stay beside a text that is looked at
        self.ended = False  # has the result been told?
        self.near = ""  # what may have been meant; Enter takes it
        self.meant: list[dict[str, Any]] = []  # what a line may have meant, by number
        self._menu: list[dict[str, Any]] = []
        self._shown: list[dict[str, Any]] = []  # the menu on the screen when the line was typed
        self._commands = _commands()

    def say(self, key: str, **facts: Any) -> str:
        return self.speech.say(f"play.{key}", {k: Said(v) if isinstance(v, str) else v for k, v in facts.items()})

    # --- the loop ---------------------------------------------------------------------------------------
    def run(self) -> None:
        self.face.table(self.scene())
        while True:
            self.table.refresh()
            awaited = self.table.awaited()
            try:
                if not awaited:
                    self.over()
                elif self._is_secret(awaited):
                    self._secret_turn(_seats(awaited))
                else:
                    self._open_turn(awaited)
            except Refused as refused:
                self.tell([self._refusal(refused)])
            except Trouble as trouble:
                self.tell([self.speech.trouble(trouble)])
            except Covered:
                self.face.forget()

    def tell(self, lines: Sequence[str]) -> None:
        """What is said next, in the place of what was said last. What the hands have to do stays."""
        self.notes = list(lines)
        self._noted += 1

    def order(self, lines: Sequence[str]) -> None:
        """What the hands do next."""
        self.orders = list(lines)
        self._ordered += 1

    def _is_secret(self, awaited: Sequence[Mapping[str, Any]]) -> bool:
        first = next(iter(self.table.rules.legal(self.table.state, str(awaited[0]["by"]))), None)
        if first is None or not self.table.rules.verbs[first["do"]].secret:
            return False
        return "seed" in self.table.first or str(first["do"]) not in self.script.open_verbs

    # --- what is on the screen ----------------------------------------------------------------------------
    def paint(self) -> Paint:
        import shutil

        depth = colour_depth() if self.face.window else "none"
        width = table_width(shutil.get_terminal_size((80, 24)).columns)
        return Paint(self.table.kit, self.table.players, self.table.colours, depth == "none", width, depth)

    def scene(self, seat: str | None = None, asked: Sequence[str] | None = None, own: bool = False) -> Scene:
        """The table as everybody sees it, or with `own` as a seat may."""
        paint = self.paint()
        if self.table.refresh():  # another console has moved
            self.order(story.last_told(self.table, self.speech))
        title = self.table.kit.game.title.in_language(self.speech.lang)
        head = self.say("head", game=title, table=self.table.path.stem, n=story.moves_made(self.table))
        if "seed" in self.table.first:
            head += self.speech.say("screen.seed", {"seed": seals.words_of(self.table.first["seed"]["hash"])})
        view = self.table.view(None)
        shown = panels(self.table, view, self.speech, paint) if self.face.window else self._as_lines(view, paint)
        if own and seat is not None:
            title = self.speech.say("screen.view", {"seat": seat})
            shown = [Panel(title, self._own_side(seat)), *shown]
        if self.page is not None:
            shown = [Panel(*self.page)]
        asking = self.asked(paint) if asked is None else asked
        late = self.timer.late(self.speech)
        if late:
            self.face.bell()
            self.notes = [late, *self.notes]
        return Scene(
            head,
            self.timer.corner(self.speech),
            shown,
            () if self._reading else self.orders,
            self.notes,
            asking,
            self.say("hint"),
            self.say("more"),
            self.say("more-orders"),
            (self.say("orders"), self.say("asked")),
            plain=paint.plain,
            news=(self._ordered, self._noted),
            big=self._big() if self.large and self.page is None else (),
        )

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
        lines = [self._question(first, who)]
        others = [paint.seat(seat) for seat in _seats(awaited)[1:]]
        if others:
            lines.append(self.say("others", players=", ".join(others)))
        legal = self._public(by)
        self._menu = self._numbered(legal)
        if self.meant:
            lines.append(self.say("which", choices=self._listed(self.meant)))
        elif self.near:
            lines.append(self.say("near", line=self.near))
        elif self._menu:
            lines.append(self._listed(self._menu) + self._forms(legal))
        else:
            lines.append(" · ".join(self._offered(legal)))
        return lines

    def _question(self, item: Mapping[str, Any], who: str) -> str:
        """What is asked, with what the game's screen has to say about it."""
        more = getattr(part_of(self.table.kit.id, "screen"), "asking", None)
        kind, facts = more(self.table.rules, self.table.state, item) if more else ("", {})
        return self.script.question({**item, **facts}, who, kind)

    def _public(self, by: str) -> list[dict[str, Any]]:
        """What a seat may do, as far as everybody may know: a private verb, whenever it may be possible."""
        rules, state = self.table.rules, self.table.state
        legal = [dict(move) for move in rules.legal(state, by)]
        open_to = getattr(rules, "open_to", None)
        if open_to is None or by == TABLE:
            return legal
        shown = [move for move in legal if not rules.verbs[move["do"]].private]
        return [*shown, *({"by": by, "do": verb} for verb in open_to(state, by))]

    def _offered(self, legal: Sequence[Mapping[str, Any]]) -> list[str]:
        """What may be done: few moves one by one, of many a verb and how it is typed."""
        found: dict[str, list[str]] = {}
        verbs = self.table.rules.verbs
        for name in dict.fromkeys(str(move["do"]) for move in legal):
            moves = [move for move in legal if move["do"] == name]
            form, _ = self.script.help(name)
            for n, line in enumerate(offers(moves, verbs)):
                fields = line.partition(" ")[2]
                if fields.isupper() and form != name:
                    told = f"({form})"
                else:  # one by one: in the words of the players
                    told = fields if ".." in fields else self.script.move(moves[n], verbs).partition(" ")[2]
                if told not in found.setdefault(self.script.word(name), []):
                    found[self.script.word(name)].append(told)
        return [f"{name} {', '.join(fields)}".strip() for name, fields in found.items()]

    def _numbered(self, legal: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
        """Moves that can be chosen by number: few, open ones, where a number means nothing else."""
        verbs = self.table.rules.verbs
        if any(type(value) is int for move in legal for key, value in move.items() if key not in ("by", "do")):
            return []
        shown = [dict(move) for move in legal if not verbs[move["do"]].secret and not verbs[move["do"]].private]
        shown = [move for move in shown if not any(isinstance(value, Mapping) for value in move.values())]
        if any(isinstance(value, list) for move in shown for value in move.values() if move["by"] == TABLE):
            return []  # only samples of what may lie there
        plain = [move for move in shown if len(move) <= 3]
        return shown if len(shown) <= MENU else plain if len(plain) <= MENU else []

    def _forms(self, legal: Sequence[Mapping[str, Any]]) -> str:
        """What may be done besides what has a number."""
        listed = {move["do"] for move in self._menu}
        rest = [move for move in legal if move["do"] not in listed]
        return "".join(f" · {line}" for line in self._offered(rest))

    def _listed(self, moves: Sequence[Mapping[str, Any]]) -> str:
        return "  ".join(f"[{n + 1}] {self.spoken(move)}" for n, move in enumerate(moves[:MENU]))

    def spoken(self, move: Mapping[str, Any]) -> str:
        """A move as it is typed, its verb in the language of the table."""
        return self.script.move(move, self.table.rules.verbs)

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
        self.timer.start(self._decision())
        name = self.speech.name(seats[0]) if seats[0] == TABLE else seats[0]
        text = self.face.ask(self.scene, self.say("prompt", seat=name), self._completer(seats[0]))
        reading, self.page = self.page is not None, None
        if text or not reading:  # Enter alone only closes what was read
            self.heard(text)

    def _decision(self) -> tuple[int, str]:
        awaited = self.table.awaited()
        return len(self.table.steps), str(awaited[0]["by"]) if awaited else ""

    def heard(self, text: str) -> None:
        """One line: moves and commands, one after the other."""
        near, self.near = self.near, ""
        meant, self.meant = self.meant, []
        self.notes = []
        if near and folded(text) in NO:
            self.tell([self.say("kept")])
            return
        if not text:
            text = near
            if not near:  # the hands are done
                self.orders = []
                self._stepwise(_seats(self.table.awaited())[0], "")
        if meant and text.isdigit() and 0 < int(text) <= len(meant):
            self._chained = False
            self.done(self.table.do(meant[int(text) - 1]))
            return
        self._chain([part.strip() for part in text.split(";") if part.strip()])

    def _chain(self, parts: Sequence[str]) -> None:
        """One after the other, until one of them does nothing or somebody has to be alone with the screen."""
        self._shown = list(self._menu)
        for n, part in enumerate(parts):
            before = len(self.table.journal.entries)
            self._chained = n > 0
            try:
                self._part(part)
            except (Refused, Trouble) as error:
                self.tell([self._refusal(error) if isinstance(error, Refused) else self.speech.trouble(error)])
            awaited, left = self.table.awaited(), parts[n + 1 :]
            stuck = len(self.table.journal.entries) == before
            if left and (stuck or not awaited or self._is_secret(awaited)):
                self.notes.append(self.say("left-out", line="; ".join(left)))
                return

    def _part(self, text: str) -> None:
        awaited = self.table.awaited()
        seats = _seats(awaited)
        words = text.split()
        command = self.command_of(text, seats)
        if command:
            getattr(self, f"_do_{command}")(words[1:])
            return
        if not awaited:
            raise Trouble("screen.over")
        seat, text = self._who(text, seats)
        if self._chained:
            self._menu = self._menu_in_a_chain(text, seats[0])
        if text.isdigit() and self._menu and 0 < int(text) <= len(self._menu) and seat == seats[0]:
            self.done(self.table.do(self._menu[int(text) - 1]))
            return
        if self._stepwise(seat, text):
            return
        meaning = self.ear.understand(seat, text)
        said = folded(text.replace(":", " "))
        other = next((one for one in self.table.players if said.startswith(f"{folded(one)} ")), None)
        if not meaning.moves and other and other not in seats:
            raise Trouble("play.not-asked", seat=other, who=tuple(map(self.speech.name, seats)))
        self._take(meaning)

    def _menu_in_a_chain(self, text: str, seat: str) -> list[dict[str, Any]]:
        """A number means what it meant when the line was typed, while that can be done; else what it would mean now."""
        number = int(text) if text.isdecimal() and len(text) < 3 else 0
        if 0 < number <= len(self._shown):
            move = self._shown[number - 1]
            if move["by"] == seat and self.table.refuses(move) is None:
                return self._shown
        return self._numbered(self._public(seat))

    def _who(self, text: str, seats: Sequence[str]) -> tuple[str, str]:
        """`Bernd pass`: whoever is awaited too may put his name before the move."""
        for seat in seats:
            name, _, rest = text.partition(":") if ":" in text else ("", "", "")
            words = text.split()
            size = len(seat.split())
            if folded(name) == folded(seat) and rest.strip():
                return seat, rest.strip()
            if folded(" ".join(words[:size])) == folded(seat) and words[size:]:
                return seat, " ".join(words[size:])
        return seats[0], text

    def _take(self, meaning: Meaning) -> None:
        if len(meaning.moves) == 1:
            self.done(self.table.do(meaning.moves[0]))
            return
        if meaning.moves:
            self.meant = meaning.moves[:MENU]
            return
        lines = []
        if meaning.refused:
            lines.append(self._refusal(meaning.refused))
        elif meaning.trouble:
            lines.append(self.speech.trouble(meaning.trouble))
        self.near = meaning.near
        self.tell(lines)

    def done(self, done: Done) -> None:
        """A move was made: what the hands do now."""
        lines = [self.speech.event(event) for event in done.events]
        self._together = self._together + 1 if self._chained else 1
        self.order([*self.orders, *lines] if self._chained else lines)
        self.ended = False

    def _refusal(self, refused: Refused, hide: bool = False) -> str:
        message = self.speech.refusal(refused)
        if hide:
            message = find_rule(self.table.kit, refused.rule, self.speech.lang) or refused.rule
        return self.speech.say("move.refused", {"rule": refused.rule, "message": Said(message)})

    def _completer(self, seat: str) -> Callable[[str], Sequence[str]]:
        """Completes the last word: verbs and words of what may be done now, names, commands."""
        legal = self._public(seat)
        verbs = list(dict.fromkeys(str(move["do"]) for move in legal))
        said = [form for verb in verbs for form in (self.script.word(verb), verb)]
        words = [*said, *self.ear.words_for(legal), *self.table.players, *(w for w in self._commands if len(w) > 2)]

        def complete(text: str) -> Sequence[str]:
            word = folded(text.rpartition(" ")[2])
            if not word or word.isdigit():
                return ()
            return [one for one in dict.fromkeys(words) if folded(one).startswith(word)][:12]

        return complete

    def _stepwise(self, seat: str, text: str) -> bool:
        """CAN-5.1: what lies where is told place by place."""
        from venice_pnp.console.setup import in_places

        places = in_places(self, seat, text)
        if places is None:
            return False
        move = places.run(text)
        if move is not None:
            self.done(self.table.do(move))
        return True

    # --- a secret one -------------------------------------------------------------------------------------
    def _secret_turn(self, seats: Sequence[str]) -> None:
        """Hand the laptop on; the choice is typed unseen, and the screen is wiped before it goes back."""
        self.timer.start(self._decision())
        self._chained = False
        seat = seats[0]
        paint = self.paint()
        waiting = [self.say("hand-over", seat=paint.seat(seat))]
        if len(seats) > 1:
            waiting.append(self.say("who-first", players=", ".join(map(paint.seat, seats[1:]))))
        text = self.face.ask(lambda: self.scene(asked=waiting), self.say("ready"), lambda _: list(seats))
        self.page = None
        self.notes = []
        if text:
            meant = [one for one in seats if folded(one).startswith(folded(text))]
            if len(meant) != 1:
                self._before_the_secret(text)
                return
            seat = meant[0]
        try:
            self._alone(seat)
        except Covered:
            pass
        finally:
            self.face.forget()

    def _before_the_secret(self, text: str) -> None:
        """While everybody looks, only commands are taken; what may be a secret is neither done nor kept."""
        command = self.command_of(text, ())
        if command:
            getattr(self, f"_do_{command}")(text.split()[1:])
            return
        self.face.unlearn()
        self.tell([self.say("in-the-open")])

    def _pin(self, seat: str) -> str | None:
        pin = None
        if seat in self.table.pins:
            asked = [self.speech.say("pin.needed", {"seat": seat})]
            prompt = self.speech.say("pin.ask", {"seat": seat})
            pin = self.face.ask(lambda: self.scene(asked=asked), prompt, hidden=True, own=True)
        self.table.check_pin(seat, pin)
        return pin

    def _alone(self, seat: str) -> None:
        """One seat in front of the screen. Its own side is shown only while it wants to see it (Tab)."""
        pin = self._pin(seat)
        open_side = False
        told: list[str] = []

        def turn() -> None:
            nonlocal open_side
            open_side = not open_side

        item = next(item for item in self.table.awaited() if item["by"] == seat)
        while True:
            asked = [self._question(item, self.paint().seat(seat)), *told, self.say("unseen")]

            def show(asked: Sequence[str] = tuple(asked)) -> Scene:
                return self.scene(seat, asked, own=open_side)._replace(hint=self.say("unseen-hint"))

            text = self.face.ask(show, self.say("prompt", seat=seat), hidden=True, own=True, keys={"tab": turn})
            if not text:
                return
            told = self._sealed(seat, text, pin)
            if not told:
                return

    def _sealed(self, seat: str, text: str, pin: str | None) -> list[str]:
        """Seals what was typed and shows the receipt; otherwise says what was wrong, but never what was typed."""
        if text == "v" and not self.face.window:
            return self._own_side(seat)
        if text[:1] == "?" or text == "v":
            return self._help_lines(list(self.table.rules.legal(self.table.state, seat)))
        meaning = self.ear.understand(seat, text, correct=False)
        if len(meaning.moves) != 1:
            if meaning.refused and meaning.refused.rule != self._form_rule:
                return [self._refusal(meaning.refused, hide=True)]
            return [self.say("unheard"), *self._help_lines(list(self.table.rules.legal(self.table.state, seat)))]
        done = self.table.do(meaning.moves[0], pin)
        if str(meaning.moves[0]["do"]) not in self.script.open_verbs:
            self._receipt(seat, meaning.moves[0], done.receipt)
        self.done(done)
        return []

    def _receipt(self, seat: str, move: Mapping[str, Any], receipt: str) -> None:
        """Confirmed to its owner: the same lines whatever was chosen; the choice itself only on his wish."""
        shown = ""

        def turn() -> None:
            nonlocal shown
            shown = "" if shown else self.spoken(move)

        def show() -> Scene:
            asked = [self.say("sealed", seat=seat, receipt=receipt)]
            if self.face.window:
                asked.append(self.say("choice", choice=shown or "· · ·"))
            return self.scene(asked=asked)._replace(hint=self.say("sealed-hint"), told=(), notes=())

        self.face.ask(show, self.say("cleared"), own=True, hidden=True, keys={"tab": turn})

    def _own_side(self, seat: str) -> list[str]:
        view = self.table.view(seat)
        return story.own_lines(self.table, view, seat, self.speech, self.paint())

    # --- words that are no moves ----------------------------------------------------------------------------
    def command_of(self, text: str, seats: Sequence[str]) -> str | None:
        """The command that a line begins with; what may be done now goes before it."""
        word = text.split()[0]
        known = folded(word) if word != "?" else word
        found = self._commands.get(known)
        verbs = {name for name, forms in self.ear.verbs.items() if known in forms}
        if found is None and len(known) > 2 and not verbs:
            starts = {name for form, name in self._commands.items() if len(form) > 2 and form.startswith(known)}
            found = starts.pop() if len(starts) == 1 and "quit" not in starts else None
        if found is None or known == "?" or not seats:
            return found
        if (
            len(known) == 1 and text.strip() == word
        ):  # a letter alone is the command, unless the game has that very word
            return None if verbs else found
        return None if self.ear.understand(seats[0], text, correct=False).moves else found

    def sure(self, lines: Sequence[str]) -> bool:
        """Yes or no; Enter is yes."""
        text = "?"
        while text == "?":
            text = self.face.ask(lambda: self.scene(asked=lines), self.say("yes-no"))
        return folded(text)[:1] in ("", "y", "j")

    def _do_quit(self, _: Sequence[str]) -> None:
        raise Leave

    def _do_help(self, words: Sequence[str]) -> None:
        """`?`: what is possible now; `? bid 200`: why that is not."""
        awaited = self.table.awaited()
        if not awaited:
            return
        seat = str(awaited[0]["by"])
        if words:
            number = int(words[0]) if len(words) == 1 and words[0].isdecimal() and len(words[0]) < 3 else 0
            if 0 < number <= len(self._menu):
                self.tell([self.say("would-be-legal", choices=self.spoken(self._menu[number - 1]))])
            else:
                self._explain(seat, " ".join(words))
            return
        lines = self._help_lines(self._public(seat))
        here = [name for name in dict.fromkeys(self._commands.values()) if self._is_here(name)]
        lines += [self.say(f"help.{name}") for name in here]
        self._look_at(self.say("help-title", seat=self.speech.name(seat)), lines)

    def _help_lines(self, legal: Sequence[Mapping[str, Any]]) -> list[str]:
        """What may be done now, how it is typed, and what it does."""
        lines = []
        for line in self._offered(legal):
            typed, does = self.script.help(self.script.verb(line.split()[0]))
            lines.append(self.say("verb", form=line, type=typed, does=does))
        return lines

    @property
    def _form_rule(self) -> str:
        """The rule that says how moves are written: it tells people less than an example."""
        return str(getattr(part_of(self.table.kit.id, "forms"), "RULE", ""))

    def _is_here(self, command: str) -> bool:
        """Does this game know the command?"""
        return command not in OF_SOME_GAMES or hasattr(self.table.rules, command)

    def _explain(self, seat: str, text: str) -> None:
        """Would that be legal, and if not, why?"""
        meaning = self.ear.understand(seat, text)
        if meaning.moves:
            forms = " · ".join(map(self.spoken, meaning.moves[:MENU]))
            self.tell([self.say("would-be-legal", choices=forms)])
            return
        lines = []
        if meaning.refused:
            lines.append(self._refusal(meaning.refused))
            rule = find_rule(self.table.kit, meaning.refused.rule, self.speech.lang)
            lines += [f"{meaning.refused.rule}: {rule}"] if rule else []
        elif meaning.trouble:
            lines.append(self.speech.trouble(meaning.trouble))
        legal = self._offered(self._public(seat))
        self.tell([*lines, self.speech.say("move.legal", {"legal": Said(" · ".join(legal))})])

    def _look_at(self, title: str, lines: Sequence[str]) -> None:
        """A text instead of the table, until the next line is typed."""
        rows = [row for line in lines for row in line.split("\n")]
        if self.face.window:
            self.page = (title, rows)
        else:
            self.tell([title, *rows])

    def _do_why(self, _: Sequence[str]) -> None:
        lines = story.why(self.table, self.script, self.speech)
        self._look_at(self.say("why-title"), lines or [self.say("why-nothing")])

    def _do_rules(self, words: Sequence[str]) -> None:
        if card := story.card_lines(self.table, self.ear, words, self.speech):
            self._look_at(self.say("rules-title", words=" ".join(words)), card)
            return
        wanted = [word.casefold() for word in words]
        every = rules_of(self.table.kit, self.speech.lang)
        words_of = {rule: f"{rule} {text}".casefold() for rule, text in every.items()}
        for lang in LANGUAGES:  # who knows the word of the other language finds the rule too
            for rule, text in rules_of(self.table.kit, lang).items():
                words_of[rule] = f"{words_of.get(rule, '')} {text.casefold()}"
        found = {rule: text for rule, text in every.items() if all(word in words_of[rule] for word in wanted)}
        exact = {rule: text for rule, text in found.items() if [rule.casefold()] == wanted}
        lines = [f"{rule}: {text}" for rule, text in sorted((exact or found).items(), key=lambda item: _use(item[0]))]
        if not lines:
            title = self.table.kit.game.title.in_language(self.speech.lang)
            raise Trouble("rules.nothing", game=title, words=tuple(words))
        self._look_at(self.say("rules-title", words=" ".join(words) or "…"), lines[:FOUND])

    def _do_undo(self, words: Sequence[str]) -> None:
        """Says what it will take back, and asks; then what the hands put back."""
        count = _count(words)
        steps, why = self.table.going(count)
        what = ", ".join(story.headed(step, self.table, self.script, self.speech) for step in steps if not step.start)
        lines = [self.say("undo", what=what or self.say("correction"))]
        if why:
            lines.append(self.say(f"undo-{why}"))
        if not self.sure(lines):
            self.tell([self.say("kept")])
            return
        groups = story.orders(self.table, self.script, self.speech, count)
        self.table.undo(count, agreed=bool(why))
        hands = [f"↶ {line}" for _, lines in groups for line in reversed(lines)]
        self.orders = []
        self.tell([self.say("undone", what=what or self.say("correction"))])
        if hands:
            self.order([self.say("undo-hands"), *hands])

    def _do_redo(self, words: Sequence[str]) -> None:
        self.table.redo(_count(words))
        self.tell([self.speech.say("redo.done")])
        self.order(story.last_told(self.table, self.speech))

    def _do_log(self, _: Sequence[str]) -> None:
        log = reversed(self.table.log()[-LOGGED:])
        lines = [log_line(self.table, entry, self.speech, self.spoken) for entry in log]
        self._look_at(self.say("log-title"), lines)

    def _do_story(self, _: Sequence[str]) -> None:
        self.tell(story.so_far(self.table, self.script, self.speech, self.paint()))

    def _do_table(self, _: Sequence[str]) -> None:
        self.page = None
        self.face.table(self.scene())

    def _do_orders(self, _: Sequence[str]) -> None:
        groups = story.orders(self.table, self.script, self.speech, KEPT)
        before = [line for head, told in groups for line in (head, *(f"  ▸ {one}" for one in told))]
        now = self.orders if any(line.startswith("↶") for line in self.orders) else []
        self._look_at(self.say("orders-title"), [*now, *before] or [self.say("story-new")])

    def _do_look(self, words: Sequence[str]) -> None:
        """A seat looks at its own side, alone; the screen is wiped before the laptop goes back."""
        if not hasattr(part_of(self.table.kit.id, "screen"), "own"):
            raise Trouble("play.no-secrets")
        awaited = [seat for seat in _seats(self.table.awaited()) if seat != TABLE]
        meant = [one for one in self.ear.lexicon.find(words) if one in self.table.players] if words else awaited[:1]
        if len(meant) != 1:
            raise Trouble("play.look-who", players=tuple(self.table.players))
        seat = meant[0]
        waiting = [self.say("hand-over", seat=self.paint().seat(seat))]
        if self.face.ask(lambda: self.scene(asked=waiting), self.say("ready")):
            self.tell([self.say("kept")])
            return
        try:
            self._pin(seat)
            if not self.face.window:
                self.tell(self._own_side(seat))
                return
            asked = [self.say("looking", seat=self.paint().seat(seat))]
            self.face.ask(lambda: self.scene(seat, asked, own=True), self.say("cleared"), hidden=True, own=True)
        except Covered:
            pass
        finally:
            self.face.forget()

    def _do_timer(self, words: Sequence[str]) -> None:
        seconds = int(words[0]) if words and words[0].isdigit() else 0
        self.timer.set(seconds, self._decision())
        self.tell([self.say("timer-on", n=seconds) if seconds else self.say("timer-off")])

    def _do_large(self, _: Sequence[str]) -> None:
        self.large = not self.large

    def _do_language(self, words: Sequence[str]) -> None:
        other = {"en": "de", "de": "en"}[self.speech.lang]
        lang = words[0][:2].lower() if words and words[0][:2].lower() in ("en", "de") else other
        self.speech = Speech(lang, self.table.kit, self.table.players, self.speech.seeded)
        self.script = Script(self.speech)
        self.face.speech = self.speech
        home.remember_language(lang)
        groups = story.orders(self.table, self.script, self.speech, self._together) if self.orders else []
        self.order([line for _, told in reversed(groups) for line in told])

    def _do_preview(self, words: Sequence[str]) -> None:
        """CAN-5.17: what a bid would lead to; elsewhere sites and ways."""
        rules, number = self.table.rules, " ".join(words)
        if hasattr(rules, "preview") and number.isascii() and number.isdigit() and len(number) < 9:
            found = rules.preview(self.table.state, int(number))
            lines = [self.speech.say("screen.preview" if found["next"] else "screen.preview-ends", found)]
            refused = self.table.refuses({"by": self.table.awaited()[0]["by"], "do": "bid", "amount": int(number)})
            self.tell([*lines, *([self._refusal(refused)] if refused else [])])
        else:
            raise Trouble("play.not-here")

    def _do_sites(self, words: Sequence[str]) -> None:
        if not hasattr(self.table.rules, "sites"):
            raise Trouble("sites.none", game=self.table.game)
        self._look_at(self.say("sites-title"), story.sites(self.table, self.ear, words, self.speech, self.paint()))

    def _do_reach(self, words: Sequence[str]) -> None:
        if not hasattr(self.table.rules, "reach"):
            raise Trouble("reach.none", game=self.table.game)
        self._look_at(self.say("reach-title"), story.reach(self.table, self.ear, words, self.speech))

    def _do_setup(self, _: Sequence[str]) -> None:
        from venice_pnp.console.setup import tick_off

        tick_off(self)

    def _do_check(self, _: Sequence[str]) -> None:
        from venice_pnp.console.check import walk

        walk(self)

    # --- the end ----------------------------------------------------------------------------------------------
    def over(self) -> None:
        from venice_pnp.console.ending import after_the_game

        after_the_game(self)


def _count(words: Sequence[str]) -> int:
    """`u 3`: so many; nothing means one."""
    if not words:
        return 1
    if not (words[0].isdecimal() and len(words[0]) < 6 and int(words[0]) > 0):
        raise Trouble("play.count", word=words[0])
    return int(words[0])


def _seats(awaited: Sequence[Mapping[str, Any]]) -> list[str]:
    return list(dict.fromkeys(str(item["by"]) for item in awaited))


def _use(rule: str) -> int:
    """Sections in the order in which they are wanted at the table: what happens, the end, the course, moves, set-up."""
    section = rule.rpartition("-")[2].partition(".")[0]
    return SECTIONS.index(section) if section in SECTIONS else len(SECTIONS)


def _commands() -> dict[str, str]:
    """Every word for a command, in all languages, and the command."""
    found: dict[str, str] = {}
    for name, words in (texts_of(OWN_TEXTS).get("commands") or {}).items():
        found |= {folded(str(word)) if word != "?" else "?": str(name) for word in words}
    return found
