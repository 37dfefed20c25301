"""Where a sentence is not cut: questions about the clause before, halves of an hour, and what one agent says is all its own."""

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from yamori.agentkit.task import Strength
from yamori.orchestrator.clauses import Share, known, shared_out
from yamori.understanding.splitting import split_clauses


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("There is a red light on the pump, what is that?", ["There is a red light on the pump, what is that?"]),
        ("Roast the beets, and how long?", ["Roast the beets, and how long?"]),
        ("Wax the skis and sweep the shed, and when?", ["Wax the skis", "sweep the shed, and when?"]),
        ("ポンプが赤く光っています。これは何ですか", ["ポンプが赤く光っています。これは何ですか"]),
        ("When?", ["When?"]),
        ("Wait an hour and a half, then sweep the shed", ["Wait an hour and a half", "sweep the shed"]),
        ("Is the shed dry? and sweep it.", ["Is the shed dry?", "sweep it."]),
        ("", []),
        (" , and ; ", []),
    ],
)
def test_a_question_too_short_to_stand_alone_stays_with_what_it_asks_about(text: str, pieces: list[str]) -> None:
    assert split_clauses(text) == pieces


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("Sweep the shed and and then 明日", ["Sweep the shed", "and then 明日"]),
        ("also the and then tomorrow", ["also the and then tomorrow"]),
        ("then and then how long", ["then and then how long"]),
        ("and and then 明日", ["and and then 明日"]),
        ("water the roses, and and then tomorrow", ["water the roses", "and then tomorrow"]),
    ],
)
def test_a_piece_that_stands_in_the_joint_behind_it_too_is_cut_where_it_stood(text: str, pieces: list[str]) -> None:
    assert split_clauses(text) == pieces


_SCRAPS = [
    "water",
    "the",
    "and",
    "and then",
    "then",
    "also",
    ", ",
    "; ",
    ". ",
    "?",
    "tomorrow",
    "at 9",
    "明日",
    "水をやって",
    "、",
    "。",
    "how long",
]


@given(st.lists(st.sampled_from(_SCRAPS), max_size=12), st.sampled_from([" ", ""]))
def test_pieces_stand_in_the_sentence_in_their_order_and_do_not_overlap(scraps: list[str], joint: str) -> None:
    text, at = joint.join(scraps), 0
    for piece in split_clauses(text):
        at = text.index(piece, at) + len(piece)


async def test_what_an_agent_says_is_all_its_own_is_not_cut_and_nobody_is_asked_of_its_parts() -> None:
    asked: list[str] = []

    async def claim(piece: str) -> Mapping[str, Strength]:
        asked.append(piece)
        return {}

    text = "Write down: water the roses, and buy oats"
    claims = {"diary": Strength.WHOLE, "garden": Strength.OWNING}
    assert await shared_out(text, claims, claim) == (Share("diary", text),)
    assert asked == []


async def test_of_a_sentence_in_one_piece_nothing_more_is_known() -> None:
    async def claim(piece: str) -> Mapping[str, Strength]:
        raise AssertionError(piece)

    found = await known("Sweep the shed", claim)
    assert (found.shares, found.single, found.lost) == ((), (), "")


async def test_what_nobody_claims_is_known_to_be_lost_where_somebody_was_silent() -> None:
    async def claim(piece: str) -> Mapping[str, Strength]:
        return {"garden": Strength.STRONG if "roses" in piece else Strength.NONE}

    text = "Water the roses and please wax the skis"
    assert (await known(text, claim, silent=True)).lost == "please wax the skis"
    assert (await known(text, claim)).lost == ""
