"""The stages of the build, one function a rule: the only part of Numberlink that touches files.

Seeds go in shards through making, proving and measuring, and then into the bank. What a stage needs is
imported inside it, so that a rule depends on that alone, and a job loads no more.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from numberlink.layout import Layout
from picturekit import files, jobs

if TYPE_CHECKING:
    from numberlink.settings import Settings


def fill(layout: Layout, shard: str, settings: Settings) -> None:
    """Make the boards of a shard's seeds, of every level. A seed may have none: then the level goes
    without."""
    from numberlink import board
    from numberlink.generator import generate_all

    first = int(shard) * settings.shard
    seeds = [str(seed) for seed in range(first, first + settings.shard)]
    rows = []
    for (size, difficulty), contract in settings.contracts.items():
        for seed, made in zip(seeds, generate_all(seeds, size, difficulty, contract), strict=True):
            if made is not None:
                rows.append(
                    {
                        "size": size,
                        "difficulty": difficulty,
                        "index": int(seed),
                        "layout": board.to_layout(made.board),
                        "answer": board.to_answer(made.links),
                        "attempts": made.attempts,
                        "steps": made.steps,
                    }
                )
    files.write_jsonl(layout.stage("fill", shard), rows)


def prove(layout: Layout, shard: str, settings: Settings) -> None:
    """Prove every board of a shard from its ends alone, and count its answers by the independent method.

    Raises NumberlinkError, naming each, for boards that haven't exactly the answer that they were made with.
    """
    from numberlink import board, certificate, frontier, prover
    from numberlink.errors import NumberlinkError

    found = []

    def certify(row: dict[str, Any]) -> None:
        size, difficulty, seed = row["size"], row["difficulty"], str(row["index"])
        proved = certificate.certify(row["layout"], row["answer"], seed, size, difficulty)
        ends = board.to_board(row["layout"], size)
        if (counted := frontier.count(ends)) != 1:
            told = "gives up" if counted is None else f"finds {counted}"
            raise NumberlinkError(
                f"The {difficulty} {size}×{size} of seed {seed} is proved to have one answer, and the "
                f"independent count {told}: don't publish it."
            )
        found.append(
            {
                "size": size,
                "difficulty": difficulty,
                "index": row["index"],
                "certificate": proved.to_json(),
                "loose": prover.loose(ends, settings.loose),
            }
        )

    failed = jobs.failures(files.read_jsonl(layout.stage("fill", shard)), certify)
    if failed:
        raise NumberlinkError("\n".join(str(error) for _, error in failed))
    files.write_jsonl(layout.stage("prove", shard), found)


def measure(layout: Layout, shard: str, settings: Settings) -> None:
    """Measure every board of a shard and hold it against its contract.

    Raises NumberlinkError, naming each, for boards that don't keep it.
    """
    from numberlink import board, certificate, geometry, logic, topology
    from numberlink.errors import NumberlinkError
    from numberlink.puzzle import paths_of

    found = []

    def judge(row: dict[str, Any]) -> None:
        proved = certificate.Certificate.from_json(row["certificate"])
        size, level = proved.size, (proved.size, proved.difficulty)
        broken = certificate.problems(proved)
        paths = [] if broken else list(paths_of(proved.layout, proved.answer, size).values())
        links = board.to_links(paths, size * size)
        ends = board.to_board(proved.layout, size)
        shape, effort = geometry.measure(links, size, size), logic.effort(ends)
        broken = broken or certificate.breaches(shape, effort, settings.contracts[level])
        if broken:
            raise NumberlinkError(
                f"The {proved.difficulty} {size}×{size} of seed {proved.seed} can't be published. "
                + " ".join(broken)
            )
        found.append(
            {
                "size": size,
                "difficulty": proved.difficulty,
                "index": row["index"],
                "key": topology.board_key(ends.ravel().tolist(), size),
                "shapes": topology.shapes_key(paths, size),
                "flags": {"beside": shape.beside > 0, "loose": row["loose"]},
                "measures": {**shape.to_json(), **effort.to_json()},
                "certificate": row["certificate"],
            }
        )

    failed = jobs.failures(files.read_jsonl(layout.stage("prove", shard)), judge)
    if failed:
        raise NumberlinkError("\n".join(str(error) for _, error in failed))
    files.write_jsonl(layout.stage("measure", shard), found)


def publish(layout: Layout, settings: Settings, buckets: list[str]) -> None:
    """Put the shards together, write a file a level and their certificates, and leave what the manifest will
    say of them. What a build with more shards left goes away."""
    from numberlink import bank, project, publishing
    from numberlink.puzzle import GAME
    from picturekit import manifest

    for leftover in layout.leftovers(buckets):
        leftover.unlink()
    merged = bank.merge(read_rows(layout, buckets), settings.boards, settings.alike)
    made = publishing.publish(merged, settings.engine, project.locked_codes(layout.lock))
    for path, data in made.files.items():
        manifest.put(layout.publish / path, data, layout.schemas / publishing.schema_of(path))
    manifest.leave(layout.build, GAME, made.manifest, made.files, made.lock)


def sheet(layout: Layout) -> None:
    """Write the contact sheet of the bank."""
    from numberlink.puzzle import Library
    from numberlink.sheet import html
    from picturekit import art, licences

    notices = licences.read(art.read_pins(layout.sources / "art.yaml"))
    files.write_text(layout.sheets / "numberlink.html", html(Library(layout.publish), notices))


def sheet_png(layout: Layout, size: str) -> None:
    """Write a size's page of the contact sheet as a PNG."""
    from PIL import Image

    from numberlink.puzzle import Library
    from numberlink.sheet import page_png

    page = Image.fromarray(page_png(Library(layout.publish), int(size)))
    files.write_with(
        layout.sheets / "numberlink" / f"{size}.png", lambda temporary: page.save(temporary, format="PNG")
    )


def warm(layout: Layout, settings: Settings) -> None:
    """Compile all that the other stages run, so that no two jobs compile the same at once."""
    from numberlink import board, frontier, geometry, logic, prover
    from numberlink.generator import generate_all

    level = next(iter(settings.contracts))
    for made in generate_all(["warm 1", "warm 2", "warm 3"], *level, settings.contracts[level]):
        if made is not None:
            prover.prove(made.board)
            prover.loose(made.board, 10)
            frontier.count(board.to_board("A..AB..B", 4))
            geometry.measure(made.links, level[0], level[0])
            logic.effort(made.board)
    files.write_text(layout.build / "numberlink" / "warm.txt", "compiled\n")


def read_rows(layout: Layout, shards: list[str]) -> Iterator[dict[str, Any]]:
    """Every measured board."""
    for shard in shards:
        yield from files.read_jsonl(layout.stage("measure", shard))
