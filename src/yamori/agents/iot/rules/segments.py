"""A request for actions, cut where one ends and the next begins, with what says whether they are done in order or at once."""

import re
from dataclasses import dataclass, replace
from functools import cache, lru_cache

from yamori.agents.iot.rules.word_lists import begins, ends, finder, pairs_for, phrasing, says
from yamori.agents.iot.rules.words import MOST, kanji_number, normal, numbers

_QUOTED = re.compile(r"“([^”]+)”|\"([^\"]+)\"|「([^」]+)」|『([^』]+)』|(?<![\w'])'([^']+)'(?!\w)|‘([^’]+)’(?!\w)")
MARK = "\ue000{}\ue001"
"""Stands for the n-th quoted text while the rest is cut and read."""
MARKED = re.compile("\ue000(\\d+)\ue001")


@cache
def _after() -> re.Pattern[str]:
    """What comes after it is begun when what was before it is over."""
    return re.compile(
        rf",?\s*(?:{_source('when_it_is_over')})[^,.;]*,?\s*"
        rf"|(?:[,.;]\s*)?(?:{_source('then')})(?!-),?\s*"
        rf"|(?P<own>{_source('once_done')})[、,]?\s*"
        rf"|[^、。,.]*(?:{_source('once_it_is_over')})[、,]?\s*"
        rf"|[。、]?\s*(?:{_source('then_unspaced')})[、,]?\s*"
    )


@cache
def _beside() -> re.Pattern[str]:
    """What is before it and what is behind it are done at once."""
    return re.compile(rf",?\s*(?:{_source('all_at_the_same_time')})[.,。、]?\s*|(?:{_source('meanwhile')})[,、]?\s*")


def _source(sort: str) -> str:
    return phrasing(sort).pattern


_JOINT = re.compile(
    r"[.;!?](?=\s|$)\s*|,\s*(?!(?:with|without|until|unless|which|who)\b)(?:(?:and|but|so)\s+(?!that\b))?|\s+(?:and|but)\s+|(?:て|で)[、,]\s*|(?<![はがをにのとも])(?<![\u4e00-\u9fff\u30a1-\u30ffー])、\s*|(?<=[\u4e00-\u9fff\u30a1-\u30ffー])、\s*(?=[^、。]*[をは])|。\s*|(?<=[てで])(?=\ue000)"
)
_FRAGMENT = 2
"""Fewer words than these after `and` go on with the remark (`we had soup and bread`)."""


_PARTS = (
    (re.compile(r"\b(?P<n>\d+) hours? and a half\b|\b(?P<m>\d+) and a half hours?\b"), ""),
    (re.compile(r"(?P<n>\d+)時間半"), ""),
    (re.compile(r"(?<!\d)半時間"), "30分"),
)
_ONLY = re.compile(r"^(?:only|just) (?=\S)")
"""Says at the beginning of a clause that no more is meant."""
_OUT = re.compile(r"\b(?P<verb>fold|roll)(?P<what>(?: (?:the|its|my|our|your))?(?: \w+){0,2}?) (?:back )?out\b")
"""`Fold it out`, as documentation says it: unfold."""


SHARE = re.compile(r"(?P<tenths>[1-9一二三四五六七八九])分(?=づき|搗き|目(?!標)|丈|咲き|粥|がゆ|袖|立て|通り|どおり)")
"""`七分づき`, 八分目: so many tenths of the whole, and no minutes."""

_KANJI_COUNT = re.compile(
    rf"(?<![一二三四五六七八九十百千万第何数同統唯均])(?!{MOST})[一二三四五六七八九十百]+"
    r"(?=(?:時間|分(?!づき|搗き|目|丈|咲き|粥|がゆ|袖|立て|通り|どおり)|秒|日間|度|回|杯|個|枚|本|段|番|曲|リットル|グラム|センチ|合|人))"
)
"""Counts that are written out; 一人 and the like mean the same as 1人."""


_AND_A_HALF = re.compile(r"\b(\d+|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty) and a half\b")


def _with_half(found: re.Match[str]) -> str:
    return f"{numbers(found[1] + ' %')[0].value + 0.5:g}"


def _plain_times(text: str) -> str:
    """`an hour and a half` as 90 minutes, `seven and a half` as 7.5: no joint, and one number."""
    text = _OUT.sub(r"un\g<verb>\g<what>", _AND_A_HALF.sub(_with_half, text))
    text = finder("spoken_lengths").sub(lambda found: pairs_for("spoken_lengths")[found[0]], text)
    for pattern, plain in _PARTS:
        text = pattern.sub(plain or _hours_and_a_half, text)
    return text


def _hours_and_a_half(found: re.Match[str]) -> str:
    return f"{int(next(g for g in found.groups() if g)) * 60 + 30} minutes"


@dataclass(frozen=True)
class Segment:
    """One piece of a request, in normal form with quoted texts replaced by marks."""

    text: str
    stage: int
    """0 for what is done first; those of one stage are done at the same time."""
    first: bool
    """It ends a sentence before anything else was said: perhaps only a heading to what follows."""


@dataclass(frozen=True)
class Segments:
    segments: tuple[Segment, ...]
    quoted: tuple[str, ...]
    """As they were written."""


@lru_cache(maxsize=64)
def split_actions(request: str) -> Segments:
    """Split a request into single actions. Nothing is read yet: a segment may well ask for nothing."""
    quoted: list[str] = []

    def mark(found: re.Match[str]) -> str:
        quoted.append(next(g for g in found.groups() if g is not None).strip())
        return f" {MARK.format(len(quoted) - 1)} "

    text = _plain_times(_KANJI_COUNT.sub(lambda m: str(kanji_number(m.group())), normal(_QUOTED.sub(mark, request))))
    together = says(text, "all_at_once")
    pieces: list[tuple[str, int]] = []
    stage, at = 0, 0
    for after in _after().finditer(text):
        if not text[: after.start()].strip(" 、。,."):
            continue
        pieces.append((text[at : after.start()] + ("て" if after["own"] else ""), stage))
        stage += 0 if together else 1
        at = after.end()
    pieces.append((text[at:], stage))
    segments: list[Segment] = []
    for piece, number in pieces:
        for beside in _beside().split(piece):
            cut, joined = 0, ""
            for joint in [*_JOINT.finditer(beside), None]:
                end = joint.start() if joint else len(beside)
                said = _ONLY.sub("", beside[cut:end].strip(" 、。,.;!?"))
                after_remark = bool(segments) and is_remark(segments[-1]) and joined in ("and", "but")
                if said and after_remark and (said.count(" ") < _FRAGMENT or begins(said, "goes_on")):
                    segments[-1] = replace(segments[-1], text=f"{segments[-1].text} {joined} {said}")
                elif said:
                    is_end = joint is not None and joint.group().strip()[:1] in (".", "。", "!", "?", ";")
                    segments.append(Segment(said, number, is_end and not segments))
                cut = joint.end() if joint else end
                joined = joint.group().strip() if joint else ""
    return Segments(tuple(segments), tuple(quoted))


def as_spoken(request: str) -> dict[str, str]:
    """Each segment's text, and the same with its quoted texts in it again; and the whole request."""
    cut = split_actions(request)
    return {request: request} | {s.text: MARKED.sub(lambda m: cut.quoted[int(m.group(1))], s.text) for s in cut.segments}


def is_remark(segment: Segment) -> bool:
    """Whether it states something, and asks for nothing."""
    return phrasing("tells").match(segment.text) is not None or ends(segment.text, "tells_by_its_end")
