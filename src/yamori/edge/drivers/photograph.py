"""One photo through Picamera2, as JPEG on standard output: `python -m yamori.edge.drivers.photograph WIDTH HEIGHT`, started by `camera.py`.

A process of its own, because Picamera2 and numpy are larger than the whole client, and because a camera that hangs can then be given up.
"""

import io
import sys
import time
from importlib import import_module

_WARM = 0.8
"""Seconds that the camera needs to find exposure and white balance."""


def main() -> None:
    width, height = int(sys.argv[1]), int(sys.argv[2])
    out = io.BytesIO()
    try:
        camera = import_module("picamera2").Picamera2()
        try:
            camera.configure(camera.create_still_configuration(main={"size": (width, height)}))
            camera.start()
            time.sleep(_WARM)
            camera.capture_file(out, format="jpeg")
        finally:
            camera.close()
    except (ImportError, RuntimeError, OSError, IndexError) as error:
        sys.exit(str(error))
    sys.stdout.buffer.write(out.getvalue())


if __name__ == "__main__":
    main()
