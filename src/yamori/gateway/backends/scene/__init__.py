"""What a camera of the virtual home sees: its own room, drawn from the home's present state and from nothing else.

`kinds.yaml` says what things look like what, `staging.py` turns a home's state into a `Scene`, `painting.py` turns a `Scene` into a JPEG.
"""
