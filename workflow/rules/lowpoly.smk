"""Low Poly: art to audited pictures, a bucket a job."""

from lowpoly import layout, project
from picturekit.art import ICONS, NAMES

LOWPOLY = project.read(config)
LOWPOLY_SETTINGS = as_text(config["lowpoly"])
LOWPOLY_ART = expand("build/art/{art_set}.json", art_set=[ICONS, NAMES])
# All that comes before publishing, which the targets ask for by name: what a job that failed left out isn't made
# again for later files that are still there, and the next build would pass its failure over.
LOWPOLY_MADE = [
    *LOWPOLY_ART,
    *expand("build/lowpoly/{stage}/{bucket}.npz", stage=["pixels", "light"], bucket=BUCKETS),
    *expand("build/lowpoly/{stage}/{bucket}.jsonl", stage=["insert", "holes", "audit"], bucket=BUCKETS),
]


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
        art=LOWPOLY_ART,
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
        # These are among what the stages after it import, which a change of them makes again anyway. Asked for as
        # `ancient`, it would hide from Snakemake that they changed.
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
        warm="build/lowpoly/warm.txt",
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
        warm="build/lowpoly/warm.txt",
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


rule lowpoly_publish:
    input:
        LOWPOLY_MADE,
        "workflow/schemas/picture.schema.json",
        code=code_of_stage("lowpoly", "publish"),
    output:
        "build/lowpoly/published.json",
        "build/lowpoly/fingerprints.txt",
    log:
        "build/log/lowpoly/publish.log",
    params:
        rows=lowpoly_rows(shown=True),
        matter=LOWPOLY_SETTINGS,
        buckets=len(BUCKETS),
    shell:
        "python -m lowpoly publish --settings {LOWPOLY_SETTINGS:q} --buckets {params.buckets} 2>&1 | tee {log} >&2"
