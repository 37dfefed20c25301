"""`yamori edge` and `yamori edge-code`: a device at the edge, simulated or real, joined to the household of this machine without asking."""

import os
import sys
from pathlib import Path

from yamori.apps.preconditions import EDGE, check_data_folder
from yamori.apps.settings import Settings
from yamori.apps.texts import TEXTS
from yamori.domain.errors import Misconfigured
from yamori.gateway.edge.join import VALID, KeptCodes


def print_code(settings: Settings) -> None:
    """A new join code on stdout, and how long it is good on stderr. Raises `Misconfigured`."""
    check_data_folder(settings.data)
    print(KeptCodes(settings.data).make(), flush=True)
    minutes = int(VALID.total_seconds()) // 60
    print(" / ".join(TEXTS.said(language, "edge_code", minutes=minutes) for language in TEXTS.languages()), file=sys.stderr)


async def run_simulated_pico(settings: Settings, *, server: str, device: str | None, join: str | None, trace: Path | None) -> int:
    """The Pico's own files on this machine, until told to stop."""
    from yamori.edge.micropython.simulated import run_pico

    check_data_folder(settings.data)
    id = device or "pico"
    await run_pico(server=server, device=id, join=join or KeptCodes(settings.data).make(), state=settings.data / EDGE / id, trace=trace)
    return 0


def become_edge(
    settings: Settings,
    *,
    profile: str,
    server: str,
    device: str | None,
    name: str | None,
    join: str | None,
    simulated: bool,
    trace: Path | None,
    private: bool,
    model: str | None,
) -> None:
    """Turn this process into `python -m yamori.edge`, which holds nothing of a household in memory. Does not return."""
    if profile == "pico":
        raise Misconfigured(
            "a Pico runs MicroPython, not this program",
            where="--profile pico",
            mend="give --simulated, or copy the files as src/yamori/edge/micropython/README.md says",
        )
    check_data_folder(settings.data)
    state = settings.data / EDGE / (device or Path(profile).name.split(".")[0])
    arguments = ["--profile", profile, "--server", server, "--state", str(state)]
    for option, value in (("--device", device), ("--name", name), ("--trace", trace), ("--model", model)):
        if value is not None:
            arguments += [option, str(value)]
    arguments += [option for option, on in (("--simulated", simulated), ("--private", private)) if on]
    # By the environment: what stands on a command line can be read by everybody on the machine.
    os.environ["YAMORI_JOIN"] = join or KeptCodes(settings.data).make()
    os.execv(sys.executable, [sys.executable, "-m", "yamori.edge", *arguments])
