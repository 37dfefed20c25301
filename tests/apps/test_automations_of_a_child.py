"""What a child and a guest want later, said to a whole household: nothing is promised that their rights would hold back at its time."""

import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from tests.apps.signed_in import client_of, house_with_accounts
from tests.apps.test_automations import EVENING, commands
from tests.apps.test_household import say

from yamori.apps.evaluated import EvaluatedHousehold, evaluated_household
from yamori.evaluation.household import HouseholdSpec
from yamori.gateway.homefile import load_home
from yamori.llm.scripted import ScriptedModels
from yamori.understanding.tagging.trained import trained_reader

HEATED = Path(__file__).with_name("heated.home.yaml")


@asynccontextmanager
async def heated(file: Path = HEATED) -> AsyncIterator[EvaluatedHousehold]:
    async with evaluated_household(load_home(file), HouseholdSpec(home="heated", now=EVENING), ScriptedModels({}), None) as household:
        yield household


@pytest.mark.parametrize("person", ["mei", "tom"])
@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "unlock the front door at eight tonight",
            "That needs the PIN each time (unlock the front door lock), so I cannot do it by myself",
        ),
        ("今夜8時に玄関の鍵を開けて", "毎回暗証番号が必要な操作（玄関の鍵を解錠する）のため、自動では行えません。"),
    ],
)
async def test_what_needs_more_than_a_yes_of_a_child_or_guest_is_refused_when_it_is_said(person: str, text: str, said: str) -> None:
    async with heated() as household:
        turn = await say(household.client, text, person=person)
        assert turn["waiting"] is None and said in turn["answer"]
        await household.advance(86_400)
        assert await commands(household) == [] and await household.automations() == []


async def test_the_same_asks_an_adult_for_a_yes_alone() -> None:
    async with heated() as household:
        turn = await say(household.client, "unlock the front door at eight tonight")
        assert "At 20:00 I will unlock the front door lock" in turn["waiting"]["question"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("unlock the front door at eight tonight", "You have no right to do that here (unlock the front door lock), so I set nothing up"),
        ("今夜8時に玄関の鍵を開けて", "この操作（玄関の鍵を解錠する）をする権限がないため、何も設定していません。"),
    ],
)
async def test_what_a_home_forbids_its_children_is_refused_too_and_with_its_reason(text: str, said: str, tmp_path: Path) -> None:
    role = "{risks: {safe: do, confirm: confirm, pin: pin}}"
    child = "{risks: {safe: do, confirm: refuse, pin: refuse}}"
    (tmp_path / "rights.yaml").write_text(f"adult: {role}\nchild: {child}\nguest: {role}\n", encoding="utf-8")
    file = Path(shutil.copy(HEATED, tmp_path))
    async with heated(file) as household:
        turn = await say(household.client, text, person="mei")
        assert turn["waiting"] is None and said in turn["answer"]
        assert await household.automations() == []


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("turn the den light off in 20 minutes", "At 18:20 I will turn off the den light, in 20 minutes."),
        ("20分後に居間の電気を消して", "18:20に、居間の電気をオフにします（20分後）。"),
    ],
)
async def test_what_a_child_may_do_at_once_is_done_for_them_later(text: str, said: str) -> None:
    async with heated() as household:
        assert (await say(household.client, text, person="mei"))["answer"] == said
        await household.advance(1200)
        assert await commands(household) == [("den-light", "off")]


@pytest.mark.parametrize(
    ("first", "later", "said"),
    [
        ("turn the den light on", "turn it off in 20 minutes", "for the people who live here"),
        ("居間の電気をつけて", "20分後に消して", "この家に住む人だけ"),
    ],
)
async def test_a_guest_who_is_signed_in_is_told_who_can_set_something_up_for_later(first: str, later: str, said: str) -> None:
    async with house_with_accounts(home=load_home(HEATED), reader=trained_reader()) as household, client_of(household, "tom") as client:
        conversation = (await say(client, first, person="tom"))["conversation"]
        answer = (await say(client, later, person="tom", conversation=conversation))["answer"]
        assert said in answer, answer
        assert not household.automations.all()
