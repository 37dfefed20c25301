"""A sentence becomes this device's own commands by the model that runs on it, without the house: what is said here stays here.

The model is held by a JSON schema to the components, commands and values that the profile has; it cannot say anything else. Prompt and
schema are made from the capability documents, the worked examples are the profile's. See the household paper, section 3.3.6 (1).
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from yamori.domain.errors import HouseSilent, InvalidRequest, ModelFailed
from yamori.domain.language import DEFAULT_LANGUAGE, Language, holds_words
from yamori.domain.texts import Texts
from yamori.domain.values import Value
from yamori.edge.groups import GroupResult, GroupRun, read_step
from yamori.edge.profile import Profile
from yamori.edge.robot import Robot

_STAGES, _TOGETHER = 8, 6
_LONGEST = 1000
_INSTRUCTION = """\
You turn what a person says to a robot, in English or Japanese, into the robot's commands, as JSON.
"stages" are done one after another: what comes "then", "after that", それから, そのあと is a stage of its own.
The commands of one stage are done at the same time.
Do exactly what is asked, nothing more. Leave out arguments that the person did not give. No stages when no command fits.
Commands (arguments) - what they do:
"""
_TEXTS = Texts(Path(__file__).parent / "texts")


class EdgeModel(Protocol):
    """A chat model held to a schema. Raises `ModelFailed` or another `HouseSilent`."""

    async def answer(self, messages: Sequence[Mapping[str, str]], schema: Mapping[str, Value]) -> str: ...

    async def close(self) -> None: ...


@dataclass(frozen=True, kw_only=True)
class Thinker:
    """One profile's prompt, schema and model."""

    model: EdgeModel
    prompt_prefix: Sequence[Mapping[str, str]]
    schema: Mapping[str, Value]

    async def plan(self, sentence: str, names: Mapping[str, tuple[str, str, str]]) -> Mapping[str, Any] | None:
        """A STEP, or None when nothing here does what was said."""
        text = await self.model.answer([*self.prompt_prefix, {"role": "user", "content": sentence}], self.schema)
        try:
            stages = [[_command(said, names) for said in stage] for stage in json.loads(text)["stages"] if stage]
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            raise ModelFailed(f"the model answered something else than a plan: {text[:200]}") from error
        if len(stages) == 1 and in_turn(sentence):
            stages = [[command] for command in stages[0]]
        steps = [stage[0] if len(stage) == 1 else {"parallel": stage} for stage in stages]
        return None if not steps else steps[0] if len(steps) == 1 else {"sequence": steps}


def in_turn(sentence: str) -> bool:
    """Whether the sentence says that things come one after another and not at once: small models hear the things, not the "then"."""
    return _says(sentence, "in_turn") and not _says(sentence, "at_once")


def _says(sentence: str, sort: str) -> bool:
    low = sentence.casefold()
    return any(holds_words(low, words) for language in _TEXTS.languages() for words in _TEXTS.listed(language, sort))


def _known(language: str) -> Language:
    return Language(language) if language in _TEXTS.languages() else DEFAULT_LANGUAGE


def make_thinker(profile: Profile, model: EdgeModel) -> Thinker:
    return Thinker(model=model, prompt_prefix=prompt_prefix(profile), schema=schema(profile))


async def think_and_run(sentence: str, *, language: str, robot: Robot, thinker: Thinker, run: GroupRun | None = None) -> GroupResult:
    """Think of a plan and do it. What fails is in the result; nothing is raised."""
    try:
        if len(sentence) > _LONGEST:
            raise InvalidRequest(f"the sentence is longer than {_LONGEST} characters")
        step = await thinker.plan(sentence, command_names(robot.profile))
        if step is None:
            return GroupResult(ok=False, problem="no command of this device fits", steps=(), text=_TEXTS.said(_known(language), "cannot"))
        return await (run or GroupRun(robot)).run(read_step(step, robot))
    except (HouseSilent, InvalidRequest) as error:
        return GroupResult(ok=False, problem=str(error), steps=())


def command_names(profile: Profile) -> dict[str, tuple[str, str, str]]:
    """Short name (`component.command`, longer where two capabilities share one) to component, capability and command; never one that
    needs a person's yes, which only the house can ask for."""
    names: dict[str, tuple[str, str, str]] = {}
    for component in profile.components.values():
        for capability in component.capabilities:
            for name, document in (profile.capabilities[capability].get("commands") or {}).items():
                if (document or {}).get("risk", "safe") != "safe":
                    continue
                short = f"{component.name}.{name}"
                long = f"{component.name}.{capability}.{name}"
                names[long if short in names else short] = (component.name, capability, name)
    return names


def prompt_prefix(profile: Profile) -> list[Mapping[str, str]]:
    """The same for every sentence, so that the model has read it already."""
    lines = [_line(profile, names, *where) for where, names in _alike(profile).items()]
    messages = [{"role": "system", "content": _INSTRUCTION + "\n".join(lines)}]
    for example in profile.examples:
        plan = json.dumps({"stages": example.plan}, ensure_ascii=False, separators=(",", ":"))
        messages += [{"role": "user", "content": example.say}, {"role": "assistant", "content": plan}]
    return [*messages]


def schema(profile: Profile) -> dict[str, Any]:
    commands = []
    for (capability, name), names in _alike(profile).items():
        arguments = (profile.capabilities[capability]["commands"][name] or {}).get("arguments") or {}
        commands.append(
            {
                "type": "object",
                "properties": {"do": {"enum": names}, **(arguments.get("properties") or {})},
                "required": ["do", *(arguments.get("required") or ())],
                "additionalProperties": False,
            }
        )
    stage = {"type": "array", "minItems": 1, "maxItems": _TOGETHER, "items": {"anyOf": commands}}
    return {
        "type": "object",
        "properties": {"stages": {"type": "array", "maxItems": _STAGES, "items": stage}},
        "required": ["stages"],
        "additionalProperties": False,
    }


def _alike(profile: Profile) -> dict[tuple[str, str], list[str]]:
    """Capability and command to the names of all components that have it: one line of the prompt for both hands."""
    alike: dict[tuple[str, str], list[str]] = {}
    for short, (_, capability, name) in command_names(profile).items():
        alike.setdefault((capability, name), []).append(short)
    return alike


def _line(profile: Profile, names: Sequence[str], capability: str, name: str) -> str:
    spec = profile.capabilities[capability]["commands"][name]
    arguments = (spec.get("arguments") or {}).get("properties") or {}
    defaults = spec.get("defaults") or {}
    said = ", ".join(_argument(argument, held, defaults.get(argument)) for argument, held in arguments.items())
    return f"{', '.join(names)}{f' ({said})' if said else ''} - {spec['says']}"


def _argument(name: str, held: Mapping[str, Any], default: Value) -> str:
    values = "|".join(map(str, held["enum"])) if "enum" in held else held.get("type", "")
    return f"{name}: {values}" + (f" = {default}" if default is not None else "")


def _command(said: Mapping[str, Any], names: Mapping[str, tuple[str, str, str]]) -> dict[str, Any]:
    component, capability, name = names[said["do"]]
    arguments = {key: value for key, value in said.items() if key != "do"}
    return {"command": {"component": component, "capability": capability, "name": name, "arguments": arguments}}
