"""Records as two columns: time, level."""

from __future__ import annotations

import csv
from datetime import datetime
from pathlib import Path

import numpy as np

from ..series import Series


def read_csv(path: str | Path) -> Series:
    """Read a record. Lines that begin with # are notes.

    The first two readings give the interval; times that are left out become
    missing readings.
    """
    notes, times, levels = [], [], []
    with open(path, newline="", encoding="utf-8") as file:
        for number, row in enumerate(csv.reader(file), start=1):
            if row and row[0].startswith("#"):
                notes.append(",".join(row)[1:].strip())
                continue
            if len(row) != 2:
                raise ValueError(f"{path}:{number}: {len(row)} columns, not 2")
            times.append(datetime.fromisoformat(row[0]))
            levels.append(float(row[1]) if row[1] else np.nan)
    if len(times) < 2:
        raise ValueError(f"{path}: fewer than two readings")

    step = times[1] - times[0]
    count = round((times[-1] - times[0]) / step) + 1
    filled = np.full(count, np.nan)
    for time, level in zip(times, levels):
        filled[round((time - times[0]) / step)] = level
    return Series(times[0], step, filled, Path(path).stem, tuple(notes))
