"""What a sentence tells or asks of what is remembered: words of `words/` over the frames of the house's reader. Pure."""
