"""What scenes there are and what waits for an answer, in one SQLite file. The agent's tools alone write it."""

from yamori.scenes.store.scene_store import SceneStore, open_scenes

__all__ = ["SceneStore", "open_scenes"]
