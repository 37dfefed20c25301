"""What is remembered, put to use in a sentence: names for things, the way somebody likes it, a value where none was said. Pure."""
