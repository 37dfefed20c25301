"""`asyncio.open_connection`, which the WebAssembly build of MicroPython lacks, over node's sockets. Runs under MicroPython only."""

import asyncio
import binascii

import wires


class Stream:
    def __init__(self, wire):
        self._wire = wire
        self._came = b""
        self._going = b""

    async def readline(self):
        while b"\n" not in self._came and await self._more():
            pass
        end = self._came.find(b"\n") + 1 or len(self._came)
        return self._take(end)

    async def readexactly(self, count):
        while len(self._came) < count:
            if not await self._more():
                raise EOFError()
        return self._take(count)

    def write(self, data):
        self._going += data

    async def drain(self):
        wires.write(self._wire, binascii.hexlify(self._going).decode())
        self._going = b""

    def close(self):
        pass

    async def wait_closed(self):
        wires.close(self._wire)

    def _take(self, count):
        taken, self._came = self._came[:count], self._came[count:]
        return taken

    async def _more(self):
        told = await wires.read(self._wire)
        self._came += binascii.unhexlify(told)
        return bool(told)


async def open_connection(host, port):
    wire = await wires.open(host, port)
    if not wire:
        raise OSError(111, "ECONNREFUSED")
    stream = Stream(wire)
    return stream, stream


asyncio.open_connection = open_connection
