"""Is it a move at all? Checks that the games share."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from venice_pnp.contract.play import TABLE, Move, Refused, Verb


def mover(move: Move, number: Mapping[str, int], table: int, rule: str) -> int:
    """Who moves: a player's number, or the one that stands for the table. Raises Refused."""
    try:
        by = move["by"]
        return table if by == TABLE else number[by]
    except (KeyError, TypeError):
        raise Refused(rule, {"name": move.get("by"), "players": list(number)}, f"{rule}.by") from None


def verb_of(move: Move, verbs: Mapping[str, Verb], rule: str, said: str = "") -> Verb:
    """What is done; whatever stands there instead of a word is refused like an unknown one. `said` begins the
    message's key, where it is not the rule."""
    word = move.get("do")
    if not isinstance(word, str) or word not in verbs:
        raise Refused(rule, {"verb": word, "known": list(verbs)}, f"{said or rule}.verb")
    return verbs[word]


def check_keys(
    move: Move, verb: Verb, rule: str, optional: Collection[str] = (), drawn: bool = False, said: str = ""
) -> None:
    """Raises Refused for a field that the verb does not have, or that is missing; `drawn: true` may be allowed."""
    said = said or rule
    for key in move:
        if key in ("by", "do") or key in verb.fields or (drawn and key == "drawn" and move[key] is True):
            continue
        raise Refused(rule, {"verb": verb.name, "key": key, "known": list(verb.fields)}, f"{said}.unknown")
    for key in verb.fields:
        if key not in move and key not in optional:
            raise Refused(rule, {"verb": verb.name, "key": key}, f"{said}.missing")
