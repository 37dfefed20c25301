"""What somebody once told of how they like things, applied to a request that leaves it open: `the way I like it`, `for my book`.

A sentence that was told is read as a request is: the devices that it names, and the values that they can take. Pure; `apps` brings the
sentences, of the person alone, and has the request read in full.
"""
