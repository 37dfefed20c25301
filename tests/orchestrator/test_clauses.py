"""A sentence is shared out among its agents: no word is lost, and the order stays."""

import re
from collections.abc import Mapping
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from yamori.agentkit.task import Strength
from yamori.orchestrator.clauses import Share, deferred, merged, owner, shared_out
from yamori.understanding.splitting import split_clauses

N, W, S, OWN = Strength.NONE, Strength.WEAK, Strength.STRONG, Strength.OWNING

WORDS = ["water", "the", "roses", "dim", "please", "30", "%", "half", "past", "three", "band", "sandal", "thence", "salsoda"]
ENGLISH = st.lists(st.sampled_from(WORDS), min_size=1)
JAPANESE = st.lists(st.sampled_from(["電気を消し", "花に水", "明日", "三時", "歯医者", "温度を", "下げ"]), min_size=1).map("".join)
JOINTS = st.sampled_from([" and ", ", ", " and then ", ", and ", "; ", ". ", " then ", " also ", "て、", "。", "、それから"])
GLUE = re.compile(r"\b(?:and|then|also)\b|それから|[\s,;.、。]")


@settings(deadline=None)  # the first Japanese clause loads the dictionary
@given(st.lists(st.one_of(ENGLISH.map(" ".join), JAPANESE), min_size=1), st.data())
def test_splitting_leaves_out_nothing_but_joints_and_keeps_the_order(clauses: list[str], data: st.DataObject) -> None:
    text = clauses[0]
    for clause in clauses[1:]:
        text += data.draw(JOINTS) + clause
    assert GLUE.sub("", " ".join(split_clauses(text))) == GLUE.sub("", text)


@given(st.lists(st.tuples(st.text(alphabet="abあい", min_size=1), st.sampled_from(["home", "diary", None])), min_size=1))
def test_every_clause_goes_to_its_owner_or_a_neighbour_in_order(given_: list[tuple[str, str | None]]) -> None:
    pieces, owners = [p for p, _ in given_], [o for _, o in given_]
    shares = merged(pieces, owners)
    if shares is None:
        assert set(owners) == {None}
        return
    assert [p for s in shares for p in re.split(" and |、", s.request)] == pieces
    assert all(a.agent != b.agent for a, b in pairwise(shares))
    wanted = iter([s.agent for s in shares for _ in re.split(" and |、", s.request)])
    assert all(found is None or found == agent for found, agent in zip(owners, wanted, strict=True))


@pytest.mark.parametrize(
    ("claims", "found"),
    [({}, None), ({"a": W}, None), ({"a": S}, "a"), ({"a": S, "b": W}, "a"), ({"a": S, "b": S}, None), ({"a": S, "b": OWN}, "b")],
)
def test_an_owner_is_the_one_who_claims_most_and_at_least_strongly(claims: Mapping[str, Strength], found: str | None) -> None:
    assert owner(claims) == found


async def shared(text: str) -> tuple[Share, ...] | None:
    """Shared between who claims `lamp` and who claims `buy`."""

    async def claim(piece: str) -> Mapping[str, Strength]:
        return {"home": S if re.search("lamp|電気", piece) else N, "diary": S if re.search("buy|買", piece) else N}

    return await shared_out(text, await claim(text), claim)


async def test_a_clause_that_wants_something_is_not_lost_because_it_is_claimed_weakly() -> None:
    async def claim(piece: str) -> Mapping[str, Strength]:
        return {"home": W if "porch" in piece else N, "diary": S if "buy" in piece else N}

    for said, agents in (("The porch needs sweeping and buy oats", ["home", "diary"]), ("The porch is wet and buy oats", ["diary"])):
        shares = await shared_out(said, await claim(said), claim)
        assert shares is not None and [s.agent for s in shares] == agents


async def test_what_one_agent_claims_goes_to_it_whole() -> None:
    assert await shared("Dim the lamp and the other one") == (Share("home", "Dim the lamp and the other one"),)
    assert await shared("Hello there") is None


@pytest.mark.parametrize(
    ("said", "requests"),
    [
        ("Why is the lamp on? Switch the lamp in the den off", ["Why is the lamp on?", "Switch the lamp in the den off"]),
        ("Is the lamp on? Turn it up", ["Is the lamp on?", "Turn it up"]),
        ("なんで電気ついてるの？電気消してよ", ["なんで電気ついてるの？", "電気消してよ"]),
        ("Could you dim the lamp? And light the other lamp", ["Could you dim the lamp? And light the other lamp"]),
        ("Is it late? Dim the lamp", ["Is it late? Dim the lamp"]),
    ],
)
async def test_what_is_asked_and_what_is_wanted_are_two_tasks_of_one_agent(said: str, requests: list[str]) -> None:
    shares = await shared(said)
    assert shares is not None and [(s.agent, s.request) for s in shares] == [("home", request) for request in requests]


async def test_what_two_claim_is_shared_by_clauses_and_the_unclaimed_ones_go_with_their_neighbours() -> None:
    assert await shared("Please, dim the lamp to 30 %, slowly, and then buy milk and eggs; also the lamp in the hall") == (
        Share("home", "Please and dim the lamp to 30 % and slowly"),
        Share("diary", "buy milk and eggs"),
        Share("home", "also the lamp in the hall"),
    )
    assert await shared("電気を消して、明日牛乳を買うのを忘れない") == (
        Share("home", "電気を消して"),
        Share("diary", "明日牛乳を買うのを忘れない"),
    )


async def test_what_two_claim_in_one_clause_is_left_to_a_model() -> None:
    assert await shared("buy a lamp") is None


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("蛇口を閉めて、七時に苗を植えるって予定に入れて", ["蛇口を閉めて", "七時に苗を植えるって予定に入れて"]),
        ("蛇口を閉めてあさって苗を植える", ["蛇口を閉めて", "あさって苗を植える"]),
        ("苗を買って蛇口を閉めて", ["苗を買って", "蛇口を閉めて"]),
    ],
)
def test_a_japanese_sentence_is_cut_after_a_verb_and_not_within_a_word(text: str, pieces: list[str]) -> None:
    assert split_clauses(text) == pieces


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("open the tap at 7 and 9 tomorrow", ["open the tap at 7 and 9 tomorrow"]),
        ("close the tap, tomorrow at noon, and buy seedlings", ["close the tap, tomorrow at noon", "buy seedlings"]),
        ("蛇口を閉めて、明日", ["蛇口を閉めて、明日"]),
        ("buy seedlings tomorrow and on Friday close the tap", ["buy seedlings tomorrow", "on Friday close the tap"]),
    ],
)
def test_times_stay_with_what_is_to_be_then(text: str, pieces: list[str]) -> None:
    assert split_clauses(text) == pieces


def test_what_a_dash_details_belongs_to_the_clause_before_it() -> None:
    text = "whenever the guests come - curtain drawn, fire at nineteen, music on"
    found = deferred(text)
    assert found is not None and found.parts == (text,) and not found.rest
