"""The pictures of the report: SVG by matplotlib, in our palette. Colours become the names of the page's own, so that a
dark screen gets the dark ones."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Any

from venice_pnp.lab.certainty import Interval
from venice_pnp.lab.editions import NoExperiment
from venice_pnp.lab.pace import Shade
from venice_pnp.lab.tally import Stand

WIDE, HIGH = 4.8, 3.0  # inches: on a phone text stays readable
MARKERS = ("o", "s", "^", "D", "v", "P")  # a seat is told by its marker too
ROLES = ("strong", "second", "third", "soft", "line", "ink")  # colours of the seats, in their order
TEXT = 11  # points


class Plots:
    """Draws with the colours of the report."""

    def __init__(self, colours: Mapping[str, Shade]) -> None:
        try:
            from matplotlib import rc_context  # of the extra `lab`, and slow to load
            from matplotlib.figure import Figure  # as above
            from matplotlib.ticker import MaxNLocator  # as above
        except ImportError:
            raise NoExperiment("lab.extra", package="matplotlib") from None
        self._figure, self._context, self._colours = Figure, rc_context, colours
        self._whole_numbers = MaxNLocator
        self._made = 0

    def _hex(self, role: str) -> str:
        return self._colours[role].light

    def _drawn(self, draw: Callable[[Any], None], high: float = HIGH) -> str:
        """One picture as an `<svg>` for the middle of a page."""
        self._made += 1
        ink, paper = self._hex("ink"), self._hex("paper")
        settings: Any = {
            **{"svg.fonttype": "none", "svg.hashsalt": f"venice {self._made}", "font.size": TEXT},
            **{"font.family": "sans-serif", "text.color": ink, "axes.labelcolor": ink, "axes.edgecolor": ink},
            **{"xtick.color": ink, "ytick.color": ink, "axes.facecolor": "none", "figure.facecolor": "none"},
            **{"axes.spines.top": False, "axes.spines.right": False, "grid.color": self._hex("line")},
            **{"legend.frameon": False, "legend.labelcolor": ink, "patch.edgecolor": paper},
        }
        with self._context(settings):
            figure = self._figure(figsize=(WIDE, high), layout="constrained")
            draw(figure.subplots())
            out = io.StringIO()
            figure.savefig(out, format="svg", metadata={"Date": None, "Creator": None, "Format": None, "Type": None})
        return self._for_a_page(out.getvalue())

    def _for_a_page(self, svg: str) -> str:
        """Without what only a file needs; ids of its own; colours by name; nothing is read aloud, the table is."""
        svg = svg[svg.index("<svg") :]
        svg = re.sub(r"<metadata>.*?</metadata>\s*", "", svg, flags=re.DOTALL)
        head, _, rest = svg.partition(">")
        box = re.search(r'viewBox="[^"]*"', head)
        name = f"p{self._made}-"
        rest = re.sub(r'\bid="', f'id="{name}', rest)
        rest = re.sub(r'(url\(#|xlink:href="#)', rf"\g<1>{name}", rest).replace("xlink:href", "href")
        for role, shade in self._colours.items():
            rest = re.sub(re.escape(shade.light), f"var(--{role})", rest, flags=re.IGNORECASE)
        return f'<svg {box[0] if box else ""} aria-hidden="true" focusable="false">{rest}'

    # --- the pictures -----------------------------------------------------------------------------------
    def shares(self, rows: Sequence[tuple[str, Sequence[Interval]]], seats: Sequence[str], axis: str) -> str:
        """The share of wins of each seat with its interval, an edition beside the other."""

        def draw(axes: Any) -> None:
            axes.axhline(100 / len(seats), color=self._hex("line"), linewidth=1, linestyle="--")
            for at, (label, shares) in enumerate(rows):
                shift = (at - (len(rows) - 1) / 2) * 0.22
                self._intervals(axes, [n + shift for n in range(len(seats))], shares, at, label, "none")
            axes.set_xticks(range(len(seats)), seats)
            axes.set_xlim(-0.6, len(seats) - 0.4)
            axes.set_ylabel(axis)
            if len(rows) > 1:
                axes.legend(loc="upper center", ncols=2, bbox_to_anchor=(0.5, 1.22))

        return self._drawn(draw)

    def swept(
        self, values: Sequence[float], rows: Sequence[Sequence[Interval]], seats: Sequence[str], key: str, axis: str
    ) -> str:
        """The share of wins of each seat, over the values of a sweep."""

        def draw(axes: Any) -> None:
            axes.axhline(100 / len(seats), color=self._hex("line"), linewidth=1, linestyle="--")
            step = min((b - a for a, b in pairwise(values)), default=1)
            for at, seat in enumerate(seats):
                shift = (at - (len(seats) - 1) / 2) * 0.08 * step
                self._intervals(axes, [v + shift for v in values], [row[at] for row in rows], at, seat, "-")
            axes.set_xticks(values, [f"{value:g}" for value in values])
            axes.set_xlabel(key)
            axes.set_ylabel(axis)
            axes.legend(loc="upper center", ncols=len(seats), bbox_to_anchor=(0.5, 1.2), columnspacing=1)

        return self._drawn(draw, HIGH * 1.15)

    def _intervals(
        self, axes: Any, places: Sequence[float], shares: Sequence[Interval], at: int, label: str, line: str
    ) -> None:
        reach = [[100 * (one.value - one.low) for one in shares], [100 * (one.high - one.value) for one in shares]]
        colour = self._hex(ROLES[at % len(ROLES)])
        axes.errorbar(
            places,
            [100 * one.value for one in shares],
            yerr=reach,
            fmt=MARKERS[at % len(MARKERS)],
            color=colour,
            linestyle=line,
            linewidth=1,
            elinewidth=2,
            capsize=4,
            label=label,
        )

    def rounds(self, stands: Sequence[Stand], axis: str, labels: Sequence[str]) -> str:
        """What seats have by round: where most of them are, the middle, and the later winner."""

        def draw(axes: Any) -> None:
            at = range(len(stands))
            low, high = [one.seats.low for one in stands], [one.seats.high for one in stands]
            axes.fill_between(at, low, high, color=self._hex("second"), alpha=0.25, linewidth=0, label=labels[0])
            axes.plot(at, [one.seats.median for one in stands], color=self._hex("second"), label=labels[1])
            axes.plot(at, [one.winner for one in stands], color=self._hex("strong"), linestyle="--", label=labels[2])
            axes.set_xlabel(axis)
            axes.xaxis.set_major_locator(self._whole_numbers(integer=True))
            axes.legend(loc="upper center", ncols=2, bbox_to_anchor=(0.5, 1.3))

        return self._drawn(draw)

    def bars(self, names: Sequence[str], shares: Sequence[Interval], axis: str) -> str:
        """How often each decided."""

        def draw(axes: Any) -> None:
            at = range(len(names))
            axes.barh(at, [100 * one.value for one in shares], color=self._hex("third"), height=0.7)
            axes.set_yticks(at, names)
            axes.invert_yaxis()
            axes.set_xlabel(axis)

        return self._drawn(draw, 0.9 + 0.27 * len(names))
