"""How the Lists agent decides: by code over the frames of the house's reader. No model is asked, and none writes a word."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, cast

from yamori.agentkit.agent import Decided, Decision, Declined
from yamori.agentkit.apart import apart
from yamori.agentkit.quoting import quotation_of
from yamori.agentkit.task import Claim, Outcome, OutcomeStatus, Question, Strength, Task, ToolRun
from yamori.agents.lists.keeping import ListKeeping
from yamori.agents.lists.ports import OtherLists
from yamori.agents.lists.rules.items import match_item
from yamori.agents.lists.rules.reading import SURE, ListReading, read_lists
from yamori.agents.lists.rules.wanted import Ambiguous, Known, Refused
from yamori.agents.lists.wording import asks_which, option, refusal, report_text
from yamori.domain.answer import No, Pin, Yes
from yamori.domain.errors import InvalidRequest
from yamori.domain.values import Value
from yamori.llm.port import Prompt
from yamori.understanding.reader import Reader
from yamori.understanding.utterance import utterance_of

NAME = "lists"
_SOON_S = 15.0
"""Seconds that a claim waits for a reader that is still being loaded; one that is loaded takes milliseconds."""


class ListsPolicy:
    """Fulfils `agentkit.agent.Policy`."""

    def __init__(self, keeping: ListKeeping, reader: Reader, others: OtherLists) -> None:
        self._keeping, self._reader, self._others = keeping, reader, others

    async def prefix(self) -> Prompt:
        return Prompt(prefix="", request="")  # no model is asked

    async def prepare(self) -> None:
        await self._reader.prepare()

    async def claim(self, task: Task) -> Claim:
        reading = await self._read_soon(task)
        if reading is None:
            return Claim(strength=Strength.NONE)
        writes = reading.titles[0] if len(reading.titles) == 1 else None
        if _is_missing(reading):  # the diary may hold it (`buy soap`)
            return Claim(strength=Strength.STRONG, why="speaks of something that is on no list", writes="")
        if reading.trouble is not None:
            strength = Strength.OWNING if reading.named or isinstance(reading.trouble, Ambiguous) else Strength.STRONG
            return Claim(strength=strength, why="speaks of a list", writes="")
        if reading.is_whole:
            return Claim(strength=Strength.WHOLE, why="is about a list to the last word", writes=writes)
        if reading.named:
            return Claim(strength=Strength.OWNING, why="names a list", writes=writes)
        return Claim(strength=Strength.STRONG if reading.odds >= SURE else Strength.WEAK, why="may be for a list", writes=writes)

    async def decide(self, task: Task) -> Decision:
        reading = await self._read(task)
        if reading is None:
            return refusal("unread", task.language, certain=False)
        if isinstance(reading.trouble, Ambiguous):
            text = asks_which(reading.trouble.said, task.language)
            options = tuple(option(item, reading.trouble.items) for item in reading.trouble.items[:6])
            return Declined(text=text, question=Question(id=f"which/{task.key}/{reading.trouble.said}", text=text, options=options))
        if reading.trouble is not None:
            return refusal(reading.trouble.reason, task.language, reading.trouble.values)
        explained = tuple((span.start, span.end) for span in reading.explained)
        return Decided(calls=reading.calls, explained=explained, is_doubtful=reading.odds < SURE)

    async def settle(self, approval: str, answer: Yes | No | Pin, task: Task) -> ToolRun:
        raise InvalidRequest("no list waits for an approval", where="approval")

    def report(self, task: Task, runs: Sequence[ToolRun]) -> Outcome:
        done = [run for run in runs if run.ok]
        status = OutcomeStatus.DONE if len(done) == len(runs) else OutcomeStatus.PARTLY if done else OutcomeStatus.FAILED
        text = report_text(runs, task.language, person=task.person)
        proven = status is OutcomeStatus.DONE and bool(runs)
        return Outcome(status=status, text=text, runs=tuple(runs), focus=_focus(task, done), proven=proven)

    async def _read_soon(self, task: Task) -> ListReading | None:
        """The same; nothing where the reader, still being loaded, takes longer than a claim may."""
        reading = asyncio.ensure_future(self._read(task))
        done, _ = await asyncio.wait({reading}, timeout=_SOON_S)
        return reading.result() if done else None

    async def _read(self, task: Task) -> ListReading | None:
        if self._others.named_in(task.request):
            return None
        utterance = utterance_of(task.request, task.now)
        frames = await self._reader.read(utterance)
        found = await apart(read_lists, frames, utterance, await self._known(task))
        return None if found is not None and not found.named and self._others.shopping() else found

    async def _known(self, task: Task) -> Known:
        focus = cast(Mapping[str, Any], task.focus)
        found = [finding for finding in task.findings if finding.agent != NAME]
        known = Known(
            lists=await self._keeping.seen(task.person),
            focus=str(focus.get("list") or ""),
            focus_items=tuple(n for n in focus.get("items", ()) if isinstance(n, int)),
            change=change if isinstance(change := focus.get("change"), int) else None,
            findings=(quotation_of(found, task.language),) if found else (),
            replaces=found[0].replaces if found else "",
        )
        return replace(known, chosen=_chosen(task, known))


def _chosen(task: Task, known: Known) -> Mapping[str, int]:
    """The lines that were meant, by the answers to which of several."""
    chosen: dict[str, int] = {}
    for id, answer in task.answers.items():
        said = id.removeprefix(f"which/{task.key}/")
        if said == id:
            continue
        fitting = match_item(said, known.items).items
        named = next((item for item in fitting if option(item, fitting).casefold() == answer.strip().casefold()), None)
        one = named or match_item(answer, fitting).one
        chosen |= {said: one.id} if one is not None else {}
    return chosen


def _focus(task: Task, runs: Sequence[ToolRun]) -> Mapping[str, Value]:
    """What the next sentence may speak of: the list, its lines, and the change to take back."""
    results = [cast(Mapping[str, Any], run.result) for run in runs if isinstance(run.result, Mapping)]
    last = results[-1] if results else None
    if last is None:
        return task.focus
    if last.get("did") == "undone":
        return {"list": task.focus.get("list")}
    held = last.get("list")
    items = [item["id"] for item in last.get("items", ()) if isinstance(item, Mapping)] if last.get("did") != "read" else []
    nothing = last.get("did") in ("cleared", "emptied") and not items  # then the change before is the one to take back
    change = task.focus.get("change") if nothing else last.get("change")
    return {"list": held["id"] if isinstance(held, Mapping) else task.focus.get("list"), "items": items[:20], "change": change}


def _is_missing(reading: ListReading) -> bool:
    """Whether it is about something that is on no list of this agent's."""
    return isinstance(reading.trouble, Refused) and reading.trouble.reason == "not_on"
