"""One HTTP request over one connection, on asyncio's streams alone: no `requests` on the board, and nothing here may block.
Called by `house.py`. Raises `Away` when no whole answer came."""

import asyncio

LARGEST = 24576
"""Bytes of an answer that the Pico's memory can hold beside everything else."""


class Away(Exception):
    """The server did not answer, or not in a way that can be read: try again later."""


class Answer:
    def __init__(self, status, headers, body):
        self.status = status
        self.headers = headers
        self.body = body


def address(server):
    """`http://host:port/path` as (host, port, whether it is https, path)."""
    scheme, _, rest = server.partition("://")
    if scheme not in ("http", "https") or not rest:
        raise ValueError("the server must be written as http://host:port, not " + server)
    place, _, path = rest.partition("/")
    host, _, port = place.partition(":")
    return host, int(port) if port else (443 if scheme == "https" else 80), scheme == "https", ("/" + path if path else "").rstrip("/")


async def request(server, method, path, body=b"", token=None, seconds=15):
    try:
        return await asyncio.wait_for(_exchange(address(server), method, path, body, token), seconds)
    except asyncio.TimeoutError:
        raise Away("no answer within %d s" % seconds) from None
    except (OSError, EOFError) as error:
        raise Away("no connection: %r" % error) from None
    except (ValueError, IndexError) as error:
        raise Away("an answer that is no HTTP: %r" % error) from None


async def _exchange(at, method, path, body, token):
    host, port, secure, prefix = at
    reader, writer = await (asyncio.open_connection(host, port, ssl=True) if secure else asyncio.open_connection(host, port))
    try:
        head = "%s %s%s HTTP/1.1\r\nHost: %s:%d\r\nConnection: close\r\nContent-Length: %d\r\n" % (
            method,
            prefix,
            path,
            host,
            port,
            len(body),
        )
        if body:
            head += "Content-Type: application/json\r\n"
        if token:
            head += "Authorization: Bearer %s\r\n" % token
        writer.write(head.encode() + b"\r\n")
        if body:
            writer.write(body)
        await writer.drain()
        status = int((await reader.readline()).split()[1])
        headers = await _headers(reader)
        return Answer(status, headers, await _body(reader, headers))
    finally:
        writer.close()
        try:
            await writer.wait_closed()
        except OSError:
            pass  # The other side was quicker.


async def _headers(reader):
    found = {}
    while True:
        line = (await reader.readline()).decode().strip()
        if not line:
            return found
        name, _, value = line.partition(":")
        found[name.lower()] = value.strip()


async def _body(reader, headers):
    if headers.get("transfer-encoding", "").lower() == "chunked":
        whole = b""
        while True:
            size = int((await reader.readline()).split(b";")[0], 16)
            whole += await _exactly(reader, size, len(whole))
            await reader.readline()
            if size == 0:
                return whole
    return await _exactly(reader, int(headers.get("content-length", "0")), 0)


async def _exactly(reader, size, already):
    if size + already > LARGEST:
        raise ValueError("more than %d bytes" % LARGEST)
    return await reader.readexactly(size) if size else b""
