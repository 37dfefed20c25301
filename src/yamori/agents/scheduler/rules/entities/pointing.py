"""Words that point at a row: `it`, and whatever of a sentence means what a model chose, which is changed only where the person meant it."""

from yamori.agents.scheduler.rules.entities.distinguishing import shared
from yamori.agents.scheduler.rules.entities.titles import plain
from yamori.agents.scheduler.rules.word_lists import forms_for, says
from yamori.domain.language import language_of


def points_at(request: str, title: str, *, spoken_of: bool) -> bool:
    """It holds a distinguishing word of the title, or an `it` for what was just spoken of. Between two languages a model translates, and
    code cannot know."""
    if language_of(title) is not language_of(request):
        return True
    return shared(request, title).distinctive or (spoken_of and says(request.lower(), "it"))


def is_pronoun(words: str) -> bool:
    """The words do nothing but point at what was just spoken of."""
    return plain(words) in forms_for("points")
