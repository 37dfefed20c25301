"""Finding what was said: words (BM25) and meaning (vectors), each turn with its neighbours, in a weighted sum of normalised scores."""
