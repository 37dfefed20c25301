"""Each town's own site: evacuation manuals (a valid and an outdated one), library, recycling calendar and trains."""

from datetime import timedelta

from yamori.evaluation.web.page import Page, Section
from yamori.evaluation.web.world import Town, World, words


def pages(world: World, language: str) -> list[Page]:
    ja = language == "ja"
    root, site = ("/s/machi/", "まちのホームページ") if ja else ("/s/town/", "Town Office")
    found: list[Page] = []
    for town in world.towns:
        today = world.today(town)
        for slug, title, section, age in _subjects(world, town, language):
            path = f"{root}{town.key}/{slug}/"
            published = today - timedelta(days=age)
            found.append(Page(path=path, title=title, site=site, language=language, published=published, sections=(section,)))
    home = Section(heading=site, links=tuple((page.title, page.path) for page in found))
    return [Page(path=root, title=site, site=site, language=language, published=world.now.date(), sections=(home,)), *found]


def _subjects(world: World, town: Town, language: str) -> list[tuple[str, str, Section, int]]:
    ja, name, today = language == "ja", town.name(language), world.today(town)
    found: list[tuple[str, str, Section, int]] = []
    for slug, age in (("evacuation", 40), ("evacuation-old", 2600)):
        draw = world.draw(slug, town.key)
        shelter = f"第{draw.randint(1, 9)}小学校" if ja else f"Primary School No. {draw.randint(1, 9)}"
        year = (today - timedelta(days=age)).year
        title = f"{name} 地震避難マニュアル {year}年版" if ja else f"Earthquake evacuation manual of {name}, {year} edition"
        steps = (
            (
                "揺れている間は机の下で頭を守る。",
                f"火を消し、ドアを開け、{shelter}へ歩いて避難する。",
                "避難所では互いの場所を尊重し、静かに話す。",
            )
            if ja
            else (
                "While it shakes, get under a table and protect your head.",
                f"Put out fires, open a door and walk to {shelter}.",
                "At the shelter respect other people's space and keep your voice low.",
            )
        )
        found.append((slug, title, Section(heading=title, paragraphs=steps), age))
    draw = world.draw("library", town.key)
    closed, opens = draw.choice(words("weekdays"))[ja], draw.randint(8, 10)
    title = f"{name}立図書館 開館時間" if ja else f"Public library of {name}: opening hours"
    text = f"開館 {opens}:00-{opens + 9}:00、休館日 {closed}" if ja else f"Open {opens}:00-{opens + 9}:00, closed on {closed}"
    found.append(("library", title, Section(heading=title, paragraphs=(text,)), 20))
    first = world.draw("waste", town.key).randrange(4)
    title = f"{name} ごみ収集カレンダー" if ja else f"Recycling calendar of {name}"
    days = tuple((day, words("waste")[(first + day.toordinal()) % 4][ja]) for day in (today + timedelta(days=ahead) for ahead in range(14)))
    found.append(("recycling", title, Section(heading=title, columns=("日付", "収集") if ja else ("Date", "Collected"), rows=days), 10))
    draw = world.draw("trains", town.key)
    title = f"{name}駅 時刻表" if ja else f"Train times from {name}"
    minute = draw.randrange(0, 20)
    trains = tuple((f"{hour}:{minute:02}", f"{hour}:{minute + 30:02}") for hour in range(5, 24))
    found.append(("trains", title, Section(heading=title, columns=("普通", "快速") if ja else ("Local", "Rapid"), rows=trains), 100))
    return found
