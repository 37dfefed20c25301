"""The almanac: sun and moon over each town in the coming week, and in which direction the moon rises; computed by astral."""

from collections.abc import Callable
from datetime import date, datetime, timedelta, tzinfo
from zoneinfo import ZoneInfo

from astral import Observer, moon, sun

from yamori.evaluation.web.page import Page, Section
from yamori.evaluation.web.world import Town, World

_DAYS = 7
_POINTS = (
    ("north", "北"),
    ("northeast", "北東"),
    ("east", "東"),
    ("southeast", "南東"),
    ("south", "南"),
    ("southwest", "南西"),
    ("west", "西"),
    ("northwest", "北西"),
)


def pages(world: World, language: str) -> list[Page]:
    ja = language == "ja"
    root, site = ("/s/koyomi/", "こよみの空") if ja else ("/s/sky/", "Sky Almanac")
    found: list[Page] = []
    for town in world.towns:
        title = f"{town.name(language)}の日の出・日の入り・月の出" if ja else f"Sun and moon over {town.name(language)}"
        columns = (
            ("日付", "日の出", "日の入り", "月の出", "月の出の方角", "月の入り")
            if ja
            else ("Date", "Sunrise", "Sunset", "Moonrise", "Moon rises in the", "Moonset")
        )
        section = Section(heading=title, columns=columns, rows=_rows(town, world.today(town), ja))
        found.append(
            Page(path=f"{root}{town.key}/", title=title, site=site, language=language, published=world.today(town), sections=(section,))
        )
    home = Section(heading="地点" if ja else "Places", links=tuple((page.title, page.path) for page in found))
    return [Page(path=root, title=site, site=site, language=language, published=world.now.date(), sections=(home,)), *found]


def _rows(town: Town, first: date, ja: bool) -> tuple[tuple[str | date, ...], ...]:
    observer, zone = Observer(town.latitude, town.longitude), ZoneInfo(town.zone)
    rows: list[tuple[str | date, ...]] = []
    for day in (first + timedelta(days=ahead) for ahead in range(_DAYS)):
        rise = _moment(moon.moonrise, observer, day, zone)
        direction = _POINTS[round(moon.azimuth(observer, rise) / 45) % 8][ja] if rise else "-"
        times = (_moment(sun.sunrise, observer, day, zone), _moment(sun.sunset, observer, day, zone), rise)
        rows.append((day, *map(_clock, times), direction, _clock(_moment(moon.moonset, observer, day, zone))))
    return tuple(rows)


def _moment(event: Callable[..., datetime | None], observer: Observer, day: date, zone: tzinfo) -> datetime | None:
    try:
        return event(observer, day, zone)
    except ValueError:  # about once a month the moon does not rise, or not set, on a day
        return None


def _clock(moment: datetime | None) -> str:
    return f"{moment:%H:%M}" if moment else "-"
