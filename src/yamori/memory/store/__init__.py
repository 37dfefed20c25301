"""Everything that is remembered, in one SQLite file: words, what finds them, facts, summaries, passes. Functions over a connection; only
`memory.memory` calls them, each group in one transaction."""
