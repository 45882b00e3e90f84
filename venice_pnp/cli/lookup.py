"""`venice-pnp rules`: one rule, the rules in which words stand, or all that does not stand in the rulebook."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import structs

from venice_pnp.cli.desk import Call, show
from venice_pnp.door import errands
from venice_pnp.door.errands import RuleSaid, find_rule, rule_line, ruling_lines, search_rules
from venice_pnp.games import knows
from venice_pnp.speech.words import Said, Speech


def rules(call: Call, words: Sequence[str]) -> int:
    """`rules ID`, or `rules GAME [WORDS]`."""
    first = words[0]
    game = "." not in first and knows(first.lower(), call.data)  # a rule's ID has a dot, the name of a game none
    found = (
        search_rules(first, words[1:], data=call.data, lang=call.lang)
        if game
        else [find_rule(first, data=call.data, lang=call.lang)]
    )
    if call.json:
        show({"rules": [_rule_json(one) for one in found]})
        return 0
    speech = Speech(call.lang, data=call.data)
    for one in found:
        print(rule_line(one, speech))
        if not game:
            for line in (line for ruling in one.rulings for line in ruling_lines(ruling, speech)):
                print(line)
    return 0


def our_rules(call: Call, game: str) -> int:
    """`rules GAME --ours`: every ruling and every addition, counted as the booklet counts them."""
    found = errands.our_rules(game, data=call.data, lang=call.lang)
    if call.json:
        additions = {"additions": [_rule_json(one) for one in found.printed]}
        rulings = {"rulings": [structs.asdict(ruling) for ruling in found.rulings]}
        show(rulings | additions | {"referee": [_rule_json(one) for one in found.referee]})
        return 0
    speech = Speech(call.lang, data=call.data)
    shown = [ruling for ruling in found.rulings if not ruling.program]
    apart = [ruling for ruling in found.rulings if ruling.program]
    print(speech.say("rules.ours.rulings", {"n": len(shown), "game": Said(found.game)}))
    for number, ruling in enumerate([*shown, *apart], 1):
        if apart and number == len(shown) + 1:
            print("\n" + speech.say("rules.ours.program", {"n": len(apart)}))
        print(f"\n{number}. {', '.join(ruling.rules)}")
        print("\n".join(ruling_lines(ruling, speech)))
    if found.printed:
        print("\n" + speech.say("rules.ours.printed", {"n": len(found.printed)}))
        print("\n".join(f"{one.rule}: {one.text}" for one in found.printed))
    if found.referee:
        print("\n" + speech.say("rules.ours.referee", {"n": len(found.referee)}))
        print(", ".join(one.rule for one in found.referee))
    return 0


def words(call: Call, game: str) -> int:
    """`rules GAME --words`: the glossary."""
    found = errands.glossary(game, data=call.data, lang=call.lang)
    if call.json:
        show({"words": found})
        return 0
    langs = list(next(iter(found.values()), {}))
    wide = [max(len(names.get(lang, "")) for names in found.values()) for lang in langs]
    for names in found.values():
        print("  ".join(f"{names.get(lang, ''):<{w}}" for lang, w in zip(langs, wide, strict=True)).rstrip())
    return 0


def _rule_json(one: RuleSaid) -> dict[str, Any]:
    return {
        "rule": one.rule,
        "text": one.text,
        "provenance": one.source,
        "ours": one.ours,
        "rulings": [structs.asdict(ruling) for ruling in one.rulings],
    }
