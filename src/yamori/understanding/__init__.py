"""One reading of a sentence: its words, times and markers, what explains them, and what is left over.

Agents and the orchestrator use it; it knows neither of them, and it does nothing itself: no I/O but its own word lists, no model, no clock.
"""
