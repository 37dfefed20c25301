"""A condition is checked when it is made: its words, its types, and two dry runs. Every complaint is one that a model can act on."""

from collections.abc import Sequence
from typing import Protocol

from yamori.automations.generated.condition import GeneratedCondition
from yamori.automations.generated.readable import Readable
from yamori.automations.generated.snapshot import Snapshot
from yamori.automations.generated.verdict import Failed, Verdict
from yamori.automations.generated.vocabulary import examine
from yamori.domain.errors import InvalidRequest


class Unfit(InvalidRequest):
    """Code that cannot become a condition; `complaints` are for its maker, most telling first."""

    def __init__(self, complaints: Sequence[str]) -> None:
        super().__init__("\n".join(complaints), where="code")
        self.complaints = tuple(complaints)


class Trying(Protocol):
    """What type-checks and runs code: the sandbox."""

    async def evaluate(self, condition: GeneratedCondition, snapshot: Snapshot) -> Verdict: ...

    async def type_complaints(self, source: str, listed: Sequence[Readable]) -> tuple[str, ...]: ...


async def checked(draft: GeneratedCondition, *, home: Sequence[Readable], snapshot: Snapshot, sandbox: Trying) -> GeneratedCondition:
    """The draft with exactly the readings that its code names. `home` is all that a condition may look at, `snapshot` the present.

    Raises `Unfit`, or what the sandbox raises when it cannot work at all.
    """
    by_path = {entry.path: entry for entry in home}
    if strange := [path for path in draft.paths if path not in by_path]:
        raise Unfit([f'there is no reading "{path}"' for path in strange[:5]])
    examined = examine(draft.source, [by_path[path] for path in draft.paths], home)
    if examined.complaints:
        raise Unfit(examined.complaints)
    if complaints := await sandbox.type_complaints(draft.source, [by_path[path] for path in examined.paths]):
        raise Unfit(complaints)
    condition = GeneratedCondition(words=draft.words, source=draft.source, paths=examined.paths)
    for when, shown in (
        ("with the readings of this moment", snapshot),
        ("when no reading is available", snapshot.without_values(examined.paths)),
    ):
        verdict = await sandbox.evaluate(condition, shown)
        if isinstance(verdict, Failed):
            raise Unfit([f"{when}: {verdict.detail}"])
    return condition
