"""What the Memory agent says, in both languages. Pure."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from yamori.agentkit.agent import Declined
from yamori.domain.language import Language, language_of
from yamori.memory.kept import Kept, Said
from yamori.memory.reading.vocabulary import table
from yamori.memory.statement import Statement, Topic

_YOU = {
    "i": "you", "i'm": "you're", "i've": "you've", "i'll": "you'll", "i'd": "you'd", "am": "are", "my": "your", "mine": "yours",
    "me": "you", "myself": "yourself", "we": "you", "we're": "you're", "we've": "you've", "our": "your", "ours": "yours",
    "us": "you", "was": "were",
}  # fmt: skip
_TEXTS = {
    "kept": ("I'll remember that {what}.", "「{what}」ですね。覚えておきます。"),
    "kept_before": (
        "I'll remember that {what}, and no longer that {before}.",
        "「{what}」ですね。「{before}」から覚え直しました。",
    ),
    "known_already": ("I know already that {what}.", "「{what}」は、もう覚えています。"),
    "kept_nothing_done": (
        "I'll remember that {what}. Nothing is done by itself because of it.",
        "「{what}」ですね。覚えておきます。それだけで何かが自動で動くことはありません。",
    ),
    "called": ("From now on I know {thing} as “{name}”, too.", "これからは「{name}」で{thing}のことだと分かります。"),
    "called_me": ("I'll remember that you're called {name}.", "{name}さん、と覚えておきます。"),
    "corrected": ("Corrected: {what}.", "訂正しました：{what}。"),
    "forgotten": ("Forgotten: {what}.", "忘れました：{what}。"),
    "nothing_of_it": ("I don't remember anything about that.", "それについては何も覚えていません。"),
    "not_yours": (
        "That was told by somebody else, so only they can have it forgotten.",
        "それは別の人から聞いたことなので、その人だけが消せます。",
    ),
    "asks_everything": (
        "Shall I forget everything that you told me ({count}), and all that you said? That cannot be taken back.",
        "あなたから聞いたこと（{count}）と話したことをすべて忘れてよいですか？元には戻せません。",
    ),
    "shows_everything": ("forget everything that {person} told and said", "{person}さんから聞いたこと・話したことをすべて忘れる"),
    "asks_several": ("Shall I forget all of these? {what}", "次のことをすべて忘れてよいですか？{what}"),
    "forgot_everything": ("I have forgotten everything that you told me.", "あなたから聞いたことはすべて忘れました。"),
    "kept_everything": ("All right, I keep it as it is.", "分かりました。そのまま覚えておきます。"),
    "no_longer": ("That is no longer open; please ask for it again.", "その確認はもう終わっています。もう一度言ってください。"),
    "in_short": ("In short, put together from what you said: {profile}", "話してくださったことをまとめると、{profile}"),
    "nothing_known": (
        "I don't know anything about you yet. Tell me what you like me to remember.",
        "あなたのことはまだ何も覚えていません。覚えてほしいことを言ってください。",
    ),
    "nothing_about": ("I don't know anything about {about}.", "{about}については何も覚えていません。"),
    "unknown": ("I don't know that yet. Tell me, and I'll remember it.", "それはまだ知りません。教えていただければ覚えておきます。"),
    "not_that": ("You told me {what}. More than that I don't know.", "覚えているのは「{what}」です。それ以外は分かりません。"),
    "told": ("{what}.", "{what}。"),
    "nobody": ("Nobody told me that they are.", "そう話した人はいません。"),
    "said_nothing": ("I don't remember that you said anything about that.", "それについて話したことは覚えていません。"),
    "said": ("{when} you said: “{text}”", "{when}に「{text}」と言っていました。"),
    "paused": (
        "I won't keep what you say until you tell me to remember again. What I know stays.",
        "「また覚えていいよ」と言われるまで、話したことを覚えません。これまでのことは残します。",
    ),
    "resumed": ("I remember what you tell me again.", "また覚えるようにします。"),
    "is_paused": (
        "Remembering is paused, so I didn't keep that. Say “remember again” to go on.",
        "覚えるのを止めているので、覚えませんでした。「また覚えていいよ」と言えば再開します。",
    ),
    "guest": (
        "I keep nothing of guests, so there is nothing to remember or forget. What the household knows I leave as it is.",
        "ゲストの方のことは何も覚えませんので、覚えることも忘れることもありません。この家の人のことはそのままにします。",
    ),
    "nothing_to_undo": ("There is nothing to take back.", "元に戻すものがありません。"),
    "put_back": ("I remember again that {what}.", "「{what}」を、また覚えておきます。"),
    "taken_back": ("I no longer remember that {what}.", "「{what}」は忘れました。"),
    "beside": (
        "I am not sure what to make of “{what}”, so I forgot nothing. Please say only what I should forget.",
        "「{what}」というのがよく分からなかったので、まだ何も忘れていません。忘れてほしいことだけを言ってください。",
    ),
    "not_kept": (
        "I am not sure what to make of “{what}”, so I kept nothing. Please say it on its own.",
        "「{what}」というのがよく分からなかったので、まだ覚えていません。それだけを言い直してください。",
    ),
}  # fmt: skip


def text(name: str, language: Language, /, **said: str) -> str:
    """A sentence of the table with its places filled."""
    return _TEXTS[name][language is Language.JAPANESE].format(**said)


def refusal(name: str, language: Language, /, **said: str) -> Declined:
    return Declined(text=text(name, language, **said))


def to_you(words: str, *, of_speaker: bool = True) -> str:
    """What somebody told, said back to them: `I'm …` as `you're …`. Of somebody else's words nothing is turned."""
    plain = words.strip(" .!。！")
    if language_of(plain) is Language.JAPANESE or not of_speaker:
        return plain
    found = [_turned(word) for word in plain.split(" ")]
    if found and found[0][:1].isupper() and plain.split(" ")[0].lower().replace("’", "'") in _YOU:
        found[0] = found[0][:1].lower() + found[0][1:]
    return " ".join(found)


def _turned(word: str) -> str:
    bare = word.replace("’", "'").rstrip(",;:")
    tail = word[len(bare) :]
    return _YOU[bare.lower()] + tail if bare.lower() in _YOU else word


def what(kept: Kept, person: str) -> str:
    """A fact as it is told to this person."""
    return told(kept.statement, mine=kept.person == person or kept.statement.shared)


def told(statement: Statement, *, mine: bool = True) -> str:
    if statement.topic is Topic.ALIAS and statement.key != "me":
        japanese = language_of(statement.words) is Language.JAPANESE
        return f"「{statement.value}」は{statement.key}のこと" if japanese else f"“{statement.value}” is the {statement.key.lower()}"
    return with_end(to_you(statement.words, of_speaker=mine), statement)


def with_end(words: str, statement: Statement) -> str:
    """With when it ends: `you work nights until Sunday, March 8`."""
    if (until := statement.until) is None:
        return words
    at_midnight = not (until.hour or until.minute)
    day = until - timedelta(days=1) if at_midnight else until
    if language_of(words) is Language.JAPANESE:
        hour = "" if at_midnight else f"{until.hour}時" + (f"{until.minute}分" if until.minute else "")
        return f"{day.month}月{day.day}日{hour}{'ごろ' if statement.roughly else ''}まで{words}"
    named = f"{day:%B} {day.day}" if statement.roughly else f"{day:%A}, {day:%B} {day.day}"
    return f"{words} until {'about ' if statement.roughly else ''}{'' if at_midnight else f'{until:%H:%M} on '}{named}"


def kept_text(kept: Kept, before: Kept | None, language: Language, *, already: bool) -> str:
    """What is said when something was kept."""
    statement = kept.statement
    if statement.topic is Topic.ALIAS:
        if statement.key == "me":
            return text("called_me", language, name=statement.value)
        japanese = language is Language.JAPANESE
        return text("called", language, thing=statement.key if japanese else f"the {statement.key.lower()}", name=statement.value)
    words = told(statement)
    if already:
        return text("known_already", language, what=words)
    if before is not None:
        return text("kept_before", language, what=words, before=told(before.statement))
    return text("kept", language, what=words)


def listed(facts: Sequence[Kept], person: str, language: Language) -> str:
    """All that is known, a line for each."""
    lines = [f"\n- {_sentence(what(fact, person), language)}" for fact in facts]
    lead = (
        f"覚えていることは{len(facts)}件です。"
        if language is Language.JAPANESE
        else f"I know {len(facts)} thing{'' if len(facts) == 1 else 's'}:"
    )
    return lead + "".join(lines)


def several(facts: Sequence[Kept], person: str, language: Language) -> str:
    """Some facts in a sentence."""
    parts = [what(fact, person) for fact in facts]
    if language is Language.JAPANESE:
        return "、".join(f"「{part}」" if len(parts) > 1 else part for part in parts)
    return _sentence(f"{', '.join(parts[:-1])} and {parts[-1]}" if len(parts) > 1 else "".join(parts), language)


def _sentence(words: str, language: Language) -> str:
    return words if language is Language.JAPANESE else words[:1].upper() + words[1:]


def said_text(found: Sequence[Said], language: Language) -> str:
    return " ".join(text("said", language, when=when_said(each.at, language), text=each.text.strip()) for each in found)


def when_said(at: datetime, language: Language) -> str:
    """The day and the time, as they are told."""
    if language is Language.JAPANESE:
        return f"{at.month}月{at.day}日{at.hour}時{at.minute:02d}分"
    return f"On {at:%B} {at.day} at {at:%H:%M}"


def setting_called(name: str, language: Language) -> str:
    return str(table("called")[name][language.value])


def valued(name: str, value: str, language: Language) -> str:
    """`22 degrees`, 22度."""
    return str(table("said_so")[name][language.value]).format(value=value)


def joined(sentences: Sequence[str], language: Language) -> str:
    return ("" if language is Language.JAPANESE else " ").join(filter(None, sentences))


def when_told(situation: str, language: Language) -> str:
    """`in the evening`, 夜は; empty where it is always so."""
    return str(table("told_when")[situation][language.value]) if situation else ""


_LONGEST_REASON = 120


def as_you_told(told: str, language: Language) -> str:
    """Why something is done so: the words with which the person said it."""
    shown = told if len(told) <= _LONGEST_REASON else f"{told[: _LONGEST_REASON - 1]}…"
    return (
        f"「{shown.rstrip('。')}」と聞いているためです。"
        if language is Language.JAPANESE
        else f"That is what you told me: “{shown.rstrip('.')}”."
    )
