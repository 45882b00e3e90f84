"""The console in a real terminal: whole games, typing errors, undo, crashes, secrets, checks, and the end."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from tests.cli.games import Sitting
from tests.cli.person import CTRL_C, ENTER, ESC, PAGE_DOWN, TAB, Person, fits_the_width, frames, screens, without_codes
from venice_pnp.referee import home
from venice_pnp.referee.table import Table, new_table
from venice_pnp.speech.plain import read_file

PLAYERS = ["Anke", "Bernd", "Claudia"]
ORDER = ["cannaregio", "castello", "quarantia", "san-marco", "san-polo", "dorsoduro", "santa-croce"]
DISTRICTS = [field for field in ORDER if field != "quarantia"]

# Tables shortly before the end, so that a whole game from there takes a few moves of every kind.
CANALETTO: dict[str, Any] = {
    "palaces": {name: [] for name in ("vendramin", "ca-doro", "da-mosto", "loredan", "grimani", "corner-spinelli")}
    | {name: [] for name in ("grassi", "ca-granda", "dario", "rezzonico", "balbi", "pisani-moretta", "papadopoli")}
    | {"pesaro": [], "foscari": ["candlestick", "goblet", "bust"], "regina": ["candlestick", "fan"]},
    "artworks": {
        "Anke": ["candlestick", "fan", "bust"],
        "Bernd": ["goblet", "bust"],
        "Claudia": ["candlestick", "goblet", "fan"],
    },
    "sold": ["lamp", "mirror", "ring", "clock", "lion", "horn", "painting", "pearls"],
    "money": {"Anke": 47, "Bernd": 12, "Claudia": 2},
    "debt": {"Anke": 10, "Claudia": 5},
    "column": "foscari",
    "starter": "Bernd",
}
DOGE: dict[str, Any] = {  # the last placing turn; with a palazzo in Santa Croce Anke becomes doge
    "phase": "placing",
    "turn": 4,
    "order": {"now": ORDER},
    "fields": {field: {"palazzi": ["Anke"], "houses": {"Bernd": 2}} for field in DISTRICTS}
    | {"quarantia": {"tokens": {name: [1] for name in PLAYERS}}, "santa-croce": {"houses": {"Anke": 2}}},
}
for _field, _token in (("cannaregio", 0), ("castello", 1)):
    DOGE["fields"][_field]["tokens"] = {name: [_token] for name in PLAYERS}
VENEDIG: dict[str, Any] = {
    "gondolas": {"Anke": 58, "Bernd": 30, "Claudia": 20},
    "hands": {"Anke": {"casa": 2, "hidden": 1}},
}
VENETIA: dict[str, Any] = {
    "phase": "die",
    "active": "Anke",
    "epoch": 3,
    "doge": {"player": "Bernd", "family": 2, "markers": 2},
    "power": {"venice": 0, "enemy": 1, "eighth": True, "met": True},
    "pool": {"politics": [3, 4], "trade": [2]},
    "colonies": {"corphu": {"Anke": 2, "Bernd": 1}},
    "seas": {"golfo-di-venetia": {"control": True}, "mare-adriatico": {"control": True}},
    "houses": {"Anke": {"box": ["?", "?"]}, "Bernd": {"box": ["?", "?"]}},
}
SHORT: dict[str, tuple[list[str], dict[str, Any]]] = {
    "canaletto": (PLAYERS, CANALETTO),
    "doge": (PLAYERS, DOGE),
    "venedig": (PLAYERS, VENEDIG),
    "venetia": (["Anke", "Bernd"], VENETIA),
}


def short_table(game: str, seed: str | None = "7") -> Path:
    players, start = SHORT[game]
    path = home.table_path(game)
    new_table(game, players, path=path, start=start, seed=seed)
    home.remember(path)
    return path


def fresh_table(game: str, seed: str | None = "7", players: list[str] | None = None) -> Path:
    path = home.table_path(game)
    new_table(game, players or PLAYERS, path=path, seed=seed)
    home.remember(path)
    return path


# --- whole games --------------------------------------------------------------------------------------
def _sit(person: Person, path: Path, lang: str, seed: int) -> Sitting:
    sitting = Sitting(person, path, seed)
    sitting.word = {"en": "move", "de": "Zug"}[lang]
    for name, field, tokens in (
        ("Anke", "santa-croce", [2, 2, 3, 3]),
        ("Bernd", "san-polo", [2]),
        ("Claudia", "dorsoduro", [3]),
    ):
        sitting.wanted.append({"by": name, "do": "place", "field": field, "tokens": tokens})
    sitting.eager = ("houses", "build") if sitting.table.game == "doge" else ()
    return sitting


MANNERS: dict[str, tuple[tuple[int, int], str, dict[str, str]]] = {
    "80x24": ((80, 24), "en", {}),
    "160x50": ((160, 50), "de", {}),
    "narrow": ((60, 24), "en", {"NO_COLOR": "1"}),
    "few-colours": ((80, 24), "de", {"COLORTERM": "", "TERM": "xterm"}),
    "dumb": ((80, 24), "en", {"TERM": "dumb"}),
}


@pytest.mark.parametrize("manner", MANNERS)
@pytest.mark.parametrize("game", SHORT)
def test_a_whole_short_game(game: str, manner: str) -> None:
    """With typing errors, undo, a battery that dies in the middle, and the end of the game."""
    size, lang, env = MANNERS[manner]
    path = short_table(game)
    person = Person("play", "--lang", lang, size=size, **env)
    sitting = _sit(person, path, lang, 1)
    sitting.lines = manner == "dumb"
    person.until("▸")
    person.type("xyzzy")  # a typing error changes nothing
    person.until(
        lambda screen: any(
            said in screen
            for said in ("nothing of this game", "gibt es in diesem", "seen by everybody", "gilt es nicht")
        )
    )
    assert manner == "dumb" or fits_the_width(person)
    sitting.play()
    made = sitting.made
    person.type("u")  # says what it will take back, and does
    person.until({"en": "Take back", "de": "Zurücknehmen"}[lang])
    person.press(ENTER)
    person.until({"en": "Taken back", "de": "Zurückgenommen"}[lang])
    sitting.table.refresh()
    assert sitting.made == made - 1
    sitting.play()
    person.kill()
    again = Person("referee", "play", "--lang", lang, size=size, **env)
    again.until({"en": "since", "de": "seit"}[lang])
    resumed = _sit(again, path, lang, 3)
    resumed.lines = manner == "dumb"
    assert resumed.made == made
    resumed.to_the_end(200)
    if manner != "dumb":
        again.until({"en": "The game is over", "de": "Das Spiel ist zu Ende"}[lang])
    words = {"en": "words of this game", "de": "Wörter dieser Partie"}[lang]
    if words not in again.until(lambda screen: words in screen or "▼" in screen):
        again.press(PAGE_DOWN)  # below what the hands have not ticked off yet
        again.until(words)
    assert manner == "dumb" or fits_the_width(again)
    if "NO_COLOR" in env:
        assert not re.search(r"\x1b\[[0-9;]*[1-9][0-9;]*m", again.raw), "NO_COLOR, but there is colour"
    again.type("q")
    assert again.ends() == 0
    assert Table(path).closed


def test_lines_of_text_on_a_dumb_terminal() -> None:
    path = short_table("canaletto")
    person = Person("play", TERM="dumb")
    person.heard("Bernd ▸")
    person.type("bdi 3")
    person.heard("Did you mean “bid 3”? Enter = yes, n = no")
    person.type("")
    person.heard("The bid is 3")
    person.type("p; p")
    person.heard("[i] sell bust goblet")
    person.type("i")
    person.heard("This ends the game")
    person.type("y")
    person.heard("WON BY")
    assert Table(path).closed
    person.type("q")
    assert person.ends() == 0
    assert "\x1b" not in person.raw


def test_plain_gives_the_same_as_lines() -> None:
    fresh_table("canaletto")
    person = Person("play", "--plain")
    person.heard("Step 1 of 6")
    person.type("s")
    person.heard("ROUND 1")
    person.type("4")
    person.heard("Gondola 4 palaces on")
    person.type("table")
    person.heard("high bid 4")
    person.type("why")
    person.heard("CAN-5.18")
    person.type("check")
    person.heard("value rail, face up")  # the page that the question speaks of
    person.type("anke 31")
    person.heard("30 ducats → really: 31")
    person.type("q")
    person.press(CTRL_C)
    person.heard("Nothing is lost")
    assert person.ends() == 0
    assert "\x1b[?1049h" not in person.raw


# --- a new table ---------------------------------------------------------------------------------------
def test_everything_is_asked() -> None:
    person = Person("play")
    person.until("Sprache?")
    person.type("1")
    person.until("Which game?")
    person.type("dog")
    person.until("Who plays?")
    person.type("Anke Bernd")
    person.until("That makes 2 players")
    person.type("Anke Bernd Claudia")
    person.until("Colours:")
    person.type("blue red")
    person.until("Please 3 different colours")
    person.type("blue red yellow")
    person.until("Who decides what chance decides")
    person.type("we")
    person.until("Where are cards and tokens kept secret?")
    person.type("typ")
    person.until("what becomes of advisor II")
    person.type("stays")
    for n in range(1, 9):
        person.until(f"Step {n} of 8")
        assert f"☐ {n}" in person.screen
        person.press(ENTER)
    person.until("Have a good game")
    person.until("Read out the brown row")
    person.type("cn cs qu san m sp dd santa")
    person.until("First the hands")
    person.type("*")
    person.until("Hand the laptop to ◆ Anke")
    table = Table(home.table_path("doge-1"))
    assert table.first["options"]["colours"] == {"Anke": "blue", "Bernd": "red", "Claudia": "yellow"}
    assert table.view(None)["options"] == {"second-advisor": "stays"}
    assert table.view(None)["order"]["now"] == [
        "cannaregio",
        "castello",
        "quarantia",
        "san-marco",
        "san-polo",
        "dorsoduro",
        "santa-croce",
    ]
    person.press(CTRL_C)
    person.until("venice-pnp play --table doge-1")
    assert person.ends() == 0


def test_a_physical_set_up_palace_by_palace() -> None:
    path = fresh_table("canaletto", seed=None)
    laid = read_file(Path("tests/snapshots/canaletto-setup.yaml"))[0]["palaces"]
    person = Person("play")
    person.until("Step 1 of")
    person.type("s")
    person.until("the table ▸")
    first = True
    for number, (palace, kinds) in enumerate(laid.items(), 1):
        assert palace
        if not first:
            person.until(f"What lies in {number} ")
        if number == 2:
            person.type("mirror klock")
            person.until("none of the things that can lie there")
        person.type(" ".join(kind[:4] for kind in kinds))
        first = False
    person.until("Lay the value tiles")
    person.type("9 12 5 14 7 16 4 10 13 6 11 8")
    person.until("Where do gondola and column begin")
    person.type("5")
    person.until("Who begins")
    person.type("bernd")
    person.until("Round 1: Bernd starts")
    assert Table(path).view(None)["palaces"] == laid
    person.press(CTRL_C)
    person.ends()


def test_one_key_lays_out_the_set_up_of_the_booklet() -> None:
    person = Person("play", "--lang", "en", size=(100, 40))
    person.until("Which game")
    person.type("canaletto")
    person.until("Who plays")
    person.type("Anke, Bernd, Claudia")
    person.until("olour")
    person.type("")
    person.until("set-up for a first game")
    person.type("3")
    for question in ("Who starts the next round", "How far may debts go"):
        person.until(question)
        person.type("")
    person.until("Step 1 of 6")
    for step in range(2, 7):
        person.type("")
        person.until(f"Step {step} of 6")
    person.until("Gondola and column to Palazzo Grimani")
    person.type("")
    person.until("Anke: your bid?")
    assert Table(home.table_path(None)).first["setup"] == "reference"
    person.press(CTRL_C)
    person.ends()


# --- typing ------------------------------------------------------------------------------------------------
def test_what_people_type() -> None:
    """Short forms, did-you-mean, completion, several moves in a line, a question before a move, why and rules."""
    path = fresh_table("canaletto")
    person = Person("play", size=(100, 40))
    person.until("Step 1 of")
    person.type("s")
    person.until("Have a good game")
    person.type("? 200")
    person.until("CAN-7.13: ")
    person.until("Possible now")
    person.type("bib 3")
    person.until("Did you mean “bid 3”?")
    person.press(ENTER)
    person.until("move 1")
    person.press("pre" + TAB)
    person.until("preview")
    person.type("12")
    person.until("bid 12: lands at")
    person.type("11; p; passs")
    person.until("Did you mean “pass”?")
    person.press(ENTER)
    person.until("move 4")
    person.type("?")
    person.until("bids so many ducats")
    person.type("why")
    person.until("CAN-7.9: ")
    person.type("rules bribe")
    person.until("CAN-7.15")
    person.type("large")
    person.until("███")
    person.type("large")
    person.gone("███")
    person.type("4; 3; p")  # 3 is refused, and what follows it is not done
    person.until("Not done any more: p")
    table = Table(path)
    assert [step.move["do"] for step in table.steps if not step.start and not step.move.get("drawn")] == [
        "bid",
        "bid",
        "pass",
        "pass",
        "bid",
    ]
    person.press(CTRL_C)
    person.ends()


def test_an_undo_past_another_seat_asks_the_table() -> None:
    path = fresh_table("canaletto")
    person = Person("play")
    person.until("Step 1 of")
    person.type("s")
    person.until("Have a good game")
    person.type("5; p; p")
    person.until("move 3")
    person.type("u")
    person.until("Take back")
    person.type("n")
    person.until("Everything stays as it is")
    assert len([s for s in Table(path).steps if s.move.get("do") in ("bid", "pass")]) == 3
    person.press(CTRL_C)
    person.ends()


def test_the_board_is_checked_and_corrected() -> None:
    path = fresh_table("canaletto")
    table = Table(path)
    palaces = table.view(None)["palaces"]
    one, other = [name for name, kinds in palaces.items() if len(kinds) > 1][:2]
    moved = next(kind for kind in palaces[one] if kind not in palaces[other])
    back = next(kind for kind in palaces[other] if kind not in palaces[one])
    person = Person("play")
    person.until("Step 1 of")
    person.type("s")
    person.until("Have a good game")
    person.type("check")
    person.until("Is the board like this?")
    for place, gone, come in ((one, moved, back), (other, back, moved)):
        person.type(f"{list(palaces).index(place) + 1} -{gone} +{come}")
        person.until("put the board back")
    person.type("c")
    person.until("Go on from the real board?")
    person.type("the cat")
    person.until("goes on from what was typed in")
    table.refresh()
    after = table.view(None)["palaces"]
    assert back in after[one] and moved in after[other]
    assert sorted(k for kinds in after.values() for k in kinds) == sorted(
        k for kinds in palaces.values() for k in kinds
    )
    person.press(CTRL_C)
    person.ends()


# --- secrets -------------------------------------------------------------------------------------------------
def _until_the_reveal(game: str, choices: list[str], size: tuple[int, int]) -> tuple[Person, list[str]]:
    """A session up to the last secret choice, and everything it has shown so far, without the receipts."""
    path = home.table_path(f"{game}-{abs(hash(tuple(choices)))}")
    if game == "doge":
        new_table(game, PLAYERS, path=path, start=DOGE, seed="7")
    else:
        new_table(
            game,
            PLAYERS[:2],
            path=path,
            start={**VENETIA, "phase": "election", "pending": {"candidates": {}, "then": "final"}},
            seed=None,
        )
    person = Person("play", "--table", path.stem, size=size)
    for number, choice in enumerate(choices):
        person.until("Hand the laptop to")
        person.press(ENTER)
        person.until("Nothing is shown while you type")
        person.type(choice)
        if number < len(choices) - 1:
            person.until("Receipt: ")
            assert "· · ·" in person.screen
            person.press(ENTER)
            person.gone("Receipt: ")
    varying = rf"Receipt: \w+ \w+|{path.stem}|seed \w+ \w+|since .*|\d\d:\d\d\.?"
    return person, [re.sub(varying, "", screen) for screen in screens(person)]


@pytest.mark.parametrize(
    ("game", "one", "other", "words"),
    [
        (
            "doge",
            ["sp 3 2", "sm 2", "sc 3"],
            ["place santa-croce 3 3 2 2", "dd 2 2", "sp 2"],
            ("place san-polo", "place santa", "3 3 2 2"),
        ),
        ("venetia", ["3 m01", "4 t02"], ["candidate 5 p07 p08", "1"], ("candidate 3", "candidate 5", "m01", "p07")),
    ],
)
def test_nothing_on_the_screen_depends_on_a_secret(
    game: str, one: list[str], other: list[str], words: tuple[str, ...]
) -> None:
    """Whatever is chosen, the frames until the reveal are the same; so nothing of it can be on them."""
    first, shown = _until_the_reveal(game, one, (80, 24))
    second, else_shown = _until_the_reveal(game, other, (80, 24))
    assert shown == else_shown
    for person in (first, second):
        said = without_codes(person.raw)
        assert not any(word in said for word in words)
        assert not person.scrollback.strip()
        person.press(ENTER + CTRL_C)
        person.ends()


def test_the_panic_key_hides_everything_in_one_frame() -> None:
    path = fresh_table("venetia", players=["Anke", "Bernd"])
    person = Person("play")
    person.until("Step 1 of")
    person.type("s")
    person.until("Hand the laptop to")
    person.press(ENTER)
    person.until("Nothing is shown while you type")
    hand = Table(path).view("Anke")["houses"]["Anke"]["hand"]
    assert not any(card in person.screen for card in hand)
    person.press(TAB)
    person.until(hand[0])
    sent = len(person.raw)
    person.press(ESC)
    person.until("Hidden.")
    hiding = person.raw[sent:]
    assert len(frames(hiding)) == 1, "more than one frame until everything was hidden"
    assert [line.strip() for line in person.lines if line.strip()] == ["Hidden. Enter brings the table back."]
    person.press(ENTER)
    person.until("Hand the laptop to")  # back at what everybody may see
    assert not any(card in person.screen for card in hand)
    person.type("v bernd")
    person.until("Hand the laptop to ■ Bernd")
    person.press(ESC)
    person.until("Hidden.")
    person.press(ENTER + ENTER)
    person.until("Bernd alone is looking")
    person.press(ESC)
    person.until("Hidden.")
    person.press(ENTER)
    person.until("Hand the laptop to ● Anke")
    assert not person.scrollback.strip()
    person.press(CTRL_C)
    person.until("Nothing is lost")
    assert person.raw.rindex("\x1b[3J") < person.raw.rindex("\x1b[?1049l")
    assert person.ends() == 0


def test_a_wrong_secret_is_refused_without_a_word_of_it() -> None:
    short_table("doge")
    person = Person("play")
    person.until("Hand the laptop to ● Anke")
    person.press(ENTER)
    person.until("Nothing is shown")
    person.type("sm 3 3 3")
    person.until("Refused (DOGE-5.6)")
    person.type("sant 2")
    person.until("Receipt: ")
    person.press(TAB)
    person.until("Your choice: place Santa Croce 2")  # only while its owner wants to see it
    person.press(TAB)
    person.until("Your choice: · · ·")
    person.press(ENTER)
    person.until("Hand the laptop to ▲ Bernd")
    assert "santa-croce 2" not in person.screen
    person.press(CTRL_C)
    person.ends()


# --- the timer, the end, the demo ------------------------------------------------------------------------------
def test_the_timer_announces_and_never_decides() -> None:
    path = fresh_table("canaletto")
    person = Person("play", "--timer", "1")
    person.until("Step 1 of")
    person.type("s")
    person.until("Time is up")
    assert "\a" in person.raw
    person.until("+1 s")
    assert not [step for step in Table(path).steps if step.move.get("do") in ("bid", "pass", "bribe")]
    person.type("3")
    person.until("move 1")
    person.press(CTRL_C)
    person.ends()


def test_after_the_game(tmp_path: Path) -> None:
    """Result, digest, record, score sheet, and another game with the same people."""
    path = short_table("venetia")
    table = Table(path)
    while table.awaited():
        by = str(table.awaited()[0]["by"])
        table.do(next(iter(table.rules.legal(table.state, by))))
    person = Person("play", CWD=str(tmp_path))
    person.until("words of this game")
    person.until("WINNER")
    person.until("VTA-8.15")
    person.type("1")
    person.until("venetia.yaml")
    person.type("2")
    person.until("venetia.pdf")
    person.type("1")
    person.until("venetia-2.yaml")
    assert (tmp_path / "venetia.pdf").read_bytes().startswith(b"%PDF")
    record = read_file(tmp_path / "venetia.yaml")[0]
    assert record["game"] == "venetia"
    assert len(record["moves"]) > 3
    person.type("3")
    person.until("round by round")
    person.type("")
    person.until("WINNER")
    person.type("4")
    person.until("venetia-page")  # a long line is cut
    assert (tmp_path / "venetia.png").read_bytes().startswith(b"\x89PNG")
    assert (tmp_path / "venetia-page.pdf").read_bytes().startswith(b"%PDF")
    person.type("5")
    person.until("Step 1 of")
    assert Table(home.table_path("venetia-1")).players == table.players
    person.press(CTRL_C)
    assert person.ends() == 0


def test_a_demo_plays_to_the_end() -> None:
    person = Person("play", "canaletto", "--demo", "--pace", "0", "--seed", "4", size=(100, 30))
    person.until("types: ")
    person.until("The game is over")
    assert fits_the_width(person)
    person.type("q")
    assert person.ends() == 0
    assert not home.table_files()


def test_two_consoles_at_one_table() -> None:
    path = fresh_table("canaletto")
    person = Person("play")
    person.until("Step 1 of")
    person.type("s")
    person.until("Have a good game")
    table = Table(path)
    table.do({"by": table.awaited()[0]["by"], "do": "bid", "amount": 7})
    person.until("Gondola 7 palaces on")
    person.press(CTRL_C)
    person.ends()
