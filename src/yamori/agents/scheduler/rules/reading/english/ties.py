"""How English ties words of time and of places to others: by prepositions in front."""


def with_clock(day: str, clock: str) -> str:
    """A day or a lead with a time of it: `the day before at six`."""
    return f"{day} {clock}"


def bare(words: str) -> str:
    """Words without what ties them to a verb behind them."""
    return words


def timed(words: str) -> str:
    """Words of time with what shows that they are some, where nothing else does."""
    return words


def tied(words: str) -> str:
    """Words of time as they stand beside a verb."""
    return words


def put_on(name: str) -> str:
    """The name of a list as what something is put on."""
    return f"to {name}"
