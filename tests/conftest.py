"""Of the whole suite."""

from hypothesis import settings
from tests.lengths import examples

settings.register_profile("yamori", examples(100))
settings.load_profile("yamori")
