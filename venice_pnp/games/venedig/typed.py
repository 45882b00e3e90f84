"""How people type a move of Venedig: fields alone build or drain, `d` draws.

A kind that lies in the pool can only be taken, one that does not lie there can only be given (VEN-7.40), so
`d casa` needs no more words; where nobody can be asked back, it gives nothing away.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import takewhile
from typing import TYPE_CHECKING, Any

from venice_pnp.contract.play import Refused
from venice_pnp.games.venedig.rules.building import participants
from venice_pnp.games.venedig.rules.flow import halts_of_use
from venice_pnp.games.venedig.rules.gold import unseen, without
from venice_pnp.games.venedig.rules.state import AFTER, BUILD, DRAIN, HIDDEN, LAST_EXCHANGE, PLAY
from venice_pnp.games.venedig.rules.turns import chooser_of
from venice_pnp.speech.folded import folded
from venice_pnp.speech.texts import is_verb, kit_texts, names_in_all
from venice_pnp.speech.tongues import is_answer

if TYPE_CHECKING:
    from venice_pnp.games.venedig.rules.bound import Rules
    from venice_pnp.games.venedig.rules.state import State
    from venice_pnp.games.venedig.rules.world import World

Move = dict[str, Any]
Find = Callable[[str], list[str]]
GOLD = 2  # digits of what may be a sum of gold as well as two tiles
NAMED = ("quarter", "halt", "alone")  # fields of a building that are typed with their name
GIVES, TAKES = "gives", "takes"  # words before a kind in a draw


def doubt(rules: Rules, state: State, move: Mapping[str, Any], line: str) -> tuple[str, dict[str, Any]] | None:
    """A field alone may be meant for a building, and nothing is laid out after it was drained (VEN-5.3); what is taken
    may have been meant to lie in the pool; which kind is given away is told by the pool alone (VEN-7.40), unless it is
    said to be given, and cards may be named that were to be laid out; gold may be given away for nothing, or left over
    in the last exchange, be it passed over (VEN-7.37, VEN-8.4); and a halt is a wish of whoever has the turn
    (VEN-7.29)."""
    player = state.seats.number.get(str(move["by"]), -1)
    words = line.split()
    bare = bool(_fields(rules.world, words))
    if any(_is_word(rules, GIVES, word.partition("=")[0]) for word in words):
        return None
    active = state.seats.names[state.turn] if state.turn in range(len(state.seats.names)) else ""
    if move["do"] == "build" and "halt" in move and active not in ("", move["by"]):
        return "doubt.halt", {"player": active}
    if move["do"] == "drain" and bare and state.phase == PLAY and len(move["fields"]) == 1 and sum(state.hands[player]):
        return "doubt.drain", {}
    if move["do"] == "draw" and len(words) == 1 and _is_word(rules, TAKES, words[0]):
        return "doubt.take", {"n": int(move.get("pile", 0))}
    if move["do"] == "draw" and "give" in move:
        return "doubt.give", {"kind": move["give"], "early": int(state.phase == PLAY)}
    if move["do"] == "draw" and state.phase == PLAY and move.get("pool") and sum(state.hands[player]):
        return "doubt.early", {}
    if move["do"] == "pass" and state.phase == LAST_EXCHANGE:
        return "doubt.pass", {"n": len(_most_left(rules.world, state, player, move))}
    if move["do"] != "exchange":
        return None
    given = [*move.get("swamp", ()), *move.get("treasure", ())]
    step = rules.world.numbers.gold_per_point
    over = sum(given) % step
    if state.phase != LAST_EXCHANGE:
        spare = [value for value in given if 0 < value <= over]
        return ("doubt.spare", {"value": max(spare), "points": sum(given) // step}) if spare else None
    left = _most_left(rules.world, state, player, move)
    return ("doubt.last", {"n": len(left)}) if left and over + sum(left) >= step else None


def _most_left(world: World, state: State, player: int, move: Mapping[str, Any]) -> list[int]:
    """The tiles that an exchange leaves, hidden ones as the best there are."""
    found: list[int] = []
    rows = (
        ("swamp", state.swamp[player], world.best_swamp),
        ("treasure", state.treasures[player], world.best_treasure),
    )
    for part, own, best in rows:
        given = tuple(move.get(part, ()))
        found += [best if value == HIDDEN else value for value in without(own, given, unseen(own, given) or ())]
    return found


def code_of(world: World, kind: str) -> str:
    """Two letters that tell a kind from the others: ca is a casa, so a campo is cm."""
    first = next(other for other in world.kinds if other[:2] == kind[:2])
    return kind[:2] if kind == first else kind[0] + kind[2]


def codes(rules: Rules) -> dict[str, str]:
    """The kinds by their codes."""
    return {code_of(rules.world, kind): kind for kind in rules.world.kinds}


def readings(rules: Rules, state: State, by: str, words: Sequence[str], find: Find) -> Iterator[Move]:
    """Moves that these words may stand for."""
    phase = str(rules.pending(state)[0]["for"]) if rules.pending(state) else ""
    first = words[0].casefold()
    if is_verb(rules.kit, first, "exchange"):
        yield from _exchange(rules, state, by, words[1:])
        return
    if is_verb(rules.kit, first, "reveal") and len(words) > 1:
        kind = _kind(rules.world, words[1], find)
        if kind is not None:
            yield {"do": "reveal", "card": kind}
        return
    opens = _is_word(rules, GIVES, first) or _is_word(rules, TAKES, first)
    if is_verb(rules.kit, first, "draw") or opens:
        fields = _fields(rules.world, words)  # `d 4`: four cards, or the field d4?
        if fields and phase == BUILD:
            yield from _build(rules, state, by, words, find)
            return
        if fields:
            yield {"do": "drain", "fields": fields}
        yield from _draw(rules, state, by, words if opens else words[1:], find)
        return
    if is_verb(rules.kit, first, "drain") and (fields := _fields(rules.world, words[1:])):
        yield {"do": "drain", "fields": fields}
        return
    lays = is_verb(rules.kit, first, "play")
    if lays and phase not in (PLAY, AFTER) and (cards := _cards(rules.world, words[1:], find)):
        yield {"do": "play", "cards": cards}  # too late: why, is told
        return
    if is_verb(rules.kit, first, "halt") and len(words) == 1:  # before whose gondola it helps
        yield from ({**move} for move in rules.legal(state, by) if move["do"] == "halt")
        return
    said = is_verb(rules.kit, first, "build") and not _fields(rules.world, words)  # b 12 is the field b12
    if phase == BUILD:
        yield from _build(rules, state, by, words[1:] if said else words, find)
    elif phase in (PLAY, DRAIN) and (fields := _fields(rules.world, words)):
        yield {"do": "drain", "fields": fields}
    counted = first.isdecimal() and not words[-1].isdecimal()
    if counted and phase not in (PLAY, AFTER) and (cards := _cards(rules.world, words, find)):
        yield {"do": "play", "cards": cards}  # too late: why, is told


def _fields(world: World, words: Sequence[str]) -> list[str]:
    """The words as fields, if they are all fields."""
    known = {field.id for field in world.tables.fields}
    whole = _joined(words)
    return whole if whole and all(word in known for word in whole) else []


def _joined(words: Sequence[str]) -> list[str]:
    """Fields as they are written: `a` `12` is a12."""
    found: list[str] = []
    for word in words:
        if word.isdecimal() and found and found[-1].isalpha() and len(found[-1]) == 1:
            found[-1] += word
        else:
            found.append(word.rstrip(".").casefold())
    return found


def _kind(world: World, word: str, find: Find) -> str | None:
    meant = [one for one in find(word) if one in world.kinds]
    return meant[0] if len(meant) == 1 else None


def _cards(world: World, words: Sequence[str], find: Find) -> dict[str, int]:
    """Kinds with how many of each, a kind alone counts one; nothing, if the words are anything else."""
    found: dict[str, int] = {}
    count = kind = ""
    for word in words:
        if word.isdecimal():
            count = word
            continue
        kind = _kind(world, word, find) or ""
        if not kind:
            return {}
        found[kind], count = int(count or 1), ""
    return found | ({kind: int(count)} if count and kind else {})


def _build(rules: Rules, state: State, by: str, words: Sequence[str], find: Find) -> Iterator[Move]:
    """The kind may be left out: it is the one that is asked for, if it can stand there, or another one that is due. The
    quarter of a ponte may stand behind its fields."""
    world = rules.world
    due: Sequence[Mapping[str, Any]] = rules.view(state, None)["due"]
    kinds = list(dict.fromkeys(str(row["building"]) for row in due))
    asked = next((world.kinds[one.kind] for one in state.due if chooser_of(state, one) == state.seats.number[by]), "")
    named = _kind(world, words[0], find) if words else None
    if named is not None and not _fields(world, words[:1]):
        kinds, words = [named], words[1:]
    tied = _tied(rules, words)
    more = _named(rules, state, [word for word in tied if "=" in word], find)
    site = _joined([word for word in tied if "=" not in word])
    fields = [*takewhile(lambda word: _fields(world, [word]), site)]
    if rest := site[len(fields) :]:
        more = {**(more or {}), "quarter": quarter} if (quarter := _quarter(world, " ".join(rest), find)) else None
    wanted = {"by": by, "do": "build", "building": asked, "fields": fields}
    if len(kinds) > 1 and asked and not _refused(rules, state, wanted):
        kinds = [asked]
    for kind in kinds if fields and more is not None else ():
        both = {bool(row.get("alone")) for row in due if row["building"] == kind}
        for halt in _halts(rules, state, kind) if more and more.get("halt") == "" else ({},):
            move: Move = {"do": "build", "building": kind, "fields": fields, **(more or {}), **halt}
            if len(both) > 1 and "alone" not in move:
                yield from ({**move, "alone": alone} for alone in sorted(both))
            else:
                yield move


def _halts(rules: Rules, state: State, kind: str) -> Iterator[Move]:
    """Before whose gondolas a halt without a name may be meant, when this is built."""
    due = next((one for one in state.due if rules.world.kinds[one.kind] == kind), None)
    moving = [] if due is None else participants(rules.world, state, due)
    wanted = [] if due is None else halts_of_use(rules.world, state, due) or moving[1:] or moving
    yield from ({"halt": state.seats.names[player]} for player in wanted)


def _tied(rules: Rules, words: Sequence[str]) -> list[str]:
    """`halt=Anna` `Maria` is one word: a name may have several; and `halt` `Anna` is `halt=Anna`."""
    found: list[str] = []
    for word in words:
        if any(folded(word) in map(folded, (name, *names_in_all(rules.kit, name))) for name in NAMED):
            found.append(f"{word}=")
        elif found and "=" in found[-1] and "=" not in word and not _fields(rules.world, [word]):
            found[-1] += word if found[-1].endswith("=") else f" {word}"
        else:
            found.append(word)
    return found


def _quarter(world: World, text: str, find: Find) -> str | None:
    meant = [one for one in find(text) if one in world.quarters]
    return meant[0] if len(meant) == 1 else None


def _named(rules: Rules, state: State, words: Sequence[str], find: Find) -> Move | None:
    """`quarter=b halt=Rosa alone=yes`, the names of the fields in any language; None if one is unknown."""
    found: Move = {}
    for word in words:
        key, _, value = word.partition("=")
        fields = [name for name in NAMED if any(_begins(key, one) for one in (name, *names_in_all(rules.kit, name)))]
        field = fields[0] if key and fields else None
        if field is None:
            return None
        if field == "alone":
            found[field] = is_answer(value, "yes")
        elif field == "halt":
            seats = [name for name in state.seats.names if _begins(value, name)]
            found[field] = seats[0] if value and len(seats) == 1 else value
        else:
            found[field] = _quarter(rules.world, value, find) or value.casefold()
    return found


def _begins(typed: str, name: str) -> bool:
    return folded(name).startswith(folded(typed))


def _is_word(rules: Rules, row: str, word: str) -> bool:
    """Is it a word for giving a card away, or for taking one, in any language?"""
    rows = kit_texts(rules.kit, "console").get(row) or {}
    return any(folded(word) == folded(str(one)) for words in rows.values() for one in words)


def _draw(rules: Rules, state: State, by: str, words: Sequence[str], find: Find) -> Iterator[Move]:
    """What is not said is filled up from the pile. The kind behind `give` is given, whatever lies in the pool, and
    those behind `take` are taken."""
    numbers = rules.world.tables.numbers
    view = rules.view(state, None)
    pile: int | None = None
    kinds: dict[str, list[str]] = {GIVES: [], TAKES: [], "": []}  # given, taken, and what the pool decides
    before = ""
    from_pile, words = _without(rules, words, "pile")
    from_pool, plain = _without(rules, words, "pool")
    if from_pool and not from_pile and any(map(str.isdecimal, words)):
        return  # how many of each, only the kinds say
    for word in plain:
        if word.isdecimal() and pile is None:
            pile = int(word)
        elif said := next((row for row in (GIVES, TAKES) if _is_word(rules, row, word)), ""):
            before = said
        else:
            kind = _kind(rules.world, word, find)
            if kind is None:
                return
            kinds[before].append(kind)
            before = "" if before == GIVES else before
    given, open_kinds = kinds[GIVES], kinds[""]
    if len(given) > 1 or (before == GIVES and any(kinds.values())):
        return
    if before == GIVES:  # what, is asked
        missing = (kind for kind in rules.world.kinds if kind not in view["pool"])
        yield from ({"do": "draw", "give": kind, "pile": numbers.draw_giving} for kind in missing)
        return
    if from_pool:  # what comes from there is never given
        kinds[TAKES], open_kinds = [*open_kinds, *kinds[TAKES]], []
    if from_pool and not any(kinds.values()):
        yield from ({"do": "draw", "pool": [kind]} for kind in view["pool"])
        return
    if not words or (before == TAKES and pile is None and not any(kinds.values())):
        if sum(view["hands"].get(by, {}).values()) >= numbers.hand_max:
            yield {"do": "draw"}  # VEN-7.42
            return
        yield {"do": "draw", "pile": numbers.draw}
        which = view["pool"] if before and not from_pile else ()  # it is asked
        yield from ({"do": "draw", "pool": [kind]} for kind in which)
        return
    give = given or [kind for kind in open_kinds if kind not in view["pool"]][:1]
    if give and not given and len(open_kinds) == 1 and not kinds[TAKES] and pile is None:
        yield {"do": "draw", "pool": give}  # it may have been meant so; why it cannot be done
    rest = (
        open_kinds if given else [kind for n, kind in enumerate(open_kinds) if [kind] != give or kind in open_kinds[:n]]
    )
    taken = [*rest, *kinds[TAKES]]
    due = numbers.draw_giving if give else numbers.draw
    left = due - len(taken) if pile is None else pile
    move: Move = {"do": "draw"}
    if give:
        move["give"] = give[0]
    if taken:
        move["pool"] = taken
    if left > 0:
        move["pile"] = left
    yield move


def _without(rules: Rules, words: Sequence[str], source: str) -> tuple[bool, list[str]]:
    """Is it said that cards come from there (`3 from the pile`, `draw pile`, `casa aus der Auslage`)? And the line
    without that."""
    said = {word for name in names_in_all(rules.kit, source) for word in folded(name).split()}
    nouns = {folded(name).split()[-1] for name in names_in_all(rules.kit, source)}
    is_said = any(folded(word) in nouns for word in words)
    return is_said, [word for word in words if folded(word) not in said] if is_said else list(words)


def _refused(rules: Rules, state: State, move: Move) -> bool:
    try:
        rules.apply(state, move)
    except Refused:
        return True
    return False


def _exchange(rules: Rules, state: State, by: str, words: Sequence[str]) -> Iterator[Move]:
    """Values tell what they are: swamp tiles are worth less than any treasure. `all`: where the referee dealt them."""
    if words and len(words[0]) > 1 and is_answer(words[0], "all") and state.secret is not None:
        player = state.seats.number[by]
        known = (
            (*state.swamp[player], *state.secret.swamp[player]),
            (*state.treasures[player], *state.secret.treasures[player]),
        )
        swamp_all, chests = ([value for value in row if value > 0] for row in known)
        yield (
            {"do": "exchange"} | ({"swamp": swamp_all} if swamp_all else {}) | ({"treasure": chests} if chests else {})
        )
        return
    if not all(word.isdecimal() and len(word) != GOLD for word in words) or not words:
        return
    values = [int(digit) for word in words for digit in word]
    swamp = {row.value for row in rules.world.tables.swamp}
    move: Move = {"do": "exchange"}
    low, high = [v for v in values if v in swamp], [v for v in values if v not in swamp]
    if low:
        move["swamp"] = low
    if high:
        move["treasure"] = high
    yield move
