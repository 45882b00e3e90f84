"""Typed moves: a mapping in YAML or JSON, or the short form `VERB ARGS…` with words cut short."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from venice_pnp.contract.play import TABLE, Held, Refused, Rules, Verb
from venice_pnp.kit.limits import MAPPED_MOVE, MOVE
from venice_pnp.speech.plain import flow, read_text, scalar
from venice_pnp.speech.tongues import is_answer
from venice_pnp.speech.trouble import Ambiguous, NotAMove

SHOWN = 8  # moves of a verb that are listed one by one
INSTEAD = 20  # offers that a refusal names, of seats that did not try


def from_text(text: str) -> dict[str, Any]:
    """A move written as a mapping."""
    if len(text) > MAPPED_MOVE:
        raise NotAMove("move.long", max=MAPPED_MOVE)
    value, _ = read_text(text, "move")
    if not isinstance(value, dict) or not all(isinstance(key, str) for key in value):
        raise NotAMove("move.mapping", text=text)
    return value


def whole_word(word: str, known: Iterable[str], what: str) -> str:
    """The one known word that begins like this; exact words and equal letters in another case first."""
    choices = list(dict.fromkeys(known))
    if word in choices:
        return word
    folded = word.casefold()
    same = [c for c in choices if c.casefold() == folded]
    for found in (same, [c for c in choices if c.casefold().startswith(folded)]):
        if len(found) == 1:
            return found[0]
        if found and word:
            raise Ambiguous(f"move.ambiguous.{what}", word=word, choices=tuple(found))
    import difflib  # only for a word that nobody knows

    near = difflib.get_close_matches(word[:60], choices, n=1, cutoff=0.5)
    key = f"move.unknown.{what}" + (".near" if near else "")
    raise NotAMove(key, word=word, nearest=near[0] if near else "", choices=tuple(choices))


def seat_of(word: str, players: Sequence[str]) -> str:
    """Whose name begins so; the table has a word in every language."""
    begun = any(name.casefold().startswith(word.casefold()) for name in players)
    if not begun and any(is_answer(one, "table") for one in word.split()[-1:]):  # the table, as it is called
        return TABLE
    return whole_word(word, (*players, TABLE), "seat")


def verb_of(word: str, verbs: Mapping[str, Verb], legal: Iterable[Mapping[str, Any]]) -> Verb:
    """The verb that was meant: what may be done now goes before what may not."""
    now = list(dict.fromkeys(move["do"] for move in legal))
    starts = [name for name in now if word and name.casefold().startswith(word.casefold())]
    return verbs[starts[0] if len(starts) == 1 and word not in verbs else whole_word(word, verbs, "verb")]


def with_verb(words: Sequence[str], legal: Iterable[Mapping[str, Any]]) -> list[str]:
    """CAN-6.7: a bare number gets the one verb that takes a number now."""
    if len(words) != 1 or not isinstance(scalar(words[0]), int):
        return list(words)
    numeric = {
        m["do"] for m in legal if len(m) == 3 and all(isinstance(v, int) for k, v in m.items() if k not in ("by", "do"))
    }
    return [numeric.pop(), *words] if len(numeric) == 1 else list(words)


def from_words(
    by: str,
    words: Sequence[str],
    verbs: Mapping[str, Verb],
    legal: Sequence[Mapping[str, Any]],
    ids: Sequence[str],
    players: Sequence[str],
) -> dict[str, Any]:
    """`bid 11` or `place cast 3 1`: fields in the order of the verb's table."""
    if not words or not words[0]:
        raise NotAMove("move.empty", choices=tuple(verbs))
    if sum(map(len, words)) > MOVE:
        raise NotAMove("move.long", max=MOVE)
    words = with_verb(words, legal)
    verb = verb_of(words[0], verbs, legal)
    move: dict[str, Any] = {"by": by, "do": verb.name}
    ids = [*ids, *_own_words(verb, legal)]
    rest = [
        w for word in words[1:] for w in ([word] if "=" in word or word in players else word.replace(",", " ").split())
    ]
    if rest and all("=" in word for word in rest) and len(verb.fields) == 1:
        return {**move, verb.fields[0]: _pairs(rest, ids, players)}
    if verb.lists:
        return move | _by_name(verb, rest, ids, players)
    rest = _taken_by_name(verb, rest, move, ids, players)
    for at, field in enumerate(verb.fields):
        if field in move:
            continue
        last = at == len(verb.fields) - 1
        if last and verb.many and rest:
            move[field] = [_item(word, ids, players) for word in rest]
            rest = []
        elif rest:
            move[field] = _item(rest.pop(0), ids, players)
    if rest:
        raise NotAMove("move.more", verb=verb.name, words=tuple(rest), fields=verb.fields)
    return move


def _taken_by_name(
    verb: Verb, words: Sequence[str], move: dict[str, Any], ids: Sequence[str], players: Sequence[str]
) -> list[str]:
    """`attack zara claim=false`: a field by its name goes into the move; the other words are left."""
    left = []
    for word in words:
        key, is_named, value = word.partition("=")
        if is_named and key in verb.fields and key not in move:
            move[key] = _item(value, ids, players)
        else:
            left.append(word)
    return left


def _own_words(verb: Verb, legal: Iterable[Mapping[str, Any]]) -> list[str]:
    """Words that a verb takes now beside ids, such as `marker ap`."""
    moves = [move for move in legal if move["do"] == verb.name]
    return list(dict.fromkeys(v for m in moves for k, v in m.items() if k not in ("by", "do") and isinstance(v, str)))


def _pairs(words: Sequence[str], ids: Sequence[str], players: Sequence[str]) -> dict[str, Any]:
    """`grimani=mirror,lamp 6=pearls`."""
    found: dict[str, Any] = {}
    for word in words:
        key, _, values = word.partition("=")
        name = str(_item(key, ids, players))
        if name in found:
            raise NotAMove("move.twice", word=name)
        items = [_item(v, ids, players) for v in values.split(",") if v]
        found[name] = items[0] if len(items) == 1 and isinstance(items[0], int) else items  # a number of something
    return found


def _by_name(verb: Verb, words: Sequence[str], ids: Sequence[str], players: Sequence[str]) -> dict[str, Any]:
    """`ponte d10 e22 halt=Bernd`: fields in their order, a list takes what follows, others by their name."""
    found: dict[str, Any] = {}
    fields = list(verb.fields)
    for word in words:
        key, is_named, value = word.partition("=")
        items = [_item(part, ids, players) for part in (value if is_named else word).split(",") if part]
        if is_named:
            field = whole_word(key, verb.fields, "id")
        elif verb.number and verb.number not in found and isinstance(items[0], int):
            field = verb.number
        elif fields:
            field = fields[0]
        else:
            raise NotAMove("move.more", verb=verb.name, words=(word,), fields=verb.fields)
        if field in verb.lists or (is_named and len(items) > 1):
            found[field] = [*found.get(field, ()), *items]
            continue
        if field in found or len(items) != 1:
            raise NotAMove("move.twice", word=field)
        found[field] = items[0]
        if field in fields:
            fields.remove(field)
    return found


def _item(word: str, ids: Sequence[str], players: Sequence[str]) -> Any:
    value = scalar(word)
    return whole_word(value, (*ids, *players), "id") if isinstance(value, str) else value


def short(move: Mapping[str, Any], verbs: Mapping[str, Verb]) -> str:
    """A move in the short form, without who makes it."""
    verb = verbs.get(str(move.get("do")))
    fields = verb.fields if verb else [k for k in move if k not in ("by", "do")]
    words = [str(move.get("do"))]
    if verb and verb.lists:
        return " ".join([*words, *_named(move, verb)])
    gap = False
    for field in fields:
        value = move.get(field)
        gap = gap or (value is None and bool(verb))
        if value is not None and gap and not isinstance(value, (Mapping, list, tuple)):
            words.append(f"{field}={_written(value)}")
        elif isinstance(value, Mapping):
            words += [f"{k}={','.join(map(str, v)) if isinstance(v, list) else v}" for k, v in value.items()]
        elif isinstance(value, (list, tuple)):
            words += map(str, value)
        elif value is not None:
            words.append(_written(value))
    return " ".join(words)


def _named(move: Mapping[str, Any], verb: Verb) -> Iterable[str]:
    """The words of a move with lists; what does not stand in its place is named."""
    in_place = True
    for field in verb.fields:
        value = move.get(field)
        if value is None:
            in_place = in_place and field == verb.number
            continue
        items = [_written(item) for item in value] if isinstance(value, (list, tuple)) else [_written(value)]
        if in_place or field == verb.number:
            yield from items
        else:
            yield f"{field}={','.join(items)}"
        in_place = in_place and field not in verb.lists


def _written(item: Any) -> str:
    return str(item).lower() if isinstance(item, bool) else str(item)


def offers(
    legal: Iterable[Mapping[str, Any]], verbs: Mapping[str, Verb], accepts: Callable[[Mapping[str, Any]], bool]
) -> list[str]:
    """What may be done, in short forms: few moves one by one, a run of numbers as `bid 5..100`, or as `bid 5..` where
    the next one would be accepted too."""
    by_verb: dict[str, list[Mapping[str, Any]]] = {}
    for move in legal:
        by_verb.setdefault(move["do"], []).append(move)
    return [line for name, moves in by_verb.items() for line in _offer(verbs[name], moves, verbs, accepts)]


def _offer(
    verb: Verb,
    moves: list[Mapping[str, Any]],
    verbs: Mapping[str, Verb],
    accepts: Callable[[Mapping[str, Any]], bool],
) -> list[str]:
    if not verb.fields:
        return [verb.name]
    values = [move.get(verb.fields[0]) for move in moves]
    if verb.secret or verb.private or len(moves) > SHOWN:
        numbers = [v for v in values if isinstance(v, int)]
        if (
            len(verb.fields) == 1
            and len(numbers) == len(values) == max(numbers, default=0) - min(numbers, default=0) + 1
        ):
            beyond = {**moves[0], verb.fields[0]: max(numbers) + 1}
            return [f"{verb.name} {min(numbers)}..{'' if accepts(beyond) else max(numbers)}"]
        return [" ".join((verb.name, *(field.upper() for field in verb.fields))) + ("…" if verb.many else "")]
    return [short(move, verbs) for move in moves if not any(isinstance(v, Mapping) for v in move.values())] or [
        verb.name
    ]


def possible(rules: Rules[Held], state: Held, seat: str) -> list[str]:
    """What a seat may do now, in short forms; secrets only by their form."""

    def accepts(move: Mapping[str, Any]) -> bool:
        try:
            rules.apply(state, move)
        except Refused:
            return False
        return True

    return offers(rules.legal(state, seat), rules.verbs, accepts)


def possible_instead(rules: Rules[Held], state: Held, by: object) -> list[str]:
    """What the one who tried may do instead; if nothing, what those awaited may do."""
    awaited = list(dict.fromkeys(str(item["by"]) for item in rules.pending(state)))
    if by in awaited:
        return possible(rules, state, str(by))
    return [f"{seat}: {line}" for seat in awaited for line in possible(rules, state, seat)][:INSTEAD]


def is_secret(move: Mapping[str, Any], verbs: Mapping[str, Verb]) -> bool:
    word = move.get("do")
    verb = verbs.get(word) if isinstance(word, str) else None
    return bool(verb and verb.secret)


def in_order(move: Mapping[str, Any], verbs: Mapping[str, Verb]) -> dict[str, Any]:
    """The move with its keys as in the rules page: by, do, then the fields."""
    verb = verbs.get(str(move.get("do")))
    keys = ("by", "do", *(verb.fields if verb else ()))
    return {k: move[k] for k in (*(k for k in keys if k in move), *(k for k in move if k not in keys))}


def written(move: Mapping[str, Any], verbs: Mapping[str, Verb]) -> str:
    return flow(in_order(move, verbs))
