"""Each town's own site: evacuation manuals (a valid and an outdated one), library, recycling calendar and trains."""

from datetime import timedelta

from yamori.domain.language import Language
from yamori.evaluation.web.page import Page, Section
from yamori.evaluation.web.texts import TEXTS
from yamori.evaluation.web.world import Town, World, told, words


def pages(world: World, language: Language) -> list[Page]:
    root, site = f"/s/{TEXTS.said(language, 'office.root')}/", TEXTS.said(language, "office.site")
    found: list[Page] = []
    for town in world.towns:
        today = world.today(town)
        for slug, title, section, age in _subjects(world, town, language):
            path = f"{root}{town.key}/{slug}/"
            published = today - timedelta(days=age)
            found.append(Page(path=path, title=title, site=site, language=language, published=published, sections=(section,)))
    home = Section(heading=site, links=tuple((page.title, page.path) for page in found))
    return [Page(path=root, title=site, site=site, language=language, published=world.now.date(), sections=(home,)), *found]


def _subjects(world: World, town: Town, language: Language) -> list[tuple[str, str, Section, int]]:
    name, today = town.name(language), world.today(town)
    found: list[tuple[str, str, Section, int]] = []
    for slug, age in (("evacuation", 40), ("evacuation-old", 2600)):
        draw = world.draw(slug, town.key)
        shelter = TEXTS.said(language, "office.evacuation.shelter", number=draw.randint(1, 9))
        year = (today - timedelta(days=age)).year
        title = TEXTS.said(language, "office.evacuation.title", town=name, year=year)
        steps = tuple(step.format(shelter=shelter) for step in TEXTS.listed(language, "office.evacuation.steps"))
        found.append((slug, title, Section(heading=title, paragraphs=steps), age))
    draw = world.draw("library", town.key)
    closed, opens = told(draw.choice(words("weekdays")), language), draw.randint(8, 10)
    title = TEXTS.said(language, "office.library.title", town=name)
    text = TEXTS.said(language, "office.library.text", opens=opens, closes=opens + 9, closed=closed)
    found.append(("library", title, Section(heading=title, paragraphs=(text,)), 20))
    first = world.draw("waste", town.key).randrange(4)
    title = TEXTS.said(language, "office.waste.title", town=name)
    ahead = [today + timedelta(days=number) for number in range(14)]
    days = tuple((day, told(words("waste")[(first + day.toordinal()) % 4], language)) for day in ahead)
    found.append(("recycling", title, Section(heading=title, columns=tuple(TEXTS.listed(language, "office.waste.columns")), rows=days), 10))
    draw = world.draw("trains", town.key)
    title = TEXTS.said(language, "office.trains.title", town=name)
    minute = draw.randrange(0, 20)
    trains = tuple((f"{hour}:{minute:02}", f"{hour}:{minute + 30:02}") for hour in range(5, 24))
    found.append(
        ("trains", title, Section(heading=title, columns=tuple(TEXTS.listed(language, "office.trains.columns")), rows=trains), 100)
    )
    return found
