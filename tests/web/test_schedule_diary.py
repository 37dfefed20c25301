"""The diary on the page: a day and its neighbours, what was done on it, writing with care for others, searching."""

from datetime import timedelta

from .scheduled import TODAY, key, scheduled


async def test_a_day_shows_its_text_its_neighbours_and_what_was_done_on_it() -> None:
    async with scheduled() as house:
        await house.schedule.logs.append(TODAY, "Rained all day.", person="aiko", key=key())
        await house.task("Dentist", done=True)
        await house.task("Not yet")
        stretching = await house.routine("Stretching", "Squats", "Plank")
        await house.tick(stretching, 0, step=stretching.steps[0].id)
        page = (await house.browser.get("/schedule/diary")).text
        before = (await house.browser.get(f"/schedule/diary?date={TODAY - timedelta(days=1)}")).text
        wrong = await house.browser.get("/schedule/diary?date=2026-02-30")
    assert "Rained all day." in page
    assert "Sat 21 Nov 2026" in page
    for neighbour in (TODAY - timedelta(days=1), TODAY + timedelta(days=1)):
        assert f"/schedule/diary?date={neighbour}" in page
    did = page.split('class="did"')[1]
    assert ("Dentist" in did, "Stretching" in did, "Squats" in did) == (True, True, True)
    assert ("Plank" in did, "Not yet" in did) == (False, False)
    assert "Nothing is written yet." in before
    assert (wrong.status_code, wrong.headers["location"]) == (303, "/schedule/diary")


async def test_words_are_added_and_a_day_is_rewritten_only_from_what_was_read() -> None:
    async with scheduled() as house:
        day = {"date": str(TODAY)}
        first = (await house.submission("POST", f"diary?date={TODAY}", how="append", text="Rain.", **day)).json()
        assert (first["did"], first["says"]) == ("appended", f"Written: {TODAY}")
        await house.submission("POST", f"diary?date={TODAY}", how="append", text="Then sun.", **day)
        late = await house.submission("POST", f"diary?date={TODAY}", how="overwrite", text="All new", version=1, **day)
        assert late.status_code == 409
        assert late.json()["newer"] == {"text": "Rain.\nThen sun.", "version": 2}
        fresh = await house.submission("POST", f"diary?date={TODAY}", how="overwrite", text="All new", version=0, **day)
        assert fresh.status_code == 409, "whoever read an empty day does not know what it holds now"
        wrote = await house.submission("POST", f"diary?date={TODAY}", how="overwrite", text="All new", version=2, **day)
        assert wrote.json()["did"] == "written"
        emptied = await house.submission("POST", f"diary?date={TODAY}", how="overwrite", text="", version=3, **day)
        assert emptied.json()["did"] == "deleted"
        await house.submission("POST", "undo", change=emptied.json()["change"])
        found = await house.schedule.logs.of(TODAY, person="aiko")
        assert found is not None
        assert found.text == "All new"


async def test_nothing_and_too_much_are_no_entries() -> None:
    async with scheduled() as house:
        empty = await house.submission("POST", "diary", how="append", text=" \n ", date=str(TODAY))
        long = await house.submission("POST", "diary", how="append", text="x" * 20_001, date=str(TODAY))
        dayless = await house.submission("POST", "diary", how="append", text="x")
    assert [r.status_code for r in (empty, long, dayless)] == [422, 422, 422]


async def test_a_search_finds_days_and_says_when_there_are_none() -> None:
    async with scheduled() as house:
        await house.schedule.logs.append(TODAY, "A long walk. " + "Then tea. " * 60 + "The heron again.", person="aiko", key=key())
        found = (await house.browser.get("/ui/schedule/diary/found?person=aiko&words=heron+walk")).text
        nothing = (await house.browser.get("/ui/schedule/diary/found?person=aiko&words=<b>")).text
        others = (await house.browser.get("/ui/schedule/diary/found?person=ken&words=heron")).text
    assert f"/schedule/diary?date={TODAY}" in found
    assert "heron again" in found, "the part around the first word that was looked for"
    assert "No day holds “&lt;b&gt;”" in nothing
    assert str(TODAY) not in others
