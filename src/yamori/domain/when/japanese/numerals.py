"""Japanese numbers, in digits or kanji: `二十五`."""

_KANJI = {c: i for i, c in enumerate("〇一二三四五六七八九")} | {"零": 0}

KANJI = "[0-9]{1,6}|[〇零一二三四五六七八九十百]{1,7}"
"""A Japanese number, in digits or kanji."""


def number(word: str) -> int:
    """The value of a `KANJI` number; positional (二〇二六) as well as with 十 and 百 (二十五)."""
    if word[0].isdigit():
        return int(word)
    if not any(c in "十百" for c in word):
        return int("".join(str(_KANJI[c]) for c in word))
    total = held = 0
    for c in word:
        if c in "十百":
            total += (held or 1) * (10 if c == "十" else 100)
            held = 0
        else:
            held = _KANJI[c]
    return total + held
