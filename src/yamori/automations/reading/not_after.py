"""An end that is said as what is to happen no more behind it (`…, but not any more after Sunday`). Pure."""

from yamori.automations.reading.vocabulary import words_for
from yamori.understanding.utterance import Utterance


def with_end(utterance: Utterance) -> str:
    """The sentence with its end as people say it otherwise (`until Sunday`), which is read as a whole; empty where it says no end so."""
    text = utterance.normal.text
    low = text.lower()
    phrase = next((words for words in words_for("not_after", utterance.language) if f" {words} " in low), "")
    if not phrase:
        return ""
    start = low.find(phrase)
    begun = text[:start].rstrip(" ,")
    ends = any(span.end > start + len(phrase) for span in utterance.time_spans)
    return f"{begun} {words_for('until', utterance.language)[0]}{text[start + len(phrase) :]}" if begun and ends else ""
