"""Yamori: a cooperative household AI. `apps` runs it; `docs/tour.md` follows one sentence through the code."""

__version__ = "0.1.0"
