"""One-way flights with a date picker, prices and booking; each date of the coming eleven months has its own."""

from dataclasses import dataclass
from datetime import date, timedelta

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from yamori.evaluation.web.look import render
from yamori.evaluation.web.page import Page, Section
from yamori.evaluation.web.state import WebState
from yamori.evaluation.web.world import World

ROOT = "/s/flights/"
CITIES = ("Tokyo", "Osaka", "Atlanta", "London", "Sapporo", "Seattle")
_AIRLINES = ("Crane Air", "Northway", "Pacific Blue", "Delta Star")
_DAYS_SOLD = 330


@dataclass(frozen=True, kw_only=True)
class Flight:
    number: str
    airline: str
    departs: str
    stops: int
    price: int
    """In US dollars."""


def flights(world: World, origin: str, target: str, day: date) -> list[Flight]:
    """What is sold; the cheapest is not the first."""
    draw = world.draw("flight", origin, target, day)
    found = [
        Flight(
            number=f"{airline[:2].upper()}{draw.randint(100, 999)}",
            airline=airline,
            departs=f"{draw.randint(6, 22):02}:{draw.randrange(0, 60, 5):02}",
            stops=draw.randint(0, 2),
            price=draw.randint(180, 1500),
        )
        for airline in _AIRLINES
    ]
    cheapest = min(found, key=lambda flight: flight.price)
    return sorted(found, key=lambda flight: (flight is cheapest, flight.departs))


def pages(world: World) -> list[Page]:
    section = Section(heading="One-way flights", paragraphs=(f"Find cheap flights between {', '.join(CITIES)}.",))
    return [Page(path=ROOT, title="Sky Fares: flights", site="Sky Fares", language="en", published=world.now.date(), sections=(section,))]


def routes(world: World, state: WebState) -> list[Route]:
    today = world.now.date()

    def asked(origin: str, target: str, depart: str) -> date | None:
        """The day, where such flights are sold."""
        try:
            day = date.fromisoformat(depart)
        except ValueError:
            return None
        sold = today <= day <= today + timedelta(days=_DAYS_SOLD)
        return day if sold and origin in CITIES and target in CITIES and origin != target else None

    async def form(_: Request) -> Response:
        return _page("flights.html.j2", "Find a flight", cities=CITIES, today=today, script="date-picker.js")

    async def results(request: Request) -> Response:
        query = request.query_params
        origin, target = query.get("from", ""), query.get("to", "")
        day = asked(origin, target, query.get("depart", ""))
        if day is None:
            return _page("page.html.j2", "Please choose two cities and a date", status=422)
        found = flights(world, origin, target, day)
        return _page(
            "flight-results.html.j2", f"{origin} to {target}, {day:%A} {day}", flights=found, origin=origin, target=target, day=day
        )

    async def book(request: Request) -> Response:
        fields = await request.form()
        origin, target, depart = (str(fields.get(name, "")) for name in ("from", "to", "depart"))
        day = asked(origin, target, depart)
        sold = {flight.number: flight for flight in flights(world, origin, target, day)} if day else {}
        flight, name = sold.get(str(fields.get("flight", ""))), str(fields.get("name", "")).strip()
        if flight is None or not name:
            return _page("page.html.j2", "This flight cannot be booked", status=422)
        booked = {"flight": flight.number, "from": origin, "to": target, "depart": depart, "price": str(flight.price), "name": name}
        state.bookings.append(booked)
        return RedirectResponse(f"{ROOT}booked/", status_code=303)

    async def booked(_: Request) -> Response:
        return _page("page.html.j2", "Your flight is booked" if state.bookings else "No flight is booked")

    return [
        Route(ROOT, form),
        Route(f"{ROOT}results/", results),
        Route(f"{ROOT}book", book, methods=["POST"]),
        Route(f"{ROOT}booked/", booked),
    ]


def _page(template: str, title: str, *, status: int = 200, **values: object) -> Response:
    return HTMLResponse(render(template, title=title, site="Sky Fares", home=ROOT, **values), status_code=status)
