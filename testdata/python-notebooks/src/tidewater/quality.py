"""Mark readings that cannot be trusted."""

from __future__ import annotations

import enum

import numpy as np

from .series import Series

# Chosen in notebooks/thresholds.ipynb.
SPIKE_METRES = 0.4
STUCK_READINGS = 6


class Flag(enum.IntFlag):
    """What is wrong with a reading. Several may hold at once."""

    GOOD = 0
    SPIKE = enum.auto()
    STUCK = enum.auto()
    OUT_OF_RANGE = enum.auto()


def check(series: Series, low: float = -3.0, high: float = 9.0) -> np.ndarray:
    """One Flag for each reading."""
    flags = np.zeros(len(series), dtype=int)
    flags[_spikes(series.levels)] |= Flag.SPIKE
    flags[_stuck(series.levels)] |= Flag.STUCK
    with np.errstate(invalid="ignore"):
        flags[(series.levels < low) | (series.levels > high)] |= Flag.OUT_OF_RANGE
    return flags


def _spikes(levels: np.ndarray) -> np.ndarray:
    """A spike stands out from both neighbours in the same direction."""
    mask = np.zeros(len(levels), dtype=bool)
    if len(levels) < 3:
        return mask
    before, after = np.diff(levels)[:-1], -np.diff(levels)[1:]
    with np.errstate(invalid="ignore"):
        mask[1:-1] = (np.abs(before) > SPIKE_METRES) & (np.abs(after) > SPIKE_METRES) & (before * after > 0)
    return mask


def _stuck(levels: np.ndarray) -> np.ndarray:
    """The same value for a long time: water does not do that, floats do."""
    # TODO: a drying harbour is flat at low water; take the station's word for it.
    mask = np.zeros(len(levels), dtype=bool)
    begin = 0
    for i in range(1, len(levels) + 1):
        if i == len(levels) or levels[i] != levels[begin]:
            if i - begin >= STUCK_READINGS:
                mask[begin:i] = True
            begin = i
    return mask
