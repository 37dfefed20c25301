"""Sun and moon over a place, without a network: `sun` and `moon` compute by astral, `home` is the engine's port, `wording` says it."""
