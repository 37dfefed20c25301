"""Evaluates approved conditions and switches off those that keep failing.

The engine asks it whenever a reading changes that a condition looks at; nothing here acts.
"""

from typing import Protocol

from yamori.automations.generated.condition import GeneratedCondition
from yamori.automations.generated.snapshot import Snapshot
from yamori.automations.generated.strikes import UNAPPROVED, Strikes
from yamori.automations.generated.verdict import Disabled, Verdict


class Running(Protocol):
    """What runs code: the sandbox."""

    async def evaluate(self, condition: GeneratedCondition, snapshot: Snapshot) -> Verdict: ...


class Evaluator:
    """Counts in memory, by automation: after a restart a bad condition costs three more failures, and is off again."""

    def __init__(self, sandbox: Running) -> None:
        self._sandbox = sandbox
        self._strikes: dict[str, tuple[str, Strikes]] = {}

    async def evaluate(self, automation: str, condition: GeneratedCondition, *, approved: str, snapshot: Snapshot) -> Verdict | Disabled:
        """`approved` is the digest that a person agreed to. Only `Decided(holds=True)` is a reason to act.

        The third failure in a row is answered with `Disabled`, and so is everything after it until `forgive`, or until the code is another.
        """
        if not condition.is_approved_by(approved):
            return UNAPPROVED
        strikes = self._of(automation, condition.digest)
        if strikes.disabled is not None:
            return strikes.disabled
        verdict = await self._sandbox.evaluate(condition, snapshot)
        strikes = self._of(automation, condition.digest).after(verdict)  # another evaluation may have counted meanwhile
        self._strikes[automation] = (condition.digest, strikes)
        return strikes.disabled or verdict

    def forgive(self, automation: str) -> None:
        """A person switched it on again, or it is gone."""
        self._strikes.pop(automation, None)

    def _of(self, automation: str, digest: str) -> Strikes:
        counted, strikes = self._strikes.get(automation, ("", Strikes()))
        return strikes if counted == digest else Strikes()
