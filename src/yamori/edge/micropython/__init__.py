"""The Raspberry Pi Pico W: `board/` is copied onto it and runs under MicroPython; `laptop/` stands in for its hardware where there is none.

Nothing in `board` may use what MicroPython lacks (typing, dataclasses, pathlib). What is beside the two folders is ordinary Python.
"""
