"""How a language puts a promise and its actions together, where a text with places to fill in cannot say it. Pure.

A language whose words stand apart needs nothing here: `Grammar` builds on its file of `texts` alone. One that inflects what is done in its
own way is a class of its own, of the same shape.
"""

from collections.abc import Mapping, Sequence

from yamori.agentkit.phrasing import listed, quoted, sentences
from yamori.automations.action import Action, Ask, Call, Notify
from yamori.automations.texts import TEXTS
from yamori.domain.language import Language


class Grammar:
    def __init__(self, language: Language) -> None:
        self._language = language

    def _said(self, name: str, **values: object) -> str:
        return TEXTS.said(self._language, name, **values)

    def _both(self, parts: Sequence[str]) -> str:
        return self._said("and").join(parts)

    def capitalized(self, text: str) -> str:
        """A sentence of its own."""
        return text[:1].upper() + text[1:]

    def lead(self, when: str, states: str, note: str) -> str:
        """What a promise begins with: a moment, conditions, or both. `note` is said of the moment where there is one."""
        if when or not states:
            when += note
        else:
            states += note
        return self._said(f"promise.{'both' if when and states else 'moment' if when else 'state'}", when=when, states=states)

    def actions(self, actions: Sequence[str]) -> str:
        """What is done, as a promise ends."""
        return self._both(actions)

    def done(self, actions: Sequence[str]) -> str:
        """What is done, where something follows it."""
        return self._both(actions)

    def happened(self, shows: Sequence[str], tells: Sequence[str]) -> str:
        """That conditions are so, for a message: from what each shows (`the door is open`) and tells (`The door is open.`)."""
        return self._both([shown or told for shown, told in zip(shows, tells, strict=True)])

    def told(self, state: str) -> str:
        """A condition as what somebody is told once it is so."""
        return self.capitalized(self._said("state.told", state=state))

    def no_longer(self, state: str) -> str:
        """The end of a condition, as a condition."""
        return self._said("state.no_longer", state=state)

    def replaced(self, says: str, old: str, new: Sequence[str]) -> str:
        """What was said back, with other actions in place of one; empty where it does not stand there."""
        return says.replace(old, self.actions(new), 1) if old in says else ""

    def extended(self, says: str, last: str, more: str) -> str:
        """What was said back, with one more action behind its last; empty where that does not stand there."""
        return self.replaced(says, last, [last, more])

    def undone(self, actions: Sequence[Action]) -> str:
        """What was not done, as a clause."""
        return listed([self._did_not(action) for action in actions], self._language)

    def _did_not(self, action: Action) -> str:
        match action:
            case Call():
                text = action.text.strip().rstrip(".!")
                if text[:1].islower():
                    return self._said("undone.act", text=text)
                is_title = ":" in text or len(text.split()) < 2
                return self._said("undone.named", text=text) if is_title else self._said("undone.act", text=f"{text[:1].lower()}{text[1:]}")
            case Notify():
                return self._said("undone.tell", text=quoted(action.text, self._language))
            case Ask():
                return self._said("undone.look", text=quoted(action.request, self._language))


class _Japanese(Grammar):
    """Actions are verbs in their dictionary form (オフにする), and conditions end in とき, たら or なら."""

    def capitalized(self, text: str) -> str:
        return text

    def lead(self, when: str, states: str, note: str) -> str:
        lead = super().lead(f"{when}{note}", states, "")
        return lead if lead.endswith(("とき", "たら", "に", "ごと", "ら")) else f"{lead}に"

    def actions(self, actions: Sequence[str]) -> str:
        *before, last = actions
        return self._both([*map(connected, before), polite(last)])

    def done(self, actions: Sequence[str]) -> str:
        return self._both([*map(connected, actions)])

    def happened(self, shows: Sequence[str], tells: Sequence[str]) -> str:
        return sentences(tells, self._language)

    def told(self, state: str) -> str:
        bare = state.removesuffix("とき")
        return self._said("state.told", state=f"{bare.removesuffix('ている')}ています" if bare.endswith("ている") else bare)

    def no_longer(self, state: str) -> str:
        bare = state.removesuffix("とき")
        return f"{bare.removesuffix('ている')}ていない状態になったとき" if bare.endswith("ている") else super().no_longer(bare)

    def replaced(self, says: str, old: str, new: Sequence[str]) -> str:
        if polite(old) in says:
            return says.replace(polite(old), self.actions(new), 1)
        return says.replace(connected(old), self.done(new), 1) if connected(old) in says else ""

    def extended(self, says: str, last: str, more: str) -> str:
        return says.replace(polite(last), self.actions([last, more]), 1) if polite(last) in says else ""

    def undone(self, actions: Sequence[Action]) -> str:
        if len(actions) == 1 and isinstance(actions[0], Call):
            text = actions[0].text.strip()
            for ending, cannot in _CANNOT.items():
                if text.endswith(ending):
                    return f"{text.removesuffix(ending)}{cannot}ませんでした"
        named = self._both([quoted(a.request if isinstance(a, Ask) else a.text, self._language) for a in actions])
        return self._said("undone.tell" if all(isinstance(a, Notify) for a in actions) else "undone.act", text=named)


_POLITE = {"する": "します", "戻す": "戻します", "進む": "進みます", "戻る": "戻ります", "撮る": "撮ります"}
_CONNECTED = {"する": "して", "戻す": "戻して", "進む": "進んで", "戻る": "戻って", "撮る": "撮って"}
_ICHIDAN = tuple(f"{vowel}る" for vowel in "えけげせぜてでねへべぺめれいきしちにみび")
"""How verbs end whose form certain rules make; 切る and others stay as they are."""
_CANNOT: Mapping[str, str] = {"をする": "ができ", "する": "でき"} | {f"{vowel}る": f"{vowel}られ" for vowel in "えけげせぜてでねへべぺめれ"}
"""Verbs whose form for *could not* is certain: 開ける is 開けられません; 切る and others are quoted instead."""


def polite(text: str) -> str:
    """オフにする as オフにします, 開ける as 開けます."""
    for plain, form in _POLITE.items():
        if text.endswith(plain):
            return text.removesuffix(plain) + form
    return text.removesuffix("る") + "ます" if text.endswith("る") else text


def connected(text: str) -> str:
    """オフにする as オフにして, 開ける as 開けて: what another action follows."""
    for plain, form in _CONNECTED.items():
        if text.endswith(plain):
            return text.removesuffix(plain) + form
    return text.removesuffix("る") + "て" if text.endswith(_ICHIDAN) else polite(text)


_INFLECTED: Mapping[Language, type[Grammar]] = {Language.JAPANESE: _Japanese}


def grammar_of(language: Language) -> Grammar:
    return _INFLECTED.get(language, Grammar)(language)
