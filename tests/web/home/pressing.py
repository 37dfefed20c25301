"""Somebody without scripts on the Home page: finds a control of a device in the page's forms and sends it as a browser would."""

from dataclasses import dataclass, field
from html.parser import HTMLParser

import httpx

from yamori.web.marks import mark


@dataclass
class Form:
    action: str
    tile: str
    """The mark of the device's tile; empty outside of tiles."""
    fields: dict[str, str] = field(default_factory=dict)
    buttons: list[tuple[str, str]] = field(default_factory=list)


class _Forms(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[Form] = []
        self._tile = ""
        self._form: Form | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "article":
            self._tile = given.get("data-tile", "")
        elif tag == "form":
            self._form = Form(action=given.get("action", ""), tile=self._tile)
            self.found.append(self._form)
        elif self._form is not None and tag in ("input", "select"):
            self._form.fields[given.get("name", "")] = given.get("value", "")
        elif self._form is not None and tag == "button" and "name" in given:
            self._form.buttons.append((given["name"], given.get("value", "")))

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._form = None
        elif tag == "article":
            self._tile = ""


def forms_of(html: str, device: str) -> list[Form]:
    parser = _Forms()
    parser.feed(html)
    return [form for form in parser.found if form.tile == mark("device", device)]


def command_form(html: str, device: str, command: str) -> tuple[str, dict[str, str]]:
    """Where the form with this command of the device leads, and what it sends."""
    for form in forms_of(html, device):
        if form.fields.get("command") == command:
            return form.action, form.fields
        if ("command", command) in form.buttons:
            return form.action, {**form.fields, "command": command}
    raise AssertionError(f"{device} has no control for {command}")


async def press(browser: httpx.AsyncClient, html: str, device: str, command: str, **more: str) -> httpx.Response:
    action, sent = command_form(html, device, command)
    arguments = {f"argument.{name}": value for name, value in more.items()}
    return await browser.post(action, data={**sent, **arguments}, headers={"referer": "http://127.0.0.1:8765/home"})


async def answer(browser: httpx.AsyncClient, html: str, device: str, said: str, **more: str) -> httpx.Response:
    form = next(form for form in forms_of(html, device) if "receipt" in form.fields)
    return await browser.post(form.action, data={**form.fields, "answer": said, **more}, headers={"referer": "http://127.0.0.1:8765/home"})


def tile_of(html: str, device: str) -> str:
    """The first picture of the device."""
    return html.split(f'data-tile="{mark("device", device)}"')[1].split("</article>")[0].replace("\xa0", " ")
