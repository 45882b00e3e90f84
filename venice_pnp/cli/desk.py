"""What the referee's commands do: open a table, call it, and say what came of it."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from msgspec import Struct

from venice_pnp.cli.outlet import is_utf8, show_file
from venice_pnp.cli.tongue import known_languages, spoken
from venice_pnp.contract.play import TABLE, Refused
from venice_pnp.kit import FaultyData
from venice_pnp.referee import home
from venice_pnp.referee.table import Table
from venice_pnp.referee.table import open_table as named_table
from venice_pnp.speech.tongues import is_answer
from venice_pnp.speech.trouble import BrokenText, NoTable, NotAMove, Trouble, WrongPin
from venice_pnp.speech.words import Said, Speech

if TYPE_CHECKING:
    from venice_pnp.contract.play import Verb
    from venice_pnp.door.match import Difference, Finding, Match, Moment, Outcome
    from venice_pnp.door.picture import Easel
    from venice_pnp.referee.records import Problem


class Call(Struct, frozen=True):
    """How a command was asked: which table, which data, in which language, for people or for programs."""

    table: str | None
    data: Path | None
    lang: str
    json: bool = False


def language(asked: str | None, data: Path | None = None) -> str:
    """The language asked for, or the user's."""
    lang = spoken(asked, data)
    if lang is None:
        print(f"--lang {asked}: known languages are {', '.join(known_languages(data))}", file=sys.stderr)
        sys.exit(2)
    return lang


def run(call: Call, command: Callable[[], int | None]) -> NoReturn:
    """A command from start to exit code; every trouble becomes one message."""
    try:
        code = command() or 0
    except Trouble as trouble:
        code = _failed(call, _told_of(trouble, call), trouble.exit_code)
    except Refused as refused:
        code = _refused(call, refused)
    except FaultyData as faulty:
        code = _failed(call, str(faulty), 2)
    except OSError as error:
        code = _failed(call, f"{error.filename or ''}: {error.strerror or error}", 2)
    sys.stdout.flush()
    sys.exit(code)


def _told_of(trouble: Trouble, call: Call) -> str:
    """In the words of the data it concerns, unless those are what is broken."""
    try:
        return Speech(call.lang, data=trouble.data or call.data).trouble(trouble)
    except BrokenText:
        return Speech(call.lang).trouble(trouble)


def _failed(call: Call, message: str, code: int) -> int:
    if call.json:
        show({"ok": False, "refused": {"rule": None, "message": message, "legal": []}})
    print(message, file=sys.stderr)
    return code


def _refused(call: Call, refused: Refused) -> int:
    """The rule, a sentence, and what would be legal."""
    if call.json:
        show({"ok": False, "refused": {"rule": refused.rule, "message": refused.sentence, "legal": refused.legal}})
    print(refused, file=sys.stderr)
    return 1


def show(value: Any) -> None:
    """Exactly one JSON document."""
    print(json.dumps(value, ensure_ascii=not is_utf8(), indent=None))


def open_table(call: Call) -> tuple[Table, Speech]:
    """A table to be looked at: a copy will do, and is told as one."""
    table, speech = _found_table(call)
    if table.astray:
        print(speech.say(table.astray, table.where), file=sys.stderr)
    return table, speech


def _found_table(call: Call) -> tuple[Table, Speech]:
    table = named_table(call.table, call.data)
    speech = Speech(call.lang, table.kit, table.players, "seed" in table.first)
    if table.missing is not None:
        print(speech.say("table.older", table.older), file=sys.stderr)
    if table.other_kit:
        note = speech.say("table.kit-warning", {"kit": table.first["kit"], "here": table.kit.kit_id})
        print(note, file=sys.stderr)
    return table, speech


# --- opening and looking ----------------------------------------------------------------------------
def new(
    call: Call,
    game: str,
    players: str | None,
    seed: str | None,
    options: Sequence[str],
    start: Path | None,
    setup: str,
    bots: str,
) -> int:
    from venice_pnp.door.company import levels_of, seated
    from venice_pnp.door.errands import AUTO, new_table

    levels = levels_of(bots)
    names = None if players is None else [name.strip() for name in players.split(",")]
    names = seated(names or [], levels) if levels else names
    chosen = options_of(options)
    if names and isinstance(chosen.get("colours"), str):  # red,blue,green: by seat
        colours = [colour.strip() for colour in chosen["colours"].split(",")]
        chosen["colours"] = dict(zip(names, colours, strict=False)) if len(colours) == len(names) else chosen["colours"]
    match = new_table(
        game,
        names,
        name=call.table,
        seed=seed,
        options=chosen,
        start=start,
        setup=setup,
        bots=levels,
        data=call.data,
        lang=call.lang,
    )
    table, speech = match.keeper, match.speech
    if seed is not None and seed != AUTO:
        print(speech.say("seed.known"), file=sys.stderr)
    if call.json:
        company = {"bots": _company(call, match)} if levels else {}
        facts = {"ok": True, "table": table.name, "game": game, "kit": table.kit.kit_id, "await": table.awaited()}
        show({**facts, **company})
        return 0
    print(speech.say("table.opened", {"table": table.name, "game": game, "players": tuple(match.players)}))
    for line in print_differs(table, speech):
        print(line)
    _company(call, match)
    _print_screen(table, None, speech)
    return 0


def print_differs(table: Table, speech: Speech) -> list[str]:
    """A warning if the parts on the table were printed from other data than the referee plays with."""
    ids = home.printed_ids(table.kit.name)
    if not ids or table.kit.kit_id in ids:
        return []
    return [speech.say("print.differs", {"print": ids, "kit": Said(table.kit.kit_id), "name": Said(table.kit.name)})]


def options_of(words: Sequence[str]) -> dict[str, Any]:
    """`--option KEY=VALUE`, as values."""
    from venice_pnp.speech.plain import read_text

    found = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals or not key:
            raise NoTable("option.form", word=word)
        found[key] = _truth(read_text(value, f"--option {key}")[0])
    return found


def _truth(value: Any) -> Any:
    """`--option city=yes`: words for yes and no are what they mean."""
    for kind, truth in (("yes", True), ("no", False)):
        if isinstance(value, str) and len(value) > 1 and is_answer(value, kind):
            return truth
    return value


def _print_screen(table: Table, seat: str | None, speech: Speech) -> None:
    from venice_pnp.referee.frame import paint_for, screen

    print(screen(table, seat, speech, paint_for(table)))


def status(call: Call, seat: str | None) -> int:
    table, speech = open_table(call) if seat is None else _playing_table(call)
    name = None
    if seat is not None:
        from venice_pnp.referee.moves import whole_word

        name = whole_word(seat, table.players, "seat")
        table.check_pin(name, ask_pin(table, name, speech))
    if call.json:
        show(
            {
                "table": table.name,
                "game": table.game,
                "kit": table.first["kit"],
                **({"bots": table.bots} if table.bots else {}),
                "await": table.awaited(),
                "view": name or "public",
                "snapshot": table.view(name),
            }
        )
    elif name is None:
        _print_screen(table, None, speech)
    else:
        _show_own(table, name, speech)
    return 0


def _show_own(table: Table, seat: str, speech: Speech) -> None:
    """What only one seat may see: at a terminal on its second screen, which a key wipes."""
    from venice_pnp.console.terminal import Leave, Terminal, fits
    from venice_pnp.referee.frame import paint_for, screen

    lines = screen(table, seat, speech, paint_for(table)).split("\n")
    if not fits():
        print("\n".join(lines))
        return
    with suppress(Leave), Terminal() as terminal:
        while lines:
            room = max(1, terminal.size[1] - 1)
            terminal.draw([*lines[:room], speech.say("status.own")])
            if terminal.key() is not None:  # none: the window has another size now
                lines = lines[room:]


def tables(call: Call) -> int:
    from venice_pnp.door.errands import list_tables

    speech = Speech(call.lang, data=call.data)
    listed = list_tables(call.data, call.lang)
    if call.json:
        keys = ("table", "game", "players", "moves", "next")
        show({"tables": [dict(zip(keys, (row.path.stem, *row[1:]), strict=True)) for row in listed]})
        return 0
    try:
        current = home.table_path(None)
    except NoTable:
        current = None
    for path, game, players, moves, waiting in listed:
        facts = {"mark": "*" if path == current else " ", "name": path.stem, "game": game, "moves": moves}
        waiting = ", ".join(speech.name(TABLE) if one == TABLE else one for one in waiting.split(", "))
        print(speech.say("table.listed", {**facts, "players": tuple(players), "next": Said(waiting)}))
    if not listed:
        print(speech.say("table.none"))
    return 0


# --- moves ------------------------------------------------------------------------------------------
def do(call: Call, seat: str, words: Sequence[str], agreed: bool = False) -> int:
    """A move in the short form; a secret verb without arguments asks for them hidden."""
    from venice_pnp.referee.moves import is_secret, seat_of

    match = _open_match(call)
    _company(call, match)  # whoever was interrupted comes first
    rules, by = match.keeper.rules, seat_of(seat, match.players)
    if len(words) == 1 and any(verb.secret for verb in rules.verbs.values()):
        verb = _named_verb(words[0], match, by)
        if verb is not None and verb.secret:
            pin = ask_pin(match.keeper, by, match.speech)
            return _say_done(call, match, match.do(by, ask_secret(match, by, verb.name), pin))
    move = match.typed(by, words)
    if is_secret(move, rules.verbs):
        _warn_of_history(match, by, move["do"])
    return _make_move(call, match, move, agreed)


def _named_verb(word: str, match: Match[Table], by: str) -> Verb | None:
    """The verb that a word alone names, in any language; None: it says more, such as `cs31`."""
    from venice_pnp.referee.moves import verb_of
    from venice_pnp.speech.folded import folded
    from venice_pnp.speech.texts import verb_texts

    rules = match.keeper.rules
    said = [name for name, text in verb_texts(match.kit).items() if folded(word) in text.words and name in rules.verbs]
    legal = list(rules.legal(match.keeper.state, by))
    now = [name for name in said if any(move["do"] == name for move in legal)] or said
    try:
        return rules.verbs[now[0]] if len(now) == 1 else verb_of(word, rules.verbs, legal)
    except Trouble:
        return None


def move_text(call: Call, text: str) -> int:
    from venice_pnp.referee.moves import from_text, is_secret

    match = _open_match(call)
    move = from_text(text)
    if is_secret(move, match.keeper.rules.verbs):
        _warn_of_history(match, move.get("by"), move["do"])
    return _make_move(call, match, move)


def _playing_table(call: Call) -> tuple[Table, Speech]:
    """A table where something is done, or something hidden is shown: no copy."""
    table, speech = _found_table(call)
    table.check_place()
    return table, speech


def _open_match(call: Call) -> Match[Table]:
    from venice_pnp.door.match import match_of

    return match_of(_playing_table(call)[0], call.lang)


def _warn_of_history(match: Match[Table], seat: object, verb: str) -> None:
    """What stands in the shell's history, and how it is typed unseen; nothing, of a move that everybody sees anyway."""
    from venice_pnp.referee.script import Script

    if "seed" not in match.keeper.first and verb in Script(match.speech).open_verbs:
        return
    facts = {"seat": seat, "verb": Said(match.speech.verb(verb))}
    print(match.speech.say("secret.history", facts), file=sys.stderr)


def _make_move(call: Call, match: Match[Table], move: Mapping[str, Any], agreed: bool = False) -> int:
    from venice_pnp.referee.moves import is_secret

    secret = is_secret(move, match.keeper.rules.verbs)
    pin = ask_pin(match.keeper, str(move.get("by")), match.speech) if secret else None
    return _say_done(call, match, match.make(move, pin, agreed))


def _company(call: Call, match: Match[Table]) -> list[dict[str, Any]]:
    """The bots that are awaited make their moves; people are told each as soon as it is made."""
    if not match.keeper.bots:
        return []
    from venice_pnp.door.company import Company

    found = []
    for turn in Company(match).moves():
        done, move = turn.outcome, turn.outcome.moves[0]
        found.append({"move": move, "why": turn.why, "events": _events(done)})
        if not call.json:
            for line in (turn.told, *done.said):
                print(line)
    return found


def _events(done: Outcome) -> list[dict[str, str]]:
    return [{"rule": event.rule, "text": text} for event, text in zip(done.events, done.said, strict=True)]


def _say_done(call: Call, match: Match[Table], done: Outcome) -> int:
    receipt = {"receipt": done.receipt} if done.receipt else {}
    if call.json:
        move = done.moves[0] if done.moves else None
        company = {"bots": _company(call, match)} if match.keeper.bots else {}
        show({"ok": True, "move": move, "events": _events(done), "await": match.awaited, **receipt, **company})
        return 0
    if done.receipt:
        print(match.speech.say("move.sealed", {"seat": done.moves[0]["by"], "receipt": done.receipt}))
    for text in done.said:
        print(text)
    _company(call, match)
    from venice_pnp.referee.frame import who_is_awaited

    waiting = who_is_awaited(match.keeper, match.speech)
    over = match.speech.say("screen.over")
    print(match.speech.say("screen.awaited", {"who": Said(waiting)}) if waiting else over)
    return 0


# --- secrets ------------------------------------------------------------------------------------------
def ask_hidden(question: str) -> str:
    """A line typed without echo; refused where there is no terminal, for there it would be seen."""
    if not sys.stdin.isatty():
        raise NotAMove("secret.terminal")
    import getpass
    import warnings

    with warnings.catch_warnings():
        warnings.simplefilter("error", getpass.GetPassWarning)
        try:
            return getpass.getpass(question)
        except (getpass.GetPassWarning, EOFError):
            raise NotAMove("secret.terminal") from None


def ask_pin(table: Table, seat: str, speech: Speech) -> str | None:
    return ask_hidden(speech.say("pin.ask", {"seat": seat})) if seat in table.pins else None


def ask_secret(match: Match[Table], seat: str, verb: str) -> dict[str, Any]:
    """The fields of a secret move, typed unseen; what is wrong with them is not repeated."""
    from venice_pnp.referee.script import Script

    awaited = (item for item in match.awaited if item["by"] == seat)
    item = next(awaited, {"by": seat, "for": verb})
    facts = {"question": Said(Script(match.speech).asked(match.keeper, item, seat))}
    typed = ask_hidden(match.speech.say("secret.ask", facts)).split()
    words = typed if typed[:1] == [verb] else [verb, *typed]
    try:
        return match.typed(seat, words, unseen=True)
    except Trouble:
        raise NotAMove("secret.unheard", **facts) from None


def pin(call: Call, seat: str) -> int:
    from venice_pnp.referee.moves import whole_word

    table, speech = _playing_table(call)
    name = whole_word(seat, table.players, "seat")
    old = ask_pin(table, name, speech)
    table.check_pin(name, old)
    fresh = ask_hidden(speech.say("pin.new", {"seat": name}))
    if not fresh:
        raise WrongPin("pin.empty")
    if ask_hidden(speech.say("pin.again")) != fresh:
        raise WrongPin("pin.differs")
    table.set_pin(name, fresh, old)
    print(speech.say("pin.set", {"seat": name}))
    return 0


# --- back, forth, out -----------------------------------------------------------------------------------
def undo(call: Call, count: int, agreed: bool, seat: str | None) -> int:
    match = _open_match(call)
    before = match.moment()
    who = match.undo(count, agreed, _acting(match, seat))
    return _put(call, match, match.speech.say("undo.done", {"who": tuple(who)}), before)


def redo(call: Call, count: int, seat: str | None) -> int:
    match = _open_match(call)
    before = match.moment()
    match.redo(count, _acting(match, seat))
    return _put(call, match, match.speech.say("redo.done"), before)


def _acting(match: Match[Table], seat: str | None) -> str:
    """Who does it: a seat that says so, with its PIN if it has one, or the table."""
    from venice_pnp.referee.moves import seat_of

    name = TABLE if seat is None else seat_of(seat, match.players)
    match.keeper.check_pin(name, ask_pin(match.keeper, name, match.speech))
    return name


def moved(call: Call, seat: str | None) -> int:
    from venice_pnp.door.match import match_of
    from venice_pnp.referee.moves import seat_of

    table, speech = _found_table(call)
    by = TABLE if seat is None else seat_of(seat, table.players)
    table.moved({name: ask_pin(table, name, speech) for name in table.pins if table.astray}, by)
    home.remember(table.path)
    text = speech.say("moved.done", {"table": table.name, "file": str(table.path)})
    return _changed(call, match_of(table, call.lang), text, {})


def _put(call: Call, match: Match[Table], text: str, before: Moment) -> int:
    orders = match.orders_since(before)
    todo = match.speech.say("orders.title" if orders else "orders.none")
    return _changed(call, match, f"{text}\n{todo}", {"orders": orders})


def _changed(call: Call, match: Match[Table], text: str, told: Mapping[str, Sequence[str]], **more: Any) -> int:
    """What was done without a move, and what it means for the pieces on the table."""
    if call.json:
        lines = {key: [{"text": line} for line in part] for key, part in told.items()}
        show({"ok": True, "await": match.keeper.awaited(), **lines, **more})
        return 0
    print(text)
    for line in (line for part in told.values() for line in part):
        print(f"  ▸ {line}")
    _print_screen(match.keeper, None, match.speech)
    return 0


def correct(call: Call, file: Path, why: str, seat: str | None) -> int:
    from venice_pnp.door.errands import position_for
    from venice_pnp.door.match import Unsound

    match = _open_match(call)
    typed = position_for(match, file)
    before, odd = match.moment(), match.warnings(match.keeper.completed(typed))
    try:
        match.correct(typed, why, _acting(match, seat))
    except Unsound as wrong:
        return _say_findings(call, match.speech, wrong.findings, odd)
    if not call.json:
        _warn(odd, match.speech)
    text = match.speech.say("correct.done" if match.moment() != before else "correct.nothing")
    return _changed(call, match, text, {"changes": match.changes_since(before)}, warnings=_told(odd))


def log(call: Call) -> int:
    from venice_pnp.referee.frame import log_line

    table, speech = open_table(call)
    if call.json:
        show({"table": table.name, "entries": table.log()})
        return 0
    from venice_pnp.referee.script import Script

    script = Script(speech)
    for entry in table.log():
        print(log_line(table, entry, speech, lambda move: script.move(move, table.rules.verbs)))
    return 0


def export_tabletop(call: Call, folder: Path | None, base_url: str) -> int:
    from venice_pnp.door.match import match_of
    from venice_pnp.export.tabletop import export_table

    table, speech = open_table(call)
    made = export_table(match_of(table, call.lang), folder or Path(f"{table.name}-tabletop"), call.lang, base_url)
    print(speech.say("export.done", {"file": str(made.file)}), file=sys.stderr)
    return 0


def export(call: Call, file: Path | None) -> int:
    from venice_pnp.door.files import write_whole
    from venice_pnp.referee.export import exported

    table, speech = open_table(call)
    text = exported(table, speech)
    if file is None:
        show_file(text)
        return 0
    try:
        write_whole(file, text.encode())
    except OSError as error:
        raise NoTable("file.write", file=str(file), reason=error.strerror or "") from None
    print(speech.say("export.done", {"file": str(file)}), file=sys.stderr)
    if table.correction:
        print(speech.say("export.corrected", table.correction), file=sys.stderr)
    return 0


def verify(call: Call) -> int:
    from venice_pnp.referee.table import verify as verified

    verdict = verified(home.table_path(call.table), call.data)
    speech = Speech(call.lang, data=call.data)
    message = speech.trouble(verdict.trouble) if verdict.trouble else ""
    if call.json:
        problem = None if verdict.ok else {"entry": verdict.bad, "message": message}
        restored = [{"entry": n, "known": known} for n, known in verdict.restored]
        told = {"ok": verdict.ok, "entries": verdict.entries, "problem": problem, "words": verdict.words}
        show({**told, "restored": restored, "notes": [speech.trouble(note) for note in verdict.notes]})
    elif verdict.ok:
        print(speech.say("verify.ok", {"n": verdict.entries}))
        for n, known in verdict.restored:
            print(speech.say("verify.restored", {"entry": n, "known": known}))
        for note in verdict.notes:
            print(speech.trouble(note))
        if verdict.words:
            print(speech.say("verify.words", {"words": verdict.words}))
    if message:
        print(message, file=sys.stderr)
    return 0 if verdict.ok else 1


# --- typed-in texts ---------------------------------------------------------------------------------------
def replay(call: Call, files: Sequence[Path]) -> int:
    from venice_pnp.door.errands import Replays

    speech, replays = Speech(call.lang, data=call.data), Replays(call.data, call.lang)
    results, worst = [], 0
    for file in files:
        problem: str | dict[str, Any] | None
        try:
            outcome = replays.run(file)
        except Trouble as trouble:
            problem, moves, worst = str(trouble), 0, 2
            line = speech.say("replay.broken", {"problem": Said(problem)})
        else:
            problem, moves, line = _plain(outcome.problem), outcome.moves, outcome.said
            worst = worst if outcome.ok else max(worst, 1)
        results.append({"file": str(file), "ok": problem is None, "moves": moves, "problem": problem})
        if not call.json:
            print(line, file=sys.stderr if isinstance(problem, str) else sys.stdout)
    if call.json:
        show({"records": results})
    return worst


def _plain(problem: Problem | None) -> dict[str, Any] | None:
    """For programs: JSON knows no number that is not one."""
    if problem is None:
        return None
    told = {"move": problem.move, "line": problem.line, "path": problem.path}
    values = {"wanted": problem.wanted, "got": problem.got}
    return told | {key: None if isinstance(v, float) and v != v else v for key, v in values.items()}


def audit(call: Call, file: Path, against: str | None) -> int:
    from venice_pnp.door.errands import inspect, position_for
    from venice_pnp.door.match import match_of

    if against is None:
        found, odd = inspect(file, data=call.data, lang=call.lang)
        return _say_findings(call, Speech(call.lang, data=call.data), found, odd)
    match = match_of(Table(home.table_path(against), call.data), call.lang)
    typed = position_for(match, file)
    whole = (
        typed if match.view().keys() <= typed.keys() else match.keeper.completed(typed)
    )  # the rest is as it is there
    found, odd = match.inspect(whole)
    return _say_findings(call, match.speech, found, odd, match.differences(typed))


def audit_table(call: Call) -> int:
    """A table as the referee has it, with everything that is hidden; of that nothing is told but what does not hold."""
    match = _open_match(call)
    return _say_findings(call, match.speech, *match.inspect(match.snapshot()))


def _say_findings(
    call: Call, speech: Speech, found: Sequence[Finding], odd: Sequence[Finding], differ: Sequence[Difference] = ()
) -> int:
    """Only what is odd does not make a table unsound."""
    ok = not found and not differ
    if call.json:
        different = [{"path": path, "typed": typed, "table": table} for path, typed, table in differ]
        show({"ok": ok, "violations": _told(found), "warnings": _told(odd), "differences": different})
    else:
        for finding in found:
            print(finding)
        _warn(odd, speech)
        for path, typed, table in differ:
            print(speech.differs(path, typed, table))
        if ok:
            print(speech.say("audit.ok"))
    return 0 if ok else 1


def _told(found: Sequence[Finding]) -> list[dict[str, str]]:
    return [{"rule": finding.rule, "message": finding.sentence} for finding in found]


def _warn(odd: Sequence[Finding], speech: Speech) -> None:
    for finding in odd:
        print(speech.say("audit.warning", {"rule": finding.rule, "message": Said(finding.sentence)}))


def score(call: Call, file: Path, against: str | None) -> int:
    """A typed-in table; what it does not name is as everybody sees it at another one, if that is named."""
    from venice_pnp.door.errands import position_for
    from venice_pnp.door.errands import score as scored
    from venice_pnp.door.match import match_of
    from venice_pnp.speech.plain import flow

    typed: Path | dict[str, Any] = file
    if against is not None:
        match = match_of(Table(home.table_path(against), call.data), call.lang)
        typed = {**match.view(), **position_for(match, file)}
    result = scored(typed, data=call.data, lang=call.lang)
    if call.json:
        show(result)
    else:
        for key, value in result.items():
            print(f"{key}: {flow(value)}")
    return 0


# --- pictures -----------------------------------------------------------------------------------------------
WAIT = 0.3  # seconds between two looks at a table


def draw_map(call: Call, out: Path, dpi: int, edition: str, watch: bool) -> int:
    """The present table on the real board; with `watch` as often as it changes."""
    from venice_pnp.door.match import match_of
    from venice_pnp.door.picture import PICTURES, Easel
    from venice_pnp.draw.inks import EDITIONS

    match = match_of(open_table(call)[0], call.lang)
    ink = next((one for one in EDITIONS if one == edition), None)
    if ink is None:
        raise NotAMove("map.edition", edition=edition, known=EDITIONS)
    if out.suffix not in PICTURES:
        raise NotAMove("map.ending", file=str(out), known=PICTURES)
    easel = Easel(match, edition=ink)
    easel.write(out, dpi)
    print(match.speech.say("map.drawn", {"file": str(out)}), flush=True)
    return _follow(match, easel, out, dpi) if watch else 0


def _follow(match: Match[Table], easel: Easel, out: Path, dpi: int) -> int:
    """Draws again after every move, until Ctrl-C or until there is no table any more."""
    import time

    try:
        print(match.speech.say("map.watching"), flush=True)
        while match.keeper.path.is_file():
            if match.refresh():
                easel.write(out, dpi)
                print(match.speech.say("map.drawn", {"file": str(out)}), flush=True)
            time.sleep(WAIT)
    except KeyboardInterrupt:
        return 0
    raise NoTable("map.gone", table=match.keeper.name, file=str(out))


def print_sheet(call: Call, out: Path) -> int:
    """The score sheet."""
    from venice_pnp.door.sheet import write_sheet

    table, speech = open_table(call)
    write_sheet(table, call.lang, out)
    print(speech.say("map.drawn", {"file": str(out)}))
    return 0


def share(call: Call, out: Path) -> int:
    """The evening on one page."""
    from venice_pnp.door.sheet import write_share

    table, speech = open_table(call)
    write_share(table, call.lang, out)
    print(speech.say("map.drawn", {"file": str(out)}))
    return 0
