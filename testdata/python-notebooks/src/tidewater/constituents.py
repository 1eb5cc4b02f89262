"""The periodic parts that a tide is made of."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Constituent:
    """One cosine of the tide."""

    name: str
    degrees_per_hour: float
    cause: str

    @property
    def period_hours(self) -> float:
        return 360.0 / self.degrees_per_hour


CONSTITUENTS: dict[str, Constituent] = {
    c.name: c
    for c in (
        Constituent("M2", 28.9841042, "moon, twice a day"),
        Constituent("S2", 30.0, "sun, twice a day"),
        Constituent("N2", 28.4397295, "moon's distance"),
        Constituent("K1", 15.0410686, "moon and sun, once a day"),
        Constituent("O1", 13.9430356, "moon, once a day"),
        Constituent("M4", 57.9682084, "shallow water"),
    )
}


def separable(a: str, b: str, hours: float) -> bool:
    """Whether a record of that length can tell two constituents apart.

    The Rayleigh criterion: over the record they must come out of step by a
    whole turn.
    """
    difference = abs(CONSTITUENTS[a].degrees_per_hour - CONSTITUENTS[b].degrees_per_hour)
    return difference * hours >= 360.0
