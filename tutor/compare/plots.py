"""Plots as plain SVG, drawn by matplotlib, with real text and the page's colours, light or dark.

Matplotlib knows only fixed colours, so each role has a placeholder colour, which is replaced by the page's CSS variable
in the finished picture. The pictures need no script and no network.
"""

from __future__ import annotations

import io
import re
import warnings
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from html import escape
from typing import TYPE_CHECKING, NamedTuple

from tutor.compare.win_probability import ReliabilityBin
from tutor.estimates import Estimate, format_estimate
from tutor.extras import require_extra

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.ticker import MaxNLocator
    from matplotlib.typing import RcKeyType

COLOUR_ROLES = (
    "ink", "ink2", "line", "edge", "face", "sheet", "accent", "red", "blue", "yellow", "green", "white", "purple",
    "grey", "teal",
)  # fmt: skip
ROLE_COLOURS = {role: f"#00{number:02x}fe" for number, role in enumerate(COLOUR_ROLES, 1)}
PLOT_SETTINGS: dict[RcKeyType, object] = {
    "svg.fonttype": "none",
    "svg.hashsalt": "tebiki",
    "font.family": "DejaVu Sans",
    "font.size": 11,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.spines.left": False,
    "axes.edgecolor": ROLE_COLOURS["edge"],
    "axes.labelcolor": ROLE_COLOURS["ink2"],
    "xtick.color": ROLE_COLOURS["ink2"],
    "ytick.color": ROLE_COLOURS["ink"],
    "text.color": ROLE_COLOURS["ink"],
}
WIDTH, ROW = 4.8, 0.4


class PlotLine(NamedTuple):
    """A game in a plot of estimates: name, hue, an estimate for each series, and the text for a missing estimate.

    thick : the same estimates with a second interval, drawn thick; empty for none.
    """

    name: str
    hue: str
    estimates: Sequence[Estimate]
    none: str = "none"
    thick: Sequence[Estimate] = ()


@contextmanager
def plot_style() -> Iterator[None]:
    """Give everything drawn inside this context the style of the pages. Raises MissingExtraError without matplotlib."""
    require_extra("measure")
    import matplotlib

    with matplotlib.rc_context(PLOT_SETTINGS):
        yield


def new_figure(size: tuple[float, float]) -> Figure:
    """Return an empty figure; size : width and height in inches."""
    from matplotlib.figure import Figure

    return Figure(size)


def round_ticks(integer: bool = False) -> MaxNLocator:
    """Return a locator for at most five ticks at round numbers. integer : at whole numbers only."""
    from matplotlib.ticker import MaxNLocator

    return MaxNLocator(5, integer=True) if integer else MaxNLocator(5, steps=(1, 2, 2.5, 5, 10))


def plot_estimates(
    lines: Sequence[PlotLine],
    unit: str,
    level: float | None,
    label: str,
    from_zero: bool = False,
    span: tuple[float, float] | None = None,
) -> str:
    """Return a plot with a row for each game: a dot with its interval for each series, the first one filled.

    unit : "%" if the numbers are shares. level : where to draw the line of balance, None to draw none. label : the plot
    in words. from_zero : True to begin the axis at zero. span : the least and the greatest number on the axis, for
    plots side by side; by default those of this plot (see `span_of`).
    """
    scale = 100 if unit == "%" else 1
    with plot_style():
        figure = new_figure((WIDTH, ROW * len(lines) + 0.55))
        axes = figure.add_axes((0.31, 0.36 / (ROW * len(lines) + 0.55), 0.66, 1 - 0.5 / (ROW * len(lines) + 0.55)))
        for row, line in enumerate(lines):
            colour = ROLE_COLOURS[line.hue]
            for series, one in enumerate(line.estimates):
                if one.value is None or one.low is None or one.high is None:
                    continue
                y = row + (series - (len(line.estimates) - 1) / 2) * 0.36
                width = 1.2 if line.thick else 2
                axes.plot(
                    [one.low * scale, one.high * scale],
                    [y, y],
                    color=colour,
                    linewidth=width,
                    alpha=0.75,
                    solid_capstyle="butt",
                )
                if line.thick:
                    _, low, high, _ = line.thick[series]
                    axes.plot(
                        [(low or 0) * scale, (high or 0) * scale],
                        [y, y],
                        color=colour,
                        linewidth=5,
                        alpha=0.4,
                        solid_capstyle="butt",
                    )
                fill = colour if series == 0 else ROLE_COLOURS["sheet"]
                axes.plot(
                    [one.value * scale], [y], "o", color=colour, markerfacecolor=fill, markersize=7, clip_on=False
                )
            if all(one.value is None for one in line.estimates):
                axes.text(
                    0.02, row, line.none, transform=axes.get_yaxis_transform(), va="center", color=ROLE_COLOURS["ink2"]
                )
        if level is not None:
            axes.axvline(level * scale, color=ROLE_COLOURS["edge"], linewidth=1, linestyle=(0, (4, 3)), zorder=0)
        least, most = axes.dataLim.intervalx if axes.lines else (0, 1)
        if span is not None:
            least, most = span[0] * scale, span[1] * scale
        ticks = round_ticks().tick_values(0 if from_zero or 0 <= least < most / 3 else least, most)
        axes.set_xticks(ticks)
        axes.set_xlim(ticks[0], ticks[-1])  # the axis ends at labels, so that no dot is outside
        lay_out_rows(axes, lines)
        if unit:
            axes.xaxis.set_major_formatter(lambda value, _: f"{value:g} {unit}")
    return figure_svg(figure, label)


def span_of(found: Iterable[Estimate]) -> tuple[float, float]:
    """Return the least and the greatest bound of some estimates, for the axis of plots that are compared."""
    bounds = [bound for one in found for bound in (one.low, one.high) if bound is not None]
    return min(bounds, default=0.0), max(bounds, default=1.0)


def lay_out_rows(axes: Axes, lines: Sequence[PlotLine]) -> None:
    """Give a plot a row for each line, the first on top, with its name, and grid lines at the ticks."""
    axes.set_ylim(len(lines) - 0.4, -0.6)
    axes.set_yticks(range(len(lines)), [line.name for line in lines])
    axes.tick_params("y", length=0, pad=9)
    axes.tick_params("x", color=ROLE_COLOURS["edge"])
    axes.grid(axis="x", color=ROLE_COLOURS["line"], linewidth=0.8)
    axes.set_axisbelow(True)


def plot_strip(lines: Sequence[PlotLine], band: tuple[float, float], label: str) -> str:
    """Return a plot of shares with a row for each game and a dot for each estimate, without intervals.

    band : the range that counts as fair, which is shaded. label : the plot in words.
    """
    with plot_style():
        figure = new_figure((WIDTH, ROW * len(lines) + 0.55))
        axes = figure.add_axes((0.31, 0.36 / (ROW * len(lines) + 0.55), 0.66, 1 - 0.5 / (ROW * len(lines) + 0.55)))
        axes.axvspan(100 * band[0], 100 * band[1], color=ROLE_COLOURS["line"], alpha=0.5, linewidth=0, zorder=0)
        for row, line in enumerate(lines):
            known = [100 * one.value for one in line.estimates if one.value is not None]
            axes.plot(known, [row] * len(known), "o", color=ROLE_COLOURS[line.hue], markersize=7, alpha=0.8)
        reach = max(
            [50 * (1 - 2 * band[0]), *(abs(100 * (one.value or 0.5) - 50) for line in lines for one in line.estimates)]
        )
        axes.set_xlim(50 - 1.15 * reach, 50 + 1.15 * reach)
        axes.xaxis.set_major_locator(round_ticks())
        lay_out_rows(axes, lines)
        axes.xaxis.set_major_formatter(lambda value, _: f"{value:g} %")
    return figure_svg(figure, label)


def plot_ladder(
    names: Sequence[str], elo: Sequence[Estimate], seen: Sequence[bool], hue: str, top: float, none: str, label: str
) -> str:
    """Return a ladder plot: a row for each rung, the lowest at the bottom, from 0 to the Elo `top`.

    elo : the figures of the rungs; if there are fewer than names, the other rungs show the text `none`. seen : for each
    rung, whether its dot is filled. label : the plot in words.
    """
    with plot_style():
        figure = new_figure((WIDTH, ROW * len(names) + 0.55))
        axes = figure.add_axes((0.27, 0.36 / (ROW * len(names) + 0.55), 0.68, 1 - 0.5 / (ROW * len(names) + 0.55)))
        colour = ROLE_COLOURS[hue]
        axes.plot([one.value or 0 for one in elo], range(len(elo)), color=colour, linewidth=1, alpha=0.45)
        for y, (one, filled) in enumerate(zip(elo, seen, strict=True)):
            axes.plot([one.low or 0, one.high or 0], [y, y], color=colour, linewidth=2, alpha=0.75)
            fill = colour if filled else ROLE_COLOURS["sheet"]
            axes.plot([one.value or 0], [y], "o", color=colour, markerfacecolor=fill, markersize=7, clip_on=False)
        for y in range(len(elo), len(names)):
            axes.text(0.02, y, none, transform=axes.get_yaxis_transform(), va="center", color=ROLE_COLOURS["ink2"])
        ticks = round_ticks().tick_values(0, top)
        axes.set_xticks(ticks)
        axes.set_xlim(ticks[0], ticks[-1])
        axes.set_ylim(-0.6, len(names) - 0.4)
        axes.set_yticks(range(len(names)), list(names))
        axes.tick_params("y", length=0, pad=9)
        axes.tick_params("x", color=ROLE_COLOURS["edge"])
        axes.grid(axis="x", color=ROLE_COLOURS["line"], linewidth=0.8)
        axes.set_axisbelow(True)
    return figure_svg(figure, label)


def plot_reliability(series: Sequence[Sequence[ReliabilityBin]], hue: str, across: str, up: str, label: str) -> str:
    """Return a reliability diagram, predicted against observed shares; the points of the first series are filled.

    across, up : the axis labels. label : the plot in words.
    """
    with plot_style():
        figure = new_figure((WIDTH, WIDTH * 0.72))
        axes = figure.add_axes((0.19, 0.17, 0.74, 0.79))
        axes.plot([0, 100], [0, 100], color=ROLE_COLOURS["edge"], linewidth=1, linestyle=(0, (4, 3)), zorder=0)
        colour = ROLE_COLOURS[hue]
        for number, bins in enumerate(series):
            for one in bins:
                axes.plot([100 * one.said] * 2, [100 * one.low, 100 * one.high], color=colour, linewidth=2, alpha=0.45)
            said, came = [100 * one.said for one in bins], [100 * one.came for one in bins]
            fill = colour if number == 0 else ROLE_COLOURS["sheet"]
            axes.plot(said, came, "o", color=colour, markerfacecolor=fill, markersize=6, clip_on=False)
        axes.set_xlim(0, 100)
        axes.set_ylim(0, 100)
        axes.set_xticks(range(0, 101, 25))
        axes.set_yticks(range(0, 101, 25))
        axes.set_xlabel(across)
        axes.set_ylabel(up)
        axes.tick_params("y", length=0)
        axes.tick_params("x", color=ROLE_COLOURS["edge"])
        axes.grid(color=ROLE_COLOURS["line"], linewidth=0.8)
        axes.set_axisbelow(True)
        for axis in (axes.xaxis, axes.yaxis):
            axis.set_major_formatter(lambda value, _: f"{value:g} %")
    return figure_svg(figure, label)


def plot_curves(
    series: Sequence[Sequence[Estimate]], hue: str, across: str, up: str, label: str, most: float | None = None
) -> str:
    """Return a curve with its band over the game for each series: the first solid with dots, the others dashed.

    Each estimate is for one part of the game; all parts are equally long. across, up : the axis labels. label : the
    plot in words. most : the greatest number on the axis, for plots side by side; by default that of this plot.
    """
    with plot_style():
        figure = new_figure((WIDTH, WIDTH * 0.56))
        axes = figure.add_axes((0.13, 0.2, 0.82, 0.74))
        colour = ROLE_COLOURS[hue]
        for number, parts in enumerate(series):
            told = [(at, one) for at, one in enumerate(parts) if one.value is not None]
            places = [100 * (at + 0.5) / len(parts) for at, _ in told]
            low, value, high = ([one[part] or 0.0 for _, one in told] for part in (1, 0, 2))
            axes.fill_between(places, low, high, color=colour, alpha=0.16 if number else 0.26, linewidth=0)
            line = axes.plot(places, value, "o-", color=colour, linewidth=2, markersize=5)[0]
            if number:
                line.set_linestyle((0, (4, 2)))
                line.set_markerfacecolor(ROLE_COLOURS["sheet"])
        axes.set_xlim(0, 100)
        axes.set_ylim(bottom=0, top=None if most is None else 1.04 * most)
        axes.set_xticks(range(0, 101, 25))
        axes.set_xlabel(across)
        axes.set_ylabel(up)
        axes.yaxis.set_major_locator(round_ticks(integer=True))
        axes.tick_params("y", length=0)
        axes.tick_params("x", color=ROLE_COLOURS["edge"])
        axes.grid(color=ROLE_COLOURS["line"], linewidth=0.8)
        axes.set_axisbelow(True)
        axes.xaxis.set_major_formatter(lambda value, _: f"{value:g} %")
    return figure_svg(figure, label)


def figure_svg(figure: Figure, label: str) -> str:
    """Return a figure as a scalable SVG element, with `label` for screen readers."""
    figure.patch.set_alpha(0)
    for axes in figure.axes:
        axes.patch.set_alpha(0)
    buffer = io.StringIO()
    with plot_style(), warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Glyph .* missing from font")  # the browser's own fonts include it
        figure.savefig(buffer, format="svg", metadata={"Date": None, "Creator": None, "Format": None, "Type": None})
    text = buffer.getvalue()
    text = text[text.index("<svg") :]
    text = re.sub(
        r"<metadata>.*?</metadata>|<style.*?</style>", "", text, flags=re.DOTALL
    )  # an embedded style would affect the whole page
    text = re.sub(r'<g id="[^"]*"', "<g", text)
    text = re.sub(r"'DejaVu Sans'[^;\"]*", "var(--tb-sans)", text)
    for role, colour in ROLE_COLOURS.items():
        text = text.replace(colour, f"var(--tb-{role})")
    begun, rest = text.split(">", 1)
    kept = " ".join(re.findall(r'(?:xmlns(?::xlink)?|viewBox)="[^"]*"', begun))
    return f'<svg role="img" aria-label="{escape(label)}" {kept}>{rest}'


def estimates_in_words(lines: Sequence[PlotLine], unit: str, series: Sequence[str], language: str = "en") -> str:
    """Return a plot of estimates as text: every game with its numbers."""
    return "; ".join(
        f"{line.name}: "
        + ", ".join(
            f"{name} {format_estimate(one, unit, language=language)}"
            for name, one in zip(series, line.estimates, strict=True)
        )
        for line in lines
    )
