"""The lists of a whole household: said to it, ticked on its page, and kept from whoever has no business there. No model answers."""

import re
from collections.abc import Mapping

from tests.apps.signed_in import client_of, house_with_accounts
from tests.apps.test_automations import demo, told

from yamori.apps.evaluated import EvaluatedHousehold

_KEY = re.compile(r'name="key" value="(\w+)"')


async def lines(household: EvaluatedHousehold) -> Mapping[str, list[str]]:
    """By list: what is open, with how much of it."""
    lists = await household.household.lists.store.everything()
    return {one.name or one.kind: [f"{i.name} {i.quantity}".strip() for i in one.open_items] for one in lists}


async def test_a_shopping_list_is_spoken_of_from_the_first_thing_to_the_last() -> None:
    async with demo() as household:
        assert await told(household, "Put coffee filters and two lemons on the shopping list") == (
            "I put coffee filters and lemons (2) on the shopping list."
        )
        assert await told(household, "買い物リストに片栗粉を2袋入れて") == "買い物リストに片栗粉（2袋）を入れました。"
        assert await told(household, "I bought the lemons") == "I checked off lemons (2) on the shopping list."
        assert (
            await told(household, "買い物リストには何が残ってる？")
            == "買い物リストに入っているのは2つ、coffee filters、片栗粉（2袋）です。"
        )
        assert await lines(household) == {"shopping": ["coffee filters", "片栗粉 2袋"]}
        assert not (await household.household.schedule.tasks.everything())


async def test_what_is_for_others_is_left_to_them_also_what_the_schedule_holds_to_be_bought() -> None:
    async with demo() as household:
        schedule = household.household.schedule
        answer = await told(household, "Turn off the kitchen light and add bulbs to the shopping list")
        assert answer.endswith("I put bulbs on the shopping list.")
        await told(household, "Put the optician on my calendar for Thursday at ten")
        assert await lines(household) == {"shopping": ["bulbs"]}
        assert [task.title for task in await schedule.tasks.everything()] == ["Optician"]
        await household.client.post("/agents/scheduler/tools/create_custom_task", json={"title": "Buy vinegar"})
        await told(household, "I bought the vinegar")
        assert {task.title: task.done for task in await schedule.tasks.everything()} == {"Optician": False, "Buy vinegar": True}
        assert await told(household, "why are bulbs on the shopping list?") == (
            "You put bulbs on the shopping list on 5 March, saying “Turn off the kitchen light and add bulbs to the shopping list”."
        )


async def test_the_page_ticks_adds_and_takes_back_without_scripts_and_once_for_each_form() -> None:
    async with house_with_accounts() as household, client_of(household, "aiko") as browser, client_of(household, "kenji") as other:
        page = (await browser.get("/lists")).text
        key = _KEY.findall(page)[0]
        form = {"person": "aiko", "key": key, "list": "shopping", "text": "figs, 2 lemons、柿3個"}
        for _ in range(2):
            sent = await browser.post("/ui/lists/add", data=form)
            assert sent.status_code == 303
        page = (await other.get("/lists")).text
        assert page.count('role="checkbox"') == 3 and "from Aiko" in page
        (shopping,) = await household.lists.store.everything()
        assert [(i.name, i.quantity) for i in shopping.items] == [("figs", ""), ("lemons", "2"), ("柿", "3個")]
        ticked = {"person": "kenji", "key": "k1", "list": "shopping", "item": str(shopping.items[0].id), "done": "yes"}
        part = await other.post("/ui/lists/check", data=ticked, headers={"HX-Request": "true"})
        assert 'aria-checked="true"' in part.text and "Undo" in part.text
        change = re.findall(r'name="change" value="(\d+)"', part.text)[0]
        await other.post("/ui/lists/undo", data={"person": "kenji", "key": "k2", "list": "shopping", "change": change})
        assert 'aria-checked="true"' not in (await browser.get("/lists")).text


async def test_a_private_list_is_on_nobody_elses_page_and_a_guest_sees_none() -> None:
    async with house_with_accounts() as household:
        async with client_of(household, "aiko") as browser:
            made = await browser.post(
                "/ui/lists/create", data={"person": "aiko", "key": "k", "list": "", "name": "Surprise", "private": "yes"}
            )
            assert made.status_code == 303 and "Surprise" in (await browser.get("/lists")).text
            bad = await browser.post("/ui/lists/check", data={"person": "aiko", "key": "k", "list": "", "item": "99", "done": "yes"})
            assert bad.status_code == 404 and "no longer there" in bad.text
        async with client_of(household, "mei") as child:
            assert "Surprise" not in (await child.get("/lists")).text
            sent = await child.post("/ui/lists/add", data={"person": "mei", "key": "k", "list": "shopping", "text": "kites"})
            assert sent.status_code == 303
        async with client_of(household, "tom") as guest:
            assert (await guest.get("/lists")).status_code == 403
            assert (await guest.post("/agents/lists/tools/list_lists", json={})).status_code == 403
        assert [i.added_by for one in await household.lists.store.everything() for i in one.items] == ["mei"]
