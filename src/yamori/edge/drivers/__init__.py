"""One file per kind of part, named in a profile by `driver:`; each has `open_part(fixture)`, which fulfils `part.Part`.

They touch pins through gpiozero and screens through luma, so that the same lines run on hardware and, on mock pins, on a laptop.
"""
