"""How the Scenes agent decides: by code over a reader's frames, with what the other agents would do. No model is asked."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, cast

from yamori.agentkit.agent import Decided, Decision, Declined, ToolCall
from yamori.agentkit.failures import problem_text
from yamori.agentkit.task import ACTED, Claim, Outcome, OutcomeStatus, Question, Strength, Task, ToolRun
from yamori.domain.answer import No, Pin, Yes
from yamori.domain.errors import HouseSilent
from yamori.domain.language import Language
from yamori.domain.values import Value
from yamori.llm.port import Prompt
from yamori.scenes.kind import device_kinds
from yamori.scenes.naming import called, folded, label, name_in
from yamori.scenes.ports import Offer
from yamori.scenes.reading.known import Known
from yamori.scenes.reading.meaning import wanted_of
from yamori.scenes.reading.targets import devices_in, rooms_in
from yamori.scenes.reading.vocabulary import holds, words_for
from yamori.scenes.reading.wanted import (
    Correct,
    Explain,
    Extend,
    Listing,
    Make,
    Remove,
    Rename,
    Revalue,
    Run,
    Save,
    Swap,
    TakeBack,
    Target,
    Unfit,
    Unknown,
    Wanted,
    Which,
    WhichOld,
)
from yamori.scenes.scene import digest_of
from yamori.scenes.tools import ANSWER, APPROVAL, SceneTools
from yamori.scenes.wording import asking, joined, refusal, text
from yamori.understanding.reader import Reader
from yamori.understanding.utterance import Utterance, utterance_of

_OTHERS_SCENES = frozenset({"sceneActivation", "scriptRun"})
"""Capabilities of scenes that another system brings: they are devices, and run by the agent of devices."""


class ScenesPolicy:
    """Fulfils `agentkit.agent.Policy` over the agent's tools."""

    def __init__(self, tools: SceneTools, reader: Reader) -> None:
        self._tools, self._reader = tools, reader

    async def prefix(self) -> Prompt:
        return Prompt(prefix="", request="")  # no model is asked

    async def prepare(self) -> None:
        await self._reader.prepare()

    async def claim(self, task: Task) -> Claim:
        wanted = await self._wanted(task)
        if wanted is None or not self._has_anything():
            return Claim(strength=Strength.NONE)
        if isinstance(wanted, TakeBack):
            return Claim(strength=Strength.WEAK, why="takes back")  # it is whose that did something last
        if isinstance(wanted, Unknown) and not wanted.name:
            return Claim(strength=Strength.WEAK, why="may be a ritual")
        return Claim(strength=Strength.WHOLE, why=f"wants a scene: {type(wanted).__name__}")

    async def decide(self, task: Task) -> Decision:
        wanted = await self._wanted(task)
        language = task.language
        match wanted:
            case Run():
                return self._run(wanted, task)
            case Save():
                return self._save(wanted, task)
            case Make():
                return await self._made(wanted, task)
            case Listing():
                return _call("list_scenes")
            case Explain(target=target):
                return _call("list_scenes", scene=_id(target))
            case Rename(target=Target(scene=None)) | Remove(target=Target(scene=None)):
                name = wanted.target.kind.names[language] if wanted.target.kind else ""
                return refusal("unknown", language, name=name)
            case Rename(target=target, name=name):
                return _call("change_scene", scene=_id(target), name=name)
            case Remove(target=target):
                return _call("remove_scene", scene=_id(target))
            case Extend(target=target):
                return refusal("whole", language, name=target.scene.name(language) if target.scene is not None else "")
            case Correct(scene=scene, devices=devices, ran=ran):
                return _call("change_scene", scene=scene.id, without=list(devices), undo=ran)
            case Swap():
                return self._swapped(wanted)
            case Revalue(scene=scene, devices=devices, value=value):
                return _call("change_scene", scene=scene.id, value=value.value, unit=value.unit, of=list(devices))
            case WhichOld(scene=scene, devices=devices, new=new):
                answered = devices_in(task.answers.get(f"old/{task.key}", ""), self._tools.state.home, devices)
                if len(answered) == 1:
                    return self._swapped(Swap(scene=scene, old=answered[0], new=new))
                names = [called(d, language) for id in devices if (d := self._tools.state.home.device(id)) is not None]
                return asking(f"old/{task.key}", "which_old", language, names)
            case Which(devices=devices):
                names = [called(d, language) for id in devices if (d := self._tools.state.home.device(id)) is not None]
                return asking(f"device/{task.key}", "which_device", language, names)
            case Unknown(name=name):
                return refusal("unknown" if name else "unnamed", language, name=name)
            case Unfit(words=words):
                return refusal("unfit", language, name=words)
            case TakeBack():
                return _call("undo_scene")
        return refusal("unnamed", language)

    async def settle(self, approval: str, answer: Yes | No | Pin, task: Task) -> ToolRun:
        return await self._tools.answered(approval, isinstance(answer, Yes), task.answers[approval], task)

    def report(self, task: Task, runs: Sequence[ToolRun]) -> Outcome:
        answered = _latest([run for run in runs if run.tool == ANSWER])
        told = [run for run in runs if run.tool != ANSWER and not (answered and _value(run).get("waits"))] + answered
        lines = [str(_value(run).get("text", "")) if run.ok else _failed(run, task.language) for run in told]
        approvals = tuple(approval for run in runs for approval in run.approvals)
        done = [run for run in told if run.ok]
        complete = len(done) == len(told) and all(_value(run).get("complete", True) for run in done)
        status = OutcomeStatus.DONE if complete else OutcomeStatus.PARTLY if done else OutcomeStatus.FAILED
        words = joined(lines, task.language)
        asks = next((run for run in told if run.approvals and _value(run).get("did") == "asked"), None)
        question = Question(id=asks.approvals[0].id, text=str(_value(asks)["text"])) if asks is not None else None
        return Outcome(
            status=OutcomeStatus.HELD if approvals else status,
            text=words,
            runs=tuple(runs),
            approvals=approvals,
            question=question,
            focus=_focus(told, task),
            proven=status is OutcomeStatus.DONE and not approvals,
            final=not approvals,
        )

    async def _wanted(self, task: Task) -> Wanted | None:
        utterance = utterance_of(task.request, task.now)
        answer = task.answers.get(f"device/{task.key}")
        if answer is not None:  # one of those that were asked about
            utterance = utterance_of(f"{task.request} {answer}", task.now)
        wanted = wanted_of(await self._reader.read(utterance), utterance, await self._known(task))
        if isinstance(wanted, Which) and answer is not None:
            found = devices_in(answer, self._tools.state.home, wanted.devices)
            return await self._chosen(found, task, utterance) if len(found) == 1 else wanted
        return wanted

    async def _chosen(self, found: tuple[str, ...], task: Task, utterance: Utterance) -> Wanted | None:
        known = await self._known(task)
        id = str(task.focus.get("scene", ""))
        scene = next((s for s in known.scenes if s.id == id), None)
        return Correct(scene=scene, devices=found, ran="ran_at" in task.focus) if scene is not None else None

    async def _known(self, task: Task) -> Known:
        home = self._tools.state.home
        others = [d for d in home.devices if any(_OTHERS_SCENES & held.keys() for held in d.components.values())]
        names = tuple(name for device in others for name in (device.name, *device.aliases))
        scenes = await self._tools.store.all()
        pending = await self._tools.store.waiting(str(task.focus.get("pending"))) if "pending" in task.focus else None
        asked = pending.scene if pending is not None and not any(s.id == getattr(pending.scene, "id", "") for s in scenes) else None
        return Known(scenes=scenes, home=home, activations=names, focus=task.focus, asked=asked)

    def _has_anything(self) -> bool:
        """Whether the home has anything that scenes are made of."""
        able = frozenset().union(*(kind.has for kind in device_kinds().values()))
        return any(able & held.keys() for device in self._tools.state.home.devices for held in device.components.values())

    def _run(self, wanted: Run, task: Task) -> Decision:
        kind, scene = wanted.target.kind, wanted.target.scene
        rooms = list(wanted.rooms)
        if scene is None and kind is not None and self._tools.making.rooms_for(kind, rooms, task) is None:
            answer = task.answers.get(f"room/{task.key}", "")
            rooms = list(rooms_in(answer, self._tools.state.home))
            if not rooms:
                return self._which_room(task)
        asked = wanted.target.exact and holds(folded(task.request), words_for("scene", task.language)) is not None
        id = kind.name if kind is not None and (rooms or scene is None or kind.in_room) else _id(wanted.target)
        value: dict[str, Value] = {"value": wanted.value.value, "unit": wanted.value.unit} if wanted.value is not None else {}
        return _call("run_scene", scene=id, rooms=rooms, without=list(wanted.without), asked=asked, **value)

    def _save(self, wanted: Save, task: Task) -> Decision:
        language, home = task.language, self._tools.state.home
        name = wanted.name or name_in(task.answers.get(f"name/{task.key}", ""))
        if not name.strip():
            return asking(f"name/{task.key}", "what_name", language)
        rooms = wanted.rooms or ((task.room,) if task.room is not None and not wanted.whole and not wanted.devices else ())
        if not rooms and not wanted.whole and not wanted.devices and len(home.rooms) > 1:
            answer = task.answers.get(f"room/{task.key}", "")
            rooms = rooms_in(answer, home)
            if not rooms and holds(folded(answer), words_for("whole", language)) is None:
                return self._which_room(task, whole=True)
        return _call("save_scene", name=name, rooms=list(rooms), kinds=list(wanted.kinds), devices=list(wanted.devices))

    def _swapped(self, wanted: Swap) -> Decision:
        return _call("change_scene", scene=wanted.scene.id, without=[wanted.old], instead=wanted.new)

    async def _made(self, wanted: Make, task: Task) -> Decision:
        language, question = task.language, f"does/{task.key}"
        action = task.answers.get(question, wanted.action)
        offer = await self._offer(action, task) if action.strip() else None
        if offer is None or not offer.proposal.calls:
            if question not in task.answers:  # said as a description, perhaps, and not as orders
                return asking(question, "what_does", language, (), name=wanted.name)
            words = offer.proposal.text if offer is not None else ""
            return Declined(text=words or text("left_out", language, name=action))
        if offer.proposal.left_out or any(call.reads for call in offer.proposal.calls):
            return refusal("left_out", language, name="、".join(offer.proposal.left_out) or action)
        calls: list[Value] = [{"tool": c.tool, "arguments": dict(c.arguments)} for c in offer.proposal.calls]
        return _call("save_scene", name=wanted.name, calls=calls, agent=offer.agent)

    async def _offer(self, action: str, task: Task) -> Offer | None:
        """What the agents that act would do with the words; None where only a model could have read them, and none answers."""
        asked = replace(task, key=f"{task.key}/{digest_of(action)}", request=action, said=action, answers={}, focus={})
        try:
            return await self._tools.actors.propose(asked)
        except HouseSilent:
            return None

    def _which_room(self, task: Task, *, whole: bool = False) -> Declined:
        language = task.language
        names = [label(room, language) for room in self._tools.state.home.rooms]
        more = [text("whole_home", language)] if whole else []
        return asking(f"room/{task.key}", "which_room", language, [*names, *more])


def _call(tool: str, **arguments: Value) -> Decided:
    return Decided(calls=(ToolCall(tool=tool, arguments=arguments),))


def _id(target: Target) -> str:
    if target.scene is not None:
        return target.scene.id
    return target.kind.name if target.kind is not None else ""


def _value(run: ToolRun) -> dict[str, Any]:
    return cast(dict[str, Any], run.result) if isinstance(run.result, dict) else {}


def _latest(answers: Sequence[ToolRun]) -> list[ToolRun]:
    """The last of those about the same calls: it tells of all of them."""
    return list({str(run.arguments.get("approval")).rpartition("/")[0]: run for run in answers}.values())


def _failed(run: ToolRun, language: Language) -> str:
    why = problem_text(run.problem or "", language).rstrip(".。")
    return text("failed", language, why=why)


def _focus(runs: Sequence[ToolRun], task: Task) -> dict[str, Value]:
    """What `not the hall light` and `undo that` mean next."""
    found: dict[str, Value] = {}
    for run in runs:
        value = _value(run)
        match value.get("did"):
            case "ran" if isinstance(value.get("scene"), dict):
                found = {"did": "ran", "scene": value["scene"]["id"], "ran_at": task.now.isoformat(), "turn": task.turn}
                found[ACTED] = True
            case "asked" if run.approvals and isinstance(value.get("scene"), dict):
                found = {"did": "asked", "pending": run.approvals[0].id.removeprefix(APPROVAL), "ran_at": task.now.isoformat()}
                found["without"] = run.arguments.get("without") or []
            case "saved":
                found = {"did": "saved", "scene": value["scene"]["id"], "saved_at": task.now.isoformat()}
            case "changed" | "renamed" | "removed" if isinstance(value.get("before"), dict):
                found = {"did": value["did"], "scene": value["before"]["id"], "before": value["before"]}
                if "saved_at" in task.focus:  # it may be changed again
                    found["saved_at"] = task.now.isoformat()
    return found or {key: value for key, value in task.focus.items() if key != ACTED}
