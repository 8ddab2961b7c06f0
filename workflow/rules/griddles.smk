"""Griddles: pictures.txt to twice proved pictures, a bucket a job."""

from griddles import layout as griddles_layout
from griddles import project as griddles_project

griddles_project.check_engine(config["griddles"])
GRIDDLES = griddles_project.entries()
GRIDDLES_SETTINGS = as_text(config["griddles"])
GRIDDLES_ART = expand("build/art/{art_set}.json", art_set=["phosphor-icons", "tabler-icons"])
GRIDDLES_BUCKETS = buckets.labels(config["griddles"]["buckets"])
# All that comes before publishing: see LOWPOLY_MADE.
GRIDDLES_MADE = [
    *GRIDDLES_ART,
    *expand("build/griddles/kept/ink/{bucket}.{suffix}", bucket=GRIDDLES_BUCKETS, suffix=["npz", "json"]),
    *expand(
        "build/griddles/kept/{stage}/{bucket}.jsonl", stage=["threshold", "touch-up"], bucket=GRIDDLES_BUCKETS
    ),
    *expand("build/griddles/{stage}/{bucket}.jsonl", stage=["prove", "count"], bucket=GRIDDLES_BUCKETS),
    "build/provenance/griddles/likeness.json",
]


def griddles_entries(bucket=None, shown=False):
    """The pictures of a bucket, or all, as a job is told them."""
    rows = [e for e in GRIDDLES if bucket in (None, griddles_bucket(e.key))]
    return griddles_layout.entries_to_text(rows, shown=shown)


def griddles_bucket(key):
    """The bucket of a picture's key or an icon's source."""
    return buckets.label(buckets.bucket_of(key, len(GRIDDLES_BUCKETS)))


def griddles_matter(*keys):
    """The part of the settings that a stage goes by: when it changes, the stage's jobs run again."""
    return as_text({key: config["griddles"][key] for key in keys})


rule griddles_warm:
    input:
        # Compiled for the stages after it, whose own code this is (see `warm`).
        code=code_of_stage("griddles", "warm"),
    output:
        "build/griddles/warm.txt",
    log:
        "build/log/griddles/warm.log",
    shell:
        "python -m griddles warm --settings {GRIDDLES_SETTINGS:q} 2>&1 | tee {log} >&2"


rule griddles_prove:
    input:
        warm="build/griddles/warm.txt",
        code=code_of_stage("griddles", "prove"),
    output:
        "build/griddles/prove/{bucket}.jsonl",
    log:
        "build/log/griddles/prove/{bucket}.log",
    params:
        entries=lambda wildcards: griddles_entries(wildcards.bucket),
        matter=griddles_matter("sizes"),
    shell:
        "python -m griddles prove --bucket {wildcards.bucket} --entries {params.entries:q}"
        " --settings {GRIDDLES_SETTINGS:q} 2>&1 | tee {log} >&2"


rule griddles_count:
    input:
        warm="build/griddles/warm.txt",
        code=code_of_stage("griddles", "count"),
    output:
        "build/griddles/count/{bucket}.jsonl",
    log:
        "build/log/griddles/count/{bucket}.log",
    params:
        entries=lambda wildcards: griddles_entries(wildcards.bucket),
        matter=griddles_matter("count"),
    shell:
        "python -m griddles count --bucket {wildcards.bucket} --entries {params.entries:q}"
        " --settings {GRIDDLES_SETTINGS:q} 2>&1 | tee {log} >&2"


rule griddles_publish:
    input:
        GRIDDLES_MADE,
        "workflow/schemas/griddles.schema.json",
        "workflow/schemas/griddles-certificate.schema.json",
        code=code_of_stage("griddles", "publish"),
    output:
        "build/griddles/published.json",
        "build/griddles/fingerprints.txt",
    log:
        "build/log/griddles/publish.log",
    params:
        entries=griddles_entries(shown=True),
        matter=GRIDDLES_SETTINGS,
    shell:
        "python -m griddles publish --settings {GRIDDLES_SETTINGS:q} --buckets {config[griddles][buckets]}"
        " 2>&1 | tee {log} >&2"
