"""Words cut short: what they may mean is asked back where only the moment tells it, and done where nothing else can be
meant."""

from __future__ import annotations

from typing import Any

import pytest

import venice_pnp
from tests.cli.test_evening import evening_at, lots, typed
from tests.games.test_venetia_words import THREAT, at_action
from venice_pnp.console.evening import Evening
from venice_pnp.referee import home
from venice_pnp.referee.table import new_table
from venice_pnp.speech.trouble import Ambiguous


def venetia(**more: Any) -> Evening:
    start = at_action("trade", **more)
    return evening_at(new_table("venetia", ["Anke", "Bernd"], path=home.table_path("cut"), start=start))


def made(at: Evening) -> dict[str, Any]:
    """The last move."""
    return dict(at.table.steps[-1].move)


@pytest.mark.parametrize("line", ["mar", "mare", "sea mar", "meer mare"])
def test_a_beginning_of_several_names_is_asked_back(line: str) -> None:
    """Only Mare Adriatico can be opened; Mare Libico, Mar Tirreno and others begin so too."""
    at = venetia()
    scene = typed(at, line)
    assert len(at.table.steps) == 1 and "sea Mare Adriatico" in scene.asked[-1]
    typed(at, "n")
    assert len(at.table.steps) == 1
    typed(at, line, "")
    assert made(at)["sea"] == "mare-adriatico"


@pytest.mark.parametrize("line", ["adr", "mare a", "mare-adriatico", "Mare Adriatico", "Adria", "adriatic sea"])
def test_a_beginning_of_one_name_alone_is_that(line: str) -> None:
    at = venetia()
    typed(at, line)
    assert made(at)["sea"] == "mare-adriatico"


@pytest.mark.parametrize("line", ["tir", "tirreno"])
def test_a_name_that_two_verbs_have_is_asked_back(line: str) -> None:
    """A sea and a region with a kingdom: both can be meant now."""
    seas = {sea: {"control": True} for sea in ("golfo-di-venetia", "mare-adriatico", "mare-libico")}
    start = at_action("military", 4, seas=seas, kingdoms={"tirreno": "genoa"})
    at = evening_at(new_table("venetia", ["Anke", "Bernd"], path=home.table_path("cut"), start=start))
    asked = typed(at, line).asked[-1].replace("\u00a0", " ")
    assert len(at.table.steps) == 1 and "sea Mar Tirreno" in asked and "kingdom Tirreno" in asked


def test_a_word_of_several_names_is_none_of_them_before_it_is_said_which() -> None:
    """Palaces 6, 8 and 15 are called Corner."""
    table = new_table("canaletto", ["Anke", "Bernd", "Claudia"], path=home.table_path("cut"))
    table.do({"by": "table", "do": "distribute", "palaces": lots(table)})
    table.do({"by": "table", "do": "lay-values", "values": list(range(3, 15))})
    at, before = evening_at(table), len(table.steps)
    asked = typed(at, "corner").asked[-1]
    assert len(table.steps) == before
    assert all(name in asked for name in ("Corner Spinelli", "Corner della Ca' Granda", "Corner della Regina"))
    typed(at, "corner r")
    assert made(at)["palace"] == "regina"


def test_a_program_has_to_say_which_one_it_means() -> None:
    match = venice_pnp.play("venetia", ["Anke", "Bernd"], start=at_action("trade"))
    with pytest.raises(Ambiguous, match="sea mare-adriatico"):
        match.do("Anke", "mar")
    assert match.do("Anke", "adr").moves[0]["sea"] == "mare-adriatico"


def test_help_shows_no_ids_of_what_lies_in_all_places() -> None:
    at = evening_at(new_table("canaletto", ["Anke", "Bernd", "Claudia"], path=home.table_path("cut")), "de")
    helped = " ".join(at.offering.helped(at.offering.public("table")))
    assert "auslegen" in helped and "mirror" not in helped and "=" not in helped


@pytest.mark.parametrize(
    ("line", "card"), [("Die Königin der Insel", "levante-2"), ("die meerengen sind gesperrt", "tartaria-1")]
)
def test_a_whole_name_is_no_verb_that_it_begins_like(line: str, card: str) -> None:
    """A die is taken in another phase."""
    at = evening_at(new_table("venetia", ["Anke", "Bernd"], path=home.table_path("cut"), start=THREAT), "de")
    typed(at, line)
    assert made(at) == {"by": "table", "do": "threat", "card": card}
