"""A conversation inside a page: its turns as they stand, who speaks, and from where. The front page is one; others have it beside them."""

from collections.abc import Sequence
from datetime import timedelta
from urllib.parse import unquote

from fastapi import Request

from yamori.domain.errors import InvalidRequest
from yamori.domain.language import language_of
from yamori.web.form import chosen_person
from yamori.web.look import Look, Reader
from yamori.web.ports import Ports, TurnSummary
from yamori.web.turns import CONVERSATION_COOKIE, ROOM_COOKIE, turn_values

_MOST_TURNS = 50
"""Of a conversation that is opened again, the latest."""
_CHAT = "/"
_FRESH = timedelta(hours=1)
"""So long after its last sentence a conversation is gone on with; later a new one begins, and it stands in the list."""
_ENDED = frozenset({"done", "failed"})


async def talk(request: Request, ports: Ports, look: Look, reader: Reader) -> dict[str, object]:
    """What the templates of a conversation need; with `?conversation=` as it was left."""
    wanted = request.query_params.get("conversation") or ""
    notice = ""
    turns: Sequence[TurnSummary] = ()
    if not wanted and request.url.path == _CHAT and "new" not in request.query_params:
        wanted = _left_just_now(request, ports)
    if wanted:
        try:
            turns = (await ports.conversation(wanted))[-_MOST_TURNS:]
        except InvalidRequest:
            notice, wanted = look.words(reader.language)("problem.conversation"), ""
    return {
        "conversation": wanted,
        "notice": notice,
        "turns": [_turn(turn) for turn in turns],
        "people": ports.people,
        "person": chosen_person(request),
        "rooms": ports.gate.home.rooms,
        "room": unquote(request.cookies.get(ROOM_COOKIE, "")),
    }


def _left_just_now(request: Request, ports: Ports) -> str:
    """The conversation to come back to: the last one of this device, while it is fresh; empty for none."""
    last = unquote(request.cookies.get(CONVERSATION_COOKIE, ""))
    if not last:
        return ""
    person = chosen_person(request) or next((person.id for person in ports.people), "")
    listed = ports.conversations.listed(person) if person else ()
    found = next((each for each in listed if each.id == last), None)
    return last if found is not None and ports.house.now() - found.last < _FRESH else ""


def _turn(turn: TurnSummary) -> dict[str, object]:
    ended = turn.status in _ENDED
    answer = turn.answer or ""
    return {
        "ended": ended,
        "replaced": turn.replaced,
        "failed": turn.status == "failed",
        "answer": answer if ended else "",
        "answer_lang": language_of(answer).value,
        **turn_values(turn.turn, turn.text),
    }
