"""Sentences that have something found out first and go on with what was found: `look up …, and put it on my list`, `find the warmest
room and open the blinds there`. `Planner` asks here before it plans as ever.

What comes after is planned now only as far as the words say whose it is; what it is done to or with is known when the first task has
ended (`revising`).
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import datetime

from yamori.agentkit.task import Strength
from yamori.domain.language import Language, language_of
from yamori.orchestrator.claims import Claims
from yamori.orchestrator.clauses import owner
from yamori.orchestrator.dependencies import unread
from yamori.orchestrator.planning import Plan, Step
from yamori.orchestrator.texts import TEXTS
from yamori.understanding.detection import language_in
from yamori.understanding.frame import READING, Frame
from yamori.understanding.mood import is_question
from yamori.understanding.outside import names_something
from yamori.understanding.reader import Reader
from yamori.understanding.splitting import split_clauses
from yamori.understanding.utterance import utterance_of
from yamori.understanding.vocabulary import vocabulary
from yamori.understanding.wording import rejoined, uncapitalized

SURE = 0.85
"""From these odds on a question is surely one of its own."""
PlanOf = Callable[[str], Awaitable[Plan | None]]
"""The plan of a text, where there is one."""


class Lookups:
    """Plans them for one turn; `ask_model` plans a question that no agent claims, `plan_rest` what does not depend on the answer."""

    def __init__(self, claims: Claims, reader: Reader, now: datetime, *, ask_model: PlanOf, plan_rest: PlanOf) -> None:
        self._claims, self._reader, self._now = claims, reader, now
        self._ask_model, self._plan_rest = ask_model, plan_rest

    async def planned(self, text: str) -> Plan | None:
        """None for a sentence of another kind."""
        pieces = split_clauses(text)
        if len(pieces) < 2 or (wanted := wants_to_know(pieces[0])) is None or not await self._is_asked(pieces[0], wanted):
            return None
        question = await self._question(wanted)
        following = await self._following(pieces[1:], await self._looker(question))
        if not following:
            return None
        looker = await self._looker(question, but=following[0].agent)
        if looker is None and wanted != pieces[0] and (planned := await self._ask_model(question)) is not None:
            looker = planned.steps[0].agent if len(planned.steps) == 1 else None
        rest = await self._rest(pieces[1 + len(following) :], language_of(text))
        if looker is not None:
            return Plan(steps=(Step(agent=looker, request=question), *following), asides=rest.asides).then(rest.steps)
        if wanted == pieces[0]:
            return None
        unread_text = unread(wanted, [step.request for step in following], language_of(text))
        return Plan(asides=(unread_text, *rest.asides)).then(rest.steps)

    async def _is_asked(self, piece: str, wanted: str) -> bool:
        """Whether the first clause only asks: it says so, or is read as a question (`can you open it` is none)."""
        if wanted != piece:
            return True
        frames = await self._frames(piece)
        return not frames or frames[0].intent in READING

    async def _following(self, pieces: Sequence[str], looker: str | None) -> tuple[Step, ...]:
        """The clauses behind the first that go on about its answer, up to one that does not."""
        steps: list[Step] = []
        for piece in pieces:
            agent = await self._goes_on(piece, looker)
            if agent is None:
                break
            steps.append(Step(agent=agent, request=piece, uses=(0,)))
        return tuple(steps)

    async def _goes_on(self, piece: str, looker: str | None) -> str | None:
        """Whose a clause is that speaks of the answer; None of one that says everything by itself, or that nobody takes."""
        if await self._asks_by_itself(piece):
            return None
        claims = await self._claims.whole(piece)
        writer = next((agent for agent, claim in claims.items() if claim.writes == ""), None)
        if writer is not None:
            return writer
        pointing = {
            agent: claim.strength for agent, claim in claims.items() if claim.points is not None or await self._names_nothing(piece)
        }
        found = {agent: strength for agent, strength in pointing.items() if strength is not Strength.NONE}
        sure = owner(found)
        if sure is not None or not found:
            return sure
        return looker if looker in found else next(iter(found)) if len(found) == 1 else None

    async def _asks_by_itself(self, piece: str) -> bool:
        """Whether it is surely a question of its own: it says of what, or of when."""
        frames = await self._frames(piece)
        utterance = utterance_of(piece, self._now)
        sure = bool(frames) and is_question(piece) and all(f.intent in READING and f.odds >= SURE for f in frames)
        return sure and (bool(utterance.times) or all(names_something(frame, utterance) and not self._points(frame) for frame in frames))

    def _points(self, frame: Frame) -> bool:
        """Whether all that it names points at what was said before (`it`, `there`)."""
        words = vocabulary(language_in(" ".join(slot.text for slot in frame.slots)))
        return bool(frame.slots) and all(set(slot.text.lower().split()) <= words.pointing for slot in frame.slots)

    async def _names_nothing(self, piece: str) -> bool:
        frames = await self._frames(piece)
        utterance = utterance_of(piece, self._now)
        return bool(frames) and not any(names_something(frame, utterance) for frame in frames)

    async def _frames(self, piece: str) -> Sequence[Frame]:
        return await self._reader.read(utterance_of(piece, self._now))

    async def _question(self, wanted: str) -> str:
        """As a question; the bare name of a value is asked for."""
        if wanted.rstrip().endswith(("?", "？")):
            return wanted
        if any(claim.reads for claim in (await self._claims.whole(wanted)).values()):
            return asking(wanted)
        language = language_of(wanted)
        return TEXTS.said(language, "asks.words", words=wanted.rstrip(TEXTS.said(language, "asks.ending")))

    async def _looker(self, question: str, *, but: str | None = None) -> str | None:
        """Who answers a question: whoever surely claims it, else the only other one that finds anything in it."""
        found: Mapping[str, Strength] = await self._claims(question)
        sure = owner(found)
        if sure is not None or but is None:
            return sure
        others = [agent for agent, strength in found.items() if agent != but and strength is not Strength.NONE]
        return others[0] if len(others) == 1 else None

    async def _rest(self, pieces: Sequence[str], language: Language) -> Plan:
        if not pieces:
            return Plan()
        plan = await self._plan_rest(rejoined(pieces, language)) or Plan()
        return Plan(steps=plan.steps, asides=(*plan.asides, *([plan.reply] if plan.reply else [])))


def wants_to_know(clause: str) -> str | None:
    """What a clause asks to be found out, without the words for that; None where it asks for nothing."""
    lookup = vocabulary(language_in(clause)).lookups.search(clause.lower())
    if lookup is not None:
        return (clause[: lookup.start()] + clause[lookup.end() :]).strip(" 、,") or None
    return clause if is_question(clause) else None


def asking(value: str) -> str:
    """The question for a value that is called so."""
    return TEXTS.said(language_of(value), "asks.value", value=uncapitalized(value))
