"""What can be typed besides moves: one function a word, as `data/referee/messages.yaml` names them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from venice_pnp.console.check import walk
from venice_pnp.console.display import Covered
from venice_pnp.console.photo import look_at_photo, names_photo
from venice_pnp.console.secret import asked_pin, explained, legal, look, people
from venice_pnp.console.setup import tick_off
from venice_pnp.console.terminal import Leave
from venice_pnp.door.errands import rule_line, ruling_lines, said_of
from venice_pnp.referee import home, story
from venice_pnp.referee.frame import log_line
from venice_pnp.referee.questions import find_question, told
from venice_pnp.speech.trouble import Trouble
from venice_pnp.speech.words import rules_of

if TYPE_CHECKING:
    from venice_pnp.console.evening import Evening

TO_PHONES = ("agree", "decline")  # the commands by which the table answers them
LOOK = "look"  # the command by which a seat sees its own side
TIMER = "timer"
WORDLESS = ("table", "story", "log", "large", "setup", "check", "quit")  # commands that need no more words
COUNTED = ("undo", "redo", "why", "orders")  # commands behind which a number says how many
KEPT = 40  # moves whose orders can still be read
LONGEST_TIMER = 3600  # seconds
LOGGED = 200  # lines of the log that can be looked through
SECTIONS = ("7", "8", "5", "6", "4", "3", "1", "2")  # of the rules
WRITTEN = "9"  # the section that says how positions are written: nothing for a table, unless it is asked for by its ID
FOUND = 40  # rules that a search shows


def do_quit(_evening: Evening, _: Sequence[str]) -> None:
    raise Leave


def do_help(evening: Evening, words: Sequence[str]) -> None:
    """`?`: what is possible now; `? bid 200`: why that is not."""
    awaited = evening.table.awaited()
    if not awaited:
        return
    seat = evening.asked_seat()
    if words:
        picked = evening.menu.picked(" ".join(words))
        if picked is not None:
            evening.tell(legal(evening, picked))
        elif evening.is_secret(awaited):
            evening.tell([evening.say("ask-alone")])
        else:
            seat, line = evening.addressed(" ".join(words))
            other = evening.named_first(" ".join(words))
            if other and other not in (seat, *evening.seats()) and not evening.offering.public(other):
                raise evening.not_asked(other, evening.seats())
            meaning = evening.ear.understand(seat, line, correct=False)
            moves = meaning.moves
            if aims := evening.aims(meaning):
                evening.look_at(evening.say("help-title", seat=evening.speech.name(seat)), aims)
                return
            evening.tell(explained(evening, evening.ear, seat, line))
            if len(moves) > 1:
                evening.meant = evening.offering.choices(moves)  # what is listed with labels can be picked by them
        return
    lines = evening.offering.helped(evening.offering.public(seat))
    for name in dict.fromkeys(command.partition(" ")[0] for command in evening.commands.values()):
        if name == LOOK and evening.table.declared.own_side() is None:
            continue
        lines.append(evening.say(f"help.{name}") if name in COMMANDS else evening.script.question_text(name, "help"))
    evening.look_at(evening.say("help-title", seat=evening.speech.name(seat)), lines)


def do_why(evening: Evening, words: Sequence[str]) -> None:
    """`why`: the last result; `why 2`: the last two."""
    lines = story.why(evening.table, evening.script, evening.speech, _count(words))
    evening.look_at(evening.say("why-title"), lines or [evening.say("why-nothing")])


def do_rules(evening: Evening, words: Sequence[str]) -> None:
    if card := story.card_lines(evening.table, evening.ear, words, evening.speech):
        evening.look_at(evening.say("rules-title", words=" ".join(words)), card)
        return
    wanted = [word.casefold() for word in words]
    every = rules_of(evening.table.kit, evening.speech.lang)
    words_of = {rule: f"{rule} {text}".casefold() for rule, text in every.items()}
    for lang in evening.speech.tongues.names:  # who knows the word of the other language finds the rule too
        for rule, text in rules_of(evening.table.kit, lang).items():
            words_of[rule] = f"{words_of.get(rule, '')} {text.casefold()}"
    found = {rule: text for rule, text in every.items() if all(word in words_of[rule] for word in wanted)}
    exact = {rule: text for rule, text in found.items() if [rule.casefold()] == wanted}
    found = {rule: text for rule, text in found.items() if _section(rule) != WRITTEN} or found
    lines = [f"{rule}: {text}" for rule, text in sorted(found.items(), key=lambda item: _use(item[0]))]
    for rule, text in exact.items():  # asked for by its ID: whose it is, and why
        said = said_of(evening.table.kit, rule, text, evening.speech.lang)
        rulings = [line.strip() for ruling in said.rulings for line in ruling_lines(ruling, evening.speech)]
        lines = [rule_line(said, evening.speech), *rulings]
    if not lines:
        title = evening.table.kit.game.title.in_language(evening.speech.lang)
        raise Trouble("rules.nothing", game=title, words=tuple(words))
    evening.look_at(evening.say("rules-title", words=" ".join(words) or "…"), lines[:FOUND])


def do_undo(evening: Evening, words: Sequence[str]) -> None:
    """Says what it will take back, and asks; then what the hands put back."""
    count = _count(words)
    steps, why = evening.table.going(count)
    what = ", ".join(
        evening.say("correction") if step.start else story.headed(step, evening.table, evening.script, evening.speech)
        for step in steps
    )
    corrected = ["correction"] if any(step.start for step in steps) else []
    past = dict.fromkeys([*corrected, *([why] if why else [])])
    lines = [evening.say("undo", what=what), *(evening.say(f"undo-{one}") for one in past)]
    start = evening.agreed(lines, evening.table.standing(count))
    if start is None:
        evening.tell([evening.say("kept")])
        return
    evening.table.undo(count, agreed=bool(why))
    evening.tell([evening.say("undone", what=what)])
    evening.put(start)
    if not evening.orders:
        evening.notes.append(evening.speech.say("orders.none"))


def do_redo(evening: Evening, words: Sequence[str]) -> None:
    count = _count(words)
    evening.table.check_redo(count)
    start, made = evening.left_after(), len(evening.table.steps)
    evening.table.redo(count)
    evening.tell([evening.speech.say("redo.done")])
    evening.lay_again(made)
    evening.put(start)


def do_log(evening: Evening, _: Sequence[str]) -> None:
    log = reversed(evening.table.log()[-LOGGED:])
    lines = [log_line(evening.table, entry, evening.speech, evening.offering.spoken) for entry in log]
    evening.look_at(evening.say("log-title"), lines)


def do_story(evening: Evening, _: Sequence[str]) -> None:
    evening.tell(story.so_far(evening.table, evening.script, evening.speech, evening.paint()))


def do_table(evening: Evening, _: Sequence[str]) -> None:
    evening.page = None
    evening.face.table(evening.scene())


def do_orders(evening: Evening, words: Sequence[str]) -> None:
    """`o`: all of them; `o 3`: the first three are done; `o *`: all are."""
    if words:
        evening.tick(len(evening.orders) if evening.hears(words[0], "all") else _count(words))
        return
    groups = story.orders(evening.table, evening.script, evening.speech, KEPT)
    if beside := evening.ordered.beside():  # of no move, and still open
        later = sum(1 for n, _, _ in groups if n > evening.ordered.beside_at)
        groups.insert(later, (0, evening.say("put-hands"), beside))
    left = {*evening.orders}
    marks = ((head, [f"  {'▸' if one in left else '·'} {one}" for one in told]) for _, head, told in groups)
    lines = [line for head, told in marks for line in (head, *told)]
    evening.look_at(evening.say("orders-title"), lines or [evening.say("story-new")])


def do_look(evening: Evening, words: Sequence[str]) -> None:
    """A seat looks at its own side, alone; the screen is wiped before the laptop goes back. With a file: the referee
    looks at a photo of the table."""
    if names_photo(words):
        look_at_photo(evening, words)
        return
    if evening.table.declared.own_side() is None:
        raise Trouble("play.no-secrets")
    here = people(evening)
    awaited = [seat for seat in (evening.asked_seat(), *evening.seats()) if seat in here]
    alone = awaited[:1] or (here if len(here) == 1 else [])
    meant = [one for one in evening.ear.lexicon.find(words) if one in here] if words else alone
    if len(meant) != 1:
        raise Trouble("play.look-who", players=tuple(here))
    seat = meant[0]
    if not story.is_known_alone(evening.table, seat):  # nobody takes the laptop away to see nothing
        evening.tell([evening.say("nothing-own")])
        return
    waiting = [evening.say("hand-over", seat=evening.paint().seat(seat))]
    if len(here) > 1 and evening.face.ask(lambda: evening.scene(asked=waiting), evening.say("ready")):
        evening.tell([evening.say("kept")])
        return
    try:
        asked_pin(evening, seat)
        look(evening, seat)
    except Covered:
        pass
    finally:
        evening.face.forget()


def do_timer(evening: Evening, words: Sequence[str]) -> None:
    """`timer 60`: so many seconds for a decision; `timer 0`: none; alone: how many there are."""
    if not words:
        seconds = evening.timer.seconds
    elif words[0].isdecimal():
        seconds = min(int(words[0][:6]), LONGEST_TIMER)
        evening.timer.set(seconds, evening.decision())
    else:
        raise Trouble("play.count", word=" ".join(words))
    evening.tell([evening.say("timer-on", n=seconds) if seconds else evening.say("timer-off")])


def do_large(evening: Evening, _: Sequence[str]) -> None:
    evening.large = not evening.large


def do_language(evening: Evening, words: Sequence[str]) -> None:
    """Into the one that is named, or the next one that the game knows."""
    known = [lang for lang in evening.speech.tongues.names if lang in evening.table.kit.game.languages]
    other = known[(known.index(evening.speech.lang) + 1) % len(known)] if evening.speech.lang in known else known[0]
    lang = (evening.speech.tongues.meant(words[0]) if words else None) or other
    evening.speak(evening.speech_in(lang))
    home.remember_language(lang, evening.table.id)


def answer(evening: Evening, name: str, words: Sequence[str]) -> None:
    """A question that only this game knows."""
    question = find_question(evening.table, name)
    asked = evening.script.question_text(name, "help").partition(" ")[0]  # in the language of the table
    lines, refused = told(evening.table, question, words, evening.ear.lexicon, evening.speech, evening.paint(), asked)
    title = evening.script.question_text(name, "title")
    if title:
        evening.look_at(title, lines)
    else:
        evening.tell([*lines, *([evening.refusal(refused)] if refused else [])])


def do_setup(evening: Evening, _: Sequence[str]) -> None:
    tick_off(evening)


def do_check(evening: Evening, _: Sequence[str]) -> None:
    if not evening.tells_places(evening.say("step-check")):
        walk(evening)


def do_photo(evening: Evening, words: Sequence[str]) -> None:
    look_at_photo(evening, words)


def do_agree(evening: Evening, words: Sequence[str]) -> None:
    """`agree 42`: the table lets that phone in, or does what else is asked by this number."""
    _answered(evening, words, True)


def do_decline(evening: Evening, words: Sequence[str]) -> None:
    _answered(evening, words, False)


def _answered(evening: Evening, words: Sequence[str], agreed: bool) -> None:
    """By its number; without one, what is asked alone is meant."""
    open_now = [notice.code for notice in evening.board.read()]
    if not open_now:
        raise Trouble("play.nothing-asked")
    code = words[0] if words else str(open_now[0]) if len(open_now) == 1 else ""
    if not any(str(one) == code and evening.board.answer(one, agreed) for one in open_now):
        raise Trouble("play.which-asked", codes=tuple(map(str, open_now)))
    evening.tell([evening.say("answered-here")])


def _count(words: Sequence[str]) -> int:
    """`u 3`: so many; nothing means one."""
    if not words:
        return 1
    if not (words[0].isdecimal() and len(words[0]) < 6 and int(words[0]) > 0):
        raise Trouble("play.count", word=words[0])
    return int(words[0])


def _use(rule: str) -> int:
    """Sections in the order in which they are wanted at the table: what happens, the end, the course, moves, set-up."""
    section = _section(rule)
    return SECTIONS.index(section) if section in SECTIONS else len(SECTIONS)


def _section(rule: str) -> str:
    return rule.rpartition("-")[2].partition(".")[0]


COMMANDS: Mapping[str, Callable[[Evening, Sequence[str]], None]] = {
    "quit": do_quit,
    "help": do_help,
    "why": do_why,
    "rules": do_rules,
    "undo": do_undo,
    "redo": do_redo,
    "log": do_log,
    "story": do_story,
    "table": do_table,
    "orders": do_orders,
    LOOK: do_look,
    TIMER: do_timer,
    "large": do_large,
    "language": do_language,
    "setup": do_setup,
    "check": do_check,
    "photo": do_photo,
    "agree": do_agree,
    "decline": do_decline,
}
