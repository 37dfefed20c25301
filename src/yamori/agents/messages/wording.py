"""What is said of messages, in both languages. Pure."""

from collections.abc import Sequence

from yamori.agentkit.agent import Declined
from yamori.domain.home import Person
from yamori.domain.language import Language, language_of

_REFUSALS = {
    "guest": (
        "Only people who live here can send messages in the house. Ask one of them to pass it on.",
        "家の中の伝言は、この家に住む人だけが送れます。家の人に頼んでください。",
    ),
    "nobody": ("There is nobody else here to tell that.", "ほかに伝える相手がいません。"),
    "no_children": (
        "I know of no children in this home, so I told nobody.",
        "この家に子どもは登録されていないため、だれにも伝えていません。",
    ),
    "yourself": ("That is you. I can remind you of it instead.", "ご本人あての伝言です。リマインドならできます。"),
    "unread": (
        "I did not understand all of that (“{what}”), so I told nobody anything.",
        "「{what}」の部分が分からなかったため、だれにも伝えていません。",
    ),
    "unknown": (
        "I did not understand whom to tell what, so I told nobody anything.",
        "だれに何を伝えるのか分からなかったため、だれにも伝えていません。",
    ),
    "long": (
        "That is longer than the {what} characters of a message, so I told nobody anything.",
        "伝言は{what}文字までです。長すぎるため、だれにも伝えていません。",
    ),
    "not_told": ("All right, I told nobody anything.", "分かりました。だれにも伝えていません。"),
}


def refusal(kind: str, language: Language, what: str = "") -> Declined:
    """Why nobody was told anything."""
    english, japanese = _REFUSALS[kind]
    return Declined(text=(japanese if language is Language.JAPANESE else english).format(what=what))


def name_of(person: Person, language: Language) -> str:
    """What a person is called in a sentence of this language: by the first of their names in its script, if there is one."""
    names = (person.name, *person.aliases)
    japanese = language is Language.JAPANESE
    name = next((name for name in names if language_of(name) is language), person.name)
    return f"{name}さん" if japanese and not name.endswith(("さん", "ちゃん", "くん", "様")) else name


def names_of(people: Sequence[Person], language: Language, *, speaker: str) -> str:
    """Several, as they can follow `tell`; whoever speaks is `you`."""
    japanese = language is Language.JAPANESE
    names = [("あなた" if japanese else "you") if person.id == speaker else name_of(person, language) for person in people]
    if japanese:
        return "と".join(names)
    return f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else "".join(names)


def notice_text(speaker: Person, text: str, language: Language) -> str:
    """What is shown to whoever is told."""
    name = name_of(speaker, language)
    if language is Language.JAPANESE:
        return f"{name}より: {text}"
    return f"{name}: {text[:1].upper()}{text[1:]}"


def telling(people: Sequence[Person], text: str, language: Language, *, speaker: str) -> str:
    """What a message does, as it can follow `I will`."""
    names = names_of(people, language, speaker=speaker)
    if language is Language.JAPANESE:
        return f"{names}に「{text.rstrip('。')}」と伝える"
    return f"tell {names}: {text.rstrip('.')}"


def told(people: Sequence[Person], text: str, language: Language, *, speaker: str) -> str:
    """That it was done."""
    names = names_of(people, language, speaker=speaker)
    if language is Language.JAPANESE:
        return f"{names}に「{text.rstrip('。')}」と伝えました。"
    return f"I told {names}: {_ended(text)}"


def asks_what(people: Sequence[Person], language: Language, *, speaker: str) -> str:
    """The question for the text. Who says `call Mum` hears that it is shown, and nobody called."""
    names = names_of(people, language, speaker=speaker)
    if language is Language.JAPANESE:
        return f"{names}には、家の中のお知らせとして伝えられます（電話はできません）。何と伝えますか？"
    return f"I can show {names} a message in the house, but I can't make calls. What should it say?"


def asks_which(name: str, language: Language) -> str:
    if language is Language.JAPANESE:
        return f"「{name}」と呼ばれる人が二人以上います。どなたですか？"
    return f"More than one person here is called “{name}”. Whom do you mean?"


def asks_whether(people: Sequence[Person], text: str, language: Language, *, speaker: str) -> str:
    if language is Language.JAPANESE:
        return f"{names_of(people, language, speaker=speaker)}に「{text.rstrip('。')}」と伝えますか？"
    return f"Shall I tell {names_of(people, language, speaker=speaker)}: “{text}”?"


def _ended(text: str) -> str:
    return text if text.endswith(("!", "?", ".", "…")) else f"{text}."
