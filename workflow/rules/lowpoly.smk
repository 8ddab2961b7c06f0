"""Low Poly: art to audited pictures, a bucket a job."""

from lowpoly import layout, project

LOWPOLY = project.read(config)
LOWPOLY_SETTINGS = as_text(config["lowpoly"])


def lowpoly_rows(bucket=None, shown=False):
    """The subjects of a bucket, or all, as a job is told them."""
    count = config["buckets"]
    rows = [r for r in LOWPOLY.named if bucket in (None, buckets.label(buckets.bucket_of(r.code, count)))]
    return layout.to_text(rows, shown=shown)


def lowpoly_pins(wildcards):
    """The pinned pixels of a bucket's subjects."""
    rows = layout.from_text(lowpoly_rows(wildcards.bucket))
    pins = [project.LAYOUT.pinned(row.subject.folder) for row in rows]
    return [path.as_posix() for path in pins if path.exists()]


def lowpoly_matter(*keys):
    """The part of the settings that a stage goes by: when it changes, the stage's jobs run again."""
    return as_text({key: config["lowpoly"][key] for key in keys})


rule rasterize:
    input:
        art=expand("build/art/{art_set}.json", art_set=PINS),
        pins=lowpoly_pins,
        code=code_of_stage("lowpoly", "rasterize"),
    output:
        "build/lowpoly/pixels/{bucket}.npz",
        "build/provenance/lowpoly/raster/{bucket}.json",
    log:
        "build/log/lowpoly/rasterize/{bucket}.log",
    params:
        rows=lambda wildcards: lowpoly_rows(wildcards.bucket),
    shell:
        "python -m lowpoly rasterize --bucket {wildcards.bucket} --rows {params.rows:q} 2>&1 | tee {log} >&2"


rule light:
    input:
        "build/lowpoly/pixels/{bucket}.npz",
        code=code_of_stage("lowpoly", "light"),
    output:
        "build/lowpoly/light/{bucket}.npz",
    log:
        "build/log/lowpoly/light/{bucket}.log",
    params:
        matter=lowpoly_matter("light"),
    shell:
        "python -m lowpoly light --bucket {wildcards.bucket} --settings {LOWPOLY_SETTINGS:q} 2>&1 | tee {log} >&2"


rule warm:
    input:
        code=code_of_stage("lowpoly", "warm"),
    output:
        "build/lowpoly/warm.txt",
    log:
        "build/log/lowpoly/warm.log",
    shell:
        "python -m lowpoly warm --settings {LOWPOLY_SETTINGS:q} 2>&1 | tee {log} >&2"


rule insert:
    input:
        "build/lowpoly/pixels/{bucket}.npz",
        "build/lowpoly/light/{bucket}.npz",
        code=code_of_stage("lowpoly", "insert"),
        # What it compiles only saves time: a new one makes no mesh again.
        warm=ancient("build/lowpoly/warm.txt"),
    output:
        "build/lowpoly/insert/{bucket}.jsonl",
    log:
        "build/log/lowpoly/insert/{bucket}.log",
    params:
        rows=lambda wildcards: lowpoly_rows(wildcards.bucket),
        matter=lowpoly_matter("board", "insert", "keep", "sizes"),
    shell:
        "python -m lowpoly insert --bucket {wildcards.bucket} --rows {params.rows:q}"
        " --settings {LOWPOLY_SETTINGS:q} 2>&1 | tee {log} >&2"


rule holes:
    input:
        "build/lowpoly/light/{bucket}.npz",
        "build/lowpoly/insert/{bucket}.jsonl",
        code=code_of_stage("lowpoly", "holes"),
        warm=ancient("build/lowpoly/warm.txt"),
    output:
        "build/lowpoly/holes/{bucket}.jsonl",
    log:
        "build/log/lowpoly/holes/{bucket}.log",
    params:
        matter=lowpoly_matter("board", "keep", "sizes"),
    shell:
        "python -m lowpoly holes --bucket {wildcards.bucket} --settings {LOWPOLY_SETTINGS:q} 2>&1 | tee {log} >&2"


rule audit:
    input:
        "build/lowpoly/holes/{bucket}.jsonl",
        code=code_of_stage("lowpoly", "audit"),
    output:
        "build/lowpoly/audit/{bucket}.jsonl",
    log:
        "build/log/lowpoly/audit/{bucket}.log",
    params:
        rows=lambda wildcards: lowpoly_rows(wildcards.bucket),
        matter=lowpoly_matter("sizes"),
    shell:
        "python -m lowpoly audit --bucket {wildcards.bucket} --rows {params.rows:q}"
        " --settings {LOWPOLY_SETTINGS:q} 2>&1 | tee {log} >&2"
