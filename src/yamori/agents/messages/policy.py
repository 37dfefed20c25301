"""How the Messages agent decides: by code over the frames of the house's reader. No model is asked, and none writes a word."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

from yamori.agentkit.agent import Decided, Decision, Declined, ToolCall
from yamori.agentkit.failures import problem_text
from yamori.agentkit.phrasing import sentences
from yamori.agentkit.task import Claim, Outcome, OutcomeStatus, Question, Strength, Task, ToolRun
from yamori.agents.messages.rules.recipients import recipients
from yamori.agents.messages.rules.wanted import Message, message_within, messages_in
from yamori.agents.messages.tools import LONGEST
from yamori.agents.messages.wording import asks_what, asks_whether, asks_which, asks_whom, failed, name_of, refusal, told
from yamori.domain.answer import No, Pin, Yes, read_answer
from yamori.domain.errors import InvalidRequest
from yamori.domain.home import Person
from yamori.llm.port import Prompt
from yamori.understanding.addressees import Addressee, Group, addressees_in, members
from yamori.understanding.reader import Reader
from yamori.understanding.utterance import utterance_of

SURE = 0.65
"""From these odds on somebody is told without asking, as frames are carried out elsewhere (`understanding.framed`)."""
LIKELY = 0.45
"""From these on it is worth a question."""
_TOLD = "people"
_SOON_S = 15.0
"""Seconds that a claim waits for a reader that is still being loaded; one that is loaded takes milliseconds."""


class MessagesPolicy:
    """Fulfils `agentkit.agent.Policy`."""

    def __init__(self, reader: Reader, people: Callable[[], Sequence[Person]]) -> None:
        self._reader, self._people = reader, people

    async def prefix(self) -> Prompt:
        return Prompt(prefix="", request="")  # no model is asked

    async def prepare(self) -> None:
        await self._reader.prepare()

    async def claim(self, task: Task) -> Claim:
        wanted = await self._wanted_soon(task)
        if not wanted:
            return Claim(strength=Strength.NONE)
        if any(not (message.text or task.findings) for message in wanted):
            return Claim(strength=Strength.WEAK, why="has somebody told nothing that it says")
        whole = all(message.odds >= SURE and not message.left for message in wanted)
        return Claim(strength=Strength.WHOLE if whole else Strength.OWNING, why="has somebody of the home told something")

    async def decide(self, task: Task) -> Decision:
        wanted, living = await self._wanted(task), members(self._people())
        if not wanted:
            return refusal("unknown", task.language)
        if task.person not in {person.id for person in living}:
            return refusal("guest", task.language)
        calls: list[ToolCall] = []
        for number, message in enumerate(wanted):
            call = _call(message, number, living, task)
            if isinstance(call, Declined):
                return call
            calls.append(call)
        return Decided(calls=tuple(calls))

    async def settle(self, approval: str, answer: Yes | No | Pin, task: Task) -> ToolRun:
        raise InvalidRequest("no message waits for an approval", where="approval")

    def report(self, task: Task, runs: Sequence[ToolRun]) -> Outcome:
        living = {person.id: person for person in members(self._people())}
        lines = [_line(run, living, task) for run in runs]
        done = [run for run in runs if run.ok]
        status = OutcomeStatus.DONE if len(done) == len(runs) else OutcomeStatus.PARTLY if done else OutcomeStatus.FAILED
        told_ids = [id for run in done for id in cast(dict[str, Any], run.result)["people"]]
        return Outcome(
            status=status,
            text=sentences(lines, task.language),
            runs=tuple(runs),
            focus={_TOLD: list(dict.fromkeys(told_ids))} if told_ids else task.focus,
            proven=status is OutcomeStatus.DONE,
        )

    async def _wanted_soon(self, task: Task) -> tuple[Message, ...]:
        """The same; nothing where the reader, still being loaded, takes longer than a claim may."""
        reading = asyncio.ensure_future(self._wanted(task))
        done, _ = await asyncio.wait({reading}, timeout=_SOON_S)
        return reading.result() if done else ()

    async def _wanted(self, task: Task) -> tuple[Message, ...]:
        """The messages of the request; of a part that says less by itself, that of the sentence which it was cut out of."""
        living = members(self._people())
        utterance = utterance_of(task.request, task.now)
        frames = await self._reader.read(utterance)
        found = messages_in(frames, utterance, living)
        if len(frames) < 2 and task.said and task.said != task.request:
            whole = utterance_of(task.said, task.now)
            within = message_within(await self._reader.read(whole), whole, living, request=task.request)
            if within is not None and (not found or found[0].left or within.odds > found[0].odds):
                found = (within,)
        return found if all(message.odds >= LIKELY for message in found) else ()


def _call(message: Message, number: int, living: Sequence[Person], task: Task) -> ToolCall | Declined:
    """The call of a message, or what is missing."""
    if message.left:
        return refusal("unread", task.language, message.left)
    to = _told_apart(message.to, number, living, task)
    if isinstance(to, Declined):
        return to
    people = recipients(to, living, speaker=task.person, before=_before(task))
    if not people and any(addressee.group is Group.POINTED for addressee in to):
        asks = f"whom/{task.key}/{number}"
        return refusal("unknown", task.language) if asks in task.answers else _question(asks, asks_whom(task.language))
    if not people:
        children = all(addressee.group is Group.CHILDREN for addressee in to)
        return refusal("no_children" if children else "nobody", task.language)
    if [person.id for person in people] == [task.person] and task.request == task.said:
        return refusal("yourself", task.language)
    asks = f"text/{task.key}/{number}"
    text = message.text or next((finding.text for finding in task.findings), "") or task.answers.get(asks, "").strip()
    if not text:
        return _question(asks, asks_what(people, task.language, speaker=task.person))
    if len(text) > LONGEST:
        return refusal("long", task.language, str(LONGEST))
    if message.odds < SURE and (doubtful := _agreed(people, text, f"sure/{task.key}/{number}", task)) is not None:
        return doubtful
    return ToolCall(tool="send_message", arguments={"people": [person.id for person in people], "text": text})


def _before(task: Task) -> Sequence[str]:
    """Ids of those who were told something last in this conversation."""
    ids = task.focus.get(_TOLD)
    return [str(id) for id in ids] if isinstance(ids, list | tuple) else []


def _told_apart(named: Sequence[Addressee], number: int, living: Sequence[Person], task: Task) -> Sequence[Addressee] | Declined:
    """Whoever is meant, or the question which of several people of one name."""
    answer = task.answers.get(f"whom/{task.key}/{number}", "")
    if answer and (chosen := addressees_in(answer, living, utterance_of(answer, task.now).language)) is not None:
        named = chosen
    found: list[Addressee] = []
    for addressee in named:
        if len(addressee.people) < 2:
            found.append(addressee)
            continue
        asks = f"which/{task.key}/{number}/{addressee.said}"
        some = [person for person in living if person.id in addressee.people]
        answer = task.answers.get(asks, "")
        meant = addressees_in(answer, some, utterance_of(answer, task.now).language) if answer else None
        if meant is None or len(meant) != 1 or len(meant[0].people) != 1:
            names = tuple(name_of(person, task.language) for person in some)
            return _question(asks, asks_which(addressee.said, task.language), names)
        found += meant
    return found


def _agreed(people: Sequence[Person], text: str, asks: str, task: Task) -> Declined | None:
    """None where the person agreed to what is only likely."""
    answer = read_answer(task.answers[asks]) if asks in task.answers else None
    if isinstance(answer, Yes):
        return None
    if isinstance(answer, No):
        return refusal("not_told", task.language)
    return _question(asks, asks_whether(people, text, task.language, speaker=task.person))


def _question(id: str, text: str, options: tuple[str, ...] = ()) -> Declined:
    return Declined(text=text, question=Question(id=id, text=text, options=options))


def _line(run: ToolRun, living: Mapping[str, Person], task: Task) -> str:
    if not run.ok:
        return failed(problem_text(run.problem or "", task.language).rstrip(".。"), task.language)
    value = cast(dict[str, Any], run.result)
    people = [living[id] for id in value["people"] if id in living]
    return told(people, str(value["text"]), task.language, speaker=task.person)
