"""The first source of a model: its publisher's file at the hub, over HTTPS, going on where an earlier download stopped."""

import asyncio
from collections.abc import Callable

from yamori.llm.manifest import Hub
from yamori.llm.partial import Partial, SourceFailed

_PIECE = 16 * 1024 * 1024
_SILENCE = 30.0
"""Seconds without a byte after which the hub is given up."""
_CONNECT = 5.0
"""Seconds: where there is no way to the hub, the next source should not wait long."""


async def from_hub(source: Hub, partial: Partial, *, size: int, grown: Callable[[int], None]) -> None:
    """Fill `partial` to `size` bytes. Raises `SourceFailed`; what has come stays for the next time."""
    import httpx

    while (held := partial.of(source.url)) != size:
        try:
            await _go_on(source, partial, held=held, size=size, grown=grown)
        except httpx.HTTPError as error:
            if partial.of(source.url) <= held:
                raise SourceFailed(f"{type(error).__name__} {error}".strip()) from error
            continue  # it broke off, but brought something: go on from there
        if partial.whole != size:
            raise SourceFailed(f"it ended after {partial.whole:,} of {size:,} bytes")


async def _go_on(source: Hub, partial: Partial, *, held: int, size: int, grown: Callable[[int], None]) -> None:
    import httpx

    timeout = httpx.Timeout(_SILENCE, connect=_CONNECT)
    headers = {"Range": f"bytes={held}-"} if held else {}
    async with (
        httpx.AsyncClient(timeout=timeout, follow_redirects=True) as client,
        client.stream("GET", source.url, headers=headers) as response,
    ):
        if response.status_code not in (200, 206):
            raise SourceFailed(f"it answered {response.status_code}")
        if response.status_code == 200:
            partial.drop()  # it sends everything, whatever was asked for
        partial.begin(source.url)  # only now: what another source has brought stays until this one works
        held_back = bytearray()
        try:
            async for piece in response.aiter_bytes():
                held_back += piece
                if partial.whole + len(held_back) > size:
                    partial.drop()
                    held_back.clear()
                    raise SourceFailed(f"it sent more than the {size:,} bytes expected")
                if len(held_back) >= _PIECE:
                    await asyncio.to_thread(partial.append, bytes(held_back))
                    held_back.clear()
                    grown(partial.whole)
        finally:
            if held_back:  # also when the connection broke: the next try goes on after it
                partial.append(bytes(held_back))
                grown(partial.whole)
