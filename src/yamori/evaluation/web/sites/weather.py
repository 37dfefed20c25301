"""The weather site: ten days ahead for each town, and an older page about last year's same week."""

from datetime import date, timedelta

from yamori.domain.language import Language
from yamori.evaluation.web.page import Page, Section
from yamori.evaluation.web.texts import TEXTS
from yamori.evaluation.web.world import Town, World, told, words


def pages(world: World, language: Language) -> list[Page]:
    root, site = f"/s/{TEXTS.said(language, 'weather.root')}/", TEXTS.said(language, "weather.site")
    found: list[Page] = []
    for town in world.towns:
        name, today = town.name(language), world.today(town)
        forecast, archive = f"{root}{town.key}/", f"{root}{town.key}/archive/"
        title = TEXTS.said(language, "weather.forecast", town=name)
        old = TEXTS.said(language, "weather.archive", town=name, year=today.year - 1)
        for path, heading, first, link in (
            (forecast, title, today, (old, archive)),
            (archive, old, today - timedelta(days=365), (title, forecast)),
        ):
            section = Section(
                heading=heading,
                columns=tuple(TEXTS.listed(language, "weather.columns")),
                rows=_rows(world, town, first, language),
                links=(link,),
            )
            found.append(
                Page(
                    path=path,
                    title=heading,
                    site=site,
                    language=language,
                    published=first,
                    sections=(section,),
                    banner="cookies" if path == forecast else "",
                )
            )
    links = tuple((town.name(language), f"{root}{town.key}/") for town in world.towns)
    home = Section(heading=TEXTS.said(language, "weather.towns"), links=links)
    published = world.now.date()
    return [Page(path=root, title=site, site=site, language=language, published=published, sections=(home,)), *found]


def _rows(world: World, town: Town, first: date, language: Language) -> tuple[tuple[str | date, ...], ...]:
    rows: list[tuple[str | date, ...]] = []
    for day in (first + timedelta(days=ahead) for ahead in range(10)):
        draw = world.draw("weather", town.key, day)
        high = 18 - abs(day.month - 7) * 3 + draw.randint(4, 12)
        kind = told(draw.choice(words("weather")), language)
        rows.append((day, kind, f"{high} °C", f"{high - draw.randint(4, 9)} °C", f"{draw.randrange(0, 101, 10)} %"))
    return tuple(rows)
