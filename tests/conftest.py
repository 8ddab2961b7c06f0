"""What all tests share: the sources for the processes that a test starts, and Hypothesis without a clock."""

import os
from pathlib import Path

from hypothesis import settings

SOURCE = Path(__file__).resolve().parents[1] / "src"

os.environ["PYTHONPATH"] = str(SOURCE)

# A slow machine is no failure. In CI the examples are the same in each run, so that a change is to blame.
settings.register_profile("here", deadline=None, print_blob=True)
settings.register_profile("ci", parent=settings.get_profile("here"), derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") == "true" else "here")
