"""A request for actions, cut where one ends and the next begins, with what says whether they are done in order or at once."""

import re
from dataclasses import dataclass, replace
from functools import lru_cache

from yamori.agents.iot.rules.word_lists import begins, finder, pairs_for, says
from yamori.agents.iot.rules.words import MOST, kanji_number, normal, numbers

_QUOTED = re.compile(r"“([^”]+)”|\"([^\"]+)\"|「([^」]+)」|『([^』]+)』|(?<![\w'])'([^']+)'(?!\w)|‘([^’]+)’(?!\w)")
MARK = "\ue000{}\ue001"
"""Stands for the n-th quoted text while the rest is cut and read."""
MARKED = re.compile("\ue000(\\d+)\ue001")

_AFTER = re.compile(
    r",?\s*(?:and\s+)?\b(?:when|once|after|as soon as)\b[^,.;]*?"
    r"(?:\bstop|\bfinish|\bdone\b|\bover\b|\bend(?:s|ed)\b|\bcomplet|\bready\b|\bthat\b)[^,.;]*,?\s*"
    r"|(?:[,.;]\s*)?(?:and\s+)?\b(?:then|afterwards?|after that|(?:(?<=[,.;] )|(?<=and )|(?<=then ))next)\b(?!-),?\s*"
    r"|(?P<own>(?:て|で)から|た(?:後|あと)(?:に|で|は)?)[、,]?\s*"
    r"|[^、。,.]*(?:終わ|停止し|完了し|止ま|済ん|着い|到着し|でき)(?:っ)?た(?:ら|後|あと)(?:に|で|は)?[、,]?\s*"
    r"|[。、]?\s*(?:次に|それから|その後|そのあと)[、,]?\s*"
)
"""What comes after it is begun when what was before it is over."""
_BESIDE = re.compile(
    r",?\s*\b(?:while|meanwhile|all )?\s*(?:do (?:it all|everything|all of it|them all|all) )?"
    r"(?:at the same time|simultaneously|all at once|in parallel)\b[.,]?\s*"
    r"|\bwhile\b\s*|\bmeanwhile\b,?\s*"
    r"|(?:すべて|全て|全部|これらを|それらを)?(?:を)?(?:同時に|一斉に|いっせいに|並行して)(?:行っ|やっ|実行し|し)?(?:て(?:ください|ね)?)?[。、]?"
    r"|つつ[、,]?\s*|ながら[、,]?\s*"
)
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
    for after in _AFTER.finditer(text):
        if not text[: after.start()].strip(" 、。,."):
            continue
        pieces.append((text[at : after.start()] + ("て" if after["own"] else ""), stage))
        stage += 0 if together else 1
        at = after.end()
    pieces.append((text[at:], stage))
    segments: list[Segment] = []
    for piece, number in pieces:
        for beside in _BESIDE.split(piece):
            cut, joined = 0, ""
            for joint in [*_JOINT.finditer(beside), None]:
                end = joint.start() if joint else len(beside)
                said = _ONLY.sub("", beside[cut:end].strip(" 、。,.;!?"))
                after_remark = bool(segments) and is_remark(segments[-1]) and joined in ("and", "but")
                if said and after_remark and (said.count(" ") < _FRAGMENT or begins(said, "goes_on")):
                    segments[-1] = replace(segments[-1], text=f"{segments[-1].text} {joined} {said}")
                elif said:
                    ends = joint is not None and joint.group().strip()[:1] in (".", "。", "!", "?", ";")
                    segments.append(Segment(said, number, ends and not segments))
                cut = joint.end() if joint else end
                joined = joint.group().strip() if joint else ""
    return Segments(tuple(segments), tuple(quoted))


def as_spoken(request: str) -> dict[str, str]:
    """Each segment's text, and the same with its quoted texts in it again; and the whole request."""
    cut = split_actions(request)
    return {request: request} | {s.text: MARKED.sub(lambda m: cut.quoted[int(m.group(1))], s.text) for s in cut.segments}


_REMARK = re.compile(
    r"(?:it|that|they|we|i|he|she|some(?:body|one)) (?!want|need|like|should|must|can|could|would)\w+(?:ed|s)\b"
    r"|(?:it|that|they|there|i|we|he|she)(?:'s| is| are|'re|'m| am| was| were|'ve| have|'ll| will)\b"
    r"|(?:i|we) (?:really |just )?(?:fancy|feel like|think|guess|suppose|hope|love)\b"
    r"|(?:i|we|he|she|they|you|it) (?:can't|cannot|couldn't|don't|didn't|won't|wouldn't|haven't|hadn't|doesn't)\b"
    r"|(?:(?:my|the|our|her|his) )?\w+'s (?:\w+(?:ed|ing)|asleep|awake|out|away|here|home|ill|sick|cold|hot|tired|late|too|so|very)\b"
    r"|(?:the|my|our|her|his|these|those|this) (?:(?!\w+n't\b|must\b|should\b|can\b|may\b|to\b)[\w']+ ){1,4}?"
    r"(?:is|are|was|were|has|have|will|looks?|feels?|seems?|keeps?)\b"
    r"|\w+s (?:keep|are|were|have been)\b"
    r"|(?:because|since|so that|as (?:i|we|it|he|she|they)|so (?:i|we) )\b"
    r"|not (?:all|quite|completely|entirely|fully|so|too)\b"
    r"|.*(?:だから|たから|るから|いから|くから|すから|ので|んで|んだけど|すぎる|すぎ)$"
)
"""A statement, not a request."""


def is_remark(segment: Segment) -> bool:
    return _REMARK.match(segment.text) is not None
