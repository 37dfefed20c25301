"""Plain Japanese orders about the schedule. What does not fit a pattern whole is left to the readers of statements, or to a model."""

import re
from collections.abc import Callable

from yamori.agents.scheduler.rules.intents import Clause, Intent, Operation, is_quote
from yamori.agents.scheduler.rules.japanese.words import NOUN, PLACE, PUT, TAIL, items, stripped, titled, whole, words_of
from yamori.agents.scheduler.rules.shift import Shift, shifted
from yamori.domain.when import When, numerals

_ADD = (
    re.compile(
        rf"^(?:新しい)?{PLACE}(?:の?一覧)?(?:に|へ|として)、?(?P<title>[^ぁ-ゖ]|..+?)(?:のを|こと[をも]|を|って|と|も)?{PUT}{TAIL}", re.I
    ),
    re.compile(rf"^(?P<title>[^ぁ-ゖ]|..+?)(?:のを|こと[をも]|って|と|を|は|も|、)*{PLACE}(?:に|へ|として){PUT}{TAIL}", re.I),
    re.compile(rf"^(?:新しい)?{NOUN}(?:として)?(?P<title>[\ue000-\ue0ff])(?:を|も)?{PUT}{TAIL}", re.I),
    re.compile(rf"^(?P<title>[^ぁ-ゖ]|..+?)(?:っていう|という|って|の|、)?(?:新しい)?{NOUN}[をも]{PUT}{TAIL}", re.I),
    re.compile(
        rf"^(?P<title>[^ぁ-ゖ]|..+?)(?:のを|こと[をも]|を|って|と|、)*忘れ(?:ない|ず)(?:よう)?に(?:リマインドし|知らせ|教え|言っ"
        rf"|声(?:を)?かけ)て{TAIL}"
    ),
    re.compile(
        rf"^(?P<title>[^ぁ-ゖ]|..+?)(?:のを|のこと[をも]?|こと[をも]|を|って|と|の|よう(?:に)?)?(?:リマインド|思い出させ|知らせ"
        rf"|教え|声(?:を)?かけ)(?:し)?(?:て|る|を){TAIL}"
    ),
    re.compile(rf"^(?P<title>[^ぁ-ゖ]|..+?)(?:のを|こと[をも]|を|って|と)(?:忘れ(?:ない|ず)(?:よう)?(?:に)?)(?:{PUT})?{TAIL}"),
    re.compile(rf"^(?P<title>[^ぁ-ゖ]|..+?)(?:を|も|って|と|[\s　])(?:追加|登録|予定){TAIL}"),
    re.compile(
        rf"^(?P<title>[^ぁ-ゖ]|..+?)(?:で|の|に)(?:予定|時間)(?:を)?(?:とっ|取っ|押さえ|おさえ|確保し|ブロックし|空けと|空けてお|あけと){TAIL}"
    ),
    re.compile(rf"^(?P<title>.+?(?:予約|約束|会議|打ち合わせ|面談|アポ|飲み会|デート))(?:を|も)入れ{TAIL}"),
    re.compile(rf"^(?P<title>[\ue000-\ue0ff])(?:を|も)(?:入れ|作){TAIL}"),
    re.compile(
        rf"^(?P<title>[^ぁ-ゖ]|..+?)(?:のを|こと[をも]|の[もが]?|を|って|と|、)?忘れ(?:ない|ず|させない)(?:よう"
        rf"|で)?(?:に)?(?:{PUT}|リマインド|し)?{TAIL}"
    ),
    re.compile(rf"^(?P<title>[^ぁ-ゖ]|..+?)(?:のを|こと[をも]|を|って|と)(?:覚え|おぼえ|メモ[っし]?)(?:て|と|し|っ){TAIL}"),
    re.compile(rf"^(?P<title>[^ぁ-ゖ]|..+?)(?:って|と|を|、)(?:{PLACE}(?:に|へ|として)?)お願い{TAIL}"),
)
_SEVERAL = re.compile(rf"^{PLACE}(?:に|へ)?(?:[0-9一二三四五六七八九]つ|いくつか)(?:追加|入れ|足)\S*?[。、:：]\s*(?P<title>.+)$")
_NAMES_INTO = re.compile(rf"^(?P<words>.+?)(?:を|は|、)、?(?P<text>.+?)(?:に|へ)(?:名前|タイトル|題名)(?:を)?(?:変更|変え|直){TAIL}")
_NAME_IT = re.compile(rf"^(?:それの|その)?(?:名前|タイトル|題名)(?:は|を)、?(?P<text>.+?)(?:に|へ|と)(?:変更|変え|直|し){TAIL}")
_PUT_IN = re.compile(rf"^(?P<title>[^ぁ-ゖ]|..+?)(?:を|も|って|と)(?:入れ|いれ|書[いきくっ]|組[んみむ]){TAIL}")
"""Only where a time was said: `電源を入れて` is for somebody else."""
_OF_TASK = r"(?:という|って|の)?(?:タスク|予定|用事|件)?"
_RENAME = (
    re.compile(
        r"^.*?(?P<words>[\ue000-\ue0ff]).*?(?P<text>[\ue000-\ue0ff])(?:に|へ|と)(?:名前を)?(?:変更|変え|改名|改め|直|書き換え)" + TAIL
    ),
    re.compile(
        rf"^(?:タスク|予定)?(?:の)?(?P<words>.+?){_OF_TASK}(?:の|は)?、?(?:名前|タイトル|題名|件名|名称|予定名"
        rf"|タスク名)を、?(?P<text>.+?)(?:に|へ|と)(?:変更"
        rf"|変え|改名|改め|直|書き換え|し){TAIL}"
    ),
    re.compile(
        rf"^(?:タスク|予定)?(?:の)?(?P<words>.+?){_OF_TASK}を、?(?P<text>.+?)(?:という名前に|って名前に"
        rf"|って名に)(?:変更|変え|改名|し){TAIL}"
    ),
    re.compile(
        rf"^(?:タスク|予定)?(?:の)?(?P<words>.+?){_OF_TASK}を、?(?P<text>.+?)(?:に|へ|と)(?:名前を|名前|名称)?(?:改名|改め|リネーム"
        rf"|書き換え|名前変更){TAIL}"
    ),
    re.compile(rf"^(?:タスク|予定)?(?:の)?(?P<words>.+?){_OF_TASK}(?:を|は|、)、?(?P<text>.+?)(?:に|へ)(?:変更|変え|直){TAIL}"),
)
_SAYING = r"(?:っていう|という|って|と|を|の|、)*"
_NOTE = (
    re.compile(
        rf"^(?P<words>.+?){_OF_TASK}(?:に|へ|の)(?:メモ|備考|コメント)(?:欄)?(?:として|を|に|で|、)?(?P<text>.+?){_SAYING}(?:{PUT}|残"
        rf"|添え|し|変更){TAIL}"
    ),
    re.compile(
        rf"^(?P<words>.+?){_OF_TASK}(?:に|へ)(?:行くとき|行く時|は)?、?(?P<text>.+?){_SAYING}(?:メモ|備考|注意書き"
        rf"|コメント)(?:を|も|として|に)?(?:{PUT}"
        rf"|し|残|添え|入れ)?{TAIL}"
    ),
    re.compile(rf"^(?P<words>)メモ(?:欄)?(?:に|として)(?:は|も)?、?(?P<text>.+?){_SAYING}(?:{PUT}|残|添え|し){TAIL}"),
    re.compile(rf"^(?P<words>)(?P<text>[^。]+?(?:いる|要る|必要|持参|持っていく|注意|だ|ある))(?:って|と)メモ(?:し|っ){TAIL}"),
    re.compile(rf"^(?P<words>)(?P<text>[\ue000-\ue0ff])(?:という|って|と)?(?:を)?メモ(?:を|も)?(?:し|っ|つけ|付け|追加|残){TAIL}"),
    re.compile(
        rf"^(?P<words>)(?P<text>[^。]+?)(?:っていう|という|って|と)(?:メモ|備考|コメント)(?:も|を|に)(?:{PUT}|し|残|添え|入れ){TAIL}"
    ),
    re.compile(
        rf"^(?P<words>.+?)(?:は|って|、)(?P<text>.+?){_SAYING}(?:メモ|備考|コメント)(?:を|も|として|に)?(?:{PUT}|し|残|添え|入れ)?{TAIL}"
    ),
)
_NOTE_BEHIND = re.compile(
    r"^(?P<words>[^。、]{1,20}?)(?:に|の|へ(?:の)?)(?:メモ|備考)(?:です|だけど|なんだけど|を追加|追加)?[。:：、]\s*(?P<text>[^。]+?)[。!！]?$"
)
_NOTE_INSTEAD = re.compile(
    rf"^(?P<words>.+?){_OF_TASK}の(?:メモ|備考|コメント)(?:を|は|、)、?(?P<text>.+?)(?:に|へ|と)(?:書き換え|書き直|変更|変え|直[しす]|差し替え|して){TAIL}"
)
_REOPEN = (
    re.compile(rf"^(?P<words>.+?)(?:を|は|が|も)?(?:未完了|未完|未了)(?:に|へ)?(?:戻|し|変){TAIL}"),
    re.compile(
        rf"^(?P<words>.+?)(?:は|が|を|の)?(?:まだ)(?:だった|でした|です|だ|やって(?:い)?(?:ない|ません)|して(?:い)?(?:ない|ません)){TAIL}"
    ),
    re.compile(
        rf"^(?P<words>.+?)(?:は|が|を)?(?:まだ|実は|やっぱり|、)*(?:終わって(?:い)?(?:ない|ません)|完了して(?:い)?(?:ない|ません)"
        rf"|やって(?:い)?(?:ない|ません)){TAIL}"
    ),
    re.compile(rf"^(?P<words>.+?)(?:の)(?:完了|チェック)を(?:取り消|外|解除|戻){TAIL}"),
)
_DONE = (
    re.compile(
        rf"^(?P<words>.+?){_OF_TASK}(?:を|は|が|も)?、?(?:完了|済み?|終了|終わり)(?:済み?)?(?:に|と|って|で)?(?:し|マーク|つけ|して)?{TAIL}"
    ),
    re.compile(
        rf"^(?P<words>.+?){_OF_TASK}(?:を|は|が|も)?(?:もう|全部|、)*(?:完了|終わっ[たて]|終わりました|終わらせ(?:た"
        rf"|ました)|おわった|済んだ|済ませた"
        rf"|済みました|済ませました|やった|やりました|できた|できました|片付いた|片付けた){TAIL}"
    ),
    re.compile(rf"^(?P<words>.+?){_OF_TASK}(?:に|を)(?:チェック|印)(?:を)?(?:し|入れ|つけ|付け){TAIL}"),
)
_DELETE = (
    re.compile(
        rf"^(?P<words>.+?)(?:を|は|も)?、?(?:{PLACE}から)?(?:を)?(?:だけ)?(?:削除|消[しすせ]|けし|取り消[しす]|取消"
        rf"|キャンセル|取りやめ|やめ"
        rf"(?:て|る|に|とく)|外[しす]|なしに|なしで|中止(?!に?な)|クリア|消去)(?:で|に)?{TAIL}"
    ),
)
_CLOCK = r"(?:の)?(?:時間|時刻|日時|日程|日付|日にち|開始|スタート)?"
_MOVE = re.compile(
    rf"^(?P<words>[^を]*?|[^、。]+?の(?=を|は|も)){_CLOCK}(?:を|は|も)?、?(?:開始|スタート|時間)?(?:に|へ|まで)?(?:変更|変え|移動|移[しすせ]|動か[しすせ]"
    rf"|ずら[しすせ]|延期|延ば[しすせ]|リスケ(?:ジュール)?|前倒し|繰り上げ|繰り下げ|遅ら|早め|後ろ倒し|回[しすせ]|繰り越|持ち越|し(?:て|といて"
    rf"|とい|ま)|する|直)(?:でき)?{TAIL}"
)
_COPY = re.compile(rf"^(?P<words>.*?){_OF_TASK}(?:を|は|も)?、?(?:に|へ|にも)?(?:コピー|複製|繰り返)(?:し)?{TAIL}")
_LASTS = re.compile(
    rf"^(?P<words>[^を]*?)(?:の)?(?:長さ|所要時間|時間)?(?:を|は|、)*(?:間)?(?:に|へ)?(?:変更|変え|し(?:て|といて)|する|なった|かか[るり]){TAIL}"
)
"""With nothing but a length said: how long it takes."""
_LATER = re.compile(
    rf"(?P<n>{numerals.KANJI})(?P<u>日|週間?|[かヶケカ]月)(?:後|あと)(?:の(?=同じ)|に|へ)?(?:も)?(?=.*(?:コピー|複製|同じ(?:の|もの|予定|やつ)))"
)
_SAME_DAY = re.compile(r"(?:を|は)?(?:の)?同じ(?:日|曜日|時間|時刻)(?:に|の|で|へ)?(?:も)?(?=.*(?:コピー|複製|繰り返|同じ))")
_SAME_AGAIN = re.compile(
    rf"^(?:それ|これ)?(?:と|を)?(?:まったく|全く)?同じ(?:の|もの|予定|やつ|内容|こと|用事)?(?:を|で|も)*(?:もう(?:一|1)[回度つ件]|もう一つ)?(?:お願い|入れ|追加|登録|作|コピー|複製|予定){TAIL}"
)
"""`その次の週も同じのを入れて`: what was just spoken of, once more."""
_WHERE = (
    re.compile(
        rf"^(?P<words>.+?){_OF_TASK}の(?:場所|会場|集合場所|待ち合わせ場所)(?:は|を|、)、?(?P<text>.+?)(?:に|へ)(?:変更|変え|し|なった|なりました|直){TAIL}"
    ),
    re.compile(rf"^(?P<words>.+?){_OF_TASK}の(?:場所|会場|集合場所|待ち合わせ場所)(?:は|が)、?(?P<text>.+?)(?:です|だよ|だ|ね|よ)*$"),
    re.compile(
        rf"^(?P<words>(?:それの|その)?)(?:場所|会場|集合場所|待ち合わせ場所)(?:は|を|、)、?(?P<text>.+?)(?:(?:に|へ)(?:変更|変え|し|なった|なりました|直){TAIL}|(?:です|だよ|だ|ね|よ)+$)"
    ),
)
"""Where it is: only of a task that there is."""
_UNDO = re.compile(
    rf"^(?:それ|これ|(?:今|さっき|いま|直前|最後)(?:の|に)?(?:やった|した|変更|操作|追加|登録|(?:追加|登録|変更)した|入れた|足した)?(?:の|こと|分|やつ|もの|予定)?(?:だけ)?)?(?:を"
    rf"|は)?(?:元に戻|取り消|なかったことに){TAIL}"
)
_ALL = re.compile(
    rf"^(?:全部|すべて|全て|ぜんぶ)(?:の{NOUN})?$|(?:を|は|の)?(?:全部|すべて|全て|ぜんぶ)$|^{PLACE}(?:を|は)?(?:全部|すべて"
    rf"|全て|ぜんぶ)?$"
)
_ONLY = re.compile(rf"^{NOUN}(?:の中)?(?:から|で|は|、)+(?P<words>.+?)(?:だけ)?$")


def read(clause: Clause, knows: Callable[[str], bool]) -> Intent | None:
    """The request of one clause, or None where no pattern fits it whole. Questions are read elsewhere.

    `knows` says whether there is a task that the words mean: it parts renaming from things that are nothing of the schedule's.
    """
    when = clause.when
    told, bare = stripped(clause.text), stripped(clause.timeless)
    if not bare:
        return None
    if _UNDO.match(bare):
        return Intent(operation=Operation.UNDO)
    if (m := _NOTE_INSTEAD.match(told)) and knows(clause.shown(words_of(m["words"]))):
        return Intent(
            operation=Operation.NOTE, words=clause.shown(words_of(m["words"])), text=clause.shown(_quoted_or(m["text"])), instead=True
        )
    if (m := _NOTE_BEHIND.match(told)) and knows(clause.shown(words_of(m["words"]))):
        return Intent(operation=Operation.NOTE, words=clause.shown(words_of(m["words"])), text=clause.shown(_quoted_or(m["text"])))
    if m := _NAME_IT.match(told):
        return Intent(operation=Operation.RENAME, words="それ", text=titled(clause.shown(m["text"])))
    for pattern in (_NAMES_INTO, *_RENAME[:4]):
        if m := pattern.match(told):
            return Intent(
                operation=Operation.RENAME, words=clause.shown(words_of(m["words"])), text=titled(clause.shown(m["text"])), when=when
            )
    if (there := _placed(clause, told, knows)) is not None:
        return there
    note = _noted(clause, told, knows)
    if note is not None:
        return note
    for operation, patterns in ((Operation.REOPEN, _REOPEN), (Operation.DONE, _DONE), (Operation.DELETE, _DELETE)):
        for pattern in patterns:
            if m := pattern.match(bare):
                words = words_of(m["words"])
                if only := _ONLY.match(words):
                    words = only["words"]
                words = clause.shown(words) or "それ"
                everything = bool(_ALL.search(words)) and not is_quote(words)
                return Intent(operation=operation, words=words, when=when, everything=everything)
    if (copy := _copied(clause)) is not None:
        return copy
    move = _moved(clause, bare)
    if move is not None and (
        knows(move.words) or re.search(r"変更|変え|ずら|延期|移|リスケ|前倒し|早め|遅ら|繰り|回[しすせ]|持ち越", bare)
    ):
        return move
    added = _added(clause, bare, when)
    if added is not None:
        return added
    if not when.found and (m := _RENAME[4].match(told)):
        return Intent(operation=Operation.RENAME, words=clause.shown(words_of(m["words"])), text=titled(clause.shown(m["text"])))
    return None


def _copied(clause: Clause) -> Intent | None:
    """One more like it. Where to and where from are told as for a move; `1週間後` is counted from the one copied."""
    text, shift = clause.text, None
    if m := _LATER.search(text):
        days = numerals.japanese(m["n"]) * (7 if m["u"].startswith("週") else 1)
        shift = Shift(months=numerals.japanese(m["n"])) if m["u"].endswith("月") else Shift(days=days)
        text = text[: m.start()] + text[m.end() :]
    elif (found := shifted(text)) is not None:
        shift, text = found
    rest = clause.part(text)
    if shift is None and not rest.when.found:
        return None
    bare = _SAME_DAY.sub("", stripped(rest.timeless)).strip("にもへの、 ")
    if _SAME_AGAIN.match(bare):
        return Intent(operation=Operation.COPY, words="それ", when=rest.when, shift=shift)
    if m := _COPY.match(bare):
        copied = rest.part(re.sub(r"コピー|複製", "移動", rest.text, count=1))
        return Intent(operation=Operation.COPY, words=clause.shown(words_of(m["words"])) or "それ", when=copied.when, shift=shift)
    return None


def _placed(clause: Clause, told: str, knows: Callable[[str], bool]) -> Intent | None:
    """Where something is. With a time in it the sentence says when, too, and is left to others."""
    if clause.when.found:
        return None
    for pattern in _WHERE:
        if (m := pattern.match(told)) and knows(clause.shown(words_of(m["words"]))):
            return Intent(
                operation=Operation.PLACE, words=clause.shown(words_of(m["words"])) or "それ", text=clause.shown(words_of(m["text"]))
            )
    return None


def _noted(clause: Clause, told: str, knows: Callable[[str], bool]) -> Intent | None:
    """A memo on a task that exists: `眼科に…とメモ` is one, `明日…とメモ` is something new."""
    for pattern in _NOTE:
        m = pattern.match(told)
        if m and m["text"].strip("をとって、の"):
            words = clause.shown(words_of(m["words"]))
            explicit = re.search(r"メモ(?:を|に|も|として|つけ|付け|欄)|備考|コメント|[\ue000-\ue0ff]", told)
            if (
                (not words and knows("") and not clause.when.found)
                or (words and knows(words))
                or (words and explicit and pattern is not _NOTE[-1])
            ):
                return Intent(operation=Operation.NOTE, words=words or "それ", text=clause.shown(_quoted_or(m["text"])))
    return None


def _moved(clause: Clause, bare: str) -> Intent | None:
    bare = _all_first(re.sub(r"(?:の|は)?(?:同じ(?:時間|時刻|曜日)|時間は?(?:その|同じ)まま)(?:に|で|の)?", "", bare))
    when, found = clause.when, shifted(clause.text)
    if found is not None:
        rest = clause.part(found[1])
        if m := _MOVE.match(_all_first(stripped(rest.timeless))):
            words = clause.shown(words_of(m["words"])) or "それ"
            return Intent(operation=Operation.MOVE, words=words, when=rest.when, shift=found[0], everything=_ALL.search(words) is not None)
    if when.duration is not None and not (when.date_said or when.time is not None) and (m := _LASTS.match(bare)):
        return Intent(operation=Operation.MOVE, words=clause.shown(words_of(m["words"])) or "それ", when=when)
    if when.found and (when.date_said or when.time is not None) and (m := _MOVE.match(bare)):
        words = clause.shown(words_of(m["words"])) or "それ"
        return Intent(operation=Operation.MOVE, words=words, when=when, everything=_ALL.search(words) is not None)
    return None


def _all_first(text: str) -> str:
    """予定を全部移して says what 予定全部を移して says."""
    return re.sub(r"を、?(全部|ぜんぶ|すべて|全て|まとめて)、?", r"\1を", text, count=1)


def _added(clause: Clause, bare: str, when: When) -> Intent | None:
    if when.time is not None and re.match(rf"^(?:私を|僕を|俺を)?(?:に)?起こし(?:て|といて){TAIL}", bare):
        return Intent(operation=Operation.ADD, words="起床", when=when)
    bare = re.sub(r"^(?:に)?(?:なった|たっ|経っ)たら、?|^経ったら、?", "", re.sub(r"^になったら、?|^なったら、?", "", bare))
    if m := _SEVERAL.match(stripped(clause.text)):
        title = clause.shown(m["title"])
        return Intent(operation=Operation.ADD, words=title, when=when, items=items(title))
    for pattern in (*_ADD, *((_PUT_IN,) if when.found else ())):
        if m := pattern.match(bare):
            quoted = re.match(rf"^([\ue000-\ue0ff])(?:という|って|の)?(?:{NOUN}|予約)?$", m["title"])
            title = clause.shown(quoted[1]) if quoted else titled(clause.shown(whole(m["title"], bare[m.start("title") :])))
            several = items(title) if not quoted and re.search("買い?物リスト", bare) else ()
            return Intent(operation=Operation.ADD, words=title, when=when, items=several) if title else None
    return None


def _quoted_or(text: str) -> str:
    """The quotation that stands in the text, else the text."""
    found = re.search(r"[\ue000-\ue0ff]", text)
    return found[0] if found else text.strip(" 、")
