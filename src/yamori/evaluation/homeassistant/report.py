"""`report.md` of such a set: the report of every suite, and what must be known before its share is compared with anything."""

from collections.abc import Iterable
from pathlib import Path

from yamori.evaluation import report
from yamori.evaluation.homeassistant.play import DOUBTFUL
from yamori.evaluation.results import CaseResult, Results

_NOTE = (
    "The home is a virtual one, read from the set's inventory, and its states are translated back into Home Assistant's terms. The shares "
    "published for this set were measured inside a real Home Assistant: a comparison is in spirit only. What Yamori's own gate asks about "
    "before it acts (opening a garage, unlocking) was approved with a yes; nothing else was answered."
)


def write_report(results: Results, folder: Path) -> None:
    report.write_report(results, folder)
    file = folder / report.FILE_NAME
    head, found, rest = file.read_text(encoding="utf-8").partition("\n## ")
    file.write_text("\n".join([head, *_shares(results.cases), "", _NOTE, ""]) + found + rest, encoding="utf-8")


def _shares(cases: Iterable[CaseResult]) -> Iterable[str]:
    counted = [case for case in cases if case.of]
    sure = [case for case in counted if DOUBTFUL not in case.tags]
    yield f"**{_share(counted)} of all labels; {_share(sure)} without the {len(counted) - len(sure)} whose label is doubtful.**"


def _share(cases: list[CaseResult]) -> str:
    right, of = sum(case.score for case in cases), sum(case.of for case in cases)
    return f"{right:g} of {of:g} ({right / of:.1%})" if of else "none"
