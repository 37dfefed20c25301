"""The weather site: ten days ahead for each town, and an older page about last year's same week."""

from datetime import date, timedelta

from yamori.evaluation.web.page import Page, Section
from yamori.evaluation.web.world import Town, World, words


def pages(world: World, language: str) -> list[Page]:
    ja = language == "ja"
    root = f"/s/{'tenki' if ja else 'weather'}/"
    site = "おてんきナビ" if ja else "Weather Today"
    found: list[Page] = []
    for town in world.towns:
        name, today = town.name(language), world.today(town)
        forecast, archive = f"{root}{town.key}/", f"{root}{town.key}/archive/"
        title = f"{name}の週間天気予報" if ja else f"Weather forecast for {name}"
        old = f"{name}の過去の天気（{today.year - 1}年）" if ja else f"Weather archive for {name}, {today.year - 1}"
        for path, heading, first, link in (
            (forecast, title, today, (old, archive)),
            (archive, old, today - timedelta(days=365), (title, forecast)),
        ):
            section = Section(heading=heading, columns=_columns(ja), rows=_rows(world, town, first, ja), links=(link,))
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
    home = Section(heading="全国の天気" if ja else "Choose a town", links=links)
    published = world.now.date()
    return [Page(path=root, title=site, site=site, language=language, published=published, sections=(home,)), *found]


def _columns(ja: bool) -> tuple[str, ...]:
    return ("日付", "天気", "最高", "最低", "降水確率") if ja else ("Date", "Weather", "High", "Low", "Chance of rain")


def _rows(world: World, town: Town, first: date, ja: bool) -> tuple[tuple[str | date, ...], ...]:
    rows: list[tuple[str | date, ...]] = []
    for day in (first + timedelta(days=ahead) for ahead in range(10)):
        draw = world.draw("weather", town.key, day)
        high = 18 - abs(day.month - 7) * 3 + draw.randint(4, 12)
        kind = draw.choice(words("weather"))[ja]
        rows.append((day, kind, f"{high} °C", f"{high - draw.randint(4, 9)} °C", f"{draw.randrange(0, 101, 10)} %"))
    return tuple(rows)
