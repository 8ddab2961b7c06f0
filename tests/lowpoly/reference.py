"""The spec's own chain from pixels to a picture, as plain as can be: what `retry: false` has to equal.

It shares no code with the maker. Sums along edges are kept, for they never change. All else is done anew:
every candidate is weighed in every round, every triangle's circle is asked, and the whole mesh is judged
for every dot. Sources: spec `low-poly`, "Making the pictures"; for the whole numbers the design's "Byte
for byte".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache

import numpy as np
from numpy.typing import NDArray

Point = tuple[int, int]
Triangle = tuple[int, int, int]
Line = tuple[int, int]
Colour = tuple[int, int, int]
Ints = NDArray[np.int64]

LIGHT = Fraction(24, 100)
SIZES = {"easy": (25, 22), "medium": (55, 14), "hard": (100, 10)}
"""A size's dots, and the least distance between two in pixels."""
NEAREST, CLEAR = 70, 42
TANGENT = Fraction(24_932_801, 10**8)
KEEP, LIKELY = Fraction(1, 2), Fraction(3, 10)
ATTEMPTS, ROUNDS = 40, 2000
LATTICE, FLAT, CONTRAST, VISIBLE = 2, 8, 24, 8
CORNERS = 4

COUNT, RED, BLUE, ALPHA = 0, 1, 3, 4
"""Columns of a sum: the pixels, the four channels, then the four channels' squares."""


# Pixels


def lit(rgba: NDArray[np.uint8], light: Fraction = LIGHT) -> NDArray[np.uint8]:
    """The picture with the spec's light on it, a pixel at a time."""
    size = len(rgba)
    seen = np.argwhere(rgba[:, :, 3] > VISIBLE).tolist()
    x0, x1 = (min(x for _, x in seen), max(x for _, x in seen)) if seen else (0, 0)
    y0, y1 = (min(y for y, _ in seen), max(y for y, _ in seen)) if seen else (0, 0)
    w, h = max(1, x1 - x0), max(1, y1 - y0)
    out = rgba.tolist()
    for y in range(size):
        for x in range(size):
            # The light is up / down: over 0 it brightens, under 0 it shades.
            up, down = light.numerator * (w * h - (x - x0) * h - (y - y0) * w), light.denominator * w * h
            for c in range(3):
                value = out[y][x][c]
                # A fifth of the brightening is left out, so that whites still shade.
                moved = 5 * down * value + (4 * (255 - value) * up if up >= 0 else 5 * value * up)
                out[y][x][c] = min(255, max(0, half_even(moved, 5 * down)))
    return np.array(out, np.uint8)


def half_even(number: int, by: int) -> int:
    """`number / by` to the nearest whole number, halves to the even one."""
    whole, rest = divmod(number, by)
    return whole + int(2 * rest > by or (2 * rest == by and whole % 2 == 1))


def scene(seed: int, size: int) -> NDArray[np.uint8]:
    """A picture by chance: a few flat triangles on one another, some of them see-through."""
    random = np.random.default_rng(seed)
    rgba = np.zeros((size, size, 4), np.uint8)
    for _ in range(int(random.integers(2, 7))):
        corners = [(int(x), int(y)) for x, y in random.integers(0, size + 1, (3, 2))]
        rgba[covers(size, corners)] = [*random.integers(0, 256, 3), random.choice([255, 255, 140, 90])]
    return rgba


def channels(rgba: NDArray[np.uint8]) -> Ints:
    """Each pixel's premultiplied colour times 5 and alpha times 8: (S, S, 4)."""
    value = rgba.astype(np.int64)
    premultiplied = np.rint(value[:, :, :3] * value[:, :, 3:] / 255).astype(np.int64)
    return np.concatenate([5 * premultiplied, 8 * value[:, :, 3:]], axis=2)


def candidates(rgba: NDArray[np.uint8]) -> list[Point]:
    """Where a dot may be put, by y, then x."""
    size = len(rgba)
    value = [[tuple(map(int, pixel)) if pixel[3] else (0, 0, 0, 0) for pixel in row] for row in rgba]

    def differs(x: int, y: int) -> bool:
        around = [(x - LATTICE, y), (x + LATTICE, y), (x, y - LATTICE), (x, y + LATTICE)]
        near = [value[v][u] for u, v in around if 0 <= u < size and 0 <= v < size]
        return any(abs(p - q) > CONTRAST for other in near for p, q in zip(value[y][x], other, strict=True))

    return [
        (x, y)
        for y in range(LATTICE, size, LATTICE)
        for x in range(LATTICE, size, LATTICE)
        if value[y][x][3] > VISIBLE and (differs(x, y) or (x % FLAT == 0 and y % FLAT == 0))
    ]


def covers(size: int, corners: Sequence[Point]) -> NDArray[np.bool_]:
    """Which pixels of a frame have their centre in a triangle; one on an edge is right of it: (S, S)."""
    a, b, c = corners
    if turn(a, b, c) < 0:
        a, b, c = a, c, b
    x = np.arange(1, 2 * size, 2)
    y = x[:, None]
    mask = np.full((size, size), turn(a, b, c) != 0)
    for (px, py), (qx, qy) in ((a, b), (b, c), (c, a)):
        side = (qx - px) * (y - 2 * py) - (qy - py) * (x - 2 * px)
        # A step to the right takes a centre on the edge into a triangle that lies right of an edge going up.
        mask &= (side > 0) | ((side == 0) & (qy < py))
    return mask


class Sums:
    """Sums over triangles, by the pixels left of their edges in each row."""

    def __init__(self, rgba: NDArray[np.uint8]) -> None:
        value = channels(rgba)
        self.size = len(rgba)
        columns = np.concatenate([np.ones_like(value[:, :, :1]), value, value**2], axis=2)
        table = np.zeros((self.size, self.size + 1, 9), np.int64)
        table[:, 1:] = np.cumsum(columns, axis=1)
        self.table = np.ascontiguousarray(table.reshape(-1, 9).T)
        self.known: dict[tuple[Point, Point], Ints] = {}

    def edges(self, starts: Ints, ends: Ints) -> Ints:
        """The signed sums along edges, positive going down: (K, 9) for (K, 2) and (K, 2)."""
        (ax, ay), (bx, by) = starts.T, ends.T
        height = np.abs(by - ay)
        first = np.concatenate([[0], np.cumsum(height)])
        edge = np.repeat(np.arange(len(starts)), height)
        row = np.arange(first[-1]) - first[edge] + np.minimum(ay, by)[edge]
        dx, dy = (bx - ax)[edge], (by - ay)[edge]
        # The edge meets the row's centres at `over / under`; pixels with theirs strictly left of it count.
        over, under = ax[edge] * 2 * dy + dx * (2 * (row - ay[edge]) + 1), 2 * dy
        over, under = np.where(under < 0, -over, over), np.abs(under)
        left = -((under - 2 * over) // (2 * under))
        sums = np.zeros((9, len(edge) + 1), np.int64)
        np.cumsum(self.table[:, row * (self.size + 1) + left], axis=1, out=sums[:, 1:])
        return ((sums[:, first[1:]] - sums[:, first[:-1]]) * np.sign(by - ay)).T

    def edge(self, a: Point, b: Point) -> Ints:
        """The same of one edge: (9,)."""
        if (a, b) not in self.known:
            self.known[a, b] = self.edges(np.array([a]), np.array([b]))[0]
        return self.known[a, b]

    def triangle(self, a: Point, b: Point, c: Point) -> Ints:
        """The sums of a triangle that turns the mesh's way: (9,)."""
        return self.edge(a, b) + self.edge(b, c) + self.edge(c, a)


def error(sums: Ints) -> Ints:
    """The error of triangles from their sums, Σ over channels of (n·Q - S²) // n: (...) for (..., 9)."""
    n = np.maximum(sums[..., :1], 1)
    return ((n * sums[..., 5:] - sums[..., 1:5] ** 2) // n).sum(axis=-1)


def opaque(sums: Ints, least: Fraction) -> bool:
    """Whether a triangle is at least so opaque."""
    n = int(sums[COUNT])
    return n > 0 and Fraction(int(sums[ALPHA]), n * 8 * 255) >= least


# Geometry


def turn(a: Point, b: Point, c: Point) -> int:
    """Twice the signed area of a-b-c."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def in_circle(a: Ints, b: Ints, c: Ints, p: Ints) -> Ints:
    """Over 0 where p is strictly inside the circle of a-b-c, turning the mesh's way: (...) for (..., 2)."""
    ax, ay = a[..., 0] - p[..., 0], a[..., 1] - p[..., 1]
    bx, by = b[..., 0] - p[..., 0], b[..., 1] - p[..., 1]
    cx, cy = c[..., 0] - p[..., 0], c[..., 1] - p[..., 1]
    return (
        (ax * ax + ay * ay) * (bx * cy - by * cx)
        - (bx * bx + by * by) * (ax * cy - ay * cx)
        + (cx * cx + cy * cy) * (ax * by - ay * bx)
    )


def directed(triangle: Triangle) -> list[Line]:
    """A triangle's sides in its own direction."""
    a, b, c = triangle
    return [(a, b), (b, c), (c, a)]


def undirected(triangle: Sequence[int]) -> list[Line]:
    """A triangle's sides, the lower number first."""
    a, b, c = sorted(triangle)
    return [(a, b), (a, c), (b, c)]


def same(triangle: Triangle) -> Triangle:
    """The triangle with its lowest number first, turning as before."""
    k = triangle.index(min(triangle))
    return triangle[k], triangle[(k + 1) % 3], triangle[(k + 2) % 3]


@cache
def on_board(point: Point, gap: int) -> Point:
    """A place in hundredths of a board unit, halves up."""
    x, y = (int(Fraction(NEAREST * v, gap) + Fraction(1, 2)) for v in point)
    return x, y


def square(a: Point, b: Point) -> int:
    """The square of the distance of two points."""
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2


def near(a: Point, b: Point, p: Point, reach: int = CLEAR) -> bool:
    """Whether the line a-b comes within less than `reach` of p."""
    length = square(a, b)
    along = Fraction((p[0] - a[0]) * (b[0] - a[0]) + (p[1] - a[1]) * (b[1] - a[1]), length) if length else 0
    t = min(1, max(0, along))
    foot_x, foot_y = a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])
    return (p[0] - foot_x) ** 2 + (p[1] - foot_y) ** 2 < reach**2


def sharp(a: Point, b: Point, c: Point) -> bool:
    """Whether a triangle has a corner under 14°."""
    for p, q, r in ((a, b, c), (b, c, a), (c, a, b)):
        dot = (q[0] - p[0]) * (r[0] - p[0]) + (q[1] - p[1]) * (r[1] - p[1])
        if dot > 0 and Fraction(abs(turn(p, q, r)), dot) < TANGENT:
            return True
    return False


def crowded(lines: Iterable[Line], board: Sequence[Point], dots: Iterable[int]) -> bool:
    """Whether any of the lines comes too near any of the dots that it doesn't end at."""
    ends = np.array(sorted(set(lines)), np.int64).reshape(-1, 2)
    numbers = np.array(list(dots), np.int64)
    places = np.array(board, np.int64).reshape(-1, 2)
    a, b, p = places[ends[:, 0], None], places[ends[:, 1], None], places[None, numbers]
    length = ((b - a) ** 2).sum(axis=2)
    along = ((p - a) * (b - a)).sum(axis=2)
    across = (b - a)[..., 0] * (p - a)[..., 1] - (b - a)[..., 1] * (p - a)[..., 0]
    close = np.where(
        along <= 0,
        ((p - a) ** 2).sum(axis=2) < CLEAR**2,
        np.where(along >= length, ((p - b) ** 2).sum(axis=2) < CLEAR**2, across**2 < CLEAR**2 * length),
    )
    return bool((close & (numbers != ends[:, :1]) & (numbers != ends[:, 1:])).any())


# Insertion


class Chain:
    """A mesh that grows by the spec's rules: dots taken whole, the refused ones never tried again."""

    def __init__(self, pixels: NDArray[np.uint8], places: Sequence[Point], dots: int, gap: int) -> None:
        """`pixels` are the lit picture's, `places` its candidates."""
        self.sums = Sums(pixels)
        self.dots, self.gap = dots, gap
        size = len(pixels)
        self.points: list[Point] = [(0, 0), (size, 0), (size, size), (0, size)]
        self.triangles: list[Triangle] = [(0, 1, 2), (0, 2, 3)]
        self.places = np.array(places, np.int64).reshape(-1, 2)
        self.board = np.array([on_board(place, gap) for place in places], np.int64).reshape(-1, 2)
        self.open = np.ones(len(places), np.bool_)
        self.spokes = np.zeros((len(places), 0, 9), np.int64)
        self.walked = np.zeros((len(places), 0), np.bool_)
        for corner in range(CORNERS):
            self.drop_near(corner)

    def drop_near(self, number: int) -> None:
        """Drop the candidates within the gap of a point, for good."""
        away = self.board - on_board(self.points[number], self.gap)
        self.open &= (away**2).sum(axis=1) >= NEAREST**2

    def grow(self) -> None:
        """Insert dots until there are enough in the kept part, or no candidate is left."""
        for _ in range(ROUNDS):
            if self.kept_dots() >= self.dots or not self.open.any():
                return
            gains, live = self.gains(), np.flatnonzero(self.open)
            for c in live[np.argsort(-gains, kind="stable")][:ATTEMPTS]:
                x, y = self.places[c].tolist()
                triangles = self.with_dot((x, y))
                self.open[c] = False
                if self.fine([*self.points, (x, y)], triangles):
                    self.points.append((x, y))
                    self.triangles = triangles
                    self.drop_near(len(self.points) - 1)
                    break

    def kept_dots(self) -> int:
        """How many points are corners of triangles half opaque that touch no corner of the frame."""
        kept = [t for t in self.triangles if min(t) >= CORNERS and opaque(self.sums_of(t, self.points), KEEP)]
        return len({v for t in kept for v in t})

    def sums_of(self, triangle: Triangle, points: Sequence[Point]) -> Ints:
        """A triangle's sums: (9,)."""
        a, b, c = (points[v] for v in triangle)
        return self.sums.triangle(a, b, c)

    def with_dot(self, dot: Point) -> list[Triangle]:
        """The triangles with one more point: a fan for those with it in their circle (Bowyer, Watson)."""
        corners = np.array([[self.points[v] for v in t] for t in self.triangles], np.int64)
        inside = in_circle(corners[:, 0], corners[:, 1], corners[:, 2], np.array(dot)) > 0
        gone = [t for t, i in zip(self.triangles, inside, strict=True) if i]
        left = [t for t, i in zip(self.triangles, inside, strict=True) if not i]
        return left + fan(gone, len(self.points))

    def gains(self) -> Ints:
        """What each open candidate would take off the error, in the order of the candidates."""
        live = np.flatnonzero(self.open)
        points = np.array(self.points, np.int64)
        corners = points[np.array(self.triangles)]
        p = self.places[live][:, None]
        inside = in_circle(corners[None, :, 0], corners[None, :, 1], corners[None, :, 2], p) > 0
        owner = {side: t for t, triangle in enumerate(self.triangles) for side in directed(triangle)}
        all_sides = [(t, a, b) for t, triangle in enumerate(self.triangles) for a, b in directed(triangle)]
        beyond = np.array([owner.get((b, a), len(self.triangles)) for _, a, b in all_sides])
        inside_or_frame = np.concatenate([inside, np.zeros((len(live), 1), np.bool_)], axis=1)
        t, a, b = np.array(all_sides).T
        i, side = np.nonzero(inside[:, t] & ~inside_or_frame[:, beyond])
        along = np.array([self.sums.edge(self.points[u], self.points[v]) for _, u, v in all_sides])
        made = self.spokes_to(live[i], a[side]) + along[side] - self.spokes_to(live[i], b[side])
        gone = error(np.array([self.sums_of(triangle, self.points) for triangle in self.triangles]))
        gains = inside @ gone
        np.subtract.at(gains, i, error(made))
        return gains

    def spokes_to(self, c: Ints, v: Ints) -> Ints:
        """The sums along the edges from candidates to points: (K, 9)."""
        more = len(self.points) - self.walked.shape[1]
        self.spokes = np.pad(self.spokes, ((0, 0), (0, more), (0, 0)))
        self.walked = np.pad(self.walked, ((0, 0), (0, more)))
        new = np.unique(np.column_stack([c, v])[~self.walked[c, v]], axis=0)
        if len(new):
            points = np.array(self.points, np.int64)
            self.spokes[new[:, 0], new[:, 1]] = self.sums.edges(self.places[new[:, 0]], points[new[:, 1]])
            self.walked[new[:, 0], new[:, 1]] = True
        return self.spokes[c, v]

    def fine(self, points: Sequence[Point], triangles: Sequence[Triangle]) -> bool:
        """The spec's `fine` of a whole mesh: no sliver that shows, and no line too near a point."""
        board = [on_board(point, self.gap) for point in points]
        for t in triangles:
            a, b, c = (board[v] for v in t)
            if sharp(a, b, c) and opaque(self.sums_of(t, points), LIKELY):
                return False
        lines = {line for t in triangles for line in undirected(t)}
        return not crowded(lines, board, range(len(points)))


def fan(gone: Iterable[Triangle], point: int) -> list[Triangle]:
    """The triangles that join a point to the rim of those taken away."""
    sides = [side for t in gone for side in directed(t)]
    return [(point, a, b) for a, b in sides if (b, a) not in sides]


# Picture


def fill_holes(tris: list[Triangle], colours: list[Colour], dropped: Sequence[Triangle]) -> None:
    """Put back dropped triangles with kept ones on all sides, in their mean colour, until none is left."""
    while True:
        owners: dict[Line, list[int]] = {}
        for i, t in enumerate(tris):
            for line in undirected(t):
                owners.setdefault(line, []).append(i)
        holes = [t for t in dropped if t not in tris and all(line in owners for line in undirected(t))]
        if not holes:
            return
        near_ones = [colours[i] for line in undirected(holes[0]) for i in owners[line]]
        red, green, blue = (half_up(Fraction(sum(c[k] for c in near_ones), len(near_ones))) for k in range(3))
        tris.append(holes[0])
        colours.append((red, green, blue))


def colour(pixels: NDArray[np.uint8], mask: NDArray[np.bool_]) -> Colour:
    """The mean colour of the pixels under a mask, each weighing by its alpha."""
    alpha = int(pixels[mask][:, 3].astype(np.int64).sum())
    sums = channels(pixels)[mask].sum(axis=0) // 5
    red, green, blue = (min(255, half_up(Fraction(255 * int(s), alpha))) for s in sums[:3])
    return red, green, blue


def half_up(value: Fraction) -> int:
    """To the nearest whole number, halves up; for values that aren't negative."""
    return int(value + Fraction(1, 2))


def paint(
    pixels: NDArray[np.uint8], points: Sequence[Point], triangles: Sequence[Triangle], gap: int
) -> dict[str, object]:
    """The published picture of a mesh over the lit picture's pixels, as its JSON has it."""
    size = len(pixels)
    masks = {t: covers(size, [points[v] for v in t]) for t in triangles}
    alpha = pixels[:, :, 3].astype(np.int64)
    kept = [
        t
        for t in triangles
        if min(t) >= CORNERS
        and masks[t].any()
        and Fraction(int(alpha[masks[t]].sum()), 255 * int(masks[t].sum())) >= KEEP
    ]
    colours = [colour(pixels, masks[t]) for t in kept]
    fill_holes(kept, colours, [t for t in triangles if t not in kept])
    used = sorted({v for t in kept for v in t}, key=lambda v: (points[v][1], points[v][0]))
    faces = sorted(
        (sorted(used.index(v) for v in t), f"#{r:02x}{g:02x}{b:02x}")
        for t, (r, g, b) in zip(kept, colours, strict=True)
    )
    side = on_board((size, size), gap)[0]
    return {
        "w": side,
        "h": side,
        "dots": [list(on_board(points[v], gap)) for v in used],
        "tris": [t for t, _ in faces],
        "colors": [c for _, c in faces],
    }


def rotations(triangles: Iterable[Sequence[int]]) -> Iterator[Triangle]:
    """The triangles with their lowest number first, for comparing."""
    for a, b, c in triangles:
        yield same((int(a), int(b), int(c)))
