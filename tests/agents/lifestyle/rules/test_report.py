"""The text of an answer: what is quoted with the number of its source, entries below their question, the sources."""

from collections.abc import Sequence

from yamori.agents.lifestyle.rules.report import answer_text
from yamori.domain.language import Language


def place(title: str, *, question: str | None = None, says: str | None = None) -> dict[str, object]:
    return {
        "title": title,
        "name": "loom.md",
        "page": None,
        "headings": ["Oiling"] if not question else [],
        "question": question,
        "says": says,
    }


def answer(
    *quotes: tuple[dict[str, object], str, str | None], judged: bool = True, near: Sequence[dict[str, object]] = ()
) -> dict[str, object]:
    return {
        "judged": judged,
        "reading": False,
        "sentences": [{"text": text, "source": n} for n, (_, text, _) in enumerate(quotes, 1)],
        "translations": [translated for _, _, translated in quotes],
        "sources": [where for where, _, _ in quotes],
        "nearest": list(near),
        "left_out": [],
    }


def test_a_quote_has_the_number_of_its_source() -> None:
    said = answer((place("Loom"), "Oil it every five weeks.", None))
    assert answer_text(said, Language.ENGLISH) == "Oil it every five weeks. [1]\n[1] Loom (loom.md), “Oiling”"


def test_an_entry_stands_below_the_question_that_it_answers_and_is_not_named_by_it_again() -> None:
    said = answer((place("Recipes", question="How is barley soup made?", says="Grandmother"), "Boil it for an hour.", None))
    assert answer_text(said, Language.ENGLISH).splitlines() == [
        "“How is barley soup made?”",
        "Boil it for an hour. [1]",
        "[1] Recipes (loom.md), Grandmother",
    ]


def test_a_translation_comes_first_and_the_original_behind_it() -> None:
    said = answer((place("Recipes", question="How is barley soup made?"), "Boil it for an hour.", "1時間ゆでます。"))
    assert answer_text(said, Language.JAPANESE).splitlines() == [
        "1時間ゆでます。 [1]",
        "原文: 「How is barley soup made?」",
        "Boil it for an hour. [1]",
        "[1] Recipes (loom.md)",
    ]


def test_what_may_be_no_answer_is_said_to_be_so() -> None:
    said = answer((place("Loom"), "Oil it every five weeks.", None), judged=False)
    assert answer_text(said, Language.ENGLISH).startswith("I cannot tell whether this answers it")


def test_where_the_papers_do_not_answer_nothing_that_is_merely_near_is_named() -> None:
    said = answer(near=[place("Recipes", question="How is barley soup made?")])
    assert answer_text(said, Language.ENGLISH).splitlines() == [
        "That is not in your papers.",
    ]
