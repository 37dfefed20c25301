"""The sites: those of plain pages are functions from the world to its pages, those with forms add routes."""

from yamori.domain.language import Language
from yamori.evaluation.web.page import Page
from yamori.evaluation.web.sites import sky, town, visiting, weather
from yamori.evaluation.web.world import World


def plain_pages(world: World) -> list[Page]:
    """Every page that only tells something, in every language."""
    return [page for site in (weather, sky, visiting, town) for language in Language for page in site.pages(world, language)]
