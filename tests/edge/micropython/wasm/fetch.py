"""Puts the WebAssembly build of MicroPython into the cache: `python tests/edge/micropython/wasm/fetch.py`. Needs npm and its registry.

The version and the hash of its archive are fixed; nothing of it is run here, and the tests themselves fetch nothing.
"""

import base64
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

PACKAGE, VERSION = "@micropython/micropython-webassembly-pyscript", "1.27.0"
INTEGRITY = "sha512-DnXx4EqxgkeaFESrS3uKrL7mLMk4mRTd0mMzaOd3HUSiZUOAE7t11uLnjf3ftF87N2xm4knHnWEKcVK4IYIUDA=="
_FILES = ("package.json", "micropython.mjs", "micropython.wasm")


def folder() -> Path:
    return Path(os.environ.get("YAMORI_MICROPYTHON") or Path.home() / ".cache" / "yamori" / "micropython") / VERSION


def missing() -> str | None:
    """Why the tests under MicroPython cannot run here, or None."""
    if shutil.which("node") is None:
        return "needs node"
    try:
        held = json.loads((folder() / "package.json").read_text(encoding="utf-8"))["version"]
    except OSError:
        held = None
    return None if held == VERSION else "needs MicroPython: python tests/edge/micropython/wasm/fetch.py"


def fetch() -> Path:
    """Raises `SystemExit` when npm fails or the archive is not the one that was tested."""
    target = folder()
    with tempfile.TemporaryDirectory() as scratch:
        npm = ["npm", "pack", f"{PACKAGE}@{VERSION}", "--pack-destination", scratch, "--silent"]
        subprocess.run(npm, check=True, stdout=subprocess.DEVNULL, cwd=scratch)
        archive = next(Path(scratch).glob("*.tgz"))
        found = "sha512-" + base64.b64encode(hashlib.sha512(archive.read_bytes()).digest()).decode()
        if found != INTEGRITY:
            raise SystemExit(f"{archive.name}: {found} is not {INTEGRITY}")
        target.mkdir(parents=True, exist_ok=True)
        with tarfile.open(archive) as held:
            for name in reversed(_FILES):  # package.json last: what says that all of it is here.
                member = held.extractfile(f"package/{name}")
                assert member is not None
                (target / name).write_bytes(member.read())
    return target


if __name__ == "__main__":
    if shutil.which("npm") is None:
        sys.exit("npm is missing: install node")
    print(folder() if (folder() / "package.json").exists() else fetch())
