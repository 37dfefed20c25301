"""The paper's ten questions (4.1.4, Table 4.4), each to a fresh household with the starter library, scored by words and by meaning."""
