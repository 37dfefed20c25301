"""MiniWoB++: small pages of other authors, each with a task and a reward of its own, played by the Browser agent.

The pages come from the package `miniwob` (MIT), which is not installed with Yamori: its wheel or an unpacked folder is read as it is.
"""
