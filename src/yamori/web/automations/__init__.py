"""The Automations view: what comes next, every automation by kind, why it fired, and changing it. Works without scripts."""
