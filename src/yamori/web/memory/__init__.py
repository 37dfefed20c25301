"""The Memory view: what is known of a person, in groups, and plain forms to correct, forget, pause, export and import it."""
