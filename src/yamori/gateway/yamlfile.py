"""Reads a YAML file and remembers on which line each key stands and what was written there, so that mistakes can be shown.

Homes and capabilities are read through this. It knows YAML and nothing of homes.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import yaml

from yamori.domain.errors import Misconfigured
from yamori.domain.values import Value

SEE = "docs/formats/homes.md describes the format"
_DEEPEST = 50
Where = tuple[str | int, ...]
"""Keys and indexes from the top of the file to one node."""

_MOST_NODES = 300_000
"""A file that aliases blow up beyond this is a mistake, or an attack on memory."""


@dataclass(frozen=True, kw_only=True)
class Document:
    """One file as plain values, with the line of each key and item."""

    file: Path
    data: Value
    lines: Mapping[Where, int]
    """Counted from 1."""
    written: Mapping[Where, str]
    """What stands in the file for each value that YAML did not take as a string."""

    def line(self, where: Where) -> int:
        """The line of a node, or of the nearest one around it."""
        for length in range(len(where), -1, -1):
            if (line := self.lines.get(where[:length])) is not None:
                return line
        return 1


def read_yaml(file: Path) -> Document:
    """Raises `Misconfigured` for a file that cannot be read, is no UTF-8, no YAML, or has a key twice or a key that is no string."""
    try:
        text = file.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise Misconfigured(f"cannot be read: {error.strerror}", where=str(file), mend="check the path and its permissions") from error
    except UnicodeDecodeError as error:
        raise Misconfigured(f"is not UTF-8 (byte {error.start})", where=str(file), mend="save the file as UTF-8") from error
    return _document(file, text)


@lru_cache(maxsize=16)
def _document(file: Path, text: str) -> Document:
    """Whoever reads a file again that has not changed, as every evaluation does its home, need not have it parsed again."""
    loader_kind = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    loader = loader_kind(text)
    try:
        _check_depth(file, yaml.parse(text, Loader=loader_kind))
        root = loader.get_single_node()
        if root is None:
            raise Misconfigured("the file is empty", where=f"{file}:1", mend=SEE)
        reading = _Reading(file)
        return Document(file=file, data=reading.value(root, ()), lines=reading.lines, written=reading.written)
    except yaml.YAMLError as error:
        raise _syntax_mistake(file, error) from error
    finally:
        loader.dispose()


def _check_depth(file: Path, events: Iterable[yaml.Event]) -> None:
    """The composer is recursive C: a file of brackets would end the process."""
    depth = 0
    for event in events:
        if isinstance(event, yaml.CollectionStartEvent):
            depth += 1
            if depth > _DEEPEST:
                line = event.start_mark.line + 1 if event.start_mark is not None else 1
                raise Misconfigured(f"is nested more than {_DEEPEST} deep", where=f"{file}:{line}", mend=SEE)
        elif isinstance(event, yaml.CollectionEndEvent):
            depth -= 1


def _syntax_mistake(file: Path, error: yaml.YAMLError) -> Misconfigured:
    if isinstance(error, yaml.MarkedYAMLError) and error.problem_mark is not None:
        said = " ".join(part for part in (error.context, error.problem) if part)
        mark = error.problem_mark
        return Misconfigured(f"is no valid YAML: {said} (column {mark.column + 1})", where=f"{file}:{mark.line + 1}", mend=SEE)
    return Misconfigured(f"is no valid YAML: {error}", where=str(file), mend=SEE)


class _Reading:
    """Turns YAML's nodes into values, collecting lines on the way."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._construct = yaml.constructor.SafeConstructor()
        self._open: set[int] = set()
        self._count = 0
        self.lines: dict[Where, int] = {}
        self.written: dict[Where, str] = {}

    def value(self, node: yaml.Node, where: Where) -> Value:
        self._count += 1
        if self._count > _MOST_NODES:
            raise self._mistake(node, f"the file holds more than {_MOST_NODES:,} values once its aliases are followed", "use fewer aliases")
        if id(node) in self._open or len(self._open) > _DEEPEST:
            raise self._mistake(node, "an alias refers to what it stands in, or aliases are nested too deeply", "write the value out")
        self.lines.setdefault(where, node.start_mark.line + 1)
        self._open.add(id(node))
        try:
            if isinstance(node, yaml.MappingNode):
                return self._mapping(node, where)
            if isinstance(node, yaml.SequenceNode):
                return [self.value(item, (*where, index)) for index, item in enumerate(node.value)]
            assert isinstance(node, yaml.ScalarNode)
            return self._scalar(node, where)
        finally:
            self._open.discard(id(node))

    def _mapping(self, node: yaml.MappingNode, where: Where) -> Value:
        self._find_repeated(node)
        self._construct.flatten_mapping(node)
        values: dict[str, Value] = {}
        for key, item in node.value:
            name = self._key(key)
            self.lines[(*where, name)] = key.start_mark.line + 1
            values[name] = self.value(item, (*where, name))
        return values

    def _find_repeated(self, node: yaml.MappingNode) -> None:
        first: dict[str, int] = {}
        for key, _ in node.value:
            if isinstance(key, yaml.ScalarNode) and key.tag != "tag:yaml.org,2002:merge":
                if key.value in first:
                    raise self._mistake(key, f"the key `{key.value}` stands here and in line {first[key.value]}", "keep one of them")
                first[key.value] = key.start_mark.line + 1

    def _key(self, node: yaml.Node) -> str:
        if isinstance(node, yaml.ScalarNode):
            value = self._scalar(node, None)
            if isinstance(value, str):
                return value
            if isinstance(value, bool):
                raise self._mistake(
                    node, f"the key `{node.value}` without quotes is YAML's boolean {str(value).lower()}", f'write "{node.value}"'
                )
            raise self._mistake(node, f"the key `{node.value}` is no string", f'write "{node.value}"')
        raise self._mistake(node, "a key must be a string", "write a plain name before the colon")

    def _scalar(self, node: yaml.ScalarNode, where: Where | None) -> Value:
        text = str(node.value)
        kind = node.tag.removeprefix("tag:yaml.org,2002:")
        if kind == "str" or kind == "timestamp" or (kind in ("int", "float") and ":" in text):
            # YAML 1.1 would read 07:30 as the number 450 and a date as an object: nobody who writes a home means that.
            return text
        if where is not None:
            self.written[where] = text
        match kind:
            case "null":
                return None
            case "bool":
                return bool(self._construct.construct_yaml_bool(node))
            case "int":
                return int(self._construct.construct_yaml_int(node))
            case "float":
                return float(self._construct.construct_yaml_float(node))
        raise self._mistake(node, f"the tag `{node.tag}` is not known here", "write plain values")

    def _mistake(self, node: yaml.Node, message: str, mend: str) -> Misconfigured:
        return Misconfigured(f"{message}; {mend}", where=f"{self._file}:{node.start_mark.line + 1}", mend=SEE)
