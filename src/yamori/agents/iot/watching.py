"""What the IoT agent makes of a condition that somebody waits for; `POST /watch` asks it."""

from dataclasses import replace

from yamori.agentkit.apart import apart
from yamori.agentkit.task import Task
from yamori.agentkit.watch import NotWatchable, Watched
from yamori.agents.iot.policy import IotPolicy
from yamori.agents.iot.rules.meaning import Context
from yamori.agents.iot.rules.phrases import called
from yamori.agents.iot.rules.watched import watched


class IotWatcher:
    """Fulfils `agentkit.watch.Watcher` over the agent's own policy: the same home, the same names."""

    def __init__(self, policy: IotPolicy) -> None:
        self._policy = policy

    async def watch(self, task: Task) -> Watched | NotWatchable:
        context = await self._policy.context(task)
        return await apart(_watched, task, context)


def _watched(task: Task, context: Context) -> Watched | NotWatchable:
    found = watched(task.request, context, person=task.person, language=task.language)
    if isinstance(found, NotWatchable):
        return found
    rooms = {context.index.devices[test.path.partition(".")[0]].room for test in found.tests}
    devices = {test.path.partition(".")[0] for test in found.tests}
    name = called(context.index.devices[next(iter(devices))], "main", task.language) if len(devices) == 1 else ""
    return replace(found, device=name, room=rooms.pop() if len(rooms) == 1 else None)
