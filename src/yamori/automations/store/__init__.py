"""What automations are, what they remember and when they fired, in one SQLite file. The engine alone writes it."""

from yamori.automations.store.automation_store import AutomationStore, open_automations

__all__ = ["AutomationStore", "open_automations"]
