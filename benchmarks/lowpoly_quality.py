"""How near pictures come to their lit source: as built, with whole cavities, and by the spec's own chain.

    python benchmarks/lowpoly_quality.py [--every N]

Plain root mean square error, 0-255, of the picture as a player sees it solved (transparent around) over all
pixels of the source, in premultiplied RGBA; the mean over the subjects, and its ratio to the spec's chain.
"""

from __future__ import annotations

import argparse
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from lowpoly import drawing, project
from lowpoly.light import lit
from lowpoly.puzzle import Tier
from lowpoly.settings import Settings
from lowpoly.single import pixels_of, tier_of
from picturekit.raster import Pixels


def chains(settings: Settings) -> dict[str, Settings]:
    """The chains to compare; the spec's is the last."""
    return {
        "as built": settings,
        "whole cavities": replace(settings, insert=replace(settings.insert, cavity="whole")),
        "the spec's": replace(settings, insert=replace(settings.insert, retry=False)),
    }


def premultiplied(rgba: Pixels) -> NDArray[np.float64]:
    """Colour times alpha, and alpha, both 0-255: float64 (S, S, 4)."""
    value = rgba.astype(np.float64)
    value[:, :, :3] *= value[:, :, 3:] / 255
    return value


def rmse(tier: Tier, light: Pixels) -> float:
    """The error of a picture against its lit source."""
    seen = drawing.png(tier, "solved", light.shape[0])
    return float(np.sqrt(np.mean((premultiplied(seen) - premultiplied(light)) ** 2)))


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--every", type=int, default=1, help="take every Nth subject")
    args = parser.parse_args()
    here = project.read()
    rows = here.named[:: args.every]
    print(f"{len(rows)} subjects; mean RMSE, and the ratio to the spec's chain")
    for size in ("easy", "medium", "hard"):
        means = {}
        for name, settings in chains(here.settings).items():
            errors = []
            for row in rows:
                plan = settings.plan(row.subject.easy)
                if size in plan:
                    rgba = pixels_of(row)
                    errors.append(rmse(tier_of(rgba, settings, size, plan[size]), lit(rgba, settings.light)))
            means[name] = sum(errors) / len(errors)
        base = means["the spec's"]
        print(
            f"  {size:<7}"
            + "   ".join(f"{name} {mean:.1f} ({mean / base:.2f})" for name, mean in means.items())
        )


if __name__ == "__main__":
    main()
