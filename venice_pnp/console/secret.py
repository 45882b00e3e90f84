"""A secret decision: the laptop goes to one seat, the choice is typed unseen, and the screen is wiped after it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from venice_pnp.console.display import Covered
from venice_pnp.console.layout import Screenful
from venice_pnp.contract.play import Refused
from venice_pnp.speech.folded import folded
from venice_pnp.speech.trouble import Trouble
from venice_pnp.speech.words import Said, find_rule

if TYPE_CHECKING:
    from venice_pnp.console.evening import Evening
    from venice_pnp.referee.meaning import Ear, Meaning


def secret_turn(evening: Evening, seats: Sequence[str]) -> None:
    """Hand the laptop on; the choice is typed unseen, and the screen is wiped before it goes back."""
    evening.timer.start(evening.decision())
    evening.chained = False
    seat = seats[0]
    if people(evening) == [seat]:
        _with_bots(evening, seat)
        return
    if evening.ordered.is_work:
        _hands_first(evening)
        return
    paint = evening.paint()
    waiting = [evening.say("hand-over", seat=paint.seat(seat))]
    if len(seats) > 1:
        waiting.append(evening.say("who-first", players=", ".join(map(paint.seat, seats[1:]))))

    def show() -> Screenful:
        return evening.scene(asked=waiting)._replace(asks=tuple(evening.seats()))

    text = evening.face.ask(show, evening.say("ready"), hidden=True)
    evening.page = None
    evening.notes = []
    if text:
        letter = len(text) == 1 and evening.command_of(text, ()) is not None  # `u` takes back, though Ugo sits here
        meant = [] if letter else [one for one in seats if folded(one).startswith(folded(text))]
        if len(meant) != 1:
            _before_the_secret(evening, text)
            return
        seat = meant[0]
    try:
        _alone(evening, seat)
    except Covered:
        pass
    finally:
        evening.face.forget()


def people(evening: Evening) -> list[str]:
    """Who is no bot."""
    return [seat for seat in evening.table.players if seat not in evening.table.bots]


def _with_bots(evening: Evening, seat: str) -> None:
    """Nobody else sits here: what is typed is seen, the own side lies open, and nobody has to leave the laptop."""
    pin = asked_pin(evening, seat)
    first = _asked_of(evening, seat)
    if first is None:
        return
    asked = [evening.offering.question(first[0], evening.paint().seat(seat))]

    def show() -> Screenful:
        return evening.scene(seat, asked, own=True)._replace(asks=_asked_of(evening, seat))

    text = evening.face.ask(show, evening.say("prompt", seat=seat))
    evening.page = None
    evening.notes = []
    if not text:
        evening.tick(1)
        return
    command = evening.command_of(text, (seat,)) if text[0] != "?" else None
    if command and not evening.leaves_in_another_tongue(command, text):
        evening.do(command, text.split()[1:])
    elif not command and (told := _sealed(evening, seat, text, pin, open_side=True, alone=True)):
        evening.tell(told)


def _hands_first(evening: Evening) -> None:
    """What the hands have to do is ticked off before anybody is alone: no Enter does both."""
    asked = [evening.say("hands-first", n=len(evening.orders))]
    text = evening.face.ask(lambda: evening.scene(asked=asked), evening.say("hands-prompt"), hidden=True)
    evening.page = None
    evening.notes = []
    if not text:
        evening.tick(1)
    elif text.isdecimal():
        evening.tick(int(text[:3]))
    elif evening.hears(text, "all", "done"):
        evening.tick(len(evening.orders))
    else:
        _before_the_secret(evening, text, "hands-open")


def _before_the_secret(evening: Evening, text: str, why_not: str = "in-the-open") -> None:
    """While everybody looks, only commands are taken; what may be a secret is neither done nor kept."""
    command = evening.command_of(text, ())
    if command and not evening.leaves_in_another_tongue(command, text):
        evening.do(command, text.split()[1:])
    if command:
        return
    named = [one for one in evening.table.players if folded(one) == folded(text)]
    if named and named[0] not in evening.seats():  # a name is no secret
        who = tuple(map(evening.speech.name, evening.seats()))
        raise Trouble("play.not-asked", seat=named[0], who=who, n=0)
    evening.tell([evening.say(why_not)])


def asked_pin(evening: Evening, seat: str) -> str | None:
    pin = None
    if seat in evening.table.pins:
        asked = [evening.speech.say("pin.needed", {"seat": seat})]
        prompt = evening.speech.say("pin.ask", {"seat": seat})
        pin = evening.face.ask(lambda: evening.scene(asked=asked), prompt, hidden=True, own=True)
    evening.table.check_pin(seat, pin)
    return pin


def explained(evening: Evening, ear: Ear, seat: str, text: str) -> list[str]:
    """`? bid 200`: would that be legal, and if not, why? By what the ear knows: of a hand only its owner is told."""
    meaning = ear.understand(seat, text)
    if meaning.moves:
        verbs = evening.table.rules.verbs
        in_the_open = ear is evening.ear is not evening.own_ear
        dealt = evening.speech.seeded and in_the_open  # else nobody here knows what a hand holds
        held = dealt and any(verbs[move["do"]].private for move in meaning.moves)
        if len(meaning.moves) == 1 and not held:
            return legal(evening, meaning.moves[0])
        forms = evening.offering.listed(evening.offering.choices(meaning.moves))
        if len(meaning.moves) == 1:
            forms = evening.offering.spoken(meaning.moves[0])
        return [evening.say("would-be-legal-held" if held else "would-be-legal", choices=forms, seat=seat)]
    lines = []
    if meaning.refused:
        lines.append(evening.refusal(meaning.refused))
        rule = find_rule(evening.table.kit, meaning.refused.rule, evening.speech.lang)
        lines += [f"{meaning.refused.rule}: {rule}"] if rule else []
    elif meaning.trouble:
        lines.append(evening.speech.trouble(meaning.trouble))
    possible = evening.offering.offered(evening.offering.public(seat))
    return [*lines, evening.speech.say("move.legal", {"legal": Said(" · ".join(possible))})]


def legal(evening: Evening, move: Mapping[str, Any]) -> list[str]:
    """That a move is legal, and what it decides, if everybody may know that."""
    verb = evening.table.rules.verbs[move["do"]]
    follows = () if verb.secret or verb.private else evening.brings(move)
    told = [evening.speech.event(event) for event in follows if event.rule in evening.script.foretold]
    lines = [evening.say("would-be-legal", choices=evening.offering.spoken(move))]
    return [*lines, evening.say("would-follow", lines=" ".join(told))] if told else lines


def look(evening: Evening, seat: str) -> None:
    """A seat looks at its own side, and may ask what only it may know (`? 2 ca`)."""
    told: list[str] = []
    while True:
        own = [] if evening.face.window or told else evening.own_side(seat)
        asked = [*own, *told, evening.say("looking", seat=evening.paint().seat(seat))]

        def show(asked: Sequence[str] = tuple(asked)) -> Screenful:
            return evening.scene(seat, asked, own=True)

        text = evening.face.ask(show, evening.say("cleared"), hidden=True, own=True)
        if not text.strip():
            return
        asks = text[:1] == "?" and text[1:].strip()
        told = explained(evening, evening.ear_of(seat), seat, text[1:]) if asks else [evening.say("only-looking")]


def _alone(evening: Evening, seat: str) -> None:
    """One seat in front of the screen. Its own side is shown only while it wants to see it (Tab)."""
    pin = asked_pin(evening, seat)
    open_side = False
    told: list[str] = []

    def turn() -> None:
        nonlocal open_side
        open_side = not open_side

    first = _asked_of(evening, seat)
    while first is not None and _asked_of(evening, seat) == first:
        asked = [evening.offering.question(first[0], evening.paint().seat(seat)), *told, evening.say("unseen")]

        def show(asked: Sequence[str] = tuple(asked)) -> Screenful:
            scene = evening.scene(seat, asked, own=open_side)
            return scene._replace(hint=evening.say("unseen-hint"), asks=_asked_of(evening, seat))

        text = evening.face.ask(show, evening.say("prompt", seat=seat), hidden=True, own=True, keys={"tab": turn})
        if not text:
            return
        if _asked_of(evening, seat) != first:
            break
        told = _sealed(evening, seat, text, pin, open_side)
        if not told:
            return
    evening.tell([evening.say("chosen-elsewhere", seat=seat)])


def _asked_of(evening: Evening, seat: str) -> tuple[Mapping[str, Any], int] | None:
    """What a seat is asked, and how many moves it has made; nothing if it has chosen meanwhile, at a phone or another
    console."""
    evening.catch_up()
    item = next((item for item in evening.table.awaited() if item["by"] == seat), None)
    return (item, sum(step.move.get("by") == seat for step in evening.table.steps)) if item is not None else None


def _sealed(evening: Evening, seat: str, text: str, pin: str | None, open_side: bool, alone: bool = False) -> list[str]:
    """Seals what was typed and shows the receipt, unless nobody else is here who could want it; otherwise says what was
    wrong, but never what was typed."""
    if text == "v" and not evening.face.window:
        return evening.own_side(seat)
    if text[:1] == "?" and text[1:].strip():
        asked = text[1:].strip()
        asked = _unnamed(asked, seat) if evening.named_first(asked) == seat else asked
        return explained(evening, evening.ear_of(seat), seat, asked)
    if text in ("?", "v"):
        return _helped(evening, seat, open_side)
    meaning = evening.ear_of(seat).understand(seat, text, correct=False)
    named = evening.named_first(text) if not meaning.moves else None
    if named not in (None, seat):  # nothing is told of others
        return [evening.say("alone-here", seat=seat, other=named)]
    if named:
        text = _unnamed(text, named)
        meaning = evening.ear_of(seat).understand(seat, text, correct=False)
    if len(meaning.moves) != 1 or meaning.shared:  # what is sealed is never guessed
        return _wrong(evening, seat, text, meaning, open_side) or [
            evening.say("unheard"),
            *_helped(evening, seat, open_side),
        ]
    try:
        done = evening.table.do(meaning.moves[0], pin)
    except Refused as refused:  # by what others have sealed; only whoever would seal the same is told
        return [evening.refusal(refused, hide=bool(refused.facts))]
    if not alone and str(meaning.moves[0]["do"]) not in evening.script.open_verbs:
        _receipt(evening, seat, meaning.moves[0], done.receipt)
    if len(done.events) > 1:
        evening.done(done)
    else:  # that somebody has chosen is nothing for the hands
        evening.tell([evening.speech.event(event) for event in done.events])
    return []


def _unnamed(text: str, name: str) -> str:
    """A line without the name before it."""
    return text.replace(":", " ", 1)[len(name) :].strip()


def _wrong(evening: Evening, seat: str, text: str, meaning: Meaning, open_side: bool) -> list[str]:
    """Why it is not what is asked: never a rule about other moves, nor a sentence that quotes what was typed."""
    rules = evening.table.rules
    asked = list(dict.fromkeys(str(move["do"]) for move in rules.legal(evening.table.state, seat)))
    ear = evening.ear_of(seat)
    for meant in (meaning, *(ear.understand(seat, f"{verb} {text}", correct=False) for verb in asked[:1])):
        if meant.moves or meant.refused is None or meant.tried is None or meant.tried["do"] not in asked:
            continue
        if meant.refused.rule != rules.form_rule:
            look = [] if open_side else [evening.say("look-own" if evening.face.window else "look-own-lines")]
            return [evening.refusal(meant.refused, hide=bool(meant.refused.facts)), *look]
        if "value" not in meant.refused.facts:
            return [evening.refusal(meant.refused)]
    return []


def _helped(evening: Evening, seat: str, open_side: bool) -> list[str]:
    """How the seat types what it may do; only while its own side is open, by what it holds itself."""
    legal = list(evening.table.rules.legal(evening.table.state, seat))
    return evening.offering.helped(legal, evening.ear_of(seat) if open_side else None)


def _receipt(evening: Evening, seat: str, move: Mapping[str, Any], receipt: str) -> None:
    """Confirmed to its owner: the same lines whatever was chosen; the choice itself only on his wish."""
    shown = ""

    def turn() -> None:
        nonlocal shown
        shown = "" if shown else evening.offering.spoken(move)

    def show() -> Screenful:
        asked = [evening.say("sealed", seat=seat, receipt=receipt)]
        if evening.face.window:
            asked.append(evening.say("choice", choice=shown or "· · ·"))
        return evening.scene(asked=asked)._replace(hint=evening.say("sealed-hint"), told=(), notes=())

    evening.face.ask(show, evening.say("cleared"), own=True, hidden=True, keys={"tab": turn})
