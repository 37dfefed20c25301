"""What every encoder fulfils."""

import asyncio

import numpy as np

from yamori.embedding.port import TextEncoder


async def rows_are_of_length_one_and_of_one_size(encoder: TextEncoder) -> None:
    size = (await encoder.questions(["?"])).shape[1]
    for vectors in (await encoder.questions(["is the lamp on?", "ランプはついている？"]), await encoder.passages(["A lamp.", ""])):
        assert vectors.shape == (2, size)
        assert np.allclose(np.linalg.norm(vectors, axis=1), 1.0, atol=1e-3)


async def the_same_text_has_the_same_vector_alone_and_among_others(encoder: TextEncoder) -> None:
    alone = await encoder.passages(["Opens the hatch."])
    among = await encoder.passages(["Closes the hatch.", "Opens the hatch.", "A lamp."])
    assert np.allclose(alone[0], among[1], atol=1e-3)


async def every_text_of_a_batch_in_two_languages_has_the_vector_that_it_has_alone(encoder: TextEncoder) -> None:
    texts = ["Descale the kettle.", "洗濯機の filter を洗う。", "", "word " * 400, "\0"]
    together = await encoder.passages(texts)
    alone = [(await encoder.passages([t]))[0] for t in texts]
    assert np.allclose(together, np.stack(alone), atol=1e-3)
    assert np.allclose(np.linalg.norm(together, axis=1), 1.0, atol=1e-3)


async def no_texts_make_no_rows(encoder: TextEncoder) -> None:
    assert len(await encoder.questions([])) == 0
    assert len(await encoder.passages([])) == 0


async def what_is_alike_in_words_lies_nearer_than_what_is_not(encoder: TextEncoder) -> None:
    near, far = await encoder.passages(["Open the hatch of the hen house.", "Print labels for jars."])
    asked = (await encoder.questions(["open the hatch"]))[0]
    assert asked @ near > asked @ far


async def strange_and_long_texts_are_encoded_too(encoder: TextEncoder) -> None:
    vectors = await encoder.passages(["\0", "🦎" * 50, "word " * 700, "\n\t", "ａ́"])
    assert np.isfinite(vectors).all()


async def many_may_ask_at_once(encoder: TextEncoder) -> None:
    texts = [f"lamp number {n}" for n in range(6)]
    apart = await asyncio.gather(*(encoder.questions([t]) for t in texts))
    together = await encoder.questions(texts)
    assert np.allclose(np.concatenate(apart), together, atol=1e-3)


RULES = (
    rows_are_of_length_one_and_of_one_size,
    the_same_text_has_the_same_vector_alone_and_among_others,
    every_text_of_a_batch_in_two_languages_has_the_vector_that_it_has_alone,
    no_texts_make_no_rows,
    what_is_alike_in_words_lies_nearer_than_what_is_not,
    strange_and_long_texts_are_encoded_too,
    many_may_ask_at_once,
)
