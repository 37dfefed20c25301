"""YAML that remembers where it stood: plain values, and the line of every key, so that an error can point at the file.

Dates and times stay text (the models that read them parse them), and what YAML silently turns into something else
(`on` into a boolean, `15:30` into 930, a repeated key into its last value) is an error instead of a guess.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import yaml

from yamori.domain.errors import Misconfigured
from yamori.domain.values import Value

Key = tuple[str | int, ...]
"""The way to a value: keys of mappings and positions in lists."""

_BOOLEAN_WORDS = frozenset({"on", "off", "yes", "no"})
_SEQUENCE, _MAPPING = "tag:yaml.org,2002:seq", "tag:yaml.org,2002:map"
_DEEPEST = 40


@dataclass(frozen=True, kw_only=True)
class Located:
    """A YAML file as plain values."""

    path: Path
    value: Value
    lines: Mapping[Key, int]
    """Key to line, counted from 1."""

    def where(self, key: Key) -> str:
        """`file:line` of the key, or of the nearest one around it."""
        for size in range(len(key), -1, -1):
            if key[:size] in self.lines:
                return f"{self.path.name}:{self.lines[key[:size]]}"
        return self.path.name


def spelled(key: Key) -> str:
    """`cases[2].expect.state`, as a person would point at it."""
    text = ""
    for part in key:
        text += f"[{part}]" if isinstance(part, int) else f".{part}" if text else part
    return text


def read_located(path: Path) -> Located:
    """Raises `Misconfigured` with file, line and key."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as e:
        raise Misconfigured(f"cannot be read: {e}", where=str(path), mend="give a readable UTF-8 file") from e
    try:
        node = yaml.compose(text, Loader=_TextLoader)
    except yaml.MarkedYAMLError as e:
        line = e.problem_mark.line + 1 if e.problem_mark else 1
        raise Misconfigured(f"not valid YAML: {e.problem or e}", where=f"{path.name}:{line}", mend="mend the YAML") from e
    except yaml.YAMLError as e:
        raise Misconfigured(f"not valid YAML: {e}", where=path.name, mend="mend the YAML") from e
    if node is None:
        raise Misconfigured("the file is empty", where=path.name, mend="see docs/formats/cases.md")
    lines: dict[Key, int] = {}
    return Located(path=path, value=_value(node, (), path, lines), lines=lines)


class _TextLoader(yaml.SafeLoader):
    """A loader for which a date is text."""


_TextLoader.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in resolvers if tag != "tag:yaml.org,2002:timestamp"]
    for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}


def _value(node: yaml.Node, key: Key, path: Path, lines: dict[Key, int]) -> Value:
    lines.setdefault(key, node.start_mark.line + 1)
    if len(key) > _DEEPEST:  # an alias may contain itself
        raise _wrong(path, node, (), "nested too deeply", "write the values out")
    if isinstance(node, yaml.MappingNode) and node.tag == _MAPPING:
        return _mapping(node, key, path, lines)
    if isinstance(node, yaml.SequenceNode) and node.tag == _SEQUENCE:
        return [_value(child, (*key, i), path, lines) for i, child in enumerate(node.value)]
    if isinstance(node, yaml.ScalarNode):
        return _scalar(node, key, path)
    raise _wrong(path, node, key, f"{node.tag} is not allowed here", "use plain values, lists and mappings")


def _mapping(node: yaml.MappingNode, key: Key, path: Path, lines: dict[Key, int]) -> Value:
    held: dict[str, Value] = {}
    for name_node, child in node.value:
        if not isinstance(name_node, yaml.ScalarNode) or name_node.tag == "tag:yaml.org,2002:merge":
            raise _wrong(path, name_node, key, "a key must be plain text", "write the keys out")
        name = str(name_node.value)
        if not isinstance(_scalar(name_node, (*key, name), path), str) and name_node.tag != "tag:yaml.org,2002:int":
            raise _wrong(path, name_node, key, f"the key {name} is not text to YAML", f'quote it: "{name}"')
        if name in held:
            raise _wrong(path, name_node, (*key, name), "the key stands twice", "keep one of them")
        lines[(*key, name)] = name_node.start_mark.line + 1
        held[name] = _value(child, (*key, name), path, lines)
    return held


def _scalar(node: yaml.ScalarNode, key: Key, path: Path) -> Value:
    text = str(node.value)
    if node.tag == "tag:yaml.org,2002:bool" and node.style is None and text.lower() in _BOOLEAN_WORDS:
        raise _wrong(path, node, key, f"an unquoted {text} is YAML's boolean, not the word", f'quote it: "{text}" (or write true / false)')
    if node.tag in ("tag:yaml.org,2002:int", "tag:yaml.org,2002:float") and node.style is None and ":" in text:
        raise _wrong(path, node, key, f"an unquoted {text} is a number to YAML, not a time", f'quote it: "{text}"')
    value: bool | int | float | str | None
    try:
        value = yaml.SafeLoader("").construct_object(node, deep=True)
    except (yaml.YAMLError, ValueError) as e:
        raise _wrong(path, node, key, f"{text} cannot be read as {node.tag}", "quote it if it is text") from e
    if not isinstance(value, str | bool | int | float | None):
        raise _wrong(path, node, key, f"{node.tag} is not allowed here", "use plain values")
    return value


def _wrong(path: Path, node: yaml.Node, key: Key, message: str, mend: str) -> Misconfigured:
    at = f"{spelled(key)}: " if key else ""
    return Misconfigured(f"{at}{message}; {mend}", where=f"{path.name}:{node.start_mark.line + 1}", mend=mend)
