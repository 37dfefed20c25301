"""What waits for a person's answer: a scene as it would become, and what would be done at once."""

from dataclasses import dataclass

from yamori.scenes.scene import Scene, SceneCall


@dataclass(frozen=True, kw_only=True)
class Pending:
    id: str
    person: str
    scene: Scene | None = None
    """Kept as it stands here once the person agrees; None where only calls wait."""
    now: tuple[SceneCall, ...] = ()
    """What is done once the person agrees, or what the gate holds already."""
    key: str = ""
    """Under which key an agent holds `now`; empty where it was not begun."""
