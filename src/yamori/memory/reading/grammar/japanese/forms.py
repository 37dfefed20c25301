"""Small forms of Japanese: particles, parts of a list."""


def begun(words: str) -> str:
    return words


def within(name: str) -> str:
    return name
