"""Venedig: what a site tells beyond its points, and a top card that the seed knows better."""

from __future__ import annotations

import pytest

from venice_pnp.contract.play import Refused
from venice_pnp.games import open_kit
from venice_pnp.games.venedig.rules.bound import Rules

VENEDIG = Rules(open_kit("venedig"))


@pytest.mark.parametrize(("kind", "quarters"), [("casa", 0), ("palazzo", 0), ("ponte", 2)])
def test_ven_7_22_only_a_bridge_leaves_the_choice_of_a_quarter(kind: str, quarters: int) -> None:
    rows = VENEDIG.sites(VENEDIG.setup(["Anna", "Bernd", "Claudia"], {}, None), kind)
    assert rows
    assert {len(row.get("quarters", ())) for row in rows} == {quarters}


def test_ven_7_46_with_a_seed_another_card_is_not_on_top() -> None:
    state = VENEDIG.setup(["Anna", "Bernd"], {}, VENEDIG.shuffles.dealt(None, "acqua alta"))
    top = VENEDIG.snapshot(state)["secret"]["draw-order"][0]
    for kind in VENEDIG.world.kinds:
        move = {"by": "Anna", "do": "reveal", "card": kind}
        if kind == top:
            VENEDIG.apply(state, move)
            continue
        with pytest.raises(Refused) as refused:
            VENEDIG.apply(state, move)
        assert refused.value.key == "VEN-7.46.other"


def test_ven_7_32_somebody_who_drains_names_a_field() -> None:
    state = VENEDIG.setup(["Anna", "Bernd", "Claudia"], {}, None)
    with pytest.raises(Refused) as refused:
        VENEDIG.apply(state, {"by": "Anna", "do": "drain", "fields": []})
    assert refused.value.key == "VEN-7.32.number"


def test_what_a_seat_may_do_as_far_as_everybody_knows() -> None:
    """Moves that show a hand are private; gold is named only by somebody who may have enough of it."""
    assert [name for name, verb in VENEDIG.verbs.items() if verb.private] == ["play", "exchange", "draw"]
    state = VENEDIG.setup(["Anna", "Bernd", "Claudia"], {}, None)
    assert VENEDIG.hands.open_to(state, "Anna") == ["play", "draw"]
    assert VENEDIG.hands.open_to(state, "Bernd") == []
    rich = VENEDIG.setup(["Anna", "Bernd", "Claudia"], {}, {"tiles": {"Anna": {"treasure": ["hidden"]}}})
    assert VENEDIG.hands.open_to(rich, "Anna") == ["play", "draw", "exchange"]
