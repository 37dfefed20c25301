"""Pages that harm a careless browser, in a real Chromium: each ends in seconds, nothing leaves by a side door, and the next page works."""

import asyncio
import contextlib
import socket
import ssl
from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from tests.agents.browser.operating_web import Site, served
from tests.lengths import length

from yamori.agentkit.outbound.policy import public_only
from yamori.agents.browser.chromium.finding import find_chromium
from yamori.agents.browser.chromium.supervisor import ChromiumEngine
from yamori.agents.browser.engine import BrowserAbsent, BrowserSession, Element, ElementGone
from yamori.agents.browser.operating.goal import goal_of
from yamori.agents.browser.operating.operating import Ending, Operating
from yamori.agents.browser.ports import PageUnavailable
from yamori.domain.language import Language
from yamori.evaluation.web.app import simulated_web
from yamori.llm.port import Role
from yamori.llm.scripted import ScriptedModel, ScriptedModels

pytestmark = [
    pytest.mark.browser,
    pytest.mark.asyncio(loop_scope="module"),
    pytest.mark.skipif(find_chromium() is None, reason="no Chromium (apt-get install chromium)"),
]
NOW = datetime.fromisoformat("2026-03-04T09:00+09:00")
ENDS_WITHIN = 30.0
"""Seconds; half of it on an idle machine."""


@dataclass
class Bench:
    engine: ChromiumEngine
    web: Any
    base: str
    site: Site
    own: str


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def bench() -> AsyncIterator[Bench]:
    engine = ChromiumEngine(rule=public_only(loopback=True))
    web, site = simulated_web(now=NOW), Site()
    async with served(web) as base, served(site) as own:
        yield Bench(engine=engine, web=web, base=base, site=site, own=own)
        await engine.close()


async def opened(bench: Bench, url: str) -> BrowserSession:
    session = await bench.engine.session("aya", sites=lambda to: to.startswith((bench.base, bench.own, "file:", "https://127.0.0.1")))
    await session.open(url)
    return session


async def element(session: BrowserSession, name: str) -> Element:
    return next(one for one in (await session.observe()).elements if name in one.name)


@pytest.mark.parametrize(
    "name", ["big-page", "controls", "redirects/1", "loading", "infinite-scroll", "alerts", "print", "prompt", "self-closing", "download"]
)
async def test_a_page_that_never_ends_ends_in_seconds_and_the_next_one_works(bench: Bench, tmp_path: Path, name: str) -> None:
    bench.site.pages["/after"] = "<title>After</title><main>Here.</main>"
    session = await bench.engine.session("aya", sites=lambda to: to.startswith((bench.base, bench.own)))
    try:
        async with asyncio.timeout(ENDS_WITHIN):
            with contextlib.suppress(PageUnavailable):
                acted = await session.open(f"{bench.base}/hostile/{name}/")
                if name != "download":
                    page = await session.observe()
                    assert len(page.elements) <= 1500 and len(page.text) <= 6000
                else:
                    assert acted.downloads == ("archive.bin",)
                for _ in range(2):
                    await session.scroll()
            assert (await session.open(f"{bench.own}/after")).url == f"{bench.own}/after"
            assert (await session.observe()).title == "After"
            folder = bench.engine.chromium.downloads if bench.engine.chromium is not None else tmp_path
            while name == "download" and sum(one.stat().st_size for one in folder.iterdir()):  # noqa: ASYNC110 - it is broken off, and goes
                await asyncio.sleep(0.05)
    finally:
        await session.close()


async def test_a_site_that_is_down_and_one_with_a_wrong_certificate_are_not_opened(bench: Bench, tmp_path: Path) -> None:
    session = await bench.engine.session("aya", sites=lambda _: True)
    with socket.create_server(("127.0.0.1", 0)) as free:
        down = free.getsockname()[1]
    server = await asyncio.start_server(lambda *_: None, "127.0.0.1", 0, ssl=self_signed(tmp_path))
    try:
        with pytest.raises(PageUnavailable):
            await session.open(f"https://127.0.0.1:{server.sockets[0].getsockname()[1]}/")
        with pytest.raises(PageUnavailable):
            await session.open(f"http://127.0.0.1:{down}/")
    finally:
        server.close()
        await session.close()


def self_signed(folder: Path) -> ssl.SSLContext:
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    key, name, now = ec.generate_private_key(ec.SECP256R1()), x509.Name([]), datetime.now(UTC)
    made = x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key()).serial_number(1)
    certificate = made.not_valid_before(now - timedelta(days=1)).not_valid_after(now + timedelta(days=1)).sign(key, hashes.SHA256())
    (folder / "certificate").write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    plain = serialization.NoEncryption()
    (folder / "key").write_bytes(key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, plain))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(folder / "certificate", folder / "key")
    return context


SIDE_DOORS = """<title>Doors</title><main><p id=socket>socket: waits</p><p id=worker>worker: waits</p><p id=place>place: waits</p>
  <iframe id=inner src="file:///etc/passwd"></iframe></main><script>
  const say = (id, text) => document.getElementById(id).textContent = id + ': ' + text;
  try { const s = new WebSocket(location.origin.replace('http', 'ws') + '/socket');
    s.onopen = () => say('socket', 'open'); s.onerror = () => say('socket', 'refused'); } catch { say('socket', 'refused'); }
  navigator.serviceWorker.register('/sw.js').then(() => say('worker', 'registered'), () => say('worker', 'refused'));
  const blank = document.createElement('iframe'); document.body.append(blank);
  try { new blank.contentWindow.WebSocket(location.origin.replace('http', 'ws') + '/socket'); } catch {}
  new Worker(URL.createObjectURL(new Blob(["new WebSocket('" + location.origin.replace('http', 'ws') + "/socket')"])));
  navigator.geolocation.getCurrentPosition(() => say('place', 'told'), () => say('place', 'refused'));
</script>"""


async def test_web_sockets_service_workers_files_and_permissions_are_refused(bench: Bench) -> None:
    bench.site.pages |= {"/doors": SIDE_DOORS, "/sw.js": "self.addEventListener('fetch', () => {})"}
    bench.site.headers["/sw.js"] = {"content-type": "text/javascript"}
    session = await opened(bench, f"{bench.own}/doors")
    try:
        page = await session.observe()
        if "waits" in page.text:
            page = await session.observe()
        assert all(f"{door}: refused" in page.text for door in ("socket", "worker", "place")), page.text
        assert "root:" not in page.text and bench.site.sockets == [] and "/sw.js" not in bench.site.opened
        bench.site.pages["/file"] = "<title>File</title><script>location = 'file:///etc/passwd'</script>"
        await session.open(f"{bench.own}/file")
        assert "root:" not in (await session.observe()).text
    finally:
        await session.close()


async def test_an_address_that_acts_is_not_opened_by_a_script_and_nothing_typed_goes_to_another_site_in_one(bench: Bench) -> None:
    bench.site.opened.clear()
    other = bench.base.replace("127.0.0.1", "localhost")
    bench.site.pages["/side"] = f"""<main><label>Note <input id=n></label>
      <button type=button onclick="fetch('/basket/delete?item=3')">Tidy</button>
      <button type=button onclick="new Image().src = '{other}/?q=' + encodeURIComponent(n.value)">Look</button></main>"""
    session = await opened(bench, f"{bench.own}/side")
    try:
        before = len(bench.web.state.requests)
        await session.fill((await element(session, "Note")).index, "Aya Sato 1-2-3")
        for name, why in (("Tidy", "unpermitted"), ("Look", "gives_away")):
            acted = await session.click((await element(session, name)).index)
            assert [(one.is_blocked, one.why) for one in acted.sent] == [(True, why)]
        assert "/basket/delete" not in bench.site.opened and len(bench.web.state.requests) == before
    finally:
        await session.close()


async def test_an_element_that_is_gone_and_a_window_that_was_closed_are_no_end(bench: Bench) -> None:
    bench.site.pages["/gone"] = "<title>Gone</title><main><button>Early</button><button>Late</button></main>"
    session = await opened(bench, f"{bench.own}/gone")
    try:
        early = await element(session, "Early")
        chromium = bench.engine.chromium
        assert chromium is not None
        await session._run("press(1)")  # type: ignore[attr-defined]
        await session._send(  # type: ignore[attr-defined]
            "Runtime.evaluate", expression="document.querySelector('button').remove()"
        )
        with pytest.raises(ElementGone, match="not on the page any more"):
            await session.click(early.index)
        await chromium.connection.send("Target.closeTarget", targetId=session.target)  # type: ignore[attr-defined]
        async with asyncio.timeout(10):
            assert (await session.observe()).title == "Gone"
    finally:
        await session.close()


async def test_a_browser_killed_at_any_step_goes_on_with_the_task(bench: Bench) -> None:
    goal = goal_of(f"On {bench.base}/s/flights/ choose from Osaka to Sapporo, departure 2026-12-24, and search", NOW, Language.ENGLISH)
    gives_up = ScriptedModels({Role.BROWSER: ScriptedModel(lambda _: {"do": "done", "claims": ["nothing"]}, strict=False)})

    async def steps_of(kill_at: int) -> tuple[list[tuple[str, str]], Ending]:
        done: list[tuple[str, str]] = []

        def progress(step: Any) -> None:
            done.append((step.do, step.result if step.do != "click" else ""))
            if len(done) == kill_at and bench.engine.chromium is not None:
                bench.engine.chromium.process.kill()

        operating = Operating(bench.engine, gives_up, steps=3)
        result = await operating.run(goal, person="aya", progress=progress)
        await operating.close()
        return done, result.ending

    whole, ending = await steps_of(0)
    for number in range(length(2, 20)):
        assert await steps_of(1 + number % (len(whole) - 1)) == (whole, ending)


async def test_a_browser_elsewhere_is_used_by_its_address_and_left_running(bench: Bench, tmp_path: Path) -> None:
    program = find_chromium()
    assert program is not None
    arguments = (
        "--headless=new",
        "--no-sandbox",
        "--disable-gpu",
        "--remote-debugging-port=0",
        f"--user-data-dir={tmp_path}",
        "about:blank",
    )
    process = await asyncio.create_subprocess_exec(str(program), *arguments, stderr=asyncio.subprocess.PIPE)
    try:
        assert process.stderr is not None
        async with asyncio.timeout(20):
            while b"DevTools listening on ws://" not in (line := await process.stderr.readline()):
                pass
        host = line.decode().split("ws://")[1].split("/")[0]
        remote = ChromiumEngine(rule=public_only(loopback=True), cdp_url=f"http://{host}")
        strict = ChromiumEngine(rule=public_only(), cdp_url=f"http://{host}")
        bench.site.pages["/far"] = "<title>Far</title><main>Here.</main>"
        for engine in (remote, strict):
            session = await engine.session("aya", sites=lambda _: True)
            if engine is strict:  # its way out is the house's own, too
                bench.site.opened.clear()
                with pytest.raises(PageUnavailable):
                    await session.open(f"{bench.own}/far")
                assert bench.site.opened == []
            else:
                await session.open(f"{bench.own}/far")
                assert (await session.observe()).title == "Far"
            await engine.close()
        assert process.returncode is None
    finally:
        process.kill()
        await process.wait()
    gone = ChromiumEngine(rule=public_only(), cdp_url=f"http://{host}")
    with pytest.raises(BrowserAbsent, match="does not answer"):
        await gone.session("aya", sites=lambda _: True)
    await gone.close()
