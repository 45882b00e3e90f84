"""Kits of one's own: a copy to edit, schemas, differences, and sheets with only what has changed."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import jsonschema
import pypdfium2
import pytest
import yaml

from tests.conftest import DATA, ROOT, TEMPLATES, venice
from venice_pnp.door.own import all_schemas
from venice_pnp.games import open_kit
from venice_pnp.kit import find_games

GAMES = find_games(DATA)


# --- new --------------------------------------------------------------------------------------------------
def test_a_copy_is_the_same_kit_until_it_is_edited(tmp_path: Path) -> None:
    mine = tmp_path / "mine"
    assert venice("new", mine, "--game", "canaletto").code == 0
    assert open_kit("canaletto", mine).kit_id == open_kit("canaletto").kit_id
    assert "venice-pnp check" in (mine / "README.md").read_text("utf-8")
    assert venice("check", "--data", mine).code == 0
    assert "the same" in venice("diff", "shipped", mine).out
    file = mine / "canaletto/numbers.yaml"
    file.write_text(file.read_text("utf-8").replace("start-money: 30", "start-money: 31"), "utf-8")
    assert open_kit("canaletto", mine).kit_id != open_kit("canaletto").kit_id


def test_own_templates_beside_the_data_are_used_and_the_rest_inherited(tmp_path: Path) -> None:
    mine = tmp_path / "mine"
    assert venice("new", mine, "--game", "canaletto", "--small").code == 0
    (mine / "templates/symbols").mkdir(parents=True)
    symbol = next((TEMPLATES / "symbols").rglob("mirror.svg"))
    place = mine / "templates" / symbol.relative_to(TEMPLATES)
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(
        '<svg viewBox="0 0 100 100" xmlns="http://www.w3.org/2000/svg"><path d="M0 0H100V100Z" fill="var(--main, #000000)"/></svg>',
        "utf-8",
    )
    ran = venice("diff", "shipped", mine, "--html", tmp_path / "d.html")
    assert ran.code == 0, ran.said
    page = (tmp_path / "d.html").read_text("utf-8")
    assert "artwork/mirror" in page and "artwork/fan" not in page


def test_a_small_kit_is_a_few_lines(tmp_path: Path) -> None:
    mine = tmp_path / "mine"
    assert venice("new", mine, "--game", "venetia", "--small").code == 0
    text = (mine / "venetia/game.yaml").read_text("utf-8")
    assert len(text.splitlines()) <= 10
    assert venice("check", "--data", mine).code == 0


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["--game", "monopoly"], 1, "there is no game 'monopoly'"),
        (["--small"], 2, "--small needs one game"),
    ],
)
def test_new_refuses_what_it_cannot_make(words: list[str], code: int, said: str, tmp_path: Path) -> None:
    ran = venice("new", tmp_path / "mine", *words)
    assert (ran.code, said in ran.err) == (code, True)
    assert not (tmp_path / "mine").exists()


def test_new_never_writes_into_a_folder_that_holds_something(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine/notes.txt").write_text("mine")
    ran = venice("new", tmp_path / "mine")
    assert ran.code == 1 and "is not empty" in ran.err
    assert [f.name for f in (tmp_path / "mine").iterdir()] == ["notes.txt"]


# --- a game of data only ------------------------------------------------------------------------------------
def test_new_empty_makes_a_game_that_prints_and_has_no_rules(tmp_path: Path) -> None:
    mine = tmp_path / "My Game"
    made = venice("new", mine, "--empty")
    assert made.code == 0 and "my-game" in made.out
    files = [*mine.glob("my-game/*.yaml"), *mine.glob("templates/my-game/*.yaml")]
    lines = [line.strip() for file in files for line in file.read_text("utf-8").splitlines()]
    assert len([line for line in lines if line and not line.startswith("#")]) <= 60
    assert "all well" in venice("check", "my-game", "--data", mine).out
    assert "MYG-1.1" in venice("list", "my-game", "--data", mine).out
    built = venice("build", "my-game", "--data", mine, "--out", tmp_path / "out", "--edition", "colour,low-ink")
    assert built.code == 0, built.said
    for lang in ("en", "de"):
        assert {f.name for f in (tmp_path / "out/my-game" / lang / "a4").glob("*.pdf")} >= {"cards.pdf", "board.pdf"}
    assert venice("preview", "my-game", "--data", mine, "--out", tmp_path / "faces.png").code == 0
    for lang, said in (("en", "has no rules"), ("de", "hat hier keine Regeln")):
        refused = venice("referee", "new", "my-game", "--data", mine, "--players", "Anna,Ben", "--lang", lang)
        assert refused.code != 0 and said in refused.err


def test_a_slip_in_a_game_of_data_only_is_named_with_its_line(tmp_path: Path) -> None:
    mine = tmp_path / "my-game"
    venice("new", mine, "--empty")
    file = mine / "my-game/cards.yaml"
    file.write_text(file.read_text("utf-8").replace("symbol: gondola,", "symbol: gondala,"), "utf-8")
    ran = venice("check", "my-game", "--data", mine)
    assert ran.code == 1 and "cards.yaml:4" in ran.err and "did you mean 'gondola'" in ran.err


def test_the_files_of_a_new_game_hold_to_their_schemas(tmp_path: Path) -> None:
    mine = tmp_path / "my-game"
    venice("new", mine, "--empty")
    for file in [*mine.glob("my-game/*.yaml"), *mine.glob("templates/my-game/*.yaml")]:
        first = file.read_text("utf-8").splitlines()[0]
        schema = json.loads((file.parent / first.partition("$schema=")[2]).read_text("utf-8"))
        jsonschema.validate(yaml.safe_load(file.read_text("utf-8")), schema)


@pytest.mark.parametrize(
    ("name", "words", "said"),
    [
        ("mine", ["--small"], "leave out --game and --small"),
        ("mine", ["--game", "doge"], "leave out --game and --small"),
        ("my#game", [], "gives no name for a game"),
        ("doge", [], "there is a 'doge' already"),
    ],
)
def test_new_empty_refuses_what_it_cannot_make(name: str, words: list[str], said: str, tmp_path: Path) -> None:
    ran = venice("new", tmp_path / name, "--empty", *words)
    assert (ran.code, said in ran.err, (tmp_path / name).exists()) == (2, True, False)


# --- schema -----------------------------------------------------------------------------------------------
SCHEMAS = all_schemas()
SNAPSHOTS = sorted((ROOT / "tests/snapshots").glob("*.yaml"))
FILES = [
    *((f, "shared") for f in sorted(DATA.glob("*.yaml"))),
    *(
        (f, "console" if f.name == "console.yaml" else game)
        for game in GAMES
        for f in sorted((DATA / game).glob("*.yaml"))
    ),
    *((f, "template") for f in sorted(TEMPLATES.glob("*/*.yaml"))),
    (TEMPLATES / "fonts.yaml", "fonts"),
    *((f, f.parent.name) for f in sorted((ROOT / "docs/examples").glob("*/*/game.yaml"))),
]


@pytest.mark.parametrize(("file", "schema"), FILES, ids=[str(f.relative_to(ROOT)) for f, _ in FILES])
def test_every_shipped_file_holds_to_its_schema(file: Path, schema: str) -> None:
    jsonschema.validate(yaml.safe_load(file.read_text("utf-8")), SCHEMAS[schema])


@pytest.mark.parametrize("file", SNAPSHOTS, ids=lambda file: file.stem)
def test_every_snapshot_holds_to_its_schema(file: Path) -> None:
    snapshot = yaml.safe_load(file.read_text("utf-8"))
    schema = SCHEMAS[f"{snapshot['game']}-snapshot"]
    jsonschema.validate(snapshot, schema)
    for wrong in ({**snapshot, "weather": 1}, {**snapshot, "players": 7}, {**snapshot, "snapshot": 2}):
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(wrong, schema)


@pytest.mark.parametrize("game", GAMES)
def test_every_record_holds_to_its_schema(game: str) -> None:
    schema = jsonschema.Draft202012Validator(SCHEMAS[f"{game}-record"])
    for file in sorted((ROOT / "tests/records" / game).glob("*.yaml")):
        record = yaml.safe_load(file.read_text("utf-8"))
        assert not [error.message for error in schema.iter_errors(record)], file
        assert list(schema.iter_errors({**record, "moves": [{"by": "Anke", "do": "fly"}]}))


@pytest.mark.parametrize(
    ("schema", "wrong"),
    [
        ("canaletto", {"numbers": {"start-monny": 3}}),
        ("canaletto", {"numbers": {"start-money": "much"}}),
        ("canaletto", {"kindz": []}),
        ("shared", {"colours": {"brick": {"hex": "red"}}}),
        ("template", {"elements": {"a": {"draw": "rect", "boxx": 3}}}),
        ("venetia", {"actions": [{"id": "a1", "titel": "x"}]}),
    ],
)
def test_a_schema_refuses_what_the_loader_refuses(schema: str, wrong: Any) -> None:
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(wrong, SCHEMAS[schema])


def test_schemas_describe_their_fields(tmp_path: Path) -> None:
    assert venice("schema", "--out", tmp_path).code == 0
    made = json.loads((tmp_path / "canaletto.json").read_text("utf-8"))
    component = made["$defs"]["Component"]
    assert "parts list" in component["description"]
    assert component["properties"]["instead"]["description"] == "what may replace it"


# --- diff -------------------------------------------------------------------------------------------------
def test_diff_says_in_words_what_differs(tmp_path: Path) -> None:
    mine = tmp_path / "mine"
    (mine / "canaletto").mkdir(parents=True)
    (mine / "canaletto/game.yaml").write_text(
        "extends: canaletto\nnumbers: {start-money: 40}\nvalues: [3, 4]\ncomponents: {value: {count: 2}}\nkinds: {mirror: {name: {en: Glass}}}\n"
    )
    ran = venice("diff", "shipped", mine, "--html", tmp_path / "d.html")
    assert ran.code == 0
    for line in (
        "changed  numbers / start-money: 30 → 40",
        "changed  kinds / mirror / name / en: “Mirror” → “Glass”",
        "changed  components / value / count: 14 → 2",
    ):
        assert line in ran.out
    page = (tmp_path / "d.html").read_text("utf-8")
    assert page.count("<img") >= 4 and "value/16" in page
    assert venice("diff", mine, tmp_path / "nothing").code == 1


# --- change sheets ----------------------------------------------------------------------------------------
@pytest.fixture
def edited(tmp_path: Path) -> Path:
    """A small kit whose original was printed."""
    mine = tmp_path / "mine"
    assert venice("new", mine, "--game", "canaletto", "--small").code == 0
    built = venice("build", "canaletto", "--data", mine, "--lang", "en", "--out", tmp_path / "out")
    assert built.code == 0, built.said
    return mine


def test_change_sheets_hold_only_what_is_new_or_differs(edited: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    early = venice("build", "canaletto", "--data", edited, "--lang", "en", "--out", out, "--changes")
    assert early.code == 1 and "venice-pnp printed" in early.err
    stored = venice("printed", "canaletto", "--out", out)
    assert stored.code == 0 and open_kit("canaletto", edited).kit_id in stored.out
    same = venice("build", "canaletto", "--data", edited, "--lang", "en", "--out", out, "--changes")
    assert same.code == 0 and "nothing differs" in same.out
    other = venice("build", "canaletto", "--data", edited, "--lang", "en", "--edition", "low-ink", "--changes")
    assert other.code == 1 and "no print of canaletto (en, low-ink) is remembered, but one of (en, colour)" in other.err
    assert "add `--lang en --edition colour`" in other.err
    old = open_kit("canaletto", edited).kit_id
    (edited / "canaletto/game.yaml").write_text(
        "extends: canaletto\nkinds: {goblet: {size: 4}, horn: {name: {en: Tankard}}}\nvalues: [3, 4, 5]\n"
        "components: {artwork: {count: 35}, value: {count: 3}, aid: ~}\n"
    )
    ran = venice("build", "canaletto", "--data", edited, "--lang", "en", "--out", out, "--changes")
    assert ran.code == 0, ran.said
    for line in (
        "Artworks · goblet: 4 new, replaces 3 old",  # its pips show how many there are
        "Artworks · horn: 2 new, replaces 2 old",
        "Value tiles · 16: throw 1 away",
    ):
        assert line in ran.out, ran.out
    assert "mirror" not in ran.out
    pages = pypdfium2.PdfDocument(out / "canaletto/en/a4/changes.pdf")
    texts = [page.get_textpage().get_text_bounded() for page in pages]
    text = "".join(texts)
    assert f"replaces kit {old}" in text and "Tankard" in text and "Mirror" not in text
    assert len(texts) == 2 and all(one.strip() for one in texts), "tiles fold round their board: no page is empty"


def test_of_an_edited_board_only_the_sheets_that_differ_are_printed_again(edited: Path, tmp_path: Path) -> None:
    out, folder = tmp_path / "out", tmp_path / "out/canaletto/en/a4"
    assert venice("printed", "canaletto", "--out", out).code == 0
    before = pictures(folder / "board-tiles.pdf")
    (edited / "canaletto/game.yaml").write_text("extends: canaletto\npalaces: {ca-doro: {style: {en: Old Gothic}}}\n")
    words = ["build", "canaletto", "--data", str(edited), "--lang", "en", "--out", str(out)]
    ran = venice(*words, "--changes")
    assert ran.code == 0, ran.said
    [named] = re.findall(r"Board: new sheets marked (.*), to be glued over the old ones", ran.out)
    again = set(named.split(", "))
    assert venice(*words).code == 0
    after = pictures(folder / "board-tiles.pdf")
    differ = {label for label in before if before[label] != after[label]}
    assert differ == again and 0 < len(again) < len(before)
    assert len(pypdfium2.PdfDocument(folder / "changes.pdf")) == 1 + len(again), "the list, and these sheets"


def test_a_board_that_was_printed_before_sheets_were_remembered_is_printed_whole(edited: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert venice("printed", "canaletto", "--out", out).code == 0
    for file in (tmp_path / "home").rglob("canaletto-en-colour.json"):
        print_ = json.loads(file.read_text("utf-8"))
        assert print_.pop("sheets")
        file.write_text(json.dumps(print_), "utf-8")
    (edited / "canaletto/game.yaml").write_text("extends: canaletto\npalaces: {ca-doro: {style: {en: Old Gothic}}}\n")
    ran = venice("build", "canaletto", "--data", edited, "--lang", "en", "--out", out, "--changes")
    assert ran.code == 0 and "Board: 1 new, replaces 1 old" in ran.out, ran.said


def pictures(pdf: Path) -> dict[str, bytes]:
    """The sheets of a board as they are printed, by row and column, without what stands outside the cut."""
    found = {}
    manifest = json.loads((pdf.parent / "manifest.json").read_text("utf-8"))
    [entry] = [file for file in manifest["files"] if file["path"] == pdf.name]
    items = [sheet["placed"][0]["item"].rpartition("/")[2] for sheet in entry["pages"]]  # r1c2
    for item, page in zip(items, pypdfium2.PdfDocument(pdf), strict=True):
        left, low, right, top = page.get_trimbox()
        width, height = page.get_size()
        picture = page.render(scale=150 / 72, crop=(left, low, width - right, height - top)).to_pil()
        found[item[1:].replace("c", "–")] = picture.tobytes()
    return found


def test_a_table_with_other_data_than_the_print_is_noticed(edited: Path, tmp_path: Path) -> None:
    assert venice("printed", "canaletto", "--out", tmp_path / "out").code == 0
    old = open_kit("canaletto", edited).kit_id
    words = ["referee", "new", "canaletto", "--players", "Anna,Ben,Carla", "--seed", "1", "--data", str(edited)]
    same = venice(*words)
    assert same.code == 0 and f"kit {old}" in same.out and "Your print says" not in same.out
    (edited / "canaletto/game.yaml").write_text("extends: canaletto\nnumbers: {start-money: 50}\n")
    other = venice(*words)
    assert other.code == 0 and f"Your print says {old}" in other.out


def test_printed_needs_a_build(tmp_path: Path) -> None:
    ran = venice("printed", "canaletto", "--out", tmp_path)
    assert ran.code == 1 and "nothing was built here" in ran.err
    (tmp_path / "canaletto").mkdir()
    (tmp_path / "canaletto/manifest.json").write_text("{}")
    ran = venice("printed", "canaletto", "--out", tmp_path)
    assert ran.code == 1 and "not a manifest" in ran.err


# --- a build with nothing changed -------------------------------------------------------------------------
def test_a_second_build_does_nothing_and_says_so(tmp_path: Path) -> None:
    words = ["build", "canaletto", "--lang", "en", "--only", "artwork", "--out", str(tmp_path / "out")]
    assert venice(*words).code == 0
    file = tmp_path / "out/canaletto/en/a4/tiles.pdf"
    made = file.stat().st_mtime_ns
    again = venice(*words)
    assert again.code == 0 and "Nothing has changed" in again.out
    assert file.stat().st_mtime_ns == made
    content = file.read_bytes()
    file.write_bytes(b"spoiled")
    assert "Nothing has changed" not in venice(*words).out
    assert file.read_bytes() == content
    file.unlink()
    assert venice(*words).code == 0 and file.read_bytes() == content


def test_an_edit_of_the_data_is_seen(tmp_path: Path) -> None:
    mine = tmp_path / "mine"
    assert venice("new", mine, "--game", "canaletto", "--small").code == 0
    words = [
        "build",
        "canaletto",
        "--lang",
        "en",
        "--only",
        "artwork",
        "--data",
        str(mine),
        "--out",
        str(tmp_path / "out"),
    ]
    assert venice(*words).code == 0
    assert "Nothing has changed" in venice(*words).out
    file = mine / "canaletto/game.yaml"
    file.write_text(file.read_text("utf-8") + "kinds: {fan: {name: {en: Fen}}}\n", "utf-8")
    assert "Nothing has changed" not in venice(*words).out


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("hex-two: {cells: [[0, 0], [0, 0]]}", "same hex twice"),
        ("hex-two: {cells: [[0, 0], [2, 0]]}", "hang together"),
        ("hex-bridge: {cells: [[0, 0], [1, 0]]}", "do not touch"),
        ("hex-bridge: {span: 30}", "wider than a side"),
        ("hex-one: {play: 26}", "leaves nothing of it"),
    ],
)
def test_a_piece_that_cannot_be_cut_is_named_with_its_line(change: str, said: str, tmp_path: Path) -> None:
    own = tmp_path / "venedig"
    own.mkdir()
    (own / "game.yaml").write_text(f"extends: venedig\npieces: {{{change}}}\n", "utf-8")
    ran = venice("check", "venedig", "--data", tmp_path)
    assert ran.code == 1
    assert said in ran.err
    assert "game.yaml:2:" in ran.err


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("colonies: {zara: {region: dalmazia}}", "there is no region 'dalmazia'; did you mean 'dalmatia'?"),
        ("colonies: {zara: {seas: [mare]}}", "there is no sea 'mare'"),
        ("colonies: {zara: {size: small}}", "exactly one large colony"),
        ("venice: {seas: [golfo]}", "there is no sea 'golfo'"),
        ("threats: {ponente-1: {fleet: atlantic}}", "there is no sea 'atlantic'"),
        ("threats: {ponente-1: {region: rome}}", "there is no region 'rome'"),
        ("families: {dandolo: {colour: green}}", "has the colour green"),
        ("early-kingdoms: {kingdoms: {romania: nobody}}", "there is no kingdom 'nobody'"),
    ],
)
def test_a_name_that_leads_nowhere_is_named_with_its_line(change: str, said: str, tmp_path: Path) -> None:
    """Neither the press nor the referee stumbles over it."""
    own = tmp_path / "venetia"
    own.mkdir()
    (own / "game.yaml").write_text(f"extends: venetia\n{change}\n", "utf-8")
    for words in (("check", "venetia"), ("referee", "new", "venetia", "--players", "Anke,Bernd")):
        ran = venice(*words, "--data", tmp_path)
        assert ran.code in (1, 2)
        assert said in ran.err
        assert ".yaml:" in ran.err
