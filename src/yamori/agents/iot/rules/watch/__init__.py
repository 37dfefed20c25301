"""How a condition's words become comparisons of readings; `rules.watched` puts these together."""
