"""How Japanese ties words of time and of places to others: by particles behind."""


def with_clock(day: str, clock: str) -> str:
    """A day or a lead with a time of it: 前日の18時."""
    return f"{day}の{clock}"


def bare(words: str) -> str:
    """Words without what ties them to a verb behind them."""
    return words.removesuffix("に")


def timed(words: str) -> str:
    """Words of time with what shows that they are some, where nothing else does: 朝 alone may be a part of another word."""
    return f"{words}に"


def tied(words: str) -> str:
    """Words of time as they stand before a verb."""
    return words if words.endswith(("に", "後", "から")) else timed(words)


def put_on(name: str) -> str:
    """The name of a list as what something is put on."""
    return f"{name}に"
