"""One sentence in several languages falls into its clauses, and whoever needs coarser ones says where they begin."""

import pytest

from yamori.understanding.joints import Joint
from yamori.understanding.splitting import split_clauses


@pytest.mark.parametrize(
    ("text", "clauses"),
    [
        ("open the sluice and stop the mill", ["open the sluice", "stop the mill"]),
        ("Ask Dr. Abe about the mill; stop it at 3 p.m. today", ["Ask Dr. Abe about the mill", "stop it at 3 p.m. today"]),
        ("The mill stops at 3 p.m. Open the sluice", ["The mill stops at 3 p.m", "Open the sluice"]),
        ("open the sluice but not the weir", ["open the sluice but not the weir"]),
        ("öffne die Schleuse und dann stoppe die Mühle", ["öffne die Schleuse", "stoppe die Mühle"]),
        ("Wenn es regnet, öffne die Schleuse und stoppe die Mühle", ["Wenn es regnet, öffne die Schleuse und stoppe die Mühle"]),
        ("水門を開けて水車を止めて", ["水門を開けて", "水車を止めて"]),
        ("水車を止めて。あと、あさって水門を開けて", ["水車を止めて", "あと、あさって水門を開けて"]),
        ("水門を開け、水車を止めて", ["水門を開け", "水車を止めて"]),
        ("水門を開けてから水車を止めて", ["水門を開けてから", "水車を止めて"]),
        ("水かさが増えてきたので、水門を開けて", ["水かさが増えてきたので", "水門を開けて"]),
        ("水車じゃなくて水門を開けて", ["水車じゃなくて水門を開けて"]),
        ("水車がまだ回ってない？", ["水車がまだ回ってない？"]),
        ("水門ってちゃんと閉まってる？", ["水門ってちゃんと閉まってる？"]),
        ("日記に「水門を開けて、水車を止めた」と書いて", ["日記に「水門を開けて、水車を止めた」と書いて"]),
        ("水車を止めて、それから水門を開けて", ["水車を止めて", "水門を開けて"]),
    ],
)
def test_a_sentence_falls_into_its_clauses_by_the_words_of_its_language(text: str, clauses: list[str]) -> None:
    assert split_clauses(text) == clauses


def test_whoever_needs_coarser_clauses_says_where_they_begin() -> None:
    def begins(joint: Joint, following: str) -> bool:
        return joint.is_stop or following.startswith("stop")

    text = "open the sluice and the weir, and stop the mill. The water is high and rising"
    assert split_clauses(text, begins=begins) == ["open the sluice and the weir", "stop the mill", "The water is high and rising"]
