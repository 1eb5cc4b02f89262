from datetime import datetime, timedelta

import numpy as np
import pytest

from tidewater import Series


@pytest.fixture
def month() -> Series:
    """Thirty days of a tide with one constituent, M2, of a metre."""
    hours = np.arange(30 * 24)
    return Series(datetime(2019, 11, 1), timedelta(hours=1), 2.0 + np.cos(np.radians(28.9841042 * hours)))
