"""Whom a message is for and what it says, by plain rules over a reader's frames."""
