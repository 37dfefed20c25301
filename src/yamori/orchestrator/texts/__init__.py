"""The sentences of a turn that no agent says, one file a language."""

from pathlib import Path

from yamori.agentkit.texts import Texts

TEXTS = Texts(Path(__file__).parent)
