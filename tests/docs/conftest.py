"""The docs' own scripts, to be imported as `make.py` imports them."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[2] / "docs"))
