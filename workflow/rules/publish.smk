"""What is published, all games together: the manifest, last of all, and the fingerprints.

A game's own publishing declares what it leaves for the manifest, and this rule a stamp: Snakemake would delete
the published files themselves before it runs.
"""

GAMES = ["lowpoly", "griddles", "numberlink"]


rule publish:
    input:
        expand("build/{game}/{part}", game=GAMES, part=["published.json", "fingerprints.txt"]),
        "sources/art.yaml",
        [pin.notice.as_posix() for pin in PINS.values()],
        "workflow/schemas/manifest.schema.json",
        code=code_of("picturekit.__main__:publish_command"),
    output:
        touch("build/publish.done"),
        "build/fingerprints.txt",
    log:
        "build/log/publish.log",
    params:
        games=GAMES,
    shell:
        "python -m picturekit publish {params.games} 2>&1 | tee {log} >&2"
