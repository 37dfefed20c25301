"""Two simulated years of what people say at home, generated with known evidence, and how much of it a memory finds again."""
