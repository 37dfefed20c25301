"""Translations beside quotes: likeliest sentence first, what runs on or comes too late is left out."""

import asyncio
from collections.abc import Mapping

from yamori.agents.lifestyle.translating import Translating
from yamori.domain.errors import ModelFailed
from yamori.domain.language import Language
from yamori.llm.port import Answer, Prompt, Role

DOOR = "玄関は22時に閉まります。"
KEY = "予備の鍵は2本あります。"
SAYS = {DOOR: "The front door closes at 22:00.", KEY: "There are 2 spare keys."}


class Speaker:
    """Says what it is told for each sentence; where it is told nothing, it is lost for words for ever."""

    def __init__(self, says: Mapping[str, str]) -> None:
        self.says = says
        self.asked: list[str] = []

    async def ask(self, role: Role, prompt: Prompt, *, turn: str | None = None, stronger: bool = False, model: str | None = None) -> Answer:
        sentence = prompt.request.removeprefix("Into English: ")
        self.asked.append(sentence)
        if sentence not in self.says:
            await asyncio.Event().wait()
        if not self.says[sentence]:
            raise ModelFailed("nobody is there")
        return Answer(text="", data={"translation": self.says[sentence]})


async def translated(speaker: Speaker, seconds: float = 60.0) -> str | None:
    said, calls = await Translating(speaker, seconds).translated([DOOR, KEY], [0.3, 0.8], Language.ENGLISH, turn=None, model=None)
    assert calls == len(speaker.asked)
    return said


async def test_the_sentence_likest_to_the_question_is_translated_first_and_all_stand_in_the_papers_order() -> None:
    speaker = Speaker(SAYS)
    assert await translated(speaker) == f"{SAYS[DOOR]} {SAYS[KEY]}"
    assert speaker.asked == [KEY, DOOR]


async def test_what_comes_too_late_is_left_out_and_what_was_said_before_is_not() -> None:
    assert await translated(Speaker({KEY: SAYS[KEY]}), seconds=0.05) == SAYS[KEY]


async def test_what_says_the_same_again_and_again_is_left_out() -> None:
    assert await translated(Speaker({**SAYS, DOOR: f"{SAYS[DOOR]} " * 20})) == SAYS[KEY]


async def test_what_speaks_of_other_things_is_left_out_although_its_numbers_are_right() -> None:
    assert await translated(Speaker({**SAYS, DOOR: "The oven is heated at 22:00."})) == SAYS[KEY]


async def test_without_the_sentence_that_is_likest_to_the_question_the_rest_is_not_told() -> None:
    assert await translated(Speaker({**SAYS, KEY: "There are 3 spare keys."})) is None


async def test_without_a_model_there_is_no_translation() -> None:
    assert await translated(Speaker({**SAYS, KEY: ""})) is None
