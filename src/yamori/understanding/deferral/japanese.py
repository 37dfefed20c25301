"""What makes a condition or a moment to come in Japanese."""

import re

from yamori.understanding.analysis import morphemes_of

SENTENCE = re.compile(r"[^。!?！？\n]+[。!?！？]*")

_PRAISED = r"(?! ?(?:いい|良い|よい|どう|嬉し|うれし|助か|ありがた|有難|幸い|だめ|駄目|ダメ))"
"""No condition is せ〜たら助かる, 〜ればいい."""
_SEQUENCE = re.compile(
    r"(?:それ|これ|全部|\w{2,6})?が?(?:終わっ|おわっ|済ん|すん|完了し|停止し|止まっ|とまっ|できあがっ|着い|到着し|終了し)[ただ]ら"
)
_REASON = re.compile(r"[^。、]*(?:から|ので|けど|のに)(?:[、,。]|$)")

DEFERRING = (
    re.compile(
        rf"(?<!よかっ)(?<!でき)(?<!よろしかっ)(?<!もらえ)(?<!いただけ)(?<!くれ)(?<!くださっ)(?<!^だっ)[ただ]ら(?!な|し[いく]|け){_PRAISED}"
    ),
    re.compile(
        rf"(?<!よ)(?<!でき)(?<!可能であ)(?<!もらえ)(?<!いただけ)(?<!よろし)(?<!例)(?<!たと)(?:[えけせてねべめれげ]|けれ)ば(?!かり|ら){_PRAISED}"
        r"(?<!よければ)(?<!差し支えなければ)(?<!問題なければ)(?!なら|なり|いけ|いか)(?<!よろしければ)(?<!できれば)(?<!もらえれば)(?<!いただければ)(?<!例えば)(?<!たとえば)"
    ),
    re.compile(r"(?<!それ)(?<!これ)(?<!そう)(?<!可能)(?<!できる)(?<!よう)なら(?:ば)?(?=[、,]|[一-龥ァ-ヶ□])"),
    re.compile(
        r"(?<!その)(?<!この)(?<!あの)(?<!いい)(?<!よい)(?<!手すきの)(?:[るたいのうくすつぬむぶぐな])(?:とき|時|際|瞬間)(?:に|は|には|だけ|、)"
    ),
    re.compile(r"(?<!あ)(?:[るくすつぬむぶぐう]|ない)まで(?!も)"),
    re.compile(r"[るくすつぬむぶぐう]前に(?!進|出|動|倒)"),
    re.compile(r"場合|(?:[りいしちみびぎに]|え|け|せ|て|れ|べ|め|き)次第(?!に)"),
    re.compile(r"[るくすつぬむぶぐうたの](?:たび|度)に?(?=[、,にぁ-ん一-龥ァ-ヶ])|[るた]ごとに"),
    re.compile(r"[るい](?:うち|間)(?:に|は)(?=[、,]|[一-龥ァ-ヶ])"),
    re.compile(r"なると(?=[、,]|[一-龥ァ-ヶ])"),
    re.compile(r"[^、。てで]{1,8}が[^、。]{1,6}てから"),
    re.compile(
        r"(?:日没|日の出|日の入り|夕暮れ|夜明け|夕方|就寝|消灯)(?:時|後|前)(?:に|は|、)?|(?:日没|日の出|日の入り|夕暮れ|夜明け)(?:に|まで|から|ごろ|頃)"
    ),
)


def defers(text: str, start: int, end: int) -> bool:
    """Whether what was found makes a condition there; the end of what is asked for just before does not (撮って、終わったら…)."""
    clause = max(text.rfind(mark, 0, start) for mark in "、。,")
    if clause >= 0 and _SEQUENCE.fullmatch(text[clause + 1 : end].strip()):
        return False
    if any(m.surface == "ったら" and m.kind == "助詞" and m.end == end for m in morphemes_of(text)):
        return False  # メイったら
    is_story = text.startswith(("とき", "時"), start + 1) and text[start] == "た" and _REASON.match(text, end)
    return not is_story
