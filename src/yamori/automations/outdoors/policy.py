"""How the Weather agent decides: by code over words and a reader's frames; no model is asked."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, cast

from yamori.agentkit.agent import Decided, Decision, Declined, ToolCall
from yamori.agentkit.finding import FoundValue, Verdict
from yamori.agentkit.phrasing import sentences
from yamori.agentkit.task import Claim, Outcome, OutcomeStatus, Strength, Task, ToolRun
from yamori.automations.location import Location
from yamori.automations.outdoors.asked import Asked, asked_in
from yamori.automations.outdoors.asked_period import AskedPeriod, asked_period
from yamori.automations.outdoors.owning import owned
from yamori.automations.outdoors.subject import WEATHER, Subject
from yamori.automations.outdoors.wording import elsewhere, unrelated, which_day
from yamori.domain.answer import No, Pin, Yes
from yamori.domain.errors import InvalidRequest
from yamori.domain.values import Value
from yamori.llm.port import Prompt
from yamori.understanding.clauses import clauses_of
from yamori.understanding.frame import IntentName
from yamori.understanding.reader import Reader
from yamori.understanding.utterance import Utterance, utterance_of

_SUN = {
    Subject.SUNRISE: "sunrise",
    Subject.SUNSET: "sunset",
    Subject.DUSK: "dusk",
    Subject.DAWN: "dawn",
    Subject.DARK: "dark",
    Subject.DAYLENGTH: "length",
}
_MOON = {Subject.MOON: "phase", Subject.FULL_MOON: "full", Subject.NEW_MOON: "new", Subject.MOON_TIMES: "times"}
_MOST = 3
"""Questions of one sentence."""


class WeatherPolicy:
    """Fulfils `agentkit.agent.Policy` for one place."""

    def __init__(self, location: Location, reader: Reader, *, measured: Callable[[], bool]) -> None:
        """`measured`: whether a sensor of the home tells how it is outside."""
        self._location, self._reader, self._measured = location, reader, measured
        self._names = (location.name,)

    async def prefix(self) -> Prompt:
        return Prompt(prefix="", request="")  # no model is asked

    async def prepare(self) -> None:
        await self._reader.prepare()

    async def claim(self, task: Task) -> Claim:
        utterance = utterance_of(task.request, task.now)
        strength = await self._owned(utterance)
        declines = IntentName.WEB.value if asked_in(utterance, home=self._names).place else ""
        if strength is not Strength.NONE:
            return Claim(strength=strength, why="asks about the weather, the sun or the moon", declines=declines)
        if self._goes_on(task, utterance):
            return Claim(strength=Strength.STRONG, why="asks about another day")
        clauses = clauses_of(utterance)
        if len(clauses) > 1:
            for clause in clauses:
                if await self._owned(utterance_of(clause.text, task.now)) is not Strength.NONE:
                    return Claim(strength=Strength.STRONG, why="a clause asks about the weather", declines=declines)
        return Claim(strength=Strength.NONE)

    async def _owned(self, utterance: Utterance) -> Strength:
        asked = asked_in(utterance, home=self._names)
        if not asked.subjects:
            return Strength.NONE
        return owned(asked, utterance, await self._reader.read(utterance), measured=self._measured())

    def _goes_on(self, task: Task, utterance: Utterance) -> bool:
        """Whether it only names another day (`and on Sunday?`) after a question that was answered here."""
        asked = asked_in(utterance, home=self._names)
        return (
            bool(task.focus.get("subjects")) and asked.is_dated and not asked.subjects and not asked.unexplained and not utterance.markers
        )

    async def decide(self, task: Task) -> Decision:
        utterance = utterance_of(task.request, task.now.astimezone(self._location.zone))
        asked = asked_in(utterance, home=self._names)
        if self._goes_on(task, utterance):
            asked = replace(asked, subjects=tuple(Subject(name) for name in cast(Sequence[str], task.focus["subjects"])))
        if not asked.subjects:
            return Declined(text=unrelated(task.language), certain=False)
        if asked.when.problem:
            return Declined(text=asked.when.problem)
        if asked.place:
            return Declined(text=elsewhere(asked.place, self._location.name, task.language))
        if asked.points:
            whole = utterance_of(task.said, utterance.now)
            dated = asked_in(whole, home=self._names)
            if not dated.is_dated:
                return Declined(text=which_day(task.language))
            return Decided(calls=calls_of(replace(asked, when=dated.when), whole))
        return Decided(calls=calls_of(asked, utterance))

    async def settle(self, approval: str, answer: Yes | No | Pin, task: Task) -> ToolRun:
        """Nothing here is ever held."""
        raise InvalidRequest(f"the Weather agent holds nothing for an approval, {approval!r} neither", where="answers")

    def report(self, task: Task, runs: Sequence[ToolRun]) -> Outcome:
        results = [cast(Mapping[str, Any], run.result) for run in runs if run.ok and isinstance(run.result, Mapping)]
        known = [result for result in results if not result.get("unknown")]
        texts = list(dict.fromkeys(str(result["text"]) for result in results))
        texts += [run.problem or "" for run in runs if not run.ok]
        answers = {result.get("answer") for result in results}
        verdict = _VERDICTS.get(next(iter(answers))) if len(answers) == 1 and len(results) == len(runs) else None
        done = len(known) == len(runs)
        return Outcome(
            status=OutcomeStatus.DONE if done else OutcomeStatus.PARTLY if known else OutcomeStatus.FAILED,
            text=sentences(filter(None, texts), task.language),
            runs=tuple(runs),
            focus={"subjects": [name for run in runs if (name := _subject(run))]},
            proven=done,
            final=True,  # the same question finds the same forecast
            found=tuple(FoundValue(text=str(result["text"]), source=str(result.get("source", "sky"))) for result in known),
            answer=verdict if done else Verdict.UNKNOWN,
        )


_VERDICTS: Mapping[object, Verdict] = {True: Verdict.YES, False: Verdict.NO}


def _subject(run: ToolRun) -> str:
    """What a run was about, as `Subject` names it."""
    about = str(run.arguments.get("about", ""))
    if run.tool == "weather":
        return about
    names = _SUN if run.tool == "sun_times" else _MOON
    return next((subject.value for subject, name in names.items() if name == about), "")


def calls_of(asked: Asked, utterance: Utterance) -> tuple[ToolCall, ...]:
    """One for each subject, in the order in which they were said."""
    period = asked_period(asked, utterance)
    return tuple(_call(subject, asked, period) for subject in asked.subjects[:_MOST])


def _call(subject: Subject, asked: Asked, period: AskedPeriod) -> ToolCall:
    if subject in WEATHER:
        return ToolCall(tool="weather", arguments={"about": subject.value, **_arguments(subject, asked, period)})
    day: dict[str, Value] = {"day": period.day.isoformat()} if asked.when.found else {}
    if subject in _SUN:
        return ToolCall(tool="sun_times", arguments={"about": _SUN[subject], **day})
    return ToolCall(tool="moon", arguments={"about": _MOON[subject], **day})


def _arguments(subject: Subject, asked: Asked, period: AskedPeriod) -> dict[str, Value]:
    if period.hours is not None:
        return {"hours": period.hours}
    now_only = subject is Subject.TEMPERATURE and asked.outside and not asked.is_dated
    if now_only:  # `how warm is it outside?`
        return {"hours": 1}
    given: dict[str, Value] = {"day": period.day.isoformat()}
    if period.until is not None:
        given["until"] = period.until.isoformat()
    if period.start is not None:
        given["start"] = f"{period.start:%H:%M}"
    if period.end is not None:
        given["end"] = f"{period.end:%H:%M}"
    return given
