"""People of a home are told and reminded by another, said to a whole household with its trained reader; no language model answers."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from tests.apps.signed_in import client_of, house_with_accounts
from tests.apps.test_automations import commands, demo, told
from tests.apps.test_household import living
from tests.apps.test_scenes import Talk, state

from yamori.apps.evaluated import EvaluatedHousehold

OUTSIDE = "I can't write to or call people outside the home yet. I can remind you to do it."
WASHER = "washing-machine.main.washerOperatingState.machineState"


async def heard(household: EvaluatedHousehold) -> list[tuple[str, str]]:
    """Who was told what so far."""
    return [(notice.person, notice.text) for notice in await household.notices()]


async def kept_nothing(household: EvaluatedHousehold) -> bool:
    rows = await household.schedule_rows()
    return not (rows.tasks or rows.routines or await household.automations())


@pytest.mark.parametrize(
    ("text", "answer", "people", "notice"),
    [
        ("Tell Kenji dinner's ready", "I told Kenji: dinner's ready.", ["kenji"], "Aiko: Dinner's ready"),
        ("Let the kids know that the bath is free", "I told Mei: the bath is free.", ["mei"], "Aiko: The bath is free"),
        ("Tell everyone that I'm leaving", "I told Kenji and Mei: I'm leaving.", ["kenji", "mei"], "Aiko: I'm leaving"),
        ("ケンジさんにごはんだよって言って", "ケンジさんに「ごはんだよ」と伝えました。", ["kenji"], "アイコさんより: ごはんだよ"),
        (
            "みんなに「出かけるよ」って伝えて",
            "ケンジさんとメイさんに「出かけるよ」と伝えました。",
            ["kenji", "mei"],
            "アイコさんより: 出かけるよ",
        ),
    ],
)
async def test_what_one_says_is_shown_to_those_who_are_named_and_to_nobody_else(
    text: str, answer: str, people: Sequence[str], notice: str
) -> None:
    async with demo() as household:
        assert await told(household, text) == answer
        assert await heard(household) == [(person, notice) for person in people]
        assert await kept_nothing(household) and await commands(household) == []


@pytest.mark.parametrize(
    ("text", "answer", "notice"),
    [
        (
            "Remind Kenji tomorrow at eight to put the recycling out",
            "Tomorrow at 8:00 I will tell Kenji: put the recycling out.",
            "Aiko: Put the recycling out",
        ),
        ("明日の朝八時にケンジにゴミ出してって言って", "明日8:00に、ケンジさんに「ゴミ出して」と伝えます。", "アイコさんより: ゴミ出して"),
    ],
)
async def test_a_message_for_later_is_said_back_and_told_once_at_its_moment(text: str, answer: str, notice: str) -> None:
    async with demo() as household:
        assert await told(household, text) == answer
        await household.advance(14 * 3600 - 1)
        assert await heard(household) == [] and not (await household.schedule_rows()).tasks
        await household.advance(86_400)
        assert await heard(household) == [("kenji", notice)]


async def test_a_reminder_for_another_comes_again_every_week() -> None:
    async with demo() as household:
        said = await told(household, "Remind Mei every Friday at 4 to feed the rabbit")
        assert said == "On Fridays at 16:00 I will tell Mei: feed the rabbit."
        await household.advance(9 * 86_400)
        assert await heard(household) == [("mei", "Aiko: Feed the rabbit")] * 2


@pytest.mark.parametrize(
    ("text", "answer", "notice"),
    [
        (
            "When the washing machine is done, tell Kenji",
            "When the washing machine is done, I will tell Kenji: the washing machine is done, once.",
            "Aiko: The washing machine is done",
        ),
        (
            "When the washing machine is done, tell Kenji to hang it out",
            "When the washing machine is done, I will tell Kenji: hang it out, once.",
            "Aiko: Hang it out",
        ),
        (
            "洗濯が終わったらケンジとメイに知らせて",
            "洗濯機が終わったとき、ケンジさんとメイさんに「洗濯機が終わった」と伝えます(一度だけ)。",
            "アイコさんより: 洗濯機が終わった。",
        ),
    ],
)
async def test_somebody_else_is_told_once_what_is_waited_for_has_happened(text: str, answer: str, notice: str) -> None:
    async with demo() as household:
        await household.set_state(WASHER, "run")
        assert await told(household, text) == answer
        assert await heard(household) == []
        await household.set_state(WASHER, "stop")
        assert {words for _, words in await heard(household)} == {notice}
        assert {person for person, _ in await heard(household)} <= {"kenji", "mei"}


@pytest.mark.parametrize("text", ["Tell Kenji dinner's ready", "Tell Kenji at eight tomorrow to put the recycling out"])
async def test_a_guest_has_nobody_told_anything(text: str) -> None:
    async with demo() as household:
        assert "Only people who live here" in await Talk(household, person="tom").says(text)
        assert await heard(household) == [] and await kept_nothing(household)


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("Tell the neighbours we'll be loud tonight", OUTSIDE),
        ("Tell Tom dinner is ready", OUTSIDE),
        ("Tell Mei and the plumber that the water is back", OUTSIDE),
        ("Remind Dan at six to call the bank", OUTSIDE),
        ("大家さんに明日行きますって送って", "家の外の人へのメッセージや電話はまだできません。"),
    ],
)
async def test_whoever_does_not_live_here_is_told_nothing_nor_is_half_of_those_named(text: str, answer: str) -> None:
    async with demo() as household:
        assert (await told(household, text)).startswith(answer)
        assert await heard(household) == [] and await kept_nothing(household)


async def test_a_message_beside_an_order_leaves_the_order_alone() -> None:
    async with demo() as household:
        answer = await told(household, "Tell Kenji dinner's ready and turn off the floor lamp")
        assert answer.startswith("I told Kenji: dinner's ready.")
        assert await heard(household) == [("kenji", "Aiko: Dinner's ready")]
        assert await state(household, "floor-lamp.main.switch.switch") == "off"


async def test_of_a_message_for_later_and_an_order_behind_it_nothing_is_set_up_by_halves() -> None:
    async with demo() as household:
        answer = await told(household, "Remind the kids in half an hour to tidy up and turn off the kitchen light")
        assert "so I set nothing up" in answer
        await household.advance(3600)
        assert await heard(household) == [] and await commands(household) == [] and await kept_nothing(household)


async def test_a_reminder_of_ones_own_that_names_another_stays_ones_own() -> None:
    async with demo() as household:
        await told(household, "Remind me tomorrow at nine to tell Kenji about the dentist")
        await household.advance(86_400)
        assert {notice.person for notice in await household.notices()} == {"aiko"}


@pytest.mark.parametrize("text", ["Tell Kenji", "Call Kenji"])
async def test_what_is_to_be_told_is_asked_for_where_nobody_said_it(text: str) -> None:
    async with demo() as household:
        talk = Talk(household)
        assert (await talk.says(text)).endswith("What should it say?")
        assert await talk.says("the parcel is here") == "I told Kenji: the parcel is here."
        assert await heard(household) == [("kenji", "Aiko: The parcel is here")]


@pytest.mark.parametrize(
    ("first", "second", "person", "notice"),
    [
        ("Tell Kenji the bath is free", "and tell him to bring a towel", "kenji", "Aiko: Bring a towel"),
        ("メイにお風呂あいたって伝えて", "あの子にタオルを出しておいてって言って", "mei", "アイコさんより: タオルを出しておいて"),
    ],
)
async def test_whoever_is_only_pointed_at_is_the_one_who_was_told_something_before(
    first: str, second: str, person: str, notice: str
) -> None:
    async with demo() as household:
        talk = Talk(household)
        await talk.says(first)
        await talk.says(second)
        assert (await heard(household))[1:] == [(person, notice)]


async def test_whoever_is_pointed_at_out_of_nowhere_is_asked_for_and_nobody_is_told_before() -> None:
    async with demo() as household:
        talk = Talk(household)
        assert await talk.says("Let him know the parcel is here") == "Whom should I tell?"
        assert await heard(household) == []
        assert await talk.says("Kenji") == "I told Kenji: the parcel is here."
        assert await heard(household) == [("kenji", "Aiko: The parcel is here")]


async def test_what_is_only_likely_is_asked_about_first() -> None:
    async with demo() as household:
        talk = Talk(household)
        assert await talk.says("ケンジに明日の朝ゴミを出すように言って") == "ケンジさんに「明日の朝ゴミを出す」と伝えますか？"
        assert await heard(household) == []
        await talk.says("はい")
        assert [person for person, _ in await heard(household)] == ["kenji"] and await kept_nothing(household)


async def test_a_moment_that_is_not_named_is_asked_for_and_nobody_is_told_before() -> None:
    async with demo() as household:
        talk = Talk(household)
        assert await talk.says("Tell Kenji later that the plumber came") == "At what time?"
        assert await talk.says("in half an hour") == "At 18:30 I will tell Kenji: the plumber came, in 30 minutes."
        await household.advance(1800)
        assert await heard(household) == [("kenji", "Aiko: The plumber came")]


async def test_the_same_key_tells_nobody_twice_also_after_a_restart(tmp_path: Path) -> None:
    body = {"people": ["kenji"], "text": "the pipes are fixed"}
    for _ in range(2):
        async with living(data=tmp_path) as (household, client):
            for _ in range(2):
                answer = await client.post("/agents/messages/tools/send_message", json=body, headers={"Idempotency-Key": "one"})
                assert answer.status_code == 200, answer.text
            (notice,) = await household.schedule.notices.after(person="kenji")
            assert notice.text == "Aiko: The pipes are fixed" and not await household.schedule.notices.after(person="mei")


@pytest.mark.parametrize(
    "body",
    [
        {"people": ["tom"], "text": "hello"},
        {"people": ["nobody"], "text": "hello"},
        {"people": [], "text": "hello"},
        {"people": ["kenji"], "text": "  "},
        {"people": ["kenji"], "text": "x" * 501},
        {"people": ["kenji"], "text": "hello", "speaker": "mei"},
    ],
)
async def test_the_tool_takes_people_of_the_home_and_a_text_that_can_be_read(body: dict[str, object]) -> None:
    async with living() as (household, client):
        assert (await client.post("/agents/messages/tools/send_message", json=body)).status_code in (400, 422)
        assert not await household.schedule.notices.after(person="kenji")


async def test_who_says_it_is_whoever_is_signed_in_and_never_a_guest() -> None:
    async with house_with_accounts() as household:
        body = {"people": ["kenji"], "text": "the pipes are fixed"}
        for person, status in (("tom", 403), ("mei", 200)):
            async with client_of(household, cookie=person) as client:
                assert (await client.post("/agents/messages/tools/send_message", json=body)).status_code == status
        (notice,) = await household.schedule.notices.after(person="kenji")
        assert notice.text == "Mei: The pipes are fixed"
