"""The recipes of `docs/tls.md`, with the proxies themselves: skipped where neither is installed."""

import asyncio
import re
import shutil
import socket
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import pytest
import uvicorn
from tests.apps.accounts import PASSWORDS, house_of

from yamori.apps.household import Household
from yamori.apps.reach import Reach

RECIPE = (Path(__file__).resolve().parents[2] / "docs" / "tls.md").read_text(encoding="utf-8")
NAME = "yamori.lan"
PATIENCE = 30.0
"""Seconds until a proxy has started; never waited for when all is well."""


def recipe(kind: str) -> str:
    """The block of the document in that proxy's language."""
    found = re.search(rf"```{kind}\n(.*?)```", RECIPE, re.DOTALL)
    assert found is not None
    return found[1]


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return int(probe.getsockname()[1])


@asynccontextmanager
async def served(household: Household) -> AsyncIterator[int]:
    """The port at which the house listens, as `yamori serve` has it listen."""
    config = uvicorn.Config(household.app, log_config=None, lifespan="off", proxy_headers=False, timeout_graceful_shutdown=1)
    server = uvicorn.Server(config)
    listening = socket.create_server(("127.0.0.1", 0))
    running = asyncio.create_task(server.serve(sockets=[listening]))
    try:
        yield int(listening.getsockname()[1])
    finally:
        server.should_exit = True
        await running


@asynccontextmanager
async def running(*command: str, until: str, home: Path) -> AsyncIterator[None]:
    """A program, once it has written `until` to stderr."""
    environment = {"HOME": str(home), "XDG_DATA_HOME": str(home), "PATH": "/usr/bin:/bin"}
    program = await asyncio.create_subprocess_exec(*command, stderr=asyncio.subprocess.PIPE, env=environment)
    assert program.stderr is not None
    try:
        async with asyncio.timeout(PATIENCE):
            written = b""
            while until.encode() not in written:
                line = await program.stderr.readline()
                assert line, written.decode()
                written += line
        yield
    finally:
        program.terminate()
        await program.communicate()


async def serves_its_certificate(port: int, authority: Path) -> None:
    """Return once a handshake succeeds: caddy writes that it has a certificate a moment before it serves it."""
    trusted = ssl.create_default_context(cafile=str(authority))
    async with asyncio.timeout(PATIENCE):
        while True:
            try:
                _, writer = await asyncio.open_connection("127.0.0.1", port, ssl=trusted, server_hostname=NAME)
            except ssl.SSLError:
                await asyncio.sleep(0.05)
                continue
            writer.close()
            return


@asynccontextmanager
async def caddy(house: int, port: int, folder: Path) -> AsyncIterator[Path]:
    """The certificate of its authority."""
    site = recipe("caddyfile").replace("8765", str(house)).replace(f"https://{NAME}", f"https://{NAME}:{port}")
    # Beside the recipe: no port 80 and no console, since other tests run on this machine.
    file = folder / "Caddyfile"
    file.write_text(site.replace("{\n\tskip", "{\n\tadmin off\n\tauto_https disable_redirects\n\tskip", 1))
    program = str(shutil.which("caddy"))
    async with running(
        program, "run", "--config", str(file), "--adapter", "caddyfile", until="certificate obtained successfully", home=folder
    ):
        authority = folder / "caddy/pki/authorities/local/root.crt"
        await serves_its_certificate(port, authority)
        yield authority


@asynccontextmanager
async def nginx(house: int, port: int, folder: Path) -> AsyncIterator[Path]:
    certificate, key = folder / "yamori.lan.pem", folder / "yamori.lan-key.pem"
    make = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2"]
    named = ["-subj", f"/CN={NAME}", "-addext", f"subjectAltName=DNS:{NAME}", "-keyout", str(key), "-out", str(certificate)]
    made = await asyncio.create_subprocess_exec(*make, *named, stderr=asyncio.subprocess.DEVNULL)
    assert await made.wait() == 0
    site = recipe("nginx").replace("8765", str(house)).replace("listen 443", f"listen 127.0.0.1:{port}").replace("/etc/yamori", str(folder))
    file = folder / "nginx.conf"
    kept = "".join(f"{kind}_temp_path {folder}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    file.write_text(
        f"daemon off; pid {folder}/pid; error_log stderr notice; events {{}} http {{ access_log off; {kept}\n{site} }}", encoding="utf-8"
    )
    program = str(shutil.which("nginx") or "/usr/sbin/nginx")
    async with running(program, "-c", str(file), "-e", "stderr", until="start worker processes", home=folder):
        yield certificate


PROXIES = {
    "caddy": (caddy, shutil.which("caddy") is not None),
    "nginx": (nginx, (shutil.which("nginx") or Path("/usr/sbin/nginx").exists()) and shutil.which("openssl") is not None),
}


@pytest.mark.parametrize("proxy", PROXIES)
async def test_through_the_proxy_of_the_recipe_one_signs_in_over_tls(proxy: str, tmp_path: Path) -> None:
    opened, is_here = PROXIES[proxy]
    if not is_here:
        pytest.skip(f"there is no {proxy} here")
    port = free_port()
    address = f"https://{NAME}:{port}"
    async with (
        house_of("aiko", reach=Reach(public_url=address, is_open_to_others=True)) as household,
        served(household) as house,
        opened(house, port, tmp_path) as authority,
        httpx.AsyncClient(
            base_url=f"https://127.0.0.1:{port}",
            headers={"Host": f"{NAME}:{port}", "Origin": address, "Accept": "text/html"},
            verify=ssl.create_default_context(cafile=str(authority)),
            trust_env=False,
            timeout=20.0,
        ) as client,
    ):

        async def ask(method: str, path: str, **fields: str) -> httpx.Response:
            request = client.build_request(method, path, data=fields or None, extensions={"sni_hostname": NAME})
            return await client.send(request)

        assert (await ask("GET", "/gate/home")).headers["location"].startswith("/account")
        form = await ask("GET", "/sign-in")
        assert "passkey-in" in form.text
        token = re.findall(r'name="csrf" value="([0-9a-f]{64})"', form.text)[0]
        signed = await ask("POST", "/sign-in", csrf=token, name="aiko", password=PASSWORDS["aiko"])
        assert (signed.status_code, signed.headers["location"]) == (303, "/")
        assert all(cookie.startswith("__Host-") and "Secure" in cookie for cookie in signed.headers.get_list("set-cookie"))
        assert (await ask("GET", "/gate/home")).status_code == 200
