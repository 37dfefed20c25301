"""Reasons that backends give by the name of a sentence: said in the person's language, and caught by who can act."""

import re
from pathlib import Path

import pytest

from yamori.agentkit.texts import texts_of
from yamori.domain.errors import HouseSilent, Misconfigured, NotFound, YamoriError
from yamori.gateway import sentences
from yamori.gateway.sentences import Gone, Spoken, ToMend, Unanswered

NAMES = ("Home Assistant", "SmartThings", "Yamori", "`yamori pin`", "MQTT", "OAuth", "JPEG", "PNG", "MB")


@pytest.mark.parametrize(
    ("error", "kind", "english", "japanese"),
    [
        (Unanswered("unreachable", device="Fan"), HouseSilent, "Fan cannot be reached now; nothing was sent.", "Fanに今つながらない"),
        (Gone("fan-1"), NotFound, "The home no longer has fan-1; nothing was done.", "fan-1はもう家にない"),
        (
            ToMend("token_refused", "mend_token", where="maker", through="Maker", url="https://maker.example"),
            Misconfigured,
            "Maker does not accept Yamori's access token. Make a new access token (https://maker.example) and set it again.",
            "MakerがYamoriのアクセストークンを受け付けません。新しいアクセストークンを作り(https://maker.example)",
        ),
    ],
)
def test_a_reason_is_said_in_both_languages_and_caught_by_who_can_act(
    error: Spoken, kind: type[YamoriError], english: str, japanese: str
) -> None:
    assert isinstance(error, kind)
    assert english in error.said("turn it on") and japanese in error.said("つけて")


def test_what_is_to_be_mended_names_the_place_and_the_way_for_the_operator_too() -> None:
    error = ToMend("token_narrow", "mend_scopes", where="maker", through="Maker", scopes="r:devices")
    assert (str(error), error.mend) == (
        "maker: Yamori's access token is not allowed to do this at Maker",
        "Give the token the scopes r:devices.",
    )


def test_no_japanese_sentence_has_english_words_of_its_own() -> None:
    for name, sentence in texts_of(Path(sentences.__file__).parent / "texts" / "ja.yaml").items():
        if not isinstance(sentence, str):  # forms that a number chooses
            continue
        own = re.sub(r"\{\w+\}", "", str(sentence))
        for allowed in NAMES:
            own = own.replace(allowed, "")
        assert not re.search(r"[A-Za-z]", own), name
