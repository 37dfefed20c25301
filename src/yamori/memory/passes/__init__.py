"""Memory passes: a model proposes differences of what a conversation told, code checks each, and applies what holds."""
