"""SmartThings' public REST API as data: what it publishes about a home, turned into ours, and our commands turned into its own.

`backends/smartthings.py` calls this; nothing here knows the gate.
"""
