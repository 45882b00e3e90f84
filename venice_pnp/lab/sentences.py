"""What was found, in words: the same sentences on the screen and at the head of the report."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from venice_pnp.lab.certainty import SURE, Interval, wilson
from venice_pnp.lab.tally import Compared, Comparison, Findings, Summary
from venice_pnp.speech.words import Said, Speech

PERCENT = ("wins", "ties")  # measures that are shares: told in points of a hundred
FEW = 30  # games; with fewer, nothing is said of how sure it is


def number(value: float, speech: Speech, places: int | None = None) -> Said:
    """As many places as tell something, unless so many are wanted."""
    wanted = places if places is not None else 0 if abs(value) >= 10 else 1 if abs(value) >= 1 else 2
    text = f"{value:.{wanted}f}"
    return Said(text.replace(".", speech.say("lab.decimal")).replace("-", "−" if text.strip("-0.") else ""))


def percent(share: Interval, speech: Speech) -> Said:
    """`27 % (24 to 31)`."""
    value, low, high = (number(100 * part, speech, 1) for part in (share.value, share.low, share.high))
    return Said(speech.say("lab.share", {"value": value, "low": low, "high": high}))


def by_whom(findings: Findings, speech: Speech) -> Said:
    """Which bots played; balance by chance is never told without that word."""
    return Said(speech.say(f"lab.level.{findings.heading.level}"))


def told(findings: Findings, speech: Speech) -> list[str]:
    """The answer first, then on what it rests."""
    answers = _compared(findings, speech) if findings.comparisons else _seats(findings.summaries[0], speech)
    return [*answers, *_rests_on(findings, speech)]


def _rests_on(findings: Findings, speech: Speech) -> Iterator[str]:
    facts = {"games": findings.played, "seats": findings.heading.seats, "level": by_whom(findings, speech)}
    several = len(findings.summaries) > 1
    yield speech.say("lab.played.each" if several else "lab.played", {**facts, "editions": len(findings.summaries)})
    if findings.heading.level == "random":
        yield speech.say("lab.random")
    for one in findings.summaries:
        if one.endless:
            yield speech.say("lab.endless", {"n": one.endless, "edition": Said(one.label)})
    if not findings.comparisons:
        yield speech.say("lab.one-point", {"games": findings.games_for_one_point, "played": findings.played})


# --- one edition ------------------------------------------------------------------------------------------
def _seats(summary: Summary, speech: Speech) -> Iterator[str]:
    """Which seats surely win more or less often than their share; all seats together are as sure as one alone."""
    if summary.games < FEW:
        yield speech.say("lab.few", {"games": summary.games})
        return
    seats = len(summary.seats)
    fair, sure = 1 / seats, 1 - (1 - SURE) / seats
    clear = []
    for seat, share in enumerate(summary.seats, 1):
        wide = wilson(share.value * summary.games, summary.games, sure)
        if not wide.low <= fair <= wide.high:
            facts = {"seat": seat, "low": number(100 * wide.low, speech), "high": number(100 * wide.high, speech)}
            clear.append(speech.say("lab.seat.more" if wide.low > fair else "lab.seat.less", facts))
    yield speech.say("lab.unfair", {"what": Said("; ".join(clear))}) if clear else speech.say("lab.fair")


# --- several ----------------------------------------------------------------------------------------------
def _compared(findings: Findings, speech: Speech) -> Iterator[str]:
    """What is certain of each edition; if nothing is, what would be next, and after how many games."""
    comparisons = findings.comparisons
    if comparisons[0].pairs < FEW:
        yield speech.say("lab.few", {"games": comparisons[0].pairs})
        return
    clear = [
        f"{one.label}: {'; '.join(sentence(measure, speech) for measure in certain)}"
        for one in comparisons
        if (certain := [measure for measure in one.measures if measure.difference.certain])
    ]
    against = Said(comparisons[0].reference)
    if clear:
        yield speech.say("lab.differs", {"reference": against, "what": Said(". ".join(clear))})
        return
    editions = Said(", ".join(one.label for one in comparisons))
    yield speech.say("lab.nothing", {"editions": editions, "reference": against})
    yield from _nearest(comparisons, speech)


def _nearest(comparisons: Sequence[Comparison], speech: Speech) -> Iterator[str]:
    needed = [
        (pairs, one.label, measure)
        for one in comparisons
        for measure in one.measures
        if (pairs := measure.difference.pairs_needed) is not None
    ]
    if needed:
        pairs, label, measure = min(needed, key=lambda found: found[0])
        what = Said(
            f"{label}: {measure_name(measure, speech)}" if len(comparisons) > 1 else measure_name(measure, speech)
        )
        yield speech.say("lab.games-needed", {"games": pairs, "what": what})


def sentence(measure: Compared, speech: Speech) -> str:
    """`seat 1 wins 4 to 9 points more often`."""
    scale = 100 if measure.name in PERCENT else 1
    found = measure.difference.interval
    low, high = sorted(abs(scale * end) for end in (found.low, found.high))
    facts = {"low": number(low, speech), "high": number(high, speech), "seat": (measure.seat or 0) + 1}
    return speech.say(f"lab.{'more' if found.value > 0 else 'less'}.{measure.name}", facts)


def measure_name(measure: Compared, speech: Speech) -> str:
    return speech.say(f"lab.measure.{measure.name}", {"seat": (measure.seat or 0) + 1})


def difference(measure: Compared, speech: Speech) -> Said:
    """`+6.3 (+4.1 to +8.5)`, shares in points."""
    scale, found = 100 if measure.name in PERCENT else 1, measure.difference.interval
    value, low, high = (_signed(scale * part, speech) for part in (found.value, found.low, found.high))
    return Said(speech.say("lab.range", {"value": value, "low": low, "high": high}))


def _signed(value: float, speech: Speech) -> Said:
    text = number(value, speech, 1)
    return text if text.startswith("−") else Said(f"+{text}")
