"""What a played person says beside the sentences of the cases, one file a language (`agentkit.texts`)."""

from pathlib import Path

from yamori.agentkit.texts import Texts

TEXTS = Texts(Path(__file__).parent)
