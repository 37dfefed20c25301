from pathlib import Path

import pytest

from yamori.edge.drivers.camera import photograph
from yamori.edge.drivers.part import PartFailed
from yamori.edge.drivers.thermometer import measured

PICAMERA2 = """
class Picamera2:
    def create_still_configuration(self, main): return main["size"]
    def configure(self, size): self.size = size
    def start(self): pass
    def capture_file(self, out, format): out.write(f"{format} {self.size}".encode())
    def close(self): pass
"""


async def test_a_photo_is_what_picamera2_captured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "picamera2.py").write_text(PICAMERA2)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path), prepend=":")
    picture = await photograph({"width": 640, "height": 480})
    assert (picture.data, picture.type) == (b"jpeg (640, 480)", "image/jpeg")


async def test_a_device_without_a_camera_says_so() -> None:
    with pytest.raises(PartFailed, match="took no photo: No module named 'picamera2'"):
        await photograph({"width": 640, "height": 480})


def test_a_thermometer_whose_checksum_is_wrong_is_not_believed(tmp_path: Path) -> None:
    assert measured(tmp_path) is None
    (tmp_path / "28-0001").mkdir()
    file = tmp_path / "28-0001" / "w1_slave"
    file.write_text("4e 01 : crc=1c NO\n4e 01 t=85000\n")
    assert measured(tmp_path) is None
    file.write_text("4e 01 : crc=1c YES\n4e 01 t=20875\n")
    assert measured(tmp_path) == 20.9
