"""The jobs that this device has begun and how they ended, on flash, so that none is done twice. Called by `work.py`.

An append-only file of lines `{"key", "begun": 1}` and `{"key", "result"}`. Each is on flash before the call returns. A line that a
loss of power cut in half counts as never written. The file is kept small by writing the newest jobs into a new one."""

import json
import os

CUT_OFF = {"ok": False, "problem": "cut off", "retry": False, "steps": [], "text": None}
"""Begun, and no result: the power went in the middle. What was done cannot be known, so it is not done again."""


class DoneKeys:
    def __init__(self, name="done.log", most=96, bytes=32768):
        self._name = name
        self._most = most
        self._bytes = bytes
        self._open = set()
        self._index()

    def begin(self, key):
        """Raises `OSError` when the flash does not take it: then the job must not be begun."""
        self._append({"key": key, "begun": 1})
        self._open.add(key)

    def end(self, key, result):
        self._append({"key": key, "result": result})
        self._open.discard(key)
        if self._size > self._bytes or len(self._at) > self._most:
            self._shrink()

    def find(self, key):
        """The result of a known job, `CUT_OFF` for one that was begun and never ended, None for one never seen."""
        at = self._at.get(key)
        return None if at is None else self._line(at).get("result", CUT_OFF)

    def _index(self):
        self._at = {}
        self._order = []
        self._size = 0
        try:
            os.stat(self._name)
        except OSError:
            _move(self._name + ".new", self._name)  # The power went between the two moves of `_shrink`.
        whole = True
        with open(self._name, "ab+") as file:  # On the first start it makes the file.
            file.seek(0)
            while True:
                line = file.readline()
                if not line:
                    break
                entry = _entry(line)
                if entry is not None:
                    self._place(entry["key"], self._size)
                self._size += len(line)
                whole = line.endswith(b"\n")
        if not whole:
            self._write(b"\n")

    def _place(self, key, at):
        if key in self._at:
            self._order.remove(key)
        self._at[key] = at
        self._order.append(key)

    def _append(self, entry):
        at = self._size
        self._write(json.dumps(entry).encode() + b"\n")
        self._place(entry["key"], at)

    def _write(self, line):
        with open(self._name, "ab") as file:
            file.write(line)
            _sync(file)
        self._size += len(line)

    def _line(self, at):
        with open(self._name, "rb") as file:
            file.seek(at)
            return _entry(file.readline()) or {}

    def _shrink(self):
        """Keep the newest half, and whatever is running now."""
        room = self._bytes // 2
        kept = []
        for key in reversed(self._order):
            line = json.dumps(self._line(self._at[key])).encode() + b"\n"
            room -= len(line)
            if key in self._open or (room > 0 and len(kept) < self._most // 2):
                kept.insert(0, key)
        with open(self._name + ".new", "wb") as file:
            for key in kept:
                file.write(json.dumps(self._line(self._at[key])).encode() + b"\n")
            _sync(file)
        try:
            os.rename(self._name + ".new", self._name)
        except OSError:  # FAT does not rename over a file that is there.
            os.remove(self._name)
            os.rename(self._name + ".new", self._name)
        self._index()


def _entry(line):
    """None for half a line."""
    try:
        entry = json.loads(line)
    except ValueError:
        return None
    return entry if isinstance(entry, dict) and "key" in entry and line.endswith(b"\n") else None


def _sync(file):
    file.flush()
    if hasattr(os, "fsync"):  # On the board, `flush` already writes to flash.
        os.fsync(file.fileno())


def _move(source, target):
    try:
        os.rename(source, target)
    except OSError:
        pass  # There was none.
