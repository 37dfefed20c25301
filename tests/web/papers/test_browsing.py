"""Topics and papers as they are browsed and read, and the files they came from."""

from dataclasses import replace
from pathlib import Path
from urllib.parse import quote

import pytest

from yamori.web.paper_port import PassageSeen, Standing
from yamori.web.papers.places import WINDOW
from yamori.web.papers.reading import blocks

from .shelf import shelf


async def test_every_page_leads_to_the_papers_and_stands_under_the_strict_policy() -> None:
    async with shelf() as house:
        house.papers.put("cooking", "soup.txt", "Boil it.")
        front = await house.browser.get("/")
        for path in ("/papers", "/papers/cooking", "/papers/cooking/1", "/papers/not%20yet"):
            page = await house.browser.get(path)
            assert page.status_code == 200, path
            assert page.headers["content-security-policy"] == front.headers["content-security-policy"]
        for path in ("/", "/devices", "/schedule"):
            if path != "/schedule":  # which needs a calendar
                assert 'href="/papers"' in (await house.browser.get(path)).text


async def test_topics_are_named_in_the_readers_language_with_what_they_hold() -> None:
    async with shelf(accept_language="ja") as house:
        house.papers.put("cooking", "soup.txt", "Boil it.", "Eat it.")
        house.papers.put("家のルール", "rules.txt", "靴をぬぐ。")
        page = (await house.browser.get("/papers")).text
    assert "料理" in page
    assert "1件" in page
    assert "か所" not in page, "how a paper was cut up is nobody's business"
    assert f'href="/papers/{quote("家のルール")}"' in page


async def test_an_entry_is_named_by_its_question_and_the_starter_library_in_the_readers_language() -> None:
    entry = PassageSeen(number=0, text="A radio and a lamp.", question="What goes into the bag?", says="The city")
    async with shelf(accept_language="ja") as house:
        house.papers.put("evacuation", "en.jsonl", entry, title="en", origin="starter", kind="jsonl")
        answer = (await house.browser.get("/papers/ask?question=radio")).text
        topic = (await house.browser.get("/papers/evacuation")).text
        notes = house.papers.put("household", "notes.jsonl", replace(entry, says=None, text="Torch."), title="Notes")
        own = (await house.browser.get("/papers/ask?question=torch")).text
    assert "「What goes into the bag?」、The city" in answer
    assert f"「What goes into the bag?」、{notes.title}" in own
    assert "付属の知恵袋(英語)" in topic


async def test_a_paper_that_failed_is_named_with_its_reason_and_one_that_is_read_with_how_far() -> None:
    async with shelf() as house:
        house.papers.put("household", "locked.pdf", standing=Standing.FAILED, problem="It is locked with a password.")
        house.papers.put("household", "long.pdf", "One.", standing=Standing.READING)
        for path in ("/papers", "/papers/household"):
            page = (await house.browser.get(path)).text
            assert "It is locked with a password." in page
        assert "page 3, 1 passage so far" in (await house.browser.get("/ui/papers/coming")).text
        assert "It is still being read" in (await house.browser.get("/papers/household/2")).text


async def test_a_paper_reads_with_its_pages_headings_and_an_anchor_for_each_passage() -> None:
    passages = (
        PassageSeen(number=0, text="Welcome.", headings=("Oven", "Safety"), page=1),
        PassageSeen(number=1, text="It gets hot.", headings=("Oven", "Safety"), page=2),
        PassageSeen(number=2, text="Two months.", headings=("Oven", "Care"), page=2, question="How often?", says="The maker"),
    )
    async with shelf() as house:
        house.papers.put("household", "oven.pdf", *passages, title="Oven")
        page = (await house.browser.get("/papers/household/1")).text
    for expected in ('id="p0"', 'id="p2"', 'id="page-2"', ">How often?</h4>", "Source: The maker"):
        assert expected in page
    assert (page.count(">Safety</h3>"), page.count(">Care</h3>")) == (1, 1)


def test_headings_come_where_they_begin_and_no_deeper_than_a_page_can_show() -> None:
    ways = [("T", "A"), ("T", "A", "a"), ("T", "A", "a"), ("T", "B", "a"), ("B", "c", "d", "e", "f", "g")]
    found = blocks([PassageSeen(number=n, text="x", headings=way) for n, way in enumerate(ways)], title="T")
    assert [b.headings for b in found] == [
        ((3, "A"),),
        ((4, "a"),),
        (),
        ((3, "B"), (4, "a")),
        ((4, "c"), (5, "d"), (6, "e"), (6, "f"), (6, "g")),
    ]


async def test_a_long_paper_is_shown_around_the_passage_that_the_address_names() -> None:
    async with shelf() as house:
        house.papers.put("household", "long.txt", *(f"Line {n}." for n in range(WINDOW * 2 + 10)))
        first = (await house.browser.get("/papers/household/1")).text
        second = (await house.browser.get(f"/papers/household/1?at={WINDOW + 5}")).text
        beyond = (await house.browser.get("/papers/household/1?at=99999999")).text
        odd = (await house.browser.get("/papers/household/1?at=-1x")).text
        answer = (await house.browser.get(f"/papers/ask?question={quote(f'{WINDOW + 5}.')}")).text
    assert ('id="p0"' in first, f'id="p{WINDOW}"' in first) == (True, False)
    assert ('id="p0"' in second, f'id="p{WINDOW + 5}"' in second) == (False, True)
    assert f'id="p{WINDOW * 2 + 9}"' in beyond
    assert 'id="p0"' in odd
    assert f"/papers/household/1?at={WINDOW + 5}#p{WINDOW + 5}" in answer


async def test_what_is_not_there_is_said_on_a_page() -> None:
    async with shelf() as house:
        for path in ("/papers/household/9", "/papers/household/9/file"):
            page = await house.browser.get(path)
            assert page.status_code == 404
            assert "not here any more" in page.text
        house.papers.put("household", "lost.txt", "x")
        assert (await house.browser.get("/papers/household/1/file")).status_code == 404
        house.papers.silent = True
        assert "the disk is gone" in (await house.browser.get("/papers")).text


async def test_a_topic_may_be_called_as_an_address_of_ours() -> None:
    async with shelf() as house:
        house.papers.put("ask", "asking.txt", "x")
        assert "asking" in (await house.browser.get("/papers/ask")).text
        assert (await house.browser.get("/papers?open=ask")).headers["location"] == "/papers/ask"


@pytest.mark.parametrize(
    ("name", "kind", "media", "inline"),
    [
        ("oven.pdf", "pdf", "application/pdf", True),
        ("oven.pdf", "html", "application/octet-stream", False),
        ("page.png", "image", "image/png", True),
        ("page.svg", "image", "application/octet-stream", False),
        ("notes.md", "markdown", "text/plain; charset=utf-8", True),
        ("notes.html", "text", "text/plain; charset=utf-8", True),
        ("page.html", "html", "application/octet-stream", False),
        ("letter.eml", "mail", "application/octet-stream", False),
        ("what.exe", "?", "application/octet-stream", False),
        ("sub/家.docx", "word", "application/octet-stream", False),
    ],
)
async def test_an_original_opens_only_where_nothing_in_it_can_run_as_a_page_of_ours(
    tmp_path: Path, name: str, kind: str, media: str, inline: bool
) -> None:
    file = tmp_path / "file"
    file.write_bytes(b"<script>alert(1)</script>")
    async with shelf() as house:
        house.papers.put("household", name, "x", kind=kind, file=file)
        reply = await house.browser.get("/papers/household/1/file")
    assert reply.content == b"<script>alert(1)</script>"
    assert reply.headers["content-type"] == media
    assert reply.headers["content-disposition"].startswith("inline" if inline else "attachment")
    assert "sub" not in reply.headers["content-disposition"]
    assert reply.headers["x-content-type-options"] == "nosniff"
    policy = reply.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert policy.endswith("sandbox")
    assert reply.headers["cache-control"] == "no-store"


async def test_a_text_in_another_encoding_is_left_to_the_browser_to_guess(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes("窓を閉める".encode("shift_jis"))
    async with shelf() as house:
        house.papers.put("household", "old.txt", "x", file=file)
        reply = await house.browser.get("/papers/household/1/file")
    assert reply.headers["content-type"] == "text/plain"
