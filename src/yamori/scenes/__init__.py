"""Scenes and rituals of the household: what *good night*, *film night* or a name of one's own does, proposed once, agreed to, and then run.

Wired by `apps`. It commands no device itself: calls go to the agents through ports, and what is risky waits at the gate each time.
"""
