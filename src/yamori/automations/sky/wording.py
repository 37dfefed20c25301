"""Sun and moon as a person hears them, in English and Japanese. Pure; says only what `sun` and `moon` have computed."""

from datetime import datetime, timedelta

from yamori.automations.calendar_words import capital, day_words, time_words
from yamori.automations.location import Location, approximation_note
from yamori.automations.sky.moon import MoonName, MoonPhase, MoonTimes
from yamori.automations.sky.sun import PolarState, SunTimes
from yamori.automations.trigger import SunEvent
from yamori.domain.language import Language

_MOONS = {
    MoonName.NEW: ("a new moon", "新月"),
    MoonName.WAXING_CRESCENT: ("a waxing crescent", "満ちていく三日月"),
    MoonName.FIRST_QUARTER: ("at first quarter", "上弦の月"),
    MoonName.WAXING_GIBBOUS: ("waxing gibbous", "満月に向かう月"),
    MoonName.FULL: ("a full moon", "満月"),
    MoonName.WANING_GIBBOUS: ("waning gibbous", "満月を過ぎた月"),
    MoonName.LAST_QUARTER: ("at last quarter", "下弦の月"),
    MoonName.WANING_CRESCENT: ("a waning crescent", "新月に向かう細い月"),
}
_EVENTS = {
    SunEvent.DAWN: ("{Day} in {place} it gets light at {time}.", "{place}では{day}、{time}に明るくなり始めます。"),
    SunEvent.SUNRISE: ("{Day} in {place} the sun rises at {time}.", "{place}の{day}の日の出は{time}です。"),
    SunEvent.NOON: ("{Day} in {place} the sun is highest at {time}.", "{place}では{day}、{time}に太陽が最も高くなります。"),
    SunEvent.SUNSET: ("{Day} in {place} the sun sets at {time}.", "{place}の{day}の日の入りは{time}です。"),
    SunEvent.DUSK: ("{Day} in {place} it is dark from {time} on.", "{place}では{day}、{time}に暗くなります。"),
}
_NO_EVENT: dict[PolarState | None, tuple[str, str]] = {
    PolarState.DAY: ("{Day} in {place} the sun does not set.", "{place}では{day}、太陽が沈みません。"),
    PolarState.NIGHT: ("{Day} in {place} the sun does not rise.", "{place}では{day}、太陽が昇りません。"),
    None: (
        "{Day} in {place} that does not happen: twilight lasts through the night.",
        "{place}では{day}、夜も暗くならないため、その時刻はありません。",
    ),
}


def sun_sentence(location: Location, times: SunTimes, event: SunEvent, *, now: datetime, language: Language) -> str:
    """`Today in Kyoto the sun sets at 16:47.` With a note where the place is approximate."""
    moment = times.at(event)
    templates = _EVENTS[event] if moment is not None else _NO_EVENT[times.polar]
    time = time_words(moment, language) if moment is not None else ""
    return _said(location, templates[language is Language.JAPANESE], times, now, language, time=time)


def day_length_sentence(location: Location, times: SunTimes, *, now: datetime, language: Language) -> str:
    """`Today in Kyoto the sun is up for 9 h 58 min.`"""
    hours, minutes = divmod(round(times.length / timedelta(minutes=1)), 60)
    templates = ("{Day} in {place} the sun is up for {time}.", "{place}の{day}の昼の長さは{time}です。")
    time = f"{hours}時間{minutes}分" if language is Language.JAPANESE else f"{hours} h {minutes} min"
    return _said(location, templates[language is Language.JAPANESE], times, now, language, time=time)


def moon_times_sentence(location: Location, times: MoonTimes, *, now: datetime, language: Language) -> str:
    """`Today in Kyoto the moon sets at 06:11 and rises at 17:02.`, in the order in which it does."""
    events = sorted((at, rises) for at, rises in ((times.moonrise, True), (times.moonset, False)) if at is not None)
    if language is Language.JAPANESE:
        parts = [f"月の{'出' if rises else '入り'}は{time_words(at, language)}" for at, rises in events]
        said = f"{'、'.join(parts)}です" if parts else f"月は一日中{'沈みません' if times.is_up_at_midnight else '昇りません'}"
        return _said(location, "{place}では{day}、{time}。", times, now, language, time=said)
    parts = [f"{'rises' if rises else 'sets'} at {time_words(at, language)}" for at, rises in events]
    said = " and ".join(parts) or ("does not set" if times.is_up_at_midnight else "does not rise")
    return _said(location, "{Day} in {place} the moon {time}.", times, now, language, time=said)


def moon_sentence(phase: MoonPhase, *, next_full: datetime, next_new: datetime, now: datetime, language: Language) -> str:
    """The phase, and whichever of the full and the new moon comes first."""
    is_full_first = next_full < next_new
    day = day_words(min(next_full, next_new).date(), now.date(), language)
    share = round(phase.lit * 100)
    if language is Language.JAPANESE:
        return f"月は{_MOONS[phase.name][1]}で、{share}%が輝いています。次の{'満月' if is_full_first else '新月'}は{day}です。"
    return f"The moon is {_MOONS[phase.name][0]}, {share} % lit. The next {'full' if is_full_first else 'new'} moon is {day}."


def _said(location: Location, template: str, times: SunTimes | MoonTimes, now: datetime, language: Language, *, time: str) -> str:
    day = day_words(times.date, now.astimezone(location.zone).date(), language)
    note = approximation_note(location, language)
    gap = " " if note and language is Language.ENGLISH else ""
    return template.format(Day=capital(day), day=day, place=location.name, time=time) + gap + note


def moon_words(name: MoonName, language: Language) -> str:
    """`a full moon`, 満月."""
    return _MOONS[name][language is Language.JAPANESE]
