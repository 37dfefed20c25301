"""The board's decisions, one by one, and what it keeps on flash when the power goes at any byte."""

import ast
import json
from datetime import UTC, datetime
from email.utils import format_datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.edge.micropython.board import BOARD, board, pretend_ticks
from tests.lengths import examples

from yamori.edge.micropython.documents import documents, written

RESULT = {"ok": True, "problem": None, "retry": False, "steps": [], "text": None}


def test_the_board_carries_the_documents_that_the_yaml_files_hold() -> None:
    assert (BOARD / "capabilities.json").read_text(encoding="utf-8") == written(), "run python -m yamori.edge.micropython.documents"


def test_every_pattern_melody_and_face_that_a_document_names_is_there() -> None:
    with board("leds", "buzzer", "faces") as (leds, buzzer, faces):
        named = {name: document["commands"] for name, document in documents().items()}
        assert {*leds.PATTERNS, "off"} == set(named["ledPattern"]["show"]["arguments"]["properties"]["pattern"]["enum"])
        assert set(buzzer.MELODIES) == set(named["melodyPlayer"]["play"]["arguments"]["properties"]["melody"]["enum"])
        assert set(faces.FACES) == set(named["faceDisplay"]["setFace"]["arguments"]["properties"]["face"]["enum"])


def test_every_command_of_a_document_has_a_method_of_its_name() -> None:
    with board("main") as (main,):
        device = main.build(main.read(BOARD / "config.example.json")["pins"], documents())
    for component in device.components.values():
        for capability, driver in component.drivers.items():
            assert [name for name in documents()[capability]["commands"] if not hasattr(driver, name)] == []
            assert set(driver.attributes()) == set(documents()[capability]["attributes"])


@pytest.fixture(autouse=True)
def _quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    pretend_ticks(monkeypatch)


def test_nothing_on_the_board_needs_what_micropython_lacks() -> None:
    known = {"asyncio", "json", "os", "time", "network", "machine", "onewire", "ds18x20"} | {path.stem for path in BOARD.glob("*.py")}
    for path in BOARD.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = (
                [alias.name for alias in node.names]
                if isinstance(node, ast.Import)
                else [node.module]
                if isinstance(node, ast.ImportFrom)
                else []
            )
            assert set(names) <= known, path.name


def test_parts_that_do_not_answer_are_left_out_and_shared_slices_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with board("main") as (main,):
        device = main.build({"displaySda": 4, "displayScl": 5, "displayAddress": 0x3F}, documents())
        assert set(device.components) == {"thermometer"} and "no display" in capsys.readouterr().out
        with pytest.raises(ValueError, match="PWM slice"):
            main.build({"buzzer": 16, "fan": 17}, documents())


def test_the_time_is_the_servers_and_survives_wrapping_ticks(monkeypatch: pytest.MonkeyPatch) -> None:
    ticks = pretend_ticks(monkeypatch)
    with board("clock") as (module,):
        clock = module.Clock()
        assert clock.now() is None
        clock.heard("no date")
        clock.heard("Sat, 21 Nov 2026 16:17:04 GMT")
        assert clock.now() == "2026-11-21T16:17:04.000+00:00"
        ticks.pass_by(2600)
        assert clock.now() == "2026-11-21T16:17:06.600+00:00"
        clock.heard("Sat, 21 Nov 2026 16:17:07 GMT")
        assert clock.now() == "2026-11-21T16:17:07.000+00:00"
        clock.heard("Sat, 21 Nov 2026 15:17:07 GMT")
        assert clock.now() == "2026-11-21T15:17:07.000+00:00"


@given(st.datetimes(min_value=datetime(1990, 1, 1), max_value=datetime(2199, 1, 1)))
def test_any_date_is_read_and_written_back(at: datetime) -> None:
    at = at.replace(tzinfo=UTC, microsecond=0)
    with board("clock") as (clock,):
        assert datetime.fromisoformat(clock.written(clock.parsed(format_datetime(at, usegmt=True)))) == at


def test_jobs_are_known_after_a_start_and_half_a_line_counts_as_never_written(tmp_path: Path) -> None:
    file = tmp_path / "done.log"
    with board("done") as (done,):
        keys = done.DoneKeys(str(file))
        keys.begin("a")
        keys.end("a", RESULT)
        whole = file.read_bytes()
        begun = whole.index(b"\n") + 1
        for cut in range(len(whole) + 1):
            file.write_bytes(whole[:cut])
            again = done.DoneKeys(str(file))
            assert again.find("a") == (None if cut < begun else done.CUT_OFF if cut < len(whole) else RESULT)
            again.begin("b")
            again.end("b", RESULT)
            assert done.DoneKeys(str(file)).find("b") == RESULT


@examples(60)
@given(st.lists(st.tuples(st.sampled_from("abcdefghijkl"), st.booleans()), max_size=60))
def test_the_newest_jobs_are_never_forgotten_and_the_file_stays_small(
    tmp_path_factory: pytest.TempPathFactory, moves: list[tuple[str, bool]]
) -> None:
    file = tmp_path_factory.mktemp("flash") / "done.log"
    with board("done") as (done,):
        keys = done.DoneKeys(str(file), most=6, bytes=1200)
        known: dict[str, dict[str, object]] = {}
        for key, ends in moves:
            if keys.find(key) is not None:
                continue
            known.pop(key, None)  # It was forgotten, and is now the newest.
            keys.begin(key)
            known[key] = done.CUT_OFF
            if ends:
                known[key] = RESULT | {"text": key}
                keys.end(key, known[key])
        for key in list(known)[-3:]:
            assert keys.find(key) == known[key]
        assert done.DoneKeys(str(file)).find(moves[-1][0] if moves else "none") == (known[moves[-1][0]] if moves else None)
        assert file.stat().st_size < 1200 + 60 * 40 if file.exists() else True


def test_power_lost_between_the_two_moves_of_shrinking_loses_nothing(tmp_path: Path) -> None:
    (tmp_path / "done.log.new").write_text(json.dumps({"key": "a", "result": RESULT}) + "\n")
    with board("done") as (done,):
        assert done.DoneKeys(str(tmp_path / "done.log")).find("a") == RESULT


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("Hi ☀️", b"Hi "),
        ("がんばれ", bytes([0xB6, 0xDE, 0xDD, 0xCA, 0xDE, 0xDA])),
        ("ピコ", bytes([0xCB, 0xDF, 0xBA])),
        ("ＯＫ！", b"OK!"),
        ("24.5℃", b"24.5\xdfC"),
    ],
)
def test_text_becomes_the_displays_own_letters(text: str, codes: bytes) -> None:
    with board("kana") as (kana,):
        assert bytes(kana.letters(text)) == codes


@pytest.mark.parametrize("text", ["漢字", "🎉", "Ünder"])
def test_text_without_letters_for_it_is_refused(text: str) -> None:
    with board("kana", "arguments") as (kana, arguments), pytest.raises(arguments.Wrong):
        kana.letters(text)


@given(st.text(alphabet="abc defg\nあが", max_size=120), st.sampled_from([11, 16]))
def test_pages_hold_every_letter_within_the_width(text: str, width: int) -> None:
    with board("kana") as (kana,):
        codes = kana.letters(text)
        pages = kana.pages(codes, width)
        assert all(len(page) <= 2 and all(len(line) <= width for line in page) for page in pages)
        assert [code for page in pages for line in page for code in line if code != 32] == [code for code in codes if code not in (10, 32)]


def test_faces_differ_and_are_symmetric() -> None:
    with board("faces") as (faces,):
        drawn = {face: faces.glyphs(face) for face in faces.FACES}
        assert len(set(drawn.values())) == len(drawn) and all(len(glyphs) == 64 for glyphs in drawn.values())
        assert all(len(row) == 10 for halves in faces.FACES.values() for half in halves for row in half)


@pytest.mark.parametrize("server", ["house:8765", "ftp://house", "http://"])
def test_a_server_of_another_shape_is_refused_in_words(server: str) -> None:
    with board("request") as (request,):
        assert request.address("https://house.example/yamori/") == ("house.example", 443, True, "/yamori")
        assert request.address("http://10.0.0.2:8765") == ("10.0.0.2", 8765, False, "")
        with pytest.raises(ValueError, match="http://host:port"):
            request.address(server)
