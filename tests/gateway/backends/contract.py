"""What every backend owes the gate, as functions over a `Subject`: whoever writes another backend runs all of them on it."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from yamori.domain.receipt import Command, Report
from yamori.domain.values import Value
from yamori.gateway.backends.port import Backend
from yamori.gateway.homefile import LoadedHome


@dataclass(frozen=True, kw_only=True)
class Subject:
    """A backend with one attribute that two commands set, and a way to see what reached the device."""

    backend: Backend
    home: LoadedHome
    attribute: str
    """`capability.attribute` that the commands set."""
    first: Command
    first_value: Value
    second: Command
    second_value: Value
    reached: Callable[[], int]
    """How many commands the device has been given."""
    take_back: Callable[[], Awaitable[None]]
    """Make the device say that it does not know the attribute any more."""


async def a_command_is_done_and_read_back(subject: Subject) -> None:
    sent = await subject.backend.send(subject.first, "k")
    assert sent.before[subject.attribute] != subject.first_value
    assert sent.after[subject.attribute] == subject.first_value
    capability, _, attribute = subject.attribute.rpartition(".")
    reading = await subject.backend.read(subject.first.device, subject.first.component, capability, attribute)
    assert reading.value == subject.first_value


async def a_key_acts_once_and_answers_the_same(subject: Subject) -> None:
    first = await subject.backend.send(subject.first, "k")
    await subject.backend.send(subject.second, "k2")
    reached = subject.reached()
    assert await subject.backend.send(subject.first, "k") == first
    assert await subject.backend.sent("k") == first
    assert await subject.backend.sent("another") is None
    assert subject.reached() == reached
    capability, _, attribute = subject.attribute.rpartition(".")
    reading = await subject.backend.read(subject.first.device, subject.first.component, capability, attribute)
    assert reading.value == subject.second_value


async def a_snapshot_is_in_the_order_of_the_home(subject: Subject) -> None:
    expected = [
        f"{device.id}.{component}.{capability}.{attribute}"
        for device in subject.home.home.devices
        for component, capability in device.capabilities()
        for attribute in subject.home.capabilities[capability].attributes
    ]
    assert [reading.path for reading in await subject.backend.snapshot()] == expected
    one = await subject.backend.snapshot(subject.first.device)
    assert [reading.path for reading in one] == [path for path in expected if path.startswith(f"{subject.first.device}.")]


async def a_change_is_heard_by_everyone_who_listens(subject: Subject) -> None:
    listeners = [subject.backend.changes(), subject.backend.changes()]
    await subject.backend.send(subject.first, "k")
    for listener in listeners:
        async for reading in listener:
            if (f"{reading.capability}.{reading.attribute}", reading.value) == (subject.attribute, subject.first_value):
                break


async def what_a_device_takes_back_is_not_known_and_what_it_was_is_remembered(subject: Subject) -> None:
    await subject.backend.send(subject.first, "k")
    changes = subject.backend.changes()
    capability, _, attribute = subject.attribute.rpartition(".")
    address = (subject.first.device, subject.first.component, capability, attribute)
    known = await subject.backend.read(*address)
    await subject.take_back()
    await subject.backend.read(*address)  # a backend that asks hears of it now
    async for change in changes:
        if (change.path, change.value) == (known.path, None):
            break
    unknown = await subject.backend.read(*address)
    assert (unknown.value, unknown.last) == (None, Report(value=subject.first_value, at=known.at))
    assert unknown in await subject.backend.snapshot()
    await subject.backend.send(subject.second, "k2")
    again = await subject.backend.read(*address)
    assert (again.value, again.last) == (subject.second_value, None)


async def closing_ends_those_who_listen(subject: Subject) -> None:
    changes = subject.backend.changes()
    await subject.backend.close()
    assert [reading async for reading in changes] == []
    await subject.backend.close()


CONTRACT = (
    a_command_is_done_and_read_back,
    a_key_acts_once_and_answers_the_same,
    a_snapshot_is_in_the_order_of_the_home,
    a_change_is_heard_by_everyone_who_listens,
    what_a_device_takes_back_is_not_known_and_what_it_was_is_remembered,
    closing_ends_those_who_listen,
)
