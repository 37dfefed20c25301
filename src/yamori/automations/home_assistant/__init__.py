"""An automation as Home Assistant would have it, for a person who wants it there instead; nothing is ever written into Home Assistant.

Pure: the tools and the page call `form`, and `apps` says through `port` which entity is behind which device. What cannot be said there
has a reason (`reasons`).
"""
