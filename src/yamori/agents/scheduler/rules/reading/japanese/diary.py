"""Japanese sentences about the diary: what to write into it, and about which day."""

import re

from yamori.agents.scheduler.rules.reading.clause import Clause
from yamori.agents.scheduler.rules.reading.diary_intents import DiaryAction, DiaryIntent
from yamori.agents.scheduler.rules.reading.japanese.words import TAIL, stripped
from yamori.domain.when import resolve

_BOOK = r"(?:日記(?:帳)?|日報|日誌|ジャーナル|ダイアリー)"
_BOOKED = re.compile(_BOOK)
_WRITES = r"(?:書[いきくけこっ]|追加|追記|付け足|つけ足|足[しす]|記録|残[しす]|入れ|加え|メモ|つけ(?:て|と)|登録|記入)"
_QUOTING = r"(?:という(?:こと|の)?|って(?:いう(?:こと|の)?)?|こと|と)(?:を|も)?"
_APPEND = (
    re.compile(rf"^(?P<day>[^、。]{{0,15}}?){_BOOK}(?:に|へ)(?:は|も)?、?(?P<text>.+?)(?:{_QUOTING}|を|も)、?{_WRITES}{TAIL}"),
    re.compile(rf"^(?P<text>.+?)(?:{_QUOTING}|を|も)、?(?P<day>(?:おととい|[^、。をと]){{0,12}}?){_BOOK}(?:に|へ)(?:も)?{_WRITES}{TAIL}"),
    re.compile(rf"^(?P<day>[^、。]{{0,12}}?){_BOOK}(?:に|へ)(?:こう|次のように)?{_WRITES}\S{{0,8}}?[。:：]\s*(?P<text>.+)$"),
    re.compile(rf"^(?P<day>[^、。]{{0,12}}?){_BOOK}(?:に|は)?[:：、]\s*(?P<text>.+)$"),
)
_OVERWRITE = (
    re.compile(
        rf"^(?P<day>[^、。]{{0,15}}?){_BOOK}(?:の(?:内容|中身))?(?:を|は|、)、?(?:(?:全部|すべて)?(?:消して|削除して)?、?)(?P<text>.+?)(?:という(?:内容)?"
        rf"|って)?(?:に|へ|と|で)"
        rf"(?:書き換え|書き直|書きかえ|変更|変え|直[しす]|置き換え|上書き|修正|訂正|差し替え){TAIL}"
    ),
    re.compile(
        rf"^(?P<day>[^、。]{{0,15}}?){_BOOK}(?:の(?:内容|中身))?(?:を|は|、)(?:全部|すべて)?(?:書き換え|書き直|消|変更|変え|直|上書き|修正|訂正)\S*?[、。:：]\s*"
        rf"(?P<text>.+?)(?:{_QUOTING}(?:{_WRITES}|し)?{TAIL}|$)"
    ),
)
_DELETE = re.compile(
    rf"^(?P<day>[^、。]{{0,15}}?){_BOOK}(?:の(?:内容|中身))?(?:を|は)(?:全部|すべて)?(?:削除|消[しすせ]|破棄|なくし|取り消){TAIL}"
)
_SHOW = re.compile(
    rf"{_BOOK}.*(?:見せ|みせ|教え|おしえ|読[んみむ]|表示|何|なに|ある|あった|確認|開[いけ]|どう|\?|？)|{_BOOK}[。?？]?$|何(?:て|って|を)書い"
)


_WHAT = re.compile(r"^(?:何|なん|なに|どう|どんな)(?:て|って|と|を|か|が)?.*(?:書|あ)[^。]*$|[?？]\s*$")


def speaks_of_diary(text: str) -> bool:
    """The sentence names the diary outright."""
    return _BOOKED.search(text) is not None


def diary_intent(clause: Clause) -> DiaryIntent | None:
    """What is to be written, read or thrown away, and of which day."""
    bare = stripped(clause.text)
    if not _BOOKED.search(bare) and (not _SHOW.search(bare) or "メモ" in bare):
        return None
    for action, patterns in ((DiaryAction.OVERWRITE, _OVERWRITE), (DiaryAction.APPEND, _APPEND)):
        for pattern in patterns:
            m = pattern.match(bare)
            if m is None:
                continue
            if action is DiaryAction.APPEND and _WHAT.search(m["text"]):
                continue  # 日記、何て書いた？ asks
            when = resolve(m["day"], clause.now)
            quoted = re.search(r"[\ue000-\ue0ff]", m["text"]) if action is DiaryAction.OVERWRITE else None
            text = clause.shown(quoted[0] if quoted else m["text"])
            return DiaryIntent(action=action, text=text.strip(" 、。「」"), date=when.date if when.date_said else None)
    if _DELETE.match(bare):
        return DiaryIntent(action=DiaryAction.DELETE, date=clause.when.date if clause.when.date_said else None)
    if _SHOW.search(bare):
        return DiaryIntent(action=DiaryAction.SHOW, date=clause.when.date if clause.when.date_said else None, end=clause.when.end_date)
    return None
