"""The question in which room somebody is, and what was answered to it. Asked by `framing` and `asking_room`, read by `policy`."""

from yamori.agentkit.task import Task
from yamori.agents.iot.rules.names import HomeIndex
from yamori.agents.iot.rules.words import normal

ROOM_QUESTION = "room/"
"""How the ids of such questions begin."""


def answered_room(task: Task, index: HomeIndex) -> str | None:
    """The id of the room that a person named when asked; None where nothing was asked, or no room of the home was named."""
    said = [normal(answer) for id, answer in task.answers.items() if id.startswith(ROOM_QUESTION)]
    names = [(room.id, normal(name)) for room in index.home.rooms for name in (room.name, *room.aliases)]
    found = [(len(name), id) for id, name in names for answer in said if name and name in answer]
    return max(found)[1] if found else None
