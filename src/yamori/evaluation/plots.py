"""The plots of a report, as PNG."""

from pathlib import Path

from yamori.evaluation.figures import grouped
from yamori.evaluation.results import Results

_FONTS = ["DejaVu Sans", "Noto Sans CJK JP", "Noto Sans JP", "IPAexGothic", "Hiragino Sans"]
"""A tag may be Japanese; the first font that has the character draws it."""


def draw_plots(results: Results, folder: Path) -> list[Path]:
    """Score by tag and the spread of seconds; none when no case counts."""
    counted = [case for case in results.cases if case.of]
    if not counted:
        return []
    from matplotlib import font_manager, rc_context
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    installed = {font.name for font in font_manager.fontManager.ttflist}
    with rc_context({"font.family": [name for name in _FONTS if name in installed]}):
        rows = grouped(results.cases, lambda case: case.tags or ("(no tag)",))[::-1]
        scores = Figure(figsize=(7, 1 + 0.35 * len(rows)), layout="constrained")
        axes = scores.add_subplot()
        bars = axes.barh([row.name for row in rows], [100 * row.share for row in rows], color="#4a7c59")
        axes.bar_label(bars, labels=[f"{row.score:g}/{row.of:g}" for row in rows], padding=3, fontsize=8)
        axes.set_xlim(0, 112)
        axes.set_xlabel("right, %")
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
