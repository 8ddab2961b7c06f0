"""How many certified boards a second of one core's CPU, and how long the slowest proof takes.

    python benchmarks/numberlink_generator.py [--seconds S] [--proofs N] [--runs R]

Boards of four sizes with the geometric contract of expert (at most 38 % straight paths, 1.25 turns a path, no
ends side by side or path of two cells), all distinct up to symmetry, each proved from its ends alone; flags
and measured difficulty are not part of it. Compiled code is there. Prints the median of the runs, then CPU
seconds of proofs of boards at 15×15: median, 99th of 100 and worst.
"""

from __future__ import annotations

import argparse
import statistics
import time
from fractions import Fraction

from numberlink import prover
from numberlink.generator import ANY, Contract, Made, generate_all
from numberlink.topology import board_key

SIZES = ((8, 12), (10, 15), (12, 18), (15, 24))
CHUNK = 32


def contract_of(longest: int) -> Contract:
    """The geometric contract of expert, with paths up to that long."""
    return Contract(
        longest=longest,
        grown=longest,
        winding=3,
        straight=Fraction(38, 100),
        turns=Fraction(125, 100),
        looks=(0, ANY),
        open=ANY,
        attempts=48,
        steps=10**8,
    )


def boards(size: int, longest: int, seconds: float, run: int) -> tuple[list[Made], float]:
    """Boards made in about so many CPU seconds, and the CPU seconds that they took."""
    made: list[Made] = []
    began = time.process_time()
    number = 0
    while (spent := time.process_time() - began) < seconds:
        seeds = [f"benchmark {run} {number + k}" for k in range(CHUNK)]
        found = generate_all(seeds, size, "expert", contract_of(longest))
        made += [one for one in found if one is not None]
        number += CHUNK
    return made, spent


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=5, help="CPU seconds a size and run (default: 5)")
    parser.add_argument("--proofs", type=int, default=1000, help="boards at 15×15 to prove (default: 1000)")
    parser.add_argument("--runs", type=int, default=3, help="of which the median is told (default: 3)")
    args = parser.parse_args()
    for size, longest in SIZES:
        generate_all(["warm"], size, "expert", contract_of(longest))
        rates = []
        for run in range(args.runs):
            made, spent = boards(size, longest, args.seconds, run)
            keys = {board_key(one.board.ravel().tolist(), size) for one in made}
            rates.append(len(keys) / spent)
        print(f"{size}×{size}, longest {longest}: {statistics.median(rates):,.0f} certified boards/s")
    size, longest = SIZES[-1]
    times: list[float] = []
    first = 0
    while len(times) < args.proofs:
        seeds = [f"proof {first + k}" for k in range(CHUNK)]
        first += CHUNK
        for one in generate_all(seeds, size, "expert", contract_of(longest)):
            if one is not None and len(times) < args.proofs:
                began = time.process_time()
                verdict = prover.prove(one.board)
                times.append(time.process_time() - began)
                if verdict.result != prover.UNIQUE:
                    raise SystemExit(f"A board that was made is proved {verdict.result}.")
    times.sort()
    middle, late, worst = (1000 * times[at] for at in (len(times) // 2, 99 * len(times) // 100, -1))
    print(f"{len(times)} proofs at 15×15: median {middle:.1f} ms, 99 % {late:.1f}, worst {worst:.1f}")


if __name__ == "__main__":
    main()
