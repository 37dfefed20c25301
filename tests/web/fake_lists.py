"""A household's lists, as far as pages about other things need them: one that is empty. The Lists view is tried on real ones."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from typing import Any

from yamori.domain.language import Language
from yamori.web.list_port import ListView


class FakeLists:
    """Of `ListPort`, what a page asks for."""

    async def all(self, person: str, language: Language) -> Sequence[ListView]:
        return [ListView(id="shopping", name="Shopping list", private=False, by_section=False, is_there=False, groups=(), done=())]

    async def seen(self, person: str) -> str:
        return ""

    async def changes(self) -> AsyncIterator[None]:
        await asyncio.Event().wait()
        yield None

    def __getattr__(self, name: str) -> Any:
        raise AssertionError(f"the view of a real house tries {name}")
