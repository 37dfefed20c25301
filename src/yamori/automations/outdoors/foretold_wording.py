"""A condition on the forecast as it is said back, as it is told, and as a question. Pure, in English and Japanese."""

from datetime import date, time

from yamori.agentkit.agent import Declined
from yamori.automations.calendar_words import day_words
from yamori.automations.outdoors.foretold import Foretold, Unfit
from yamori.automations.weather.holding import About
from yamori.domain.language import Language

_PARTS = {
    (time(6), time(12)): ("morning", "午前"),
    (time(12), time(18)): ("afternoon", "午後"),
    (time(18), time(0)): ("evening", "夜"),
    (time(18), time(6)): ("night", "夜"),
}
_STATES = {
    About.RAIN: ("rain is forecast", "雨の予報が出ていたら", "雨の予報です"),
    About.SNOW: ("snow is forecast", "雪の予報が出ていたら", "雪の予報です"),
    About.FROST: ("frost is forecast for the night", "夜に氷点下の予報が出ていたら", "夜は氷点下まで下がる予報です"),
    About.SUNNY: ("sunny weather is forecast", "晴れの予報なら", "晴れの予報です"),
    About.WARMER: ("more than {value} °C is forecast", "{value}度を超える予報なら", "{value}度を超える予報です"),
    About.COLDER: ("less than {value} °C is forecast", "{value}度を下回る予報なら", "{value}度を下回る予報です"),
    About.WINDIER: (
        "wind of more than {value} m/s is forecast",
        "風速{value}メートルを超える予報なら",
        "風速{value}メートルを超える予報です",
    ),
}
_DENIED = {
    About.RAIN: ("no rain is forecast", "雨の予報が出ていなければ", "雨の予報は出ていません"),
    About.SNOW: ("no snow is forecast", "雪の予報が出ていなければ", "雪の予報は出ていません"),
    About.FROST: ("no frost is forecast for the night", "夜に氷点下の予報が出ていなければ", "夜に氷点下の予報は出ていません"),
    About.SUNNY: ("no sunny weather is forecast", "晴れの予報でなければ", "晴れの予報ではありません"),
    About.WARMER: ("no more than {value} °C is forecast", "{value}度を超える予報でなければ", "{value}度を超える予報ではありません"),
    About.COLDER: ("no less than {value} °C is forecast", "{value}度を下回る予報でなければ", "{value}度を下回る予報ではありません"),
    About.WINDIER: (
        "no wind of more than {value} m/s is forecast",
        "風速{value}メートルを超える予報でなければ",
        "風速{value}メートルを超える予報ではありません",
    ),
}
_QUESTIONS = {About.RAIN: ("will it rain", "雨は降る？"), About.SNOW: ("will it snow", "雪は降る？")}
"""Those that the Weather agent is asked when the condition comes true, so that what is told has hours and a source."""


def state_text(found: Foretold, today: date, language: Language) -> str:
    """`rain is forecast for tomorrow in the morning`, as it can follow `if` or `when`; 明日の午前に雨の予報が出ていたら."""
    english, japanese, _ = (_DENIED if found.negated else _STATES)[found.about]
    value = f"{found.value:g}" if found.value is not None else ""
    period = period_text(found, today, language)
    if language is Language.JAPANESE:
        return f"{period}{japanese.format(value=value)}"
    return f"{english.format(value=value)}{period}"


def told_text(found: Foretold, language: Language) -> str:
    """`Rain is forecast.`, said when it is so."""
    english, _, japanese = (_DENIED if found.negated else _STATES)[found.about]
    value = f"{found.value:g}" if found.value is not None else ""
    said = (japanese if language is Language.JAPANESE else english).format(value=value)
    return f"{said}。" if language is Language.JAPANESE else f"{said[:1].upper()}{said[1:]}."


def question_text(found: Foretold, today: date, language: Language) -> str:
    """What the Weather agent is asked then; empty where the plain sentence says all."""
    asked = _QUESTIONS.get(found.about)
    if asked is None or found.negated:
        return ""
    if language is Language.JAPANESE:
        if found.day is None:
            return f"これから{found.hours}時間に{asked[1]}"
        return f"{found.day.month}月{found.day.day}日{_part(found, language)}に{asked[1]}"
    if found.day is None:
        return f"{asked[0]} in the next {found.hours} hours?"
    return f"{asked[0]} on {found.day.isoformat()}{_part(found, language)}?"


def period_text(found: Foretold, today: date, language: Language) -> str:
    """` for tomorrow in the morning`; 明日の午前に. Frost is of the night, and has none."""
    japanese = language is Language.JAPANESE
    if found.about is About.FROST:
        return ""
    if found.day is None:
        if found.hours == 1:
            return "今" if japanese else " for this hour"
        return f"{found.hours}時間以内に" if japanese else f" for the next {found.hours} hours"
    day = day_words(found.day, today, language).removeprefix("on ")
    part = _PARTS.get((found.start, found.end)) if found.start is not None and found.end is not None else None
    if part is None or (not japanese and day[:1].isdigit()):
        return f"{day}{_part(found, language)}に" if japanese else f" for {day}{_part(found, language)}"
    if japanese:
        return "今夜に" if found.day == today and part[1] == "夜" else f"{day}の{part[1]}に"
    if found.day == today:
        return " for tonight" if part[0] == "night" else f" for this {part[0]}"
    return f" for {day} {part[0]}"


def unfit_text(unfit: Unfit, language: Language) -> Declined:
    """Why nothing was set up, and what can be said instead."""
    japanese = language is Language.JAPANESE
    if unfit.needs_number:
        text = (
            "何度からの条件にしますか？「明日30度を超えるなら」や「今夜3度を下回るなら」のように、温度を入れてもう一度おっしゃってください。"
            if japanese
            else "From how many degrees on? Please say it again with a number, such as “if it gets hotter than 30 degrees tomorrow”."
        )
    else:
        text = (
            f"天気の条件「{unfit.unread}」が分からないため、何も設定していません。雨、雪、晴れ、気温、風、霜なら、1日またはその一部について待てます。"
            if japanese
            else f"I could not work out “{unfit.unread}” as a condition on the weather, so I set nothing up. "
            "I can wait for rain, snow, sun, a temperature, wind or frost, on one day or a part of it."
        )
    return Declined(text=text)


def _part(found: Foretold, language: Language) -> str:
    japanese = language is Language.JAPANESE
    if found.start is None or found.end is None:
        return ""
    if (part := _PARTS.get((found.start, found.end))) is not None:
        return f"の{part[1]}" if japanese else " at night" if part[0] == "night" else f" in the {part[0]}"
    start, end = (f"{at.hour}時{f'{at.minute}分' if at.minute else ''}" if japanese else f"{at:%H:%M}" for at in (found.start, found.end))
    return f"の{start}から{end}" if japanese else f" from {start} to {end}"
