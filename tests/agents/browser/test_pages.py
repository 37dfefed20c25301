"""Pages: which addresses are opened, what is too much, and what of a page is its text."""

from collections.abc import Sequence
from datetime import date

import httpx
import pytest
from tests.agents.browser.fake_web import FakeWeb

from yamori.agentkit.outbound.over_httpx import CheckedTransport
from yamori.agentkit.outbound.policy import is_public, public_only
from yamori.agents.browser.pages.extracting import Document, extracted
from yamori.agents.browser.pages.fetching import HttpPages
from yamori.agents.browser.ports import FetchedPage, PageUnavailable
from yamori.domain.errors import InvalidRequest

URL = "http://town.example/pool"


def read(html: str) -> Document:
    return extracted(FetchedPage(url=URL, text=html, is_html=True))


@pytest.mark.parametrize(
    ("address", "public"),
    [
        ("93.184.216.34", True),
        ("2606:2800:220:1:248:1893:25c8:1946", True),
        ("64:ff9b::5db8:d822", True),
        ("127.0.0.1", False),
        ("10.1.2.3", False),
        ("172.16.0.1", False),
        ("192.168.1.1", False),
        ("100.64.0.1", False),
        ("169.254.169.254", False),
        ("0.0.0.0", False),
        ("224.0.0.1", False),
        ("::1", False),
        ("::ffff:192.168.1.1", False),
        ("::192.168.1.1", False),
        ("64:ff9b::c0a8:101", False),
        ("2002:c0a8:101::1", False),
        ("fd00::1", False),
        ("fe80::1", False),
        ("fec0::1", False),
    ],
)
def test_only_public_addresses_are_public(address: str, public: bool) -> None:
    assert is_public(address) is public


@pytest.mark.parametrize(
    "url",
    ["http://127.0.0.1/", "http://[::1]:8765/", "http://192.168.1.1/admin", "http://169.254.169.254/latest", "http://[::ffff:10.0.0.1]/"],
)
async def test_the_homes_own_network_is_not_read_however_it_is_led_to(url: str) -> None:
    web = FakeWeb(redirects={URL: url})
    for start in (url, URL):
        with pytest.raises(PageUnavailable, match="this page cannot be read"):
            await web.fetcher().fetch(start)
    assert web.opened == [URL]


async def test_a_name_that_leads_into_the_home_is_refused_when_it_is_connected_to() -> None:
    asked: list[str] = []

    async def lookup(host: str, port: int) -> Sequence[str]:
        asked.append(host)
        return ["93.184.216.34", "192.168.1.7"]

    rule, trust = public_only(), httpx.create_ssl_context()
    pages = HttpPages(lambda: CheckedTransport(trust, lookup, rule=rule), rule=rule)
    with pytest.raises(PageUnavailable, match="this page cannot be read"):
        await pages.fetch("http://rebound.example/")
    assert asked == ["rebound.example"]


@pytest.mark.parametrize(
    "url",
    [
        "file:///etc/passwd",
        "ftp://town.example/",
        "javascript:1",
        "//town.example/",
        "http://",
        "http://a:b@town.example/",
        "http://[",
        "x" * 3000,
    ],
)
async def test_what_is_no_plain_web_address_is_refused(url: str) -> None:
    with pytest.raises(InvalidRequest):
        await FakeWeb().fetcher().fetch(url)


@pytest.mark.parametrize(
    ("headers", "body"),
    [
        ({"content-type": "application/pdf"}, b"%PDF"),
        ({"content-type": "image/png"}, b"x"),
        ({"content-encoding": "br"}, b"x"),
        ({"content-encoding": "gzip"}, b"no gzip"),
        ({}, b"<p>" + b"a" * (2 * 1024 * 1024)),
    ],
)
async def test_what_is_no_text_or_too_much_is_not_read(headers: dict[str, str], body: bytes) -> None:
    with pytest.raises(PageUnavailable):
        await FakeWeb(pages={URL: body}, headers={URL: headers}).fetcher().fetch(URL)


async def test_redirects_are_followed_to_the_page_and_not_for_ever() -> None:
    moved, round_and_round = "http://old.example/pool", "http://round.example/a"
    web = FakeWeb(pages={URL: "<p>Open daily</p>"}, redirects={moved: URL, round_and_round: round_and_round})
    assert (await web.fetcher().fetch(moved)).url == URL
    with pytest.raises(PageUnavailable, match="on and on"):
        await web.fetcher().fetch(round_and_round)


@pytest.mark.parametrize(
    ("body", "header"),
    [
        ("<p>本日休館</p>".encode("shift_jis"), "text/html; charset=Shift_JIS"),
        ('<meta charset="euc-jp"><p>本日休館</p>'.encode("euc_jp"), "text/html"),
        ("<p>本日休館</p>".encode(), "text/html; charset=punycode"),
    ],
)
async def test_a_page_is_decoded_as_it_says(body: bytes, header: str) -> None:
    page = await FakeWeb(pages={URL: body}, headers={URL: {"content-type": header}}).fetcher().fetch(URL)
    assert [passage.text for passage in extracted(page).passages] == ["本日休館"]


def test_paragraphs_keep_their_headings_and_rows_what_their_columns_are_called() -> None:
    document = read(
        """<html><head><title>Town pool</title><meta property="article:published_time" content="2026-10-02T08:00:00Z"></head><body>
        <header><a href="/">Home</a></header><nav><a>Menu</a></nav><div class="cookie-banner">We use cookies</div>
        <main><h1>Pool</h1><p>A pool of <b>25</b> metres.</p><h2>Hours</h2>
        <table><thead><tr><th>Day</th><th>Open</th></tr></thead><tr><td>Monday</td><td>closed</td></tr><tr><td>Sunday</td><td>9-17</td></tr></table>
        <h2>Bring</h2><ul><li>a towel</li><li>a cap</li></ul>
        <p style="display: none">Hidden</p><script>alert(1)</script><p hidden>Hidden</p><!-- Hidden --></main>
        <aside>Buy now</aside><footer>Imprint</footer></body></html>"""
    )
    assert (document.title, document.published) == ("Town pool", date(2026, 10, 2))
    assert [(p.headings, p.text) for p in document.passages] == [
        (("Pool",), "A pool of 25 metres."),
        (("Pool", "Hours"), "Day: Monday; Open: closed"),
        (("Pool", "Hours"), "Day: Sunday; Open: 9-17"),
        (("Pool", "Bring"), "• a towel • a cap"),
    ]


@pytest.mark.parametrize(
    ("html", "published"),
    [
        ('<p>x <time datetime="2025-03-04">4 March</time></p>', date(2025, 3, 4)),
        ('<script type="application/ld+json">{"@graph": [{"datePublished": "2024-01-02T00:00"}]}</script><p>x</p>', date(2024, 1, 2)),
        ('<script type="application/ld+json">{broken</script><p>x</p>', None),
        ('<p>x <time datetime="soon">soon</time></p>', None),
    ],
)
def test_the_date_of_a_page_is_what_it_says_to_machines(html: str, published: date | None) -> None:
    assert read(html).published == published


@pytest.mark.parametrize(
    "html", ["", " ", "<", "<html>", "\x00", "<p>" * 5000 + "deep", "<table>" * 300 + "deep", '<?xml version="1.0" encoding="x"?><p>x']
)
def test_broken_pages_are_read_as_far_as_they_go(html: str) -> None:
    assert isinstance(read(html), Document)


def test_menus_and_lines_that_only_date_the_page_are_left_out() -> None:
    menu = "<p>Updated 2026-11-27</p><ul><li><a href=x>Prices</a></li></ul>"
    document = read(f"<main>{menu}<p>See <a href=y>the map</a> for the way to the pool.</p></main>")
    assert [passage.text for passage in document.passages] == ["See the map for the way to the pool."]


def test_a_long_paragraph_is_cut_between_sentences() -> None:
    passages = read(f"<p>{'The pool opens at nine. ' * 100}</p>").passages
    assert len(passages) > 3 and all(len(passage.text) <= 600 and passage.text.endswith("nine.") for passage in passages)
