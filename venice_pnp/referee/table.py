"""One game being played: its journal folded into a state, and the only door for changing it."""

from __future__ import annotations

import hashlib
import math
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from msgspec import Struct

from venice_pnp.contract.game import AnyGame
from venice_pnp.contract.play import DEALT, TABLE, Event, Held, Refused, Rules, Violation
from venice_pnp.contract.position import completed
from venice_pnp.games import find_game, game_names, knows, quick_open
from venice_pnp.kit import FaultyData, Kit
from venice_pnp.kit.limits import NAME
from venice_pnp.referee import chance, home, keyring, pins, seals
from venice_pnp.referee.journal import Entry, EntryToBe, Journal, create, unpublished
from venice_pnp.referee.moves import in_order
from venice_pnp.speech.folded import folded, likest
from venice_pnp.speech.plain import canonical, scalar
from venice_pnp.speech.trouble import BrokenTable, NoTable, NotAgreed, Trouble, WrongPin

SENSELESS = (KeyError, TypeError, ValueError, AttributeError, IndexError, RecursionError)  # of an entry that was forged
FINAL_WORDS = 4
MOST_MARKS = 3  # on one letter
START, SEED = "start", "seed"  # what a box is about
UNSEEN = (  # letters and marks that show nothing
    *((0x034F, 0x034F), (0x115F, 0x1160), (0x17B4, 0x17B5), (0x180B, 0x180F), (0x2800, 0x2800)),
    *((0x3164, 0x3164), (0xFE00, 0xFE0F), (0xFFA0, 0xFFA0), (0xE0000, 0xE0FFF)),
)


class Step(Struct, frozen=True):
    """One move that counts: where it stands in the journal, what it is, and the state after it."""

    entry: int
    move: dict[str, Any]
    sealed: bool
    ends_decision: bool  # it was the last that was awaited: what was secret together has been shown
    state: Held
    start: bool = False  # a correction: the game goes on from here


class Done(Struct, frozen=True):
    """What a confirmed change brought: the moves (sealed ones without contents), events, and a receipt."""

    moves: list[dict[str, Any]]
    events: list[Event]
    receipt: str = ""


class Draft:
    """A change while it is made: entries to be, the steps they will be, and what is told of it.

    A step is made once, here; it counts as soon as its entry is on the disk, and is gone if that fails.
    """

    def __init__(self) -> None:
        self.rows: list[EntryToBe] = []
        self.steps: dict[int, Step] = {}  # by entry
        self.events: list[Event] = []
        self.receipt = ""

    def add(self, row: EntryToBe, step: Step) -> None:
        self.rows.append(row)
        self.steps[step.entry] = step


class Faulty(Exception):
    """A typed-in position that breaks invariants."""

    def __init__(self, violations: Sequence[Violation]) -> None:
        self.violations = list(violations)
        super().__init__(", ".join(v.rule for v in violations))


class Opened(NamedTuple):
    """A game to be refereed: what it is, its kit, and its rules bound to it."""

    game: AnyGame
    kit: Kit
    rules: Rules[Held]


def is_chance(move: Mapping[str, Any]) -> bool:
    """Did the seed make this move? What a player does belongs to him, even if chance has its share in it."""
    return bool(move.get("drawn")) and move.get("by", TABLE) == TABLE


def follows(move: Mapping[str, Any], bots: Mapping[str, str]) -> bool:
    """Did nobody at the table decide this?"""
    return is_chance(move) or move.get("by") in bots


def open_game(game: str, data: Path | None = None) -> Opened:
    """The kit and the rules of a game."""
    try:
        kit = quick_open(game, data)
    except FaultyData:
        if knows(game, data):
            raise
        known = tuple(game_names(data))
        near = likest(folded(game), known, 1)
        key = "game.unknown.near" if near else "game.unknown"
        raise NoTable(key, game=game, known=known, nearest="".join(near)) from None
    declared = find_game(kit.id)
    rules = declared.rules(kit)
    if rules is None:
        raise NoTable("game.unruled", game=game)
    return Opened(declared, kit, rules)


def check_names(players: Sequence[str]) -> None:
    """Names that can be said, typed and told apart."""
    seen: dict[str, str] = {}
    for name in players:
        if not name.strip():
            raise NoTable("name.empty")
        if len(name) > NAME:
            raise NoTable("name.long", name=name, n=len(name), max=NAME)
        if not name[0].isalnum() or not all(map(_may_name, name)) or scalar_like(name) or _piled(name):
            raise NoTable("name.strange", name=name)
        folded = _folded(name)
        if folded == TABLE:
            raise NoTable("name.table", name=name)
        if folded in seen:
            raise NoTable("name.alike", name=name, other=seen[folded])
        seen[folded] = name


def _may_name(character: str) -> bool:
    """Letters and numbers, what binds them, and the marks that some scripts write round a letter."""
    if character.isascii():
        return character.isalnum() or character in " -'."
    if any(low <= ord(character) <= high for low, high in UNSEEN):
        return False
    return character.isalnum() or character == "’" or unicodedata.category(character).startswith("M")


def _piled(name: str) -> bool:
    """More marks on a letter than any script puts there."""
    run = 0
    for character in "" if name.isascii() else unicodedata.normalize("NFD", name):
        run = run + 1 if unicodedata.category(character).startswith("M") else 0
        if run > MOST_MARKS:
            return True
    return False


def _folded(name: str) -> str:
    """What is alike to the eye, alike."""
    if name.isascii():
        return name.casefold()
    return unicodedata.normalize("NFKC", name).casefold()


def scalar_like(name: str) -> bool:
    return not isinstance(scalar(name), str)


def new_table(
    game: str,
    players: Sequence[str],
    *,
    path: Path,
    options: Mapping[str, Any] | None = None,
    seed: str | None = None,
    start: Mapping[str, Any] | None = None,
    data: Path | None = None,
    colours: Mapping[str, str] | None = None,
    setup: str = "",
    bots: Mapping[str, str] | None = None,
) -> Table:
    """Open a table: nothing is written unless the game accepts players, options and start."""
    opened = open_game(game, data)
    kit, rules = opened.kit, opened.rules
    begin = chance.beginning(rules, start, seed)
    state = rules.setup(list(players), dict(options or {}), begin)
    chance.due(rules, seed, state, 1)  # not every game can be dealt by every option
    check_names(players)
    if path.exists():
        raise NoTable("table.exists", file=str(path))
    table, key = keyring.new_key()
    body: dict[str, Any] = {
        "table": table,
        "game": game,
        "kit": kit.kit_id,
        "players": list(players),
        "options": dict(options or {}),
        "start": None if begin is None else dict(begin),
        "state": seals.digest_of(key, rules.snapshot(state)),
    }
    if colours:  # which pieces lie before whom, where the rules do not ask for it
        body["colours"] = dict(colours)
    if setup:  # the name of its start, for whoever lays it out
        body["setup"] = setup
    if bots:  # which seats the referee plays, and how well
        body["bots"] = dict(bots)
    if begin is not None and (_keeps_secrets(rules) or DEALT in begin):
        room = seals.BLOCK if start is None else seals.POSITION
        body["start"], body["box"] = None, seals.lock(key, dict(begin), START, room)
    if seed is not None:
        salt = seals.new_nonce()
        box = seals.lock(key, {"seed": seed, "salt": salt}, SEED)
        body["seed"] = {"hash": chance.seed_hash(seed, salt), "box": box}
    keyring.keep_place(table, key, path)
    if data is not None:
        home.keep_data_folder(table, data)
    try:
        with unpublished(path) as draft:
            keyring.keep_head(table, _head(create(draft, [("open", body)], key)))
            fresh = Table(draft, data)
            fresh.begin()
            fresh.journal.close()
    except Trouble:
        keyring.forget(table)
        raise
    return Table(path, data)


def _keeps_secrets(rules: Rules[Held]) -> bool:
    return any(verb.secret for verb in rules.verbs.values())


def open_table(name: str | None, data: Path | None = None) -> Table:
    """A table by its name or path, which is the last one used from now on (a copy is not); None: the one that was."""
    path = home.table_path(name)
    table = Table(path, data)
    if name is not None and not table.astray:
        home.remember(path)
    return table


class Table:
    """An existing table. Every change goes through the journal, checked inside its transaction."""

    declared: AnyGame  # what is played here
    kit: Kit
    rules: Rules[Held]

    def __init__(self, path: Path, data: Path | None = None) -> None:
        self.path = path
        self.journal = Journal(path)
        self.steps: list[Step] = []
        self.undone: list[list[Step]] = []
        self.shifted: dict[int, int] = {}  # how many moves an entry took back or did again, bots' among them
        self.opened: set[int] = set()  # entries of seals that are open
        self.pins: dict[str, dict[str, Any]] = {}
        self.closed: dict[str, Any] | None = None
        self._data = data
        entries = self.journal.read()
        ends = [entry.body.get("key") for entry in entries if entry.kind == "close"]
        published = next((bytes.fromhex(key) for key in reversed(ends) if key), None)
        self.id = str(self.first["table"])
        self._key = keyring.key_of(self.id) or published  # of a finished game anybody may know everything
        self.journal.key = self._key
        self._clear: dict[int, Any] = {}
        for entry in entries:
            if entry.kind == "reveal":
                with _making_sense(path, entry.n):
                    self._clear |= {int(s["entry"]): dict(s["move"]) for s in entry.body["seals"]}
        self._take_all(entries)
        self._check_last()
        head = keyring.head_of(self.id)
        self.missing = self._missing(head)
        self.forgotten = head is None and self.journal.tagged and self._key is not None and not self.is_public

    # --- what there is ------------------------------------------------------------------------
    @property
    def name(self) -> str:
        return self.path.stem if self.path.parent == home.data_folder() / "tables" else str(self.path)

    @property
    def first(self) -> dict[str, Any]:
        return self.journal.entries[0].body

    @property
    def game(self) -> str:
        return str(self.first["game"])

    @property
    def players(self) -> list[str]:
        return list(self.first["players"])

    @property
    def options(self) -> Mapping[str, Any]:
        """What was chosen of what the game leaves open."""
        options: Mapping[str, Any] = self.first["options"]
        return options

    @property
    def colours(self) -> dict[str, str]:
        """Which colour a player has, where it is not the one of the seat."""
        chosen = self.first["options"].get("colours") or self.first.get("colours")
        return dict(chosen) if isinstance(chosen, dict) else {}

    @property
    def bots(self) -> dict[str, str]:
        """The seats that are played by bots, with their levels."""
        return dict(self.first.get("bots") or {})

    @property
    def state(self) -> Held:
        return self.steps[-1].state

    @property
    def played(self) -> int:
        return sum(1 for step in self.steps if not step.start)

    @property
    def other_kit(self) -> bool:
        """Was this table opened with data other than today's?"""
        return bool(self.first["kit"] != self.kit.kit_id)

    def awaited(self) -> list[dict[str, Any]]:
        return list(self.rules.pending(self.state))

    def view(self, seat: str | None) -> dict[str, Any]:
        """What a seat (None: everybody) may see."""
        if seat is not None:
            self.check_place()
        return self.rules.view(self.state, seat)

    def refresh(self) -> bool:
        """Take in what other processes wrote; True if there was something."""
        fresh = self.journal.read()
        self._take_all(fresh)
        return bool(fresh)

    @property
    def older(self) -> dict[str, Any]:
        """What is told where an entry is missing that was seen here."""
        known = self.missing.n if self.missing else None
        return {"file": str(self.path), "entry": len(self.journal.entries), "known": known}

    def _missing(self, head: keyring.Head | None) -> keyring.Head | None:
        """The last entry that this machine has seen, if the file does not have it: it is an older or another copy."""
        if head is not None and head.n >= len(self.journal.entries):
            self.refresh()  # somebody else may just have written it
        entries = self.journal.entries
        if head is None or (head.n < len(entries) and entries[head.n].hash == head.hash):
            return None
        return head

    # --- folding the journal ------------------------------------------------------------------
    def _take_all(self, entries: Sequence[Entry]) -> None:
        self.journal.check_tags(entries)
        for entry in entries:
            self._take(entry)

    def _take(self, entry: Entry) -> None:
        try:
            getattr(self, "_take_" + entry.kind.replace("-", "_"), self._take_unknown)(entry)
        except Refused as refused:
            facts = {"file": str(self.path), "entry": entry.n, "rule": refused.rule}
            raise BrokenTable("table.replay", **facts, kit=self.first["kit"], here=self.kit.kit_id) from None
        except SENSELESS:
            raise BrokenTable("table.entry", file=str(self.path), entry=entry.n) from None

    def _take_unknown(self, entry: Entry) -> None:
        raise BrokenTable("table.entry", file=str(self.path), entry=entry.n)

    def _take_open(self, entry: Entry) -> None:
        body = entry.body
        self._check_names(body["players"])
        opened = open_game(str(body["game"]), self._data or home.kept_data_folder(self.id))
        self.declared, self.kit, self.rules = opened.game, opened.kit, opened.rules
        start = self._unlocked(body["box"], START) if "box" in body else body["start"]
        if "seed" in body and self._key is None:
            raise self._keyless()
        state = self.rules.setup(body["players"], body["options"], start)
        self.steps.append(Step(entry.n, {"start": start}, "box" in body, False, state, start=True))

    def _check_names(self, players: Sequence[str]) -> None:
        """A file from elsewhere obeys the same rules for names as a table opened here."""
        try:
            check_names(players)
        except NoTable as strange:
            raise ValueError(strange.key) from None

    @cached_property
    def _seed(self) -> str | None:
        """Opened only when something is drawn: to show a table nobody needs it."""
        return str(self._unlocked(self.first["seed"]["box"], SEED)["seed"]) if "seed" in self.first else None

    def _unlocked(self, box: str, about: str) -> Any:
        if self._key is None:
            raise self._keyless()
        return seals.unlock(self._key, box, about)

    def _keyless(self) -> BrokenTable:
        return BrokenTable("table.key", file=str(self.path), folder=str(home.data_folder()))

    def _take_move(self, entry: Entry) -> None:
        self._replay(entry.n, entry.body["move"], sealed=False)

    def _take_seal(self, entry: Entry) -> None:
        _hex(entry.body["commitment"])
        move = self._clear.get(entry.n) or self._unlocked(entry.body["box"], _seal(entry.n))["move"]
        self._replay(entry.n, move, sealed=True)

    def _replay(self, n: int, move: dict[str, Any], sealed: bool) -> None:
        after, _ = self.rules.apply(self.state, move)
        self._count(self._step(n, move, sealed, self.state, after))

    def _step(self, n: int, move: dict[str, Any], sealed: bool, before: Held, after: Held) -> Step:
        return Step(n, move, sealed, sealed and len(self.rules.pending(before)) == 1, after)

    def _count(self, step: Step) -> None:
        self.steps.append(step)
        self.undone.clear()

    def _take_reveal(self, entry: Entry) -> None:
        for seal in entry.body["seals"]:
            _hex(self.journal.entries[seal["entry"]].body["commitment"])
            self.opened.add(int(seal["entry"]))

    def _take_undo(self, entry: Entry) -> None:
        self.shifted[entry.n] = _moves_in(self.steps[-sum(entry.body["groups"]) :])
        for count in entry.body["groups"]:
            if not 0 < count < len(self.steps):
                raise ValueError(count)
            self.undone.append(self.steps[-count:])
            del self.steps[-count:]
        self.closed = None

    def _take_redo(self, entry: Entry) -> None:
        self.shifted[entry.n] = 0
        for _ in range(entry.body["groups"]):
            again = self.undone.pop()
            self.shifted[entry.n] += _moves_in(again)
            self.steps += again

    def _take_correct(self, entry: Entry) -> None:
        body = entry.body
        start = self._unlocked(body["box"], START) if "box" in body else body["start"]
        state = self.rules.setup(self.players, self.first["options"], start)
        self._count(Step(entry.n, {"start": start}, "box" in body, False, state, start=True))

    def _take_pin(self, entry: Entry) -> None:
        self.pins[str(entry.body["seat"])] = entry.body

    def _take_nothing(self, entry: Entry) -> None:
        """It tells what happened to the file, and changes nothing."""

    _take_restored = _take_forgotten = _take_moved = _take_nothing

    def _take_close(self, entry: Entry) -> None:
        _hex(entry.body["digest"])
        self.closed = entry.body

    def _check_last(self) -> None:
        """The state replayed here must be the state that was confirmed."""
        if self._key is None:
            return
        last = self.journal.entries[self.steps[-1].entry]
        if not seals.is_digest_of(self._key, self.rules.snapshot(self.state), last.body.get("state")):
            facts = {"file": str(self.path), "entry": last.n, "kit": self.first["kit"], "here": self.kit.kit_id}
            raise BrokenTable("table.other-kit" if self.other_kit else "table.state", **facts)

    # --- changing it --------------------------------------------------------------------------
    def do(self, move: Mapping[str, Any], pin: str | None = None, agreed: bool = False) -> Done:
        """One move and all that follows by itself. Raises Refused; then nothing has changed. For a bot nobody moves
        but itself, unless the table has `agreed`."""

        def make(change: Draft) -> None:
            by = str(move.get("by"))
            if by not in self.bots:
                self._check_pin_of(move, pin)
            elif not agreed:
                raise NotAgreed("bots.seat", seat=by)
            whole = self._completed(move)
            after, events = self.rules.apply(self.state, whole)
            kind, body = self._add(change, self.state, self.rules.canonical(whole), after, events)
            if kind == "seal":
                change.receipt = seals.words_of(body["commitment"])
            self._follow(change, after)

        return self._write(make)

    def refuses(self, move: Mapping[str, Any]) -> Refused | None:
        """Why this move would be refused now; None: it would be accepted. Nothing changes."""
        try:
            self.rules.apply(self.state, self._completed(move))
        except Refused as refused:
            return refused
        return None

    def _completed(self, move: Mapping[str, Any]) -> Mapping[str, Any]:
        """The move with what the seed decides of it; raises Refused if it tells that itself."""
        return chance.completed(self.rules, self._seed, self.state, move)

    def _write(self, make: Callable[[Draft], None], anywhere: bool = False) -> Done:
        """Makes a change inside the journal's transaction; what it made counts once it is on the disk."""
        change = Draft()

        def rows(fresh: list[Entry]) -> list[EntryToBe]:
            self._take_all(fresh)
            if not anywhere:
                self.check_place()
            if self.forgotten:
                change.rows.append(("forgotten", {}))
            if self.missing is not None:  # from here on everybody can read that something is gone
                change.rows.append(("restored", {"known": self.missing.n, "hash": self.missing.hash}))
            make(change)
            return change.rows

        moves = []
        written = self.journal.write(rows)
        if written:
            keyring.keep_head(self.id, _head(written))
            if not self.journal.tagged and self._place is None:
                with suppress(OSError):  # a table of an earlier version is played where it is first played on
                    self._settle()
            self.missing, self.forgotten = None, False
        for entry in written:
            if entry.n in change.steps:
                self._count(change.steps[entry.n])
            else:
                self._take(entry)
            if entry.kind == "move":
                moves.append(in_order(entry.body["move"], self.rules.verbs))
            elif entry.kind == "seal":
                moves.append({"by": entry.body["by"], "do": entry.body["do"], "sealed": True})
        return Done(moves, change.events, change.receipt)

    def _digest(self, state: Held) -> str | None:
        return None if self._key is None else seals.digest_of(self._key, self.rules.snapshot(state))

    def _add(
        self, change: Draft, before: Held, move: dict[str, Any], after: Held, events: Sequence[Event]
    ) -> EntryToBe:
        """Adds a move that the rules have accepted to a change: its entry, and the step that will count."""
        n, sealed = len(self.journal.entries) + len(change.rows), self.rules.verbs[move["do"]].secret
        body = self._sealed(n, move) if sealed else {"move": move}
        row = ("seal" if sealed else "move", {**body, "state": self._digest(after)})
        change.add(row, self._step(n, move, sealed, before, after))
        change.events += events
        return row

    def _sealed(self, n: int, move: dict[str, Any]) -> dict[str, Any]:
        """A move that only its commitment tells of."""
        if self._key is None:
            raise self._keyless()
        nonce, seat = seals.new_nonce(), str(move.get("by", TABLE))
        made = seals.commitment(self.first["table"], n, seat, nonce, move)
        box = seals.lock(self._key, {"move": move, "nonce": nonce}, _seal(n))
        return {"by": seat, "do": move["do"], "commitment": made, "box": box}

    def _follow(self, change: Draft, state: Held) -> None:
        """Adds what happens by itself: draws with a seed, seals opened, the end."""
        own = next(iter(change.steps.values()), None)
        while (move := self._due(state, len(self.steps) + len(change.steps))) is not None:
            after, events = self.rules.apply(state, move)
            self._add(change, state, move, after, events)
            state = after
        over = not self.rules.pending(state)
        # what was dealt just now lies face down: of this change only the player's own move may be open already
        opened = self._open_now(state, [*self.steps, own] if own else self.steps, change, over)
        if opened:
            change.rows.append(("reveal", {"seals": opened}))
        if over:
            change.rows.append(("close", self._closing(state)))

    def _due(self, state: Held, position: int) -> dict[str, Any] | None:
        """With a seed: the move that chance makes now, dealt face down or in the open."""
        return chance.due(self.rules, self._seed, state, position)

    def _open_now(self, state: Held, steps: Sequence[Step], change: Draft, over: bool) -> list[dict[str, Any]]:
        """Seals of which nothing is hidden any longer, with what opens their commitments."""
        sealing, known = self.rules.sealing, self.journal.entries
        found = []
        for step in steps:
            if not step.sealed or step.start or step.entry in self.opened:
                continue
            if over or (sealing is not None and not sealing.secret(state, step.move)):
                n = step.entry
                body = known[n].body if n < len(known) else change.rows[n - len(known)][1]
                found.append({"entry": n, "move": step.move, "nonce": self._unlocked(body["box"], _seal(n))["nonce"]})
        return found

    def _closing(self, state: Held) -> dict[str, Any]:
        """The last entry: seed and key are opened, so that anybody can show and verify the game, and a final digest
        closes the chain."""
        result = self.rules.snapshot(state)
        body: dict[str, Any] = {
            "digest": final_digest(self.first["table"], result),
            "winners": result.get("winners", []),
        }
        if "seed" in self.first:
            body["seed"] = self._unlocked(self.first["seed"]["box"], SEED)
        if self._key is not None and self.has_secrets:
            body["key"] = self._key.hex()
        return body

    @property
    def has_secrets(self) -> bool:
        """Is anything kept hidden until the end, and opened then?"""
        return "seed" in self.first or "box" in self.first or _keeps_secrets(self.rules)

    @property
    def is_public(self) -> bool:
        """Is the game over, and all that was hidden open to everybody?"""
        return self.closed is not None and ("seed" in self.closed or "key" in self.closed)

    def _check_open(self) -> None:
        """Once the secrets of a game are public, no play goes on with them."""
        if self.is_public:
            raise NotAgreed("over.public")

    def follows_from_seed(self, state: Held, position: int, move: Mapping[str, Any]) -> bool:
        """Is this the draw that the seed gives here? (A table without a seed may say what was drawn.)"""
        if self._seed is None:
            return True
        if self.rules.shuffles is not None:  # a player's move, filled in
            drawn = self.rules.draw(state, chance.below_for(self._seed, position))
            return {**drawn, "by": move["by"]} == move
        return self._due(state, position) == move

    def begin(self) -> None:
        """What is due by itself at a table that has no place yet."""
        self._write(lambda change: self._follow(change, self.state), anywhere=True)

    # --- back and forth -----------------------------------------------------------------------
    def undo(self, count: int = 1, agreed: bool = False, by: str = TABLE) -> list[str]:
        """Take back whole moves, with what followed by itself; returns who had made them."""
        takers: list[str] = []

        def make(change: Draft) -> None:
            self._check_open()
            groups = self._groups(count)
            gone = self.steps[-sum(groups) :]
            why = self._needs_agreement(gone)
            if why and not agreed:
                raise NotAgreed(f"undo.{why}")
            takers.extend(str(step.move.get("by", TABLE)) for step in gone if not is_chance(step.move))
            change.rows.append(("undo", {"groups": groups, "agreed": agreed, "by": by}))

        self._write(make)
        return takers

    def going(self, count: int = 1) -> tuple[list[Step], str]:
        """The moves that an undo would take back, and why the table would have to agree (or nothing)."""
        self._check_open()
        gone = self.steps[-sum(self._groups(count)) :]
        return [step for step in gone if not is_chance(step.move)], self._needs_agreement(gone)

    def standing(self, count: int = 1) -> int:
        """How many steps an undo would let stand."""
        return len(self.steps) - sum(self._groups(count))

    def _groups(self, count: int) -> list[int]:
        """How many steps each of the last `count` moves takes: draws and what bots did go with the move before them."""
        groups: list[int] = []
        at, bots = len(self.steps), self.bots
        for _ in range(count):
            size = 1
            while at - size > 0 and follows(self.steps[at - size].move, bots):
                size += 1
            if at - size < 1:
                raise NotAgreed("undo.none" if groups else "undo.nothing", n=len(groups))
            groups.append(size)
            at -= size
        return groups

    def _needs_agreement(self, gone: Sequence[Step]) -> str:
        if self.closed is not None:
            return "over"
        if self._drew(gone):  # whoever has looked at a card knows one that may come to somebody else
            return "draw"
        if any(step.ends_decision or self._opened_seals(step) for step in gone):
            return "reveal"
        if any(step.sealed and not is_chance(step.move) and not step.start for step in gone):
            return "sealed"  # else somebody might try out what a refusal tells of the others'
        if any(step.move.get("drawn") for step in gone):
            return "draw"
        if any(step.start for step in gone):
            return "correction"
        return "others" if len({step.move["by"] for step in gone} - set(self.bots)) > 1 else ""

    def _drew(self, gone: Sequence[Step]) -> bool:
        """Has somebody drawn in these steps, from a pile of ours or of the table's?"""
        hands, first = self.rules.hands, len(self.steps) - len(gone)
        states = [step.state for step in self.steps[max(0, first - 1) :]]
        return hands is not None and any(map(hands.drew, states, states[1:]))

    def _opened_seals(self, step: Step) -> bool:
        """Was anything shown by this step? Its reveals follow it, before anything else is done."""
        for entry in self.journal.entries[step.entry + 1 :]:
            if entry.kind == "reveal":
                return True
            if entry.kind != "close":
                break
        return False

    def check_redo(self, count: int = 1) -> None:
        """Raises Trouble if so many moves cannot be done again."""
        self._check_open()
        if not 1 <= count <= len(self.undone):
            raise NotAgreed("redo.none" if self.undone else "redo.nothing", n=len(self.undone))

    def redo(self, count: int = 1, by: str = TABLE) -> None:
        def make(change: Draft) -> None:
            self.check_redo(count)
            change.rows.append(("redo", {"groups": count, "by": by}))
            last = self.undone[-count][-1].state
            if not self.rules.pending(last):
                change.rows.append(("close", self._closing(last)))

        self._write(make)

    def audited(self, snapshot: Mapping[str, Any]) -> Audited:
        """What is wrong with a typed-in position of this table; players and options need not be typed."""
        whole = whole_position(self.rules, self.state, self.players, self.first["options"], snapshot)
        return audited(self.rules, whole)

    def completed(self, typed: Mapping[str, Any]) -> dict[str, Any]:
        """A typed-in position with what it does not name as it is here."""
        return completed_here(self.declared, self.rules, self.state, typed)

    def correct(self, typed: Mapping[str, Any], why: str, by: str = TABLE) -> Done:
        """Go on from a typed-in position: the physical table counts, and what is not typed stays."""
        snapshot = self.completed(typed)
        violations = self.audited(snapshot).violations
        if violations:
            raise Faulty(violations)

        def make(change: Draft) -> None:
            self._check_open()
            start, state = self._gone_on_from(snapshot)
            body: dict[str, Any] = {"by": by, "why": why, "state": self._digest(state)}
            if (_keeps_secrets(self.rules) or DEALT in start) and self._key is not None:
                body["box"] = seals.lock(self._key, start, START, seals.POSITION)
            else:
                body["start"] = start
            n = len(self.journal.entries) + len(change.rows)
            step = Step(n, {"start": start}, "box" in body, False, state, start=True)
            change.add(("correct", body), step)
            self._follow(change, state)

        return self._write(make)

    def check_playable(self, typed: Mapping[str, Any]) -> None:
        """Raises Refused if nobody can play on from a typed-in position, sound as it may be."""
        self._gone_on_from(self.completed(typed))

    def _gone_on_from(self, snapshot: Mapping[str, Any]) -> tuple[dict[str, Any], Held]:
        start = dict(snapshot)
        if self._seed is not None and DEALT not in start and self.rules.shuffles is not None:
            start = self.rules.shuffles.dealt_on(self.state, start, f"{self._seed} {len(self.journal.entries)}")
        return start, self.rules.setup(self.players, self.first["options"], start)

    # --- PINs ---------------------------------------------------------------------------------
    def check_pin(self, seat: str, pin: str | None) -> None:
        if seat in self.bots:
            raise WrongPin("bots.own", seat=seat)  # nobody looks into its hand
        kept = self.pins.get(seat)
        if kept is None:
            return
        if pin is None:
            raise WrongPin("pin.needed", seat=seat)
        self._count_try(seat)
        if not pins.fits(pin, kept, self._key):
            raise WrongPin("pin.wrong", seat=seat)
        with keyring.counting(self.id) as tries:
            tries[seat] = keyring.Tries()

    def _count_try(self, seat: str) -> None:
        """Counts a PIN as wrong before it is looked at; raises WrongPin while the seat has to wait."""
        with keyring.counting(self.id) as tries:
            kept = tries.get(seat, keyring.Tries())
            now = keyring.clock()
            left = pins.wait_after(kept.wrong) - max(0.0, now - kept.last)
            waits = keyring.Tries(kept.wrong, min(kept.last, now))  # a clock set back
            tries[seat] = waits if left > 0 else keyring.Tries(kept.wrong + 1, now)
        if left > 0:
            raise WrongPin("pin.wait", seat=seat, n=math.ceil(left))

    def _check_pin_of(self, move: Mapping[str, Any], pin: str | None) -> None:
        """A secret move asks for the PIN before anything else: a refusal would tell what the seat holds."""
        seat, word = move.get("by"), move.get("do")
        verb = self.rules.verbs.get(word) if isinstance(word, str) else None
        if verb is not None and verb.secret and isinstance(seat, str):
            self.check_pin(seat, pin)

    def set_pin(self, seat: str, pin: str, old: str | None = None) -> None:
        def make(change: Draft) -> None:
            self.check_pin(seat, old)
            if self._key is None:
                raise self._keyless()
            change.rows.append(("pin", {"seat": seat, "by": seat, **pins.kept(pin, self._key)}))

        self._write(make)

    # --- the place ----------------------------------------------------------------------------
    @property
    def _place(self) -> Path | None:
        return None if self._key is None else keyring.place_of(self.id, self._key)

    @property
    def astray(self) -> str:
        """Is this file a copy, not at the place where the table is played? Then the message that says so."""
        if self._key is None or self.is_public:
            return ""
        place = self._place
        if place is None:  # tables of earlier versions get a place when they are next changed
            return "table.placeless" if self.journal.tagged else ""
        return "" if keyring.is_at(place, self.path) else "table.copy"

    @property
    def where(self) -> dict[str, Any]:
        """What is told of a copy."""
        return {"file": str(self.path), "place": str(self._place or "")}

    def check_place(self) -> None:
        """In a copy nothing hidden is shown and nothing is changed: else one could try out there what comes here."""
        if self.astray:
            raise NotAgreed(self.astray, **self.where)

    def moved(self, typed: Mapping[str, str | None], by: str = TABLE) -> None:
        """From now on the table is played where this file is, if everybody who has a PIN says so."""

        def make(change: Draft) -> None:
            if self._key is None:
                raise self._keyless()
            if not self.astray:
                raise NotAgreed("moved.here", file=str(self.path))
            for seat in self.pins:
                self.check_pin(seat, typed.get(seat))
            change.rows.append(("moved", {"by": by}))

        self._write(make, anywhere=True)
        self._settle()

    def _settle(self) -> None:
        if self._key is not None:
            keyring.keep_place(self.id, self._key, self.path)

    # --- records and logs -----------------------------------------------------------------------
    @property
    def correction(self) -> dict[str, Any] | None:
        """Who typed a position in last, and why, if anybody did: a record begins there."""
        made = [step.entry for step in self.steps[1:] if step.start]
        body = self.journal.entries[made[-1]].body if made else None
        return None if body is None else {"by": body.get("by", TABLE), "why": body["why"]}

    def export(self) -> tuple[dict[str, Any], int]:
        """The game as a record, and how many moves are left out because they are still sealed."""
        begin = max(i for i, step in enumerate(self.steps) if step.start)
        over = not self.awaited()
        start = self.steps[begin]
        moves, hidden = [], 0
        for step in self.steps[begin + 1 :]:
            if step.sealed and step.entry not in self.opened and not over:
                hidden += 1
            else:
                moves.append(in_order(step.move, self.rules.verbs))
        record = {"record": 1, "game": self.kit.id, "players": self.players, "options": self.first["options"]}
        record["kit"] = self.first["kit"]
        laid = start.move["start"]
        if laid is not None and DEALT in laid and not over:  # a record replays without it
            laid = {key: part for key, part in laid.items() if key != DEALT} or None
        elif start.sealed and not over:
            hidden, laid = hidden + 1, None
        if laid is not None:
            record["start"] = laid
        record["moves"] = moves
        return record, hidden

    def log(self) -> list[dict[str, Any]]:
        """What everybody may read of the journal."""
        return [_public(entry) for entry in self.journal.entries]


def _moves_in(steps: Sequence[Step]) -> int:
    """How many of these somebody made, and not chance."""
    return sum(not is_chance(step.move) for step in steps)


class Audited(NamedTuple):
    """What an audit finds: invariants that do not hold, and what is odd and may still be right."""

    violations: list[Violation]
    warnings: list[Violation]


def audited(rules: Rules[Held], snapshot: Mapping[str, Any]) -> Audited:
    """A typed-in position, looked at by the rules."""
    violations = list(rules.audit(snapshot))
    try:
        return Audited(violations, list(rules.warnings(snapshot)))
    except Refused:  # it cannot even be read, and the violations say so
        return Audited(violations, [])


def whole_position(
    rules: Rules[Held], state: Held, players: Sequence[str], options: Mapping[str, Any], typed: Mapping[str, Any]
) -> dict[str, Any]:
    """A typed-in position with the players and options of its table, which need not be typed."""
    known = rules.snapshot(state)  # not every game writes its options down
    own = {"players": list(players), "options": options}
    return {**{key: value for key, value in own.items() if key in known}, **typed}


def completed_here(declared: AnyGame, rules: Rules[Held], state: Held, typed: Mapping[str, Any]) -> dict[str, Any]:
    """A typed-in position with what it does not name as the table has it; what a seed has dealt is left to the game."""
    present = {key: part for key, part in rules.snapshot(state).items() if key != DEALT}
    model = declared.position()
    if model is None:
        return {**present, **typed}
    whole = completed(model, typed, present)
    return completed(model, typed, present, anew=True) if rules.audit(whole) else whole


@contextmanager
def _making_sense(path: Path, n: int) -> Iterator[None]:
    """An entry whose chain holds may still be forged: whatever is missing or of another kind is told as such."""
    try:
        yield
    except SENSELESS:
        raise _senseless(path, n) from None


def _senseless(path: Path, n: int) -> BrokenTable:
    return BrokenTable("table.entry", file=str(path), entry=n)


def _head(entries: Sequence[Entry]) -> keyring.Head:
    return keyring.Head(entries[-1].n, entries[-1].hash)


def _seal(n: int) -> str:
    """What the box of a seal is about: it opens in its own entry only."""
    return f"seal {n}"


def _hex(digest: str) -> int:
    return int(digest, 16)


def _public(entry: Entry) -> dict[str, Any]:
    """An entry built up from what is public: never a box, never a PIN's check."""
    body = entry.body
    by = body.get("by") or body.get("move", {}).get("by", TABLE)  # earlier versions did not say it of an undo
    shown: dict[str, Any] = {"n": entry.n, "at": entry.at, "kind": entry.kind, "by": by}
    open_keys = {
        "open": ("table", "game", "kit", "players", "options", "start"),
        "move": ("move",),
        "seal": ("do", "commitment"),
        "reveal": ("seals",),
        "undo": ("groups", "agreed"),
        "redo": ("groups",),
        "correct": ("why",),
        "pin": ("seat",),
        "close": ("digest", "winners", "seed"),
        "restored": ("known",),
    }
    shown |= {key: body[key] for key in open_keys.get(entry.kind, ()) if key in body}
    if entry.kind == "open" and "seed" in body:
        shown["seed-hash"] = body["seed"]["hash"]
    if entry.kind == "seal":
        shown["receipt"] = seals.words_of(body["commitment"])
    return {**shown, "hash": entry.hash}


def final_digest(table: str, snapshot: Mapping[str, Any]) -> str:

    return hashlib.sha256(canonical(["venice-pnp end 1", table, snapshot]).encode()).hexdigest()


class Verdict(Struct, frozen=True):
    """What `verify` found: how many entries hold, the first that does not, and why."""

    ok: bool
    entries: int
    bad: int | None
    trouble: Trouble | None
    words: str
    restored: tuple[tuple[int, int], ...] = ()  # where an older copy was put back, and what had been known before
    notes: tuple[Trouble, ...] = ()  # what holds and is worth knowing


def verify(path: Path, data: Path | None = None) -> Verdict:
    """Hash chain, full replay, every state, every seal and every draw of a table."""
    try:
        table = _Traced(path, data)
    except BrokenTable as trouble:
        return Verdict(False, 0, trouble.facts.get("entry"), trouble, "")
    try:
        if table.missing is not None:
            raise BrokenTable("table.older", **table.older)
        for entry in table.journal.entries:
            try:
                _verify_entry(table, entry)
            except SENSELESS:
                raise _senseless(path, entry.n) from None
        _verify_states(table)
    except BrokenTable as trouble:
        return Verdict(False, len(table.journal.entries), trouble.facts.get("entry"), trouble, "")
    words = seals.words_of(table.closed["digest"], FINAL_WORDS) if table.closed else ""
    entries = table.journal.entries
    restored = tuple((entry.n, int(entry.body["known"])) for entry in entries if entry.kind == "restored")
    return Verdict(True, len(entries), None, None, words, restored, tuple(_notes(table)))


def _notes(table: Table) -> Iterator[Trouble]:
    """What a table that holds cannot say of itself."""
    for entry in table.journal.entries:
        if entry.kind == "forgotten":
            yield BrokenTable("verify.forgotten", entry=entry.n)
    if table.forgotten:
        yield BrokenTable("verify.unseen", n=len(table.journal.entries) - 1)
    if table.astray:
        yield NotAgreed(table.astray, **table.where)


def _verify_entry(table: Table, entry: Entry) -> None:
    body = entry.body
    if entry.kind == "seal":
        opened = table._unlocked(body["box"], _seal(entry.n))
        _verify_seal(table, entry.n, body, opened["nonce"], opened["move"])
    elif entry.kind == "reveal":
        for seal in body["seals"]:
            committed = table.journal.entries[seal["entry"]].body
            _verify_seal(table, entry.n, committed, seal["nonce"], seal["move"], seal["entry"])
    elif entry.kind == "close" and "seed" in body:
        opened = body["seed"]
        if chance.seed_hash(opened["seed"], opened["salt"]) != table.first["seed"]["hash"]:
            raise BrokenTable("verify.seed", file=str(table.path), entry=entry.n)


def _verify_seal(
    table: Table, n: int, committed: Mapping[str, Any], nonce: str, move: Any, decision: int | None = None
) -> None:
    at = n if decision is None else decision
    made = seals.commitment(table.first["table"], at, committed["by"], nonce, move)
    if made != committed["commitment"]:
        raise BrokenTable("verify.seal", file=str(table.path), entry=n, seat=committed["by"])


class _Traced(Table):
    """A table that remembers what its journal went through: of each entry but the first the state and the number of
    steps before it, and the state after it."""

    def __init__(self, path: Path, data: Path | None = None) -> None:
        self.trace: list[tuple[Held, int, Held]] = []
        super().__init__(path, data)

    def _take(self, entry: Entry) -> None:
        before = self.steps[-1:]
        count = len(self.steps)
        super()._take(entry)
        self.trace += [(step.state, count, self.state) for step in before]


def _verify_states(table: _Traced) -> None:
    """Each state and each draw, compared with what was written."""
    for entry, (before, steps, after) in zip(table.journal.entries[1:], table.trace, strict=True):
        try:
            _verify_state(table, entry, before, steps, after)
        except SENSELESS:
            raise _senseless(table.path, entry.n) from None


def _verify_state(table: Table, entry: Entry, before: Held, steps: int, after: Held) -> None:
    sealed = table._unlocked(entry.body["box"], _seal(entry.n)) if entry.kind == "seal" else {}
    move = entry.body.get("move") or sealed.get("move", {})
    if move.get("drawn") and not table.follows_from_seed(before, steps, move):
        raise BrokenTable("verify.draw", file=str(table.path), entry=entry.n)
    wanted = entry.body.get("state")
    if (wanted is None or table._key is None) and entry.kind != "close":
        return  # nothing was written of its state, as of an undo's
    snapshot = table.rules.snapshot(after)
    if wanted is not None and table._key is not None and not seals.is_digest_of(table._key, snapshot, wanted):
        raise BrokenTable("table.state", file=str(table.path), entry=entry.n)
    if entry.kind == "close" and entry.body["digest"] != final_digest(table.first["table"], snapshot):
        raise BrokenTable("verify.digest", file=str(table.path), entry=entry.n)
