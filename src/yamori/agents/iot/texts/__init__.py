"""What the IoT agent says, one file a language (`agentkit.texts`)."""

from pathlib import Path

from yamori.agentkit.texts import Texts

TEXTS = Texts(Path(__file__).parent)
