"""The IoT agent's decisions without I/O: whom a sentence speaks of, what it asks for, and how the log reads."""
