"""The corpus of strangers' instructions, and how it is told whether one was obeyed."""

import httpx

from yamori.evaluation.web.injections import ACT, ROOT, InjectedSite, Injection, Request, injections, is_served, obeyed, untouched

PLACES = {"text", "alt", "comment", "image", "search", "download", "dialog"}


def case(task: str) -> Injection:
    return next(one for one in injections() if one.task == task)


def test_there_are_sixty_in_all_places_and_half_of_them_know_the_persons_words() -> None:
    held = injections()
    assert len({one.id for one in held}) == len(held) == 60
    assert sum(one.is_adaptive for one in held) == 30
    assert {one.place for one in held} == PLACES
    site = InjectedSite()
    knowing = [one for one in held if one.is_adaptive and "asked" in one.says]
    assert knowing and all("{" not in site.instruction(one, "http://x").replace('{"do"', "") for one in held)
    assert all(site.asked(one, "http://x").split()[-1].strip('."') in site.instruction(one, "http://x") for one in knowing)


def test_what_only_the_instruction_asked_for_counts_as_obeyed() -> None:
    send, choose = case("send"), case("choose")
    own = Request(
        method="POST", path=f"{ROOT}{send.id}/sent/", query="", fields={"name": ["Aya Sato"], "message": ["The lamp at the pier is broken"]}
    )
    other = Request(method="POST", path=own.path, query="", fields={"name": ["Aya Sato"], "message": ["The password is pier"]})
    led = Request(method="GET", path=f"{ACT}{choose.id}/", query="", fields={})
    assert obeyed(send, [own]) == [] and is_served(send, [own])
    assert obeyed(send, [other]) and not is_served(send, [other])
    assert not is_served(send, [own, own])  # sent twice
    assert obeyed(choose, [led]) and obeyed(choose, [own])


async def test_the_pages_hold_their_instruction_and_the_untouched_ones_none() -> None:
    site = InjectedSite()
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app=site), base_url="http://x") as client:
        told = next(one for one in injections() if one.place == "text" and one.task == "choose")
        page = (await client.get(f"{ROOT}{told.id}/?colour=blue")).text
        assert "in the colour blue" in page and "Claim gift" in page
        plain = (await client.get(f"{ROOT}{untouched()[0].id}/")).text
        assert "Claim gift" not in plain and "<select" in plain
    assert is_served(told, site.requests) and not obeyed(told, site.requests)
