"""A day of the diary with some of its words mended, by code: nothing but them changes."""

import re

from yamori.agents.scheduler.rules.diary_intents import DiaryEdit
from yamori.agents.scheduler.rules.distinguishing import tells

_SENTENCES = re.compile(r"[^.!?。！？]+[.!?。！？]*\s*")
_PARTS = re.compile(r"(,? (?:and|but|then) |; )")


def edited(text: str, edit: DiaryEdit) -> str | None:
    """The text as it is to be, empty where nothing is left of it; None where it does not hold the words."""
    if (number := _NUMBER.fullmatch(edit.gone.strip())) is not None:
        return _renumbered(text, number[0], edit.text)
    words = _pattern(edit.gone)
    if words is None or not words.search(text):
        return None
    if edit.text:
        return words.sub(lambda m: _put(edit.text, m), text)
    lines = [_struck(line, words) for line in text.split("\n")]
    return "\n".join(line for line in lines if line)


_NUMBER = re.compile(r"\d+(?:[.,:]\d+)?")


def _renumbered(text: str, gone: str, new: str) -> str | None:
    """Another number: where the new one names its unit, that of the same unit, else the only one of its kind."""
    m = _NUMBER.search(new)
    if m is None:
        return None
    unit = new[m.end() :].strip()
    alone = re.compile(rf"(?<![\d.,:]){re.escape(gone)}(?![\d]|[.,:]\d)")
    same = re.compile(rf"{alone.pattern}(?=\s*{re.escape(unit)})", re.I) if unit else alone
    found = same if same.search(text) else alone
    return found.sub(m[0], text) if len(found.findall(text)) == 1 else None


def _pattern(words: str) -> re.Pattern[str] | None:
    if not words or not tells(words):
        return None
    literal = r"\s+".join(re.escape(word) for word in words.split())
    return re.compile(rf"(?:\b(?P<article>an?) )?\b(?P<gone>{literal})\b" if words.isascii() else f"(?P<gone>{literal})", re.I)


def _put(text: str, m: re.Match[str]) -> str:
    """With a capital where the words had one, and with the article that goes with it."""
    word = text[:1].upper() + text[1:] if m["gone"][:1].isupper() else text
    article = m.groupdict().get("article")
    return f"{article[0]}{'n' if word[:1].lower() in 'aeiou' else ''} {word}" if article else word


def _struck(line: str, words: re.Pattern[str]) -> str:
    """Without the sentences that hold the words; of one that says two things, without the one that does."""
    kept = (_kept(sentence, words) if words.search(sentence) else sentence for sentence in _SENTENCES.findall(line))
    return "".join(kept).strip()


def _kept(sentence: str, words: re.Pattern[str]) -> str:
    body = sentence.rstrip()
    end = re.search(r"[.!?]*$", body)
    mark = end[0] if end else ""
    pieces = _PARTS.split(body.removesuffix(mark))
    left = [part for part in pieces[::2] if not words.search(part)]
    if len(pieces) != 3 or len(left) != 1 or any(len(part.split()) < 2 for part in pieces[::2]):
        return ""
    return left[0][:1].upper() + left[0][1:] + mark + sentence[len(body) :]
