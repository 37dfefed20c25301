"""Three failures in a row switch a condition off; changed code needs approval again."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.automations.generated.homes import HOME, HONEST, A, B, condition, snapshot

from yamori.automations.generated.condition import GeneratedCondition
from yamori.automations.generated.evaluator import Evaluator
from yamori.automations.generated.snapshot import Snapshot
from yamori.automations.generated.strikes import MOST, UNAPPROVED, Strikes
from yamori.automations.generated.verdict import Decided, Disabled, Failed, Fault, Unknown, Verdict
from yamori.automations.generated.vocabulary import examine
from yamori.domain.errors import InvalidRequest
from yamori.domain.language import Language, language_of

FAILED = Failed(fault=Fault.TIME, detail="too slow")


class Says:
    """A sandbox that says what it is told to; `asked` counts."""

    def __init__(self, *verdicts: Verdict) -> None:
        self._verdicts = iter(verdicts)
        self.asked = 0

    async def evaluate(self, condition: GeneratedCondition, snapshot: Snapshot) -> Verdict:
        self.asked += 1
        return next(self._verdicts)


async def evaluations(evaluator: Evaluator, times: int) -> list[Verdict | Disabled]:
    return [await evaluator.evaluate("heater", HONEST, approved=HONEST.digest, snapshot=snapshot()) for _ in range(times)]


async def test_the_third_failure_in_a_row_switches_it_off_and_it_is_not_run_again() -> None:
    says = Says(FAILED, FAILED, FAILED)
    answers = await evaluations(Evaluator(says), 6)
    assert answers[:2] == [FAILED, FAILED] and all(isinstance(answer, Disabled) for answer in answers[2:])
    assert says.asked == 3


async def test_an_answer_in_between_starts_the_count_again_and_an_unknown_does_not() -> None:
    says = Says(FAILED, FAILED, Decided(holds=False), FAILED, FAILED, Unknown(path=A), FAILED)
    answers = await evaluations(Evaluator(says), 7)
    assert [isinstance(answer, Disabled) for answer in answers] == [False] * 6 + [True]


async def test_whoever_switches_it_on_again_gives_it_three_more() -> None:
    evaluator = Evaluator(Says(*[FAILED] * 3, Decided(holds=True)))
    await evaluations(evaluator, 3)
    evaluator.forgive("heater")
    assert await evaluations(evaluator, 1) == [Decided(holds=True)]


async def test_changed_code_is_not_run_until_it_is_approved() -> None:
    says = Says()
    changed = condition(HONEST.source + "\n", A, B)
    answer = await Evaluator(says).evaluate("heater", changed, approved=HONEST.digest, snapshot=snapshot())
    assert (answer, says.asked) == (UNAPPROVED, 0)


@pytest.mark.parametrize("fault", Fault)
def test_every_reason_is_said_in_both_languages(fault: Fault) -> None:
    disabled = Strikes(in_row=MOST, last=fault).disabled
    assert disabled is not None
    assert language_of(disabled.said(Language.ENGLISH)) is Language.ENGLISH
    assert language_of(disabled.said(Language.JAPANESE)) is Language.JAPANESE


@given(st.lists(st.sampled_from([FAILED, Unknown(), Decided(holds=True)])))
def test_it_is_off_exactly_when_three_failures_follow_the_last_answer(verdicts: list[Verdict]) -> None:
    strikes = Strikes()
    for verdict in verdicts:
        strikes = strikes.after(verdict)
    answered = [n for n, verdict in enumerate(verdicts) if isinstance(verdict, Decided)]
    since = verdicts[answered[-1] + 1 :] if answered else verdicts
    assert (strikes.disabled is not None) == (since.count(FAILED) >= MOST)


def test_code_under_the_digest_of_other_code_is_refused() -> None:
    with pytest.raises(InvalidRequest, match="has been changed"):
        GeneratedCondition(words="w", source=HONEST.source + " ", paths=(A, B), digest=HONEST.digest)


@pytest.mark.parametrize("source", ["x" * 8193, "あ" * 3000, "\ud800"])
def test_code_that_is_too_long_or_no_text_is_refused(source: str) -> None:
    with pytest.raises(InvalidRequest):
        condition(source)


@given(
    st.one_of(
        st.text(max_size=400),
        st.lists(st.sampled_from([*"()[]{}'\"\\\n:,.=#@ \t", "def", "f'", '"""', "0x", "é"]), max_size=60).map("".join),
    )
)
def test_any_text_is_looked_at_without_an_error(source: str) -> None:
    assert examine(source, HOME, HOME).complaints


@pytest.mark.parametrize(
    ("body", "complaint"),
    [
        (f'reading("{A}") is not None', "a reading is never None"),
        ('reading("a.main.t.w") > 3', f'there is no reading "a.main.t.w"; there is: "{A}"'),
        (f'reading("{A}").real > 3', "no attribute or method .real"),
        (f'f"{{reading}}" == "{A}"', "f-strings"),
        ('weekday("Sunday")', 'can be "Sunday"'),
        ("'\\\\x' == now", "no backslash"),
        ("open() and now", "no open() or open"),
        ("True", "it looks at no reading"),
    ],
)
def test_a_complaint_says_what_is_wrong(body: str, complaint: str) -> None:
    told = "\n".join(examine(f"def condition() -> bool:\n    return {body}\n", HOME, HOME).complaints)
    assert complaint in told or (complaint == "f-strings" and "only plain texts" in told)
