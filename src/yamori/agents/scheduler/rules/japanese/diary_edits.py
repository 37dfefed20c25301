"""Japanese sentences that mend the diary: other words in the place of some that stand there, or a part of it crossed out."""

import re

from yamori.agents.scheduler.rules.diary_intents import DiaryEdit
from yamori.agents.scheduler.rules.intents import Clause
from yamori.agents.scheduler.rules.japanese.words import TAIL, stripped

_BOOK = re.compile(
    r"^(?:[^、。]{1,10}の)?(?:日記(?:帳)?|日報|日誌|ジャーナル|ダイアリー)(?:(?:のこと)?(?:なん)?(?:です|だ)(?:けど|けれど|が)|の(?:中の?)?|に(?:ある|書いた)?|から|で|、)、?"
)
_END = (
    r"(?:だった|でした|です|だよ|だ|のこと|の|ん|ね|よ|わ|って|に|を|と|書い|書き|換え|直し|変え|変更|修正|訂正|して|しと|て|おい|とい|お願い|いただけ|もらえ|ると|助かり|助かる|嬉しい|うれしい|幸い|ます|でしょうか|か"
    r"|いたします|します|ください|くれる|ほしい|が正しい|[。、!！?？\s])*$"
)
_INSTEAD = (
    re.compile(
        rf"^(?P<gone>[^、。]{{1,25}}?)(?:じゃなくて|じゃなく|ではなくて|ではなく|でなくて|でなく)、?(?P<text>[^、。]{{1,25}}?){_END}"
    ),
    re.compile(
        rf"^(?P<gone>[^、。]{{1,25}}?)(?:って|と)書い(?:た|ちゃった|てしまった)(?:けど|けれど|が)、?(?:本当は|正しくは|実は)?、?(?P<text>[^、。]{{1,25}}?){_END}"
    ),
    re.compile(
        rf"^(?P<gone>[^、。]{{1,25}}?)を(?P<text>[^、。を]{{1,25}}?)(?:に|へ|と)(?:書き換え|書き直|書きかえ|直|訂正|修正|変更|変え){TAIL}"
    ),
)
_STRIKE = re.compile(
    r"^(?P<gone>[^、。]{1,25}?)(?:の(?:こと|話|件))?(?:について|に関する|に関して|っていう|という|って)?(?:書いた)?の?"
    r"(?:ところ|とこ|部分|くだり|箇所|個所|一文|文|行|記述)(?:だけ)?(?:を|は)?、?"
    rf"(?:消[しすせ]|削っ|削除|取っ|取り消|取り除|外[しす]|カット|抜い|なくし|省[いく]){TAIL}"
)


def diary_edit(clause: Clause) -> DiaryEdit | None:
    """What is to be mended, before anybody has looked whether the diary holds it."""
    told = stripped(clause.text)
    bare = _BOOK.sub("", told)
    named = bare != told
    if m := _STRIKE.match(bare):
        return DiaryEdit(gone=clause.shown(m["gone"]).strip(" 「」"), named=named)
    for pattern in _INSTEAD:
        if m := pattern.match(bare):
            gone, text = (clause.shown(m[part]).strip(" 「」") for part in ("gone", "text"))
            return DiaryEdit(gone=gone, text=text, named=named) if gone and text else None
    return None
