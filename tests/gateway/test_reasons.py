"""What a person reads when a command did not come to a proven end: who must act, whether it was done, in their language."""

from dataclasses import replace
from pathlib import Path

import pytest
from tests.gateway.edge.robot import Robot, house_with_door
from tests.gateway.fakes import NOON, Wrapped, cause, gate_over, set_warmth, write_home

from yamori.domain.clock import SetClock
from yamori.domain.errors import HouseSilent, InvalidRequest, Misconfigured, NotFound, YamoriError
from yamori.domain.language import Language, language_of
from yamori.domain.receipt import Command, ReceiptStatus
from yamori.gateway import sentences
from yamori.gateway.backends.edge import Patience
from yamori.gateway.backends.port import Backend, NotAccepted, Sent
from yamori.gateway.jobs.port import JobState
from yamori.gateway.sentences import Doubt, Unanswered

GLOW = Command(device="wisp", component="flame", capability="glow", name="setGlow", arguments={"glow": 7})


class Raises(Wrapped):
    """A backend that cannot."""

    def __init__(self, inner: Backend, error: YamoriError) -> None:
        super().__init__(inner)
        self.error = error

    async def send(self, command: Command, key: str) -> Sent:
        raise self.error


class Doubts(Wrapped):
    """A device that does it, and a way to it on which nothing comes back."""

    async def send(self, command: Command, key: str) -> Sent:
        return replace(await super().send(command, key), doubt=Doubt.UNCONFIRMED)


@pytest.mark.parametrize(
    ("error", "english", "japanese"),
    [
        (HouseSilent("no word"), "did not answer", "応答がなく"),
        (NotFound("no such lamp"), "no longer has", "もう家にない"),
        (InvalidRequest("it has no lid"), "no longer has", "もう家にない"),
        (NotAccepted("422"), "maker did not accept this; nothing was done: 422", "メーカー側で受け付けられなかった"),
        (Misconfigured("wrong token", where="maker", mend="Make a new one."), "maker: wrong token. Make a new one.", "直すべきところ"),
        (Unanswered("never_said", device="wisp", times=2), "wisp fetched it (times: 2)", "wispは受け取りました(2回)"),
    ],
)
async def test_each_reason_has_a_sentence_that_says_who_can_act(error: YamoriError, english: str, japanese: str, tmp_path: Path) -> None:
    async with gate_over(lambda inner: Raises(inner, error), write_home(tmp_path)) as gate:
        first = await gate.execute(set_warmth(25), cause("e", words="warmer please"))
        second = await gate.execute(set_warmth(25), cause("j", words="暖房を25度にして"))
        assert first.status is second.status is ReceiptStatus.FAILED
        assert english in (first.problem or "") and japanese in (second.problem or "")
        assert await gate.execute(set_warmth(25), cause("e")) == first  # it has come to its end


async def test_what_nothing_confirms_is_not_done_however_well_it_looks(tmp_path: Path) -> None:
    async with gate_over(Doubts, write_home(tmp_path)) as gate:
        receipt = await gate.execute(set_warmth(25), cause("k"))
    assert receipt.status is ReceiptStatus.FAILED
    assert receipt.problem is not None and "reports nothing back" in receipt.problem


@pytest.mark.parametrize(("words", "said"), [("make it glow", "cancelled before wisp fetched it"), ("光らせて", "取り消された")])
async def test_a_job_that_was_cancelled_says_so_to_who_wanted_it(words: str, said: str, tmp_path: Path) -> None:
    quick = Patience(fetch=0.05)
    async with house_with_door(write_home(tmp_path), SetClock(NOON), patience=quick) as (house, client):
        robot = Robot(client)
        await robot.enrol()
        await robot.describe()
        waiting = await house.gate.execute(GLOW, cause("k", words=words))
        assert waiting.status is ReceiptStatus.WAITING
        [job] = await house.edge.jobs.jobs(state=JobState.WAITING)
        await house.edge.jobs.cancel(job.id)
        receipt = waiting
        while receipt.status is ReceiptStatus.WAITING:
            await house.edge.jobs.wait(job.id, seconds=1)
            receipt = await house.gate.execute(GLOW, cause("k", words=words))
        assert receipt.status is ReceiptStatus.FAILED
        assert said in (receipt.problem or "")


@pytest.mark.parametrize(
    ("words", "said"), [("blink twice", "wisp has not fetched it yet"), ("二回光って", "wispはまだ受け取っていません")]
)
async def test_a_sentence_that_waits_for_its_device_says_so_in_the_persons_language(words: str, said: str, tmp_path: Path) -> None:
    async with house_with_door(write_home(tmp_path), SetClock(NOON), patience=Patience(fetch=0.05)) as (house, client):
        robot = Robot(client)
        await robot.enrol()
        await robot.describe(thinks=True)
        with pytest.raises(HouseSilent, match=said):
            await house.gate.tell("wisp", words, language_of(words), cause("k", words=words))


def test_every_doubt_has_a_sentence_in_every_language() -> None:
    assert not [(doubt, language) for doubt in Doubt for language in Language if not sentences.TEXTS.has(language, doubt)]
