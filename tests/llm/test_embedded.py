import asyncio
import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.lengths import examples
from tests.llm.fakes import FakeLaunch

from yamori.domain.errors import Misconfigured, ModelFailed
from yamori.llm.answers import Garbage
from yamori.llm.embedded import PIECE, EmbeddedModel, Stage
from yamori.llm.port import Exchange, Prompt, Role, Trained
from yamori.llm.settings import EmbeddedSettings

BEGINNINGS = ("A" * 30, "A" * 200, "A" * 199 + "B", "C" * 64)
LONG = "".join(chr(97 + i % 26) for i in range(300))
REQUESTS = (LONG, LONG[:150] + "!" + LONG[150:], LONG[:64], LONG[:65], LONG[:128] + "?", "", "other", LONG + LONG)


def embedded(folder: Path, launch: FakeLaunch, **kwargs: object) -> EmbeddedModel:
    file = folder / "model.gguf"
    if not file.exists():
        file.touch()
    about = EmbeddedSettings.model_validate(kwargs)
    adapter = folder / "judge.gguf"
    adapter.touch()
    return EmbeddedModel(
        file, roles=(Role.PLANNER, Role.IOT), states=folder / "states", settings=about, launch=launch, adapters={"judge": adapter}
    )


def prompt(request: str = "lamp on", *, prefix: str = BEGINNINGS[1], **kwargs: object) -> Prompt:
    return Prompt(prefix=prefix, request=request, schema={"type": "object"}, **kwargs)  # type: ignore[arg-type]


def stage(model: EmbeddedModel) -> Stage:
    return model.progress.stage


async def turns(number: int) -> None:
    """Let the other tasks run on, so many times."""
    for _ in range(number):
        await asyncio.sleep(0)


def trained(request: str, *, prefix: str, adapter: str | None) -> Prompt:
    """A prompt of which a model with that adapter is asked something else."""
    return prompt(request, prefix=prefix, trained=adapter and Trained(adapter=adapter, prefix=prefix[1:], request=request))


async def fresh(prefix: str, request: str, adapter: str | None) -> str:
    """What a model that was never asked anything answers."""
    with tempfile.TemporaryDirectory() as folder:
        model = embedded(Path(folder), FakeLaunch())
        answer = await model.answer(trained(request, prefix=prefix, adapter=adapter), role=Role.MEMORY)
        await model.close()
        return answer.text


@examples(40)
@given(
    st.lists(
        st.tuples(
            st.sampled_from([Role.PLANNER, Role.IOT, Role.SPEAKER]),
            st.sampled_from(BEGINNINGS),
            st.sampled_from(REQUESTS),
            st.sampled_from([None, "judge"]),
        ),
        min_size=1,
        max_size=8,
    )
)
def test_the_same_prompt_gives_the_same_answer_whatever_was_asked_before(calls: list[tuple[Role, str, str, str | None]]) -> None:
    async def ask_all() -> list[str]:
        with tempfile.TemporaryDirectory() as folder:
            model = embedded(Path(folder), FakeLaunch())
            answers = []
            for role, prefix, request, adapter in calls:
                answers.append((await model.answer(trained(request, prefix=prefix, adapter=adapter), role=role)).text)
            await model.close()
            return answers

    answers = asyncio.run(ask_all())
    assert answers == [asyncio.run(fresh(*rest)) for _, *rest in calls]


async def test_what_a_model_was_trained_for_is_asked_in_its_own_form_and_of_no_other_model(tmp_path: Path) -> None:
    launch = FakeLaunch()
    model = embedded(tmp_path, launch)
    about = Trained(adapter="judge", prefix="J" * 10, request="ab")
    as_trained = await model.answer(prompt(trained=about), role=Role.IOT)
    as_it_is = await model.answer(prompt(trained=Trained(adapter="poet", prefix="", request="")), role=Role.IOT)
    plain = await model.answer(prompt(), role=Role.IOT)
    assert (as_trained.trained, as_it_is.trained, plain.trained) == (True, False, False)
    assert as_it_is.text == plain.text != as_trained.text
    assert launch.started[0].settings.adapters == (str(tmp_path / "judge.gguf"),)
    assert [line.endswith("adapter 0") for line in launch.started[0].log if line.startswith("complete")][:2] == [True, True]


async def test_a_state_of_another_adapter_is_never_used(tmp_path: Path) -> None:
    about = Trained(adapter="judge", prefix=BEGINNINGS[1], request="ab")
    model = embedded(tmp_path, FakeLaunch())
    await model.answer(prompt(trained=about), role=Role.IOT)
    await model.close()
    (tmp_path / "judge.gguf").write_bytes(b"trained again")
    launch = FakeLaunch()
    await embedded(tmp_path, launch).answer(prompt(trained=about), role=Role.IOT)
    assert not any(line.startswith("restore") for line in launch.started[0].log)


async def test_a_fresh_process_restores_a_saved_beginning_instead_of_computing_it(tmp_path: Path) -> None:
    first, second = FakeLaunch(), FakeLaunch()
    model = embedded(tmp_path, first)
    cold = await model.answer(prompt(), role=Role.IOT)
    await model.close()
    again = embedded(tmp_path, second)
    warm = await again.answer(prompt(), role=Role.IOT)
    assert warm.text == cold.text
    assert (cold.usage.prompt_tokens, cold.usage.cached_tokens) == (warm.usage.prompt_tokens, 0)
    assert warm.usage.cached_tokens > 200
    assert [line.split()[0] for line in first.started[0].log] == ["complete"] * 4 + ["save", "complete"]
    assert [line.split()[0] for line in second.started[0].log] == ["restore", "complete"]


async def test_a_torn_state_is_computed_again(tmp_path: Path) -> None:
    model = embedded(tmp_path, FakeLaunch())
    cold = await model.answer(prompt(), role=Role.IOT)
    await model.close()
    for state in (tmp_path / "states").glob("*.state"):
        state.write_text("[[3")
    again = embedded(tmp_path, FakeLaunch())
    assert (await again.answer(prompt(), role=Role.IOT)).text == cold.text


async def test_a_state_of_another_model_file_is_never_used(tmp_path: Path) -> None:
    model = embedded(tmp_path, FakeLaunch())
    await model.warm(Role.IOT, prompt())
    await model.close()
    (tmp_path / "model.gguf").write_bytes(b"another model")
    launch = FakeLaunch()
    await embedded(tmp_path, launch).warm(Role.IOT, prompt())
    assert not any(line.startswith("restore") for line in launch.started[0].log)


async def test_an_answer_goes_before_the_pieces_that_are_still_to_be_warmed(tmp_path: Path) -> None:
    launch = FakeLaunch()
    model = embedded(tmp_path, launch)
    await model.ready()
    warming = asyncio.create_task(model.warm(Role.PLANNER, prompt(prefix="P" * 2000)))
    llama = launch.started[0]
    await turns(8)
    assert 0 < len(llama.log) < 10, "it has begun"
    await model.answer(prompt(), role=Role.IOT)
    assert not warming.done()
    assert sum(line.startswith("complete 0") for line in llama.log) < 20
    await warming
    assert sum(line.startswith("complete 0") for line in llama.log) == 2000 // PIECE + 1, "what was warmed before stays"


async def test_examples_are_shown_in_the_form_that_the_grammar_allows(tmp_path: Path) -> None:
    spaced = (Exchange(user="u", assistant='{ "tool": "x" }'),)
    dense = (Exchange(user="u", assistant='{"tool":"x"}'),)
    model = embedded(tmp_path, FakeLaunch())
    one = await model.answer(prompt(examples=spaced), role=Role.IOT)
    assert (await model.answer(prompt(examples=dense), role=Role.IOT)).text == one.text


async def test_markers_of_the_template_in_a_request_are_only_text(tmp_path: Path) -> None:
    model = embedded(tmp_path, FakeLaunch())
    plain, marked = await model.answer(prompt("ab"), role=Role.IOT), await model.answer(prompt("a\x00b\x03"), role=Role.IOT)
    assert plain.text == marked.text


async def test_an_answer_that_does_not_fit_in_its_limit_is_garbage(tmp_path: Path) -> None:
    with pytest.raises(Garbage, match="cut off after 5 tokens"):
        await embedded(tmp_path, FakeLaunch()).answer(prompt(max_tokens=5), role=Role.IOT)


async def test_a_prompt_that_is_too_long_says_so_and_names_the_setting(tmp_path: Path) -> None:
    with pytest.raises(ModelFailed, match=r"`context` in \[embedded\] is 512"):
        await embedded(tmp_path, FakeLaunch(), context=512).answer(prompt("x" * 400), role=Role.IOT)


async def test_a_cancelled_call_leaves_the_model_free_and_its_answers_right(tmp_path: Path) -> None:
    launch = FakeLaunch()
    model = embedded(tmp_path, launch)
    right = await model.answer(prompt(LONG), role=Role.IOT)
    launch.started[0].hang = asyncio.Event()
    gone = asyncio.create_task(model.answer(prompt(LONG[:100]), role=Role.IOT))
    await turns(20)
    gone.cancel()
    with pytest.raises(asyncio.CancelledError):
        await gone
    launch.started[0].hang = None
    assert (await model.answer(prompt(LONG), role=Role.IOT)).text == right.text


async def test_a_model_that_never_answers_fails_at_its_limit_and_the_next_call_goes_through(tmp_path: Path) -> None:
    launch = FakeLaunch()
    model = embedded(tmp_path, launch, seconds=0.2)
    await model.ready()
    launch.started[0].hang = asyncio.Event()
    with pytest.raises(ModelFailed, match=r"did not answer within 0.2 s.*`seconds` in \[embedded\]"):
        await model.answer(prompt(), role=Role.IOT)
    launch.started[0].hang = None
    assert (await model.answer(prompt(), role=Role.IOT)).data is not None


async def test_it_loads_in_the_background_and_says_how_far_it_is(tmp_path: Path) -> None:
    gate = asyncio.Event()
    model = embedded(tmp_path, FakeLaunch(gate=gate))
    assert stage(model) is Stage.RESTING
    model.start()
    asked = asyncio.create_task(model.answer(prompt(), role=Role.IOT))
    await turns(5)
    assert stage(model) is Stage.LOADING and not asked.done()
    gate.set()
    assert (await asked).data is not None
    assert stage(model) is Stage.READY


async def test_a_llama_that_dies_is_started_again(tmp_path: Path) -> None:
    launch = FakeLaunch()
    model = embedded(tmp_path, launch)
    before = await model.answer(prompt(), role=Role.IOT)
    launch.started[0].alive = False
    assert (await model.answer(prompt(), role=Role.IOT)).text == before.text
    assert len(launch.started) == 2


async def test_loading_that_failed_is_tried_again_with_the_next_call(tmp_path: Path) -> None:
    missing = [True]

    async def prove() -> Path:
        if missing.pop():
            raise Misconfigured("not there", where="x", mend="fetch it")
        return tmp_path / "model.gguf"

    (tmp_path / "model.gguf").touch()
    model = EmbeddedModel(tmp_path / "model.gguf", roles=(), states=tmp_path / "s", prove=prove, launch=FakeLaunch())
    with pytest.raises(Misconfigured, match="not there"):
        await model.answer(prompt(), role=Role.IOT)
    assert (model.progress.stage, model.progress.says) == (Stage.FAILED, "x: not there")
    missing.append(False)
    assert (await model.answer(prompt(), role=Role.IOT)).data is not None


async def test_a_folder_that_cannot_be_written_is_the_operators_to_mend(tmp_path: Path) -> None:
    (tmp_path / "states").write_text("a file, not a folder")
    with pytest.raises(Misconfigured, match="cannot be written to"):
        await embedded(tmp_path, FakeLaunch()).answer(prompt(), role=Role.IOT)


async def test_a_model_says_whether_it_would_answer_now_and_is_not_started_by_being_asked(tmp_path: Path) -> None:
    launch = FakeLaunch()
    model = embedded(tmp_path, launch)
    with pytest.raises(ModelFailed, match="resting"):
        await model.check()
    assert not launch.started
    await model.ready()
    await model.check()
    launch.started[0].alive = False
    with pytest.raises(ModelFailed, match="ended by itself"):
        await model.check()
    assert stage(model) is Stage.FAILED
    assert len(launch.started) == 1
    await model.close()
