"""The queue between a broker and us, which neither a flood nor a giant message can fill."""

import asyncio
from collections import deque

import structlog
from aiomqtt import Message

_LOG = structlog.get_logger()
LARGEST = 1024 * 1024
"""Bytes; no state and no announcement comes near. What is larger is dropped before anything looks at it."""
CROWDED = 2_000
"""Messages waiting; from here on only the newest of each topic is kept."""


class Inbox(asyncio.Queue[Message]):
    """Every message in its order while there is room; of a flood the newest of each topic."""

    def _init(self, maxsize: int) -> None:
        self._waiting: deque[Message] = deque()
        self._newest: dict[str, Message] = {}
        self._complained: set[str] = set()

    def put_nowait(self, item: Message) -> None:
        topic = item.topic.value
        if isinstance(item.payload, bytes | bytearray) and len(item.payload) > LARGEST:
            if topic not in self._complained and len(self._complained) < 100:
                self._complained.add(topic)
                _LOG.warning("a message is too large and was dropped", topic=topic[:200], bytes=len(item.payload))
            return
        super().put_nowait(item)

    def _put(self, item: Message) -> None:
        if len(self._waiting) < CROWDED and not self._newest:
            self._waiting.append(item)
        else:
            self._newest.pop(item.topic.value, None)
            self._newest[item.topic.value] = item

    def _get(self) -> Message:
        if self._waiting:
            return self._waiting.popleft()
        return self._newest.pop(next(iter(self._newest)))

    def qsize(self) -> int:
        return len(self._waiting) + len(self._newest)

    def empty(self) -> bool:
        return not self._waiting and not self._newest
