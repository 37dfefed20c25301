"""What to do in a town: events with last year's beside this year's, shops and restaurants, parks."""

from datetime import date, timedelta

from yamori.domain.language import Language
from yamori.evaluation.web.page import Page, Section
from yamori.evaluation.web.texts import TEXTS
from yamori.evaluation.web.world import Town, World, told, words

_PER_PAGE = 4


def pages(world: World, language: Language) -> list[Page]:
    root, site = f"/s/{TEXTS.said(language, 'visiting.root')}/", TEXTS.said(language, "visiting.site")
    found: list[Page] = []
    for town in world.towns:
        for kind in (_events, _shops, _parks):
            found.extend(kind(world, town, language, root, site))
    home = Section(heading=site, links=tuple((page.title, page.path) for page in found))
    return [Page(path=root, title=site, site=site, language=language, published=world.now.date(), sections=(home,)), *found]


def _events(world: World, town: Town, language: Language, root: str, site: str) -> list[Page]:
    name, today = town.name(language), world.today(town)
    found: list[Page] = []
    for year in (today.year, today.year - 1):
        base = f"{root}{town.key}/events-{year}/"
        from_day = today if year == today.year else today - timedelta(days=365)
        rows = []
        for kind in words("events"):
            draw = world.draw("event", town.key, year, kind[0])
            day = from_day + timedelta(days=draw.randint(1, 60))
            rows.append((day, told(kind, language), f"{draw.randint(9, 19)}:00", f"¥{draw.randrange(0, 3000, 500):,}"))
        rows.sort(key=lambda row: row[0])
        for number, start in enumerate(range(0, len(rows), _PER_PAGE), 1):
            title = TEXTS.said(language, "visiting.events.title", town=name, year=year, number=number)
            path = base if number == 1 else f"{base}{number}/"
            other = f"{base}2/" if number == 1 else base
            columns = tuple(TEXTS.listed(language, "visiting.events.columns"))
            section = Section(
                heading=title,
                columns=columns,
                rows=tuple(rows[start : start + _PER_PAGE]),
                links=((TEXTS.said(language, f"visiting.events.{'next' if number == 1 else 'previous'}"), other),),
            )
            found.append(
                Page(path=path, title=title, site=site, language=language, published=from_day, sections=(section,), banner="newsletter")
            )
    return found


def _shops(world: World, town: Town, language: Language, root: str, site: str) -> list[Page]:
    name = town.name(language)
    found: list[Page] = []
    for number, kind in enumerate(words("shops")):
        draw = world.draw("shop", town.key, kind[0])
        opens, closed = draw.randint(7, 11), told(draw.choice(words("weekdays")), language)
        title = TEXTS.said(language, "visiting.shops.title", shop=told(kind, language), town=name)
        hours = f"{opens}:00-{opens + draw.randint(8, 11)}:00"
        block = draw.randint(1, 40)
        rows: tuple[tuple[str | date, ...], ...] = (
            (TEXTS.said(language, "visiting.shops.hours"), hours),
            (TEXTS.said(language, "visiting.shops.closed"), closed),
            (TEXTS.said(language, "visiting.shops.address"), TEXTS.said(language, "visiting.shops.street", block=block, town=name)),
        )
        sections = [Section(heading=title, rows=rows)]
        if number < 5:
            menu = tuple((told(dish, language), f"¥{draw.randrange(400, 1800, 50):,}") for dish in draw.sample(words("dishes"), 3))
            sections.append(Section(heading=TEXTS.said(language, "visiting.shops.menu"), rows=menu))
        found.append(
            Page(
                path=f"{root}{town.key}/shops/{number + 1}/",
                title=title,
                site=site,
                language=language,
                published=world.today(town) - timedelta(days=draw.randint(1, 90)),
                sections=tuple(sections),
            )
        )
    return found


def _parks(world: World, town: Town, language: Language, root: str, site: str) -> list[Page]:
    title = TEXTS.said(language, "visiting.parks.title", town=town.name(language))
    rows = []
    for kind in words("parks"):
        draw = world.draw("park", town.key, kind[0])
        lawn = draw.random() < 0.6
        rows.append(
            (
                told(kind, language),
                TEXTS.said(language, "visiting.parks.lawn" if lawn else "visiting.parks.no_lawn"),
                TEXTS.said(language, "visiting.parks.walk", minutes=draw.randint(3, 25)),
            )
        )
    columns = tuple(TEXTS.listed(language, "visiting.parks.columns"))
    section = Section(heading=title, columns=columns, rows=tuple(rows))
    return [
        Page(path=f"{root}{town.key}/parks/", title=title, site=site, language=language, published=world.today(town), sections=(section,))
    ]
