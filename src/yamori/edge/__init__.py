"""Runs beside the devices and speaks for them: robots with real pins, or the same robots simulated on a laptop.

Ships alone (`pyproject.toml` beside this file): of ours it imports nothing but `yamori.domain`, and a library of a part (gpiozero, luma,
Pillow, Picamera2) only when a profile has that part. It asks the house and is never asked: see `docs/edge-protocol.md`.
"""
