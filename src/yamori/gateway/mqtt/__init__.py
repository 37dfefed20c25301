"""Home Assistant's MQTT discovery convention as data: what devices announce, turned into our home, and our commands into messages.

`backends/mqtt.py` calls this; nothing here knows a broker or the gate.
"""
