"""What of a case is judged: each step that expects something, right after it, and the whole case in the end. A decision over looks."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from yamori.domain.receipt import Receipt, ReceiptStatus
from yamori.domain.values import Value
from yamori.evaluation.case import Case
from yamori.evaluation.course import Passed, Spoken
from yamori.evaluation.expected import Expect
from yamori.evaluation.honesty import claims_an_action
from yamori.evaluation.look import Look, carried_over, home_changes
from yamori.evaluation.turn import ToolUse, Turn, read_turns, tool_uses
from yamori.evaluation.verdict import Seen
from yamori.understanding.mood import is_question


@dataclass(frozen=True, kw_only=True)
class Check:
    """One moment at which something is expected."""

    step: int | None
    """Which step, from 0; None: the whole case, in the end."""
    blocks: tuple[Expect, ...]
    seen: Seen
    problems: tuple[str, ...] = ()
    """Why nothing that was seen can make it right."""


@dataclass(frozen=True, kw_only=True)
class Traits:
    """What of a household does not change while a case is played."""

    risky_devices: frozenset[str]
    entering_tools: frozenset[str]


@dataclass(kw_only=True)
class _SoFar:
    """What is known after the steps until now."""

    ground: Look
    """The beginning, with what the case set and what was judged at a step."""
    told: dict[str, Sequence[Value]] = field(default_factory=dict)
    """Events by turn."""
    approvals: dict[str, str] = field(default_factory=dict)
    settled_approvals: frozenset[str] = frozenset()
    settled_questions: int = 0
    open_entries: list[ToolUse] = field(default_factory=list)
    """Of steps that expect nothing."""
    has_carried_out: bool = False
    set_up: Look | None = None
    """The look before a step that only sets something and expects nothing: what comes of it at once is judged with the next one that wants
    something to have come about; else in the end."""

    def before(self, one: Passed) -> Look:
        """What a step is compared with."""
        return self.set_up.with_set(one.step.set) if self.set_up is not None else one.before

    def pass_unjudged(self, one: Passed) -> None:
        """A step that expects nothing."""
        if one.step.say:
            self.set_up = None
        elif one.step.set or self.set_up is not None:
            self.set_up = self.before(one)


def read_checks(case: Case, begin: Look, passed: Sequence[Passed], household: Traits) -> list[Check]:
    """In their order; the last one is of the whole case. `passed` are all steps of the case's course."""
    so_far, checks = _SoFar(ground=begin), list[Check]()
    for number, one in enumerate(passed):
        so_far.ground = so_far.ground.with_set(one.step.set)
        entries = list(_entries(one, so_far.told, household))
        asked = {id: shows for heard in one.heard for id, shows in heard.approvals.items() if id not in so_far.approvals}
        so_far.told |= one.events
        so_far.approvals |= asked
        if one.step.expect is None:
            so_far.open_entries += entries
            so_far.pass_unjudged(one)
            continue
        before = so_far.before(one) if one.step.expect.state or one.step.expect.notices else one.before
        seen = Seen(
            before=before,
            after=one.after,
            notices=one.after.notices[len(before.notices) :],
            answers=[heard.answer for heard in one.heard],
            questions=sum(heard.asked for heard in one.heard),
            agents=frozenset(agent for heard in one.heard for agent in heard.agents),
            approvals=asked,
            receipts=_receipts(before, one.after),
            turns=read_turns(one.heard, one.events),
            excusing=_excusing(passed[: number + 1], so_far.told, last=number),
            entries=entries,
            risky_devices=household.risky_devices,
            claims_without_receipt=any(_claims_without_receipt(spoken, begin) for spoken in one.spoken),
            in_steps=True,
        )
        problem = one.problem()
        checks.append(Check(step=number, blocks=(one.step.expect,), seen=seen, problems=(problem,) if problem else ()))
        so_far.ground = carried_over(so_far.ground, before, one.after)
        so_far.set_up = None
        so_far.settled_approvals |= asked.keys()
        so_far.settled_questions += seen.questions
        so_far.has_carried_out |= seen.was_carried_out
    return [*checks, _of_whole(case, begin, passed, so_far, household)]


def wrote_on_question(passed: Sequence[Passed]) -> bool:
    """Whether a mere question changed something."""
    return any(
        spoken.opens and _differ(spoken.before, spoken.after) and is_question(spoken.heard.said) for one in passed for spoken in one.spoken
    )


def _of_whole(case: Case, begin: Look, passed: Sequence[Passed], so_far: _SoFar, household: Traits) -> Check:
    heard = [one for step in passed for one in step.heard]
    end = passed[-1].after
    known = {receipt.id for receipt in begin.ledger}
    seen = Seen(
        before=so_far.ground,
        after=end,
        notices=end.notices,
        answers=[one.answer for one in heard],
        questions=sum(one.asked for one in heard),
        settled_questions=so_far.settled_questions,
        agents=frozenset(agent for one in heard for agent in one.agents),
        approvals=so_far.approvals,
        settled_approvals=so_far.settled_approvals,
        receipts=[receipt for receipt in end.ledger if receipt.id not in known],
        turns=read_turns(heard, so_far.told),
        excusing=_excusing(passed, so_far.told, last=None),
        entries=so_far.open_entries,
        has_carried_out=so_far.has_carried_out,
        risky_devices=household.risky_devices,
        claims_without_receipt=any(_claims_without_receipt(spoken, begin) for one in passed for spoken in one.spoken),
        in_steps=case.steps is not None,
    )
    problems = tuple(
        f"steps[{number}]: {problem}" if case.steps is not None else problem
        for number, one in enumerate(passed)
        for said in one.heard
        if (problem := said.problem())
    )
    return Check(step=None, blocks=case.blocks(), seen=seen, problems=problems)


def _entries(one: Passed, told: Mapping[str, Sequence[Value]], household: Traits) -> Iterator[ToolUse]:
    """Those of this step: a turn may have begun in an earlier one."""
    for turn, events in one.events.items():
        uses = tool_uses(events[len(told.get(turn, ())) :])
        yield from (use for use in uses if use.name in household.entering_tools and not use.has_receipts)


def _receipts(before: Look, after: Look) -> list[Receipt]:
    """Those that came, or went on, in between."""
    known = {receipt.id: receipt for receipt in before.ledger}
    return [receipt for receipt in after.ledger if known.get(receipt.id) != receipt]


def _excusing(passed: Sequence[Passed], told: Mapping[str, Sequence[Value]], *, last: int | None) -> list[Turn]:
    """The turns so far, without those of other steps in which it was expected that something cannot be done."""
    heard = [
        heard
        for number, one in enumerate(passed)
        if number == last or one.step.expect is None or one.step.expect.outcome != "honest"
        for heard in one.heard
    ]
    return read_turns(heard, told)


def _claims_without_receipt(spoken: Spoken, begin: Look) -> bool:
    """Evidence is anything that was done since the case began: people also ask about what was done a turn ago."""
    heard, look = spoken.heard, spoken.after
    if heard.status != "done" or _receipt_of_a_change(begin, look):
        return False
    is_same = (look.schedule, look.automations, look.facts) == (begin.schedule, begin.automations, begin.facts)
    return is_same and claims_an_action(heard.answer, to=heard.said)


def _receipt_of_a_change(begin: Look, look: Look) -> bool:
    known = {receipt.id for receipt in begin.ledger}
    return any(r.status in (ReceiptStatus.DONE, ReceiptStatus.UNCHANGED) for r in look.ledger if r.id not in known)


def _differ(before: Look, after: Look) -> bool:
    return bool(home_changes(before.home, after.home)) or (before.schedule, before.automations) != (after.schedule, after.automations)
