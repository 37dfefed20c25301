"""What to do in a town: events with last year's beside this year's, shops and restaurants, parks."""

from datetime import date, timedelta

from yamori.evaluation.web.page import Page, Section
from yamori.evaluation.web.world import Town, World, words

_PER_PAGE = 4


def pages(world: World, language: str) -> list[Page]:
    ja = language == "ja"
    root, site = ("/s/odekake/", "おでかけガイド") if ja else ("/s/visit/", "Town Visitor")
    found: list[Page] = []
    for town in world.towns:
        for kind in (_events, _shops, _parks):
            found.extend(kind(world, town, language, root, site))
    home = Section(heading=site, links=tuple((page.title, page.path) for page in found))
    return [Page(path=root, title=site, site=site, language=language, published=world.now.date(), sections=(home,)), *found]


def _events(world: World, town: Town, language: str, root: str, site: str) -> list[Page]:
    ja, name, today = language == "ja", town.name(language), world.today(town)
    found: list[Page] = []
    for year in (today.year, today.year - 1):
        base = f"{root}{town.key}/events-{year}/"
        from_day = today if year == today.year else today - timedelta(days=365)
        rows = []
        for kind in words("events"):
            draw = world.draw("event", town.key, year, kind[0])
            day = from_day + timedelta(days=draw.randint(1, 60))
            rows.append((day, kind[ja], f"{draw.randint(9, 19)}:00", f"¥{draw.randrange(0, 3000, 500):,}"))
        rows.sort(key=lambda row: row[0])
        for number, start in enumerate(range(0, len(rows), _PER_PAGE), 1):
            title = f"{name}のイベント {year}年（{number}ページ）" if ja else f"Events in {name} {year}, page {number}"
            path = base if number == 1 else f"{base}{number}/"
            other = f"{base}2/" if number == 1 else base
            columns = ("日付", "イベント", "開始", "料金") if ja else ("Date", "Event", "Starts", "Price")
            section = Section(
                heading=title,
                columns=columns,
                rows=tuple(rows[start : start + _PER_PAGE]),
                links=((("次のページ" if ja else "Next page") if number == 1 else ("前のページ" if ja else "Previous page"), other),),
            )
            found.append(
                Page(path=path, title=title, site=site, language=language, published=from_day, sections=(section,), banner="newsletter")
            )
    return found


def _shops(world: World, town: Town, language: str, root: str, site: str) -> list[Page]:
    ja, name = language == "ja", town.name(language)
    found: list[Page] = []
    for number, kind in enumerate(words("shops")):
        draw = world.draw("shop", town.key, kind[0])
        opens, closed = draw.randint(7, 11), draw.choice(words("weekdays"))[ja]
        title = f"{kind[ja]}（{name}）" if ja else f"{kind[0]}, {name}"
        hours = f"{opens}:00-{opens + draw.randint(8, 11)}:00"
        block = draw.randint(1, 40)
        rows: tuple[tuple[str | date, ...], ...] = (
            ("営業時間" if ja else "Opening hours", hours),
            ("定休日" if ja else "Closed on", closed),
            ("住所" if ja else "Address", f"{name}{block}番地" if ja else f"{block} Station Street, {name}"),
        )
        sections = [Section(heading=title, rows=rows)]
        if number < 5:
            menu = tuple((dish[ja], f"¥{draw.randrange(400, 1800, 50):,}") for dish in draw.sample(words("dishes"), 3))
            sections.append(Section(heading="メニュー" if ja else "Menu", rows=menu))
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


def _parks(world: World, town: Town, language: str, root: str, site: str) -> list[Page]:
    ja = language == "ja"
    title = f"{town.name(language)}の公園・ピクニック" if ja else f"Parks and picnic places in {town.name(language)}"
    rows = []
    for kind in words("parks"):
        draw = world.draw("park", town.key, kind[0])
        lawn = draw.random() < 0.6
        rows.append(
            (
                kind[ja],
                ("芝生あり" if lawn else "芝生なし") if ja else ("lawn" if lawn else "no lawn"),
                f"{draw.randint(3, 25)} min" if not ja else f"駅から{draw.randint(3, 25)}分",
            )
        )
    columns = ("公園", "芝生", "アクセス") if ja else ("Park", "Lawn", "Walk from the station")
    section = Section(heading=title, columns=columns, rows=tuple(rows))
    return [
        Page(path=f"{root}{town.key}/parks/", title=title, site=site, language=language, published=world.today(town), sections=(section,))
    ]
