"""Chat models by role: providers, the embedded model, prompt prefixes kept warm, and a ledger of what it all costs."""
