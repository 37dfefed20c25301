"""Was it right? A decision over what was seen; no household, no clock, no model."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from yamori.domain.receipt import Receipt, ReceiptStatus
from yamori.evaluation.case import Case
from yamori.evaluation.expected import KINDS, STANDING, Expect
from yamori.evaluation.look import Look, home_changes
from yamori.evaluation.rows import Row, StandingRow, changed_rows, missing_rows
from yamori.evaluation.standing import NoticeRow
from yamori.evaluation.turn import ToolUse, Turn

ONE_OF = {
    "tasks": "task",
    "routines": "routine",
    "logs": "day of the diary",
    "automations": "automation",
    "facts": "fact",
    "notices": "notice",
}
_FEATURES = ("routines", "logs", "memories", "papers", "automations")
"""Keys of a case that a household may be unable to take."""


@dataclass(frozen=True, kw_only=True)
class Seen:
    """One case as it went, or one step of it."""

    before: Look
    """The beginning, with what the case itself set; of a whole case, also with the changes that were judged at a step."""
    after: Look
    answers: Sequence[str]
    """What was answered to each text that was said."""
    questions: int
    """How often a turn waited for an answer that was not an approval."""
    settled_questions: int = 0
    """Of these, those that were judged at a step."""
    agents: frozenset[str]
    approvals: Mapping[str, str] = field(default_factory=dict)
    """What was shown for approval, by its id, which is that of the receipt that waits."""
    settled_approvals: frozenset[str] = frozenset()
    """Of these, those that were judged at a step."""
    receipts: Sequence[Receipt] = ()
    """Of the commands that were given or went on meanwhile, as they stand in the end."""
    turns: Sequence[Turn] = ()
    excusing: Sequence[Turn] = ()
    """Turns that may have told the person that something was not done: those of earlier steps too, but none of which that was expected."""
    entries: Sequence[ToolUse] = ()
    """Tools that entered, changed or deleted something that an agent keeps; without those that were judged at a step."""
    has_carried_out: bool = False
    """Something was carried out in a step that was judged for itself."""
    notices: Sequence[NoticeRow] = ()
    """What anybody was told unasked meanwhile."""
    in_steps: bool = False
    """What a standing rule does is judged at the steps of the case."""
    risky_devices: frozenset[str] = frozenset()
    """Those with a command that asks first."""
    claims_without_receipt: bool = False

    @property
    def was_carried_out(self) -> bool:
        """Whether anything was changed, entered, or proven to be so already."""
        return (
            any(receipt.status in (ReceiptStatus.DONE, ReceiptStatus.UNCHANGED) for receipt in self.receipts)
            or self.has_carried_out
            or self.before.schedule.ticks != self.after.schedule.ticks
            or any(self.changed(kind) != ([], []) for kind in (*KINDS, "automations"))
            or bool(home_changes(self.before.home, self.after.home))
            or bool(self.entries)
        )

    @property
    def was_done(self) -> bool:
        """Whether something was carried out, what was answered, remembered or told included."""
        return (
            self.was_carried_out or any(turn.is_answered for turn in self.turns) or self.changed("facts") != ([], []) or bool(self.notices)
        )

    def changed(self, kind: str) -> tuple[list[Row | StandingRow], list[Row | StandingRow]]:
        """Rows of one of `KINDS` or `STANDING` that were added or changed, and those that are gone."""
        return changed_rows(self.before.rows(kind), self.after.rows(kind))

    def rows(self, kind: str) -> Sequence[Row | StandingRow]:
        """As they are in the end, or the notices that came meanwhile."""
        return self.notices if kind == "notices" else self.after.rows(kind)


def not_run(case: Case, *, person: str, features: frozenset[str], agents: frozenset[str]) -> str | None:
    """Why this household cannot play the case at all; None when it can. `person` is the case's."""
    lacking = [key for key in _FEATURES if getattr(case, key) and key not in features]
    if len(case.speakers(person)) > 1 and "accounts" not in features:
        lacking.append("accounts for several people")
    if lacking:
        return f"this household has no {' or '.join(lacking)} yet"
    for step in case.steps or ():
        if step.expect is not None and (reason := _unjudged(step.expect, able=features, agents=agents)):
            return reason
    reasons = [_unjudged(block, able=features, agents=agents) for block in case.blocks()]
    return reasons[0] if all(reasons) else None


def judge(blocks: Sequence[Expect], seen: Seen, *, features: frozenset[str], agents: frozenset[str]) -> list[str]:
    """What is wrong; nothing when one of the blocks holds, else what is wrong by the nearest of them."""
    wrongs = []
    for block in blocks:
        unjudged = _unjudged(block, able=features, agents=agents)
        wrongs.append([unjudged] if unjudged else list(_misses(block, seen)))
    nearest = min(wrongs, key=len)
    return nearest if len(wrongs) == 1 or not nearest else [f"none of {len(wrongs)} outcomes holds; the nearest:", *nearest]


def expects_change(blocks: Sequence[Expect], before: Look) -> bool:
    """Whether some block does not hold of the home, the schedule and what else is kept as they were before."""
    return any(
        any(not allowed.holds(before.home.get(path)) for path, allowed in block.state.items())
        or any(
            missing_rows(block.rows(kind), before.rows(kind))[0]
            or any(match.holds(row) for match in block.no_rows(kind) for row in before.rows(kind))
            for kind in (*KINDS, *STANDING)
        )
        or bool(block.notices)
        for block in blocks
    )


def _unjudged(block: Expect, *, able: frozenset[str], agents: frozenset[str]) -> str | None:
    kinds = [kind for kind in ("routines", "logs", "notices", *STANDING) if block.speaks_of(kind) and kind not in able]
    if kinds:
        return f"this household has no {' or '.join(kinds)} yet"
    absent = [name for name in block.agents.used if name not in agents]
    return f"this household has no agent {' or '.join(absent)}" if absent else None


def _misses(block: Expect, seen: Seen) -> Iterator[str]:
    yield from _home_misses(block, seen)
    for kind in KINDS:
        yield from _row_misses(kind, block, seen)
    for kind in (*STANDING, "notices"):
        yield from _standing_misses(kind, block, seen)
    yield from answer_misses(block, seen)
    questions = seen.questions - (seen.settled_questions if "questions" not in block.model_fields_set else 0)
    if questions > block.questions and not _may_ask(block):
        yield f"{questions} clarifying question{'s' * (questions > 1)}, {block.questions} allowed"
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
        if not allowed.holds(seen.after.home.get(path)):
            yield f"{path} is {seen.after.home.get(path)!r}, expected {allowed}"
    free = block.state.keys() | set(block.others)
    for path, (old, new) in sorted(home_changes(seen.before.home, seen.after.home).items()):
        if path not in free:
            yield f"{path} changed from {old!r} to {new!r}"


def _row_misses(kind: str, block: Expect, seen: Seen) -> Iterator[str]:
    after, one = seen.rows(kind), ONE_OF[kind]
    new, gone = seen.changed(kind)
    unwanted = block.no_rows(kind)
    missing, unexplained = missing_rows(block.rows(kind), after, first=new)
    yield from (f"no {one} {row}" for row in missing)
    yield from (f"{one} {row} must not be there" for match in unwanted for row in after if match.holds(row))
    if block.tasks_only:
        yield from (f"{one} {row} was added or changed" for row in unexplained)
        yield from (f"{one} {row} was removed" for row in gone if not any(match.holds(row) for match in unwanted))


def _standing_misses(kind: str, block: Expect, seen: Seen) -> Iterator[str]:
    rows, one, must_not = seen.rows(kind), ONE_OF[kind], "have come" if kind == "notices" else "be there"
    yield from (f"no {one} {row}" for row in missing_rows(block.rows(kind), rows)[0])
    yield from (f"{one} {row} must not {must_not}" for match in block.no_rows(kind) for row in rows if match.holds(row))
