"""What kind of question a sentence asks."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from yamori.agents.lifestyle.rules.asking import Asking, asking

SAID = {
    Asking.TOPICS: ("Which topics do you know?", "show me the topics", "どんな分野がありますか", "トピックの一覧を見せて"),
    Asking.PAPERS: ("What papers do we have?", "Show me the manuals you have kept", "どんな書類がありますか", "説明書は何がありますか"),
    Asking.OUTRIGHT: (
        "What does the loom's manual say about oiling?",
        "According to our contract, who mends the gutter?",
        "Look it up in the handbook",
        "契約書には何と書いてありますか",
        "取説で織機の油のさし方を調べて",
    ),
    Asking.MISHAP: (
        "My warp came off the loom in a tangle. What did I do wrong?",
        "The felt shrank, where have we gone wrong?",
        "What am I getting wrong with the treadle?",
        "縦糸が絡まってしまった。何がいけなかった？",
        "毛糸が縮んだのはどこを間違えたから？",
    ),
    Asking.STATE: (
        "What is the temperature in the attic?",
        "Is the gate closed?",
        "Which lamps are on?",
        "How much oil is left?",
        "Do we have vinegar?",
        "屋根裏の温度は何度ですか？",
        "屋根裏の湿度はどのくらい",
        "いま門はどうなってる",
        "庭に誰かいますか",
        "門は閉まってる？",
        "洗濯はもう終わった？",
    ),
    Asking.HOWTO: (
        "How do I oil the treadle?",
        "How often should the belt be changed?",
        "Why does the loom squeak?",
        "May guests use the workshop?",
        "What does E7 mean?",
        "It shows error E7",
        "The shuttle split at the tip, can it be mended?",
        "The treadle creaks, is that normal?",
        "The loom rattles, is something broken?",
        "What's wrong with the treadle?",
        "踏み木にはどうやって油をさすの",
        "ベルトの交換時期を知らせる目安",
        "どうすれば音が止まる",
        "織機がガタガタいうけど故障かな",
        "工房は客が使ってもいいですか",
    ),
    Asking.KNOWLEDGE: (
        "Would our guarantee pay if the treadle snaps",
        "wouldn't the felt shrink in hot water",
        "When is the chimney swept?",
        "Which oil goes into it?",
        "Who pays for the gutter?",
        "煙突掃除は誰がしますか",
        "油はいくらしますか",
        "どの油を使いますか",
        "麻はどこで買いますか",
        "何を間違えて消しちゃったっけ",
    ),
    Asking.ASKS: ("And the treadle?", "織機は？", "踏み木も油を欲しがるかな。音はしないけど", "杼は二つで足りる? 糸は細いほう"),
    Asking.TROUBLE: ("The loom keeps jamming", "I cannot sleep", "織機が動かない", "不安で眠れない"),
    Asking.NOTHING: ("Turn the lamp off", "Good evening", "ランプを消して", "おはよう", "", "🦎"),
}


@pytest.mark.parametrize(("meant", "sentence"), [(meant, sentence) for meant, said in SAID.items() for sentence in said])
def test_a_sentence_asks_what_it_asks(meant: Asking, sentence: str) -> None:
    assert asking(sentence) is meant


@pytest.mark.parametrize("sentence", ["What does the loom's manual say about oiling?", "How do I oil the treadle?", "Good evening"])
def test_letters_may_be_large_or_small(sentence: str) -> None:
    assert asking(sentence) is asking(sentence.upper()) is asking(sentence.lower())


@pytest.mark.parametrize(
    ("whole", "part"), [("The whatnot is by the showhow", Asking.NOTHING), ("Put the unstoppedle into the swhyte box", Asking.NOTHING)]
)
def test_english_words_count_only_as_whole_ones(whole: str, part: Asking) -> None:
    assert asking(whole) is part


@given(st.text(max_size=300))
def test_any_text_is_of_some_kind(text: str) -> None:
    assert asking(text) in Asking
