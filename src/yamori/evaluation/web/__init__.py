"""The simulated web: a search engine and everyday sites on this machine, for evaluations and tests of the Browser agent."""
