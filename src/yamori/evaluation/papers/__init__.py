"""Questions to the Life-Style agent alone (4.1.4): the paper's ten in `ten`, files of questions on any papers in `library`."""
