"""Clean and analyse the readings of tide gauges."""

from .constituents import CONSTITUENTS, Constituent
from .formats.csvfile import read_csv
from .harmonic import Tide, fit, surge
from .quality import Flag, check
from .series import Series

__all__ = [
    "CONSTITUENTS",
    "Constituent",
    "Flag",
    "Series",
    "Tide",
    "check",
    "fit",
    "read_csv",
    "surge",
]
