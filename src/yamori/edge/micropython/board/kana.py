"""Text as the HD44780's own letters (ROM A00): ASCII and half-width kana. Called by `display.py`; plain decisions.
Kana and full-width letters are turned into what the display has; pictures such as emoji are left out; kanji it cannot draw."""

from arguments import Wrong

KANA = "。「」、・ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン゛゜"
FIRST = 0xA1  # the code of 。, from where they stand in this order
VOICED = ("ガギグゲゴザジズゼゾダヂヅデドバビブベボヴ", "カキクケコサシスセソタチツテトハヒフヘホウ")
HALF_VOICED = ("パピプペポ", "ハヒフヘホ")
LIKE = {
    "　": " ",
    "’": "'",
    "‘": "'",
    "“": '"',
    "”": '"',
    "–": "-",
    "—": "-",
    "〜": "-",
    "～": "-",
    "~": "-",
    "\\": "/",
    "…": "...",
    "！": "!",
}
LIKE.update(
    {"×": "x", "¥": "\x5c", "￥": "\x5c", "→": "\x7e", "←": "\x7f", "°": "\xdf", "℃": "\xdfC", "ヰ": "ｲ", "ヱ": "ｴ", "\r": "", "\t": " "}
)


def letters(text):
    """The display's codes. Raises `Wrong` for letters that it does not have."""
    codes = []
    missing = ""
    for letter in text:
        found = _codes(letter)
        if found is None:
            missing += letter if letter not in missing else ""
        else:
            codes.extend(found)
    if missing:
        raise Wrong("the display has no letters for %s: send it kana or English" % missing)
    if text and not codes:
        raise Wrong("the display has letters only, no pictures")
    return codes


def _codes(letter):
    """None for a letter that the display does not have; empty for what is no letter."""
    if letter == "\n":
        return [10]
    if letter in LIKE:
        return [ord(one) if ord(one) < 256 else ord(one) - 0xFF61 + FIRST for one in LIKE[letter]]
    point = ord(letter)
    if 0x20 <= point < 0x7E:
        return [point]
    if 0xFF01 <= point <= 0xFF5D:
        return [point - 0xFEE0]
    if 0xFF61 <= point <= 0xFF9F:
        return [point - 0xFF61 + FIRST]
    if 0x3041 <= point <= 0x3096:  # hiragana, by way of its katakana
        letter = chr(point + 0x60)
    for (written, plain), mark in ((VOICED, 0xDE), (HALF_VOICED, 0xDF)):
        place = written.find(letter)
        if place >= 0:
            return [KANA.index(plain[place]) + FIRST, mark]
    place = KANA.find(letter)
    if place >= 0:
        return [place + FIRST]
    return [] if _picture(point) else None


def _picture(point):
    return point >= 0x1F000 or 0x2600 <= point <= 0x27BF or 0xFE00 <= point <= 0xFE0F or point in (0x200D, 0x20E3, 0x2728, 0x266A)


def pages(codes, width):
    """Pages of two lines of up to `width` codes, broken between words where there are any."""
    lines = [[]]
    word = []
    for code in codes + [10]:
        if code not in (10, 32):
            word.append(code)
            if len(word) == width or code >= FIRST:  # Kana breaks anywhere, but not before its own mark.
                _take(lines, word, width)
                word = []
            continue
        if word:
            _take(lines, word, width)
            word = []
        if code == 10:
            lines.append([])
        elif lines[-1] and len(lines[-1]) < width:
            lines[-1].append(32)
    lines.pop()
    return [lines[at : at + 2] for at in range(0, len(lines), 2)]


def _take(lines, word, width):
    if len(lines[-1]) + len(word) > width:
        lines.append([])
    lines[-1].extend(word)
