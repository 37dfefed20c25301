"""Who is told what: frames of messages and reminders that name people of the home, and all those that do not."""

from collections.abc import Mapping
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from yamori.domain.home import Person, PersonRole
from yamori.understanding.addressees import Group, addressees_in
from yamori.understanding.frame import Frame, IntentName, SlotName
from yamori.understanding.marked import marked
from yamori.understanding.message_frames import unexplained, with_messages
from yamori.understanding.resident_reader import ResidentReader
from yamori.understanding.utterance import Utterance, utterance_of

NOW = datetime(2030, 5, 6, 9, 0, tzinfo=UTC)
PEOPLE = (
    Person(id="ines", name="Ines", aliases=("イネス",)),
    Person(id="bo", name="Bo", aliases=("ボー", "Dad")),
    Person(id="lin", name="Lin", role=PersonRole.CHILD, aliases=("リン",)),
)


def read(line: str) -> tuple[Frame, ...]:
    sentence = marked(line)
    return with_messages(sentence.frames, utterance_of(sentence.text, NOW), PEOPLE)


@pytest.mark.parametrize(
    ("line", "people", "text"),
    [
        ("message: tell [person|Bo] [text|supper's on]", "Bo", "supper's on"),
        ("message: tell [person|Dad] that [text|supper's on]", "Dad", "supper's on"),
        ("message: let [person|everybody] know what's for [text|supper]", "everybody", "what's for supper"),
        ("remind: remind [person|Lin] [when|at five] to [title|feed the hens]", "Lin", "feed the hens"),
        ("message: tell [person|Ines] the [title|choir] [text|is off]", "Ines", "the choir is off"),
        ("message: tell [person|Ines and Lin] to [text|come down]", "Ines and Lin", "come down"),
        ("notify: [condition|when the oven is hot], tell [person|Bo]", "Bo", ""),
        ("message: [person|ボーさん]に[text|ごはんだよ]って言って", "ボーさん", "ごはんだよ"),
        ("message: [text|リンが寝た]って[person|ボー]に伝えて", "ボー", "リンが寝た"),
        ("message: [person|リン]に[text|待って]って言って", "リン", "待って"),
    ],
)
def test_a_message_for_somebody_who_lives_here_says_whom_and_what(line: str, people: str, text: str) -> None:
    (frame,) = read(line)
    assert frame.intent is IntentName.TELL
    assert (frame.text(SlotName.PERSON), frame.text(SlotName.TEXT)) == (people, text)


def test_a_message_waits_for_whoever_it_is_for_where_its_words_do() -> None:
    (frame,) = read("message: tell [person|Bo] [text|the soup is hot when he comes home]")
    assert (frame.text(SlotName.TEXT), frame.text(SlotName.CONDITION)) == ("the soup is hot", "when Bo comes home")


@pytest.mark.parametrize(
    "line",
    [
        "message: tell [person|Bo] to [text|ring Ines when he comes home]",
        "message: tell [person|Bo] [text|I will ring when I come home]",
        "message: tell [person|Bo] [text|when we eat]",
    ],
)
def test_a_message_that_speaks_of_others_or_of_what_to_do_is_told_whole(line: str) -> None:
    (frame,) = read(line)
    assert frame.texts(SlotName.CONDITION) == ()
    assert "when" in frame.text(SlotName.TEXT)


@pytest.mark.parametrize(
    "line",
    [
        "message: tell [person|the baker] [text|we want two]",
        "message: tell [person|Bo and the baker] [text|we want two]",
        "message: tell [person|Bo's mother] [text|we are late]",
        "message: tell [person|everyone] [text|but Lin that it is bedtime]",
        "remind: remind me to ring [person|Bo] about [title|the roof]",
        "remind: [when|8時]に[person|ボー]に[title|電話する]のをリマインドして",
        "notify: let me know [condition|when] [person|Bo] is home",
        "turn_on: turn on [person|Bo]'s [device|lamp]",
        "message: [person|ボー]の[text|鍵はどこ]",
    ],
)
def test_whatever_is_not_for_people_of_the_home_alone_stays_as_it_was_read(line: str) -> None:
    assert read(line) == marked(line).frames


def test_a_reminder_for_a_stranger_is_a_message_to_one_and_none_of_ones_own() -> None:
    (frame,) = read("remind: remind [person|Mr Poole] [when|at five] to [title|bring the ladder]")
    assert frame.intent is IntentName.MESSAGE


def test_names_and_groups_are_found_with_what_goes_with_a_name() -> None:
    found = addressees_in("リンちゃんとボーさんに", PEOPLE, "ja")
    assert found is not None and [each.people for each in found] == [("lin",), ("bo",)]
    found = addressees_in("me, Ines and the kids", PEOPLE, "en")
    assert found is not None and [each.group for each in found] == [Group.SPEAKER, None, Group.CHILDREN]


@given(st.text(max_size=40))
def test_no_text_names_anybody_by_a_part_of_a_word(text: str) -> None:
    assert addressees_in(f"{text}bots", PEOPLE, "en") is None
    addressees_in(text, PEOPLE, "ja")


class KnownNames:
    """A reader that knows a few sentences by heart, and nobody's name but those in them."""

    def __init__(self, lines: Mapping[str, str]) -> None:
        self._lines = {marked(line).text: marked(line).frames for line in lines.values()}

    async def prepare(self) -> None:
        pass

    async def read(self, utterance: Utterance) -> tuple[Frame, ...]:
        return self._lines.get(utterance.text, ())


@pytest.mark.parametrize("name", ["ボー", "リンとボー"])
async def test_a_name_that_the_reader_takes_for_a_device_is_read_as_a_name_that_it_knows(name: str) -> None:
    lines = {
        "unknown": f"operate: [device|{name}]に[text|寝る時間]って言って",
        "known": "message: [person|けんた]に[text|寝る時間]って言って",
    }
    reader = ResidentReader(KnownNames(lines), lambda: PEOPLE)
    (frame,) = await reader.read(utterance_of(f"{name}に寝る時間って言って", NOW))
    assert frame.intent is IntentName.TELL
    assert (frame.text(SlotName.PERSON), frame.text(SlotName.TEXT)) == (name, "寝る時間")


@pytest.mark.parametrize(
    ("line", "left"),
    [
        ("message: 道が混んでるので、[person|ボー]に[text|先に食べて]って伝えて", []),
        ("message: やっと着きました。[person|ボー]に[text|先に食べて]って伝えて", []),
        ("message: 車庫で[person|ボー]に[text|先に食べて]って伝えて", ["車庫"]),
    ],
)
def test_what_only_tells_why_is_no_part_of_a_message(line: str, left: list[str]) -> None:
    (frame,) = read(line)
    text = marked(line).text
    assert [text[span.start : span.end] for span in unexplained(frame, utterance_of(text, NOW))] == left
