"""Our cases in a home of 1,000 devices: `python benchmarks/big_cases.py FOLDER`, then `yamori eval cases FOLDER/*.cases.yaml`.

The home is the demo home grown by devices of other kinds in other rooms, so that every case means the same in both.
"""

import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from big_home import write_big_home


def main() -> None:
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    home = write_big_home(folder)
    sources = [Path(name) for name in sys.argv[2:]] or sorted(Path("cases").glob("household-*.cases.yaml"))
    for source in sources:
        text, changed = re.subn(r"^home: demo\b.*$", f"home: {home.name}", source.read_text(encoding="utf-8"), count=1, flags=re.MULTILINE)
        if changed:
            (folder / source.name).write_text(text, encoding="utf-8")
            print(folder / source.name)


if __name__ == "__main__":
    main()
