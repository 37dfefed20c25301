"""`yamori pin`: the household's PIN is chosen here, at a keyboard, and kept only as a hash."""

import asyncio
import sys

from yamori.apps.keyboard import Keyboard, Terminal
from yamori.apps.preconditions import check_data_folder
from yamori.apps.settings import Settings
from yamori.domain.errors import InvalidRequest


async def set_pin(settings: Settings, *, keyboard: Keyboard | None = None) -> int:
    """Raises `InvalidRequest` when the two do not agree, or when it is no PIN."""
    from yamori.gateway.pin import keep_pin

    typed = keyboard or Terminal()
    check_data_folder(settings.data)
    first = await typed.line("New PIN (4 to 12 digits): ", hidden=True)
    if not first:
        raise InvalidRequest("no PIN was given; nothing was changed")
    if await typed.line("Once more: ", hidden=True) != first:
        raise InvalidRequest("the two were not the same; nothing was changed")
    await asyncio.to_thread(keep_pin, settings.data, first)
    print("The PIN is set; a running server takes it at its next start.", file=sys.stderr)
    return 0
