"""WebArena's tasks and its evaluators, for runs that were recorded where its sites are: they need Docker images
that this project does not ship.

The task file comes from the package `webarena-verified` (Apache-2.0), whose wheel is read as it is. A figure on our own simulated sites is
never called one of WebArena.
"""
