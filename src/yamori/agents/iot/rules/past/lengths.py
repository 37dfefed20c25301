"""A length of time in words: `2 hours and 5 minutes`, 2時間5分."""

from datetime import timedelta

from yamori.domain.language import Language


def length_text(length: timedelta, language: Language) -> str:
    """To the minute from a minute on, to the hour from two days on."""
    seconds = round(length.total_seconds())
    if seconds < 60:
        return _joined([(max(seconds, 1), "second", "秒")], language)
    minutes = round(seconds / 60)
    days, hours, rest = minutes // 1440, minutes % 1440 // 60, minutes % 60
    if days >= 2:
        return _joined([(days, "day", "日"), (hours, "hour", "時間")], language)
    return _joined([(days, "day", "日"), (hours, "hour", "時間"), (rest, "minute", "分")], language)


def _joined(parts: list[tuple[int, str, str]], language: Language) -> str:
    shown = [(count, one, ja) for count, one, ja in parts if count]
    if language is Language.JAPANESE:
        return "".join(f"{count}{ja}" for count, _, ja in shown)
    return (
        " and ".join([", ".join(_counted(c, o) for c, o, _ in shown[:-1]), _counted(*shown[-1][:2])])
        if len(shown) > 1
        else _counted(*shown[0][:2])
    )


def _counted(count: int, one: str) -> str:
    return f"{count} {one}{'s' if count != 1 else ''}"
