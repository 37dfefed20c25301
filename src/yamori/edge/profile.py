"""A robot as data: `profiles/NAME.profile.yaml` names components, drivers, pins and capabilities; `capabilities/` says what those mean.

A file of one's own may be given by its path; capability files in a folder `capabilities` beside it go before those that come with it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from yamori.domain.errors import Misconfigured
from yamori.domain.values import Value

_HERE = Path(__file__).parent
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
"""libyaml's where PyYAML was built with it: the pure one leaves a megabyte behind."""
_PROFILE, _CAPABILITY = ".profile.yaml", ".capability.yaml"

Document = Mapping[str, Any]
"""A capability file as it stands: the house reads the same."""


@dataclass(frozen=True, kw_only=True)
class Component:
    name: str
    driver: str
    """A file of `drivers/`."""
    capabilities: Mapping[str, Mapping[str, Value]]
    """Capability to its attributes' values at the start."""
    settings: Mapping[str, Any] = field(default_factory=dict)
    shares: str | None = None
    """Another component that uses the same hardware: commands to both are done one after another."""


@dataclass(frozen=True, kw_only=True)
class Example:
    """A sentence and what this robot does for it, for its own model."""

    say: str
    plan: Sequence[Sequence[Mapping[str, Value]]]
    """Stages one after another; the commands of one stage at the same time: `{"do": "component.command", argument: value}`."""


@dataclass(frozen=True, kw_only=True)
class Profile:
    profile: str
    version: str
    id: str
    name: str
    aliases: tuple[str, ...]
    components: Mapping[str, Component]
    capabilities: Mapping[str, Document]
    pins: Mapping[str, Any] = field(default_factory=dict)
    examples: tuple[Example, ...] = ()


def profiles() -> tuple[str, ...]:
    """The names of those that come with Yamori."""
    return tuple(sorted(file.name.removesuffix(_PROFILE) for file in (_HERE / "profiles").glob(f"*{_PROFILE}")))


def read_profile(name: str) -> Profile:
    """By name, or by the path of a file. Raises `Misconfigured`."""
    file = Path(name) if "/" in name or name.endswith(".yaml") else _HERE / "profiles" / f"{name}{_PROFILE}"
    if not file.is_file():
        raise Misconfigured(f"there is no profile {name!r}", where=str(file), mend=f"There are {', '.join(profiles())}, or give a file.")
    held = _read(file)
    try:
        components = {component: _component(component, said) for component, said in held["components"].items()}
        return Profile(
            profile=held["profile"],
            version=str(held.get("version", "1")),
            id=held["id"],
            name=held["name"],
            aliases=tuple(held.get("aliases", ())),
            components=components,
            capabilities=_capabilities(components, (file.parent / "capabilities", _HERE / "capabilities")),
            pins=held.get("pins", {}),
            examples=tuple(Example(say=example["say"], plan=example["plan"]) for example in held.get("examples", ())),
        )
    except KeyError as error:
        raise Misconfigured(f"{error} is missing", where=str(file), mend="Compare it with the profiles that come with Yamori.") from error
    except (TypeError, AttributeError, ValueError) as error:
        raise Misconfigured(
            f"is not understood: {error}", where=str(file), mend="Compare it with the profiles that come with Yamori."
        ) from error


def _component(name: str, said: Mapping[str, Any]) -> Component:
    return Component(
        name=name,
        driver=said["driver"],
        capabilities={capability: values or {} for capability, values in said["capabilities"].items()},
        settings=said.get("settings", {}),
        shares=said.get("shares"),
    )


def _capabilities(components: Mapping[str, Component], folders: Sequence[Path]) -> Mapping[str, Document]:
    names = dict.fromkeys(name for component in components.values() for name in component.capabilities)
    found: dict[str, Document] = {}
    for name in names:
        file = next((file for folder in folders if (file := folder / f"{name}{_CAPABILITY}").is_file()), None)
        if file is None:
            raise Misconfigured(f"there is no capability {name!r}", where=str(folders[0]), mend=f"Write {name}{_CAPABILITY}.")
        found[name] = _read(file)
    return found


def _read(file: Path) -> Any:
    try:
        return yaml.load(file.read_text(encoding="utf-8"), Loader=_LOADER)
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        raise Misconfigured(str(error), where=str(file), mend="Correct the file.") from error
