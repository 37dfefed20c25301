"""How a house of the page's tests was started: whatever a test says of it."""

from collections.abc import Mapping, Sequence

from yamori.web.welcome_port import BackendTried, FoundNearby, HomeOrigin, ModelPlace, ModelUsed, OfferedDevice


class FakeWelcome:
    """Fulfils `WelcomePort`."""

    def __init__(self) -> None:
        self.home_origin = HomeOrigin.DEMO
        self.settings_file = "data/yamori.toml"
        self.tried: dict[str, BackendTried] = {}
        self.announced: list[FoundNearby] = []
        self.devices: dict[str, list[OfferedDevice]] = {}
        self.used: list[ModelUsed] = [
            ModelUsed(
                name="embedded:default",
                title="Small model, 1.5B",
                roles=("planner", "vision"),
                place=ModelPlace.DISK,
                bytes_here=1_117_000_000,
                bytes_whole=1_117_000_000,
                fetched_as="default",
            )
        ]

    def backends(self) -> Mapping[str, BackendTried]:
        return self.tried

    def offered(self, backend: str) -> Sequence[OfferedDevice]:
        return self.devices.get(backend, ())

    async def nearby(self) -> Sequence[FoundNearby]:
        return self.announced

    async def models(self) -> Sequence[ModelUsed]:
        return self.used
