"""What of a foreign text reaches a screen, a log or a database."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from yamori.domain.plain_text import single_line, strip_controls

BIDI = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
hostile = st.text(alphabet=st.one_of(st.sampled_from("\x1b\x9b\x9d\x90\x07\x9c[]PX^_\\;?0m\n\t\r\x85" + BIDI), st.characters()))


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b[2J\x1b[Hlamp", "lamp"),
        ("\x1b[1;31mred\x1b[0m lamp", "red lamp"),
        ("\x1b[38:2::1:2:3mred", "red"),
        ("\x1b]0;owned\x07lamp", "lamp"),
        ("\x1b]52;c;cm0gLXJm\x1b\\lamp", "lamp"),
        ("\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\", "link"),
        ("\x9b2Jlamp", "lamp"),
        ("\x9d0;owned\x9clamp", "lamp"),
        ("\x1bP+q544e\x1b\\lamp", "lamp"),
        ("\x1b_hidden\x1b\\lamp", "lamp"),
        ("\x1bclamp", "lamp"),
        ("\x1b(0lamp", "lamp"),
        ("lamp\x1b", "lamp"),
        ("lamp\x1b[", "lamp"),
        ("\x1b]0;it never ends", "0;it never ends"),
        ("\x1b\x1b[31m[2Jlamp", "[2Jlamp"),
        ("a\x00b\x07c\x08d\x7fe\x85f", "abcdef"),
        ("over\rwritten", "overwritten"),
        (f"a{BIDI}b", "ab"),
        ("half \ud83d", "half "),
    ],
)
def test_what_a_terminal_would_obey_is_gone_whole(text: str, shown: str) -> None:
    assert strip_controls(text) == shown


@pytest.mark.parametrize("text", ["👨‍👩‍👧‍👦", "❤️ ☂︎", "می‌خواهم", "שלום\u200f!", "廊下の電気", "two\nlines\tand a tab", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "é é"])
def test_text_of_any_script_stays_as_it_is(text: str) -> None:
    assert strip_controls(text) == text


@given(hostile)
def test_nothing_that_acts_is_left_and_a_second_pass_changes_nothing(text: str) -> None:
    once = strip_controls(text)
    assert not [c for c in once if c in BIDI or (unicodedata.category(c) in ("Cc", "Cs") and c not in "\n\t")]
    assert strip_controls(once) == once


@given(hostile)
def test_what_may_be_kept_is_the_caller_s_choice(text: str) -> None:
    assert not set(strip_controls(text, keep="")) & set("\n\t\r")
    assert strip_controls("a\nb\tc\rd", keep="\r]^-\\") == "abc\rd"


@given(hostile)
def test_a_name_is_one_line(text: str) -> None:
    name = single_line(text)
    assert name == name.strip() and len(name.splitlines()) <= 1
    assert single_line("Lamp\n\x1b[2JOFF\tnow\r\nhere") == "Lamp OFF now here"
