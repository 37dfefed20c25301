"""One turn of conversation: plan, check, execute, review, reply. Knows its agents by their cards and calls them over HTTP."""
