"""The Browser agent's rules: what of a sentence asks for the web, what is searched for, which passages answer. Pure."""
