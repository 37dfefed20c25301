"""A title in quotation marks ends with them."""

import pytest

from yamori.understanding.marked import marked
from yamori.understanding.normal_form import normal_form
from yamori.understanding.tagging.whole_titles import with_whole_titles
from yamori.understanding.vocabulary import vocabulary


@pytest.mark.parametrize(
    ("line", "title"),
    [
        ("add_entry: put [title|'oil the gate' down] [when|for Friday]", "'oil the gate'"),
        ("add_entry: put [title|'oil' the gate] [when|for Friday]", "'oil' the gate"),
        ('add_item: add [title|"gate oil" to it]', '"gate oil"'),
    ],
)
def test_a_quoted_title_ends_at_its_mark(line: str, title: str) -> None:
    sentence = marked(line)
    frame = with_whole_titles(sentence.frames[0], normal_form(sentence.text), vocabulary("en"))
    assert [slot.text for slot in frame.slots if slot.name.value == "title"] == [title]
