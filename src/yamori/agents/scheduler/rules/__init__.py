"""The Scheduler agent's decisions without I/O, clock or model, in five packages.

`rows` are what a schedule consists of; `entities` finds which of them words refer to; `reading` says what a sentence plainly asks for;
`resolving` makes tool calls of that; `reporting` says what came of them. Each knows only those before it, and `reporting` only `rows`.
"""
