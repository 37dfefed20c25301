"""Pydantic makes the schema of a plain dataclass anew for every route that takes or gives one: with seven agents that was two fifths of a
household's start. `Annotated[Task, KEPT]` makes it once in a process."""

from functools import cache
from typing import Any

from pydantic import GetCoreSchemaHandler, TypeAdapter
from pydantic_core import CoreSchema


class KeptSchema:
    """Pydantic asks what stands beside a type for its schema."""

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return _schema(source)


@cache
def _schema(source: Any) -> CoreSchema:
    return TypeAdapter(source).core_schema


KEPT = KeptSchema()
