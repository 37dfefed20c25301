"""Numbers written as English words: `twenty-five`, `third`."""

_ONES = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen", "fourteen",
    "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
)  # fmt: skip
_TENS = {"twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60}
_ORDINALS = (
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh", "twelfth", "thirteenth",
    "fourteenth", "fifteenth", "sixteenth", "seventeenth", "eighteenth", "nineteenth", "twentieth",
)  # fmt: skip

_ones_tail = "one|two|three|four|five|six|seven|eight|nine"
WORD = rf"(?:(?:{'|'.join(_TENS)})(?:[-\x20](?:{_ones_tail}))?|{'|'.join(sorted(_ONES, key=len, reverse=True))})"
"""An English number word from zero to sixty-nine."""
COUNT = rf"(?:[0-9]{{1,6}}|a\x20couple\x20of|a\x20couple|an?|{WORD})"
"""How many of something."""
_ordinals = "|".join(sorted(_ORDINALS, key=len, reverse=True))
ORDINAL = rf"(?:[0-9]{{1,2}}(?:st|nd|rd|th)|(?:twenty|thirty)[-\x20](?:{'|'.join(_ORDINALS[:9])})|{_ordinals}|thirtieth)"
"""`3rd`, `third`, `twenty-first`."""


def number(word: str) -> int:
    """The value of a `COUNT`, `WORD` or `ORDINAL`, lower case."""
    if word[0].isdigit():
        return int(word.rstrip("stndrh"))
    if word in ("a", "an"):
        return 1
    if word.startswith("a couple"):
        return 2
    if word == "thirtieth":
        return 30
    total = 0
    for piece in word.replace("-", " ").split():
        if piece in _TENS:
            total += _TENS[piece]
        elif piece in _ONES:
            total += _ONES.index(piece)
        else:
            total += _ORDINALS.index(piece) + 1
    return total
