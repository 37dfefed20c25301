"""The Papers view: ask the household's papers, read them, add and remove them. It changes nothing but papers that were added here."""
