"""What one segment of a request says: words that documentation may have, devices, rooms, numbers, times and quoted texts."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache

from yamori.agents.iot.rules.docs import docs_of
from yamori.agents.iot.rules.glossary import documented, spoken, stem
from yamori.agents.iot.rules.loanwords import KATAKANA, consonants
from yamori.agents.iot.rules.meaning import Context
from yamori.agents.iot.rules.mentions import mentions
from yamori.agents.iot.rules.names import Named
from yamori.agents.iot.rules.places import rooms_in
from yamori.agents.iot.rules.segments import MARKED, SHARE, Segment
from yamori.agents.iot.rules.word_lists import ends, finder, phrasing, says, stems_for, words_for
from yamori.agents.iot.rules.words import LONGEST_NUMBER, kanji_number, normal, numbers, stems

_DURATION = re.compile(
    r"(?P<number>\d+(?:\.\d+)?|\b(?:half an?|a|an|one|two|three|four|five|six|seven|eight|nine|ten|fifteen|twenty|thirty)\b)"
    r"\s*(?:more\s+|further\s+)?"
    r"(?P<unit>days?|hours?|hrs?|minutes?|mins?|seconds?|secs?|s(?![a-z])|日(?=間)|時間|分|秒)(?:間)?(?P<half>半)?"
)
_WORDS = dict(
    zip(
        ["a", "an", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "fifteen", "twenty", "thirty"],
        (1, 1, 1, *range(2, 11), 15, 20, 30),
        strict=True,
    )
)
_TENTHS: dict[int, tuple[str, ...]] = {
    n: (word, "tenths", "tenth", tens, *(("half",) if n == 5 else ()))
    for n, (word, tens) in enumerate(
        zip(
            ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine"],
            ["ten", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"],
            strict=True,
        ),
        1,
    )
}
"""How documentation may call so many tenths."""
_RATE = re.compile(
    r"(?<=\d)(?P<counted>[^\d,.;]*?)\b(?:an?|per)\s+(?:day|hour|minute|second)\b|\bper\s+(?:day|hour|minute|second)\b"
    r"|毎[日時分秒]|[1一](?:日|時間|分間?|秒間?)(?:に|あたり|当たり)"
)
"""`9 turns a minute` says how fast, not how long."""
_AND_A_HALF = re.compile(r"\band a half\b|(?<=時間)半|(?<=分)半")
_FAHRENHEIT = re.compile(r"(?<=\d)\s*°?f\b")
UNIT = re.compile(
    r"\s*(?:cm|mm|kg|km|kph|rpm|mls?|lit(?:er|re)s?|gram(?:me)?s?|kilos?|hertz|hz|bpm|dbs?|decibels?|watts?|volts?|g|m|l|w)(?![a-z])"
    r"|\s*(?:センチ|ミリ|キロ|メートル|グラム|リットル|ワット|ヘルツ|パーセント|個|回|枚|本|杯|球|人前|人分|粒|匹|段階?|番|拍|部|袋|皿|玉)"
)
"""What is counted; the documentation knows its own units."""
_GLUED = re.compile(r"(?!(?:cm|mm|kg|km|g|m|l|w|c|f|k|ml|x|th|st|nd|rd)\b)[a-z]+")
"""`3d` is no number."""
_SPECIFIC = re.compile(r"[\u4e00-\u9fff]+|[\u30a1-\u30ffー]{2,}")


@dataclass(frozen=True)
class Said:
    """The words of one segment that tell what is to be done."""

    words: tuple[frozenset[str], ...]
    """Each as the stems that documentation may have for it."""
    unknown: int
    """Further words, of which nothing is known."""
    devices: tuple[str, ...]
    """Named in it, in order."""
    kinds: tuple[str, ...]
    """The devices of a kind that it speaks of (`the heating`), in the rooms that it names."""
    rooms: frozenset[str]
    relative: bool
    """Said as a difference: `one notch more`."""
    downward: bool
    """To less than it is."""
    upward: bool
    """To more."""
    everyone: bool
    every: bool
    seconds: float | None
    numbers: tuple[float, ...]
    units: tuple[str, ...]
    """Of each number: `%`, `°` or empty."""
    texts: tuple[str, ...]
    """Quoted, or said to be shown; as they were written."""
    utmost: bool
    """The most of a kind."""
    plain: str


def read_segment(segment: Segment, quoted: Sequence[str], context: Context) -> Said:
    text, lex = segment.text, context.lexicon
    named = mentions(text, context.index, lex)
    found = [m for m in named if m.what in (Named.DEVICE, Named.ROOM)]
    covered = [(m.start, m.end) for m in found]
    devices = tuple(dict.fromkeys(p.device for m in found for p in m.parts))
    rooms = frozenset(r for m in found if m.what is Named.ROOM for r in rooms_in(m, context.index))
    of_kind = [p.device for m in named if m.what is Named.KIND for p in m.parts]
    kinds = tuple(d for d in dict.fromkeys(of_kind) if not rooms or context.index.devices[d].room in rooms)
    marks = [quoted[int(m.group(1))] for m in MARKED.finditer(text)]
    covered += [m.span() for m in MARKED.finditer(text)]
    shown = None if marks else next((m for m in (s.search(text) for s in _shown()) if m), None)
    if shown:
        marks = [shown["text"].strip()]
        covered.append(shown.span("text"))
    rates = [_rate(m) for m in _RATE.finditer(text) if not ends(m["counted"] or "", "before_lengths")]
    covered += rates
    shares = list(SHARE.finditer(text))
    covered += [m.span() for m in shares]
    seconds, times = _lasting(text, [*rates, *(m.span() for m in shares)])
    covered += times
    utmost = _utmost(text)
    covered += utmost
    fahrenheit = [m.span() for scale in (_FAHRENHEIT, phrasing("fahrenheit")) for m in scale.finditer(text)]
    covered += fahrenheit
    kilo = 1000 if any(phrasing("kilos").match(text[n.end :].lstrip()) for n in numbers(text)) else 1
    counts = [n for n in numbers(text) if not any(a <= n.start < b for a, b in covered) and not _GLUED.match(text, n.end)]
    covered += [(n.start, u.end() if (u := UNIT.match(text, n.end)) else n.end) for n in counts]
    everyone = phrasing("everything_there_is").search(text)
    hidden = _within(covered)
    words: list[frozenset[str]] = []
    looking: list[frozenset[str]] = []
    seen: list[tuple[int, int]] = []
    people = frozenset(w for p in context.index.home.people for w in documented(normal(p.name)))
    for word in spoken(text):
        if word.start in hidden:
            continue
        seen.append((word.start, word.end))
        if word.own and (text[word.start : word.end] in lex.filler or word.own in words_for("no_action") | stems_for("function") | people):
            continue
        (looking if word.own in words_for("looking") or word.also & words_for("looking") else words).append(
            word.also | {word.own} if word.own else word.also
        )
    words += [
        frozenset(stem(w) for w in _TENTHS[kanji_number(m["tenths"]) if not m["tenths"].isdigit() else int(m["tenths"])]) for m in shares
    ]
    docs = docs_of(context.index)
    for run in KATAKANA.finditer(text):
        if not any(a < run.end() and run.start() < b for a, b in (*seen, *covered)) and (alike := docs.sounds.get(consonants(run.group()))):
            words.append(frozenset(alike))
            seen.append(run.span())
    off, on = _turned(text, "turns", "turned_off"), _turned(text, "turns_or_lights", "turned_on")
    if off > on:
        words.append(frozenset({"off"}))
    elif on or phrasing("shines").search(text):
        words.append(frozenset({"on"}))
    known = _within(seen)
    unknown = sum(
        known.isdisjoint(range(*m.span())) and bool(_beyond(m, hidden)) and m.group() not in lex.filler_ja for m in _SPECIFIC.finditer(text)
    )
    if not devices:
        devices, called = _called_in_part(text, rooms, context)
        words = [w for w in words if not w & called]
    return Said(
        words=tuple(w for w in (words or ([] if everyone else looking)) if w),  # `check everything` tells nothing to look for
        unknown=unknown,
        devices=devices,
        kinds=kinds,
        rooms=rooms,
        relative=says(text, "relative"),
        downward=says(text, "downward"),
        upward=says(text, "upward"),
        everyone=everyone is not None,
        every=says(text, "every_one"),
        seconds=seconds,
        numbers=tuple(round((n.value - 32) / 1.8, 1) if fahrenheit else n.value * kilo for n in counts),
        units=tuple("°" if fahrenheit else n.unit for n in counts),
        texts=tuple(marks),
        utmost=bool(utmost) or re.search(r"\b(?!rest|test|best)\w{3,}est\b", text) is not None,
        plain=text,
    )


@cache
def _shown() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """What a device is to show, unquoted: behind the verb and before where, or before the verb."""
    verb, behind = phrasing("shows").pattern, phrasing("shown_where").pattern
    before_verb = phrasing("shown_before").pattern
    return (
        re.compile(rf"(?:{verb})\s+(?P<text>[a-z0-9!?][\w !?'-]*?)\s+(?:{behind})"),
        re.compile(rf"(?<![^\s、。をはがにで])(?P<text>[^\s、。をはがにで]+)\s*(?:{before_verb})"),
    )


def _turned(text: str, verbs: str, where: str) -> int:
    """Where the last word for where something is turned to ends, behind its verb; 0 where none stands there."""
    verb = finder(verbs).search(text)
    return max((m.end() for m in finder(where).finditer(text, verb.end())), default=0) if verb else 0


def _utmost(text: str) -> list[tuple[int, int]]:
    """Where it is said that it be the most of its kind; of `as wet as possible` without what it is to be."""
    found = phrasing("utmost_of_all").search(text)
    if found is None:
        return []
    if not phrasing("as_much_as_possible").fullmatch(found[0]):
        return [found.span()]
    led, _, goes = found[0].split(" ", 2)
    return [(found.start(), found.start() + len(led)), (found.end() - len(goes), found.end())]


def _within(spans: Iterable[tuple[int, int]]) -> frozenset[int]:
    """The positions of a text that lie in one of these spans."""
    return frozenset(at for start, end in spans for at in range(start, end))


def _beyond(run: re.Match[str], hidden: frozenset[int]) -> str:
    """What of a run of characters is not hidden: 硬化 of 分間硬化. Of a single one nothing is known to be a word."""
    left = "".join(c for n, c in enumerate(run.group(), run.start()) if n not in hidden)
    return left if len(left) == len(run.group()) or len(left) > 1 else ""


def _lasting(text: str, rates: Sequence[tuple[int, int]]) -> tuple[float | None, list[tuple[int, int]]]:
    """How long, in seconds, and where it is said; what is said of a rate does not count."""
    half = _AND_A_HALF.search(text)
    spans = [half.span()] if half else []
    duration = next((m for m in _DURATION.finditer(text) if not any(a <= m.start() < b for a, b in rates)), None)
    if duration is None or len(duration["number"]) > LONGEST_NUMBER:
        return None, spans
    scale = {"d": 86400, "日": 86400, "h": 3600, "時": 3600, "m": 60, "分": 60}.get(duration["unit"][0], 1)
    count = 0.5 if duration["number"].startswith("half") else _WORDS.get(duration["number"], 0) or float(duration["number"])
    return (count + (0.5 if half else 0)) * scale, [*spans, duration.span()]


def _rate(found: re.Match[str]) -> tuple[int, int]:
    """Where `a minute` stands."""
    return found.end("counted") if found["counted"] else found.start(), found.end()


def _called_in_part(text: str, rooms: frozenset[str], context: Context) -> tuple[tuple[str, ...], frozenset[str]]:
    """The one device that a word of its name tells (`the roses` for a rose sprinkler), and those words as stems."""
    index = context.index
    known_by: dict[str, frozenset[str]] = {}
    for word in dict.fromkeys(stems(text)):
        named = {d for d in index.devices_by_word.get(word, ()) if not rooms or index.devices[d].room in rooms}
        if len(named) == 1 and len(word) > 2 and word not in context.lexicon.vocabulary and word not in index.room_words:
            device = next(iter(named))
            known_by[device] = known_by.get(device, frozenset()) | documented(word)
    return (tuple(known_by), next(iter(known_by.values()))) if len(known_by) == 1 else ((), frozenset())
