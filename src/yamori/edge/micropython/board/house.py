"""The server, as the device sees it: the requests of docs/edge-protocol.md, one method each. Called by `work.py`; the token that
enrolment gave lies in a file of its own. Raises `Away` (try again later) and `Refused` (it answered, and said no)."""

import json
import os

from request import Away, request


class Refused(Exception):
    def __init__(self, status, message, after):
        super().__init__("%d %s" % (status, message))
        self.status = status
        self.after = after
        """Seconds that the server asks to wait, or 0."""


class House:
    def __init__(self, server, device, join, clock, token_file="token.txt"):
        self._server = server
        self._device = device
        self._join = join
        self._clock = clock
        self._token_file = token_file
        self._token = _read(token_file)

    @property
    def enrolled(self):
        return bool(self._token)

    async def enrol(self):
        if not self._join:
            raise Refused(401, "no token and no join code: put the code of `yamori edge-code` into config.json", 60)
        answer = await self._ask("POST", "/edge/enrol", {"device": self._device, "join": self._join}, token=False)
        self._token = answer["token"]
        with open(self._token_file, "w") as file:
            file.write(self._token)

    def forget(self):
        """The token is worth nothing any more: enrol again."""
        self._token = ""
        try:
            os.remove(self._token_file)
        except OSError:
            pass  # Enrolment never came so far.

    async def describe(self, description):
        return await self._ask("PUT", "/edge/device", description)

    async def lease(self, wait, limit):
        return (await self._ask("POST", "/edge/lease", {"wait": wait, "limit": limit}, seconds=wait + 15))["jobs"]

    async def extend(self, job, fence):
        return (await self._ask("POST", "/edge/jobs/%s/extend" % job, {"fence": fence}))["lease_s"]

    async def result(self, job, fence, result):
        body = {"fence": fence}
        body.update(result)
        return await self._ask("POST", "/edge/jobs/%s/result" % job, body)

    async def readings(self, readings):
        return await self._ask("POST", "/edge/readings", {"readings": readings})

    async def _ask(self, method, path, body, token=True, seconds=15):
        answer = await request(self._server, method, path, json.dumps(body).encode(), self._token if token else None, seconds)
        self._clock.heard(answer.headers.get("date"))
        try:
            content = json.loads(answer.body) if answer.body else {}
        except ValueError:
            raise Away("%d, and no JSON" % answer.status) from None
        if answer.status >= 500:
            raise Away("the server failed with %d" % answer.status)
        if answer.status >= 300:
            error = content.get("error", {}) if isinstance(content, dict) else {}
            after = answer.headers.get("retry-after", "")
            raise Refused(answer.status, str(error.get("message", "")), int(after) if after.isdigit() else 0)
        if not isinstance(content, dict):
            raise Away("an answer of another shape")
        return content


def _read(name):
    try:
        with open(name) as file:
            return file.read().strip()
    except OSError:
        return ""
