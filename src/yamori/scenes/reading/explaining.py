"""What of a sentence a scene that is run leaves unexplained: an exception, a condition, another request. Pure.

`meaning` asks before it takes a sentence for a scene; nothing here decides which scene is meant.
"""

from collections.abc import Iterable

from yamori.domain.home import Home
from yamori.domain.language import Language, is_spaced, language_of
from yamori.scenes.naming import folded
from yamori.scenes.reading.targets import kinds_said
from yamori.scenes.reading.vocabulary import kind_words, words_for
from yamori.scenes.reading.wanted import Target
from yamori.understanding.analysis import morphemes_of
from yamori.understanding.clauses import Clause, marked_part
from yamori.understanding.coverage import Coverage, Evidence, coverage_of
from yamori.understanding.labels import label_spans, unmarked
from yamori.understanding.mood import Mood, mood_of
from yamori.understanding.span import Span
from yamori.understanding.utterance import Utterance, utterance_of
from yamori.understanding.vocabulary import MarkerKind
from yamori.understanding.words_of import tokens_of

_HONOURED = frozenset((MarkerKind.REPETITION, MarkerKind.VAGUE))
"""To run a scene again is to run it, and who goes to bed `in a bit` may say so now."""


def unexplained(utterance: Utterance, target: Target, home: Home, explained: Iterable[Span] = ()) -> str:
    """The first part that running the target does not carry out, as it was said; empty where there is none. `explained` are the words of
    rooms and devices that are honoured. A ritual is told rather than ordered (`I'm off, the gym is calling`): of it only words count that
    name something of the home, and clauses that order something else."""
    names = _names_of(target, language_of(utterance.text))
    anchors = (*label_spans(names, utterance), *explained)
    around = unmarked(label_spans(words_for("around", language_of(utterance.text)), utterance), utterance)
    times = unmarked(utterance.time_spans, utterance)
    coverage = coverage_of(utterance, Evidence(spans=(*anchors, *around), anchors=anchors, honours=_HONOURED, times=times))
    if coverage.markers:
        return marked_part(coverage.markers[0], utterance)
    return _asked_beside(coverage, utterance, home, is_ritual=target.kind is not None)


def _names_of(target: Target, language: Language) -> tuple[str, ...]:
    scene, kind = target.scene, target.kind
    names = (*(scene.all_names if scene is not None else ()), *(kind.names.values() if kind is not None else ()))
    return (*map(folded, names), *(kind_words(kind.name, language) if kind is not None else ()))


def _asked_beside(coverage: Coverage, utterance: Utterance, home: Home, *, is_ritual: bool) -> str:
    """Words beside the scene that ask for something of the home; beside the name of a household's own scene, any."""
    for clause in coverage.left_out:
        if _is_asked(clause, utterance):
            return clause.text
        if not clause.is_remark and (not is_ritual or _speaks_of_the_home(clause.text, home) or _orders(clause, utterance)):
            return clause.text
    counting = [w for w in coverage.words if not is_ritual or _speaks_of_the_home(utterance.normal.shown(w.span), home)]
    return utterance.normal.shown(Span(counting[0].span.start, counting[-1].span.end)) if counting else ""


def _is_asked(clause: Clause, utterance: Utterance) -> bool:
    """Whether a clause beside the ritual is a question, which it does not answer."""
    return utterance.normal.text[clause.span.end :].lstrip()[:1] in ("?", "？")


def _orders(clause: Clause, utterance: Utterance) -> bool:
    """Whether a clause wants something done to a thing that it names: `polish the samovar`, but neither `sleep well` nor `have a good one`,
    and not 本を閉じて寝るね, which tells what somebody does."""
    said = utterance_of(clause.text, utterance.now)
    if mood_of(said) is not Mood.REQUEST or any(m.kind is MarkerKind.NEGATION for m in said.markers):
        return False
    if said.vocabulary.morphemes:
        behind = utterance.normal.text[clause.span.end :].lstrip()
        ends = not behind or behind[0] in "、。!！" or clause.text.rstrip().endswith(("、", "。"))
        return ends and any(word.surface == "を" for word in morphemes_of(said.normal.text))
    return not (said.vocabulary.articles - said.vocabulary.indefinite).isdisjoint(tokens_of(said.normal.text))


def _speaks_of_the_home(text: str, home: Home) -> bool:
    """Whether a text names a device or a kind of devices."""
    flat = folded(text)
    if kinds_said(text):
        return True
    named = {folded(name) for device in home.devices for name in (device.name, *device.aliases)}
    if not is_spaced(text):
        return any(name in flat for name in named)
    heads = {name.split()[-1] for name in named if name}
    return any(word in heads or word.removesuffix("s") in heads for word in flat.split())
