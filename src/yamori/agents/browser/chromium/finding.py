"""Where Chromium is on this machine, and how to get it where there is none."""

import shutil
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome")
_MAC = (Path("/Applications/Chromium.app/Contents/MacOS/Chromium"), Path("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"))
MEND = "install Chromium: apt install chromium (Debian, Ubuntu), dnf install chromium (Fedora), brew install --cask chromium (macOS)"


def find_chromium(named: Path | None = None) -> Path | None:
    """The program that the settings name, else the first one there is. None: nothing can be operated, and pages are only read."""
    if named is not None:
        return named if named.is_file() else None
    found = next((path for name in NAMES if (path := shutil.which(name)) is not None), None)
    return Path(found) if found is not None else next((path for path in _MAC if path.is_file()), None)
