"""One household, one process: who opens it is found by the others, and a second one is turned away."""

import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from tests.apps.forked import Forked
from tests.apps.test_serve import PATIENCE, answer_of, free_port, serving

from yamori.apps.running import FILE, Running, alone, running_house
from yamori.domain.errors import Misconfigured

HOLDS = """
import sys
from pathlib import Path
from yamori.apps.running import alone
with alone(Path(sys.argv[1]), url="http://127.0.0.1:9"):
    print("held", flush=True)
    sys.stdin.read()
"""


def test_while_a_household_is_open_it_is_found_and_not_opened_again(tmp_path: Path) -> None:
    assert running_house(tmp_path) is None
    with alone(tmp_path, url="http://127.0.0.1:8801"):
        assert running_house(tmp_path) == Running(pid=os.getpid(), url="http://127.0.0.1:8801")
        with pytest.raises(Misconfigured, match=f"process {os.getpid()}, http://127.0.0.1:8801") as refused, alone(tmp_path, url=None):
            pass
        assert refused.value.mend
        assert running_house(tmp_path) is not None
    assert running_house(tmp_path) is None and not (tmp_path / FILE).exists()


def test_what_a_kill_left_behind_holds_nobody_up(tmp_path: Path) -> None:
    with subprocess.Popen([sys.executable, "-c", HOLDS, str(tmp_path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout is not None and other.stdout.readline() == "held\n"
        found = running_house(tmp_path)
        assert found is not None and found.pid == other.pid
        other.send_signal(signal.SIGKILL)
        other.wait()
    assert (tmp_path / FILE).exists() and running_house(tmp_path) is None
    with alone(tmp_path, url=None):
        assert running_house(tmp_path) == Running(pid=os.getpid(), url=None)


def test_a_conversation_finds_the_house_of_its_data_folder_wherever_that_listens_and_a_second_server_is_refused(tmp_path: Path) -> None:
    port = free_port()
    with serving(tmp_path, port) as house:
        answer_of(f"http://127.0.0.1:{port}/healthz", house)
        env = {name: value for name, value in os.environ.items() if not name.startswith("YAMORI_")} | {"YAMORI_DATA": str(tmp_path)}
        with Forked(["chat", "--json", "Turn on the desk lamp"], env) as chat:
            said, wrong = chat.communicate(timeout=PATIENCE)
        assert chat.returncode == 0, wrong
        turn = next(json.loads(line) for line in said.splitlines())["turn"]
        assert answer_of(f"http://127.0.0.1:{port}/turns/{turn}", house).status_code == 200
        with serving(tmp_path, free_port()) as second:
            _, told = second.communicate(timeout=PATIENCE)
        assert second.returncode == 1
        assert f"process {house.pid}" in told and f"http://127.0.0.1:{port}" in told and "Traceback" not in told


@pytest.mark.skipif(shutil.which("make") is None, reason="there is no make")
@pytest.mark.parametrize(
    ("given", "passed"),
    [([], ""), (["PORT=8801"], "--port 8801"), (["HOST=0.0.0.0", "PORT=8801"], "--host 0.0.0.0 --port 8801")],
)
def test_make_run_passes_on_only_what_the_person_gave(given: list[str], passed: str) -> None:
    top = Path(__file__).parents[2]
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}  # of the make that runs the tests
    env = {**inherited, "PORT": "1", "HOST": "of-the-shell"}
    command = ["make", "--dry-run", "run", "INSTALLED=Makefile", *given]
    said = subprocess.run(command, cwd=top, env=env, capture_output=True, text=True, check=True).stdout
    assert said.strip().splitlines()[-1].split("yamori serve")[1].strip() == passed
