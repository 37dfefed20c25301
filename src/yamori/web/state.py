"""A home's readings, as one page has seen them, with a short digest by which a page that comes back says what it already shows."""

from collections.abc import Iterable, Sequence
from hashlib import blake2b

from yamori.domain.receipt import Reading


class HomeState:
    """The latest reading of every attribute. The digest costs the same for ten devices and for a thousand."""

    def __init__(self, readings: Iterable[Reading]) -> None:
        self._devices: dict[str, dict[str, Reading]] = {}
        self._digest = 0
        for reading in readings:
            self.take(reading)

    def take(self, reading: Reading) -> None:
        held = self._devices.setdefault(reading.device, {})
        before = held.get(reading.path)
        # Exclusive or: taking a reading out and putting another in needs nothing of the rest.
        self._digest ^= _fingerprint(reading) ^ (_fingerprint(before) if before else 0)
        held[reading.path] = reading

    def devices(self) -> Sequence[str]:
        return tuple(self._devices)

    def of(self, device: str) -> Sequence[Reading]:
        return tuple(self._devices.get(device, {}).values())

    @property
    def digest(self) -> str:
        """Two homes that show the same have the same."""
        return f"{self._digest:016x}-{self.members}"

    @property
    def members(self) -> str:
        """Which devices there are, as the digest's end says it."""
        return blake2b("\n".join(sorted(self._devices)).encode("utf-8", "surrogatepass"), digest_size=6).hexdigest()


def _fingerprint(reading: Reading) -> int:
    said = f"{reading.path}={reading.value!r}".encode("utf-8", "surrogatepass")
    return int.from_bytes(blake2b(said, digest_size=8).digest())
