"""What devices *do*: drive for three seconds, show a text, measure, play. Read from the documentation of commands alone.

A segment of a request is compared with what each command's documentation says (its component, capability, name, sentences and values),
rare words counting more (inverse document frequency). A command is taken only where it accounts for most of what was said, clearly
better than any other, and every argument that it needs was said; else the segment stays a model's to decide. No device, capability or
command is known here by name.
"""

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from weakref import WeakKeyDictionary

from yamori.agents.iot.rules.commands import Order, is_duration, needed, offered, properties, said_value
from yamori.agents.iot.rules.glossary import documented, spoken, stem
from yamori.agents.iot.rules.loanwords import KATAKANA, heard, sounds_of
from yamori.agents.iot.rules.meaning import Context
from yamori.agents.iot.rules.mentions import mentions
from yamori.agents.iot.rules.names import HomeIndex, Named, Part
from yamori.agents.iot.rules.places import rooms_in
from yamori.agents.iot.rules.segments import MARKED, Segment, deeds
from yamori.agents.iot.rules.words import CJK, normal, numbers, stems
from yamori.domain.capability import Capability, CommandSpec, finds_out
from yamori.domain.values import Value

_CLEAR = 1.2
"""How much better than the next command the best one must be."""
_ENOUGH = 0.55
"""The share of what was said that must be accounted for."""
_ENOUGH_ALONE = 0.45
"""The same where the device was named, the command's own name was said, and none of its other commands comes near."""
_FAR = 2.0
_WEIGHTS = {"component": 2.0, "command": 2.0, "value": 3.0, "says": 1.5, "capability": 1.0, "argument": 0.7}
_DURATION = re.compile(
    r"(?P<number>\d+(?:\.\d+)?|\b(?:half an?|a|an|one|two|three|four|five|six|seven|eight|nine|ten|fifteen|twenty|thirty)\b)\s*(?:more\s+|further\s+)?"
    r"(?P<unit>days?|hours?|hrs?|minutes?|mins?|seconds?|secs?|s(?![a-z])|日(?=間)|時間|分|秒)(?:間)?(?P<half>半)?"
)
_WORDS = dict(
    zip(
        ["a", "an", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "fifteen", "twenty", "thirty"],
        (1, 1, 1, *range(2, 11), 15, 20, 30),
        strict=True,
    )
)
_AND_A_HALF = re.compile(r"\b(?:and a half|\.5)\b|(?<=時間)半|(?<=分)半")
_ALL = re.compile(r"\b(?:all|every|both|each)\b|すべて|全て|全部|全|みんな|両")
_TURN_ON = re.compile(r"\b(?:turn|switch|put|light)(?:s|ed|ing)?\b(?:.*\b)?(?:on|up)\b|\b(?:illuminate|glow|shine)s?\b")
_TURN_OFF = re.compile(r"\b(?:turn|switch|put)(?:s|ed|ing)?\b(?:.*\b)?(?:off|out)\b")
_SHOWN_EN = re.compile(
    r"\b(?:display|show|write|print|say)s?\s+(?!(?:the|a|an|my|your|it|that|what|me|on)\b)"
    r"(?P<text>[a-z0-9!?][\w !?'-]*?)\s+(?:on|to|in|at|with)\b"
)
_SHOWN_JA = re.compile(r"(?P<text>[^\s、。をはがにで]+)\s*(?:って|と)\s*(?:表示|書|出|映)")
_RELATIVE = re.compile(
    r"\b(?:by|more|less|fewer|another|further|notch(?:es)?|steps?|\w+er)\b|あと|もう|さらに|だけ|ほど|上げ|下げ|[くめ]に"
)
_KILO = re.compile(r"\s*(?:kilos?|kg|キロ)")
_UNIT = re.compile(
    r"\s*(?:cm|mm|kg|km|kph|rpm|mls?|lit(?:er|re)s?|gram(?:me)?s?|kilos?|hertz|hz|bpm|dbs?|decibels?|watts?|volts?|g|m|l|w)(?![a-z])"
    r"|\s*(?:センチ|ミリ|キロ|メートル|グラム|リットル|ワット|ヘルツ|パーセント|個|回|枚|本|杯|球|人前|人分|粒|匹|段階?|番|拍|部|袋|皿|玉)"
)
"""What is counted; the documentation knows its own units."""
_GLUED = re.compile(r"(?!(?:cm|mm|kg|km|g|m|l|w|c|f|k|ml|x|th|st|nd|rd)\b)[a-z]+")
"""`3d` is no number."""
_SPECIFIC = re.compile(r"[\u4e00-\u9fff]+|[\u30a1-\u30ffー]{2,}")


Key = tuple[str, str, str]
"""Component, capability, command."""


@dataclass(frozen=True)
class Doc:
    """What the documentation of one command of one component holds: stem to the weight of the best place where it stands."""

    component: str
    capability: Capability
    command: CommandSpec
    words: Mapping[str, float]
    told: Mapping[str, frozenset[str]]
    """What is said of each value that it lists, as stems."""


_of_index: WeakKeyDictionary[HomeIndex, "Docs"] = WeakKeyDictionary()


def docs_of(index: HomeIndex) -> "Docs":
    """Made once for a home as it is."""
    if index not in _of_index:
        _of_index[index] = Docs(index)
    return _of_index[index]


class Docs:
    """The documentation of a home's commands, each once however many devices have it."""

    def __init__(self, index: HomeIndex) -> None:
        self.of: dict[Key, Doc] = {}
        self.devices: dict[Key, dict[str, None]] = {}
        """Those that have the command, in the order of the home."""
        self.keys: dict[str, list[Key]] = {}
        """Device to its commands."""
        for device in index.devices.values():
            for component, capability, command in offered(Part(device.id), index):
                key = (component, capability.name, command.name)
                if key not in self.of:
                    told = explained(_values(command), command.says, capability.says, *_described(command))
                    self.of[key] = Doc(component, capability, command, _words(component, capability, command), told)
                self.devices.setdefault(key, {})[device.id] = None
                self.keys.setdefault(device.id, []).append(key)
        # A capability that many components have is documented once: only a component's own name tells them apart.
        once = {key[1:]: doc.words for key, doc in self.of.items()}
        frequency = Counter(word for words in once.values() for word in words)
        named = Counter(word for component in {key[0] for key in self.of} for word in documented(component))
        for word, count in named.items():
            frequency[word] = count if word not in frequency else min(frequency[word], count)
        self.rarity = {word: math.log(1 + len(once) / count) for word, count in frequency.items()}
        self.sounds: dict[str, set[str]] = {}
        """Sound to the stems of the words that sound so to a Japanese ear."""
        for key, doc in self.of.items():
            for sound, word in sounds_of(
                " ".join((key[0], doc.command.name, doc.command.says, doc.capability.says, *_values(doc.command)))
            ):
                self.sounds.setdefault(sound, set()).add(stem(word))
        self.unknown = math.log(1 + max(1, len(once)) / 2)
        """What a word weighs that no documentation holds."""


def _values(command: CommandSpec) -> list[str]:
    return [str(v) for p in properties(command).values() for v in p.get("enum", ())]


def explained(values: Sequence[str], *texts: str) -> Mapping[str, frozenset[str]]:
    """What documentation says of each listed value (`steam: for vegetables`, `eco (slow and cheap)`, `pulse is short bursts`), as stems."""
    found: dict[str, frozenset[str]] = {}
    if not values:
        return found
    names = "|".join(re.escape(v) for v in sorted(values, key=len, reverse=True))
    for text in texts:
        for m in re.finditer(
            rf"\b(?P<value>{names})\b\s*(?::|\(|,? which|,? that is| is| are| for| means| =)\s*(?P<says>[^.;)]*)", text, re.IGNORECASE
        ):
            told = re.split(rf"\b(?:{names})\b\s*(?::|\(| is| for)", m["says"], flags=re.IGNORECASE)[0]
            value = next(v for v in values if v.lower() == m["value"].lower())
            found[value] = found.get(value, frozenset()) | documented(told) - _FUNCTION
    return found


def _described(command: CommandSpec) -> list[str]:
    """What its arguments are said to be."""
    return [str(p["description"]) for p in properties(command).values() if "description" in p]


def _words(component: str, capability: Capability, command: CommandSpec) -> Mapping[str, float]:
    found: dict[str, float] = {}
    values = _values(command)
    texts = [
        ("component", component if component != "main" else ""),
        ("command", command.name),
        *(("value", value) for value in values),
        ("says", command.says),
        ("capability", f"{capability.name} {capability.says}"),
        ("argument", " ".join((*properties(command), *_described(command)))),
        ("argument", " ".join(capability.attributes)),
    ]
    for place, text in texts:
        words = documented(text) - _FUNCTION if place in ("says", "capability") else documented(text)
        for word in words:
            found[word] = max(found.get(word, 0.0), _WEIGHTS[place])
    return found


_FUNCTION = frozenset(
    stem(w)
    for w in [
        "a",
        "an",
        "and",
        "any",
        "as",
        "at",
        "by",
        "for",
        "from",
        "how",
        "in",
        "is",
        "it",
        "its",
        "of",
        "off",
        "on",
        "one",
        "or",
        "some",
        "such",
        "that",
        "the",
        "then",
        "there",
        "to",
        "until",
        "was",
        "what",
        "with",
    ]
)
"""Words of a sentence that say nothing of what is done; in a name (`on`, `off`) they do."""


@dataclass(frozen=True)
class Said:
    """The words of one segment that tell what is to be done."""

    words: tuple[frozenset[str], ...]
    """Each as the stems that documentation may have for it."""
    unknown: int
    """Further words, of which nothing is known."""
    devices: tuple[str, ...]
    """Named in it, in order."""
    rooms: frozenset[str]
    relative: bool
    """Said as a difference: `one notch more`."""
    everyone: bool
    every: bool
    seconds: float | None
    numbers: tuple[float, ...]
    texts: tuple[str, ...]
    """Quoted, or said to be shown; as they were written."""
    plain: str


def read_segment(segment: Segment, quoted: Sequence[str], context: Context) -> Said:
    text, lex = segment.text, context.lexicon
    found = [m for m in mentions(text, context.index, lex) if m.what in (Named.DEVICE, Named.ROOM)]
    covered = [(m.start, m.end) for m in found]
    devices = tuple(dict.fromkeys(p.device for m in found for p in m.parts))
    rooms = frozenset(r for m in found if m.what is Named.ROOM for r in rooms_in(m, context.index))
    marks = [quoted[int(m.group(1))] for m in MARKED.finditer(text)]
    covered += [m.span() for m in MARKED.finditer(text)]
    shown = None if marks else (_SHOWN_EN.search(text) or _SHOWN_JA.search(text))
    if shown:
        marks = [shown["text"].strip()]
        covered.append(shown.span("text"))
    duration = _DURATION.search(text)
    seconds = None
    if half := _AND_A_HALF.search(text):
        covered.append(half.span())
    if duration:
        covered.append(duration.span())
        scale = {"d": 86400, "日": 86400, "h": 3600, "時": 3600, "m": 60, "分": 60}.get(duration["unit"][0], 1)
        seconds = 0.5 if duration["number"].startswith("half") else _WORDS.get(duration["number"], 0) or float(duration["number"])
        seconds = (seconds + (0.5 if half else 0)) * scale
    kilo = 1000 if any(_KILO.match(text, n.end) for n in numbers(text)) else 1
    counts = [n for n in numbers(text) if not any(a <= n.start < b for a, b in covered) and not _GLUED.match(text, n.end)]
    covered += [(n.start, u.end() if (u := _UNIT.match(text, n.end)) else n.end) for n in counts]
    everyone = re.search(
        r"\b(?:all|every|each)\b[^,.]*\b(?:device|robot|machine|gadget)s?\b|(?:すべて|全て|全部|全|みんな)の?(?:デバイス|機器|ロボット|機械)",
        text,
    )
    words: list[frozenset[str]] = []
    looking: list[frozenset[str]] = []
    seen: list[tuple[int, int]] = []
    people = frozenset(w for p in context.index.home.people for w in documented(normal(p.name)))
    for word in spoken(text):
        if any(a <= word.start < b for a, b in covered):
            continue
        seen.append((word.start, word.end))
        if word.own and (text[word.start : word.end] in lex.filler or word.own in _FILLER | _FUNCTION | people):
            continue
        (looking if word.own in _LOOKING or word.also & _LOOKING else words).append(word.also | {word.own} if word.own else word.also)
    docs = docs_of(context.index)
    for run in KATAKANA.finditer(text):
        if not any(a < run.end() and run.start() < b for a, b in (*seen, *covered)) and (alike := docs.sounds.get(heard(run.group()))):
            words.append(frozenset(alike))
            seen.append(run.span())
    off, on = _TURN_OFF.search(text), _TURN_ON.search(text)
    if off and not (on and on.end() > off.end()):
        words.append(frozenset({"off"}))
    elif on:
        words.append(frozenset({"on"}))
    unknown = sum(
        not any(a < m.end() and m.start() < b for a, b in (*seen, *covered)) and m.group() not in lex.filler_ja
        for m in _SPECIFIC.finditer(text)
    )
    if not devices:
        devices, called = _called_in_part(text, rooms, context)
        words = [w for w in words if not w & called]
    return Said(
        words=tuple(w for w in (words or looking) if w),
        unknown=unknown,
        devices=devices,
        rooms=rooms,
        relative=_RELATIVE.search(text) is not None,
        everyone=everyone is not None,
        every=_ALL.search(text) is not None,
        seconds=seconds,
        numbers=tuple(n.value * kilo for n in counts),
        texts=tuple(marks),
        plain=text,
    )


def _called_in_part(text: str, rooms: frozenset[str], context: Context) -> tuple[tuple[str, ...], frozenset[str]]:
    """The one device that a word of its name tells (`the hens` for a hen house), and those words as stems."""
    index = context.index
    told: dict[str, frozenset[str]] = {}
    for word in dict.fromkeys(stems(text)):
        named = {d for d in index.devices_by_word.get(word, ()) if not rooms or index.devices[d].room in rooms}
        if len(named) == 1 and len(word) > 2 and word not in context.lexicon.vocabulary and word not in index.room_words:
            device = next(iter(named))
            told[device] = told.get(device, frozenset()) | documented(word)
    return (tuple(told), next(iter(told.values()))) if len(told) == 1 else ((), frozenset())


_LOOKING = frozenset({"check", "see", "look", "inspect", "tell"})
"""Stems of finding out, which does not tell what."""
_FILLER = frozenset(
    {"if", "ani", "say", "perform", "someth", "while", "when", "your", "there", "after", "everyth", "like", "situat", "his", "her", "their"}
)
"""Stems that tell nothing about a deed."""


@dataclass(frozen=True)
class Match:
    """One command that a segment could ask for."""

    doc: Doc
    arguments: Mapping[str, Value]
    score: float
    share: float
    """Of what was said, how much it accounts for, by weight."""

    @property
    def worth(self) -> float:
        """By which matches are compared: how much speaks for it, less where much of what was said does not."""
        return self.score * self.share

    @property
    def only_looks(self) -> bool:
        """It finds something out and changes nothing."""
        return finds_out(self.doc.command)


def matches(said: Said, docs: Docs, keys: Iterable[Key], context: Context) -> list[Match]:
    """The commands of these that fit, the best first."""
    total = (
        sum(max((docs.rarity.get(w, 0.0) for w in word), default=0.0) or docs.unknown for word in said.words) + said.unknown * docs.unknown
    )
    stems_said = frozenset(w for word in said.words for w in word)
    named = frozenset(w.own for w in spoken(said.plain))
    found = []
    for key in keys:
        doc = docs.of[key]
        arguments = _arguments(said, doc, context)
        if arguments is None or _against(doc, arguments, stems_said):
            continue
        score = matched = 0.0
        deeds = 0
        own = documented(doc.command.name).union(*(documented(v) for v in arguments.values() if isinstance(v, str)))
        for word in said.words:
            best = max(((doc.words[w] * docs.rarity[w], docs.rarity[w]) for w in word if w in doc.words), default=(0.0, 0.0))
            deeds += 2 if word & own else bool(word & documented(doc.command.says) - _FUNCTION)
            score += best[0]
            matched += best[1]
        open_choice = any("enum" in p and n not in arguments for n, p in properties(doc.command).items())
        if open_choice and (said.unknown or any(not any(w in docs.rarity for w in word) for word in said.words)):
            continue  # a word that nobody knows may well be what was left to choose
        if not score or (deeds < 2 and not arguments and not finds_out(doc.command) and not documented(doc.command.name) & named):
            continue  # a thing was named, or a text, but not what is to be done with it
        if said.texts:
            score += _WEIGHTS["value"] * docs.unknown
            matched, total_here = matched + docs.unknown, total + docs.unknown
        else:
            total_here = total
        if score:
            found.append(Match(doc, arguments, score, matched / total_here if total_here else 0.0))
    return sorted(found, key=lambda m: -m.worth)


_ENDING = frozenset(
    stem(w) for w in ["stop", "off", "end", "cancel", "clear", "silence", "halt", "abort", "quiet", "mute", "finish", "disable"]
)
"""Words that end a deed: a command that does so is meant only where one of them was said, and then no other is."""
_POLES = [
    (frozenset(stem(w) for w in one.split()), frozenset(stem(w) for w in other.split()))
    for one, other in (
        ("open", "close shut"),
        ("on", "off"),
        ("up raise increase higher", "down lower decrease less reduce"),
        ("lock", "unlock"),
    )
]


def ends(doc: Doc) -> bool:
    """Whether the command ends a deed."""
    return bool(documented(doc.command.name) & _ENDING)


def _against(doc: Doc, arguments: Mapping[str, Value], said: frozenset[str]) -> bool:
    """Whether the command does the opposite of what was said."""
    does = documented(doc.command.name).union(*(documented(v) for v in arguments.values() if isinstance(v, str)))
    if bool(does & _ENDING) != bool(said & _ENDING):
        return True
    for one, other in _POLES:
        for wanted, unwanted in ((one, other), (other, one)):
            if said & wanted and not said & unwanted and does & unwanted and not does & wanted:
                return True
    return False


def _arguments(said: Said, doc: Doc, context: Context) -> Mapping[str, Value] | None:
    """What was said as the command's arguments; None where something is missing that it needs, or was said that it does not take."""
    found: dict[str, Value] = {}
    numbers_left, seconds, texts = list(said.numbers), said.seconds, list(said.texts)
    stems_said = frozenset(w for word in said.words for w in word)
    for name, schema in properties(doc.command).items():
        kind = schema.get("type")
        if "enum" in schema:
            value = _value(schema["enum"], doc.command.defaults.get(name), stems_said, said.plain, doc.told, context)
            if value is not None:
                found[name] = value
        elif kind in ("integer", "number"):
            if is_duration(name, doc.command):
                if seconds is not None:
                    scale = next((s for word, s in _SCALES.items() if word in name.lower()), 1)
                    lasting = _fitting(seconds / scale, kind)
                    if not _within(lasting, schema):
                        return None
                    found[name] = lasting
                    seconds = None
            elif numbers_left:
                if name in _STEPS and not said.relative:
                    return None
                number = next((n for n in numbers_left if _within(_fitting(n, kind), schema)), None)
                if number is None:
                    return None
                found[name] = _fitting(number, kind)
                numbers_left.remove(number)
        elif kind == "boolean" and (name in needed(doc.command) or stems_said & documented(name)):
            found[name] = not stems_said & _NOT
        elif kind == "string" and texts:
            found[name] = texts.pop(0)
    if any(name not in found for name in needed(doc.command)):
        return None
    if texts or numbers_left or (seconds is not None and said.seconds is not None and not _is_lasting(doc)):
        return None
    return None if seconds is not None else found


_NOT = _ENDING | frozenset(stem(w) for w in ["down", "lower", "no", "not", "without", "retract", "close"])
"""Words that make a yes-or-no of a command a no."""
_STEPS = ("by", "step", "steps", "delta")
"""Arguments that are a difference, not a goal."""


def _within(value: float, schema: Mapping[str, Any]) -> bool:
    return float(schema.get("minimum", value)) <= value <= float(schema.get("maximum", value))


def _is_lasting(doc: Doc) -> bool:
    return any(is_duration(name, doc.command) for name in properties(doc.command))


_SCALES = {"minute": 60, "hour": 3600, "day": 86400}


def _fitting(value: float, kind: str) -> float:
    return round(value) if kind == "integer" or value == int(value) else value


def _value(
    values: Sequence[Any], default: Value, said: frozenset[str], text: str, told_of: Mapping[str, frozenset[str]], context: Context
) -> Value | None:
    """The listed value that was said, the one with the most words; the default only where no other was, since it needs no saying. Else
    the one whose explanation shares more with what was said than any other's."""
    told = [(v != default, len(words), v) for v in values if isinstance(v, str) and (words := documented(v)) and words <= said]
    if told:
        return max(told, key=lambda t: t[:2])[2]
    spoken_stems = set(stems(text))
    listed = [v for v in values if isinstance(v, str)]
    if CJK.search(text) and (known := next((v for v in listed if said_value(v, text, spoken_stems, context.lexicon)), None)):
        return known
    alone = {v: told_of[v].difference(*(w for o, w in told_of.items() if o != v)) & said for v in listed if v in told_of}
    most = max((len(w) for w in alone.values()), default=0)
    best_told = [v for v, w in alone.items() if w and len(w) == most]
    return best_told[0] if len(best_told) == 1 else None


def best(said: Said, docs: Docs, keys: Sequence[Key], context: Context) -> Match | None:
    """The one command that was clearly meant."""
    found = matches(said, docs, keys, context)
    if not found:
        return None
    top = found[0]
    alone = all(m.worth * _FAR < top.worth for m in found[1:] if m.doc.command.name != top.doc.command.name)
    named = documented(top.doc.command.name) & frozenset(w.own for w in spoken(said.plain))
    if top.share < (_ENOUGH_ALONE if said.devices and alone and named else _ENOUGH):
        return None
    for rival in found[1:]:
        if rival.doc.capability.name == top.doc.capability.name:
            close = rival.worth >= top.worth * 0.9 and rival.doc.command.name != top.doc.command.name
            ends_itself = _is_lasting(rival.doc) and not _is_lasting(top.doc)
            if close and not ends_itself and rival.worth >= top.worth * 0.98 and not _is_lasting(top.doc):
                return None
            if close and ends_itself:
                top = rival  # of two that are as good, the one that ends by itself
        elif top.worth < rival.worth * _CLEAR:
            return None
    return top


def orders(match: Match, said: Said, docs: Docs, devices: Sequence[str], found: Sequence[Match]) -> tuple[Order, ...]:
    """The match on each of these devices that has it. Of components that fit equally well, all where several were meant, else the first."""
    same = [m for m in found if (m.doc.capability.name, m.doc.command.name) == (match.doc.capability.name, match.doc.command.name)]
    made: list[Order] = []
    for device in devices:
        able = [m for m in same if device in docs.devices[_key(m)]]
        if not able:
            continue
        top = max(m.worth for m in able)
        level = [m for m in able if m.worth >= top * 0.99]
        several = said.every or re.search(r"\b\w+s\b", " ".join(_component_words(said, level))) is not None
        if several and len(level) > 1:
            groups = [m for m in level if m.doc.component.endswith("s")]
            level = groups[:1] or level
        else:
            level = level[:1]
        made += [Order(device, m.doc.component, m.doc.capability.name, m.doc.command.name, m.arguments) for m in level]
    return tuple(made)


def _component_words(said: Said, level: Sequence[Match]) -> list[str]:
    """Words of the segment that name one of these components, as they were said."""
    names = frozenset(w for m in level for w in documented(m.doc.component))
    return [said.plain[w.start : w.end] for w in spoken(said.plain) if w.own in names]


def _key(match: Match) -> tuple[str, str, str]:
    return match.doc.component, match.doc.capability.name, match.doc.command.name


def documented_for(request: str, context: Context) -> tuple[str, ...]:
    """The devices whose documentation has the most to do with a request, the best first; none where nothing has."""
    docs = docs_of(context.index)
    cut = deeds(request)
    scores: dict[str, float] = {}
    for segment in cut.segments:
        said = read_segment(segment, cut.quoted, context)
        for key, doc in docs.of.items():
            score = sum(max((doc.words[w] * docs.rarity[w] for w in word if w in doc.words), default=0.0) for word in said.words)
            for device in docs.devices[key] if score else ():
                scores[device] = max(scores.get(device, 0.0), score * (2.0 if device in said.devices else 1.0))
    top = max(scores.values(), default=0.0)
    return tuple(d for d, s in sorted(scores.items(), key=lambda item: -item[1]) if s >= top * 0.5)[:4]
