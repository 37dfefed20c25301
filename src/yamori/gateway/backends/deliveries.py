"""Commands on their way to real devices: each key goes out once, one command of a device at a time, and is on disk before it leaves.

Shared by the backends that wait for a device's own report (MQTT, SmartThings); how a command is sent and its state read is theirs.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from datetime import timedelta

from yamori.domain.capability import Capability, CommandSpec, Risk
from yamori.domain.clock import Clock
from yamori.domain.keylocks import KeyLocks
from yamori.domain.receipt import Command
from yamori.domain.values import Value
from yamori.gateway.backends.port import Sent
from yamori.gateway.effects import state_after
from yamori.gateway.readback import arrived
from yamori.gateway.sentences import Doubt
from yamori.gateway.sentkeys import SentKey, SentKeys
from yamori.gateway.sqlite import SqliteFile

_AGAIN_WITHIN = timedelta(minutes=2)
"""How long after a lost answer the same key may still send the same command: nobody wants a door to move hours later."""


def sent_of(known: SentKey) -> Sent:
    """What a key that has its end came to."""
    assert known.ended is not None, "only what has an end can be reported"
    return Sent(before=known.before, after=known.after, at=known.ended, problem=known.problem, doubt=known.doubt)


class Deliveries:
    """Over a backend's own SQLite file with `SENT_KEYS_SCHEMA`."""

    def __init__(self, store: SqliteFile, clock: Clock) -> None:
        self._keys = SentKeys(store)
        self._clock = clock
        self._key_locks = KeyLocks()
        self._device_locks = KeyLocks()

    async def send(
        self,
        command: Command,
        key: str,
        *,
        first: Callable[[Command, str], Awaitable[Sent]],
        again: Callable[[Command, SentKey], Awaitable[Sent]],
    ) -> Sent:
        """The answer of a key that has one; else by `first`, or by `again` for a key that went out and has no end."""
        async with self._key_locks.hold(key):
            known = await self._keys.find(key)
            if known is not None and known.ended is not None:
                return sent_of(known)
            async with self._device_locks.hold(command.device):
                return await (first(command, key) if known is None else again(command, known))

    async def sent(self, key: str) -> Sent | None:
        known = await self._keys.find(key)
        return sent_of(known) if known is not None and known.ended is not None else None

    def note(
        self,
        command: Command,
        key: str,
        *,
        spec: CommandSpec,
        held: Mapping[str, Capability],
        before: Mapping[str, Value],
        arrives: Mapping[str, Sequence[Value]] | None = None,
    ) -> SentKey:
        """What is to be known of the command when its key comes again. `arrives` holds, by attribute, the values of which one shows that it
        was done, where its effects do not say.

        What the file says that other capabilities become (a light comes on) is the device's own affair; its own attributes are the proof.
        """
        after = state_after(spec, command.arguments, capability=command.capability, held=held, before=before)
        wanted = {name: value for name, value in after.items() if name.rpartition(".")[0] == command.capability}
        wanted |= {f"{command.capability}.{name}": list(values) for name, values in (arrives or {}).items()}
        again = bool(wanted) and spec.risk is Risk.SAFE
        return SentKey(key=key, begun=self._clock.now(), before=before, wanted=wanted, again=again, after={})

    async def begin(self, note: SentKey) -> None:
        """It is about to leave."""
        await self._keys.begin(note)

    async def drop(self, note: SentKey) -> None:
        """It never left: the same key may be tried again."""
        await self._keys.drop(note.key)

    async def end(self, note: SentKey, state: Mapping[str, Value]) -> Sent:
        """It came to an end with this state: a doubt where several would have done and none came, for the gate was promised no value."""
        open_ended = any(isinstance(value, list) for value in note.wanted.values())
        doubt = Doubt.NOT_SHOWN if open_ended and note.doubt is None and not arrived(note.wanted, state) else note.doubt
        ended = replace(note, ended=self._clock.now(), after=dict(state), doubt=doubt)
        await self._keys.end(ended)
        return sent_of(ended)

    def may_go_again(self, note: SentKey) -> bool:
        """Whether sending it once more is the same as sending it once, and still wanted."""
        return note.again and self._clock.now() - note.begun <= _AGAIN_WITHIN

    async def forget(self) -> None:
        """Drop the keys that nobody will repeat any more."""
        await self._keys.forget(self._clock.now())
