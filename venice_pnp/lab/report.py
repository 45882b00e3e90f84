"""The report: one page of HTML that needs nothing else, with every picture also as a table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape

from venice_pnp.lab.certainty import Interval
from venice_pnp.lab.pace import LabData, Shade
from venice_pnp.lab.plots import Plots
from venice_pnp.lab.sentences import by_whom, difference, measure_name, number, percent, told
from venice_pnp.lab.tally import Comparison, Findings, Scatter, Summary
from venice_pnp.referee.chronicle import UNIT
from venice_pnp.referee.table import Opened
from venice_pnp.speech.words import Said, Speech

MOST_ROWS = 8  # of a table beside its picture; a longer one is folded
MOST_DECIDERS = 12  # in the picture; the table has them all
STYLE = """
html { background: var(--paper); color: var(--ink); }
body { font: 1.05rem/1.5 "Alegreya Sans", "Segoe UI", system-ui, sans-serif; margin: 0 auto; padding: 1rem;
  max-width: 46rem; }
h1 { font-size: 1.7rem; line-height: 1.2; } h2 { font-size: 1.25rem; margin: 2.2rem 0 .4rem; }
h1, h2 { font-family: Spectral, Georgia, serif; }
.answer { border-left: .4rem solid var(--strong); padding: .1rem 0 .1rem .9rem; font-size: 1.2rem; }
figure { margin: .6rem 0; } svg { width: 100%; max-width: 36rem; height: auto; display: block; }
.wide { overflow-x: auto; } .wide:focus-visible { outline: 3px solid var(--strong); }
table { border-collapse: collapse; width: 100%; max-width: 36rem; font-variant-numeric: tabular-nums; }
.note { margin: 0; max-width: 36rem; color: var(--soft); font-size: .95rem; }
th, td { text-align: left; padding: .25rem .9rem .25rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
tbody th { font-weight: 400; }
summary { cursor: pointer; padding: .5rem 0; color: var(--soft); text-decoration: underline; }
code { overflow-wrap: anywhere; }
@media print { html { font-size: 10pt; } section { break-inside: avoid; } }
"""

Row = Sequence[str]


def report(findings: Findings, opened: Opened, lab: LabData, lang: str, command: str) -> str:
    """The page, in one language; `command` is how it was made."""
    page = _Page(findings, opened, lang, Plots(lab.colours))
    title = escape(page.say("title", game=Said(page.speech.named_in(opened.kit.game.title))))
    return (
        f'<!doctype html>\n<html lang="{escape(lang)}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{title}</title>\n<style>\n{_colours(lab.colours)}{STYLE}</style>\n</head>\n<body>\n<main>\n"
        f"<h1>{title}</h1>\n{''.join(page.sections())}{page.how(command)}</main>\n</body>\n</html>\n"
    )


def _colours(colours: Mapping[str, Shade]) -> str:
    light = " ".join(f"--{role}: {shade.light};" for role, shade in colours.items())
    dark = " ".join(f"--{role}: {shade.dark};" for role, shade in colours.items())
    return (
        f":root {{ color-scheme: light dark; {light} }}\n@media (prefers-color-scheme: dark) {{ :root {{ {dark} }} }}\n"
    )


class _Page:
    def __init__(self, findings: Findings, opened: Opened, lang: str, plots: Plots) -> None:
        self.findings, self.speech, self.plots = findings, Speech(lang, opened.kit), plots
        self.telling = opened.game.telling()
        self.seats = [self.say("seat", n=seat + 1) for seat in range(findings.heading.seats)]

    def say(self, key: str, /, **facts: object) -> str:
        return self.speech.say(f"lab.{key}", facts)

    def sections(self) -> Iterator[str]:
        """One question, one answer, then the pictures."""
        first, *rest = told(self.findings, self.speech)
        if self.findings.played < self.findings.games:
            rest.append(self.say("stopped", played=self.findings.played, games=self.findings.games))
        yield f'<p class="answer">{escape(first)}</p>\n' + "".join(f"<p>{escape(line)}</p>\n" for line in rest)
        if self.findings.swept:
            yield from (self._sweep(), self._swept_differences(), self._length())
            return
        asked_about = self.findings.summaries[-1]
        yield self._wins()
        yield from map(self._differences, self.findings.comparisons)
        yield from (self._rounds(asked_about), self._length(), self._deciders(asked_about))

    # --- sections -------------------------------------------------------------------------------------------
    def _wins(self) -> str:
        rows = [(one.label, one.seats) for one in self.findings.summaries]
        picture = self.plots.shares(rows, self.seats, self.say("axis.wins"))
        table = [
            [seat, *(self._percent(one.seats[at]) for one in self.findings.summaries)]
            for at, seat in enumerate(self.seats)
        ]
        labels = [one.label for one in self.findings.summaries]
        return self._section("wins", picture, ([self.say("column.seat"), *labels], table), sure=self._sure())

    def _sweep(self) -> str:
        findings = self.findings
        rows = [one.seats for one in findings.summaries]
        picture = self.plots.swept(findings.values, rows, self.seats, findings.swept, self.say("axis.wins"))
        table = [[one.label, *map(self._percent, one.seats)] for one in findings.summaries]
        heads = [self.say("column.value"), *self.seats]
        return self._section("sweep", picture, (heads, table), key=Said(findings.swept), sure=self._sure())

    def _swept_differences(self) -> str:
        """One row for every value but the one that they are compared with."""
        found = self.findings.comparisons
        if not found:
            return ""
        rows = [
            [
                one.label,
                *(
                    f"{difference(measure, self.speech)}{' !' if measure.difference.certain else ''}"
                    for measure in one.measures
                ),
            ]
            for one in found
        ]
        heads = [self.say("column.value"), *(measure_name(measure, self.speech) for measure in found[0].measures)]
        facts = {"reference": Said(found[0].reference), "n": found[0].pairs}
        return self._section("swept", "", (heads, rows), **facts, sure=self._sure())

    def _differences(self, one: Comparison) -> str:
        rows = [
            [
                measure_name(measure, self.speech),
                difference(measure, self.speech),
                self.say("certain" if measure.difference.certain else "uncertain"),
                "–" if measure.difference.pairs_needed is None else str(measure.difference.pairs_needed),
            ]
            for measure in one.measures
        ]
        heads = [self.say(f"column.{name}") for name in ("measure", "difference", "sure", "needed")]
        facts = {"edition": Said(one.label), "reference": Said(one.reference), "n": one.pairs}
        return self._section("differences", "", (heads, rows), **facts, sure=self._sure())

    def _rounds(self, summary: Summary) -> str:
        if not summary.rounds:
            return ""
        unit = Said(self.speech.say(UNIT))
        most, middle, winner = (self.say(f"rounds.{name}") for name in ("most", "middle", "winner"))
        picture = self.plots.rounds(summary.rounds, self.say("column.round"), (most, middle, winner))
        rows = [
            [str(at), self._whole(one.seats.median), self._range(one.seats), self._number(one.winner), str(one.games)]
            for at, one in enumerate(summary.rounds)
        ]
        heads = [self.say("column.round"), middle, most, winner, self.say("column.games")]
        return self._section("rounds", picture, (heads, rows), unit=unit, edition=Said(summary.label))

    def _length(self) -> str:
        rows: list[Row] = []
        for name in ("points", "moves", "minutes", "leads"):
            spread: list[Scatter] = [getattr(one, name) for one in self.findings.summaries]
            rows.append([self.say(f"row.{name}"), *map(self._scattered, spread)])
        rows.append([self.say("row.choices"), *(self._number(one.choices.value) for one in self.findings.summaries)])
        rows.append([self.say("row.ties"), *(self._percent(one.ties) for one in self.findings.summaries)])
        rows.append([self.say("row.endless"), *(str(one.endless) for one in self.findings.summaries)])
        labels = [one.label for one in self.findings.summaries]
        return self._section("length", "", (["", *labels], rows), unit=Said(self.speech.say(UNIT)))

    def _deciders(self, summary: Summary) -> str:
        if not summary.decided:
            return ""
        names = [self._decider(one.key, one.about) for one in summary.decided]
        shares = [one.share for one in summary.decided]
        picture = self.plots.bars(names[:MOST_DECIDERS], shares[:MOST_DECIDERS], self.say("axis.games"))
        rows = [
            [name, str(one.games), self._percent(one.share)] for name, one in zip(names, summary.decided, strict=True)
        ]
        heads = [self.say(f"column.{name}") for name in ("decider", "games", "share")]
        return self._section("decided", picture, (heads, rows), edition=Said(summary.label))

    def how(self, command: str) -> str:
        heading = self.findings.heading
        kits = ", ".join(f"{one.label}: {one.kit}" for one in heading.editions)
        lines = [escape(self.say("kits", kits=Said(kits), seed=Said(heading.seed))), f"<code>{escape(command)}</code>"]
        return (
            f"<section>\n<h2>{escape(self.say('how'))}</h2>\n"
            + "".join(f"<p>{one}</p>\n" for one in lines)
            + "</section>\n"
        )

    # --- its pieces -----------------------------------------------------------------------------------------
    def _section(self, name: str, picture: str, table: tuple[Row, Sequence[Row]], /, **facts: object) -> str:
        title = self.say(f"section.{name}", **facts)
        caption = f"{self.say(f'caption.{name}', **facts)} {self.say('by', level=by_whom(self.findings, self.speech))}"
        heads, rows = table
        head = "".join(f'<th scope="col">{escape(one)}</th>' if one else "<td></td>" for one in heads)
        body = "".join(
            f'<tr><th scope="row">{escape(row[0])}</th>'
            + "".join(f"<td>{escape(one)}</td>" for one in row[1:])
            + "</tr>\n"
            for row in rows
        )
        figure = f"<figure>{picture}</figure>\n" if picture else ""
        folded = bool(picture) and len(rows) > MOST_ROWS
        before = f"<details><summary>{escape(self.say('table'))}</summary>\n" if folded else ""
        return (
            f"<section>\n<h2>{escape(title)}</h2>\n{figure}"
            f'<p class="note" id="{name}">{escape(caption)}</p>\n'
            f'{before}<div class="wide" role="region" tabindex="0" aria-label="{escape(title)}">'
            f'<table aria-labelledby="{name}">\n'
            f"<thead><tr>{head}</tr></thead>\n<tbody>\n{body}</tbody>\n"
            f"</table></div>{'</details>' if folded else ''}\n</section>\n"
        )

    def _percent(self, share: Interval) -> str:
        return percent(share, self.speech)

    def _number(self, value: float) -> Said:
        return number(value, self.speech, 1)

    def _whole(self, value: int) -> Said:
        return number(value, self.speech, 0)

    def _range(self, one: Scatter) -> str:
        return self.say("from-to", low=self._whole(one.low), high=self._whole(one.high))

    def _scattered(self, one: Scatter) -> str:
        low, high = self._whole(one.low), self._whole(one.high)
        return self.say("range", value=self._number(one.mean), low=low, high=high)

    def _sure(self) -> Said:
        return Said(f"{100 * self.findings.sure:g}")

    def _decider(self, key: str, about: str) -> str:
        """What it was about, as the game's messages call it."""
        fact = self.telling.DECIDES[key] if self.telling else ""
        said = self.speech.say(f"{key}.subject", {fact: about})
        return said[:1].upper() + said[1:]
