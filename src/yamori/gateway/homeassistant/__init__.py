"""Home Assistant's terms and ours: an inventory of entities becomes a home, commands become services, states become readings.

Data first: `domains.yaml` and `sensors.yaml` say what each domain is; the code knows none by name. Used by the backend (a running Home
Assistant) and by whoever has an inventory as a file.
"""
