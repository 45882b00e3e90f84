"""The page stands alone, says everything in words too, and never shows random play without the word."""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec
import pytest

from venice_pnp.lab.certainty import Interval, PairedDifference
from venice_pnp.lab.editions import Edition, opened
from venice_pnp.lab.pace import lab_data
from venice_pnp.lab.report import report
from venice_pnp.lab.results import heading_of
from venice_pnp.lab.sentences import told
from venice_pnp.lab.tally import Comparison, Findings, findings_of
from venice_pnp.lab.trials import Experiment, Trial
from venice_pnp.speech.words import Speech


def findings(experiment: Experiment, trials: Sequence[Trial], repeated: int = 1, swept: str = "") -> Findings:
    many = [Trial(len(trials) * n + one.number, one.games) for n in range(repeated) for one in trials]
    values = [20.0, 25.0] if swept else []
    return findings_of(heading_of(experiment), many, len(many), lab_data().pace, 0, swept, values)


def alone(experiment: Experiment, trials: Sequence[Trial]) -> tuple[Experiment, list[Trial]]:
    one = msgspec.structs.replace(experiment, editions=experiment.editions[:1])
    return one, [Trial(trial.number, trial.games[:1]) for trial in trials]


def page_of(found: Findings, shipped: Edition, lang: str) -> str:
    return report(found, opened(shipped), lab_data(), lang, "venice-pnp lab canaletto --data <my kit>")


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("kind", ["one", "against", "sweep"])
def test_the_page_stands_alone(
    kind: str, lang: str, shipped: Edition, experiment: Experiment, played: list[Trial]
) -> None:
    given = alone(experiment, played) if kind == "one" else (experiment, played)
    page = page_of(findings(*given, swept="numbers.start-money" if kind == "sweep" else ""), shipped, lang)
    assert not re.search(r'\b(?:src|href)="(?!#)|@import|url\((?!#)|https?:', page)
    assert not re.search(
        r"\blab\.[a-z]|told\.[a-z]|\{[a-z-]+\}", re.sub(r"<style>.*?</style>", "", page, flags=re.DOTALL)
    )
    sections = re.findall(r"<section>.*?</section>", page, flags=re.DOTALL)
    assert len(sections) >= 3
    assert all("random" in section for section in sections if "<table" in section)
    assert page.count("<svg") == {"one": 3, "against": 3, "sweep": 1}[kind]
    assert ("What every value does" in page or "Was jeder Wert bewirkt" in page) == (kind == "sweep")
    ids = re.findall(r'\bid="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'(?:href="#|url\(#)([^")]+)', page)) <= set(ids)
    assert "&lt;my kit&gt;" in page
    assert not re.search(r"#[0-9a-f]{6}", page.partition("</style>")[2], flags=re.IGNORECASE)  # colours by name only


def test_the_same_findings_make_the_same_page(shipped: Edition, experiment: Experiment, played: list[Trial]) -> None:
    found = findings(experiment, played)
    assert page_of(found, shipped, "en") == page_of(found, shipped, "en")
    assert msgspec.json.decode(msgspec.json.encode(found), type=Findings) == found


def test_every_number_of_a_picture_is_in_a_table(shipped: Edition, experiment: Experiment, played: list[Trial]) -> None:
    found = findings(*alone(experiment, played))
    page = page_of(found, shipped, "en")
    for share in found.summaries[0].seats:
        assert f"{100 * share.value:.1f} % ({100 * share.low:.1f} to {100 * share.high:.1f})" in page
    assert page.count('<th scope="row">') >= len(found.summaries[0].rounds) + len(found.summaries[0].decided)


def with_differences(found: Findings, certain: dict[tuple[str, int | None], tuple[float, float]]) -> Findings:
    (comparison,) = found.comparisons
    measures = []
    for one in comparison.measures:
        low, high = certain.get((one.name, one.seat), (-0.1, 0.2))
        difference = PairedDifference(Interval((low + high) / 2, low, high), low * high > 0, 400)
        measures.append(msgspec.structs.replace(one, difference=difference))
    changed = Comparison(comparison.label, comparison.reference, comparison.pairs, measures)
    return msgspec.structs.replace(found, comparisons=[changed])


def test_what_is_certain_is_said_in_one_sentence(experiment: Experiment, played: list[Trial]) -> None:
    found = findings(experiment, played, repeated=3)
    clear = with_differences(found, {("wins", 0): (0.041, 0.089), ("moves", None): (-12.0, -3.0)})
    assert told(clear, Speech("en"))[0] == (
        "Against shipped, debt-limit=none: seat 1 wins 4.1 to 8.9 points more often; "
        "a game takes 3.0 to 12 moves fewer; nothing else is certain."
    )
    unclear = told(with_differences(found, {}), Speech("de"))
    assert unclear[0] == "debt-limit=none gegen shipped: Nichts ist sicher."
    assert "etwa 400 Partien" in unclear[1]


def test_few_games_say_nothing_and_many_say_which_seat_is_better(experiment: Experiment, played: list[Trial]) -> None:
    one, trials = alone(experiment, played)
    assert told(findings(one, trials), Speech("en"))[0] == "12 games are too few to say anything."
    first = [Trial(t.number, (msgspec.structs.replace(t.games[0], winners=(0,)),)) for t in trials]
    said = told(findings(one, first, repeated=4), Speech("en"))
    assert said[0].startswith("Seats are not alike: seat 1 wins more than its share, ")
    assert any("random bots" in line for line in said)
    assert any("8537" in line for line in said)  # games for one point of certainty at three seats
