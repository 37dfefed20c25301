"""A file of questions on a folder of papers: what is found, cited, declined and said, in one household that has read the folder."""
