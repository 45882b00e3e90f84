"""What people type of a board that is not as the referee has it: `castello green 3`, `column 7`, `anke cs>sm`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple

from venice_pnp.contract.position import FORM, SEATS
from venice_pnp.contract.position import read as read_form
from venice_pnp.referee.meaning import LONGEST_NAME
from venice_pnp.speech.folded import folded, likest
from venice_pnp.speech.plain import scalar
from venice_pnp.speech.texts import kit_texts, words_of_texts
from venice_pnp.speech.trouble import NotAMove, Trouble
from venice_pnp.speech.words import filled, known_ids, said_in

if TYPE_CHECKING:
    from venice_pnp.console.evening import Evening

SHORTEST = 2  # letters of a word that is cut short
APART, COMMA, COLON = ";", ",", ": "  # between things that are said in one line; after a place
MOVED = ">"  # `cs>sm`: it lies in the second place instead of the first
TEN = 10
CHANGES = "+-"  # `+a1 -b2`: more in a list, and less
ROWS = "rows"  # what `console.yaml` says of a list whose items are something with where it stands
BY_WORD = "by-word"  # of a row: it is meant only if its word is said, and not shown while nothing lies there
WHOLE = "whole"  # of a row: what stands beside it in the position is told with it
DIGITS = "digits"  # of a number: above what two markers show it, and what they are called
IN_TURN = "in-turn"  # of a list: its items lie on spaces that are covered one after the other
COUNTED = "counted"  # of a list: only how many there are is told, and what stands for one of which no more is known
SAME = "play.check-same"  # of a line that says what the referee has
NO_NUMBER = "play.check-number"  # of a word where a number is told: says little, if it may be meant of another place
HIDDEN = "hidden"  # of a row: what is said where only how many lie there is known, and not which
STANDS = "stands"  # of a row: a correction takes it as the page says it, and never works it out from the rest
Path = tuple[str, ...]


class Statement(NamedTuple):
    """What the referee believes about one place of the board."""

    path: Path
    key: str  # of the place or the player; nothing: there is only one such
    name: str
    value: Any
    like: Any  # a value of the same shape, where nothing stands there
    row: Mapping[str, Any]  # what `console.yaml` says of it
    gone: tuple[Any, ...] = ()  # of a list: its beginning, which lies there no more
    first: tuple[Any, ...] = ()  # what stands there from the start, of which the position says nothing

    def whole(self, value: Any) -> Any:
        """As the position has it."""
        if self.first:
            return [one for one in value if one not in self.first]
        return [*self.gone, *value] if self.gone else value


Noticed = dict[Path, Any]  # what is really there


def parted(evening: Evening, statements: Sequence[Statement], text: str, found: Noticed) -> list[str]:
    """The things that a line says, one by one: `castello green 3; san marco red 2`. A comma parts them too, unless the
    line is understood as one, or stands before a number alone."""
    parts = [part.strip() for part in text.split(APART) if part.strip()]
    if len(parts) != 1 or COMMA not in text:
        return parts
    try:
        heard(evening, statements, text, found)
    except Trouble as trouble:
        said = [part.strip() for part in text.split(COMMA) if part.strip()]
        return parts if trouble.key == SAME or any(map(str.isdecimal, said)) else said
    return parts


def heard(evening: Evening, statements: Sequence[Statement], text: str, found: Noticed) -> list[Noticed]:
    """What a line may say of the board: places with what is really there. Raises Trouble if it says nothing."""
    if MOVED in text:
        return _moved(evening, statements, text, found)
    words = _unnumbered(evening, statements, text.replace(",", " ").replace(COLON, " ").split())  # as on the page
    readings, troubles = _readings(evening, statements, words, found)
    unnamed = [one for one in statements if not one.key and isinstance(one.value, list)]
    for one in unnamed if words else ():
        with suppress(Trouble):  # it may say something else
            value = _of_list(evening, one, found.get(one.path, one.value), words)
            readings.append((0, _with_ground(evening, {one.path: value}, statements, found)))
    fitting = [(named, noticed) for named, noticed in readings if _has_form(evening, noticed, statements)]
    if not fitting:  # the place may stand behind what is there
        readings, _ = _readings(evening, statements, words, found, anywhere=True)
        fitting = [(named, noticed) for named, noticed in readings if _has_form(evening, noticed, statements)]
    if not fitting:  # several numbers are no houses, but may be what open tokens show
        readings, _ = _readings(evening, statements, words, found, unworded=True)
        fitting = [(named, noticed) for named, noticed in readings if _has_form(evening, noticed, statements)]
    if not fitting:
        unheard = _unheard(evening, statements, words, text)
        raise max(troubles, key=lambda one: (one[0], one[1].key != NO_NUMBER), default=(0, unheard))[1]
    most = max(named for named, _ in fitting)  # the more words name a place, the surer it is meant
    best = [noticed for n, (named, noticed) in enumerate(fitting) if named == most and fitting[n] not in fitting[:n]]
    believed = {one.path: one.value for one in statements}
    said = {**believed, **found}  # what was said of a place before may be taken back
    news = [
        one for one in best if any(differs(value, old[at]) for at, value in one.items() for old in (believed, said))
    ]
    if not news and not found.keys() & {path for noticed in best for path in noticed}:
        raise NotAMove(SAME, line=text)
    return news or best


def differs(value: Any, other: Any) -> bool:
    """Is it another one? Nothing at a place is nothing, whether the place is listed or not."""
    nothing: tuple[Any, ...] = (None, {}, [])
    return bool(value != other) and not (value in nothing and other in nothing)


def _readings(
    evening: Evening,
    statements: Sequence[Statement],
    words: Sequence[str],
    found: Noticed,
    anywhere: bool = False,
    unworded: bool = False,
) -> tuple[list[tuple[int, Noticed]], list[tuple[int, Trouble]]]:
    """What the words may say of each place, and why they say nothing of it, each with how many of them name it.
    `unworded`: also of a place that is otherwise meant only if its word is said."""
    readings, troubles = list[tuple[int, Noticed]](), list[tuple[int, Trouble]]()
    for beside in _by_row(statements):
        said = _apart(words) if COUNTED in beside[0].row else words
        for one in beside:
            for rest, named in _named(evening, one, said, frozenset(other.key for other in beside), anywhere):
                if one.row.get(BY_WORD) and named < 2 and not unworded:
                    continue
                try:
                    there = one.like if found.get(one.path) is None else found[one.path]  # a piece noticed before stays
                    value = read(evening, there, " ".join(rest), one.row, _usual(evening, beside))
                except Trouble as not_read:
                    troubles.append((named, not_read))
                else:
                    readings.append((named, _with_ground(evening, {one.path: value}, statements, found)))
    return readings, troubles


def _apart(words: Sequence[str]) -> list[str]:
    """Words with a number behind a name by itself: `swamp 2` is a tile, and so many tiles."""
    return [part for word in words for part in (word.rsplit(" ", 1) if word.split()[-1].isdecimal() else [word])]


def _of_list(evening: Evening, one: Statement, there: Sequence[Any], words: Sequence[str]) -> list[Any]:
    """What is said of a list without its name: `+a1 -b2`, `-casa e7`; of what stands in places also `casa d17`, instead
    of what stood there."""
    unheard = NotAMove("play.check-unheard", line=" ".join(words))
    words = _signed(evening, words) if ROWS in one.row else words
    if words[0][0] in CHANGES:
        changed = list(read(evening, there, " ".join(words), one.row, _usual(evening, [one])))
        if changed == list(there):
            raise unheard
        return changed
    if ROWS not in one.row:
        raise unheard
    where = one.row[ROWS]["keys"][1]
    new = _items(evening, words, one.row, frozenset())
    taken = {place for item in new for place in item[where]}
    if not taken:
        raise unheard
    kept = [item for item in there if item in new or taken.isdisjoint(item[where])]
    return [*kept, *(item for item in new if item not in kept)]


def _unheard(evening: Evening, statements: Sequence[Statement], words: Sequence[str], text: str) -> NotAMove:
    """No place of the list; the first word that nobody knows, which may be misspelled. A colour is a player's, and a
    word of a line of the list is known too."""
    said = any(map(evening.ear.is_known, words))  # else it is no line of the kind at all
    listed = [part for one in statements for part in folded(f"{one.name} {one.row}").split()]
    ours = words_of_texts(evening.table.kit)
    for word in words:
        known = any(map(str.isdecimal, word)) or evening.ear.is_known(word) or folded(word) in ours
        if not known and (near := _like(evening, word)):
            return NotAMove("move.unknown.id.near", word=word, nearest=near[0], choices=())
        if not known and said and word.isalpha() and not any(part.startswith(folded(word)) for part in listed):
            return NotAMove("move.unknown.id", word=word, choices=())
    return NotAMove("play.check-unheard", line=text)


def _like(evening: Evening, word: str) -> list[str]:
    """The name that a word is most like, if any is, as it is called in the language spoken now."""
    names = (*said_in(evening.table.kit, evening.speech.lang), *evening.table.players)
    spelt = {folded(part): part for name in names for part in (*name.split(), name) if len(part) > SHORTEST}
    return [spelt[near] for near in likest(folded(word), list(spelt), 1)]


def _named(
    evening: Evening, one: Statement, words: Sequence[str], keys: frozenset[str], anywhere: bool
) -> Iterator[tuple[list[str], int]]:
    """Where a line begins with this place, or has it anywhere: the words that are left for the value, and how many
    words name the place."""
    labels = list(_labels(evening, one))
    for at, word in enumerate(words):
        if one.key and one.key in _meant(evening, word, one.row, keys):
            rest, named = _unlabelled([*words[:at], *words[at + 1 :]], labels)
            if rest:
                yield rest, named + 1
        if not anywhere and not any(_begins(word, forms) for forms in labels):
            break
    rest, named = _unlabelled(words, labels)
    alone = not one.key or (one.key in evening.table.players and named > 1)  # whose it is may be the only question
    if alone and named and rest and words[0] not in rest:
        yield rest, named


def _unlabelled(words: Sequence[str], labels: Iterable[set[str]]) -> tuple[list[str], int]:
    """Words without those that only say which part of a place is meant, and how many those were."""
    rest = list(words)
    for forms in labels:
        at, more = next((n for n, word in enumerate(rest) if _begins(word, forms)), None), set(forms)
        while at is not None and len(rest) > 1 and at < len(rest):
            more.discard(folded(rest.pop(at)))
            at = at if folded(rest[min(at, len(rest) - 1)]) in more else None  # what the page says in several words
    return rest, len(words) - len(rest)


def _unnumbered(evening: Evening, statements: Sequence[Statement], words: Sequence[str]) -> list[str]:
    """Names of several words as one; a number is left out before the name of what has it: `6 Palazzo Grassi`."""
    rows = [one.row for one in statements if "numbered" in one.row][:1]
    found = list[str]()
    for word in reversed(_together(evening, words)):
        has = [one for row in rows if word.isdecimal() for one in _numbered(evening, word, row)]
        if not (has and found and has[0] in evening.ear.lexicon.find(found[0].split())):
            found.insert(0, word)
    return found


def _usual(evening: Evening, beside: Sequence[Statement]) -> frozenset[str]:
    """What stands in such places: a word means one of these before it means anything else."""
    held = [one.value if isinstance(one.value, list) else [one.value] for one in beside]
    found = {item for items in held for item in items if isinstance(item, str)}
    if "whose" in beside[0].row:
        return frozenset(evening.table.players)
    if "of" in beside[0].row:
        return frozenset(str(row.id) for row in evening.table.kit.rows(str(beside[0].row["of"])))
    return frozenset(found | set(evening.table.players) if found & set(evening.table.players) else found)


def _labels(evening: Evening, one: Statement) -> Iterator[set[str]]:
    """What the parts of a path are called in every language, and what the page says of the place."""
    called = kit_texts(evening.table.kit, "messages").get("places") or {}
    digits = one.row.get(DIGITS, {})
    markers = {folded(word) for part in ("tens", "units") for word in digits.get(part, ())}  # they say which number
    for part in one.path:
        if part != one.key:
            yield _forms(part, called.get(part)) - markers
    said = [str(one.row[lang]) for lang in evening.speech.tongues.names if lang in one.row]
    said += [str(words) for key in ("called", HIDDEN) for words in one.row.get(key, {}).values()]
    yield {
        word
        for text in said
        for word in folded(text.replace("{value}", " ").replace(":", " ").replace(",", " ")).split()
    }


def _forms(name: str, called: Mapping[str, Any] | None) -> set[str]:
    """The words of a name and of its texts in every language."""
    return {word for text in (name, *(called or {}).values()) for word in folded(str(text)).split()}


def _begins(word: str, forms: Iterable[str]) -> bool:
    return len(word) >= SHORTEST and any(form.startswith(folded(word)) for form in forms)


def _meant(evening: Evening, word: str, row: Mapping[str, Any], only: frozenset[str]) -> list[str]:
    """The places or players that a word may mean, by name or colour; those of `only` go before others."""
    if word.isdecimal():
        return _numbered(evening, word, row)
    lexicon = evening.ear.lexicon
    named = [one for one in lexicon.named(folded(word).split()) if one in only]  # whichever has the word in its name
    whole = lexicon.with_word(word, only) if word.isalpha() else []
    named = whole if len(whole) == 1 else named  # advisor II is not advisor III
    found = of_colour(evening, word) or named or lexicon.find(word.split(), only)
    if only.isdisjoint(found) and len(word) >= SHORTEST:
        coded = any(letter.isdecimal() for letter in word)  # a1 is never the beginning of a18
        near = [] if coded else lexicon.among(word.split(), only)
        found = of_colour(evening, word, whole=False) or near or found
    return found


def _numbered(evening: Evening, word: str, row: Mapping[str, Any]) -> list[str]:
    """Places that are numbered on the board: `7` is the seventh palace."""
    rows = evening.table.kit.rows(str(row["numbered"])) if "numbered" in row else []
    return [str(rows[int(word) - 1].id)] if len(word) < 4 and 0 < int(word) <= len(rows) else []


def of_colour(evening: Evening, word: str, whole: bool = True) -> list[str]:
    """Whose colour it is, in any language; or which it may be, if the word is cut short."""
    kit, chosen = evening.table.kit, evening.table.colours
    found = []
    for player, seat in zip(evening.table.players, kit.seats, strict=False):
        colour = next((one for one in kit.seats if one.id == chosen.get(player)), seat)
        forms = [folded(form) for form in (colour.id, *colour.name.values())]
        if folded(word) in forms or (not whole and _begins(word, forms)):
            found.append(player)
    return found


def _has_form(evening: Evening, noticed: Noticed, statements: Sequence[Statement]) -> bool:
    """Can it be read as a position at all? Three is no owner of a palazzo, and San Marco has no houses."""
    table, typed = evening.table, as_typed(noticed, statements)
    model = table.declared.position()
    seats = [*table.players, *(str(one.row["whose"]) for one in statements if "whose" in one.row)]
    wrong = read_form(model, typed, {SEATS: seats})[1] if model else []
    if any(one.wanted != "missing" for one in wrong):
        return False
    return not any(one.key.startswith(f"{FORM}.") for one in table.audited(table.completed(typed)).violations)


def _moved(evening: Evening, statements: Sequence[Statement], text: str, found: Noticed) -> list[Noticed]:
    """`anke cs>sm`: one piece that lies in the second place instead of the first."""
    left, _, right = text.partition(MOVED)
    before, after = (_together(evening, part.replace(",", " ").split()) for part in (left, right))
    what, readings = [*before[:-1], *after[1:]], list[Noticed]()
    for beside in _by_row(statements) if before and after else ():
        row, keys = beside[0].row, frozenset(one.key for one in beside)
        if row.get(BY_WORD):
            continue
        if ROWS in row:
            there = found.get(beside[0].path, beside[0].value)
            named, _ = _unlabelled(before, list(_labels(evening, beside[0])))
            readings += [{beside[0].path: rows} for rows in _elsewhere(evening, there, named, after, row)]
            continue
        start, end = (_meant(evening, word, row, keys) for word in (before[-1], after[0]))
        for one in beside:
            for other in beside if one.key in start else ():
                if other.key in end and other.path != one.path:
                    readings += _shifted(evening, one, other, what, found)
    readings = [_with_ground(evening, noticed, statements, found) for noticed in readings]
    fitting = [noticed for noticed in readings if _has_form(evening, noticed, statements)]
    if not fitting and before and after:
        placed = [_placed(evening, one, before[-1], after[0], what, found) for one in statements]
        fitting = [noticed for noticed in placed if noticed and _has_form(evening, noticed, statements)]
    if not fitting:
        raise NotAMove("play.check-unheard", line=text)
    return fitting


def _placed(evening: Evening, one: Statement, start: str, end: str, what: Sequence[str], found: Noticed) -> Noticed:
    """`gondola 7>8`, `anke advisor cs>sm`: what is listed by itself, with the place where it stands."""
    value, slots = found.get(one.path, one.value), one.row.get("slots")
    stands = value[slots["place"]] if slots else value
    owner = value[slots["seat"]] if slots else None
    labels = [forms for forms in _labels(evening, one) if forms]
    for word in what:
        named = {one.key, owner} & set(_meant(evening, word, {}, frozenset(filter(None, (one.key, owner)))))
        if not named and not any(_begins(word, forms) for forms in labels):
            return {}
    try:
        was, now = (_one(evening, word, one.row) for word in (start, end))
    except Trouble:
        return {}
    if isinstance(stands, bool) or stands is None or was != stands:
        return {}
    return {one.path: {**value, slots["place"]: now} if slots else now}


def _by_row(statements: Sequence[Statement]) -> list[list[Statement]]:
    """Places of the same kind together."""
    rows: dict[int, list[Statement]] = {}
    for one in statements:
        rows.setdefault(id(one.row), []).append(one)
    return list(rows.values())


def _shifted(evening: Evening, one: Statement, other: Statement, what: Sequence[str], found: Noticed) -> list[Noticed]:
    """A piece that is not named may be any of those that lie there."""
    here, there = found.get(one.path, one.value), found.get(other.path, other.value)
    labels = list(_labels(evening, one))
    said = " ".join(word for word in what if not any(_begins(word, forms) for forms in labels))
    if isinstance(here, str):  # one piece alone, on a place that holds no other
        meant = not said or here in _meant(evening, said, one.row, frozenset([here]))
        return [{one.path: there, other.path: here}] if meant else []
    try:
        lying = list(dict.fromkeys(here)) if isinstance(here, (list, Mapping)) else []  # an account holds no pieces
        pieces = [_one(evening, said, one.row, frozenset(lying))] if said else lying
    except Trouble:
        return []
    shifted = (_without(here, there, piece, said) for piece in pieces if piece in lying)
    return [{one.path: rest, other.path: more} for rest, more in filter(None, shifted)]


def _without(here: Any, there: Any, piece: str, said: str) -> tuple[Any, Any] | None:
    """A place without one of its pieces, and the other place with it; what is no number goes only by its name."""
    if isinstance(here, list):
        rest = list(here)
        rest.remove(piece)
        return rest, [*(there or []), piece]
    count, more = here[piece], dict(there or {})
    if isinstance(count, bool) or not isinstance(count, int):
        return ({key: part for key, part in here.items() if key != piece}, {**more, piece: count}) if said else None
    return ({**here, piece: count - 1}, {**more, piece: int(more.get(piece) or 0) + 1}) if count > 0 else None


def as_typed(noticed: Noticed, statements: Sequence[Statement]) -> dict[str, Any]:
    """As a partial snapshot, in which nothing takes away what stands there."""
    known = {one.path: one for one in statements}
    typed: dict[str, Any] = {}
    standing = {one.path: one.value for one in statements if one.row.get(STANDS)}
    for path, value in {**standing, **noticed}.items():
        old = known[path].value if path in known else None
        value = known[path].whole(value) if path in known else value
        if isinstance(value, Mapping) and isinstance(old, Mapping):
            value = {**dict.fromkeys(old), **value}
        part = typed
        for key in path[:-1]:
            part = part.setdefault(key, {})
        if path in known and known[path].row.get(WHOLE):
            part |= {one.path[-1]: one.value for one in statements if one.path[:-1] == path[:-1] and not part}
        part[path[-1]] = None if value == {} else value
    return typed


# --- values -----------------------------------------------------------------------------------------------------
def read(evening: Evening, before: Any, text: str, row: Mapping[str, Any], usual: frozenset[str] = frozenset()) -> Any:
    """A typed value of the same shape as the one that stood there; `+a1 -b2` changes a list.

    Of special shapes the row of `console.yaml` tells: `words` that may stand there besides names; `rows`, the table
    whose words begin a new row of a list, and under which keys; `slots`, which key takes a player and which the rest,
    with what is meant by nothing; `named`, keys that are followed by a name instead of a number; `flags`, keys without
    one; `numbered`, the table whose rows have numbers on the board; `whose`, what is meant by nobody
    where a player is named.
    """
    own = [form for forms in _own_words(evening, row).values() for form in forms]
    words = _together(evening, text.replace(",", " ").split(), own)
    empty = not text.strip() or _is_nothing(evening, text)
    if isinstance(before, bool):
        if not empty and not evening.hears(text, "yes", "no"):
            raise NotAMove("move.unknown.id", word=text, choices=())
        return evening.hears(text, "yes")
    if isinstance(before, int):
        return _number(evening, before, text, row)
    if isinstance(before, list):
        if COUNTED in row:
            return _so_many(before, text, str(row[COUNTED]))
        words = _signed(evening, words) if ROWS in row else words
        if ROWS in row and words and words[0][0] in CHANGES:
            return _changed_rows(evening, before, words, row)
        signed = [word[0] in CHANGES and len(word) > 1 for word in words]
        if any(signed) and not all(signed):
            raise NotAMove("play.check-unheard", line=text)
        if all(signed):
            gone = [_one(evening, word[1:], row, usual) for word in words if word[0] == "-"]
            more = [_one(evening, word[1:], row, usual) for word in words if word[0] == "+"]
            return [*_less_these(before, gone, text), *more]
        if row.get(IN_TURN) and len(words) > 1 and words[0].isdecimal():
            return _on_space(evening, before, words, row, usual)
        if ROWS not in row and len(words) > 1 and (less := _less(evening, words)):
            return _less_these(before, [_one(evening, word, row, usual) for word in less], text)
        if before and all(type(one) is int and one < TEN for one in before):  # values of tokens, as they are read: 331
            words = [figure for word in words for figure in (word if word.isdecimal() else [word])]
        items = [] if empty else _items(evening, words, row, usual)
        return before if row.get(BY_WORD) and Counter(items) == Counter(before) else items  # tokens have no order
    if isinstance(before, Mapping):
        return _slots(evening, before, words, row) if "slots" in row else _mapping(evening, before, words, empty, row)
    return row.get("whose") if empty else _one(evening, " ".join(words), row, usual)


def _so_many(before: Sequence[Any], text: str, unknown: str) -> list[Any]:
    """So many of them; of those that are left, or have come, nobody has said which they are."""
    if not text.isdecimal() or len(text) > TEN:
        raise NotAMove(NO_NUMBER, word=text)
    n = int(text)
    return [*before, *[unknown] * (n - len(before))] if n >= len(before) else [unknown] * n


def _number(evening: Evening, before: int, text: str, row: Mapping[str, Any]) -> int:
    """A number; of one that two markers show (`digits`) also where one of them lies: `tens marker 8`."""
    *said, figure = text.split() or [""]
    names = row.get(DIGITS, {})
    parts = [one for one in ("tens", "units") if said and _begins(" ".join(said), map(folded, names.get(one, ())))]
    if said and not parts:
        raise NotAMove("play.check-unheard", line=text)
    if not figure.lstrip("-").isdecimal():
        raise NotAMove(NO_NUMBER, word=text)
    number = int(figure)
    if parts == ["tens"]:
        return number * TEN + before % TEN
    return before - before % TEN + number if parts and has_digits(evening, before, row) and number < TEN else number


def has_digits(evening: Evening, value: Any, row: Mapping[str, Any]) -> bool:
    """Is it so high that one marker shows the tens and another the rest?"""
    return DIGITS in row and value > int(filled(evening.table.kit, str(row[DIGITS]["above"]), evening.speech.lang))


def _items(evening: Evening, words: Sequence[str], row: Mapping[str, Any], usual: frozenset[str]) -> list[Any]:
    """A list; of buildings each stands with its fields: `casa e7 palazzo d19 d20`."""
    found = [_one(evening, word, row, usual) for word in words]
    if ROWS not in row:
        return found
    first, rest = row[ROWS]["keys"]
    begins = {str(one.id) for one in evening.table.kit.rows(str(row[ROWS]["table"]))}
    rows: list[dict[str, Any]] = []
    for item in found:
        if item in begins:
            rows.append({first: item, rest: []})
        elif rows:
            rows[-1][rest].append(item)
    if not rows or found[0] not in begins or not all(one[rest] for one in rows):
        raise NotAMove("play.check-unheard", line=" ".join(words))
    return [{first: one[first], rest: places} for one in rows for places in _each(evening, one[first], one[rest], row)]


def _each(evening: Evening, kind: str, places: Sequence[str], row: Mapping[str, Any]) -> list[list[str]]:
    """`casa e10, e17`: as many of a kind as these places are for, if its table says how many one stands on (`size`)."""
    one = next(one for one in evening.table.kit.rows(str(row[ROWS]["table"])) if one.id == kind)
    size = getattr(one, str(row[ROWS].get("size")), len(places))
    whole = len(places) % size == 0
    return [list(places[n : n + size]) for n in range(0, len(places), size)] if whole else [list(places)]


def _signed(evening: Evening, words: Sequence[str]) -> list[str]:
    """`casa -c13`, `casa c13 0` and `c13 –` as `-casa c13` and `-c13`: in a list of what stands somewhere one of them
    is named by both."""
    first, *rest = words or [""]
    if rest and first[0] not in CHANGES and rest[0][0] in CHANGES and rest[0][1:]:
        return [f"{rest[0][0]}{first}", rest[0][1:], *rest[1:]]
    if rest and first[0] not in CHANGES and evening.hears(rest[-1], "nothing"):
        return [f"-{first}", *rest[:-1]]
    return list(words)


def _changed_rows(evening: Evening, before: Sequence[Any], words: Sequence[str], row: Mapping[str, Any]) -> list[Any]:
    """`+casa c12`, `-casa c13`, `-c13`: one building more, one less."""
    groups: list[list[str]] = []
    for word in words:
        if word[0] in CHANGES:
            groups.append([word[0]])
        groups[-1] += [word.lstrip(CHANGES)] if word.lstrip(CHANGES) else []
    found = list(before)
    for sign, *rest in groups:
        if sign == "+":
            found += _items(evening, rest, row, frozenset())
            continue
        gone = [one for one in found if _is_named(evening, one, rest, row)]
        if len(gone) != 1:
            raise NotAMove("play.check-unheard", line=" ".join(words))
        found.remove(gone[0])
    return found


def _is_named(evening: Evening, one: Mapping[str, Any], words: Sequence[str], row: Mapping[str, Any]) -> bool:
    """Is it this one of a list: by what it is, by some of where it stands, or both?"""
    first, rest = row[ROWS]["keys"]
    said = [_one(evening, word, row) for word in words]
    return bool(said) and all(word == one[first] or word in one[rest] for word in said)


def _elsewhere(
    evening: Evening, there: Sequence[Any], before: Sequence[str], after: Sequence[str], row: Mapping[str, Any]
) -> Iterator[list[Any]]:
    """`c13>c12`, `palazzo e7 e11>e8 e12`: one of a list stands elsewhere; of its fields, those that are named."""
    _, rest = row[ROWS]["keys"]
    try:
        named = [one for one in there if _is_named(evening, one, before, row)]
        left, taken = ([_one(evening, word, row) for word in words] for words in (before, after))
    except Trouble:
        return
    ids = known_ids(evening.table.kit)
    for one in named if set(taken) <= set(ids) else ():  # nothing stands on a player, or on a number
        kept = [field for field in one[rest] if field not in left] if len(taken) < len(one[rest]) else []
        moved = {**one, rest: sorted((*kept, *taken), key=ids.index)}
        yield [moved if other is one else other for other in there]


def _with_ground(evening: Evening, noticed: Noticed, statements: Sequence[Statement], found: Noticed) -> Noticed:
    """What stands somewhere leaves the list of bare ground (`ground` in the row), what has left it bare joins it: who
    names a building that stands elsewhere need not name the ground as well."""
    ground = {}
    for one in statements:
        if one.path in noticed and "ground" in one.row.get(ROWS, {}):
            rows, about = one.row[ROWS], one.row[ROWS]["ground"]
            path = tuple(str(about["path"]).split("."))
            known = {other.path: other.value for other in statements}
            was, now = (
                [field for item in items for field in item[rows["keys"][1]]]
                for items in (found.get(one.path, one.value), noticed[one.path])
            )
            may = {str(field.id) for field in evening.table.kit.rows(str(about["table"])) if _is_such(field, about)}
            bare = [field for field in found.get(path, known[path]) if field not in now]
            left = [field for field in was if field in may and field not in (*now, *bare)]
            ground[path] = sorted((*bare, *left), key=known_ids(evening.table.kit).index)
    return {**noticed, **ground}


def _is_such(field: Any, about: Mapping[str, Any]) -> bool:
    return all(getattr(field, key) == value for key, value in about["where"].items())


def _slots(evening: Evening, before: Mapping[str, Any], words: Sequence[str], row: Mapping[str, Any]) -> dict[str, Any]:
    """`Anke castello` for an advisor: who, and where; who is not named stays, as long as it stands anywhere."""
    slots, players = row["slots"], frozenset(evening.table.players)
    seats = [word for word in words if players.intersection(_meant(evening, word, {}, players))]
    places = [word for word in words if word not in seats and not _is_nothing(evening, word)]
    if len(seats) > 1 or (words[1:] and any(evening.hears(word, "without") for word in words)):
        raise NotAMove("play.check-unheard", line=" ".join(words))
    seat = _one(evening, seats[0], row, players) if seats else None
    there = before[slots["place"]] if seat is not None and not words[1:] else slots["nowhere"]
    place = _one(evening, " ".join(places), row) if places else there
    if seat is not None and words == seats and place == slots["nowhere"]:  # a ring, and nobody has said where
        raise NotAMove("play.check-unheard", line=" ".join(words))
    if seat is not None and place == slots["nowhere"] and any(_is_nothing(evening, word) for word in words):
        if seat != before[slots["seat"]]:  # nothing of somebody who has nothing there
            raise NotAMove("play.check-unheard", line=" ".join(words))
        seat = None
    seat = before[slots["seat"]] if seat is None and place != slots["nowhere"] else seat
    return {slots["seat"]: seat, slots["place"]: place}


def _mapping(
    evening: Evening, before: Mapping[str, Any], words: Sequence[str], empty: bool, row: Mapping[str, Any]
) -> Any:
    """`Anke 2 Bernd 1`: names with numbers."""
    keys, named, flags = list(before), row.get("named") or (), row.get("flags") or ()
    everybody = set(keys) == set(evening.table.players)  # everybody stands there, be it with 0
    found: dict[str, Any] = (dict.fromkeys(keys, 0) if everybody else {}) if empty else dict(before)
    last, counted = "", set[str]()
    for word in () if empty else _in_order(evening, words, row):
        if word[word[0] in CHANGES :].isdecimal():
            if not last:
                whose = set(keys) <= set(evening.table.players)
                raise NotAMove("play.check-whose" if whose else "move.unknown.id", word=word, choices=())
            found[last] = _amount(before.get(last), found[last] if last in counted else None, word)
            counted.add(last)
            continue
        key = _one(evening, word, row, frozenset(evening.table.players))
        if last in named:
            found[last], last = key, ""
            continue
        found[key] = found[key] if key in before else key in flags or 1
        last = key
    return found if everybody else {key: value for key, value in found.items() if value != 0}


def _amount(there: Any, said: Any, word: str) -> Any:
    """How many there are, or by how many more or less (`-1`); what lies open is named by its values, one by one.
    `said`: what was said of it before in this line."""
    changes = word[0] in CHANGES
    if isinstance(there, list):
        items = said if said is not None else there if changes else []
        values = [int(figure) for figure in word.lstrip(CHANGES)]
        return _less_these(items, values, word) if word[0] == "-" else [*items, *values]
    if said is not None:
        raise NotAMove("play.check-one-number", word=word, first=str(said))
    number = int(word) + (int(there or 0) if changes else 0)
    if number < 0:
        raise NotAMove("play.check-unheard", line=word)
    return number


def _in_order(evening: Evening, words: Sequence[str], row: Mapping[str, Any]) -> list[str]:
    """`no control` and `control missing` as `control 0`; `Anke podestà` as `podestà Anke`."""
    found, without = list[str](), ""
    for word in words:
        if evening.hears(word, "without"):
            without = word
            continue
        found += ["0"] if found and evening.hears(word, "nothing") else [word, "0"] if without else [word]
        without = ""
    if without:
        raise NotAMove("play.check-unheard", line=" ".join(words))
    named, last = row.get("named") or (), len(found) - 1
    if named and found and _one(evening, found[last], row, frozenset(evening.table.players)) in named:
        if not last or found[last - 1].isdecimal():
            raise NotAMove("play.check-whose", word=found[last])
        found[last - 1 :] = [found[last], found[last - 1]]
    return found


def _on_space(
    evening: Evening, before: Sequence[Any], words: Sequence[str], row: Mapping[str, Any], usual: frozenset[str]
) -> list[Any]:
    """`space 9 open`, `space 2 painting`: spaces that are covered one after the other, from the first on."""
    said, n = " ".join(words[1:]), int(words[0]) - 1
    if evening.hears(said, "open"):
        return list(before[: max(n, 0)])
    if not 0 <= n <= len(before):
        raise NotAMove("play.check-unheard", line=" ".join(words))
    return [*before[:n], _one(evening, said, row, usual), *before[n + 1 :]]


def _less_these(items: Sequence[Any], gone: Sequence[Any], text: str) -> list[Any]:
    """A list without these, each taken out once: of two equal tokens one stays."""
    left = list(items)
    for one in gone:
        if one not in left:
            raise NotAMove("play.check-unheard", line=text)
        left.remove(one)
    return left


def _less(evening: Evening, words: Sequence[str]) -> list[str]:
    """`no lion`, `lion missing`: what has gone from a list."""
    if evening.hears(words[0], "without"):
        return list(words[1:])
    missing = evening.hears(words[-1], "nothing") and not words[-1].isdecimal()  # 0 may be a value
    return list(words[:-1]) if missing else []


def _is_nothing(evening: Evening, text: str) -> bool:
    return evening.hears(text, "nothing", "without")


def _together(evening: Evening, words: Sequence[str], more: Sequence[str] = ()) -> list[str]:
    """Words with the parts of a name joined: `San Marco`, `Anna Maria`."""
    found: list[str] = []
    at = 0
    while at < len(words):
        for size in range(min(LONGEST_NAME, len(words) - at), 0, -1):
            span = words[at : at + size]
            said = folded(" ".join(span))
            named = all(map(folded, span)) and (said in evening.ear.lexicon.forms or said in more)
            if size == 1 or named:
                found.append(" ".join(span))
                at += size
                break
    return found


def _own_words(evening: Evening, row: Mapping[str, Any]) -> dict[str, list[str]]:
    """What is said of a place besides names of parts, as the page and the orders call it in every language."""
    called = [kit_texts(evening.table.kit, "messages").get(part) or {} for part in ("names", "places")]
    words = [str(word) for word in row.get("words") or ()]
    return {
        word: [
            *(folded(str(text)) for texts in called for text in (word, *texts.get(word, {}).values())),
            *(folded(str(text)) for text in (row.get("also") or {}).get(word, ())),
        ]
        for word in words
    }


def _one(evening: Evening, word: str, row: Mapping[str, Any], only: frozenset[str] = frozenset()) -> Any:
    value = scalar(word)
    if not isinstance(value, str):
        return next(iter(_numbered(evening, word, row)), value)
    texts = _own_words(evening, row).items()
    own = [one for one, forms in texts if folded(word) in forms] or [
        one for one, forms in texts if all(_begins(part, " ".join(forms).split()) for part in word.split())
    ]
    meant = own if len(own) == 1 else _meant(evening, word, row, only)
    if len(meant) != 1:
        if not meant and folded(word) in words_of_texts(evening.table.kit):
            raise NotAMove("play.check-unheard", line=word)
        near = [] if meant else _like(evening, word)
        key = "move.ambiguous.id" if meant else "move.unknown.id.near" if near else "move.unknown.id"
        raise NotAMove(key, word=word, choices=tuple(meant), nearest="".join(near))
    return meant[0]
