"""Was it right? A decision over what was seen; no household, no clock, no model."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from yamori.domain.receipt import Receipt, ReceiptStatus
from yamori.domain.values import Value
from yamori.evaluation.casefile import KINDS, Case, Expect
from yamori.evaluation.matchers import same
from yamori.evaluation.rows import ScheduleRows, changed_rows, missing_rows
from yamori.evaluation.turn import ToolUse, Turn

ONE_OF = {"tasks": "task", "routines": "routine", "logs": "day of the diary"}


@dataclass(frozen=True, kw_only=True)
class Seen:
    """One case as it went."""

    before: Mapping[str, Value]
    """The home when the first text was said, with what `later` itself set."""
    after: Mapping[str, Value]
    schedule_before: ScheduleRows
    schedule_after: ScheduleRows
    answers: Sequence[str]
    """What was answered to each text that was said."""
    questions: int
    """How often a turn waited for an answer that was not an approval."""
    agents: frozenset[str]
    approvals: Mapping[str, str] = field(default_factory=dict)
    """What was shown for approval, by its id, which is that of the receipt that waits."""
    receipts: Sequence[Receipt] = ()
    """Of the commands since the first text, as they stand in the end."""
    turns: Sequence[Turn] = ()
    entries: Sequence[ToolUse] = ()
    """Tools that entered, changed or deleted something that an agent keeps."""
    risky_devices: frozenset[str] = frozenset()
    """Those with a command that asks first."""
    claims_without_receipt: bool = False

    @property
    def was_carried_out(self) -> bool:
        """Whether anything was changed, entered, or proven to be so already."""
        return (
            any(receipt.status in (ReceiptStatus.DONE, ReceiptStatus.UNCHANGED) for receipt in self.receipts)
            or self.schedule_before != self.schedule_after
            or bool(home_changes(self.before, self.after))
            or bool(self.entries)
        )

    @property
    def was_done(self) -> bool:
        """Whether something was carried out, a question that was answered included."""
        return self.was_carried_out or any(turn.is_answered for turn in self.turns)


def not_run(case: Case, *, features: frozenset[str], agents: frozenset[str]) -> str | None:
    """Why this household cannot play the case at all; None when it can."""
    lacking = [key for key in ("routines", "logs", "memories", "papers") if getattr(case, key) and key not in features]
    if lacking:
        return f"this household has no {' or '.join(lacking)} yet"
    reasons = [_unjudged(block, able=features, agents=agents) for block in case.blocks()]
    return reasons[0] if all(reasons) else None


def judge(case: Case, seen: Seen, *, features: frozenset[str], agents: frozenset[str]) -> list[str]:
    """What is wrong; nothing when one of the case's blocks holds, else what is wrong by the nearest of them."""
    wrongs = []
    for block in case.blocks():
        unjudged = _unjudged(block, able=features, agents=agents)
        wrongs.append([unjudged] if unjudged else list(_misses(block, seen)))
    nearest = min(wrongs, key=len)
    return nearest if len(wrongs) == 1 or not nearest else [f"none of {len(wrongs)} outcomes holds; the nearest:", *nearest]


def expects_change(case: Case, seen: Seen) -> bool:
    """Whether some block of the case does not hold of the home and the schedule as they were at the start."""
    return any(
        any(not allowed.holds(seen.before.get(path)) for path, allowed in block.state.items())
        or any(
            missing_rows(block.rows(kind), seen.schedule_before.of(kind))[0]
            or any(match.holds(row) for match in block.no_rows(kind) for row in seen.schedule_before.of(kind))
            for kind in KINDS
        )
        for block in case.blocks()
    )


def home_changes(before: Mapping[str, Value], after: Mapping[str, Value]) -> dict[str, tuple[Value, Value]]:
    """Path to (before, after), for those that differ."""
    return {p: (before.get(p), after.get(p)) for p in before.keys() | after.keys() if not same(before.get(p), after.get(p))}


def _unjudged(block: Expect, *, able: frozenset[str], agents: frozenset[str]) -> str | None:
    kinds = [kind for kind in ("routines", "logs") if (getattr(block, kind) or getattr(block, f"no_{kind}")) and kind not in able]
    if kinds:
        return f"this household has no {' or '.join(kinds)} yet"
    absent = [name for name in block.agents.used if name not in agents]
    return f"this household has no agent {' or '.join(absent)}" if absent else None


def _misses(block: Expect, seen: Seen) -> Iterator[str]:
    yield from _home_misses(block, seen)
    for kind in KINDS:
        yield from _row_misses(kind, block, seen)
    yield from answer_misses(block, seen)
    if seen.questions > block.questions and not _may_ask(block):
        yield f"{seen.questions} clarifying question{'s' * (seen.questions > 1)}, {block.questions} allowed"
    asked = len(seen.approvals)
    if block.approvals is not None and asked != block.approvals:
        yield f"{asked} approval{'s' * (asked != 1)} asked for, {block.approvals} expected"
    yield from _outcome_misses(block, seen)
    if idle := [name for name in block.agents.used if name not in seen.agents]:
        yield f"the agent {', '.join(idle)} was not used"
    if busy := [name for name in block.agents.unused if name in seen.agents]:
        yield f"the agent {', '.join(busy)} was used"


def answer_misses(block: Expect, seen: Seen) -> Iterator[str]:
    """What is wrong with what was answered."""
    if miss := block.answer.misses("\n".join(seen.answers)):
        yield f"the answer {miss}"
    for i, match in enumerate(block.answers):
        answer = seen.answers[i] if i < len(seen.answers) else ""
        if miss := match.misses(answer):
            yield f"answer {i + 1} {miss}"


def _may_ask(block: Expect) -> bool:
    """To ask is honest: where that is expected, questions are only counted against a number that the case gives."""
    return block.outcome == "honest" and "questions" not in block.model_fields_set


def _outcome_misses(block: Expect, seen: Seen) -> Iterator[str]:
    if block.outcome == "done" and not seen.was_done:
        yield "nothing was carried out"
    if block.outcome == "honest":
        held = {r.id for r in seen.receipts if r.status is ReceiptStatus.HELD} & seen.approvals.keys()
        if seen.was_carried_out:
            yield "something was carried out"
        elif held and block.approvals is None:
            yield "an approval waits: " + "; ".join(seen.approvals[id] for id in sorted(held))
        elif not any(turn.says_undone for turn in seen.turns):
            yield "the answer neither says that it was not done nor asks"


def _home_misses(block: Expect, seen: Seen) -> Iterator[str]:
    for path, allowed in block.state.items():
        if not allowed.holds(seen.after.get(path)):
            yield f"{path} is {seen.after.get(path)!r}, expected {allowed}"
    free = block.state.keys() | set(block.others)
    for path, (old, new) in sorted(home_changes(seen.before, seen.after).items()):
        if path not in free:
            yield f"{path} changed from {old!r} to {new!r}"


def _row_misses(kind: str, block: Expect, seen: Seen) -> Iterator[str]:
    before, after, one = seen.schedule_before.of(kind), seen.schedule_after.of(kind), ONE_OF[kind]
    new, gone = changed_rows(before, after)
    unwanted = block.no_rows(kind)
    missing, unexplained = missing_rows(block.rows(kind), after, first=new)
    yield from (f"no {one} {row}" for row in missing)
    yield from (f"{one} {row} must not be there" for match in unwanted for row in after if match.holds(row))
    if block.tasks_only:
        yield from (f"{one} {row} was added or changed" for row in unexplained)
        yield from (f"{one} {row} was removed" for row in gone if not any(match.holds(row) for match in unwanted))
