import asyncio
import os
from collections.abc import Awaitable, Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import numpy as np
import pytest
from tests.embedding.contract import RULES
from tests.embedding.encoders import CountingEncoder

from yamori.domain.errors import Misconfigured
from yamori.embedding.e5 import EmbeddedE5
from yamori.embedding.kept import BATCH, KeptPassages
from yamori.embedding.open import open_encoder
from yamori.embedding.port import TextEncoder
from yamori.embedding.use import BATCH as USE_BATCH
from yamori.embedding.use import EmbeddedUse


@pytest.fixture(params=["words", "e5", "use", "kept"])
def encoder(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[TextEncoder]:
    with ExitStack() as stack:
        if request.param == "words":
            yield CountingEncoder()
        elif request.param == "e5":
            yield EmbeddedE5()
        elif request.param == "use":
            yield EmbeddedUse()
        else:
            kept = KeptPassages(CountingEncoder(), tmp_path / "vectors.sqlite3")
            stack.callback(kept.close)
            yield kept


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
async def test_every_encoder(encoder: TextEncoder, rule: Callable[[TextEncoder], Awaitable[None]]) -> None:
    await rule(encoder)


@pytest.mark.parametrize("made", [EmbeddedE5, EmbeddedUse])
async def test_the_embedded_encoders_know_that_two_languages_say_the_same(made: Callable[[], TextEncoder]) -> None:
    encoder = made()
    hatch, lamp = await encoder.passages(["Open the hatch and let the hens out.", "Turn the lamp on."])
    asked = (await encoder.questions(["電気をつけて"]))[0]
    assert asked @ lamp > asked @ hatch


async def test_the_embedded_encoder_leaves_the_environment_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OMP_NUM_THREADS", raising=False)
    await EmbeddedE5().questions(["hello"])
    assert "OMP_NUM_THREADS" not in os.environ


async def test_a_passage_that_was_encoded_is_not_encoded_again_after_a_restart(tmp_path: Path) -> None:
    texts = [f"passage {n}" for n in range(BATCH + 3)]
    first = CountingEncoder()
    kept = KeptPassages(first, tmp_path / "vectors.sqlite3")
    made = await kept.passages([*texts, texts[0]])
    kept.close()
    second = CountingEncoder()
    again = KeptPassages(second, tmp_path / "vectors.sqlite3")
    assert np.array_equal(await again.passages([*texts, texts[0]]), made)
    again.close()
    assert first.encoded == texts
    assert second.encoded == []


async def test_vectors_of_another_encoder_are_not_taken(tmp_path: Path) -> None:
    kept = KeptPassages(CountingEncoder(), tmp_path / "vectors.sqlite3")
    await kept.passages(["a lamp"])
    kept.close()
    other = CountingEncoder()
    other.name = "others"
    again = KeptPassages(other, tmp_path / "vectors.sqlite3")
    await again.passages(["a lamp"])
    again.close()
    assert other.encoded == ["a lamp"]


def test_a_file_that_cannot_be_used_is_said(tmp_path: Path) -> None:
    with pytest.raises(Misconfigured), open_encoder(tmp_path):
        pass


async def test_a_question_is_encoded_while_many_passages_are() -> None:
    encoder = EmbeddedUse()
    await encoder.questions(["hello"])
    order = []

    async def passages() -> None:
        await encoder.passages(
            [f"The lamp {n} is dusted every week, and its shade is washed in spring. " * 4 for n in range(20 * USE_BATCH)]
        )
        order.append("passages")

    async def question() -> None:
        await encoder.questions(["which lamp?"])
        order.append("question")

    await asyncio.gather(passages(), question())
    assert order == ["question", "passages"]
