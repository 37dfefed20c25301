"""Bytes become text: what they say of themselves first, then what fits, Japanese encodings included."""

import codecs

from yamori.agents.lifestyle.reading.unreadable import Reason, Unreadable

_MARKS: tuple[tuple[bytes, str], ...] = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_JAPANESE = ("cp932", "euc_jis_2004")
_SAMPLE = 200_000
_ALIASES = {"shift_jis": "cp932", "shift-jis": "cp932", "sjis": "cp932", "x-sjis": "cp932", "windows-31j": "cp932", "ms_kanji": "cp932"}


def decoded(data: bytes, *, stated: str | None = None) -> str:
    """`stated` is what the file or its surroundings say; it is believed where it fits. Raises `Unreadable` where nothing does."""
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return data.decode(encoding, errors="replace")
    if b"\x1b$" in data[:_SAMPLE] and (text := _tried(data, "iso2022_jp_2")) is not None:
        return text
    for likely in (stated, "utf-8", _without_mark(data)):
        text = _tried(data, likely)
        if text is not None:
            return text
    read = [(name, text) for name in _JAPANESE if (text := _tried(data, name)) is not None]
    if read:
        best = max(read, key=lambda found: _likely_japanese(found[1][:_SAMPLE]))
        if _likely_japanese(best[1][:_SAMPLE]) > 0.5:
            return best[1]
    return _guessed(data)


def _tried(data: bytes, encoding: str | None) -> str | None:
    if not encoding:
        return None
    try:
        return data.decode(_ALIASES.get(encoding.strip().lower(), encoding.strip()))
    except (UnicodeDecodeError, LookupError, ValueError):
        return None


def _without_mark(data: bytes) -> str | None:
    """UTF-16 without a byte order mark: every other byte of Latin text, and of line breaks, is zero."""
    head = data[:4000]
    if len(head) < 4 or b"\x00" not in head:
        return None
    even, odd = head[::2].count(0), head[1::2].count(0)
    return "utf-16-le" if odd > 3 * even else "utf-16-be" if even > 3 * odd else None


def _likely_japanese(text: str) -> float:
    """Share of kana, common kanji and Japanese punctuation among what is not ASCII: a wrong encoding gives halfwidth kana."""
    foreign = [c for c in text if not c.isascii()]
    kana = sum("\u3000" <= c <= "\u30ff" or "\uff01" <= c <= "\uff5e" for c in foreign)
    kanji = sum("\u4e00" <= c <= "\u9fff" for c in foreign)
    return (kana + 0.7 * kanji) / len(foreign) if foreign else 0.0


def _guessed(data: bytes) -> str:
    """Western text has few letters beyond ASCII; what has many may be of any country."""
    western = _tried(data, "cp1252")
    if western is not None and sum(not c.isascii() for c in western[:_SAMPLE]) < 0.15 * len(western[:_SAMPLE]):
        return western
    from charset_normalizer import from_bytes

    best = from_bytes(data[:_SAMPLE]).best()
    if best is None:
        raise Unreadable("its characters are in no known encoding; save it as UTF-8", reason=Reason.DAMAGED)
    return data.decode(best.encoding, errors="replace")
