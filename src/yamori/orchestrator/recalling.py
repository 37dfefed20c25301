"""The first node of a turn: what is remembered of the person comes into the sentence before anybody reads it,
and into tasks before they go.

Called by the graph. A sentence that points at what nobody told is asked about once; nothing is done on a guess.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime

from langgraph.types import interrupt
from pydantic import TypeAdapter

from yamori.agentkit.legible import is_legible
from yamori.agentkit.task import Remembered, Task
from yamori.domain.answer import No, read_answer
from yamori.domain.events import Recalled, RecalledFact, TurnEvent, Waiting
from yamori.orchestrator.directory import AgentDirectory
from yamori.orchestrator.remembering import Heard, Remembering
from yamori.orchestrator.speech import left_text
from yamori.orchestrator.state import State
from yamori.understanding.detection import spoken_language

_WAITING = TypeAdapter(Waiting)


class Recalling:
    def __init__(self, memory: Remembering, agents: AgentDirectory, notify: Callable[[str, str, TurnEvent], None]) -> None:
        self._memory, self._agents, self._notify = memory, agents, notify

    async def recall(self, state: State) -> State:
        """The sentence with what is remembered in it; a question where nobody told that yet. May be entered again: it changes nothing but
        what the person answered, which is kept once."""
        if not is_legible(state["text"]):
            return {}
        utterance, language = utterance_for_memory(state), spoken_language(state["text"])
        resolved = await self._memory.resolve(utterance)
        if resolved.reply:
            return {"reply": resolved.reply, "done": 0, "outcomes": []}
        if resolved.question:
            answer = str(interrupt(_WAITING.dump_python(Waiting(question=resolved.question), mode="json")))
            if isinstance(read_answer(answer), No):
                return {"reply": left_text(language, asked=False), "done": 0, "outcomes": []}
            resolved = await self._memory.answered(utterance, answer)
            if resolved.question:
                return {"reply": left_text(language, asked=True), "done": 0, "outcomes": []}
        if not resolved.used and resolved.text == state["text"]:
            return {}
        self._notify(state["turn"], "recalled", Recalled(facts=_shown(resolved.used), request=resolved.text))
        return {"text": resolved.text, "said": state["text"], "reasons": list(resolved.reasons), "used": list(resolved.ids)}

    async def proposed(self, state: State) -> str:
        """What is proposed with the answer to a turn that changed something; the same where it is entered again."""
        return await self._memory.proposed(utterance_for_memory(state))

    async def given(self, task: Task, agent: str, state: State, number: int) -> tuple[Task, Sequence[str]]:
        """The task with what its agent needs to know of the person, and the ids of that."""
        card = next((card for card in await self._agents.cards() if card.name == agent), None)
        if card is None or not card.recalls:
            return task, ()
        given = await self._memory.given(utterance_for_memory(state), task.request, card.recalls)
        if given.facts:
            self._notify(state["turn"], f"recalled-{number}", Recalled(facts=_shown(given.facts), agent=agent))
        return replace(task, facts=given.facts), given.ids


def utterance_for_memory(state: State) -> Heard:
    return Heard(
        text=state.get("said") or state["text"],
        person=state["person"],
        room=state.get("room"),
        now=datetime.fromisoformat(state["now"]),
        conversation=state["conversation"],
        turn=state["turn"],
    )


def _shown(facts: Sequence[Remembered]) -> tuple[RecalledFact, ...]:
    return tuple(RecalledFact(text=fact.text, source=fact.source) for fact in facts)
