"""The Automations view without a browser: what it shows of what it is told, in which language, and the scenes' buttons."""

import re
from datetime import timedelta

import pytest

from yamori.web.automation_port import (
    BackTestSeen,
    Coming,
    DaysSet,
    FiringSeen,
    HomeAssistantForm,
    Kind,
    MomentSet,
    SkipSeen,
    SunSet,
    Untested,
)
from yamori.web.automations.chart import DAYS, HEIGHT, WIDTH, chart_of
from yamori.web.scene_port import SceneView

from ..household import FakeHousehold
from ..visitor import visit
from .fake import NOW, FakeScenes, seen

TRAP = '"><img src=x onerror=alert(1)>'
HTMX = {"HX-Request": "true"}


def shown_text(html: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))


async def test_every_page_leads_to_the_view_and_the_view_to_every_page() -> None:
    household = FakeHousehold()
    async with visit(household) as browser:
        for page in ("/", "/devices", "/papers"):
            assert 'href="/automations"' in (await browser.get(page)).text, page
        view = await browser.get("/automations")
    for page in ("/", "/home", "/schedule", "/papers"):
        assert f'href="{page}"' in view.text
    assert "style-src 'self'" in view.headers["content-security-policy"] and " style=" not in view.text
    assert "No automations yet" in view.text and 'id="scenes"' not in view.text


async def test_what_counts_down_stands_apart_from_what_comes_in_the_day() -> None:
    household = FakeHousehold()
    household.automations.next = [
        Coming(automation="a1", says="At 9:20 I will turn off the lamp.", at=NOW + timedelta(minutes=20), counting=True),
        Coming(automation="a2", says="At sunset I will close the blinds.", at=NOW + timedelta(hours=8), counting=False),
        Coming(automation="a3", says="Later than a day.", at=NOW + timedelta(hours=25), counting=False),
    ]
    async with visit(household) as browser:
        html = (await browser.get("/automations")).text
    assert 'data-left="1200"' in html and "in 20 min" in html
    assert "17:00 At sunset I will close the blinds." in shown_text(html)
    assert "Later than a day." not in html


async def test_the_list_is_by_kind_and_says_last_next_why_and_why_off() -> None:
    household = FakeHousehold()
    fired = FiringSeen(
        at=NOW - timedelta(days=1), status="done", cause="becomes", readings={"door.main.lock.lock": "unlocked"}, text="The hall is lit."
    )
    household.automations.rows = [
        seen(),
        seen("a2", "When the front door is unlocked, …", kind=Kind.CHANGE, next=None, last=fired.at, fired=fired),
        seen("a3", "When the wash is done, …", kind=Kind.END, next=None, skipped=SkipSeen(at=NOW - timedelta(hours=1), known=True)),
        seen("a4", "On a whim", kind=Kind.SUN, enabled=False, why_off="loop", next=None),
        seen("a5", "At 8:00 I did it.", kind=Kind.ONCE, enabled=False, why_off="over", next=None),
    ]
    async with visit(household) as browser:
        html = (await browser.get("/automations")).text
    text = shown_text(html)
    for part in (
        "Again and again",
        "Next: 09:30",
        "Last: yesterday 09:00 · done · because of this: Front door: lock unlocked",
        "Waits for it to happen",
        "At 08:00 it was set off, and nothing was done: a condition was not met.",
        "it went off so often that it was probably setting itself off",
        "1 that is over",
    ):
        assert part in text, part
    assert html.count('role="switch"') == 4, "what is over cannot be switched"
    assert re.search(r'aria-checked="false"[^>]*name="enabled" value="yes"', html)


async def test_what_waits_for_an_ok_shows_exactly_what_would_be_done() -> None:
    household = FakeHousehold()
    household.automations.rows = [
        seen(says="At 20:00 I will unlock it.", enabled=False, why_off="by_person", waits=("unlock the front door",))
    ]
    async with visit(household) as browser:
        html = (await browser.get("/automations")).text
    assert (
        "unlock the front door</li>" in html and 'name="agreed" value="yes"' in html and 'name="version" value="0123456789abcdef"' in html
    )
    assert 'class="rows"' not in html, "it is not in the list before it was agreed to"


async def test_the_view_reads_in_japanese() -> None:
    household = FakeHousehold()
    household.automations.rows = [seen(says="毎日9:30に、ブラインドを開けます。", last=NOW - timedelta(days=5))]
    async with visit(household, accept_language="ja") as browser:
        text = shown_text((await browser.get("/automations")).text)
    for part in ("自動化", "繰り返し", "次回：09:30", "前回：11月16日（月）09:00", "今すぐ実行", "削除"):
        assert part in text, part


async def test_words_of_people_stay_text_everywhere() -> None:
    household = FakeHousehold()
    household.automations.rows = [seen(TRAP, TRAP, origin=TRAP, approved=(TRAP,)), seen("w", TRAP, waits=(TRAP,), enabled=False)]
    household.automations.fired = [FiringSeen(at=NOW, status=TRAP, cause=TRAP, readings={f"{TRAP}.a.b.c": TRAP}, text=TRAP)]
    household.automations.form = HomeAssistantForm(yaml=TRAP)
    household.scenes = FakeScenes(SceneView(id=TRAP, name=TRAP, says=TRAP, agreed=False))
    async with visit(household) as browser:
        page = await browser.get("/automations", params={"open": TRAP})
        front = await browser.get("/")
    assert page.status_code == 200 and "<img src=x" not in page.text and "<img src=x" not in front.text
    assert page.text.count("&lt;img src=x") > 8


async def test_a_row_opens_with_a_form_for_each_of_its_times() -> None:
    household = FakeHousehold()
    times = (
        MomentSet(place="0", at=NOW + timedelta(days=1)),
        DaysSet(place="1.0", at=NOW.time(), days=(0, 6), rule="FREQ=WEEKLY;BYDAY=MO,SU"),
        DaysSet(place="1.1", at=NOW.time(), days=(), rule="FREQ=MONTHLY;BYMONTHDAY=1"),
        SunSet(place="2", event="sunset", minutes=-30),
    )
    household.automations.rows = [seen(times=times)]
    async with visit(household) as browser:
        html = (await browser.get("/ui/automations/of/a1", params={"person": "aiko"})).text
    assert 'value="2026-11-22"' in html and html.count('type="time"') == 3
    assert re.findall(r'name="(\w+)" checked', html) == ["mon", "sun"]
    assert "Every month: day 1" in html and 'value="before" selected' in html and 'value="30"' in html


async def test_a_back_test_is_drawn_and_told_in_words() -> None:
    household = FakeHousehold()
    household.automations.rows = [seen()]
    async with visit(household) as browser:
        none = (await browser.get("/ui/automations/of/a1")).text
        household.automations.tested = BackTestSeen(times=(NOW - timedelta(days=4, hours=3), NOW - timedelta(hours=2)))
        two = (await browser.get("/ui/automations/of/a1")).text
        household.automations.tested = BackTestSeen(times=())
        never = (await browser.get("/ui/automations/of/a1")).text
    assert "There is no history of the home yet" in none and "<svg" not in none
    assert two.count("<rect") == 2 and "It would have run 2 times in the last 7 days. Tue 06:00, 07:00" in shown_text(two)
    assert never.count("<rect") == 0 and "It would not have run in the last 7 days." in never


@pytest.mark.parametrize(
    ("language", "since", "other"),
    [
        ("en", "It would have run once since yesterday 09:00, when my readings begin.", "it cannot be tried on the past"),
        ("ja", "記録のある昨日 09:00から今まででは、1回動いたはずです。", "過去の記録では試算できません"),
    ],
)
async def test_a_back_test_says_from_when_on_there_are_readings_or_that_something_else_decides(
    language: str, since: str, other: str
) -> None:
    household = FakeHousehold()
    household.automations.rows = [seen()]
    async with visit(household, accept_language=language) as browser:
        household.automations.tested = BackTestSeen(times=(NOW - timedelta(hours=2),), since=NOW - timedelta(days=1))
        one = shown_text((await browser.get("/ui/automations/of/a1")).text)
        household.automations.tested = Untested.NOT_BY_READINGS
        decided = (await browser.get("/ui/automations/of/a1")).text
    assert since in one, one
    assert other in decided and "<svg" not in decided


async def test_of_many_moments_the_newest_are_told() -> None:
    household = FakeHousehold()
    household.automations.rows = [seen()]
    household.automations.tested = BackTestSeen(times=tuple(NOW - timedelta(hours=n) for n in range(20, 0, -1)))
    async with visit(household) as browser:
        shown = shown_text((await browser.get("/ui/automations/of/a1")).text)
    assert "08:00, and 6 times before that" in shown


@pytest.mark.parametrize("count", [0, 1, 5, 2000])
def test_every_bar_of_a_chart_lies_inside_of_it(count: int) -> None:
    chart = chart_of([NOW - timedelta(days=DAYS) * (n / max(count - 1, 1)) for n in range(count)], NOW)
    for bar in chart.bars:
        assert 0 <= bar.x <= bar.x + bar.width <= WIDTH + 0.2 and bar.y >= 0 and abs(bar.y + bar.height - HEIGHT) < 0.2
    assert len(chart.days) == DAYS and all(0 <= x <= WIDTH for x, _ in chart.days)


async def test_the_form_for_home_assistant_is_shown_or_why_there_is_none_or_nothing() -> None:
    household = FakeHousehold()
    household.automations.rows = [seen()]
    async with visit(household) as browser:
        nothing = (await browser.get("/ui/automations/of/a1")).text
        household.automations.form = HomeAssistantForm(yaml="automation:\n  - alias: x\n")
        written = (await browser.get("/ui/automations/of/a1")).text
        household.automations.form = HomeAssistantForm(yaml=None, why="It asks the papers.")
        cannot = (await browser.get("/ui/automations/of/a1")).text
    assert "Home Assistant" not in nothing and "automation:\n  - alias: x" in written
    assert "Home Assistant cannot be told this: It asks the papers." in shown_text(cannot)


async def test_the_part_comes_anew_only_when_something_has_changed() -> None:
    household = FakeHousehold()
    household.automations.rows = [seen()]
    async with visit(household) as browser:
        page = (await browser.get("/automations")).text
        address = re.search(r'hx-get="(/ui/automations\?[^"]+)"', page)
        assert address
        query = address[1].replace("&amp;", "&")
        assert (await browser.get(query)).status_code == 204
        household.automations.rows.append(seen("a2", "Another one"))
        changed = await browser.get(query)
        assert changed.status_code == 200 and "Another one" in changed.text
        assert (await browser.get("/ui/automations", params={"person": "nobody"})).status_code == 422


async def test_scenes_are_buttons_here_and_on_the_start_page() -> None:
    household = FakeHousehold()
    household.scenes = FakeScenes(
        SceneView(id="night", name="Good night", says="Turns the lights off.", agreed=True),
        SceneView(id="film", name="Film", says="Dims the living room.", agreed=False),
    )
    async with visit(household) as browser:
        for page in ("/", "/automations"):
            html = (await browser.get(page)).text
            assert "Good night</button>" in html and "Dims the living room." in html, page
        key = {"key": "12345678", "person": "aiko"}
        done = await browser.post("/ui/scenes/night/run", data=key, headers=HTMX)
        assert "The bathroom window is open." in done.text
        again = await browser.post("/ui/scenes/night/run", data=key, headers=HTMX)
        assert again.status_code == 200 and len(household.scenes.runs) == 1, "the same form is the same key"
        unseen = await browser.post("/ui/scenes/film/run", data={**key, "agreed": "no"}, headers=HTMX)
        assert unseen.status_code == 409 and len(household.scenes.runs) == 1
        agreed = await browser.post("/ui/scenes/film/run", data={**key, "agreed": "yes", "page": "/automations"})
        assert (agreed.status_code, agreed.headers["location"]) == (303, "/automations")
        for id, data, status in (("nothing", key, 404), ("night", {"person": "aiko"}, 400), ("night", {**key, "person": "x"}, 422)):
            assert (await browser.post(f"/ui/scenes/{id}/run", data=data, headers=HTMX)).status_code == status
    assert set(household.scenes.runs.values()) == {("night", "aiko"), ("film", "aiko")}
