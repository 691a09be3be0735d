"""Read a claim about a bottleneck, Korean or English, into slots.

Deterministic, explainable, offline: word lists and rules, no language model.
"""

from .reading import read
from .result import Pair, Quantity, Reading, Unclear

__all__ = ["Pair", "Quantity", "Reading", "Unclear", "read"]
