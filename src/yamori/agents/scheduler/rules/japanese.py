"""Reading plain Japanese sentences about the schedule. What does not fit a pattern whole is left to a model."""

import re

from yamori.agents.scheduler.rules.wishes import Aim, Clause, Wish, is_quote
from yamori.domain.when import When

_POLITE = re.compile(
    r"^(?:(?:ねえ|えっと|あの|じゃあ|では|それと|それから|あと|そして|あとは|やっぱり|やはり|やっぱ|ごめん|すみません|いや|違う"
    r"|なお|また)[、,。\s]*)+"
)
_TAIL = (
    r"(?:し|て|で|と|い|お|く|だ|さ|ね|よ|ほ|欲|も|ら|え|ま|す|る|か|な|下|願|頂|た|ん|っ|け|り|れ|せ|う|の|に|わ|そ|思|ください"
    r"|\s|[。、!！?？~〜ー])*$"
)
_PLACE = (
    r"(?:カレンダー|予定表?|スケジュール(?:帳)?|タスク(?:リスト)?|やること(?:リスト)?|(?:買い物|買物)?リスト|to-?do(?:リスト)?"
    r"|リマインダー|手帳|日程)"
)
_NOUN = r"(?:予定|タスク|用事|リマインダー|リマインド|スケジュール|to-?do)"
_PUT = (
    r"(?:入れ|いれ|追加|登録|書[いきくっ]|加え|作[っりる]|作成|メモ|載せ|のせ|組[んみむ]|足[しす]|入力|覚え|設定|セット|つけ|付け"
    r"|保存|記録|記入)"
)
_ADD = (
    re.compile(rf"^(?:新しい)?{_PLACE}(?:の?一覧)?(?:に|へ|として)、?(?P<title>.+?)(?:のを|こと[をも]|を|って|と|も)?{_PUT}{_TAIL}", re.I),
    re.compile(rf"^(?P<title>.+?)(?:のを|こと[をも]|って|と|を|は|も|、)*{_PLACE}(?:に|へ|として){_PUT}{_TAIL}", re.I),
    re.compile(rf"^(?:新しい)?{_NOUN}(?:として)?(?P<title>[\ue000-\ue0ff])(?:を|も)?{_PUT}{_TAIL}", re.I),
    re.compile(rf"^(?P<title>.+?)(?:っていう|という|って|の|、)?(?:新しい)?{_NOUN}[をも]{_PUT}{_TAIL}", re.I),
    re.compile(
        rf"^(?P<title>.+?)(?:のを|こと[をも]|を|って|と|の|よう(?:に)?)?(?:リマインド|思い出させ|知らせ|教え)(?:し)?(?:て|る|を){_TAIL}"
    ),
    re.compile(rf"^(?P<title>.+?)(?:のを|こと[をも]|を|って|と)(?:忘れ(?:ない|ず)(?:よう)?(?:に)?)(?:{_PUT})?{_TAIL}"),
    re.compile(rf"^(?P<title>.+?)(?:を|も|って|と)(?:追加|登録|予定){_TAIL}"),
    re.compile(rf"^(?P<title>.+?(?:予約|約束|会議|打ち合わせ|面談|アポ|飲み会|デート))(?:を|も)入れ{_TAIL}"),
    re.compile(rf"^(?P<title>[\ue000-\ue0ff])(?:を|も)(?:入れ|作){_TAIL}"),
)
_PUT_IN = re.compile(rf"^(?P<title>.+?)(?:を|も|って|と)(?:入れ|いれ|書[いきくっ]|組[んみむ]){_TAIL}")
"""Only where a time was said: `電源を入れて` is for somebody else."""
_OF_TASK = r"(?:という|って|の)?(?:タスク|予定|用事|件)?"
_RENAME = (
    re.compile(
        rf"^(?:タスク|予定)?(?:の)?(?P<words>.+?){_OF_TASK}(?:の|は)?、?(?:名前|タイトル|件名|名称)を、?(?P<text>.+?)(?:に|へ|と)(?:変更"
        rf"|変え|改名|改め|直|書き換え|し){_TAIL}"
    ),
    re.compile(
        rf"^(?:タスク|予定)?(?:の)?(?P<words>.+?){_OF_TASK}を、?(?P<text>.+?)(?:という名前に|って名前に)(?:変更|変え|改名|し){_TAIL}"
    ),
    re.compile(
        rf"^(?:タスク|予定)?(?:の)?(?P<words>.+?){_OF_TASK}を、?(?P<text>.+?)(?:に|へ|と)(?:名前を|名称)?(?:改名|改め|リネーム"
        rf"|書き換え){_TAIL}"
    ),
    re.compile(rf"^(?:タスク|予定)?(?:の)?(?P<words>.+?){_OF_TASK}(?:を|は)、?(?P<text>.+?)(?:に|へ)(?:変更|変え|直){_TAIL}"),
)
_SAYING = r"(?:っていう|という|って|と|を|の|、)*"
_NOTE = (
    re.compile(
        rf"^(?P<words>.+?){_OF_TASK}(?:に|へ)、?(?P<text>.+?){_SAYING}(?:メモ|備考|注意書き|コメント)(?:を|も|として|に)?(?:{_PUT}"
        rf"|し|残|添え|入れ){_TAIL}"
    ),
    re.compile(
        rf"^(?P<words>.+?){_OF_TASK}(?:に|へ|の)(?:メモ|備考|コメント)(?:として|を|に|で|、)?(?P<text>.+?){_SAYING}(?:{_PUT}|残"
        rf"|添え|し|変更){_TAIL}"
    ),
)
_REOPEN = (
    re.compile(rf"^(?P<words>.+?)(?:を|は|が|も)?(?:未完了|未完|未了)(?:に|へ)?(?:戻|し|変){_TAIL}"),
    re.compile(
        rf"^(?P<words>.+?)(?:は|が|を)?(?:まだ|実は|やっぱり|、)*(?:終わって(?:い)?(?:ない|ません)|完了して(?:い)?(?:ない|ません)"
        rf"|やって(?:い)?(?:ない|ません)){_TAIL}"
    ),
    re.compile(rf"^(?P<words>.+?)(?:の)(?:完了|チェック)を(?:取り消|外|解除|戻){_TAIL}"),
)
_DONE = (
    re.compile(
        rf"^(?P<words>.+?){_OF_TASK}(?:を|は|が|も)?(?:完了|済み?|終了|終わり)(?:済み?)?(?:に|と|って)?(?:し|マーク|つけ|して){_TAIL}"
    ),
    re.compile(
        rf"^(?P<words>.+?){_OF_TASK}(?:を|は|が|も)?(?:もう|、)*(?:完了|終わっ[たて]|終わりました|おわった|済んだ|済ませた"
        rf"|済みました|済ませました|やった|やりました|できた|できました|片付いた|片付けた){_TAIL}"
    ),
    re.compile(rf"^(?P<words>.+?){_OF_TASK}(?:に|を)(?:チェック|印)(?:を)?(?:し|入れ|つけ|付け){_TAIL}"),
)
_DELETE = (
    re.compile(
        rf"^(?P<words>.+?)(?:を|は|も)?(?:{_PLACE}から)?(?:を)?(?:削除|消[しすせ]|けし|取り消[しす]|取消|キャンセル|取りやめ|やめ"
        rf"(?:て|る|に|とく)|外[しす]|なしに|中止|クリア){_TAIL}"
    ),
)
_MOVE = (
    re.compile(
        rf"^(?P<words>[^を]+?)(?:の)?(?:時間|時刻|日時|日程|日付|日にち)?(?:を|は|も)?、?(?:に|へ|まで)?(?:変更|変え|移動|移[しすせ]"
        rf"|ずら[しすせ]|延期|リスケ(?:ジュール)?|前倒し|繰り上げ|繰り下げ|遅ら|早め|し(?:て|といて|とい|ま)|直){_TAIL}"
    ),
)
_UNDO = re.compile(rf"^(?:それ|これ|今の|さっきの)?(?:を|は)?(?:元に戻|取り消|なかったことに){_TAIL}")
_ALL = re.compile(
    rf"^(?:全部|すべて|全て|ぜんぶ)(?:の{_NOUN})?$|(?:を|は|の)?(?:全部|すべて|全て|ぜんぶ)$|^{_PLACE}(?:を|は)?(?:全部|すべて"
    rf"|全て|ぜんぶ)?$"
)
_JOINT = re.compile(r"(?<=[てで])[、,]\s*|(?<=[てで])(?:それから|あと|そして|、)+|。\s*|(?<=て)(?=[\ue000-\ue0ff])|(?<=から)、")
_QUESTION = re.compile(
    r"[?？]\s*$|(?:です|ます|ました|でした|ません|ある|あった|ない|てる|ている|した|だった|だ|る|た)(?:か|の|かな|っけ)[。\s]*$|"
    r"(?:だっけ|だろう|かな)[。\s]*$"
    r"|何(?!か|度も)|なに(?!か)|いつ(?!も|か|でも)|どこ(?!か)|どれ|どの(?=予定|タスク)|どんな"
    r"|教え|おしえ|見せ|みせ|一覧|表示|読み上げ|確認|聞かせ|リストアップ"
)
_WANTS = re.compile(
    r"(?:くれ(?:る|ます|ません|ない)|もらえ(?:る|ます|ません|ない)|いただけ|ください|下さい|ほしい|欲しい|お願い)(?:か|の"
    r"|かな)?[。?？!\s]*$"
)


def is_question(text: str) -> bool:
    """It wants to know something; `〜してくれる?` wants something done, `教えて` wants to know."""
    if not _QUESTION.search(text):
        return False
    if re.search(r"(?:教え|おしえ|見せ|みせ|表示|読み上げ|聞かせ|リストアップ)", text):
        return not re.search(r"(?:前|時間|頃|ごろ|になったら|たら)に?(?:教え|知らせ)", text)
    return not _WANTS.search(text)


def split(text: str) -> list[str]:
    """The clauses of a sentence."""
    return [piece for piece in (p.strip(" 、。,") for p in _JOINT.split(text)) if piece]


def read(clause: Clause) -> Wish | None:
    """The wish of one clause, or None where no pattern fits it whole. Questions are read elsewhere."""
    when = clause.when
    told = _stripped(clause.text)
    bare = _stripped(clause.timeless)
    if not bare:
        return None
    if _UNDO.match(bare):
        return Wish(aim=Aim.UNDO)
    for pattern in _RENAME[:3]:
        if m := pattern.match(told):
            return Wish(aim=Aim.RENAME, words=clause.shown(m["words"]), text=_title(clause.shown(m["text"])))
    for pattern in _NOTE:
        m = pattern.match(told)
        if m and m["text"].strip("をとって、の"):
            return Wish(aim=Aim.NOTE, words=clause.shown(_words(m["words"])), text=clause.shown(_quoted_or(m["text"])))
    for aim, patterns in ((Aim.REOPEN, _REOPEN), (Aim.DONE, _DONE), (Aim.DELETE, _DELETE)):
        for pattern in patterns:
            if m := pattern.match(bare):
                words = clause.shown(_words(m["words"]))
                everything = bool(_ALL.search(words)) and not is_quote(words)
                return Wish(aim=aim, words=words, when=when, everything=everything)
    added = _added(clause, bare, when)
    if added is not None:
        return added
    if when.found and (when.date_said or when.time is not None) and (m := _MOVE[0].match(bare)):
        return Wish(aim=Aim.MOVE, words=clause.shown(_words(m["words"])), when=when)
    if not when.found and (m := _RENAME[3].match(told)):
        return Wish(aim=Aim.RENAME, words=clause.shown(_words(m["words"])), text=_title(clause.shown(m["text"])))
    return None


def _added(clause: Clause, bare: str, when: When) -> Wish | None:
    for pattern in (*_ADD, *((_PUT_IN,) if when.found else ())):
        if m := pattern.match(bare):
            quoted = re.match(rf"^([\ue000-\ue0ff])(?:という|って|の)?(?:{_NOUN}|予約)?$", m["title"])
            title = clause.shown(quoted[1]) if quoted else _title(clause.shown(m["title"]))
            items = _items(title) if not quoted and re.search("買い?物リスト", bare) else ()
            return Wish(aim=Aim.ADD, words=title, when=when, items=items) if title else None
    return None


def _items(title: str) -> tuple[str, ...]:
    """`牛乳とパン` as two things to buy."""
    items = tuple(p for p in (_title(piece) for piece in re.split(r"、|と(?=\S)|や(?=\S)", title)) if p)
    return items if len(items) > 1 else ()


def _stripped(text: str) -> str:
    return _POLITE.sub("", text.strip()).strip(" 、。,")


def _words(words: str) -> str:
    return re.sub(r"(?:を|は|が|も|って|という|の(?:予定|タスク|用事|件)?)+$", "", words.strip(" 、"))


def _quoted_or(text: str) -> str:
    """The quotation that stands in the text, else the text."""
    found = re.search(r"[\ue000-\ue0ff]", text)
    return found[0] if found else text.strip(" 、")


def _title(words: str) -> str:
    """A title without the particles that tied it to the sentence."""
    trimmed = words.strip(" 、。,")
    trimmed = re.sub(r"^(?:新しい)?(?:タスク|予定)(?:として|の|「)?(?=\S{2,})", "", trimmed)
    return re.sub(r"(?:のを|ことを|を|って|という|は|も|、|の)+$", "", trimmed).strip()
