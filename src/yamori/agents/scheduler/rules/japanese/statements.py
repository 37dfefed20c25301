"""Statements that imply what the schedule should say: something is finished, off, moved, called otherwise, or coming up."""

import re

from yamori.agents.scheduler.rules.intents import Clause, Intent, Operation
from yamori.agents.scheduler.rules.japanese.words import NOUN, PLACE, TAIL, stripped, titled, words_of
from yamori.agents.scheduler.rules.shift import shifted

_END = r"(?:よ|ね|わ|ぞ|な|の|ん|んだ|んです|んだよ|だよ|です|ます|でした|ので|から|けど|って|みたい|らしい|そう|や|[。、!！\s])*$"
_OFF = (
    re.compile(
        rf"^(?P<words>.+?)(?:は|に|には)(?:もう)?(?:行けな|出られな|参加できな|出席できな)(?:く|い)(?:なった|なりました|です|から|ので|んだ|の)*{_END}"
    ),
    re.compile(rf"^(?P<words>.+?)(?:は|を)(?:欠席|パス)(?:する|します|で){_END}"),
    re.compile(rf"^(?P<words>.+?)(?:は|が|も|って)?、?(?:なし|無し)(?:で|に|になった|になりました|になって|になっ)?{_END}"),
    re.compile(
        rf"^(?P<words>.+?)(?:は|が|も|って)?、?(?:中止|キャンセル|取りやめ|お休み|休み|休講)(?:に|と)?(?:なった"
        rf"|なりました|決まった|決定|なって|なっ|で)?{_END}"
    ),
    re.compile(rf"^(?P<words>.+?)(?:は|が|も|って|の話(?:は|が)?)、?(?:なくなった|なくなりました|なくなっ|流れた){_END}"),
    re.compile(
        rf"^(?:もう)?(?P<words>.+?)(?:は|が|も|って|を|、)+(?:もう)?(?:いらない|要らない|いらなくなった"
        rf"|不要(?:になった)?|必要な(?:い|くなった)|(?:(?:[一-龯]*[わらかさたなばまが]|し|行か|払わ|やら"
        rf"|買わ))なくて(?:も)?(?:い|よ|大丈夫)"
        rf"(?:い|く|くなった|くなりました)*){_END}"
    ),
)
_MISSED = (
    re.compile(
        rf"^(?P<words>.+?)(?:は|が|に|には|も|、)+(?:もう)?(?:行か|行け|出|出られ|参加し|参加でき|来られ|来れ|でき"
        rf"|やら|し)(?:ない|なく|ません)(?:こと|なった|なりました|に|した|し|なっ)*{_END}"
    ),
)
"""Off too, but said of other things as well: certain only with an order beside it."""
_MOVED = re.compile(
    r"^(?P<words>.+?)(?:の(?:時間|日程|日時|開始))?(?:は|が|も|って|、やっぱり|、やっぱ|、やはり)、?(?:に)?(?:(?:変更|延期|リスケ)(?:に"
    r"|で)?)?(?:なった|なりました|なっ|なる|なります|変わった|変わりました|変わっ|開始|スタート|早まった"
    r"|早まりました|遅れた|延びた|ずれた|ずれ込んだ|に|から|だった|でした|です|だ|する|します|の方(?:だ|です)?"
    r"|遅くなった|早くなった|遅くなりました|早くなりました|遅くなっ|早くなっ)*" + _END
)
_IS_NAMED = r"(?:なんです|なんだ|なの|だった|でした|です|だ|だよ|ね|よ)*[。、]*$"
_NAMED = (
    re.compile(
        rf"^(?P<words>.+?)(?:って書いたけど|って入れたけど|は|って|、)+(?:ほんと(?:う)?は|本当は|実は|正しくは"
        rf"|正確には)、?(?P<text>.+?){_IS_NAMED}"
    ),
    re.compile(
        rf"^(?P<words>.+?)(?:じゃなくて|ではなくて?|じゃなく)(?:て)?、?(?:実は|ほんとは"
        rf"|本当は)?(?P<text>.+?)(?:に(?:して|変えて|直して|変更して){TAIL}|{_IS_NAMED})"
    ),
)
_DONE = re.compile(
    r"(?:[たっ]|した|んだ|いだ|ました|てある|といた|ておいた|ok|オーケー|終わってる|終わっている|済んでる)(?:よ|ね"
    r"|わ|ぞ|ところ|んだ|んです|んだよ|し|から|ので|ー|[。、!！\s])*$",
    re.I,
)
_NOT_DONE = re.compile(
    r"なかった|ない|ません|たい|忘れ|予約した|約束した|約束をした|なった|なりました|入った|疲れ|だった|でした|かった"
    r"|変わ|決まっ|決め|思っ|言っ|聞い|驚い|困っ|頼まれ|誘われ|キャンセルした|中止|消した|つけた|けど"
)
_PLAIN = re.compile(
    r"(?:が|も)(?:あります|ある|入った|入っている|入りました|入ってる)|(?:約束|予定)(?:をした|した|がある|だ|です"
    r"|なんだ)?|(?:せ|し)(?:な|んと|にゃ)(?:あかん|いかん|ならん)|がござい|なきゃ|ないと(?:いけない|だめ|ダメ|いけません)?|なければ(?:ならない|いけない)?|の日"
)
_TALK = re.compile(
    r"天気|雨|雪|晴|曇|暑|寒|気温|電気|ライト|ランプ|照明|エアコン|テレビ|暖房|冷房|カーテン|ブラインド|鍵|掃除機"
    r"|洗濯機|お風呂|オン|オフ|つけ|消し|開け|閉め|おはよう|ありがと|ごめん|おやすみ|ニュース|楽しみ|楽し|好き|嫌い"
    r"|何|誰|どう|気分|疲|眠|たい(?:気|な)|[?？]"
)


def state(clause: Clause) -> Intent | None:
    """What a statement implies, `stated`: to be done only where it surely speaks of a task that exists."""
    when = clause.when
    told, bare = stripped(clause.text), stripped(clause.timeless)
    if not bare or len(bare) > 120:
        return None
    for pattern in _NAMED:
        if (m := pattern.match(bare)) and m["text"].strip():
            text = titled(clause.shown(m["text"]))
            return (
                Intent(operation=Operation.RENAME, words=clause.shown(words_of(m["words"])), text=text, when=when, stated=True)
                if text
                else None
            )
    for patterns, sure in ((_OFF, True), (_MISSED, False)):
        for pattern in patterns:
            if m := pattern.match(bare):
                return Intent(operation=Operation.DELETE, words=clause.shown(words_of(m["words"])), when=when, stated=True, sure=sure)
    if moved := _moved(clause, bare):
        return moved
    future = when.found and when.date is not None and when.date > clause.now.date()
    if not future and _DONE.search(told) and not _NOT_DONE.search(told):
        return Intent(operation=Operation.DONE, words=clause.shown(bare), text="した", stated=True)
    return None


def _moved(clause: Clause, bare: str) -> Intent | None:
    found = shifted(clause.text)
    if found is not None:
        rest = clause.part(found[1])
        m = _MOVED.match(re.sub(r"(?:遅|早)く", "", stripped(rest.timeless)))
        return (
            Intent(operation=Operation.MOVE, words=clause.shown(words_of(m["words"])), when=rest.when, shift=found[0], stated=True)
            if m
            else None
        )
    when = clause.when
    if (when.date_said or when.time is not None) and (m := _MOVED.match(bare)):
        return Intent(operation=Operation.MOVE, words=clause.shown(words_of(m["words"])), when=when, stated=True)
    return None


_VERB_ENDS = dict(zip("らわかがさたなばま", "るうくぐすつぬぶむ", strict=True))


def event_title(clause: Clause) -> str:
    """What would be written into a diary for a statement: 12月3日に保護者会があるんだ → 保護者会."""
    bare = stripped(clause.timeless)
    bare = re.sub(rf"(?:って|を|は|も|、)*(?:{PLACE}|{NOUN})(?:に|へ|として)?$", "", bare) or bare
    bare = re.sub(r"(?:なの|なん|なので|の|ん)?(?:だよ|です|だ|よ|ね|な|わ)*(?:から|ので|けど)?[。、!！]*$", "", bare)
    if m := re.match(
        r"^(?P<words>.+?)(?P<last>[^し])(?:なきゃ|なくちゃ|ないと|なければ)(?:いけない|だめ|ダメ|ならない|いけません)?$", bare
    ):
        bare = m["words"] + _VERB_ENDS.get(m["last"], f"{m['last']}る")
    bare = re.sub(r"し(?:なきゃ|なくちゃ|ないと|なければ)(?:いけない|だめ|ダメ|ならない|いけません)?$", "", bare)
    bare = re.sub(r"(?<=[ぁ-ゖ一-龯])たい(?:な|と思って(?:い|る)*)?$", "", bare)
    bare = re.sub(
        r"(?:が|も)(?:もう)?(?:あります|ある|入った|入りました|入っている|入ってる|切れた|なくなった|切れ"
        r"|ない)(?:ん)?$|(?:約束|予定)(?:をした|した|がある)?$",
        "",
        bare,
    )
    bare = re.sub(r"(?:が|を|も)?(?:ござい(?:まし|ます)た?|取れた|とれた|取れました|とれました|入りました)(?:の|ん)?$", "", bare)
    bare = re.sub(r"(?:を)?(?:せな|せんと|しな|せにゃ)(?:あかん|いかん|ならん)(?:ねん?|のや?|や|ん)?$", "", bare)
    bare = re.sub(r"を予約(?:した|しました)$", "の予約", bare)
    return titled(clause.shown(bare))


_OWES = re.compile(
    r"(?:(?:電話|連絡|掃除|洗濯|予約|準備|用意|提出|注文|支払い?|返却|修理|交換|買い物|返信|申し?込み|手続き|片[付づ]け|支度|更新)(?:を)?(?:し)"
    r"|買わ|払わ|出さ|返さ|洗わ|送ら|書か|直さ|縫わ|片[付づ]け|取りに行か|迎えに行か|取り替え|捨て|しまわ)"
    r"(?:なきゃ|なくちゃ|ないと|なければ)(?:いけない|ならない|だめ|ダメ|いけません|なりません)?(?:なあ?|ね|よ|だ|です)*[。!！]*$"
)
_NOUN = re.compile(
    r"(?:合わせ|合せ|出[か掛]け|集まり|迎え|見送り|付き添い|参り|引っ?越し|泊まり|見舞い|手続き|祭り|まつり|飲み|つどい|集い|習い事|持ち寄り|片付け|(?:ゴミ|ごみ|荷物|手紙|書類|レポート)出し)$"
)
"""Nouns of what people do that end as verbs do."""


def owes(clause: Clause) -> bool:
    """Somebody's own duty (更新しないと), which no device can do: nothing that lights, warms or plays."""
    return _OWES.search(stripped(clause.timeless)) is not None and len(clause.text) <= 40


def plain_event(clause: Clause) -> bool:
    """A statement that can only be meant for the diary: 散髪 3月3日 16時, 土曜15時、茶会."""
    when = clause.when
    if not when.found:
        return owes(clause)
    if when.problem or when.date is None or when.scattered or when.date < clause.now.date() or _TALK.search(clause.text):
        return False
    bare = stripped(clause.timeless)
    if _PLAIN.search(bare):
        return True
    settled = when.time is not None or when.part is not None or when.deadline or ("を" in bare and when.date > clause.now.date())
    if when.date_said and settled and re.search(r"(?<!い)[うくぐすつぬぶむる]$", bare):
        return 1 < len(bare) <= 24  # `今晩…を返す` says what will be done
    noun = (re.search(r"[一-龯々ァ-ヶーa-z0-9]$", bare, re.I) or _NOUN.search(bare)) is not None and (
        "は" not in bare or when.time is not None
    )
    return 0 < len(bare) <= 24 and noun and when.date_said and (when.time is not None or when.date > clause.now.date())
