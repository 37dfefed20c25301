"""What a sentence wants of the lists, by plain rules over a reader's frames, names and small vocabularies."""
