"""Small forms of English: capitals, articles, parts of a list."""


def begun(words: str) -> str:
    return words[:1].upper() + words[1:]


def within(name: str) -> str:
    return name.lower()
