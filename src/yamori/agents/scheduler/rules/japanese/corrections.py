"""What follows on what was just done: a correction of the time, taking it back, the same again for something else."""

import re

from yamori.agents.scheduler.rules.japanese.words import TAIL, stripped

_CORRECTS = re.compile(
    r"^(?:やっぱり|やはり|やっぱ|いや|違う|ちがう|違った|間違えた|間違い|じゃなくて|ではなく(?:て)?|でなく"
    r"|ごめん(?:なさい)?|すみません|すまん|あ|えっと|それ|これ|その|時間|日付|日|時刻|予定"
    r"|もう少し|ちょっと|の|に|へ|は|を|、|して|する|しといて|変更|変えて|変え|移して|移動して|ずらして|ずらし|ずら"
    r"|延期して|延期|延ばして|前倒しして|前倒し|早めて|早め|遅らせて|遅らせ|遅めに|遅くして|遅く|早く|後ろ倒し"
    r"|で|お願い|ください|くれる|くれ|もらえる|がいい|が|です|だった|だ|でした|にして|でした|ます|します|してほしい"
    r"|ね|よ|な|開始|スタート|から|まで|同じ時間|そのまま|\s|[。、!！?？])*$"
)
_TAKES_BACK = re.compile(
    rf"^(?:(?:それ|これ|今の|さっきの|今のは)(?:は|を)?(?:な[しく]で?|無しで?)?[、。]?)?(?:(?:元に|もとに)?戻[しす]{TAIL}|取り消(?:し|す){TAIL}"
    rf"|なかったことに{TAIL}|やめ(?:た|とく|る|ます|ておく|にする|て){TAIL}|な(?:し|く)(?:で|に|して)?(?:いい)?{TAIL}"
    r"|まだ(?:だった|でした|だ|です|してない|してなかった|終わってな(?:い|かった))(?:わ|よ|ね|です)*$|復活させ"
    + TAIL
    + r"|キャンセルのキャンセル"
    + TAIL
    + ")"
)
_REPEATS = (
    re.compile(rf"^(?:それ(?:を|と)?)?(?P<same>同じ(?:の|もの|予定|やつ|内容|こと)?)(?:を|で)?(?:も)?(?:お願い|入れ|追加|登録)?{TAIL}"),
    re.compile(r"^(?P<words>[^、。]{1,20}?)も(?:お願い(?:します)?|ね|よ|よろしく|同じく|です|だ)*$"),
)


def corrects(text: str) -> bool:
    """Nothing but words of correction are left when the time is taken out: やっぱり, ごめん、…に変更."""
    return _CORRECTS.match(text.strip(" .!。、")) is not None


_SPARES = re.compile(rf"^(?:それは?|これは?)?(?:そのまま(?:で|に)?|残し|消さない|置い){TAIL}")


def spares(text: str) -> bool:
    """What was just deleted is to stay after all."""
    return _SPARES.match(stripped(text)) is not None


def takes_back(text: str) -> bool:
    return _TAKES_BACK.match(stripped(text)) is not None


def repeats(text: str) -> str | None:
    """What the last thing done is to be done with too: 眼科も; empty for 同じの; None for anything else."""
    for pattern in _REPEATS:
        if m := pattern.match(stripped(text)):
            return "" if m.groupdict().get("same") else m["words"].strip()
    return None
