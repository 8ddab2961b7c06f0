"""The picture of the build's rules: what `snakemake --rulegraph` says, in layers from left to right, as SVG.

Drawn here because Graphviz isn't asked of a machine. A rule stands in the layer after the last one that it
reads from. An arrow over several layers runs in a lane of its rule's own in each of them. Arrows that longer
ways of arrows imply are pale.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from html import escape
from itertools import pairwise
from pathlib import Path

from picturekit.errors import KitError

NEEDED = ("Snakefile", "config.yaml", "profiles", "requirements.lock", "sources", "src", "workflow")
"""What the workflow reads of the project; without a build beside it every rule is in the graph."""

LETTER, BOX, LANE, GAP, BETWEEN, MARGIN = 8, 32, 18, 14, 44, 16
"""Pixels: a letter's width, a rule's and a lane's height, between those, between layers, around all."""

SNAP = 8
"""Heights are multiples of this many pixels, so that what is nearly level is level."""

SWEEPS = 100
STRAIGHT = 100
"""How much more an arrow that nothing implies pulls its ends level than one that is implied."""

Edge = tuple[str, str]
Place = tuple[int, str]
"""A layer, and the rule whose box or lane it is there."""


@dataclass(frozen=True)
class Graph:
    """Rules and, for each that reads another's output, the pair (read, reading); both sorted."""

    rules: tuple[str, ...]
    edges: tuple[Edge, ...]


def ask(root: Path) -> Graph:
    """The graph of the project in `root`, as Snakemake tells it. Raises KitError when it can't."""
    with tempfile.TemporaryDirectory() as folder:
        for name in NEEDED:
            Path(folder, name).symlink_to(root.resolve() / name)
        command = [sys.executable, "-m", "snakemake", "--rulegraph", "dot"]
        done = subprocess.run(command, cwd=folder, capture_output=True, encoding="utf-8")
    if done.returncode:
        raise KitError(f"Snakemake doesn't tell its rules: mend the workflow.\n{done.stderr.strip()}")
    return parse(done.stdout)


def parse(dot: str) -> Graph:
    """The graph in Snakemake's DOT. Raises KitError for a text that has no rules."""
    names = dict(re.findall(r'^\s*(\d+)\[label = "([^"]+)"', dot, re.MULTILINE))
    if not names:
        raise KitError(f"There are no rules in what Snakemake said, {dot[:200]!r}: see which version it is.")
    edges = {(names[a], names[b]) for a, b in re.findall(r"^\s*(\d+) -> (\d+)", dot, re.MULTILINE)}
    return Graph(tuple(sorted(names.values())), tuple(sorted(edges)))


def layers(graph: Graph) -> dict[str, int]:
    """Each rule's layer from 0 on: one after the last it reads from, or, of nothing, one before the first
    that reads it."""
    layer = dict.fromkeys(graph.rules, 0)
    for _ in graph.rules:
        for before, after in graph.edges:
            layer[after] = max(layer[after], layer[before] + 1)
    readers = {before for before, _ in graph.edges}
    for rule in readers - {after for _, after in graph.edges}:
        layer[rule] = min(layer[after] for before, after in graph.edges if before == rule) - 1
    return layer


def implied(graph: Graph) -> set[Edge]:
    """The edges between whose ends there is a longer way."""
    onward: dict[str, set[str]] = {rule: set() for rule in graph.rules}
    for before, after in graph.edges:
        onward[before].add(after)

    @cache
    def reached(rule: str) -> frozenset[str]:
        return frozenset(onward[rule].union(*map(reached, onward[rule])))

    return {(a, b) for a, b in graph.edges if any(b in reached(c) for c in onward[a])}


def way(edge: Edge, layer: Mapping[str, int]) -> list[Place]:
    """The places that an arrow goes through: its rule, that rule's lanes, the other rule."""
    before, after = edge
    return [*((at, before) for at in range(layer[before], layer[after])), (layer[after], after)]


def settle(wished: Sequence[float], half: Sequence[float]) -> list[float]:
    """The heights nearest to those wished, in the same order, at which things half so tall keep `GAP` apart.

    Least squares by pooling neighbours that would overlap.
    """
    offsets = [0.0]
    for one, other in pairwise(half):
        offsets.append(offsets[-1] + one + GAP + other)
    pools: list[tuple[float, int]] = []
    for wish, offset in zip(wished, offsets, strict=True):
        pools.append((wish - offset, 1))
        while len(pools) > 1 and pools[-2][0] > pools[-1][0]:
            (low, n), (high, m) = pools[-2:]
            pools[-2:] = [((low * n + high * m) / (n + m), n + m)]
    flat = [height for height, count in pools for _ in range(count)]
    return [height + offset for height, offset in zip(flat, offsets, strict=True)]


def heights(graph: Graph, layer: Mapping[str, int]) -> dict[Place, float]:
    """How far down every place is, so that arrows run as level as they can."""
    pale = implied(graph)
    pulls: dict[Place, list[tuple[Place, int]]] = {(layer[rule], rule): [] for rule in graph.rules}
    for edge in graph.edges:
        for one, other in pairwise(way(edge, layer)):
            weight = 1 if edge in pale else STRAIGHT
            pulls.setdefault(one, []).append((other, weight))
            pulls.setdefault(other, []).append((one, weight))
    columns: dict[int, list[Place]] = {}
    for place in sorted(pulls):
        columns.setdefault(place[0], []).append(place)
    down = {place: float(BOX * row) for column in columns.values() for row, place in enumerate(column)}
    for sweep in range(SWEEPS):
        for at in sorted(columns, reverse=bool(sweep % 2)):
            wished = {}
            for place in columns[at]:
                total = sum(weight for _, weight in pulls[place]) or 1
                wished[place] = sum(down[other] * weight for other, weight in pulls[place]) / total
            column = columns[at] = sorted(columns[at], key=lambda place: (wished[place], place))
            half = [(BOX if layer[rule] == at else LANE) / 2 for at, rule in column]
            down.update(zip(column, settle([wished[place] for place in column], half), strict=True))
    return down


def draw(graph: Graph) -> str:
    """The graph as an SVG file. The same graph gives the same bytes."""
    layer = layers(graph)
    down = heights(graph, layer)
    top = min(down.values()) - BOX / 2 - MARGIN
    y = {place: SNAP * round((height - top) / SNAP) for place, height in down.items()}
    tall = max(y.values()) + BOX // 2 + MARGIN
    left, right, wide = [], [], MARGIN
    for at in range(max(layer.values()) + 1):
        letters = max(len(rule) for rule in graph.rules if layer[rule] == at)
        left.append(wide)
        right.append(wide + letters * LETTER + 20)
        wide = right[-1] + BETWEEN
    wide += MARGIN - BETWEEN
    pale = implied(graph)
    paths: dict[bool, list[str]] = {True: [], False: []}
    for edge in graph.edges:
        places = way(edge, layer)
        steps = [f"M{right[places[0][0]]} {y[places[0]]}"]
        for one, other in pairwise(places):
            x0, x1 = right[one[0]], left[other[0]]
            middle = (x0 + x1) // 2
            steps.append(f"C{middle} {y[one]} {middle} {y[other]} {x1} {y[other]}")
            if other != places[-1]:
                steps.append(f"H{right[other[0]]}")
        paths[edge in pale].append("".join(steps))
    read = sorted({after for _, after in graph.edges})
    heads = "".join(f"M{left[layer[rule]]} {y[layer[rule], rule]}l-7-4v8z" for rule in read)
    boxes = []
    for rule in graph.rules:
        at = layer[rule]
        x, height, width = left[at], y[at, rule], right[at] - left[at]
        boxes.append(
            f'<rect x="{x}" y="{height - BOX // 2}" width="{width}" height="{BOX}" rx="8"/>'
            f'<text x="{x + width // 2}" y="{height + 4}">{escape(rule)}</text>'
        )
    name = "The rules of the build, from the art to all that is made"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {tall}" width="{wide}" role="img">\n'
        f"<title>{name}</title>\n"
        f'<rect width="{wide}" height="{tall}" rx="12" fill="#fbfaf7"/>\n'
        f'<path fill="none" stroke="#d8d2c4" stroke-width="2" d="{"".join(paths[True])}"/>\n'
        f'<path fill="none" stroke="#5b6b7d" stroke-width="2" d="{"".join(paths[False])}"/>\n'
        f'<path fill="#5b6b7d" d="{heads}"/>\n'
        '<g fill="#ffe9d6" stroke="#d9772b" stroke-width="1.5" font-size="13"'
        ' font-family="ui-monospace, Menlo, Consolas, monospace" text-anchor="middle">\n'
        "<style>text{fill:#26242c;stroke:none}</style>\n"
        f"{chr(10).join(boxes)}\n"
        "</g>\n</svg>\n"
    )
