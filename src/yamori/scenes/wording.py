"""What is said of scenes. Pure; what devices did is said by the agent that had it done."""

from collections.abc import Iterable, Sequence

from yamori.agentkit.agent import Declined
from yamori.agentkit.phrasing import listed, quoted, sentences
from yamori.agentkit.task import Question
from yamori.domain.language import Language
from yamori.scenes.kind import Kind
from yamori.scenes.scene import Scene
from yamori.scenes.texts import TEXTS


def text(name: str, language: Language, /, **said: str) -> str:
    """A sentence with its places filled."""
    return TEXTS.said(language, name, **said)


def refusal(name: str, language: Language, /, **said: str) -> Declined:
    return Declined(text=text(name, language, **said))


def asking(id: str, name: str, language: Language, options: Sequence[str] = (), /, **said: str) -> Declined:
    words = text(name, language, **said)
    return Declined(text=words, question=Question(id=id, text=words, options=tuple(options)))


def greeting(kind: Kind | str | None, language: Language) -> str:
    """What one says to a ritual; empty where nothing is said."""
    name = f"greetings.{kind.name if isinstance(kind, Kind) else kind or ''}"
    return TEXTS.said(language, name) if TEXTS.has(language, name) else ""


def does(scene: Scene, language: Language) -> str:
    """What a scene does, as a sentence ends: `turn off a and b, close c, and lock d`, as the parts may hold an *and* themselves."""
    parts, both = scene.says(language), TEXTS.said(language, "actions.and")
    if len(parts) < 3 and not any(both in part for part in parts):
        return both.join(parts)
    *first, last = parts
    return TEXTS.said(language, "actions.last").join([TEXTS.said(language, "actions.comma").join(first), last]) if first else last


def proposal_text(scene: Scene, told: str, language: Language) -> str:
    """What is asked before a ritual is done for the first time."""
    asks = TEXTS.said(language, "proposal", name=scene.name(language), does=does(scene, language))
    return joined([greeting(scene.kind, language), told, asks], language)


def because(liked: str, language: Language) -> str:
    """Why a scene differs for this person, from what they told (`liked`); empty where it does not."""
    return TEXTS.said(language, "because", told=liked) if liked else ""


def offer_text(name: str, language: Language) -> str:
    """After a proposal was turned down more than once."""
    return TEXTS.said(language, "offer", name=name)


def list_text(scenes: Sequence[Scene], others: Sequence[Kind], language: Language) -> str:
    """Scenes there are, and rituals that could be had."""
    names = listed([quoted(kind.names[language], language) for kind in others], language)
    proposes = TEXTS.said(language, "list.others", names=names) if others else ""
    if not scenes:
        return joined([TEXTS.said(language, "no_scenes"), proposes], language)
    rows = [TEXTS.said(language, "list.row", name=scene.name(language), does=does(scene, language)) for scene in scenes]
    return "".join([TEXTS.counted(language, "list.head", len(scenes)), *rows, *(["\n", proposes] if others else [])])


def so_already_text(language: Language) -> str:
    return TEXTS.said(language, "so_already")


def gone_text(count: int, language: Language) -> str:
    return TEXTS.counted(language, "gone", count)


def silent_text(language: Language) -> str:
    return TEXTS.said(language, "silent")


def not_all_text(language: Language) -> str:
    return TEXTS.said(language, "not_all")


def joined(texts: Iterable[str], language: Language) -> str:
    return sentences(filter(None, texts), language)
