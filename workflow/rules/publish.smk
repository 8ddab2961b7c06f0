"""What is published. The rule declares a stamp alone: Snakemake would delete the published files before it runs."""


rule publish:
    input:
        # Snakemake wouldn't make these again for pictures that are there, and a set that failed once would pass.
        expand("build/art/{art_set}.json", art_set=PINS),
        expand("build/lowpoly/audit/{bucket}.jsonl", bucket=BUCKETS),
        expand("build/lowpoly/{stage}/{bucket}.jsonl", stage=["insert", "holes"], bucket=BUCKETS),
        expand("build/lowpoly/pixels/{bucket}.npz", bucket=BUCKETS),
        "sources/art.yaml",
        [pin.notice.as_posix() for pin in PINS.values()],
        "workflow/schemas/picture.schema.json",
        "workflow/schemas/manifest.schema.json",
        code=code_of_stage("lowpoly", "publish"),
    output:
        touch("build/publish.done"),
        fingerprints="build/fingerprints.txt",
    log:
        "build/log/lowpoly/publish.log",
    params:
        rows=lowpoly_rows(shown=True),
        matter=lowpoly_matter("board", "engine", "sizes"),
    shell:
        "python -m lowpoly publish --settings {LOWPOLY_SETTINGS:q} 2>&1 | tee {log} >&2"
