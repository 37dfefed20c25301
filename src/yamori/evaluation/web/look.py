"""Draws the templates beside it; every value is escaped."""

from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

HERE = Path(__file__).parent
_TEMPLATES = Environment(loader=FileSystemLoader(HERE / "templates"), autoescape=True, undefined=StrictUndefined)
_USUAL: dict[str, object] = {"language": "en", "published": None, "sections": (), "banner": "", "script": ""}


def render(template: str, **values: object) -> str:
    return _TEMPLATES.get_template(template).render({**_USUAL, **values})
