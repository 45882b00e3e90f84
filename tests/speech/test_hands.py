"""Orders for the hands, as the person reads them whose hands move the pieces."""

from __future__ import annotations

import json
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
import yaml

import tests.fifth  # noqa: F401 - a game from elsewhere, found by its entry point
import venice_pnp
from tests.conftest import DATA, venice
from tests.contract.test_handling import dealt, drawn, tabletops
from tests.trust.play import GAMES, game
from venice_pnp.referee import home
from venice_pnp.referee.putting import orders
from venice_pnp.referee.table import new_table
from venice_pnp.speech.plain import read_file
from venice_pnp.speech.words import Speech


def in_the_middle(name: str) -> Any:
    """What everybody sees of a table in the middle of a game."""
    start = read_file(Path(f"tests/snapshots/{name}-midgame.yaml"))[0]
    rules = game(name).rules
    return rules.view(rules.setup(start["players"], start.get("options") or {}, start), None)


def told(name: str, lang: str, change: Any, seeded: bool = False) -> list[str]:
    """What hands do on a table that was changed, to have it as it was."""
    was, now = in_the_middle(name), in_the_middle(name)
    change(now)
    opened = game(name)

    class Played:
        declared, rules = opened.game, opened.rules

    return orders(Played, [now, was], Speech(lang, opened.kit, was["players"], seeded))  # type: ignore[arg-type]


def canaletto(view: Any) -> None:
    view["column"] = "ca-granda"
    view["money"]["Anke"], view["debt"]["Anke"] = 75, 12
    view["palaces"]["vendramin"], view["artworks"]["Bernd"] = [], ["fan", "ring"]
    view["sold"], view["bribe"]["Daniel"] = [*view["sold"], "mirror"], False
    view["artworks"]["Anke"], view["palaces"]["ca-doro"] = [], ["clock"]
    view["palaces"]["dario"], view["palaces"]["pisani-moretta"] = ["lion"], ["fan", "goblet"]


def doge(view: Any) -> None:
    view["fields"]["castello"]["houses"] |= {"Anke": 1, "Daniel": 3}
    view["fields"]["castello"]["palazzi"].append("Anke")
    view["fields"]["cannaregio"]["tokens"] = {}
    view["advisors"]["castello"] = {"by": None, "at": "waiting"}
    view["order"]["voted"] = 3
    view["order"]["next"].append("quarantia")


def venedig(view: Any) -> None:
    view["gondolas"] |= {"Anke": 16, "Claudia": 0}
    view["builders"]["palazzo"] = "board"
    view["built"].append({"building": "palazzo", "fields": ["d19", "d20"]})
    view["drained"].remove("a14")
    view["tiles"]["Anke"]["swamp"].pop()
    view["spent"].append(1)
    view["tiles"]["Bernd"]["swamp"].pop()


def venetia(view: Any) -> None:
    view["pool"]["politics"] = [2, 3]
    view["turn"] = {"type": "politics", "value": 3, "tiles": []}
    view["colonies"]["acri"] = {"Anke": 2, "Bernd": 1, "podesta": "Anke"}
    view["seas"]["mar-tirreno"] = {"control": True}
    view["seas"]["mar-maggiore"] = {"fleets": 3}
    view["power"]["venice"] = 12
    del view["kingdoms"]["romania"]
    view["houses"]["Bernd"]["treaties"] = ["ottoman"]
    view["houses"]["Anke"]["hand"].append("?")
    view["discard"].pop()


TOLD = {
    ("canaletto", "en"): [
        "Column: 8 Palazzo Corner della Ca' Granda → 6 Palazzo Corner Spinelli",
        "Value tile 12 (space 2 of the value rail): turn face up",
        "Mirror: space 2 of the value rail → 2 Ca' d'Oro",
        "Mirror: space 2 of the value rail → before Anke",
        "Account marker of Anke: field 5 → field 28",
        "Tens marker of Anke: field 7 → before Anke",
        "Debt marker of Anke: field 12 → before Anke",
        "Fan, ring: before Bernd → 1 Ca' Vendramin Calergi",
        "Bribe tile of Daniel: box → before Daniel",
    ],
    ("canaletto", "de"): [
        "Säule: 8 Palazzo Corner della Ca' Granda → 6 Palazzo Corner Spinelli",
        "Kontomarke von Anke: Feld 5 → Feld 28",
        "Schuldenmarke von Anke: Feld 12 → vor Anke",
        "Werteplättchen 12 (Feld 2 der Werteleiste): aufdecken",
    ],
    ("doge", "en"): [
        "2 houses of Daniel: Castello → supply",
        "1 palazzo of Anke: Castello, site with the 5 → supply",
        "2 houses of Anke: supply → Castello",
        "2 vote tokens of Daniel: supply → Cannaregio, face down",
        "Advisor of Castello: waiting place → San Marco",
        "Control ring of Anke: supply → under the Advisor of Castello",
        "Brown order card Quarantia (brown row): turn face down",
        "Blue order card San Marco: set aside → blue row",
        "Blue row, from left to right: San Marco, Quarantia, Dorsoduro, Cannaregio, San Polo",
    ],
    ("doge", "de"): [
        "2 Häuser von Anke: Vorrat → Castello",
        "1 Palazzo von Anke: Castello, Bauplatz mit der 5 → Vorrat",
        "2 Stimm-Marken von Daniel: Vorrat → Cannaregio, verdeckt",
        "Kontrollring von Anke: Vorrat → unter dem Berater von Castello",
        "Reihe blau, von links nach rechts: San Marco, Quarantia, Dorsoduro, Cannaregio, San Polo",
    ],
    ("venedig", "en"): [
        "Gondola of Anke: space 16 → space 14",
        "Gondola of Claudia: start → space 45",
        "Builder figure: palazzo: its builder field → before Anke",
        "Palazzo: d19 d20 → supply",
        "1 swamp tile: field a14 → before Anke",
        "Swamp tile 1: out of the game → before Bernd, face down",
    ],
    ("venedig", "de"): [
        "Gondel von Claudia: Start → Gondelfeld 45",
        "Baumeisterfigur: Palazzo: ihr Baumeisterfeld → vor Anke",
        "1 Sumpfplättchen: Feld a14 → vor Anke",
    ],
    ("venetia", "en"): [
        "Control marker (Mar Tirreno): turn over",
        "Venice marker: space 12 → space 10",
        "Politics die 3: before Bernd → pool",
        "2 enemy fleets: Mar Maggiore → beside the board",
        "1 influence of Bernd: Acri → before Bernd",
        "Podestà of Anke: Acri → before Anke",
        "Shield: Ottoman Empire: before Bernd → Romania",
        "Action card Passage of the Crusaders: hand of Anke → discard pile",
    ],
    ("venetia", "de"): [
        "Kontrollmarker (Mar Tirreno): umdrehen",
        "Politikwürfel 3: vor Bernd → Würfelvorrat",
        "2 Feindflotten: Mar Maggiore → neben dem Plan",
        "1 Einfluss von Bernd: Acri → vor Bernd",
    ],
}


@pytest.mark.parametrize(("name", "lang"), TOLD)
def test_pieces_and_places_in_the_players_words(name: str, lang: str) -> None:
    lines = told(name, lang, globals()[name])
    assert [line for line in TOLD[name, lang] if line not in lines] == [], lines


@pytest.mark.parametrize("name", GAMES)
def test_where_the_referee_deals_nobody_is_told_to_move_what_is_in_the_box(name: str) -> None:
    words = {"venedig": ("card",), "venetia": ("card", " die", "VP marker")}.get(name, ())
    lines = told(name, "en", globals()[name], seeded=True)
    assert lines
    assert not [line for line in lines for word in words if word in line]


@pytest.mark.parametrize("name", GAMES)
def test_every_piece_and_every_place_has_a_name_in_every_language(name: str) -> None:
    texts = yaml.safe_load((DATA / name / "messages.yaml").read_text("utf-8"))
    laid = [one for source in (dealt, drawn) for one in tabletops(name, list(islice(source(name), 60)))]
    assert {one.thing.part for table in laid for one in table.lying} <= set(texts["movables"])
    assert {one.where.kind for table in laid for one in table.lying} <= set(texts["spots"])
    for row in (*texts["movables"].values(), *texts["spots"].values()):
        assert row["en"] and row["de"]
        assert set(row.get("stock", {"en": 1, "de": 1})) == {"en", "de"}


# --- where it is told ---------------------------------------------------------------------------------------------
@pytest.fixture
def auction() -> None:
    """A table after one bid."""
    start = read_file(Path("tests/snapshots/canaletto-midgame.yaml"))[0]
    table = new_table("canaletto", start["players"], path=home.table_path("t"), start=start)
    seat = table.awaited()[0]["by"]
    table.do({"by": seat, "do": "pass"})
    home.remember(table.path)


@pytest.mark.usefixtures("auction")
def test_the_command_tells_the_way_back_and_the_way_on() -> None:
    match = venice_pnp.open_table(None)
    seat = match.awaited[0]["by"]
    low = match.view()["high-bid"] + 1
    match.do(seat, f"bid {low}")
    back = venice("referee", "undo", "--json")
    (line,) = json.loads(back.out)["orders"]
    again = json.loads(venice("referee", "redo", "--json").out)["orders"]
    what, _, way = line["text"].partition(": ")
    assert what == "Gondola"
    assert again == [{"text": f"Gondola: {' → '.join(way.split(' → ')[::-1])}"}]
    assert f"  ▸ Gondel: {way}" in venice("referee", "undo", "--lang", "de").out


@pytest.mark.usefixtures("auction")
def test_an_undo_that_moves_nothing_says_so() -> None:
    assert "On the table nothing moves." in venice("referee", "undo", "--agreed").out


def test_a_game_that_does_not_tell_what_lies_where_is_told_by_its_parts() -> None:
    match = venice_pnp.play("rialto", ["Anke", "Bernd"], seed=7)
    before = match.moment()
    match.make({"by": "Anke", "do": "bid", "amount": 3})
    match.make({"by": "Bernd", "do": "bid", "amount": 1})
    after = match.moment()
    match.undo(2)
    assert match.moment() == before
    purse = match.view()["purse"]["Anke"]
    assert any(f"Anke: {purse - 3} → {purse}" in line for line in match.orders_since(after))
    assert match.orders_since(before) == []


def test_cards_and_tiles_of_venedig_are_counted_and_go_on_top_of_the_pile() -> None:
    def draw(view: Any) -> None:
        hand = view["hands"][view["players"][0]]
        hand["hidden"] = hand.get("hidden", 0) + 2

    def spend(view: Any) -> None:
        view["spent"] = [*view["spent"], 2, 2, 2, 2]

    assert any(line.endswith("→ Zugstapel, obenauf") for line in told("venedig", "de", draw))
    assert "4 × Sumpfplättchen 2: aus dem Spiel → Schachtel" in told("venedig", "de", spend)


def test_nobody_searches_a_pile_or_the_box_for_what_a_cat_has_pushed() -> None:
    def push(view: Any) -> None:
        """A building stands on swamp, and the cards of the pool are gone."""
        one = next(one for one in view["built"] if one["building"] == "casa")
        one["fields"] = [swampy]
        view["pool"] = []

    was = in_the_middle("venedig")
    marsh = {one.where.at for one in tabletops("venedig", [was])[0].lying if one.where.kind == "field"}
    swampy = min(marsh)
    lines = told("venedig", "de", push)
    assert f"1 Sumpfplättchen: wo immer es liegt, vielleicht unter einem Gebäude → Feld {swampy}" in lines
    assert any(line.endswith(": wo immer sie liegt → Auslage") for line in lines)
    assert not any("Schachtel" in line or "Zugstapel" in line for line in lines)


@pytest.mark.parametrize("source", [dealt, drawn])
def test_nothing_is_mislaid_in_a_game(source: Any) -> None:
    laid = tabletops("venedig", list(islice(source("venedig"), 160)))
    assert not {one.where.kind for table in laid for one in table.lying} & {"under", "mislaid"}


def test_a_row_that_is_laid_out_anew_is_shuffled() -> None:
    """A round that is taken back and done again: whoever knew where a card lay would know it in the next row too."""
    view = in_the_middle("doge")
    names, running = list(game("doge").rules.world.sets), view["order"]["set"]
    other = next(name for name in names if name != running)
    now = {
        **view["order"],
        "now": ["san-marco", *[f for f in view["fields"] if f != "san-marco"]],
        "voted": 6,
        "next": [],
    }
    was, after = view | {"order": now}, view | {"order": {**now, "set": other, "voted": 0}}
    opened = game("doge")

    class Played:
        declared, rules = opened.game, opened.rules

    lines = orders(Played, [was, after], Speech("en", opened.kit, view["players"], False))  # type: ignore[arg-type]
    assert any(line.startswith("6 ") and line.endswith("shuffled with all that lie face down there") for line in lines)
