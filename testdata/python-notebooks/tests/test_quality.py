import numpy as np

from tidewater import Flag, check


def test_spike(month):
    month.levels[100] += 2.0
    flags = check(month)
    assert flags[100] == Flag.SPIKE
    assert np.count_nonzero(flags) == 1


def test_stuck(month):
    month.levels[50:58] = month.levels[50]
    assert (check(month)[50:58] & Flag.STUCK).all()


def test_missing_readings_are_good(month):
    month.levels[10:30] = np.nan
    assert not check(month).any()
