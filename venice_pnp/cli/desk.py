"""What the referee's commands do: open a table, call it, and say what came of it."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NoReturn

from msgspec import Struct

from venice_pnp.cli.tongue import LANGUAGES, spoken
from venice_pnp.contract.play import Refused
from venice_pnp.kit import FaultyData
from venice_pnp.referee import home
from venice_pnp.referee.table import Done, Faulty, Table, new_table, open_game
from venice_pnp.speech.trouble import NoTable, NotAMove, Trouble, WrongPin
from venice_pnp.speech.words import Said, Speech


class Desk(Struct, frozen=True):
    """How a command was asked: which table, which data, in which language, for people or for programs."""

    table: str | None
    data: Path | None
    lang: str
    json: bool = False


def language(asked: str | None) -> str:
    """The language asked for, or the user's."""
    lang = spoken(asked)
    if lang is None:
        print(f"--lang {asked}: known languages are {', '.join(LANGUAGES)}", file=sys.stderr)
        sys.exit(2)
    return lang


def run(desk: Desk, command: Callable[[], int | None]) -> NoReturn:
    """A command from start to exit code; every trouble becomes one message."""
    speech = Speech(desk.lang)
    try:
        code = command() or 0
    except Trouble as trouble:
        code = _failed(desk, None, speech.trouble(trouble), trouble.exit_code)
    except Refused as refused:
        code = _failed(desk, refused.rule, refused.rule, 1)
    except FaultyData as faulty:
        code = _failed(desk, None, str(faulty), 2)
    except BrokenPipeError:
        raise
    except OSError as error:
        code = _failed(desk, None, f"{error.filename or ''}: {error.strerror or error}", 2)
    sys.stdout.flush()
    sys.exit(code)


def _failed(desk: Desk, rule: str | None, message: str, code: int) -> int:
    if desk.json:
        print(json.dumps({"ok": False, "refused": {"rule": rule, "message": message, "legal": []}}, ensure_ascii=False))
    print(message, file=sys.stderr)
    return code


def show(value: Any) -> None:
    """Exactly one JSON document."""
    print(json.dumps(value, ensure_ascii=False, indent=None))


def open_table(desk: Desk) -> tuple[Table, Speech]:
    path = home.table_path(desk.table)
    table = Table(path, desk.data)
    if desk.table is not None:
        home.remember(path)
    speech = Speech(desk.lang, table.kit, table.players, "seed" in table.first)
    if table.other_kit:
        note = speech.say("table.kit-warning", {"kit": table.first["kit"], "here": table.kit.kit_id})
        print(note, file=sys.stderr)
    return table, speech


# --- opening and looking ----------------------------------------------------------------------------
def new(
    desk: Desk, game: str, players: str | None, seed: str | None, options: Sequence[str], start: Path | None
) -> int:
    speech = Speech(desk.lang)
    try:
        given = _snapshot(start) if start else None
        names = _names(players, given)
        path = home.table_path(desk.table or home.free_name(game if game.isidentifier() else "table"))
        kit = open_game(game, desk.data).kit
        speech = Speech(desk.lang, kit, names)
        if given is not None and given.get("game", game) != game:
            raise NoTable("snapshot.other", file=str(start), found=given["game"], game=game)
        table = new_table(
            game, names, path=path, options=_options(options), seed=_seed(seed), start=given, data=desk.data
        )
    except Refused as refused:
        return _refused(desk, speech, refused, [])
    home.remember(path)
    facts = {"table": table.name, "game": game, "players": tuple(names)}
    if desk.json:
        show({"ok": True, "table": table.name, "game": game, "kit": table.kit.kit_id, "await": table.awaited()})
        return 0
    print(speech.say("table.opened", facts))
    for line in print_differs(table, speech):
        print(line)
    _print_screen(table, None, speech)
    return 0


def print_differs(table: Table, speech: Speech) -> list[str]:
    """A warning if the parts on the table were printed from other data than the referee plays with."""
    ids = home.printed_ids(table.kit.name)
    if not ids or table.kit.kit_id in ids:
        return []
    return [speech.say("print.differs", {"print": ids, "kit": Said(table.kit.kit_id), "name": Said(table.kit.name)})]


def _names(players: str | None, start: Mapping[str, Any] | None) -> list[str]:
    if players is not None:
        return [name.strip() for name in players.split(",")]
    listed = (start or {}).get("players")
    if isinstance(listed, list) and all(isinstance(name, str) for name in listed):
        return listed
    raise NoTable("players.missing")


def _options(words: Sequence[str]) -> dict[str, Any]:
    from venice_pnp.speech.plain import read_text

    found = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals or not key:
            raise NoTable("option.form", word=word)
        found[key] = read_text(value, f"--option {key}")[0]
    return found


def _seed(word: str | None) -> str | None:
    if word == "auto":
        import secrets

        return str(secrets.randbits(64))
    if word is None or (word.lstrip("-").isdigit() and word.isascii() and len(word) <= 40):
        return None if word is None else str(int(word))
    raise NoTable("seed.number", word=word)


def _print_screen(table: Table, seat: str | None, speech: Speech) -> None:
    from venice_pnp.referee.screens import paint_for, screen

    print(screen(table, seat, speech, paint_for(table)))


def status(desk: Desk, seat: str | None) -> int:
    table, speech = open_table(desk)
    name = None
    if seat is not None:
        from venice_pnp.referee.moves import whole_word

        name = whole_word(seat, table.players, "seat")
        table.check_pin(name, ask_pin(table, name, speech))
    if desk.json:
        show(
            {
                "table": table.name,
                "game": table.game,
                "kit": table.first["kit"],
                "await": table.awaited(),
                "view": name or "public",
                "snapshot": table.view(name),
            }
        )
    else:
        _print_screen(table, name, speech)
    return 0


def tables(desk: Desk) -> int:
    speech = Speech(desk.lang)
    listed = []
    for path in home.table_files():
        try:
            table = Table(path, desk.data)
            waiting = ", ".join(dict.fromkeys(str(item["by"]) for item in table.awaited())) or "–"
            listed.append((path, table.game, table.players, table.played - _draws(table), waiting))
        except (Trouble, FaultyData) as problem:
            text = speech.trouble(problem) if isinstance(problem, Trouble) else str(problem)
            listed.append((path, "?", [], 0, text))
    if desk.json:
        keys = ("table", "game", "players", "moves", "next")
        show({"tables": [dict(zip(keys, (row[0].stem, *row[1:]), strict=True)) for row in listed]})
        return 0
    try:
        current = home.table_path(None)
    except NoTable:
        current = None
    for path, game, players, moves, waiting in listed:
        facts = {"mark": "*" if path == current else " ", "name": path.stem, "game": game, "moves": moves}
        print(speech.say("table.listed", {**facts, "players": tuple(players), "next": Said(waiting)}))
    if not listed:
        print(speech.say("table.none"))
    return 0


def _draws(table: Table) -> int:
    return sum(1 for step in table.steps if step.move.get("drawn"))


# --- moves ------------------------------------------------------------------------------------------
def do(desk: Desk, seat: str, words: Sequence[str]) -> int:
    """A move in the short form; a secret verb without arguments asks for them hidden."""
    from venice_pnp.referee.moves import seat_of, verb_of

    table, speech = open_table(desk)
    by = seat_of(seat, table.players)
    secret = {name: verb for name, verb in table.rules.verbs.items() if verb.secret}
    if len(words) == 1 and secret:
        verb = verb_of(words[0], table.rules.verbs, table.rules.legal(table.state, by))
        if verb.secret:
            pin = ask_pin(table, by, speech)
            move = ask_secret(table, by, verb.name, speech)
            return make_move(desk, table, speech, move, pin)
    move = typed_move(table, by, words)
    if move["do"] in secret:
        print(speech.say("secret.history", {"seat": by, "verb": move["do"]}), file=sys.stderr)
    return make_move(desk, table, speech, move, None)


def typed_move(table: Table, by: str, words: Sequence[str]) -> dict[str, Any]:
    """A move in the short form, its words made whole."""
    from venice_pnp.referee.moves import from_words
    from venice_pnp.speech.words import known_ids

    legal = list(table.rules.legal(table.state, by))
    return from_words(by, words, table.rules.verbs, legal, known_ids(table.kit), table.players)


def move_text(desk: Desk, text: str) -> int:
    from venice_pnp.referee.moves import from_text

    table, speech = open_table(desk)
    move = from_text(text)
    word = move.get("do")
    verb = table.rules.verbs.get(word) if isinstance(word, str) else None
    if verb and verb.secret:
        print(speech.say("secret.history", {"seat": move.get("by"), "verb": verb.name}), file=sys.stderr)
    return make_move(desk, table, speech, move, None)


def make_move(desk: Desk, table: Table, speech: Speech, move: Mapping[str, Any], pin: str | None) -> int:
    try:
        if pin is None and is_secret(table, move):
            pin = ask_pin(table, str(move.get("by")), speech)
        done = table.do(move, pin)
    except Refused as refused:
        return _refused(desk, speech, refused, legal_now(table, move), hide=is_secret(table, move))
    return _done(desk, table, speech, done)


def is_secret(table: Table, move: Mapping[str, Any]) -> bool:
    word = move.get("do")
    verb = table.rules.verbs.get(word) if isinstance(word, str) else None
    return bool(verb and verb.secret)


def legal_now(table: Table, move: Mapping[str, Any]) -> list[str]:
    """What the one who tried may do instead; if nothing, what those awaited may do."""
    from venice_pnp.referee.screens import possible

    awaited = list(dict.fromkeys(str(item["by"]) for item in table.awaited()))
    by = move.get("by")
    if by in awaited:
        return possible(table, str(by))
    return [f"{seat}: {line}" for seat in awaited for line in possible(table, seat)][:20]


def refusal_text(speech: Speech, refused: Refused, hide: bool) -> str:
    """The refusal in words; of a secret move only the rule itself, nothing that was typed."""
    from venice_pnp.speech.words import find_rule

    if hide and speech.kit:
        return find_rule(speech.kit, refused.rule, speech.lang) or refused.rule
    return speech.refusal(refused)


def _refused(desk: Desk, speech: Speech, refused: Refused, legal: list[str], hide: bool = False) -> int:
    from venice_pnp.speech.words import find_rule

    message = refusal_text(speech, refused, hide)
    if desk.json:
        show({"ok": False, "refused": {"rule": refused.rule, "message": message, "legal": legal}})
    said = [speech.say("move.refused", {"rule": refused.rule, "message": Said(message)})]
    rule = find_rule(speech.kit, refused.rule, speech.lang) if speech.kit else None
    if rule and rule != message:  # the rule in the words of the booklet
        said.append(f"{refused.rule}: {rule}")
    if legal:
        said.append(speech.say("move.legal", {"legal": Said(" · ".join(legal))}))
    print("\n".join(said), file=sys.stderr)
    return 1


def _done(desk: Desk, table: Table, speech: Speech, done: Done) -> int:
    said = [(event.rule, speech.event(event)) for event in done.events]
    receipt = {"receipt": done.receipt} if done.receipt else {}
    if desk.json:
        events = [{"rule": rule, "text": text} for rule, text in said]
        move = done.moves[0] if done.moves else None
        show({"ok": True, "move": move, "events": events, "await": table.awaited(), **receipt})
        return 0
    if done.receipt:
        print(speech.say("move.sealed", {"seat": done.moves[0]["by"], "receipt": done.receipt}))
    for _, text in said:
        print(text)
    from venice_pnp.referee.screens import who_is_awaited

    waiting = who_is_awaited(table, speech)
    print(speech.say("screen.awaited", {"who": Said(waiting)}) if waiting else speech.say("screen.over"))
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


def ask_secret(table: Table, seat: str, verb: str, speech: Speech) -> dict[str, Any]:
    """The fields of a secret move, typed unseen; what is wrong with them is not repeated."""
    facts = {"seat": seat, "verb": verb, "fields": Said(form_of(table, verb))}
    typed = ask_hidden(speech.say("secret.ask", facts)).split()
    words = typed if typed[:1] == [verb] else [verb, *typed]
    try:
        return typed_move(table, seat, words)
    except Trouble:
        raise NotAMove("secret.unheard", **facts) from None


def form_of(table: Table, verb: str) -> str:
    fields = " ".join(field.upper() for field in table.rules.verbs[verb].fields)
    return fields + ("…" if table.rules.verbs[verb].many else "")


def pin(desk: Desk, seat: str) -> int:
    from venice_pnp.referee.moves import whole_word

    table, speech = open_table(desk)
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
def undo(desk: Desk, count: int, agreed: bool) -> int:
    table, speech = open_table(desk)
    who = table.undo(count, agreed)
    return _changed(desk, table, speech, speech.say("undo.done", {"who": tuple(who)}))


def redo(desk: Desk, count: int) -> int:
    table, speech = open_table(desk)
    table.redo(count)
    return _changed(desk, table, speech, speech.say("redo.done"))


def _changed(desk: Desk, table: Table, speech: Speech, text: str) -> int:
    if desk.json:
        show({"ok": True, "await": table.awaited()})
        return 0
    print(text)
    _print_screen(table, None, speech)
    return 0


def correct(desk: Desk, file: Path, why: str) -> int:
    table, speech = open_table(desk)
    if not why.strip():
        raise NotAMove("correct.why")
    typed = _snapshot(file)
    if typed.get("game", table.kit.id) != table.kit.id:
        raise NoTable("snapshot.other", file=str(file), found=typed["game"], game=table.game)
    try:
        table.correct(typed, why)
    except Faulty as faulty:
        return _violations(desk, speech, faulty.violations, [])
    except Refused as refused:
        return _refused(desk, speech, refused, [])
    return _changed(desk, table, speech, speech.say("correct.done"))


def log(desk: Desk) -> int:
    from venice_pnp.referee.screens import log_line

    table, speech = open_table(desk)
    if desk.json:
        show({"table": table.name, "entries": table.log()})
        return 0
    for entry in table.log():
        print(log_line(table, entry, speech))
    return 0


def export(desk: Desk, file: Path | None) -> int:
    from venice_pnp.referee.export import exported

    table, speech = open_table(desk)
    text = exported(table, speech)
    if file is None:
        sys.stdout.write(text)
        return 0
    try:
        file.write_text(text, encoding="utf-8")
    except OSError as error:
        raise NoTable("file.write", file=str(file), reason=error.strerror or "") from None
    print(speech.say("export.done", {"file": str(file)}), file=sys.stderr)
    if table.corrected:
        print(speech.say("export.corrected", {}), file=sys.stderr)
    return 0


def verify(desk: Desk) -> int:
    from venice_pnp.referee.table import verify as verified

    verdict = verified(home.table_path(desk.table), desk.data)
    speech = Speech(desk.lang)
    message = speech.trouble(verdict.trouble) if verdict.trouble else ""
    if desk.json:
        problem = None if verdict.ok else {"entry": verdict.bad, "message": message}
        show({"ok": verdict.ok, "entries": verdict.entries, "problem": problem, "words": verdict.words})
    elif verdict.ok:
        print(speech.say("verify.ok", {"n": verdict.entries}))
        if verdict.words:
            print(speech.say("verify.words", {"words": verdict.words}))
    if message:
        print(message, file=sys.stderr)
    return 0 if verdict.ok else 1


# --- typed-in texts ---------------------------------------------------------------------------------------
def _snapshot(file: Path) -> dict[str, Any]:
    from venice_pnp.speech.plain import read_file

    value, _ = read_file(file)
    if not isinstance(value, dict) or not all(isinstance(key, str) for key in value):
        raise NoTable("snapshot.mapping", file=str(file))
    return value


def replay(desk: Desk, files: Sequence[Path]) -> int:
    from venice_pnp.referee.records import read_record
    from venice_pnp.referee.records import replay as replayed
    from venice_pnp.speech.plain import flow

    speech = Speech(desk.lang)
    games: dict[str, Any] = {}
    results, worst = [], 0
    for file in files:
        problem: str | dict[str, Any] | None
        try:
            record = read_record(file)
            if record.game not in games:
                games[record.game] = open_game(record.game, desk.data)
            outcome = replayed(games[record.game].rules, record)
        except Trouble as trouble:
            problem, moves, worst = speech.trouble(trouble), 0, 2
            line = speech.say("replay.broken", {"problem": Said(problem)})
        else:
            moves, found = outcome.moves, outcome.problem
            problem = None
            line = speech.say("replay.ok", {"file": Said(str(file)), "moves": moves})
            if found:
                told = {"move": found.move, "line": found.line, "path": found.path}
                told |= {"wanted": _plain(found.wanted), "got": _plain(found.got)}
                worst, problem = max(worst, 1), told
                said = {
                    **told,
                    "wanted": Said(flow(found.wanted)),
                    "got": Said(flow(found.got)),
                    "file": Said(str(file)),
                }
                line = speech.say("replay.fails", said)
                if found.refused:
                    own = Speech(desk.lang, games[record.game].kit, record.players)
                    line += f" ({own.refusal(found.refused)})"
        results.append({"file": str(file), "ok": problem is None, "moves": moves, "problem": problem})
        if not desk.json:
            print(line, file=sys.stderr if isinstance(problem, str) else sys.stdout)
    if desk.json:
        show({"records": results})
    return worst


def _plain(value: Any) -> Any:
    return None if isinstance(value, float) and value != value else value


def audit(desk: Desk, file: Path, against: str | None) -> int:
    from venice_pnp.referee.records import differences

    typed = _snapshot(file)
    found = []
    if against is not None:
        table = Table(home.table_path(against), desk.data)
        kit, rules = table.kit, table.rules
        own = {"players": table.players, "options": table.first["options"]}
        known = table.view(None)  # not every game writes its options down
        typed = {**{key: value for key, value in own.items() if key in known}, **typed}
        if typed.get("game", table.kit.id) != table.kit.id:
            raise NoTable("snapshot.other", file=str(file), found=typed["game"], game=table.game)
        found = differences(_snapshot(file), table.view(None), rules.unordered)
    else:
        game = typed.get("game")
        if not isinstance(game, str):
            raise NoTable("snapshot.game", file=str(file))
        _, kit, rules = open_game(game, desk.data)
    names = typed.get("players")
    speech = Speech(desk.lang, kit, [n for n in names if isinstance(n, str)] if isinstance(names, list) else [])
    return _violations(desk, speech, rules.audit(typed), found)


def _violations(desk: Desk, speech: Speech, violations: Sequence[Any], found: Sequence[tuple[str, Any, Any]]) -> int:
    ok = not violations and not found
    if desk.json:
        told = [{"rule": v.rule, "message": speech.event(v)} for v in violations]
        different = [{"path": path, "typed": typed, "table": table} for path, typed, table in found]
        show({"ok": ok, "violations": told, "differences": different})
    else:
        for violation in violations:
            print(f"{violation.rule}: {speech.event(violation)}")
        for path, typed, table in found:
            print(speech.say("audit.differs", {"path": Said(path), "typed": typed, "table": table}))
        if ok:
            print(speech.say("audit.ok"))
    return 0 if ok else 1


def score(desk: Desk, file: Path) -> int:
    from venice_pnp.speech.plain import flow

    typed = _snapshot(file)
    game = typed.get("game")
    if not isinstance(game, str):
        raise NoTable("snapshot.game", file=str(file))
    _, kit, rules = open_game(game, desk.data)
    speech = Speech(desk.lang, kit)
    try:
        result = rules.score(typed)
    except Refused as refused:
        return _refused(desk, speech, refused, [])
    if desk.json:
        show(result)
    else:
        for key, value in result.items():
            print(f"{key}: {flow(value)}")
    return 0


# --- rules --------------------------------------------------------------------------------------------------
def rules(desk: Desk, words: Sequence[str]) -> int:
    """`rules ID`, or `rules GAME [WORDS]`."""
    from venice_pnp.games import game_names, knows, quick_open
    from venice_pnp.kit import find_games
    from venice_pnp.kit.load import home as kit_home
    from venice_pnp.speech.words import rules_of

    first, rest = words[0], [word.casefold() for word in words[1:]]
    game, ours = first.lower(), find_games(desk.data or kit_home("data"))
    told = {} if game in ours else _rule(desk, ours, first)
    if game in ours or (not told and knows(game, desk.data)):
        found = rules_of(quick_open(game, desk.data), desk.lang)
        found = {rule: text for rule, text in found.items() if all(w in f"{rule} {text}".casefold() for w in rest)}
        if not found:
            raise NoTable("rules.nothing", game=first, words=tuple(rest) or first)
    else:
        found = told or _rule(desk, game_names(desk.data), first)
        if not found:
            raise NoTable("rules.unknown", rule=first)
    if desk.json:
        show({"rules": [{"rule": rule, "text": text} for rule, text in found.items()]})
        return 0
    print("\n".join(f"{rule}: {text}" for rule, text in found.items()))
    return 0


def _rule(desk: Desk, games: Sequence[str], asked: str) -> dict[str, str]:
    """The rule with this ID, in whatever case it was typed."""
    from venice_pnp.games import quick_open
    from venice_pnp.speech.words import rules_of

    every = (rules_of(quick_open(game, desk.data), desk.lang) for game in games)
    return {rule: text for told in every for rule, text in told.items() if rule == asked.upper()}
