import numpy as np
import pytest

from tidewater import fit, surge
from tidewater.harmonic import TooShortError


def test_fit_finds_what_was_put_in(month):
    tide = fit(month, ["M2", "S2"])
    assert tide.mean == pytest.approx(2.0)
    assert tide.amplitudes["M2"] == pytest.approx(1.0)
    assert tide.amplitudes["S2"] == pytest.approx(0.0, abs=1e-9)


def test_surge_of_a_pure_tide_is_zero(month):
    assert np.abs(surge(month, fit(month, ["M2"]))).max() < 1e-9


def test_a_short_record_is_refused(month):
    mask = np.arange(len(month)) > 48
    with pytest.raises(TooShortError, match="M2 from S2"):
        fit(month.without(mask), ["M2", "S2"])
