"""Automations in words, in the language of whoever made them: what waits for what, what is done, how long it goes on. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta, tzinfo
from datetime import time as Clock

from yamori.agentkit.agent import Declined
from yamori.automations.condition import TimeWindow
from yamori.automations.life import Life
from yamori.automations.recurrence_words import days_said
from yamori.automations.texts import TEXTS
from yamori.automations.trigger import At, Becomes, Every, Forecast, Generated, Recurring, Slot, Sun, SunEvent, Trigger
from yamori.domain.language import Language


@dataclass(frozen=True, kw_only=True)
class Said:
    """What only the person's words and the other agents' tell."""

    when: tuple[str, ...]
    """The conditions, as they can follow `when`."""
    does: tuple[str, ...]
    """What is done, each as it can follow `I will`."""
    tells: bool
    """The person is told."""
    note: str = ""
    """What has to be said of the moment."""
    message: str = ""
    """What they wanted to be told, in their words."""


def refusal(kind: str, language: Language, what: str = "") -> Declined:
    """Why nothing was set up."""
    return Declined(text=TEXTS.said(language, f"refusals.{kind}", what=what))


def said_back(triggers: Sequence[Trigger], life: Life, said: Said, *, now: datetime, language: Language) -> str:
    """What was understood, as a promise: trigger, action, how long it goes on."""
    japanese = language is Language.JAPANESE
    zone = now.tzinfo
    assert zone is not None
    moments = [text for t in triggers if (text := moment_text(t, now, zone, language, once=life.times == 1))]
    when = ("、" if japanese else " and ").join(moments)
    note = (f"（{said.note}）" if japanese else f" ({said.note})") if said.note else ""
    states = ("、" if japanese else " and ").join(said.when)
    if when or not states or japanese:
        when += note
    else:
        states += note
    endless = life.until is None and any(isinstance(trigger, Becomes | Forecast | Generated) for trigger in triggers)
    until = _until(life.until.astimezone(zone), language) if life.until is not None else ""
    if japanese:
        return _promise_ja(when, states, said, endless=endless, once=life.times == 1) + until
    lead = f"{when}, if {states}," if when and states else f"{when}" if when else f"When {states},"
    does = [f"I will {part}" if n == 0 else part for n, part in enumerate(said.does)]
    if said.tells:
        what = f": “{said.message}”" if said.message else ""
        does.append(f"tell you{what}" if does else f"I will tell you{what}")
    text = f"{lead} {' and '.join(does)}"
    return f"{capitalized(text, language)}{until or _ending(endless, life.times == 1)}"


def only_on(rule: str, language: Language) -> str:
    """The days on which alone something comes, as they can stand in brackets."""
    japanese = language is Language.JAPANESE
    days = days_said(rule, japanese=japanese) or rule
    return f"{days}だけ" if japanese else f"only {days.replace('every weekday', 'on weekdays')}"


def hours_said(hours: TimeWindow, language: Language) -> str:
    """The hours within which alone something counts, as they can stand in brackets."""
    start, end = f"{hours.start.hour}:{hours.start:%M}", f"{hours.end.hour}:{hours.end:%M}"
    return f"{start}から{end}のあいだだけ" if language is Language.JAPANESE else f"only between {start} and {end}"


def looked_into(request: str, language: Language) -> str:
    """A question for later, as it can follow `I will`."""
    return f"「{request}」の答えをお知らせする" if language is Language.JAPANESE else f"answer “{request}”"


def _until(end: datetime, language: Language) -> str:
    """How long something goes on: to the end of a day, or to a moment."""
    last = end - timedelta(days=1) if end.time() == Clock(0) else end
    day = f"{last.month}月{last.day}日({_DAYS_JA[last.weekday()]})" if language is Language.JAPANESE else f"{last:%a} {last.day} {last:%b}"
    return TEXTS.said(language, "until.day" if last is not end else "until.moment", day=day, clock=_clock(end.time()))


def _ending(endless: bool, once: bool) -> str:
    if not endless:
        return "."
    return ", once." if once else ". I will go on with that until you tell me to stop."


def _joined_ja(actions: Sequence[str], last: str = "") -> str:
    """Actions as one sentence: 閉めて、オフにします."""
    if not last:
        *actions, end = actions
        last = polite(end)
    return "、".join((*(connected(action) for action in actions), last))


def _promise_ja(when: str, states: str, said: Said, *, endless: bool, once: bool) -> str:
    lead = f"{when}、{states}" if when and states else when or states
    last = f"「{said.message}」とお知らせします" if said.message else "お知らせします"
    does = _joined_ja(said.does, last if said.tells else "")
    head = lead if lead.endswith(("とき", "たら", "に", "ごと", "ら")) else f"{lead}に"
    return f"{head}、{does}{'(一度だけ)' if endless and once else ''}。" + ("やめるまで続けます。" if endless and not once else "")


def moment_text(trigger: Trigger, now: datetime, zone: tzinfo, language: Language, *, once: bool = False) -> str:
    """`at 18:20 (in 20 minutes)`, 毎週月曜の7:00; empty for what is no moment."""
    japanese = language is Language.JAPANESE
    match trigger:
        case At():
            return _at(trigger.moment.astimezone(zone), now, japanese)
        case Recurring():
            texts = [_slot(slot, japanese) for slot in trigger.slots]
            return ("、" if japanese else " and ").join(texts)
        case Every():
            length = _length(timedelta(seconds=trigger.seconds), japanese)
            return f"{length}ごと" if japanese else f"every {length.removeprefix('1 ')}"
        case Sun():
            return _sun(trigger, japanese, once)
        case _:
            return ""


_DAYS_JA = "月火水木金土日"
_EVENTS = {
    SunEvent.DAWN: ("dawn", "夜明け"),
    SunEvent.SUNRISE: ("sunrise", "日の出"),
    SunEvent.NOON: ("noon", "南中"),
    SunEvent.SUNSET: ("sunset", "日の入り"),
    SunEvent.DUSK: ("dusk", "日暮れ"),
}


def _at(moment: datetime, now: datetime, japanese: bool) -> str:
    """To the minute; the clock that counts down is the page's."""
    days = (moment.date() - now.date()).days
    clock = _clock(moment.time())
    if days == 0:
        return clock if japanese else f"at {clock}"
    if days == 1:
        return f"明日{clock}" if japanese else f"tomorrow at {clock}"
    if japanese:
        return f"{moment.month}月{moment.day}日({_DAYS_JA[moment.weekday()]}){clock}"
    return f"on {moment:%a} {moment.day} {moment:%b} at {clock}"


def _slot(slot: Slot, japanese: bool) -> str:
    days, clock = days_said(slot.rule, japanese=japanese), _clock(slot.at)
    if days is None:
        return f"繰り返し({slot.rule})の{clock}" if japanese else f"again and again ({slot.rule}) at {clock}"
    if japanese:
        return f"{days}{clock}" if days == "毎日" else f"{days}の{clock}"
    return f"{days} at {clock}"


def _sun(trigger: Sun, japanese: bool, once: bool) -> str:
    name = _EVENTS[trigger.event][japanese]
    length = _length(timedelta(seconds=abs(trigger.offset_seconds)), japanese)
    if japanese:
        side = "前" if trigger.offset_seconds < 0 else "後"
        text = f"{name}の{length}{side}" if trigger.offset_seconds else name
        return text if once else f"毎日{text}"
    side = "before" if trigger.offset_seconds < 0 else "after"
    text = f"{length} {side} {name}" if trigger.offset_seconds else f"at {name}"
    return text if once else f"every day {text}"


def _clock(time: Clock) -> str:
    return f"{time.hour}:{time.minute:02}"


SOON = timedelta(hours=1)
"""A moment so near is said as a length too."""


def soon_text(moment: datetime, now: datetime, language: Language) -> str:
    """`in 20 minutes`, 20分後; empty for what is further away."""
    left = moment - now
    if not timedelta(0) < left <= SOON:
        return ""
    return f"{_length(left, True)}後" if language is Language.JAPANESE else f"in {_length(left, False)}"


def _length(length: timedelta, japanese: bool) -> str:
    seconds = round(length.total_seconds())
    units = ((3600, "hour", "時間"), (60, "minute", "分"), (1, "second", "秒"))
    parts: list[str] = []
    for size, english, ja in units:
        count, seconds = divmod(seconds, size)
        if count and len(parts) < 2:
            parts.append(f"{count}{ja}" if japanese else f"{count} {english}{'s' if count != 1 else ''}")
    return ("" if japanese else " ").join(parts)


def sentence_of(state: str, language: Language) -> str:
    """A condition as what somebody is told once it is so."""
    if language is Language.JAPANESE:
        bare = state.removesuffix("とき")
        return f"{bare.removesuffix('ている')}ています。" if bare.endswith("ている") else f"{bare}。"
    return f"{capitalized(state, language)}."


def clock_note(name: str, moment: datetime, language: Language) -> str:
    """That a moment was reckoned from an entry of the schedule, and stays where that is moved."""
    if language is Language.JAPANESE:
        return f"{_clock(moment.time())}の「{name or 'タイマー'}」から計算。そちらを変えてもこの時刻のまま"
    return f"reckoned from “{name or 'the timer'}” at {_clock(moment.time())}, and not moved with it"


def timer_text(name: str, until: datetime, after: timedelta, language: Language) -> tuple[str, str]:
    """The end of a timer, or so long after it: as it can follow `when`, and as what somebody is told then."""
    timer = TEXTS.said(language, "timer.named", what=name) if name else TEXTS.said(language, "timer.unnamed")
    length = _length(after, language is Language.JAPANESE)
    shows = TEXTS.said(language, "timer.after" if after else "timer.up", timer=timer, clock=_clock(until.time()), length=length)
    return shows, capitalized(TEXTS.said(language, "timer.told", timer=timer), language)


def written_text(words: str, looks_at: Sequence[str], language: Language) -> tuple[str, str]:
    """A condition that was written as code: as it can follow `when`, and as what somebody is told once it is so."""
    if language is Language.JAPANESE:
        return f"「{words}」という条件が成り立ったとき（{'、'.join(looks_at)}から判定）", f"「{words}」という条件が成り立ちました。"
    seen = f"{', '.join(looks_at[:-1])} and {looks_at[-1]}" if len(looks_at) > 1 else "".join(looks_at)
    return f"{words} (which I work out from {seen})", f"{capitalized(words, language)}."


def no_longer(state: str, language: Language) -> str:
    """The end of a condition, as a condition."""
    if language is Language.JAPANESE:
        bare = state.removesuffix("とき")
        return f"{bare.removesuffix('ている')}ていない状態になったとき" if bare.endswith("ている") else f"「{bare}」でなくなったとき"
    return f"it is no longer so that {state}"


def either_text(states: Sequence[str], language: Language) -> str:
    """Conditions of which either is enough, as one."""
    return ("、または" if language is Language.JAPANESE else ", or when ").join(states)


def either_told(sentences: Sequence[str], language: Language) -> str:
    """What somebody is told once either of them is so."""
    if language is Language.JAPANESE:
        return "または、".join(sentences)
    return " Or: ".join(sentences)


def instead_of(says: str, old: str, new: Sequence[str], language: Language) -> str:
    """What was said back, with other actions in place of one; empty where it does not stand there."""
    if language is not Language.JAPANESE:
        return says.replace(old, " and ".join(new), 1) if old in says else ""
    if polite(old) in says:
        return says.replace(polite(old), _joined_ja(new), 1)
    return says.replace(connected(old), "、".join(connected(text) for text in new), 1) if connected(old) in says else ""


def also_tells(says: str, last: str, language: Language) -> str:
    """What was said back, with that the person is told as well behind its last action; empty where that does not stand there."""
    if not last:
        return ""
    if language is not Language.JAPANESE:
        return instead_of(says, last, [last, "tell you"], language)
    return says.replace(polite(last), _joined_ja([last], "お知らせします"), 1) if polite(last) in says else ""


def done_text(actions: Sequence[str], language: Language) -> str:
    """What somebody is told once this was done; empty for nothing."""
    if not actions:
        return ""
    if language is Language.JAPANESE:
        return f"設定どおりに行いました：{'、'.join(actions)}。"
    return f"Done, as you set up: {' and '.join(actions)}."


def taken_back_text(does: Sequence[str], back: Sequence[str], length: timedelta, language: Language) -> str:
    """What takes back something a while after it was done, as a promise."""
    if language is Language.JAPANESE:
        return f"{'、'.join(connected(action) for action in does)}から{_length(length, True)}後に、{_joined_ja(back)}。"
    return f"{capitalized(_length(length, False), language)} after I {' and '.join(does)}, I will {' and '.join(back)}."


def capitalized(text: str, language: Language) -> str:
    """A sentence of its own."""
    if language is Language.JAPANESE:
        return text
    return text[:1].upper() + text[1:]


_POLITE = {"する": "します", "戻す": "戻します", "進む": "進みます", "戻る": "戻ります", "撮る": "撮ります"}


def polite(text: str) -> str:
    """オフにする as オフにします, 開ける as 開けます."""
    for plain, form in _POLITE.items():
        if text.endswith(plain):
            return text.removesuffix(plain) + form
    return text.removesuffix("る") + "ます" if text.endswith("る") else text


_CONNECTED = {"する": "して", "戻す": "戻して", "進む": "進んで", "戻る": "戻って", "撮る": "撮って"}


def connected(text: str) -> str:
    """オフにする as オフにして, 開ける as 開けて: what another action follows."""
    for plain, form in _CONNECTED.items():
        if text.endswith(plain):
            return text.removesuffix(plain) + form
    return text.removesuffix("る") + "て" if text.endswith(_ICHIDAN) else polite(text)


_ICHIDAN = tuple(f"{vowel}る" for vowel in "えけげせぜてでねへべぺめれいきしちにみび")
"""How verbs end whose form certain rules make; 切る and others stay as they are."""
