"""Verbs of the past beside a name: agreeing with it, of the present again, polite. Used by `answering` alone."""

from collections.abc import Sequence

from yamori.agents.iot.rules.past.words import Saying


def plainly(word: str) -> Saying:
    return Saying(was=f"was {word}", denied=f"was not {word}", became=f"became {word}", never=f"was not {word}")


def enumerated(phrases: Sequence[str]) -> str:
    return " and ".join([", ".join(phrases[:-1]), phrases[-1]]) if len(phrases) > 1 else "".join(phrases)


def are(name: str) -> bool:
    bare = name.split(" (")[0]
    return " and " in bare or (bare.endswith("s") and not bare.endswith("ss"))


def plural(verb: str, name: str) -> str:
    return f"were{verb.removeprefix('was')}" if are(name) and verb.startswith("was ") else verb


def agreeing(name: str, verb: str) -> str:
    """`the blinds were open`."""
    return f"{name} {plural(verb, name)}" if not verb.startswith(("is ", "has ")) or not are(name) else f"{name} {many(verb)}"


def many(verb: str) -> str:
    return f"are{verb.removeprefix('is')}" if verb.startswith("is ") else f"have{verb.removeprefix('has')}"


def present(was: str) -> str:
    return f"is{was.removeprefix('was')}" if was.startswith("was ") else was


def perfect(was: str) -> str:
    return f"has been{was.removeprefix('was')}" if was.startswith("was ") else f"has {was}"


def last_time(name: str, was: str) -> str:
    """`the lamp was last on`, `the sensor last detected motion`."""
    verb = plural(was, name)
    for helper in ("was ", "were "):
        if verb.startswith(helper):
            return f"{name} {helper}last {verb.removeprefix(helper)}"
    return f"{name} last {verb}"


def still(was: str) -> str:
    """開いていた as 開いています."""
    if was.endswith("なかった"):
        return was.removesuffix("なかった") + "ません"
    if was.endswith("だった"):
        return was.removesuffix("だった") + "です"
    return was.removesuffix("た") + "ます"


def polite(was: str) -> str:
    if was.endswith("なかった"):
        return was.removesuffix("なかった") + "ませんでした"
    if was.endswith("だった"):
        return was.removesuffix("だった") + "でした"
    return was.removesuffix("た") + "ました"
