"""A model writes a condition; what is wrong goes back to it once."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
import yaml
from tests.automations.generated.homes import DOOR, HOME, NOW, VALUES, A, B, snapshot

from yamori.automations.generated.checking import checked
from yamori.automations.generated.condition import GeneratedCondition
from yamori.automations.generated.prompting import NOTHING_TELLS
from yamori.automations.generated.readable import Readable, ReadingType
from yamori.automations.generated.sandbox import Sandbox
from yamori.automations.generated.snapshot import Held, Snapshot
from yamori.automations.generated.verdict import Decided
from yamori.automations.generated.writing import ConditionWriter, NothingTells, NotWritten
from yamori.domain.errors import ModelFailed
from yamori.domain.values import Value
from yamori.llm.port import Role
from yamori.llm.scripted import ScriptedModel, ScriptedModels

WORDS = "the warm shelf is warmer than the cool one"
GOOD = f'def condition() -> bool:\n    return reading("{A}") > reading("{B}")\n'


def answer(code: str, *paths: str) -> Value:
    return {"paths": list(paths), "code": code}


@pytest_asyncio.fixture
async def sandbox() -> AsyncIterator[Sandbox]:
    made = Sandbox()
    yield made
    await made.close()


def writer(sandbox: Sandbox, *lines: Value) -> tuple[ConditionWriter, ScriptedModels]:
    models = ScriptedModels(ScriptedModel(list(lines)))
    return ConditionWriter(models, sandbox), models


async def test_what_a_model_writes_is_kept_with_the_persons_words(sandbox: Sandbox) -> None:
    writing, models = writer(sandbox, answer(GOOD, A, B, DOOR))
    made = await writing.write(WORDS, home=HOME, snapshot=snapshot())
    assert made == GeneratedCondition(words=WORDS, source=GOOD, paths=(A, B))  # not the door, which it does not look at
    assert [asked.role for asked in models.asked] == [Role.IOT]


async def test_what_was_wrong_goes_back_once_behind_the_same_beginning(sandbox: Sandbox) -> None:
    writing, models = writer(
        sandbox, answer(f'def condition() -> bool:\n    return reading("{DOOR}") == "opened"\n', DOOR), answer(GOOD, A, B)
    )
    assert isinstance(await writing.write(WORDS, home=HOME, snapshot=snapshot()), GeneratedCondition)
    first, second = (asked.prompt for asked in models.asked)
    assert (second.prefix, second.examples, second.schema) == (first.prefix, first.examples, first.schema)
    assert second.request.startswith(first.request)
    assert 'line 2: no reading that is listed can be "opened"; there is: "open"' in second.request


async def test_a_second_refusal_is_the_last_and_is_said_in_the_persons_language(sandbox: Sandbox) -> None:
    bad = answer("def condition() -> bool:\n    while True:\n        pass\n", A)
    writing, models = writer(sandbox, bad, bad)
    with pytest.raises(NotWritten) as refused:
        await writing.write(WORDS, home=HOME, snapshot=snapshot())
    assert len(models.asked) == 2 and refused.value.complaints
    assert "simpler words" in refused.value.said(WORDS) and "言い方" in refused.value.said("棚が暖かい")


async def test_a_megabyte_of_code_is_refused_before_anything_reads_it(sandbox: Sandbox) -> None:
    models = ScriptedModels(ScriptedModel([answer(GOOD + "#" * 1_000_000, A, B), answer(GOOD, A, B)], strict=False))
    assert isinstance(await ConditionWriter(models, sandbox).write(WORDS, home=HOME, snapshot=snapshot()), GeneratedCondition)
    assert "at most 8192 are allowed" in models.asked[1].prompt.request
    assert len(models.asked[1].prompt.request) < 20_000


async def test_a_model_may_say_that_nothing_tells_it(sandbox: Sandbox) -> None:
    writing, _ = writer(sandbox, {"none": NOTHING_TELLS})
    assert await writing.write("the cat is hungry", home=HOME, snapshot=snapshot()) == NothingTells(words="the cat is hungry")


async def test_a_path_that_this_home_has_not_cannot_be_answered(sandbox: Sandbox) -> None:
    writing, _ = writer(sandbox, answer(GOOD, "oven.main.t.v"), answer(GOOD, "oven.main.t.v"))
    with pytest.raises(ModelFailed):
        await writing.write(WORDS, home=HOME, snapshot=snapshot())


async def test_a_large_home_is_shortened_to_what_was_spoken_of(sandbox: Sandbox) -> None:
    crowd = tuple(Readable(path=f"thing{n}.main.x.y", label=f"Thing {n}", type=ReadingType.NUMBER) for n in range(300))
    writing, models = writer(sandbox, answer(GOOD, A, B))
    await writing.write(WORDS, home=crowd + HOME, snapshot=snapshot())
    asked = models.asked[0].prompt.request
    assert asked.count("\n- ") == 40 and A in asked and B in asked


async def test_every_example_of_the_prompt_is_accepted(sandbox: Sandbox) -> None:
    import yamori.automations.generated as here

    folder = Path(next(iter(here.__path__)))
    for example in yaml.safe_load((folder / "examples.yaml").read_text(encoding="utf-8")):
        if "none" in example["answer"]:
            continue
        home = [
            Readable(path=r["path"], label=r["label"], type=ReadingType(r["type"]), values=tuple(r.get("values", ())))
            for r in example["readings"]
        ]
        now = Snapshot(now=NOW, readings={r["path"]: Held(value=r["now"], since=NOW) for r in example["readings"]})
        draft = GeneratedCondition(words=example["words"], source=example["answer"]["code"], paths=tuple(example["answer"]["paths"]))
        made = await checked(draft, home=home, snapshot=now, sandbox=sandbox)
        assert isinstance(await sandbox.evaluate(made, now), Decided)
        assert not {r["path"] for r in example["readings"]} & set(VALUES)
