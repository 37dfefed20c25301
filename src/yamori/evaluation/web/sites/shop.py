"""A shop with search, filters, a basket and a checkout; orders land in the state."""

from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from yamori.evaluation.web.look import render
from yamori.evaluation.web.page import Page, Section
from yamori.evaluation.web.state import WebState
from yamori.evaluation.web.world import World, words

ROOT = "/s/shop/"
_SITE = "Home Goods"


@dataclass(frozen=True, kw_only=True)
class Product:
    key: str
    name: str
    colour: str
    price: int
    """In yen."""
    stars: float
    in_stock: bool


def products(world: World) -> dict[str, Product]:
    found: dict[str, Product] = {}
    for name in words("products"):
        for colour in words("colours"):
            draw = world.draw("product", name, colour)
            key = f"{colour}-{name}".replace(" ", "-")
            found[key] = Product(
                key=key,
                name=f"{colour.capitalize()} {name}",
                colour=colour,
                price=draw.randrange(500, 9000, 10),
                stars=draw.randint(20, 50) / 10,
                in_stock=draw.random() < 0.85,
            )
    return found


def pages(world: World) -> list[Page]:
    """What the search engine knows of the shop."""
    published = world.now.date()
    home = Page(
        path=ROOT, title="Home Goods online shop", site=_SITE, language="en", published=published, sections=(Section(heading="Shop"),)
    )
    return [home] + [
        Page(
            path=f"{ROOT}p/{product.key}/",
            title=product.name,
            site=_SITE,
            language="en",
            published=published,
            sections=(Section(heading=f"{product.name} ¥{product.price:,}, {product.stars} stars"),),
        )
        for product in products(world).values()
    ]


def routes(world: World, state: WebState) -> list[Route]:
    catalogue = products(world)

    def total() -> int:
        return sum(catalogue[key].price * count for key, count in state.basket.items())

    def basket() -> list[tuple[Product, int]]:
        return [(catalogue[key], count) for key, count in state.basket.items()]

    async def listing(request: Request) -> Response:
        asked = request.query_params
        limit = asked.get("max", "")
        shown = [
            product
            for product in catalogue.values()
            if asked.get("find", "").lower() in product.name.lower()
            and (not asked.get("colour") or asked["colour"] == product.colour)
            and (not limit.isdecimal() or product.price <= int(limit))
        ]
        if asked.get("sort") == "price":
            shown.sort(key=lambda product: product.price)
        return _page("shop.html.j2", "Home Goods online shop", products=shown, colours=words("colours"), asked=asked)

    async def detail(request: Request) -> Response:
        product = catalogue.get(request.path_params["key"])
        if product is None:
            return _page("page.html.j2", "Product not found", status=404)
        return _page("product.html.j2", product.name, product=product)

    async def show_basket(_: Request) -> Response:
        return _page("basket.html.j2", "Your basket", lines=basket(), total=total(), checkout=False)

    async def add(request: Request) -> Response:
        form = await request.form()
        key, count = str(form.get("product", "")), str(form.get("quantity", "1"))
        if key not in catalogue or not catalogue[key].in_stock or not count.isdecimal() or not 1 <= int(count) <= 99:
            return _page("page.html.j2", "This cannot be added to the basket", status=422)
        state.basket[key] = state.basket.get(key, 0) + int(count)
        return RedirectResponse(f"{ROOT}basket/", status_code=303)

    async def remove(request: Request) -> Response:
        state.basket.pop(str((await request.form()).get("product", "")), None)
        return RedirectResponse(f"{ROOT}basket/", status_code=303)

    async def checkout(request: Request) -> Response:
        if request.method == "GET":
            return _page("basket.html.j2", "Checkout", lines=basket(), total=total(), checkout=True, script="confirm.js")
        form = await request.form()
        name, address = str(form.get("name", "")).strip(), str(form.get("address", "")).strip()
        if not state.basket or not name or not address:
            return _page("page.html.j2", "Please fill your basket, and give a name and an address", status=422)
        number = len(state.orders) + 1
        state.orders.append({"number": number, "items": dict(state.basket), "total": total(), "name": name, "address": address})
        state.basket.clear()
        return RedirectResponse(f"{ROOT}orders/{number}/", status_code=303)

    async def order(request: Request) -> Response:
        number = request.path_params["number"]
        if not 1 <= number <= len(state.orders):
            return _page("page.html.j2", "Order not found", status=404)
        return _page("page.html.j2", f"Thank you for order {number}: ¥{state.orders[number - 1]['total']:,}")

    return [
        Route(ROOT, listing),
        Route(f"{ROOT}p/{{key}}/", detail),
        Route(f"{ROOT}basket/", show_basket),
        Route(f"{ROOT}basket/add", add, methods=["POST"]),
        Route(f"{ROOT}basket/remove", remove, methods=["POST"]),
        Route(f"{ROOT}checkout/", checkout, methods=["GET", "POST"]),
        Route(f"{ROOT}orders/{{number:int}}/", order),
    ]


def _page(template: str, title: str, *, status: int = 200, **values: object) -> Response:
    return HTMLResponse(render(template, title=title, site=_SITE, home=ROOT, **values), status_code=status)
