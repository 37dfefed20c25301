"""Does the work of one job: commands, sequences and parallel groups, commands to one component one after another. Called by `work.py`."""

import asyncio

from arguments import Wrong
from pause import Stopped

DEEPEST = 8
MOST = 64
EXPIRED = "expired before it could begin"
STOPPED = "stopped by another command"


class Late(Exception):
    """Its turn came after the moment until which it had to begin."""


async def perform(work, device, clock, begin):
    """The result of docs/edge-protocol.md. `begin()` is called in the moment before one acts; before the first it may raise `Late`."""
    if "say" in work:
        return refused("this device cannot turn a sentence into commands: send it commands")
    try:
        commands = listed(work["do"], DEEPEST)
        if len(commands) > MOST:
            raise Wrong("more than %d commands in one job" % MOST)
        for command in commands:  # All of them before any of them is done.
            device.find(command)
    except Wrong as error:
        return refused(str(error))
    except (KeyError, AttributeError, TypeError):
        return refused("work of another shape than {do: STEP}")
    run = Run(device, clock, begin)
    ok = await run.step(work["do"], 0)
    return {
        "ok": ok,
        "problem": None if ok else run.problem,
        "retry": False,
        "steps": [run.begun[place] for place in sorted(run.begun)],
        "text": None,
    }


def refused(problem):
    return {"ok": False, "problem": problem, "retry": False, "steps": [], "text": None}


def listed(step, deeper):
    """The commands in the order in which they stand. Raises `Wrong` for what is no step."""
    if deeper == 0:
        raise Wrong("steps more than %d deep" % DEEPEST)
    if "command" in step:
        return [step["command"]]
    for group in ("sequence", "parallel"):
        if group in step:
            found = []
            for inner in step[group]:
                found.extend(listed(inner, deeper - 1))
            return found
    raise Wrong("a step is one of command, sequence and parallel")


class Run:
    def __init__(self, device, clock, begin):
        self._device = device
        self._clock = clock
        self._begin = begin
        self.problem = None
        """The first one."""
        self.begun = {}
        """Place in the work → the entry of the result."""

    async def step(self, step, place):
        """Whether it went well; `place` is that of its first command."""
        if "command" in step:
            return await self._command(step["command"], place)
        inner = []
        for one in step["sequence"] if "sequence" in step else step["parallel"]:
            inner.append((one, place))
            place += len(listed(one, DEEPEST))
        if "parallel" in step:
            return all(await asyncio.gather(*[self.step(one, at) for one, at in inner]))
        for one, at in inner:
            if not await self.step(one, at):
                return False
        return True

    async def _command(self, command, place):
        component, driver, arguments = self._device.find(command)
        ends_another = self._device.ends_another(driver, command["name"], arguments)
        if ends_another:
            component.generation += 1
            component.pause.stops += 1
        generation = component.generation
        try:
            await component.turn.acquire()
        finally:
            if ends_another:
                component.pause.stops -= 1
        try:
            if generation != component.generation:
                return self._failed(STOPPED)  # While it waited; it never began.
            return await self._act(component, driver, command, arguments, place)
        except Late:
            return self._failed(EXPIRED)
        finally:
            component.turn.release()

    async def _act(self, component, driver, command, arguments, place):
        self._begin()
        entry = {
            "component": command["component"],
            "capability": command["capability"],
            "name": command["name"],
            "arguments": arguments,
            "before": component.attributes(),
            "started": self._clock.now(),
        }
        problem = None
        try:
            await getattr(driver, command["name"])(**arguments)
        except Stopped:
            problem = STOPPED
        except Wrong as error:
            problem = str(error)
        except OSError as error:
            problem = "the hardware does not answer: %r" % error
        except Exception as error:  # A fault in one driver must not take the device from the house.
            print("fault:", repr(error))
            problem = "fault in the device: %r" % error
        entry.update(
            {"ok": problem is None, "problem": problem, "after": component.attributes(), "ended": self._clock.now(), "image": None}
        )
        self.begun[place] = entry
        return problem is None or self._failed(problem)

    def _failed(self, problem):
        self.problem = self.problem or problem
        return False
