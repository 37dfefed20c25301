"""When code that keeps failing is switched off: the third failure in a row."""

from dataclasses import dataclass
from typing import assert_never

from yamori.automations.generated.verdict import Decided, Disabled, Failed, Fault, Unknown, Verdict

MOST = 3
"""Three looping conditions cost less than one round of honest ones; a single slow moment of the machine must not cost an automation."""

_REASONS = {
    Fault.TIME: ("its check took too long", "判定に時間がかかりすぎた"),
    Fault.MEMORY: ("its check needed too much memory", "判定に必要なメモリが多すぎた"),
    Fault.WRONG_TYPE: ("its check did not come to a yes or no", "判定の結果が「はい」でも「いいえ」でもなかった"),
    Fault.EXCEPTION: ("its check ran into an error", "判定中にエラーが起きた"),
    Fault.CRASH: ("its check broke off", "判定が途中で止まってしまった"),
}
UNAPPROVED = Disabled(
    reason="This condition has changed since it was approved. Please look at it and approve it again.",
    reason_ja="承認されたあとで条件が変わっています。内容を確認して、もう一度承認してください。",
)


@dataclass(frozen=True, kw_only=True)
class Strikes:
    """Failures in a row of one condition."""

    in_row: int = 0
    last: Fault | None = None

    def after(self, verdict: Verdict) -> "Strikes":
        """An answer starts again at nothing; what could not be known says nothing about the code and leaves the count."""
        match verdict:
            case Decided():
                return Strikes()
            case Unknown():
                return self
            case Failed():
                return Strikes(in_row=self.in_row + 1, last=verdict.fault)
            case _:
                assert_never(verdict)

    @property
    def disabled(self) -> Disabled | None:
        """Why it is not evaluated any more; None while it is."""
        if self.in_row < MOST or self.last is None:
            return None
        english, japanese = _REASONS[self.last]
        return Disabled(
            reason=f"I switched this off: {english} three times in a row. Tell me the condition again in other words.",
            reason_ja=f"{japanese}ことが3回続いたため、この自動化をオフにしました。条件を別の言い方でもう一度教えてください。",
        )
