"""What asks to remember something, taken off a Japanese sentence."""

from yamori.memory.reading.grammar.ja.words import words_for
from yamori.memory.reading.grammar.parts import Bare


def stripped(text: str) -> Bare:
    left, asked = text.strip(" 。.!！、"), False
    asks, around = words_for("asks"), words_for("around")
    endings = ("ね", "よ", "な", "、", "。", "!", "！", "?", "？", " ", *words_for("asks_politely"))
    while left:
        if (found := next((w for w in asks if left.endswith(w)), None)) is not None:
            left, asked = left[: -len(found)].strip(" 。、"), True
        elif not asked and _asks(left, endings, asks) and (found := next((e for e in endings if left.endswith(e)), None)) is not None:
            left = left[: -len(found)].strip("。、 ")
        elif (found := next((w for w in asks if left.startswith(w)), None)) is not None:
            left, asked = left[len(found) :].lstrip("ね。、 "), True
        elif (found := next((w for w in around if left.startswith(w)), None)) is not None:
            left = left[len(found) :].lstrip("。、 ")
        elif (found := next((w for w in around if left.endswith(w)), None)) is not None:
            left = left[: -len(found)].strip("。、 ")
        else:
            break
    return Bare(text=left, asked=asked)


def _asks(text: str, endings: tuple[str, ...], asks: tuple[str, ...]) -> bool:
    """Whether what asks stands behind no more than an ending."""
    bare = text
    while (found := next((e for e in endings if bare.endswith(e)), None)) is not None:
        bare = bare[: -len(found)]
    return any(bare.endswith(w) for w in asks)
