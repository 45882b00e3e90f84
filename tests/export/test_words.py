"""Everything to translate leaves as one PO file, and what comes back becomes a kit. Read here by a reader of its own."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.conftest import DATA, ROOT, venice
from venice_pnp.door.kits import load_kit
from venice_pnp.door.wishes import WrongWish
from venice_pnp.export.catalogue import catalogue
from venice_pnp.export.context import seen_parts
from venice_pnp.export.po import po_bytes
from venice_pnp.export.site.site_data import SiteWords, load_site_data
from venice_pnp.export.translation import export_words, import_words
from venice_pnp.kit import FaultyData

ITALIANO = ROOT / "docs/examples/italiano"
LINE = re.compile(r'^(msgctxt|msgid|msgstr) (".*")$|^(".*")$')


def read_po(file: Path) -> dict[str, dict[str, str]]:
    """Entries by their context, with their line; the reader of a stranger."""
    found: dict[str, dict[str, str]] = {}
    for block in file.read_text("utf-8").split("\n\n"):
        entry: dict[str, str] = {}
        key = ""
        for line in block.splitlines():
            if line.startswith("#."):
                entry["about"] = entry.get("about", "") + line[2:]
            elif part := LINE.match(line):
                key = part[1] or key
                entry[key] = entry.get(key, "") + str(ast.literal_eval(part[2] or part[3]))
        found[entry.get("msgctxt", "")] = entry
    return found


def said_in(value: Any, path: str) -> Iterator[tuple[str, str]]:
    """Every English text of a file as YAML reads it, by its path."""
    if isinstance(value, list):
        named = bool(value) and all(isinstance(row, dict) and "id" in row for row in value)
        for number, row in enumerate(value):
            yield from said_in(row, f"{path}.{row['id'] if named else number}")
    elif isinstance(value, dict):
        if isinstance(value.get("en"), str):
            yield path, value["en"]
        for key, part in value.items():
            if key not in ("en", "de"):
                yield from said_in(part, f"{path}.{key}" if path else str(key))


@pytest.fixture
def po(tmp_path: Path) -> Path:
    file = tmp_path / "it.po"
    export_words("it", ["canaletto"], file, None, with_pictures=False)
    return file


def translated(file: Path, **texts: str) -> Path:
    """The file with some texts translated, as an editor of PO files would."""
    words = {context.replace("__", "."): text for context, text in texts.items()}
    text = file.read_text("utf-8")
    for context, said in words.items():
        before = re.search(rf'msgctxt "[^"]*:{re.escape(context)}"\nmsgid ".*"\nmsgstr ""', text)
        assert before, context
        text = text.replace(before[0], before[0][:-2] + '"' + said + '"')
    file.write_text(text, "utf-8")
    return file


def test_a_second_export_keeps_what_is_translated(po: Path) -> None:
    one, two, *_ = [entry for entry in catalogue(["canaletto"], "it") if entry.file.startswith("canaletto/")]
    text = po.read_text("utf-8")
    for entry, said in ((one, "Primo"), (two, "Secondo")):
        before = re.search(rf'msgctxt "{re.escape(entry.context)}"\nmsgid ".*"\nmsgstr ""', text)
        assert before
        text = text.replace(before[0], before[0][:-2] + f'"{said}"')
    po.write_text(re.sub(rf'(msgctxt "{re.escape(two.context)}"\nmsgid) ".*"', r'\1 "As it was"', text), "utf-8")
    ran = venice("words", "export", "it", "canaletto", "--no-pictures", "--out", po)
    assert ran.code == 0 and "Kept from the file that was there: 2; 1 of them fuzzy" in ran.out, ran.said
    assert (read_po(po)[one.context]["msgstr"], read_po(po)[two.context]["msgstr"]) == ("Primo", "Secondo")
    assert re.search(rf'#, fuzzy\n(#\|.*\n)*msgctxt "{re.escape(two.context)}"', po.read_text("utf-8"))
    assert export_words("it", ["doge"], po, None, with_pictures=False).aside == 2
    assert export_words("it", ["canaletto"], po, None, with_pictures=False).kept == 2
    assert read_po(po)[one.context]["msgstr"] == "Primo"


@pytest.mark.parametrize(
    "text",
    [
        "My diary\nToday\n",
        'msgid ""\nmsgstr "Language: it\\n"\n',
        'msgid ""\nmsgstr "Language: fr\\n"\n"Project-Id-Version: venice-pnp\\n"\n',
    ],
    ids=["no-po", "of-others", "french"],
)
def test_a_file_of_others_is_not_overwritten(tmp_path: Path, text: str) -> None:
    file = tmp_path / "mine.po"
    file.write_text(text, "utf-8")
    ran = venice("words", "export", "it", "canaletto", "--no-pictures", "--out", file)
    assert ran.code == 1 and "not overwritten" in ran.err and "Traceback" not in ran.said
    assert file.read_text("utf-8") == text


# --- leaving --------------------------------------------------------------------------------------------------
def test_every_text_of_the_data_is_in_the_file_under_its_path(po: Path) -> None:
    files = [*DATA.glob("*.yaml"), DATA / "referee/messages.yaml", DATA / "export/site.yaml"]
    files += (DATA / "canaletto").glob("*.yaml")
    wanted = {
        f"{file.relative_to(DATA).as_posix()}:{path}": text
        for file in files
        for path, text in said_in(yaml.safe_load(file.read_text("utf-8")), "")
    }
    got = {context: entry["msgid"] for context, entry in read_po(po).items() if context}
    assert len(wanted) > 1000
    assert {context: got.get(context) for context in wanted} == wanted
    lists = set(got) - set(wanted)  # what else there is are words that people type
    assert all(re.search(r":(commands|answers|small-nouns|verbs\..*\.also|questions\..*\.words)", one) for one in lists)


def test_a_translator_sees_other_languages_and_what_is_wanted(po: Path) -> None:
    entries = read_po(po)
    assert "Deutsch: Vorderseite" in entries["words.yaml:words.front"]["about"]
    assert "with commas" in entries["canaletto/console.yaml:verbs.bid.also"]["about"]
    assert entries["canaletto/console.yaml:verbs.bid.also"]["msgid"] == "bid, ducats, ducat"
    references = re.findall(r"^#: (.*)$", po.read_text("utf-8"), re.MULTILINE)
    assert references == [context.replace(" ", "_") for context in entries if context]  # file and path of each


def test_the_same_texts_give_the_same_bytes() -> None:
    once, again = (po_bytes(catalogue(["canaletto"], "it"), "it", {}) for _ in range(2))
    assert once == again


def test_a_picture_shows_the_texts_that_are_drawn_on_its_part() -> None:
    part = next(iter(seen_parts("canaletto", "en")))  # the others are not drawn
    shown = {entry.context for entry in catalogue(["canaletto"], "it") if part.shows(entry, "canaletto")}
    assert part.picture.startswith(b"\x89PNG")
    assert {"canaletto/artworks.yaml:kinds.mirror.name", "canaletto/game.yaml:components.artwork.name"} <= shown
    assert not any(context.startswith(("words.yaml", "canaletto/rules.yaml")) for context in shown)


@pytest.mark.parametrize("lang", ["en", "de", "italiano", "IT", ""])
def test_a_language_that_nobody_can_translate_into_is_refused(lang: str, tmp_path: Path) -> None:
    with pytest.raises(WrongWish):
        export_words(lang, ["canaletto"], tmp_path / "x.po", None, with_pictures=False)
    assert not list(tmp_path.glob("*.po"))


# --- coming back ----------------------------------------------------------------------------------------------
def test_the_italian_example_says_everything_and_survives_the_way_there_and_back(tmp_path: Path) -> None:
    made = export_words("it", ["canaletto"], tmp_path / "it.po", ITALIANO, with_pictures=False)
    untold = [context for context, entry in read_po(tmp_path / "it.po").items() if context and not entry["msgstr"]]
    assert untold == [] and made.done == made.texts
    imported = import_words(tmp_path / "it.po", tmp_path / "kit")
    assert imported.left == []
    ours = {file.name: file.read_text("utf-8") for file in (ITALIANO / "canaletto").iterdir()}
    assert {file.name: file.read_text("utf-8") for file in (tmp_path / "kit/canaletto").iterdir()} == ours


def test_the_site_speaks_a_language_of_an_own_kit() -> None:
    words = SiteWords(load_site_data(ITALIANO), "it", {"it": "en"})
    assert words.say("players", low=3, most=4) == "da 3 a 4 giocatori"
    assert SiteWords(load_site_data(), "it", {"it": "en"}).say("players", low=3, most=4) == "3 to 4 players"


def test_a_kit_of_a_few_texts_speaks_them_and_leans_on_english(po: Path, tmp_path: Path) -> None:
    translated(po, words__front="fronte", seats__red__name="Rosso", booklet__2__blocks__1__heading="Prima")
    translated(po, languages="Italiano", commands__help="aiuto", verbs__bid__also="offro, offerta")
    made = import_words(po, tmp_path / "kit")
    assert (made.lang, made.games, made.taken) == ("it", ["canaletto"], 6)
    gondola = load_kit("canaletto", tmp_path / "kit").components["gondola"]
    assert gondola.instead and gondola.instead.in_language("it") == "a pawn"  # it leans on English
    read = {file.name: yaml.safe_load(file.read_text("utf-8")) for file in made.files}
    assert read["words.yaml"]["languages"] == {"it": "Italiano"} and read["words.yaml"]["fallback"] == {"it": "en"}
    assert read["game.yaml"]["game"]["languages"] == ["en", "de", "it"]
    assert read["game.yaml"]["seats"] == {"red": {"name": {"it": "Rosso"}}}
    assert read["booklet.yaml"] == {"booklet": {2: {"blocks": {1: {"heading": {"it": "Prima"}}}}}}
    assert read["console.yaml"] == {"verbs": {"bid": {"also": {"it": ["offro", "offerta"]}}}}
    assert read["messages.yaml"] == {"commands": {"help": ["?", "help", "hilfe", "aiuto"]}}


WRONG = {
    "words__sheet": ("foglio {n}", "{m} of the original is missing"),
    "words__guide-for": ("per {file}", "{file} does not stand in the original"),
    "messages__undo__none": ("Solo {n} {n:mossa|mosse|tante}.", "has not just two words"),
    "booklet__11__blocks__0__text": ("**Uno di voi", "before and after what is printed bold"),
    "words__back": ("retro ", "another space"),
    "commands__undo": ("annulla,,indietro", "a comma too many"),
    "rules__CAN-8__6": ("最高 vince.", "no typeface has '最', '高'"),
}


def test_every_planted_fault_is_found_at_its_line_and_nothing_is_written(po: Path, tmp_path: Path) -> None:
    translated(po, **{context: text for context, (text, _) in WRONG.items()})
    with pytest.raises(FaultyData) as faulty:
        import_words(po, tmp_path / "kit")
    lines = po.read_text("utf-8").splitlines()
    told = {fault.place.line: fault.message for fault in faulty.value.faults}
    for context, (_, message) in WRONG.items():
        name = context.replace("__", ".")
        line = next(number for number, text in enumerate(lines, 1) if text.endswith(f':{name}"'))
        near = [said for at, said in told.items() if abs(at - line) <= 3]
        assert any(message in said for said in near), (context, near)
    assert not (tmp_path / "kit").exists()


def test_who_begins_with_the_words_that_all_games_share_hears_what_is_wrong_with_them(po: Path, tmp_path: Path) -> None:
    """They come first in the file; that no game is translated yet is told when they are right."""
    ran = venice("words", "import", translated(po, words__sheet="foglio {m}"), "--out", tmp_path / "kit")
    assert ran.code == 1 and "words.yaml:words.sheet: {n} of the original is missing" in ran.err
    po.write_text(po.read_text("utf-8").replace("foglio {m}", "foglio {n} di {m}"), "utf-8")
    ran = venice("words", "import", po, "--out", tmp_path / "kit")
    assert ran.code == 1 and "nothing of a game yet" in ran.err and "some text of a game" in ran.err
    assert not (tmp_path / "kit").exists()


def test_a_text_that_does_not_fit_is_told_with_its_entry(po: Path, tmp_path: Path) -> None:
    translated(po, **{"texts__bribe-1": "quando in questo giro qualcuno ha già fatto almeno un'offerta valida"})
    ran = venice("words", "import", po, "--out", tmp_path / "kit")
    assert ran.code == 1
    assert "canaletto/texts.yaml:texts.bribe-1" in ran.err and "does not fit" in ran.err
    assert not (tmp_path / "kit").exists()


def test_texts_that_do_not_fit_on_parts_and_on_sheets_are_told_in_one_run(po: Path, tmp_path: Path) -> None:
    """… each at its own entry, though two of them begin alike; and nobody else is blamed."""
    long = "quando in questo giro qualcuno ha già fatto almeno un'offerta valida"
    told = {"texts__bribe-1": long, "texts__subtitle": long, "words__file-tiles": f"Tessere: {long}, {long} e {long}"}
    translated(po, **told)
    with pytest.raises(FaultyData) as faulty:
        import_words(po, tmp_path / "kit")
    blamed = {fault.message.split(": ")[0] for fault in faulty.value.faults}
    assert blamed == {"canaletto/texts.yaml:texts.bribe-1", "words.yaml:words.file-tiles"}
    assert not (tmp_path / "kit").exists()


def test_of_a_footer_of_several_texts_the_one_that_is_too_long_is_blamed(po: Path, tmp_path: Path) -> None:
    """… though it has slots or comes last, and though others of the line are translated as well."""
    long = {
        "words__sheet": "foglio numero {n} di un totale di {m} fogli da stampare e poi da tagliare con molta calma",
        "words__print-on": "da stampare al 100 %, senza adattare nulla alla pagina e con una certa pazienza, su {stock}",
    }
    others = {"words__file-tiles": "Tessere", "words__front": "fronte", "words__kit": "kit", "texts__subtitle": "Aste"}
    translated(po, **long, **others)
    with pytest.raises(FaultyData) as faulty:
        import_words(po, tmp_path / "kit")
    blamed = {fault.message.split(": ")[0] for fault in faulty.value.faults}
    assert blamed == {"words.yaml:words.sheet", "words.yaml:words.print-on"}
    assert any(" to glue on 2 mm board · it · kit " in fault.message for fault in faulty.value.faults), (
        "the line is told whole"
    )


def test_what_is_fuzzy_or_no_longer_there_is_left_out_and_told(po: Path, tmp_path: Path) -> None:
    translated(po, words__front="fronte", words__back="retro", words__glue="incollare", words__fold="piega")
    text = po.read_text("utf-8")
    text = text.replace('msgctxt "words.yaml:words.back"', '#, fuzzy\nmsgctxt "words.yaml:words.back"')
    text = text.replace('words.glue"\nmsgid "glue"', 'words.glue"\nmsgid "paste"').replace("words.fold", "words.bend")
    po.write_text(text, "utf-8")
    with pytest.raises(WrongWish, match="nothing of a game yet"):
        import_words(po, tmp_path / "kit")
    made = import_words(translated(po, seats__red__name="Rosso"), tmp_path / "kit")
    assert (made.taken, made.fuzzy) == (2, 1)
    assert sorted(made.left) == ["words.yaml:words.bend", "words.yaml:words.glue"]


def test_nobodys_files_are_written_over(po: Path, tmp_path: Path) -> None:
    (tmp_path / "words.yaml").write_text("languages: {it: mine}\n")
    with pytest.raises(WrongWish, match=r"words\.yaml was not made by"):
        import_words(translated(po, seats__red__name="Rosso"), tmp_path)
    assert (tmp_path / "words.yaml").read_text() == "languages: {it: mine}\n"


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "names no language"),
        (b"\xff\xfe\n", "not UTF-8"),
        (b"hello\nworld\n", "cannot be read"),
        (b'msgid ""\nmsgstr "Language: de\\n"\n', "is there already"),
        (b'msgid ""\nmsgstr "Language: ../x\\n"\n', "'../x' is no language"),
    ],
)
def test_a_file_that_is_no_translation_is_told_in_a_sentence(content: bytes, said: str, tmp_path: Path) -> None:
    (tmp_path / "x.po").write_bytes(content)
    with pytest.raises(WrongWish, match=re.escape(said)):
        import_words(tmp_path / "x.po", tmp_path / "kit")
    with pytest.raises(WrongWish, match="No such file"):
        import_words(tmp_path / "none.po", tmp_path / "kit")


def test_pictures_lie_beside_the_file(tmp_path: Path) -> None:
    ran = venice("words", "export", "it", "canaletto", "--pictures", "--out", tmp_path / "it.po")
    assert ran.code == 0 and "26 pictures" in ran.out
    assert len(list((tmp_path / "it-pictures").glob("*.png"))) == 10 + 16  # parts, and pages of the booklet
    entries = read_po(tmp_path / "it.po")
    printed = [entry for context, entry in entries.items() if context.startswith("canaletto/booklet.yaml:")]
    assert sum("-booklet-" in entry["about"] for entry in printed) > 0.9 * len(printed)
    assert "canaletto-booklet-" in entries["canaletto/rules.yaml:rules.CAN-7.2"]["about"]
