"""Asking on the Papers page: what a search finds comes first, the answer after it, each with links that open the place."""

import asyncio
from urllib.parse import quote

from yamori.web.paper_port import PassageSeen

from ..visitor import read_messages
from .fake import TRAP, FakePapers
from .shelf import WatchingShelf, shelf

KETTLE = PassageSeen(number=0, text="Descale the kettle every two months.", headings=("Care",), page=12)


async def test_evidence_comes_before_the_answer_and_links_to_its_place() -> None:
    async with shelf() as house:
        house.papers.put("house rules", "kettle.pdf", KETTLE, title="Kettle manual")
        reply = await house.browser.get("/papers/ask?question=How+do+I+descale+it%3F")
    evidence, answer = read_messages(reply.text)
    assert (evidence.event, answer.event) == ("evidence", "answer")
    for told in (evidence, answer):
        assert KETTLE.text in told.data
        assert 'href="/papers/house%20rules/1#p0"' in told.data
    assert "Kettle manual, p. 12, “Care”" in answer.data
    assert reply.headers["x-content-type-options"] == "nosniff"


async def test_the_evidence_is_there_while_the_answer_is_still_looked_for() -> None:
    papers = FakePapers(going=asyncio.Event())
    papers.put("household", "kettle.pdf", KETTLE)
    async with WatchingShelf(papers, "/papers/ask?question=descale") as watching:
        assert (await watching.message()).event == "evidence"
        assert papers.going is not None
        papers.going.set()
        assert (await watching.message()).event == "answer"


async def test_without_scripts_the_form_gives_the_same_answer_on_a_page() -> None:
    async with shelf() as house:
        house.papers.put("household", "kettle.pdf", KETTLE)
        page = await house.browser.get("/papers?question=How+do+I+descale+it%3F&history=on")
    assert page.status_code == 200
    assert KETTLE.text in page.text
    assert 'value="How do I descale it?"' in page.text, "the question stays in its box"
    assert 'data-question="How do I descale it?"' in page.text


async def test_only_the_chosen_topics_are_looked_through() -> None:
    async with shelf() as house:
        house.papers.put("household", "kettle.pdf", KETTLE)
        house.papers.put("cooking", "soup.txt", "Boil it.")
        await house.browser.get("/papers/ask?question=descale&topic=cooking&topic=cooking")
        page = await house.browser.get("/papers?question=descale&topic=cooking")
        gone = await house.browser.get("/papers/ask?question=descale&topic=gone")
    assert house.papers.asked[0].topics == ("cooking",)
    assert "That is not in your papers." in page.text
    assert 'value="cooking" checked' in page.text
    assert "no such topic" in gone.text


async def test_the_question_before_is_used_only_where_the_history_is_on() -> None:
    async with shelf() as house:
        house.papers.put("household", "kettle.pdf", KETTLE)
        await house.browser.get("/papers/ask?question=and+then&before=Descale+it&history=on")
        await house.browser.get("/papers/ask?question=and+then&before=Descale+it")
        off = await house.browser.get("/papers?question=and+then")
    assert [q.before for q in house.papers.asked] == ["Descale it", "", ""]
    assert 'name="history" value="on">' in off.text, "it stays off"


async def test_what_is_not_in_the_papers_is_said_with_what_lies_nearest() -> None:
    async with shelf(accept_language="ja") as house:
        house.papers.put("household", "kettle.pdf", KETTLE, title="ケトルの説明書")
        page = await house.browser.get(f"/papers?question={quote('犬の散歩は何時ですか')}")
    assert "それは家の書類にはありません。" in page.text
    assert "ケトルの説明書、12ページ、「Care」" in page.text


async def test_what_was_left_out_and_what_nobody_judged_is_said() -> None:
    async with shelf() as house:
        house.papers.put("household", "kettle.pdf", KETTLE)
        page = await house.browser.get("/papers?question=egg+maybe+descale")
    assert "Left out, because it holds egg (omelette)" in page.text
    assert "I cannot tell whether this answers it" in page.text


async def test_a_question_that_cannot_be_asked_ends_the_stream_with_the_reason() -> None:
    async with shelf() as house:
        empty = await house.browser.get("/papers/ask?question=")
        long = await house.browser.get("/papers/ask", params={"question": "x" * 1_001})
        odd = await house.browser.get("/papers/ask", params={"question": "a\u0007b"})
        page = await house.browser.get("/papers", params={"question": "x" * 1_001})
    for reply, says in ((empty, "Write a question first"), (long, "1,001 characters"), (odd, "not text")):
        (told,) = read_messages(reply.text)
        assert told.event == "answer"
        assert says in told.data
    assert "1,001 characters" in page.text
    assert house.papers.asked == []


async def test_what_a_paper_says_is_text_wherever_it_is_shown() -> None:
    trap = PassageSeen(number=0, text=f"unlock {TRAP}", headings=(TRAP,), question=TRAP, says=TRAP)
    async with shelf() as house:
        house.papers.put("household", "trap.txt", trap, title=TRAP, problem=TRAP)
        paths = (
            "/papers",
            "/papers?question=unlock",
            f"/papers?question={quote(TRAP)}",
            "/papers/ask?question=unlock",
            "/papers/household",
        )
        for path in (*paths, "/papers/household/1", "/ui/papers/coming"):
            shown = await house.browser.get(path)
            assert shown.status_code == 200, path
            assert "<img src=x" not in shown.text, path
