"""Days and times of day as answers about the sky and the weather say them, in English and Japanese. Pure."""

from datetime import date, datetime

from yamori.domain.language import Language

_NEAR = {-1: ("yesterday", "昨日"), 0: ("today", "今日"), 1: ("tomorrow", "明日")}
_WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)


def day_words(day: date, today: date, language: Language) -> str:
    """`tomorrow`, `on Saturday`, `on 4 December`; 明日, 土曜日, 12月4日. English begins small, as within a sentence."""
    ahead = (day - today).days
    is_japanese = language is Language.JAPANESE
    if (near := _NEAR.get(ahead)) is not None:
        return near[is_japanese]
    if ahead == 2 and is_japanese:  # in English its weekday is shorter, and goes with `morning`
        return "あさって"
    if 2 <= ahead < 7:
        return f"{'月火水木金土日'[day.weekday()]}曜日" if is_japanese else f"on {_WEEKDAYS[day.weekday()]}"
    if is_japanese:
        return f"{'' if day.year == today.year else f'{day.year}年'}{day.month}月{day.day}日"
    return f"on {day.day} {_MONTHS[day.month - 1]}{'' if day.year == today.year else f' {day.year}'}"


def time_words(moment: datetime, language: Language) -> str:
    """`07:05`; 7時5分, and 7時 for the full hour. The moment is already on the place's clock."""
    if language is Language.JAPANESE:
        return f"{moment.hour}時" + (f"{moment.minute}分" if moment.minute else "")
    return f"{moment:%H:%M}"


def capital(words: str) -> str:
    """The words at the beginning of a sentence."""
    return words[:1].upper() + words[1:]
