"""The household's nouns and rules: plain values and decisions. Standard library only; imports nothing of ours."""
