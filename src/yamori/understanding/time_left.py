"""Questions how long something that runs still takes, which say nothing else (`how much longer?`, 残り時間は？). Pure.

They name nothing: what they mean is known to whoever set something running last.
"""

from yamori.understanding.going_on import around, going_on_words
from yamori.understanding.utterance import Utterance


def asks_time_left(utterance: Utterance) -> bool:
    """Whether a sentence, said right after something was set running, asks how long it still takes."""
    if utterance.times or utterance.quotations:
        return False
    left, measures, beside = (going_on_words(topic, utterance.language) for topic in ("left", "left_measures", "left_beside"))
    if utterance.vocabulary.morphemes:
        text = utterance.normal.text
        rest = (word for word in utterance.words if not word.text.startswith((*left, *measures)))
        asks = any(word in text for word in left) and any(word in text for word in measures)
        return asks and all(word.text in beside or word.base in beside for word in rest)
    said = around(utterance, ()).split()
    asks = bool(said) and said[0] in utterance.vocabulary.question_words
    asks = asks and any(word in left for word in said) and any(word in measures for word in said)
    return asks and all(word in (*left, *measures, *beside) for word in said)
