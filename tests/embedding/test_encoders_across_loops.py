"""One encoder serves households that run one after the other, each in an event loop of its own."""

import asyncio

from yamori.embedding.use import EmbeddedUse


def test_passages_are_encoded_in_one_loop_after_another_by_several_at_once() -> None:
    encoder = EmbeddedUse()

    async def several() -> int:
        made = await asyncio.gather(*(encoder.passages([f"the kettle number {n}"]) for n in range(3)), encoder.questions(["which kettle?"]))
        return sum(len(vectors) for vectors in made)

    assert [asyncio.run(several()) for _ in range(2)] == [4, 4]
