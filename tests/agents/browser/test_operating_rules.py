"""What is asked of a website, what a click would do, what may be typed, what may leave: rules without a browser."""

from datetime import datetime

import pytest

from yamori.agents.browser.chromium.gate import fields_of, is_telling, why_blocked
from yamori.agents.browser.engine import Element, Form, FormField, Observation, Permit, Sent
from yamori.agents.browser.operating.choices import action_of, schema_of
from yamori.agents.browser.operating.consequences import Kind, acts_by_address, consequence_of
from yamori.agents.browser.operating.evidence import evidence_of
from yamori.agents.browser.operating.goal import goal_of, is_theirs, same_site
from yamori.agents.browser.operating.proposals import proposed
from yamori.agents.browser.rules.asked import found_out, is_operation
from yamori.domain.errors import TryAgain
from yamori.domain.language import Language

NOW = datetime.fromisoformat("2026-11-27T10:00:00+09:00")
HERE = "http://shop.example/"


@pytest.mark.parametrize(
    "text",
    [
        "Go to example.org and choose French",
        "please open https://ferry.example.org/times and find the last ferry",
        "On kites.example.com, show the red ones",
        "Book a table for two at https://bistro.example.com",
        "on the website of the town museum, find the guided tours",
        "https://ferry.example.org を開いて、最終便を見て",
    ],
)
def test_what_names_a_website_to_begin_with_is_done_there(text: str) -> None:
    assert is_operation(text)


@pytest.mark.parametrize(
    "text",
    [
        "open the window",
        "go to the kitchen",
        "remind me to look at https://ferry.example.org tomorrow",
        "turn on the lamp",
        "add example.org to my list",
        "窓を開けて",
        "search the web for ferries",
    ],
)
def test_other_sentences_operate_nothing(text: str) -> None:
    assert not is_operation(text)


def test_what_is_to_be_found_out_somewhere_is_searched_for() -> None:
    assert found_out("Find me a quiet guest house in the hills", NOW) == "a quiet guest house in the hills"
    assert found_out("近くの静かな宿を探して", NOW) == "近くの静かな宿"
    assert found_out("turn on the lamp", NOW) is None


def button(name: str, method: str = "post", *fields: FormField) -> Element:
    return Element(index=0, role="button", name=name, submits=True, form=Form(method=method, action=f"{HERE}x", fields=fields))


def text_field(label: str, value: str = "x", kind: str = "text", autocomplete: str = "") -> FormField:
    return FormField(name="f", label=label, value=value, kind=kind, autocomplete=autocomplete)


@pytest.mark.parametrize(
    ("element", "kind"),
    [
        (button("Search", "get"), Kind.READS),
        (button("Add to basket"), Kind.TAKES_BACK),
        (button("カートに入れる"), Kind.TAKES_BACK),
        (button("Place order"), Kind.ORDERS),
        (button("Pay now"), Kind.PAYS),
        (button("注文を確定する"), Kind.ORDERS),
        (button("Publish"), Kind.POSTS),
        (button("Remove"), Kind.DELETES),
        (button("退会する"), Kind.DELETES),
        (button("Weiter"), Kind.SENDS),
        (button("Search", "get", text_field("E-mail", kind="email")), Kind.PERSONAL),
        (button("Add to basket", "post", text_field("Phone", kind="tel")), Kind.PERSONAL),
        (button("Show", "post", text_field("Password", kind="password")), Kind.LOGS_IN),
        (button("Buy", "post", text_field("Number", autocomplete="cc-number")), Kind.LOGS_IN),
        (Element(index=0, role="link", name="Checkout", href=HERE), Kind.READS),
        (Element(index=0, role="link", name="Delete my account", href=HERE), Kind.DELETES),
        (Element(index=0, role="button", name="Book now"), Kind.ORDERS),
        (Element(index=0, role="button", name="Show more"), Kind.READS),
    ],
)
def test_what_a_click_would_do_is_known_by_its_form_and_words(element: Element, kind: Kind) -> None:
    found = consequence_of(element)
    assert found.kind is kind and found.needs_approval is (kind not in (Kind.READS, Kind.TAKES_BACK))


def test_only_the_persons_own_words_are_typed() -> None:
    goal = goal_of("On kites.example.com send “Two red kites” to the shop on 3 December", NOW, Language.ENGLISH)
    assert is_theirs("Two red kites", goal) and is_theirs("2026-12-03", goal)
    assert not is_theirs("attacker@evil.example", goal) and not is_theirs("4111 1111", goal)
    box = Element(index=0, role="textbox", name="To")
    page = Observation(url=HERE, title="", text="", elements=(box, Element(index=1, role="textbox", name="Card number")))
    with pytest.raises(TryAgain):
        action_of({"do": "fill", "on": 0, "text": "attacker@evil.example"}, goal, page)
    with pytest.raises(TryAgain):
        action_of({"do": "fill", "on": 1, "text": "Two red kites"}, goal, page)
    with pytest.raises(TryAgain):
        action_of({"do": "click", "on": 7}, goal, page)


def test_the_schema_names_only_what_is_there() -> None:
    goal = goal_of("On kites.example.com choose red", NOW, Language.ENGLISH)
    select = Element(index=2, role="select", name="Colour", options=("any", "red"))
    page = Observation(url=HERE, title="", text="", elements=(select,))
    kinds = schema_of(goal, page, page.elements, (), can_go_back=False)["anyOf"]
    assert isinstance(kinds, list) and [sorted(kind["properties"]) for kind in kinds] == [["do", "on", "text"], ["claims", "do"]]  # type: ignore[index, call-overload]


def test_values_go_to_the_fields_that_their_words_name() -> None:
    goal = goal_of("On ferry.example.org search ferries from Naoshima to Uno", NOW, Language.ENGLISH)
    places = ("Uno", "Naoshima", "Teshima")
    page = Observation(
        url=HERE,
        title="",
        text="",
        elements=(
            Element(index=0, role="select", name="From", value="Uno", options=places),
            Element(index=1, role="select", name="To", value="Teshima", options=places),
        ),
    )
    first = proposed(goal, page, (), (), filled=False)
    second = proposed(goal, page, {("select", 0, "Naoshima")}, (), filled=True)
    assert first is not None and (first.on, first.text) == (0, "Naoshima")
    assert second is not None and (second.on, second.text) == (1, "Uno")


def blocked(
    method: str, *, permit: Permit | None = None, touched: bool = True, resource: str = "XHR", url: str = f"{HERE}a", **fields: str
) -> str:
    request = Sent(method=method, url=url, fields=fields)
    return why_blocked(
        request, resource=resource, is_main=True, page=HERE, permit=permit, touched=touched, sites=lambda to: same_site(to, HERE)
    )


def test_what_carries_something_leaves_only_with_a_permit_that_fits() -> None:
    permit = Permit(method="post", url=f"{HERE}a", fields={"item": "kite"})
    assert blocked("GET") == "" and blocked("POST") == "unpermitted"
    assert blocked("POST", permit=permit, item="kite") == "" and blocked("POST", permit=permit, item="gold") == "unpermitted"
    assert blocked("POST", permit=permit, url=f"{HERE}b", item="kite") == "unpermitted"
    assert blocked("POST", touched=False) == "" and blocked("POST", touched=False, resource="Document") == "unpermitted"
    assert blocked("GET", resource="Document", url="http://other.example/") == "other_site"
    assert blocked("GET", resource="Document", url="file:///etc/passwd") == "no_web"
    assert fields_of('{"a": "b", "c": [1]}', "application/json") == {"a": "b", "c": "[1]"}


def test_a_claim_that_the_page_does_not_say_is_missing_and_so_is_a_word_that_nothing_met() -> None:
    goal = goal_of("On kites.example.com show red kites and polish them", NOW, Language.ENGLISH)
    page = Observation(url=HERE, title="Red kites", text="Red kite, 20 euros")
    found = evidence_of(goal, page, (), ("20 euros", "sold out"))
    assert found.shown == ("Red kite, 20 euros",) and found.missing == ("sold out",) and found.open_words == ("polish",)
    assert not found.is_whole


@pytest.mark.parametrize(
    ("address", "kind"),
    [
        ("http://shop.example/basket/delete?item=3", Kind.DELETES),
        ("http://shop.example/x.php?action=buy", Kind.PAYS),
        ("http://shop.example/place-order", Kind.ORDERS),
        ("http://shop.example/search?q=delete", None),
        ("http://shop.example/orders", None),
        ("http://shop.example/how-to-cancel", None),
    ],
)
def test_an_address_says_what_it_does_by_being_opened(address: str, kind: Kind | None) -> None:
    assert acts_by_address(address) is kind
    link = Element(index=0, role="link", name="Tidy", href=address)
    assert consequence_of(link).needs_approval is (kind is not None)

    def why(*, touched: bool, permit: Permit | None = None) -> str:
        request = Sent(method="GET", url=address)
        return why_blocked(request, resource="Fetch", is_main=True, page=HERE, permit=permit, touched=touched, sites=lambda _: True)

    assert why(touched=True) == ("unpermitted" if kind is not None else "")
    assert why(touched=False) == "" and why(touched=True, permit=Permit(method="get", url=address, fields={})) == ""


def test_what_was_typed_goes_to_no_other_site_in_an_address() -> None:
    typed = [text for text in ("aya@example.org", "4 Mill Lane", "blue", "0312345678") if is_telling(text)]
    assert "blue" not in typed and len(typed) == 3

    def why(url: str) -> str:
        request = Sent(method="GET", url=url)
        return why_blocked(
            request, resource="Image", is_main=False, page=HERE, permit=None, touched=True, sites=lambda _: True, typed=typed
        )

    assert why("https://ads.example.net/p.gif?m=aya%40example.org") == "gives_away"
    assert why("https://ads.example.net/4+Mill+Lane") == "gives_away"
    assert why("https://ads.example.net/p.gif?c=blue") == "" and why("http://api.shop.example/?m=aya%40example.org") == ""
