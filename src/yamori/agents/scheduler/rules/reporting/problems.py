"""Why a tool did not do what it was asked to, in the person's language.

A problem is an English sentence, since programs and models read it too; here stands how each of them is said in Japanese. What is between
braces is taken over. `report` asks; a test looks through all of the scheduler for a sentence that is missing here.
"""

import re
from collections.abc import Mapping
from functools import cache

from yamori.domain.language import Language

_JA: Mapping[str, str] = {
    # Texts, times and lengths
    "a task needs a title": "予定には題名が必要です",
    "a routine needs a title": "ルーティンには題名が必要です",
    "a step needs a title": "ステップには題名が必要です",
    "an entry of the diary needs words": "日記に書く言葉がありません",
    "a search needs words": "検索する言葉がありません",
    "the {field} has {count} characters; at most {most} fit": "{field}が{count}文字あり、長すぎます({most}文字まで)",
    "the {field} holds a control character ({code}); plain text is wanted": "{field}に文字ではない記号({code})が含まれています",
    "a time is the home's wall-clock time, without an offset, such as {time}": "時刻は{time}のように家の時刻で指定してください",
    "a duration is longer than nothing and at most 366 days": "長さは0より長く366日までです",
    "that is no length of time": "時間の長さとして読めません",
    "a timer runs for more than nothing and at most 366 days": "タイマーは0より長く366日までです",
    "a period that starts on {start} cannot end on {end}": "{start}に始まる期間が{end}に終わることはできません",
    "a period lies between {first} and {last}": "期間は{first}から{last}までの間で指定してください",
    "a move needs a date, a time or minutes": "移動には日付か時刻か長さが必要です",
    "a copy needs a date or a time": "コピーには日付か時刻が必要です",
    # Routines
    "a routine needs days, such as mon and thu": "ルーティンには曜日が必要です",
    "a routine has at most {most} steps": "ルーティンのステップは{most}個までです",
    "at most {most} days of a routine can be left out": "ルーティンを休む日は{most}日までです",
    "a step takes between 1 minute and a day (1440)": "ステップの長さは1分から1日までです",
    "a change of a routine needs something to change": "ルーティンの何を変えるのか分かりません",
    "the routine {title} has no step {number}": "ルーティン「{title}」に番号{number}のステップはありません",
    "this routine does not recur on days of every week ({rule}); give `days` or a `recurrence`": (
        "このルーティンは毎週の曜日で繰り返すものではありません({rule})"
    ),
    "a recurrence is an RFC 5545 rule of at most {most} characters, such as {rule}": "繰り返しの規則として読めません({most}文字まで)",
    "{piece} is no part of a recurrence; known are {known}, once each": "「{piece}」は繰り返しの規則として読めません",
    "a recurrence begins with FREQ={known}": "繰り返しの規則に日・週・月・年の指定がありません",
    "{rule} never comes round: it names days that no year has": "「{rule}」は一度も来ません(どの年にもない日です)",
    "{rule} is no recurrence rule of RFC 5545 ({why})": "「{rule}」は繰り返しの規則として読めません",
    "the days of {title} are counted in another time zone, {zone}; change it in the calendar that it is from": (
        "「{title}」の曜日は別のタイムゾーン({zone})で決まっています。元のカレンダーで変更してください"
    ),
    # Reminders, and where people are told things
    "a reminder is of one of these: a moment, a task, a routine": "リマインダーには時刻か予定かルーティンのどれか一つが必要です",
    "a moment needs a time zone, such as {at}": "時刻にタイムゾーンがありません",
    "a reminder is for a time that is still to come": "リマインダーの時刻がもう過ぎています",
    "a reminder is at most a hundred years ahead": "リマインダーは100年先までです",
    "a reminder comes when something begins, or at most 366 days before": "リマインダーは開始時か、366日前までです",
    "a reminder needs words": "何をお知らせするのか分かりません",
    "give `at` or `minutes`, not both": "時刻と長さの両方は指定できません",
    "its time has passed, so that there is nothing to remind of": "時刻がもう過ぎているので、お知らせすることがありません",
    "a reminder is put off by more than nothing and at most 366 days": "後回しにできるのは0より長く366日までです",
    "a reminder that was cancelled cannot be put off; set a new one": "取り消したリマインダーは後回しにできません。新しく設定してください",
    "{title} is done, so that there is nothing to remind of": "「{title}」はもう完了しているので、お知らせすることがありません",
    "{title} has no day, so that there is no time to remind of it; give a time": (
        "「{title}」には日付がないので、いつお知らせするか分かりません"
    ),
    "{most} reminders wait already; cancel some first": "リマインダーがもう{most}件あります。先にいくつか取り消してください",
    "a person is told things in at most {most} places": "お知らせの送り先は{most}か所までです",
    "a device is named by its id": "機器は識別名で指定してください",
    "only a device has components": "部分を指定できるのは機器だけです",
    "a webhook is a whole address that begins with http:// or https://, without a name, password or # in it": (
        "送り先のアドレスはhttp://かhttps://で始まり、名前・パスワード・#を含まないものにしてください"
    ),
    "a webhook is no link-local, multicast or empty address": "そのアドレスには送れません",
    "an address must stand in what the person said themselves": "送り先のアドレスは、ご自分の言葉で言ってください",
    "nothing here can tell anything by {channel}": "この方法({channel})ではお知らせできません",
    "there is no device {name}": "「{name}」という機器はありません",
    "several devices are called {name}; give its id": "「{name}」という機器がいくつかあります",
    "{name} has no component {component}": "{name}に「{component}」という部分はありません",
    "{name} can neither show nor say a text, nor beep": "{name}は文字も声も音も出せません",
    # Rows that are gone or were changed
    "there is no task {number}": "番号{number}の予定はありません",
    "there is no routine {number}": "番号{number}のルーティンはありません",
    "there is no reminder {number}": "番号{number}のリマインダーはありません",
    "there is no notice {number}": "番号{number}のお知らせはありません",
    "there is no account {number}": "番号{number}のカレンダーはありません",
    "there is no {kind} {number}": "番号{number}のものはありません",
    "the diary holds nothing on {day}": "{day}の日記はありません",
    "there is no change that could be taken back": "元に戻せる変更はありません",
    "there is no change {key} to take back": "その変更は見つからないので、元に戻せません",
    "it was changed again since, so that this change cannot be taken back alone": "その後また変更されたので、この変更だけを元に戻せません",
    "it was changed by somebody else meanwhile (now version {version}); look at it again": "その間にほかの人が変更しました",
    "an idempotency key has 1 to {most} characters": "要求の識別名は1文字から{most}文字です",
    "the database gave the {row} no number": "データベースに保存できませんでした",
    "the scheduler holds nothing for an approval, {approval} neither": "承認を待っているものはありません",
    # Calendars elsewhere, and who may look
    "this calendar is connected already": "このカレンダーはもうつながっています",
    "there are {count} accounts already": "カレンダーがもう{count}件つながっています",
    "there are {count} tokens already; revoke those that nobody uses": "共有がもう{count}件あります。使っていないものを終了してください",
    "at most {most} origins may embed a calendar": "カレンダーを表示できるページは{most}件までです",
    "{text} is no origin; it looks like {example}": "「{text}」はページのアドレスとして読めません",
    # What every agent says
    "{tool}: there is no argument {name}; there {rest}": "「{name}」という指定はありません",
    "{tool}: the arguments hold characters that are no text": "文字ではないものが含まれています",
    "there is no tool {name}; there are {rest}": "「{name}」という操作はありません",
    # Lists and calendars of other systems
    "there is no list or calendar {id} of another system": "ほかのシステムに「{id}」というリストやカレンダーはありません",
    "{name} does not take that": "「{name}」ではその操作はできません",
    "{item} is not on the list {name}": "「{name}」に「{item}」はありません",
    "there are no words to write down": "書き込む言葉がありません",
    "{name} did not take it": "「{name}」に書き込めませんでした",
    "it took too long, so whether it was done is not known": "時間がかかりすぎたため、できたかどうか分かりません",
    "{tool}: {field}: {says}": "「{field}」の値が正しくありません",
}
_FIELDS: Mapping[str, str] = {
    "title": "題名",
    "memo": "メモ",
    "place": "場所",
    "text": "本文",
    "step": "ステップ",
    "name": "名前",
    "address": "アドレス",
    "username": "ユーザー名",
}
"""Fields of a row by what people call them."""
_QUOTED = re.compile(r"'(.*)'|\"(.*)\"", re.DOTALL)


def in_words(problem: str, language: Language) -> str:
    """The problem as a clause in this language; one that nobody foresaw stays as it is."""
    if language is not Language.JAPANESE:
        return problem
    for pattern, japanese in _patterns():
        match = pattern.fullmatch(problem)
        if match is not None:
            fills = {name: _plain(found) for name, found in match.groupdict().items()}
            if "field" in fills:
                fills["field"] = _FIELDS.get(fills["field"], fills["field"])
            return japanese.format(**fills)
    return problem


@cache
def _patterns() -> tuple[tuple[re.Pattern[str], str], ...]:
    found = []
    for english, japanese in _JA.items():
        pieces = re.split(r"\{(\w+)\}", english)
        pattern = "".join(f"(?P<{piece}>.+?)" if place % 2 else re.escape(piece) for place, piece in enumerate(pieces))
        found.append((re.compile(pattern, re.DOTALL), japanese))
    return tuple(found)


def _plain(text: str) -> str:
    """What stands in quotes, without them."""
    match = _QUOTED.fullmatch(text)
    return text if match is None else match[1] or match[2] or ""
