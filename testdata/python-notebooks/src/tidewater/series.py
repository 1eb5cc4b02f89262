"""A record of water levels."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta

import numpy as np


@dataclass(frozen=True)
class Series:
    """Water levels in metres above the gauge's zero, at equal intervals.

    A reading that is missing is NaN, so that the clock never has to be kept
    beside the values.
    """

    start: datetime
    step: timedelta
    levels: np.ndarray
    station: str = "unknown"
    notes: tuple[str, ...] = field(default=())

    def __post_init__(self) -> None:
        if self.step <= timedelta(0):
            raise ValueError(f"step must be positive, not {self.step}")
        if self.levels.ndim != 1:
            raise ValueError(f"levels must be a row, not {self.levels.ndim}-dimensional")

    def __len__(self) -> int:
        return len(self.levels)

    def __iter__(self) -> Iterator[tuple[datetime, float]]:
        for i, level in enumerate(self.levels):
            yield self.time(i), float(level)

    def time(self, index: int) -> datetime:
        """The time of a reading."""
        return self.start + index * self.step

    @property
    def hours(self) -> np.ndarray:
        """Hours since the start, one for each reading."""
        return np.arange(len(self.levels)) * (self.step / timedelta(hours=1))

    @property
    def gaps(self) -> int:
        """The number of readings that are missing."""
        return int(np.isnan(self.levels).sum())

    def without(self, mask: np.ndarray) -> Series:
        """A copy in which the marked readings are missing."""
        levels = np.where(mask, np.nan, self.levels)
        return Series(self.start, self.step, levels, self.station, self.notes)
