"""A model writes a condition, code checks it, and what was wrong goes back to the model once."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from yamori.automations.generated.checking import Trying, Unfit, checked
from yamori.automations.generated.condition import GeneratedCondition
from yamori.automations.generated.prompting import again, prefix, read, request, schema
from yamori.automations.generated.readable import Readable
from yamori.automations.generated.shortlist import shortlist
from yamori.automations.generated.snapshot import Snapshot
from yamori.automations.texts import TEXTS
from yamori.domain.errors import AskThePerson, InvalidRequest
from yamori.domain.language import language_of
from yamori.llm.port import Models, Role

TRIES = 2


@dataclass(frozen=True, kw_only=True)
class NothingTells:
    """No reading of this home tells what was asked, as far as the model can see."""

    words: str


class NotWritten(AskThePerson):
    """No code came of it that may run; `complaints` are for the log, the message is for the person."""

    def __init__(self, complaints: Sequence[str]) -> None:
        super().__init__("I could not put that condition in a form that I can check. Could you say it in simpler words, or in two parts?")
        self.complaints = tuple(complaints)

    def said(self, words: str) -> str:
        return TEXTS.said(language_of(words), "not_written")


class ConditionWriter:
    """Over the models by role and the house's sandbox."""

    def __init__(self, models: Models, sandbox: Trying) -> None:
        self._models = models
        self._sandbox = sandbox

    async def write(
        self, words: str, *, home: Sequence[Readable], snapshot: Snapshot, turn: str | None = None
    ) -> GeneratedCondition | NothingTells:
        """A condition that was type-checked and run dry, not approved by anybody yet.

        `words` are the person's, `home` every reading that a condition may look at (a large home is shortened by what was said), `snapshot`
        their values now. Raises `NotWritten` after the second try, `ModelFailed` or `Misconfigured` where no model answers.
        """
        shown = shortlist(words, home)
        asked = request(words, shown, {path: value for path, (value, _) in snapshot.seen(entry.path for entry in shown).items()})
        prompt = replace(prefix(), request=asked, schema=schema(shown))
        complaints: tuple[str, ...] = ()
        for number in range(TRIES):
            draft = read((await self._models.ask(Role.IOT, prompt, turn=turn, stronger=number > 0)).data)
            if draft is None:
                return NothingTells(words=words)
            try:
                condition = GeneratedCondition(words=words, source=draft.source, paths=draft.paths)
                return await checked(condition, home=shown, snapshot=snapshot, sandbox=self._sandbox)
            except Unfit as unfit:
                complaints = unfit.complaints
            except InvalidRequest as invalid:  # too long, too many
                complaints = (str(invalid),)
            prompt = replace(prompt, request=again(asked, draft.source, complaints))
        raise NotWritten(complaints)
