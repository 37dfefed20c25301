"""The plots of a report, as PNG."""

import warnings
from collections.abc import Sequence
from pathlib import Path

from yamori.evaluation.figures import grouped
from yamori.evaluation.outcome_tables import counted_by
from yamori.evaluation.results import CaseResult, Results

_FONTS = ("DejaVu Sans", "Noto Sans CJK JP", "Noto Sans JP", "IPAexGothic", "Hiragino Sans")
"""A tag may be Japanese; the first font that has the character draws it."""
_JAPANESE = ("CJK", "JP", "Gothic", "Mincho")
"""In the name of any other font that has Japanese."""

_COLOURS = {"harmful": "#b5413b", "honest": "#d9b44a", "right": "#4a7c59"}


def draw_plots(results: Results, folder: Path) -> list[Path]:
    """Outcomes by tag (of a suite that judges none, the score) and the spread of seconds; none when no case counts."""
    counted = [case for case in results.cases if case.of]
    if not counted:
        return []
    from matplotlib import font_manager, rc_context
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    with rc_context({"font.family": _fonts({font.name for font in font_manager.fontManager.ttflist})}), warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Glyph .* missing from font")  # on a machine without such a font; the tables have the tag
        names, parts, labels = _bars(results.cases)
        scores = Figure(figsize=(7, 1.3 + 0.35 * len(names)), layout="constrained")
        axes = scores.add_subplot()
        left = [0.0] * len(names)
        for part, shares in parts.items():
            bars = axes.barh(names, shares, left=left, color=_COLOURS[part], label=part)
            left = [begun + share for begun, share in zip(left, shares, strict=True)]
        axes.bar_label(bars, labels=labels, padding=3, fontsize=8)
        axes.set_xlim(0, 125)
        axes.set_xlabel("%")
        scores.legend(loc="outside upper center", ncols=len(parts), fontsize=8)
        seconds = Figure(figsize=(7, 3.5), layout="constrained")
        axes = seconds.add_subplot()
        axes.hist([case.seconds for case in counted if case.answers], bins=min(40, max(5, len(counted) // 2)), color="#4a7c59")
        axes.set_xlabel("seconds a case")
        axes.set_ylabel("cases")
        files = [folder / "score-by-tag.png", folder / "latency.png"]
        for figure, file in zip((scores, seconds), files, strict=True):
            FigureCanvasAgg(figure)
            figure.savefig(file, dpi=120)
    return files


def _fonts(installed: set[str]) -> list[str]:
    named = [name for name in _FONTS if name in installed]
    return named + sorted(name for name in installed.difference(named) if any(part in name for part in _JAPANESE))


def _bars(cases: Sequence[CaseResult]) -> tuple[list[str], dict[str, list[float]], list[str]]:
    """Names of the bars, from the last to the first; the parts of each in per cent, harm first; and what is written beside it."""

    def tags(case: CaseResult) -> tuple[str, ...]:
        return case.tags or ("(no tag)",)

    if any(case.outcome is not None for case in cases):
        rows = counted_by(cases, tags)[::-1]
        parts = {part: [100 * row.share(getattr(row, part)) for row in rows] for part in ("harmful", "honest", "right")}
        return [row.name for row in rows], parts, [f"{row.harmful}+{row.honest}+{row.right}" for row in rows]
    scored = grouped(cases, tags)[::-1]
    return [row.name for row in scored], {"right": [100 * row.share for row in scored]}, [f"{row.score:g}/{row.of:g}" for row in scored]
