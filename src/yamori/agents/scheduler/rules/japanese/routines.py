"""Japanese sentences about routines: what is wanted of which one, before anybody has looked whether there is such a routine."""

import re
from collections.abc import Iterator

from yamori.agents.scheduler.rules.intents import Clause, is_quote
from yamori.agents.scheduler.rules.japanese.words import PUT, TAIL, stripped, titled
from yamori.agents.scheduler.rules.routine_intents import Days, RoutineAct, RoutineWish, SpokenStep
from yamori.domain.when import weekdays_named

_WORD = r"(?:ルーティン(?:ワーク)?|ルーチン(?:ワーク)?|習慣|日課)"
_STEP = r"(?:ステップ|手順|項目|工程|メニュー|種目)"
_SAID = re.compile(rf"{_WORD}|{_STEP}")
_OF = rf"(?:という|っていう|って|の)?(?:新しい)?(?:{_WORD})?"
_JUST = re.compile(r"^(?:さっき|先ほど|今|いま)(?:作った|追加した|入れた|の)")
_REMOVES = r"(?:削除|消[しすせ]|外[しす]|抜[いく]|取り除|取り消[しす]|やめ(?:て|る|に|よう|たい)|なくし|無くし|省[いく]|減らし)"
_WHY = r"(?:もう[^、]{0,12}?(?:から|ので|し)、?)?(?:もう)?"
_ADDS = rf"(?:{PUT}|加え|増やし|足[しす])"

_PATTERNS: tuple[tuple[RoutineAct, re.Pattern[str]], ...] = (
    (
        RoutineAct.ADD_STEP,
        re.compile(
            rf"^(?P<words>.+?){_OF}(?:に|へ|の(?:最後|最初|あと|後)に)(?:は|も)?、?(?:新しい)?{_STEP}(?:として)?(?P<step>.+?)(?:を|も)(?:新しく)?{_ADDS}{TAIL}"
        ),
    ),
    (
        RoutineAct.ADD_STEP,
        re.compile(
            rf"^(?P<words>.+?){_OF}(?:に|へ|の(?:最後|最初|あと|後)に)(?:は|も)?、?(?P<step>.+?)(?:という|っていう|って|の)?{_STEP}?(?:を|も|って"
            rf"|と)?(?:新しく)?{_ADDS}{TAIL}"
        ),
    ),
    (
        RoutineAct.ADD_STEP,
        re.compile(rf"^(?P<step>.+?)(?:という|っていう|って|の)?{_STEP}?(?:を|も)(?P<words>[^を]+?){_OF}(?:に|へ)(?:も)?{_ADDS}{TAIL}"),
    ),
    (
        RoutineAct.ADD_STEP,
        re.compile(rf"^(?P<step>.+?)(?:という|っていう|って|の)?{_STEP}(?:を|も){_ADDS}{TAIL}"),
    ),
    (
        RoutineAct.DELETE_STEP,
        re.compile(
            rf"^(?P<words>.+?){_OF}(?:の中)?(?:の|から|にある)、?(?P<step>.+?)(?:という|って|の)?{_STEP}?(?:を|は|だけ|、)、?{_WHY}{_REMOVES}{TAIL}"
        ),
    ),
    (RoutineAct.DELETE_STEP, re.compile(rf"^(?P<step>.+?)(?:という|って|の)?{_STEP}(?:を|は){_REMOVES}{TAIL}")),
    (
        RoutineAct.DELETE_STEP,
        re.compile(rf"^(?P<step>.+?)(?:を|は)(?P<words>[^を]+?){_OF}から{_REMOVES}{TAIL}"),
    ),
    (
        RoutineAct.RENAME,
        re.compile(
            rf"^(?P<words>.+?){_OF}(?:の)?(?:名前|タイトル|名称)?(?:を|は)、?(?P<title>.+?)(?:という名前|って名前)?(?:に|へ|と)(?:名前を)?(?:変更|変え|改名|改め|リネーム){TAIL}"
        ),
    ),
    (
        RoutineAct.UNTICK,
        re.compile(
            rf"^(?:(?P<words>.+?){_OF}の)?(?P<step>.+?)(?:{_STEP})?(?:を|は|が|も)?(?:まだ)?(?:やって(?:い)?(?:ない|ません)|終わって(?:い)?(?:ない|ません)"
            rf"|未完了(?:に|へ)?(?:戻し|し)?|チェックを?外し){TAIL}"
        ),
    ),
    (
        RoutineAct.TICK,
        re.compile(
            rf"^(?:今日の)?(?:(?P<words>.+?){_OF}の)?(?P<step>.+?)(?:{_STEP}|{_WORD})?(?:を|は|が|も)?、?(?:もう|全部|ぜんぶ|ちゃんと)?(?:終わっ[たて]"
            rf"|終わりました|終わらせ|おわった"
            rf"|済んだ|済ませ|済み(?:に)?|やった|やりました|やり終え|できた|できました|完了(?:した|しました|に|で|で?す)?|チェック(?:を)?(?:入れ|つけ|付け|し)){TAIL}"
        ),
    ),
    (
        RoutineAct.SKIP,
        re.compile(
            rf"^(?P<words>.+?){_OF}(?:は|を|も)?、?(?:お?休み|休む|休み[たま]|スキップ|飛ばし|なし|無し|パス|できない|やらない|やめ(?:て|る|と)){TAIL}"
        ),
    ),
    (
        RoutineAct.DELETE,
        re.compile(rf"^(?P<words>.+?)(?:という|って|の)?(?:{_WORD})?(?:を|は|も|、)?、?(?:やっぱり|丸ごと|全部)?{_WHY}{_REMOVES}{TAIL}"),
    ),
)
_CREATE = re.compile(
    rf"^(?:新しい)?(?:(?P<before>.+?)(?:という|っていう|って|の)?)?(?:新しい)?{_WORD}(?:として|に)?(?P<after>.+?)?(?:を|も|が)?(?:新しく)?"
    rf"(?:作|つく|追加|登録|始め|はじめ|設定|入れ|お願い|ほしい|欲しい|組[んみむ]|足[しす]|加え|にし|にする)\S*$"
)
_DOES = r"(?:やる|する|行う|やり|し|やって|続ける)(?:ことに(?:する|した|して|しよう|したい|します))?"
_TIMES = re.compile(
    rf"^(?P<words>.*?){_OF}(?:の(?:時間|時刻|曜日|日))?(?:を|は|も|、)*(?:やっぱり|これから|今後|次から)?、?(?:に|も|へ|から|は|にも|、)*"
    rf"(?:{_DOES}|変更|変え|移[しすせ]|動か[しすせ]|ずら[しすせ]|お願い|追加|増やし|足[しす]|入れ|始め|開始|なし|やめ|やらない|しない|外し|設定)?{TAIL}"
)
_ALSO = re.compile(r"曜日?も|日にも|にも|追加|増やし|足[しす]|加え")
_NOT = re.compile(r"やめ|やらない|なし|外[しす]|除い|削除|抜い|しない")
_SHOW = re.compile(rf"(?:{_WORD}|{_STEP})")
_ASKED = re.compile(rf"^(?:今日の|今の|私の)?(?P<words>.+?){_OF}(?:の(?:{_STEP})|は|って|を|で|、|に)")
_MINUTES = re.compile(
    r"[(（]?(?P<n>[0-9０-９]{1,4}|[一二三四五六七八九十]{1,3})\s*(?P<unit>分|時間)(?P<half>半)?(?:間|くらい|ぐらい|ほど)?の?[)）]?"
)
_KANJI = {c: i for i, c in enumerate("〇一二三四五六七八九")}


_GIVES_UP = re.compile(r"やめ(?:て|る|と|た|に)|やらない|外[しす]")
_SO = re.compile(
    r"(?:(?:に|を|も)?(?:やる|する|行う|続ける)(?:こと)?(?:に)?)?(?:した|決めた|なった)(?:から|ので|んで|し)、?"
    r"(?=(?:増や|足し|追加|入れ|変え|変更|設定|移し|直し|お願い))"
)
"""Why, before what is wanted: …になったから足して."""
_ONE_DAY = re.compile(r"今日|明日|明後日|あさって|今週|来週|再来週|今度|次の|今回|だけ|[0-9]日")
_DID = re.compile(
    r"^(?:もう|さっき|今|ちゃんと)?(?P<step>[^、。]{1,20}?)(?:った|いた|いだ|んだ|した|[えけげせてねべめれ]た)(?:よ|ね|わ|ぞ|ー|とこ|ところ)*$"
)
"""A verb in the past, which may be a step's own: 窓を拭いたよ."""


def speaks_of_routines(text: str) -> bool:
    """The sentence says ルーティン or ステップ outright."""
    return _SAID.search(text) is not None


def routine_intents(clause: Clause) -> Iterator[RoutineWish]:
    """What the clause may want of a routine, likeliest first; whoever knows the routines takes the first that fits."""
    said = _SAID.search(clause.text) is not None
    if said and (made := _created(clause)) is not None:
        yield made
    bare = _SO.sub("", _bare(clause))
    when, weekdays = clause.when, weekdays_named(clause.text)
    for act, pattern in _PATTERNS:
        m = pattern.match(bare)
        if m is None:
            continue
        groups = m.groupdict()
        if act is RoutineAct.SKIP and _GIVES_UP.search(bare) and weekdays and not _ONE_DAY.search(clause.text):
            continue  # 金曜はやめる is every Friday
        step = clause.shown(_trimmed(groups.get("step") or ""))
        yield RoutineWish(
            act=act,
            words=clause.shown(_trimmed(groups.get("words") or "")),
            title=titled(clause.shown(groups.get("title") or "")),
            step=step,
            steps=(SpokenStep(title=titled(step), minutes=minutes_in(clause.text)),) if act is RoutineAct.ADD_STEP else (),
            when=when,
            weekdays=weekdays,
            explicit=said,
        )
    if (told := _DID.match(bare)) and not when.rrule and not weekdays:
        yield RoutineWish(act=RoutineAct.TICK, step=clause.shown(told["step"]), when=when, explicit=False)
    if (weekdays or when.rrule or when.time is not None) and (m := _TIMES.match(_without_days(bare))):
        days = Days.NOT if _NOT.search(clause.text) else Days.ALSO if _ALSO.search(clause.text) else Days.INSTEAD
        words = clause.shown(_trimmed(m["words"]))
        yield RoutineWish(act=RoutineAct.TIMES, words=words, when=when, weekdays=weekdays, days=days, explicit=said)


def routine_question(clause: Clause) -> RoutineWish | None:
    """A question about routines or their steps."""
    if not _SHOW.search(clause.text):
        return None
    m = _ASKED.match(stripped(clause.timeless))
    words = re.sub(rf"{_WORD}|{_STEP}", "", clause.shown(_trimmed(m["words"]))) if m else ""
    return RoutineWish(act=RoutineAct.SHOW, words=words, said=clause.shown(clause.text), when=clause.when, explicit=True)


def _created(clause: Clause) -> RoutineWish | None:
    text = stripped(clause.text)
    bare = _without_days(_bare(clause)).strip("、にのは ")
    if re.search(rf"{_WORD}(?:に|から|の)(?!し|する)", bare):
        return None  # 〜のルーティンに…を追加 is a step
    m = _CREATE.match(bare)
    if m is None:
        return None
    title = _trimmed(m["before"] or "") or _trimmed(m["after"] or "")
    return RoutineWish(
        act=RoutineAct.CREATE, title=titled(clause.shown(title)), when=clause.when, weekdays=weekdays_named(text), explicit=True
    )


def steps_in(text: str) -> tuple[SpokenStep, ...]:
    """準備運動5分、スクワット10分とストレッチ as steps."""
    found = []
    for piece in re.split(r"[、,・]|(?<=[分）)])と", re.sub(r"^(?:ステップ|手順|内容|中身)は", "", text.strip(" 。"))):
        title = titled(re.sub(rf"(?:を|で|の)?(?:{_STEP})?(?:を|も)?(?:{PUT}\S*)?$", "", _MINUTES.sub("", piece)).strip("、 "))
        if title:
            found.append(SpokenStep(title=title, minutes=minutes_in(piece)))
    return tuple(found)


def _bare(clause: Clause) -> str:
    """The clause without times and lengths."""
    return _JUST.sub("", stripped(re.sub(r"[(（]\s*[)）]", "", _MINUTES.sub("", clause.timeless)))).strip("、 ")


def _title(clause: Clause, words: str) -> str:
    """A quotation as it is, other words as a title."""
    return clause.shown(words.strip()) if is_quote(words.strip()) else titled(clause.shown(words))


def lists_steps(text: str) -> bool:
    """The clause says what a routine consists of: ステップは…."""
    bare = stripped(text)
    pieces = re.split(r"[、,・]|(?<=[分）)])と", bare)
    named = [_MINUTES.sub("", p).strip("、。 をで") for p in pieces]
    timed = sum(_MINUTES.search(p) is not None for p in pieces)
    listed = all(named) and (timed == len(pieces) or (timed and len(pieces) > 1 and max(map(len, named)) <= 12))
    return re.match(rf"^(?:{_STEP}|内容|中身)(?:は|：|:)", bare) is not None or bool(listed)


def minutes_in(text: str) -> int | None:
    """How long, where a length is said."""
    m = _MINUTES.search(text)
    if m is None:
        return None
    digits = m["n"].translate({ord("０") + i: str(i) for i in range(10)})
    number = int(digits) if digits.isdigit() else _kanji(digits)
    return (number * 60 if m["unit"] == "時間" else number) + (30 if m["half"] and m["unit"] == "時間" else 0) or None


def recurring_title(clause: Clause) -> str:
    """What a statement says to come again (燃えるゴミを出す); empty for an order to a house, and where it says more than a title would."""
    bare = _without_days(_bare(clause)).strip("、にのは ")
    if not 1 < len(bare) <= 24 or _ORDER.search(bare):
        return ""
    return _title(clause, re.sub(r"(?:があ(?:る|ります)|です|だ|をする|がある(?:よ|んだ)?)[。]?$", "", bare))


_ORDER = re.compile(
    r"(?:つけ|点け|消し|開け|閉め|あけ|しめ|流し|暗く|明るく|止め|回し|かけ|にし|変え|移し|削除|消し|教え|見せ)(?:て|といて|ておいて|たい)|[?？]$|たら|とき"
)


def only_times(clause: Clause) -> bool:
    """The clause says nothing but when, of something said before: 月曜と木曜にやるよ."""
    bare = _without_days(stripped(clause.timeless))
    return re.fullmatch(
        rf"(?:毎週|毎日|それ|これ|は|を|に|の|も|、|時間|朝|夜|で)*(?:やる|やり|する|し|お願い|やって|行う|ます|です|で|ね|よ)?{TAIL}", bare
    ) is not None and bool(clause.when.found or weekdays_named(clause.text))


def _without_days(bare: str) -> str:
    """Days of the week that stand without a 毎週 are no expression of time for themselves."""
    return re.sub(
        r"(?:毎週)?[月火水木金土日]曜日?(?:と|、|・|も)?|平日|週末|毎日|[月火水木金土日](?:[・、と][月火水木金土日])+曜?日?", "", bare
    )


def _trimmed(words: str) -> str:
    trimmed = _JUST.sub("", words.strip(" 、"))
    return re.sub(
        rf"(?:という|っていう|って|の|を|は|が|も|、)*(?:新しい)?(?:{_WORD}|{_STEP})?(?:という|って|の|を|は|も|、)*$", "", trimmed
    ).strip(" 、")


def _kanji(text: str) -> int:
    if "十" not in text:
        return _KANJI.get(text, 0)
    tens, _, ones = text.partition("十")
    return (_KANJI.get(tens, 1) if tens else 1) * 10 + (_KANJI.get(ones, 0) if ones else 0)
