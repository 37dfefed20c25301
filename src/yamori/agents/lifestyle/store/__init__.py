"""What the agent keeps: papers by topic, their passages, words and vectors."""

from yamori.agents.lifestyle.rules.paper import Hit, Origin, Paper, State
from yamori.agents.lifestyle.store.papers import Papers

__all__ = ["Hit", "Origin", "Paper", "Papers", "State"]
