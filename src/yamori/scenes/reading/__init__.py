"""What a sentence wants of scenes: by the frames of the trained reader, the names of the scenes that there are, and word lists. Pure."""
