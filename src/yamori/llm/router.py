"""Which model answers: the role's own, its stronger one, or the one that this call names. Fulfils the `Models` port.

Models are made when they are first needed and kept. Each call passes through the ledger (`recorded.py`) and, when it answers
garbage, once more through the model (`second_try.py`).
"""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence

from yamori.domain.errors import ModelFailed, YamoriError
from yamori.llm.conversation import Conversation, ConversingModel, Turn
from yamori.llm.embedded import EmbeddedModel, Progress
from yamori.llm.ledger import Ledger
from yamori.llm.locality import stays_in_the_house
from yamori.llm.names import ModelName
from yamori.llm.port import Answer, ChatModel, Prompt, Role
from yamori.llm.recorded import RecordedModel
from yamori.llm.second_try import SecondTry
from yamori.llm.settings import ModelSettings, RoleModel

Make = Callable[[ModelName], ChatModel]
"""Builds the model of a name whose provider exists; does no work that takes time."""
Permit = Callable[[Role, ModelName], Awaitable[bool]]
"""Whether this role may use this model, as the household's people say."""


class RoleModels:
    """The models of a household, by role; made by `open_models`."""

    def __init__(self, settings: ModelSettings, *, ledger: Ledger, make: Make) -> None:
        self._settings = settings
        self._ledger = ledger
        self._make = make
        self._made: dict[str, ChatModel] = {}
        self._assigned: dict[Role, RoleModel] = {}
        self._background: set[asyncio.Task[None]] = set()
        self._prefixes: dict[Role, tuple[Prompt, ...]] = {}
        self._permit: Permit | None = None

    def ask_first(self, permit: Permit) -> None:
        """From now on no model is asked without its permit."""
        self._permit = permit

    def stays_in_the_house(self, name: ModelName) -> bool:
        return stays_in_the_house(name, self._settings)

    @property
    def settings(self) -> ModelSettings:
        """What was set at the start; what a role uses now, `of` says."""
        return self._settings

    @property
    def ledger(self) -> Ledger:
        """What all of this cost: `totals(turn=…)` is what a `Replied` says."""
        return self._ledger

    async def ask(self, role: Role, prompt: Prompt, *, turn: str | None = None, stronger: bool = False, model: str | None = None) -> Answer:
        """Raises `InvalidRequest` (`where` is `model`) for a `model` that cannot be, besides what `ChatModel.answer` raises, and
        `ModelFailed` where nobody has agreed that the role uses it."""
        recorded = self._recorded(await self._permitted(role, stronger=stronger, model=model), turn)
        return await SecondTry(recorded).answer(prompt, role=role)

    def converses(self, role: Role, *, stronger: bool = False, model: str | None = None) -> bool:
        chosen = self._chosen(role, stronger=stronger, model=model)
        return isinstance(chosen, ConversingModel) and chosen.converses

    async def converse(
        self, role: Role, conversation: Conversation, *, turn: str | None = None, stronger: bool = False, model: str | None = None
    ) -> Turn:
        """Raises what `ask` raises."""
        recorded = self._recorded(await self._permitted(role, stronger=stronger, model=model), turn)
        return await recorded.converse(conversation, role=role)

    def _chosen(self, role: Role, *, stronger: bool, model: str | None) -> ChatModel:
        chosen = self.of(role)
        return self._model(model or (stronger and chosen.stronger) or chosen.model, where="model")

    async def _permitted(self, role: Role, *, stronger: bool, model: str | None) -> ChatModel:
        """The chosen model; the role's first where only the stronger one has no permit."""
        chosen = self.of(role)
        wanted = [model] if model else [chosen.stronger if stronger else None, chosen.model]
        names = [text for text in wanted if text]
        for text in names:
            if self._permit is None or await self._permit(role, self._settings.checked_name(text, where="model")):
                return self._model(text, where="model")
        raise ModelFailed(
            f"nobody has agreed that {names[0]}, which is outside the house, is told what the role {role.value} reads; "
            "an adult can on the page /consents"
        )

    def _recorded(self, inner: ChatModel, turn: str | None) -> RecordedModel:
        return RecordedModel(inner, ledger=self._ledger, turn=turn, price=self._settings.prices.get(inner.name))

    def of(self, role: Role) -> RoleModel:
        """What the role uses now."""
        return self._assigned.get(role) or self._settings.of(role)

    def assign(self, role: Role, model: str, *, stronger: str | None = None) -> None:
        """From now on the role uses `model`, until the process ends. Raises `InvalidRequest` for a name that cannot be."""
        for name in filter(None, (model, stronger)):
            self.check(name)
        self._assigned[role] = RoleModel(model=model, stronger=stronger)
        self._retire()
        if role in self._prefixes:
            self.warm(role, *self._prefixes[role])

    def check(self, model: str) -> None:
        """Raises `InvalidRequest` when `model` cannot be asked for; for requests that name one."""
        self._model(model, where="model")

    async def check_role(self, role: Role) -> None:
        """Whether the role's model would answer now, as far as that can be known without asking a provider. Raises `YamoriError`."""
        model = self._model(self.of(role).model, where=f"roles.{role.value}")
        if isinstance(model, EmbeddedModel):
            await model.check()

    def warm(self, role: Role, *prompts: Prompt) -> None:
        """Have the prefixes of the role's prompts ready before they are needed, the last of them at hand and the others on disk. Returns
        at once; only embedded models do anything."""
        self._prefixes[role] = prompts
        model = self._model(self.of(role).model, where=f"roles.{role.value}")
        if isinstance(model, EmbeddedModel):
            self._in_background(_warmed(model, role, prompts))

    async def warmed(self) -> None:
        """Wait until everything given to `warm` is ready, or failed (as `progress` says)."""
        while self._background:
            await asyncio.wait(set(self._background))

    def progress(self) -> Mapping[str, Progress]:
        """How far each embedded model is, by name."""
        return {name: model.progress for name, model in self._made.items() if isinstance(model, EmbeddedModel)}

    def start(self) -> None:
        """Load in the background what any role uses here."""
        for role in Role:
            model = self._model(self.of(role).model, where=f"roles.{role.value}")
            if isinstance(model, EmbeddedModel):
                model.start()

    async def close(self) -> None:
        for task in tuple(self._background):
            task.cancel()
        await self.warmed()
        for model in self._made.values():
            if isinstance(model, EmbeddedModel):
                await model.close()

    def _retire(self) -> None:
        """Free the memory of embedded models that no role uses any more."""
        used = {name for role in Role for name in (self.of(role).model, self.of(role).stronger)}
        for name, model in self._made.items():
            if isinstance(model, EmbeddedModel) and name not in used:
                self._in_background(model.rest())

    def _in_background(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._background.add(task)
        task.add_done_callback(self._background.discard)

    def _model(self, name: str, *, where: str) -> ChatModel:
        if name not in self._made:
            self._made[name] = self._make(self._settings.checked_name(name, where=where))
        return self._made[name]


async def _warmed(model: EmbeddedModel, role: Role, prompts: Sequence[Prompt]) -> None:
    try:
        for prompt in prompts:  # one after another: they share the role's slot
            await model.warm(role, prompt)
    except YamoriError:
        return  # `progress` says why it does not load; the first answer will say it to whoever asks
