"""What sentences are read against."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from yamori.domain.home import Home
from yamori.domain.values import Value
from yamori.scenes.scene import Scene


@dataclass(frozen=True, kw_only=True)
class Known:
    """The household's scenes and devices, and what this conversation spoke of."""

    scenes: Sequence[Scene]
    home: Home
    activations: tuple[str, ...] = ()
    """What the home's own scenes are called, those of another system: they are devices, and not ours."""
    focus: Mapping[str, Value] = field(default_factory=dict)
    asked: Scene | None = None
    """The ritual that was shown last in this conversation, and waits for a yes."""
