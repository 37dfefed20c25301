"""Why a tool of the scheduler did not do it is said in the person's language, whatever the reason."""

import ast
import re
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

import yamori.agents.scheduler
from yamori.agentkit.task import ToolRun
from yamori.agents.scheduler.rules.reporting.problems import in_words
from yamori.agents.scheduler.rules.reporting.report import report_text
from yamori.agents.scheduler.wording import words_in
from yamori.domain.language import Language, language_of

HOME = Path(yamori.agents.scheduler.__file__).parent
NOW = datetime(2026, 11, 21, 9, 0, tzinfo=ZoneInfo("Asia/Tokyo"))
_RAISED = frozenset({"InvalidRequest", "NotFound"})


def sentences() -> Iterator[tuple[str, str]]:
    """Every problem that the tools, rules and stores raise, with something in the place of what is filled in."""
    for part in ("tools", "rules", "store"):
        for file in sorted((HOME / part).rglob("*.py")):
            tree = ast.parse(file.read_text(encoding="utf-8"))
            named = {t.id: n.value for n in ast.walk(tree) if isinstance(n, ast.Assign) for t in n.targets if isinstance(t, ast.Name)}
            for call in ast.walk(tree):
                if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in _RAISED and call.args:
                    said = call.args[0]
                    said = named[said.id] if isinstance(said, ast.Name) else said
                    yield f"{file.name}:{call.lineno}", text(said)


def text(said: ast.expr) -> str:
    match said:
        case ast.Constant(value=str(words)):
            return words
        case ast.JoinedStr(values=values):
            return "".join(v.value if isinstance(v, ast.Constant) else "7" for v in values)
        case ast.Call(func=ast.Name(id="str")):  # what was said elsewhere
            return "there is no task 7"
    raise AssertionError(ast.dump(said))


def test_every_problem_of_the_scheduler_is_said_in_japanese() -> None:
    found = list(sentences())
    assert len(found) > 40
    missing = [(where, said) for where, said in found if language_of(in_words(said, Language.JAPANESE)) is not Language.JAPANESE]
    assert missing == []


def test_no_japanese_reason_has_english_words_of_its_own() -> None:
    for english, japanese in words_in(Language.JAPANESE).table("problems").items():
        own = re.sub(r"\{\w+\}|https?://", "", japanese)
        assert not re.search(r"[A-Za-z]", own), english
        assert set(re.findall(r"\{(\w+)\}", japanese)) <= set(re.findall(r"\{(\w+)\}", english)), english


@pytest.mark.parametrize(
    ("problem", "japanese"),
    [
        ("a task needs a title", "予定を変更できませんでした(予定には題名が必要です)。"),
        ("the title has 400 characters; at most 300 fit", "予定を変更できませんでした(題名が400文字あり、長すぎます(300文字まで))。"),
        ("'傘; {0}' is done, so that there is nothing to remind of", "「傘; {0}」はもう完了している"),
        ("set_timer: minutes: Input should be a valid number", "「minutes」の値が正しくありません"),
        ("it took too long, so whether it was done is not known", "できたかどうか分かりません"),
        ("nobody foresaw this", "予定を変更できませんでした(nobody foresaw this)。"),
    ],
)
def test_a_reason_is_told_in_the_language_of_the_sentence(problem: str, japanese: str) -> None:
    run = ToolRun(tool="set_timer", arguments={}, ok=False, problem=problem)
    assert japanese in report_text([run], NOW, Language.JAPANESE)
    assert report_text([run], NOW, Language.ENGLISH) == f"I could not change your schedule: {problem}."
