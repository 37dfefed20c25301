"""The almanac: sun and moon over each town in the coming week, and in which direction the moon rises; computed by astral."""

from collections.abc import Callable
from datetime import date, datetime, timedelta, tzinfo
from zoneinfo import ZoneInfo

from astral import Observer, moon, sun

from yamori.domain.language import Language
from yamori.evaluation.web.page import Page, Section
from yamori.evaluation.web.texts import TEXTS
from yamori.evaluation.web.world import Town, World

_DAYS = 7


def pages(world: World, language: Language) -> list[Page]:
    root, site = f"/s/{TEXTS.said(language, 'sky.root')}/", TEXTS.said(language, "sky.site")
    found: list[Page] = []
    for town in world.towns:
        title = TEXTS.said(language, "sky.title", town=town.name(language))
        columns = tuple(TEXTS.listed(language, "sky.columns"))
        section = Section(heading=title, columns=columns, rows=_rows(town, world.today(town), language))
        found.append(
            Page(path=f"{root}{town.key}/", title=title, site=site, language=language, published=world.today(town), sections=(section,))
        )
    home = Section(heading=TEXTS.said(language, "sky.towns"), links=tuple((page.title, page.path) for page in found))
    return [Page(path=root, title=site, site=site, language=language, published=world.now.date(), sections=(home,)), *found]


def _rows(town: Town, first: date, language: Language) -> tuple[tuple[str | date, ...], ...]:
    observer, zone = Observer(town.latitude, town.longitude), ZoneInfo(town.zone)
    rows: list[tuple[str | date, ...]] = []
    for day in (first + timedelta(days=ahead) for ahead in range(_DAYS)):
        rise = _moment(moon.moonrise, observer, day, zone)
        direction = TEXTS.listed(language, "sky.points")[round(moon.azimuth(observer, rise) / 45) % 8] if rise else "-"
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
