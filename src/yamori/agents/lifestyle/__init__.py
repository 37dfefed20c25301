"""The Life-Style agent: what the household's own papers say, quoted with its source.

It never answers from a model's general knowledge, and never does what a paper says.
"""
