"""Where the file of the device's own model is: a path, what Yamori's own download left, or fetched from the Hugging Face hub once."""

import os
import re
from pathlib import Path

from yamori.domain.errors import Misconfigured

LIGHT = "qwen2.5-coder-0.5b-instruct-q4_k_m.gguf"
"""The light model of Yamori's manifest, the default where it lies on disk."""
_HUB = re.compile(r"[\w.-]+/[\w.-]+/[\w./-]+\.gguf")
_PIECE = 1024 * 1024


def default_model() -> str | None:
    """The light model, if `yamori models fetch light` has put it on this device's disk."""
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    file = cache / "yamori" / "models" / LIGHT
    return str(file) if file.is_file() else None


def find_gguf(model: str, folder: Path) -> Path:
    """May take as long as a download. Raises `Misconfigured`."""
    if (file := Path(model).expanduser()).is_file():
        return file
    if not _HUB.fullmatch(model):
        raise Misconfigured(f"there is no model file {model!r}", where="model", mend="Give a .gguf file or owner/repository/file.gguf.")
    kept = folder / model.replace("/", "--")
    if not kept.is_file():
        folder.mkdir(parents=True, exist_ok=True)
        _fetch(model, kept)
    return kept


def _fetch(model: str, kept: Path) -> None:
    """Goes on where an earlier try stopped; the hub's own SHA-256 is compared where it says one."""
    import urllib.error  # here: a megabyte that a robot without a model need not load
    import urllib.request

    owner, repository, path = model.split("/", 2)
    url = f"https://huggingface.co/{owner}/{repository}/resolve/main/{path}"
    part = kept.with_name(kept.name + ".part")
    have = part.stat().st_size if part.is_file() else 0
    try:
        request = urllib.request.Request(url, headers={"Range": f"bytes={have}-"} if have else {})
        with urllib.request.urlopen(request, timeout=60) as answer, part.open("ab" if answer.status == 206 else "wb") as out:
            while piece := answer.read(_PIECE):
                out.write(piece)
        with urllib.request.urlopen(urllib.request.Request(url, method="HEAD"), timeout=60) as answer:
            said = (answer.headers.get("X-Linked-ETag") or answer.headers.get("ETag") or "").strip('"')
    except (urllib.error.URLError, OSError) as error:
        raise Misconfigured(
            f"{url} cannot be fetched: {error}", where="model", mend="Check the name and the network, or give a file."
        ) from error
    if re.fullmatch(r"[0-9a-f]{64}", said) and said != _sha256(part):
        part.unlink()
        raise Misconfigured(f"{url} came broken", where="model", mend="Try again.")
    part.replace(kept)


def _sha256(file: Path) -> str:
    import hashlib

    with file.open("rb") as held:
        return hashlib.file_digest(held, "sha256").hexdigest()
