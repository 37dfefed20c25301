"""Trace files of both kinds become one story in time."""

from pathlib import Path

from yamori.evaluation.robots.traces import read_traces


def test_iso_times_and_unix_seconds_are_one_order_and_what_is_half_written_waits(tmp_path: Path) -> None:
    edge, pico = tmp_path / "edge.jsonl", tmp_path / "pico.jsonl"
    edge.write_text(
        '{"at": "2026-11-21T17:00:02+00:00", "device": "pi4-robot", "component": "redLed", "event": "led", "lit": true}\n{"at": "2026-11-',
        encoding="utf-8",
    )
    pico.write_text(
        '{"at": 1795280400.5, "device": "pico", "component": "fan", "event": "pwm", "duty": 1.0}\n'
        '{"at": 1795280403.0, "device": "pico", "component": "fan", "event": "pwm", "duty": 0}\n',
        encoding="utf-8",
    )
    lines = read_traces([edge, pico, tmp_path / "none.jsonl"], since=1795280401.0)
    assert [(line.at, line.device, dict(line.values)) for line in lines] == [
        (1795280402.0, "pi4-robot", {"lit": True}),
        (1795280403.0, "pico", {"duty": 0}),
    ]
