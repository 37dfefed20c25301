"""What kind of sentence it is, and where it falls into clauses."""

import re
from datetime import datetime

from yamori.agents.scheduler.rules.japanese.directives import directive
from yamori.agents.scheduler.rules.japanese.words import PUT, TAIL
from yamori.domain.when import resolve, without_when

_JOINT = re.compile(
    r"(?<=[てで])[、,]\s*|(?<=[てで])(?:それから|あと|そして|、)+|[。!！]\s*|(?<=て)(?=[\ue000-\ue0ff])|(?<=から)、|(?<=ので)、"
    r"|、(?:それと|それから|あと(?!\d|で)|そして)、?|(?<=[たるい]し)、"
)
_BECAUSE = re.compile(r"(?<=[たるいだうくすむぶつぬぐん])(?:から|ので|んで)(?=\S)|なので(?=\S)|[、,]\s*")
_ABLE = r"(?:ずらせ|変えられ|動かせ|移せ|入れられ|消せ|外せ|変更でき|追加でき|登録でき|延期でき|キャンセルでき|削除でき|お願いでき)"
_SEVERAL = re.compile(r"^\S*リスト(?:に|へ)(?:[0-9一二三四五六七八九]つ|いくつか)")
_NOTED = re.compile(r"^[^。、]{1,20}?(?:に|の|へ(?:の)?)(?:メモ|備考)(?:です|だけど|なんだけど|を追加|追加)?[。:：、]\s*[^。]+[。!！]?$")
"""〜にメモ。… : what is to be noted stands behind."""
_LEAVES = re.compile(
    r"^[^。?？]{1,24}?(?:の)?(?:方|ほう|やつ|分|予定)?"
    r"(?:(?:は|も|を)?(?:残し(?:て|と)|そのまま|置いと|置いておい|消さない|変えない|いじらない|動かさない)|も(?:やり(?:ます|たい)|やる(?:よ|から|つもり)?(?=$|[。!！])))\S*$"
)
"""It stays as it is."""
_KEEPS = re.compile(r"^(?:時間|時刻|日付|曜日|場所|名前)(?:は|も)?(?:その|この|同じ|今の)?(?:まま|同じ)(?:で|でいい(?:よ|です)?)?$")
_FRAME = re.compile(rf"(?:の)?(?:を|も)?(?:予定|カレンダー|リスト)?(?:に|へ)?(?:{PUT}|リマインド|忘れ){TAIL}$")


def split(text: str) -> list[str]:
    """The clauses of a sentence; what only says what to do with the rest (`…、メモしといて`) stands apart."""
    out: list[str] = []
    if _SEVERAL.match(text) or _NOTED.match(text):
        return [text]
    for piece in (p.strip(" 、。,") for p in _JOINT.split(text)):
        if piece:
            out += _with_directive(piece)
    return out


def _with_directive(piece: str) -> list[str]:
    for m in _BECAUSE.finditer(piece):
        before, after = piece[: m.start()].strip(" 、"), piece[m.end() :].strip(" 、")
        if before and after and directive(after) is not None:
            return [*_with_directive(before), after]
    return [piece]


def keeps(text: str) -> bool:
    """A remark that all else stays: `時間はそのままで`."""
    bare = text.strip(" 、。")
    return _KEEPS.match(bare) is not None or _LEAVES.match(bare) is not None


def spread(text: str, now: datetime) -> list[str]:
    """`明日Aするのと月曜にBするのを予定に入れて` as two requests, each with its own time; one where they do not part so."""
    pieces = re.split(r"(?<=[のトルとく])と、?|のと、?|、と、?|(?<=\S)と、", text)
    if len(pieces) < 2:
        pieces = re.split(r"、(?:それから|あと(?!\d)|そして)?、?", text)
    if len(pieces) < 2 or not all(_names_a_time(p, now) for p in pieces):
        return [text]
    frame = _FRAME.search(pieces[-1])
    return (
        [*(f"{p.removesuffix('の')}のを{frame[0].removeprefix('の').removeprefix('を')}" for p in pieces[:-1]), pieces[-1]]
        if frame
        else [text]
    )


def _names_a_time(piece: str, now: datetime) -> bool:
    """A time of its own, and something that is to be then."""
    when = resolve(piece, now)
    return when.found and not when.others and without_when(piece, now).strip(" 、。のにはを") != ""
