"""Nothing is untested or undocumented: games, rules, verbs, components, templates, symbols, options, commands.

What is missing is named. A rule that the code names counts as covered only if a test or record fails without it; what
that is stands in `killers.yaml` (by `python bench/mutants.py --rules`), of which a sample is tried anew. Any other rule
must be named in a record, a test, a table or a booklet.
"""

from __future__ import annotations

import hashlib
import importlib.util
import random
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import typer
import yaml

from tests.conftest import DATA, ROOT, TEMPLATES
from tests.trust.play import GAMES, game
from venice_pnp.cli.app import roster
from venice_pnp.door.kits import boards_of
from venice_pnp.draw.studio import Library, Studio
from venice_pnp.kit import find_games
from venice_pnp.press.parts import draw_parts
from venice_pnp.speech.plain import read_file
from venice_pnp.speech.texts import kit_texts

TESTS = ROOT / "tests"
SAMPLE = 6  # rules of each game that are taken out anew
RULE = re.compile(r"\b[A-Z]{2,8}-\d+\.\d+\b")


@cache
def texts(folder: Path, *endings: str) -> dict[Path, str]:
    """All files of a folder with these endings, but for this one."""
    found = [f for ending in endings for f in folder.rglob(f"*{ending}") if f.name != Path(__file__).name]
    return {file: file.read_text("utf-8") for file in found if "__pycache__" not in file.parts}


def all_text(folder: Path, *endings: str) -> str:
    return "\n".join(texts(folder, *endings).values())


@cache
def records(name: str) -> list[dict[str, Any]]:
    return [read_file(file)[0] for file in sorted(TESTS.glob(f"records/{name}/*.yaml"))]


@cache
def booklets() -> dict[str, Any]:
    return {name: yaml.safe_load((DATA / name / "booklet.yaml").read_text("utf-8")) for name in GAMES}


def none_of(missing: Iterable[str], what: str) -> None:
    """The whole list, not its first line."""
    listed = sorted(missing)
    assert not listed, f"{what}:\n  " + "\n  ".join(listed)


def test_every_game_of_the_data_has_rules_cases_and_a_place_in_the_readme() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    missing = [f"{name}: no rules.py" for name in find_games(DATA) if name not in GAMES]
    for name in GAMES:
        missing += [f"{name}: no {what}" for what in cases_missing(name)]
        title = game(name).kit.game.title.in_language("en")
        missing += [f"{name}: '{title}' is not in README.md"] if f"**{title}**" not in readme else []
    none_of(missing, "missing")


def cases_missing(name: str) -> Iterator[str]:
    for what in (f"audits/{name}.yaml", f"snapshots/{name}-setup.yaml", f"playthroughs/{name}.txt"):
        if not (TESTS / what).is_file():
            yield f"tests/{what}"
    if not records(name):
        yield f"records in tests/records/{name}"
    if not list((TESTS / "golden" / name).glob("*.svg")):
        yield f"golden drawings in tests/golden/{name}"


@pytest.mark.parametrize("name", GAMES)
def test_every_rule_is_somewhere(name: str) -> None:
    """In code, in a test or record, in the booklet, or listed (with the reason) as technical."""
    rules = kit_texts(game(name).kit, "rules")["rules"]
    technical = yaml.safe_load((TESTS / "press" / "technical.yaml").read_text("utf-8"))
    said = all_text(ROOT / "venice_pnp", ".py") + all_text(TESTS, ".py", ".yaml") + str(booklets()[name])
    said += "".join(file.read_text("utf-8") for file in (DATA / name).glob("*.yaml") if file.name != "rules.yaml")
    named = {*RULE.findall(said), *spans(said), *technical.get(name, {})}
    none_of([rule for rule in rules if rule not in named], "in no code, record, test, table or booklet")


@cache
def mutations() -> ModuleType:
    """`bench/` is no package: its parts are loaded by their files."""
    spec = importlib.util.spec_from_file_location("mutations", ROOT / "bench" / "mutations.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["mutations"] = module
    spec.loader.exec_module(module)
    return module


@cache
def killers(name: str) -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((TESTS / "trust" / "killers.yaml").read_text("utf-8"))[name]
    return found


@pytest.mark.parametrize("name", GAMES)
def test_without_any_rule_of_the_code_something_fails(name: str) -> None:
    named = {*mutations().raised(name), *mutations().mentioned(name)}
    assert named
    none_of(named - set(killers(name)), "not in killers.yaml: python bench/mutants.py --rules")
    none_of(set(killers(name)) - named, "in killers.yaml, but no longer in the code")
    none_of((rule for rule, killer in killers(name).items() if not killer), "nothing fails without it")


@pytest.mark.parametrize("name", GAMES)
def test_a_sample_of_rules_is_really_missed(name: str) -> None:
    """Taken out of the code, each is noticed by what `killers.yaml` names. Another sample with every change of the
    rules, the records or that file; `--verify` of all takes minutes."""
    files = [
        *mutations().files(name),
        *sorted((TESTS / "records" / name).glob("*.yaml")),
        TESTS / "trust" / "killers.yaml",
    ]
    seed = hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()
    by_data = [rule for rule, killer in killers(name).items() if not str(killer).startswith("tests/")]
    sample = random.Random(seed).sample(by_data, SAMPLE)
    sample += (
        random.Random(seed).sample(sorted({*killers(name)} - {*by_data}), 1)
        if len(by_data) < len(killers(name))
        else []
    )
    command = [sys.executable, str(ROOT / "bench" / "mutants.py"), name, "--verify", *sample]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("name", GAMES)
def test_every_violation_is_found_by_an_audit(name: str) -> None:
    """An audit case fails without it; what no position can show alone has a test or a refused start."""
    audited = {rule for case in read_file(TESTS / "audits" / f"{name}.yaml")[0] for rule in case["reported"]}
    tested = "".join(
        text for file, text in texts(TESTS / "games", ".py").items() if file.stem.startswith(f"test_{name}")
    )
    tested += all_text(TESTS / "records" / name, ".yaml")
    none_of(
        [r for r in mutations().reported(name) if r not in audited and r not in RULE.findall(tested)], "in no audit"
    )


def spans(said: str) -> Iterator[str]:
    """`DOGE-7.12..15`, `DOGE-7.12 to DOGE-7.25` and `chapter 7` of a booklet name rules too."""
    for prefix, first, last in re.findall(
        r"\b([A-Z]{2,8}-\d+)\.(\d+)(?: to |\.\.|–)(?:[A-Z]{2,8}-\d+\.)?(\d+)\b", said
    ):
        yield from (f"{prefix}.{n}" for n in range(int(first), int(last) + 1))


@pytest.mark.parametrize("name", GAMES)
def test_every_rule_in_code_and_messages_has_a_text(name: str) -> None:
    kit = game(name).kit
    known = set(kit_texts(kit, "rules")["rules"])
    code = all_text(ROOT / "venice_pnp" / "games" / name, ".py")
    messages = (DATA / name / "messages.yaml").read_text("utf-8")
    named = {rule for rule in RULE.findall(code + messages) if rule.startswith(kit.game.prefix + "-")}
    none_of(named - known, "named in code or messages, but not in rules.yaml")


@pytest.mark.parametrize("name", GAMES)
def test_every_verb_is_in_a_record(name: str) -> None:
    """Accepted in one and, if somebody may type it, told in the rules or messages."""
    done = {move.get("do") for record in records(name) for move in record["moves"] if "refused" not in move}
    tested = all_text(TESTS / "games", ".py")
    verbs = game(name).rules.verbs
    none_of([v for v in verbs if v not in done and f'"do": "{v}"' not in tested], "in no record and no test")


@pytest.mark.parametrize("name", GAMES)
def test_every_option_of_a_game_is_tested_and_told(name: str) -> None:
    said = all_text(TESTS, ".py", ".yaml")
    told = "".join(f.read_text("utf-8") for f in (*(DATA / name).glob("*.yaml"), *ROOT.glob("docs/*.md")))
    missing = []
    for option, values in options(name):
        if not re.search(rf"{option}\b", said):
            missing.append(f"{option}: in no test")
        missing += [f"{option}={value}: in no test" for value in values if not re.search(rf"\b{value}\b", said)]
        if option not in told:
            missing.append(f"{option}: told nowhere")
    none_of(missing, "missing")


def options(name: str) -> list[tuple[str, list[str]]]:
    found = game(name).kit.tables.options
    if isinstance(found, list):
        return [(option.id, []) for option in found]
    fields = (
        (key, getattr(found, key.replace("-", "_"))) for key in (f.replace("_", "-") for f in found.__struct_fields__)
    )
    return [(key, list(option.values) if isinstance(option.values, (list, dict)) else []) for key, option in fields]


def test_every_component_is_counted_and_has_its_drawing() -> None:
    counts = yaml.safe_load((TESTS / "press" / "counts.yaml").read_text("utf-8"))
    missing = []
    for name in GAMES:
        parts = game(name).kit.components
        ours = {part for part, component in parts.items() if component.extra}  # aids and spares: not in the rules
        missing += [f"{name}: {part} is not in counts.yaml" for part in parts if part not in {*counts[name], *ours}]
        missing += [f"{name}: counts.yaml has '{part}', the data has not" for part in counts[name] if part not in parts]
        for part in parts:
            if not list((TESTS / "golden" / name).glob(f"{part}-*.svg")):
                missing.append(f"{name}: {part} has no golden drawing")
    none_of(missing, "missing")


@cache
def drawn() -> tuple[set[str], set[str]]:
    """The templates and symbols that the printed parts of all games are drawn with."""
    library = Library(TEMPLATES)
    symbols: set[str] = set()
    templates: set[str] = set()
    art, get = library.symbols.art, library.templates.get
    library.symbols.art = lambda name: symbols.add(name) or art(name)  # type: ignore[method-assign,func-returns-value]
    library.templates.get = (  # type: ignore[method-assign]
        lambda name, at, seen=(): templates.add(name) or get(name, at, seen)  # type: ignore[func-returns-value]
    )
    for name in GAMES:
        kit = game(name).kit
        for edition in ("colour", "low-ink"):
            draw_parts(Studio(kit, library, "en", edition), boards_of(kit))  # type: ignore[arg-type]
    return templates, symbols


def test_every_template_is_used() -> None:
    names = {str(f.relative_to(TEMPLATES).with_suffix("")) for f in TEMPLATES.rglob("*.yaml")} - {"fonts"}
    none_of(names - drawn()[0], "no part is drawn with it, and no template extends it")


def test_every_symbol_is_used() -> None:
    """By a part or a board, or by its name in data, templates or code (booklets, boxes, guides)."""
    said = all_text(DATA, ".yaml") + all_text(TEMPLATES, ".yaml") + all_text(ROOT / "venice_pnp", ".py")
    left = [name for name in Library(TEMPLATES).symbols.names() if name not in drawn()[1]]
    none_of([name for name in left if not re.search(rf"(?<![\w/-]){name}(?![\w/-])", said)], "drawn nowhere")


# --- the command line -------------------------------------------------------------------------------
def commands() -> Iterator[tuple[str, Any]]:
    root = typer.main.get_command(roster.opened())
    for name, command in root.commands.items():  # type: ignore[attr-defined]
        inner = getattr(command, "commands", None)
        if inner is None:
            yield name, command
        else:
            yield from ((f"{name} {one}", sub) for one, sub in inner.items())


def test_every_command_is_in_the_readme_or_the_docs() -> None:
    told = (ROOT / "README.md").read_text("utf-8") + all_text(ROOT / "docs", ".md")
    told += (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    none_of([name for name, _ in commands() if not re.search(rf"venice-pnp {name}\b", told)], "told nowhere")


def test_every_command_is_run_by_a_test() -> None:
    said = re.sub(r"[\"',()\[\]\s]+", " ", all_text(TESTS, ".py"))
    missing = [name for name, _ in commands() if not any(call in said for call in calls(name))]
    none_of(missing, "run by no test")


def calls(name: str) -> Iterable[str]:
    """How tests call it: `venice("build", …)`, `referee("new", …)`, `table("do", …)`, or a line of words."""
    last = name.split()[-1]
    return (f"venice {name} ", f"venice-pnp {name} ", f"referee {last} ", f"table {last} ", f" {name} ")


def test_every_option_of_a_command_has_help_and_a_test() -> None:
    said = all_text(TESTS, ".py")
    missing = []
    for name, command in commands():
        for parameter in command.params:
            word = next((w for w in getattr(parameter, "opts", []) if w.startswith("--")), "")
            if word and not getattr(parameter, "help", ""):
                missing.append(f"{name} {word}: no help")
            if word and word != "--help" and not re.search(rf"{word}\b", said):
                missing.append(f"{name} {word}: in no test")
        if not command.help:
            missing.append(f"{name}: no help")
    none_of(missing, "missing")
