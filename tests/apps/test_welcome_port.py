"""What a running household tells its first page: its home, its backends as they were last tried, its models as they lie on disk."""

from datetime import datetime
from pathlib import Path
from typing import Any, cast

import pytest

from yamori.apps.sources import Configured, Tries
from yamori.apps.welcome_port import HouseholdWelcome, StartedWith
from yamori.domain.clock import SetClock
from yamori.domain.errors import HouseSilent, Misconfigured
from yamori.gateway.homefile import LoadedHome, load_home
from yamori.gateway.opening import House, open_house
from yamori.llm.ledger import Ledger
from yamori.llm.manifest import read_manifest
from yamori.llm.port import Models, Role
from yamori.llm.router import RoleModels
from yamori.llm.scripted import ScriptedModels
from yamori.llm.settings import ModelSettings, ProviderSettings, RoleModel
from yamori.web.welcome_port import BackendTried, HomeOrigin, ModelPlace

CLOCK = SetClock(datetime.fromisoformat("2026-11-21T09:00:00+09:00"))
HOME = "home: h\nplace: {name: Nara, country: JP, latitude: 34.68, longitude: 135.8, timezone: Asia/Tokyo}\n"


async def _never() -> Any:
    raise AssertionError("the page opens no connection")


def _welcome(home: LoadedHome, *, house: House | None = None, models: Models | None = None, started: StartedWith | None = None) -> Any:
    return HouseholdWelcome(home=home, house=cast(House, house), role_models=models or ScriptedModels({}), started=started or StartedWith())


def test_the_products_homes_are_known_and_any_other_is_the_households_own(tmp_path: Path) -> None:
    file = tmp_path / "demo.home.yaml"
    file.write_text(HOME, encoding="utf-8")
    homes = (load_home("demo"), load_home("empty"), load_home(file), load_home(load_home(file).home))
    assert [_welcome(home).home_origin for home in homes] == [HomeOrigin.DEMO, HomeOrigin.EMPTY, HomeOrigin.OWN, HomeOrigin.OWN]


async def test_backends_are_told_as_they_were_last_tried_without_being_asked_again() -> None:
    # `virtual` stands for one that has joined: a source of every house.
    names = ("virtual", "mqtt", "smartthings")
    tries = Tries(failed={"mqtt": HouseSilent("nobody is there"), "smartthings": Misconfigured("no", where="token", mend="make one")})
    wanted = [Configured(name=name, title=name, open=_never, look=_never) for name in names]
    async with open_house("empty", data=None, clock=CLOCK) as house:
        told = _welcome(load_home("empty"), house=house, started=StartedWith(backends=wanted, tries=tries)).backends()
    assert told == {
        "virtual": BackendTried(has_joined=True),
        "mqtt": BackendTried(says="nobody is there"),
        "smartthings": BackendTried(is_refused=True, says=str(tries.failed["smartthings"]), mend="make one"),
    }


async def test_models_are_told_by_what_uses_them_and_where_they_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("YAMORI_MODELS_DIR", str(tmp_path))
    entry = read_manifest()["default"]
    settings = ModelSettings(
        roles={
            Role.VISION: RoleModel(model="openai:sees"),
            Role.MEMORY: RoleModel(model="shelf:small"),
            Role.IOT: RoleModel(model=f"embedded:{tmp_path / 'own.gguf'}"),
        },
        providers={"shelf": ProviderSettings(base_url="http://127.0.0.1:8000/v1")},
    )
    welcome = _welcome(load_home("empty"), models=cast(Models, RoleModels(settings, ledger=cast(Ledger, None), make=cast(Any, None))))
    used = {one.name: one for one in await welcome.models()}
    assert {name: one.place for name, one in used.items()} == {
        "embedded:default": ModelPlace.MISSING,
        f"embedded:{tmp_path / 'own.gguf'}": ModelPlace.MISSING,
        "openai:sees": ModelPlace.OUTSIDE,
        "shelf:small": ModelPlace.IN_HOUSE,
    }
    assert used["openai:sees"].roles == ["vision"] and used["embedded:default"].fetched_as == "default"
    (tmp_path / entry.file).write_bytes(b"half")
    (tmp_path / "own.gguf").write_bytes(b"own")
    places = [one.place for one in await welcome.models() if one.name.startswith("embedded:")]
    assert sorted(places) == [ModelPlace.DISK, ModelPlace.PART]
    with (tmp_path / entry.file).open("wb") as file:
        file.truncate(entry.bytes)  # a file of holes: it takes no space
    assert {one.place for one in await welcome.models() if one.name == "embedded:default"} == {ModelPlace.DISK}


async def test_models_without_roles_are_none_to_tell_of() -> None:
    assert await _welcome(load_home("empty")).models() == ()
