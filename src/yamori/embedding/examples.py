"""A linear map from vectors of text to labels, fitted to examples in closed form: a new label is a few sentences of data."""

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeAlias

from yamori.embedding.port import Vectors

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

Weights: TypeAlias = "npt.NDArray[np.float64]"
RIDGE = 1.0


def fit_labels(labels: Sequence[str], vectors: Vectors) -> tuple[list[str], Weights]:
    """The different labels, and a column of weights for each, the constant in the last row (weighted ridge regression)."""
    import numpy as np

    kinds = list(dict.fromkeys(labels))
    each = Counter(labels)
    counts = np.array([each[label] ** -0.5 for label in labels])  # a label with many examples would draw everything to itself
    counts = counts[:, None] / counts.mean()
    x = np.hstack([vectors, np.ones((len(labels), 1))]).astype(np.float64)
    y = np.array([[label == kind for kind in kinds] for label in labels], dtype=np.float64)
    weights: Weights = np.linalg.solve(x.T @ (x * counts) + RIDGE * np.eye(x.shape[1]), x.T @ (y * counts)).astype(np.float64)
    return kinds, weights


def label_scores(fitted: tuple[list[str], Weights], vector: Vectors) -> dict[str, float]:
    """How well each label fits the vector of one text; near 1 for its own."""
    kinds, weights = fitted
    return dict(zip(kinds, (vector @ weights[:-1] + weights[-1]).tolist(), strict=True))
