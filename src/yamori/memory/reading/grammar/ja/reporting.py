"""What somebody else said, in what a Japanese sentence tells: 看護師さんがアンは豆がだめだって."""

import re
from collections.abc import Collection

from yamori.memory.reading.grammar.ja.words import words_for

_WHO_SAYS = r"[^はがにから、。]{1,14}"


def reported(text: str, names: Collection[str]) -> str | None:
    """What was said; None where nobody says anything, or where it is left open of whom."""
    plain = text.strip(" 。.!！、")
    told = next((end for end in words_for("told_to") if plain.endswith(end)), None)
    end = told or next((end for end in words_for("reports") if plain.endswith(end)), None)
    if end is None:
        return None
    said = plain.removesuffix(end)
    people = sorted((*names, *words_for("beings"), *words_for("speaker"), *words_for("household")), key=len, reverse=True)
    whom = "|".join(re.escape(name.rstrip("のは")) for name in people if name)
    whose = re.match(
        rf"{_WHO_SAYS}(?:が|は|に|から|によると|によれば|の話では)、?(?P<said>(?:{whom})(?:さん|ちゃん|くん|君)?[はがもの、].+)", said
    )
    if whose is not None:
        return whose["said"]
    of_speaker = re.match(rf"{_WHO_SAYS}(?:に|から|で)、?(?P<said>.+)", said) if told is not None else None
    return of_speaker["said"] if of_speaker is not None else None
