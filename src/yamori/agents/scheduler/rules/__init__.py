"""The Scheduler agent's decisions without I/O: what a sentence asks for, which task it means, and how the log reads."""
