"""Fit a tide to a record, and take it away."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from .constituents import CONSTITUENTS, separable
from .series import Series


class TooShortError(ValueError):
    """The record is too short for the constituents that were asked for."""


@dataclass(frozen=True)
class Tide:
    """A fitted tide: a mean level, and an amplitude and a phase for each name."""

    mean: float
    amplitudes: dict[str, float]
    phases: dict[str, float]  # degrees

    def at(self, hours: np.ndarray) -> np.ndarray:
        """Levels in metres, hours after the start of the fitted record."""
        total = np.full(len(hours), self.mean)
        for name, amplitude in self.amplitudes.items():
            speed = CONSTITUENTS[name].degrees_per_hour
            total += amplitude * np.cos(np.radians(speed * hours - self.phases[name]))
        return total


def fit(series: Series, names: Sequence[str] = ("M2", "S2", "K1", "O1")) -> Tide:
    """Fit by least squares; missing readings are left out.

    Raises TooShortError if two constituents cannot be told apart.
    """
    known = ~np.isnan(series.levels)
    hours = series.hours[known]
    if len(hours) == 0:
        raise TooShortError("no readings")
    length = hours[-1] - hours[0]
    for a, b in combinations(names, 2):
        if not separable(a, b, length):
            raise TooShortError(f"{length:.0f} hours cannot tell {a} from {b}")

    columns = [np.ones_like(hours)]
    for name in names:
        angle = np.radians(CONSTITUENTS[name].degrees_per_hour * hours)
        columns += [np.cos(angle), np.sin(angle)]
    solution, *_ = np.linalg.lstsq(np.column_stack(columns), series.levels[known], rcond=None)

    amplitudes, phases = {}, {}
    for i, name in enumerate(names):
        cosine, sine = solution[1 + 2 * i], solution[2 + 2 * i]
        amplitudes[name] = float(np.hypot(cosine, sine))
        phases[name] = float(np.degrees(np.arctan2(sine, cosine)) % 360)
    return Tide(float(solution[0]), amplitudes, phases)


def surge(series: Series, tide: Tide) -> np.ndarray:
    """What the weather did: levels less the tide. NaN stays NaN."""
    return series.levels - tide.at(series.hours)
