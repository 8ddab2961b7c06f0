"""Griddles' icons: art to candidates and touch-ups, of the icons that pictures.txt names and those asked for."""

from functools import cache


@cache
def griddles_icons(shelf):
    """The icons of a list, each with its sizes."""
    if shelf == griddles_layout.KEPT:
        return griddles_project.kept_pairs(GRIDDLES)
    wanted = griddles_project.wanted(griddles_project.LAYOUT.icons)
    sizes = [size["cells"] for size in config["griddles"]["sizes"].values()]
    return [griddles_layout.Pair(one.source, size) for one in wanted for size in sizes]


def griddles_pairs(wildcards):
    """A bucket's icons of a list, each with its sizes, as a job is told them."""
    icons = griddles_icons(wildcards.shelf)
    return griddles_layout.pairs_to_text(i for i in icons if griddles_bucket(i.source) == wildcards.bucket)


rule griddles_rasterize:
    input:
        GRIDDLES_ART,
        code=code_of_stage("griddles", "rasterize"),
    output:
        "build/griddles/{shelf}/ink/{bucket}.npz",
        "build/griddles/{shelf}/ink/{bucket}.json",
    log:
        "build/log/griddles/{shelf}/rasterize/{bucket}.log",
    params:
        rows=griddles_pairs,
        matter=griddles_matter("ink"),
    shell:
        "python -m griddles rasterize --shelf {wildcards.shelf} --bucket {wildcards.bucket}"
        " --rows {params.rows:q} --settings {GRIDDLES_SETTINGS:q} 2>&1 | tee {log} >&2"


rule griddles_threshold:
    input:
        "build/griddles/{shelf}/ink/{bucket}.npz",
        warm="build/griddles/warm.txt",
        code=code_of_stage("griddles", "threshold"),
    output:
        "build/griddles/{shelf}/threshold/{bucket}.jsonl",
    log:
        "build/log/griddles/{shelf}/threshold/{bucket}.log",
    params:
        rows=griddles_pairs,
        matter=griddles_matter("ink", "candidates", "sizes"),
    shell:
        "python -m griddles threshold --shelf {wildcards.shelf} --bucket {wildcards.bucket}"
        " --rows {params.rows:q} --settings {GRIDDLES_SETTINGS:q} 2>&1 | tee {log} >&2"


rule griddles_touch_up:
    input:
        "build/griddles/{shelf}/threshold/{bucket}.jsonl",
        warm="build/griddles/warm.txt",
        code=code_of_stage("griddles", "touch-up"),
    output:
        "build/griddles/{shelf}/touch-up/{bucket}.jsonl",
    log:
        "build/log/griddles/{shelf}/touch-up/{bucket}.log",
    params:
        matter=griddles_matter("touchup", "sizes"),
    shell:
        "python -m griddles touch-up --shelf {wildcards.shelf} --bucket {wildcards.bucket}"
        " --settings {GRIDDLES_SETTINGS:q} 2>&1 | tee {log} >&2"


rule griddles_likeness:
    input:
        expand("build/griddles/kept/ink/{bucket}.{suffix}", bucket=GRIDDLES_BUCKETS, suffix=["npz", "json"]),
        expand("build/griddles/kept/touch-up/{bucket}.jsonl", bucket=GRIDDLES_BUCKETS),
        code=code_of_stage("griddles", "likeness"),
    output:
        "build/provenance/griddles/likeness.json",
    log:
        "build/log/griddles/likeness.log",
    params:
        rows=griddles_entries(shown=True),
        matter=griddles_matter("ink"),
    shell:
        "python -m griddles likeness --settings {GRIDDLES_SETTINGS:q} --buckets {config[griddles][buckets]}"
        " 2>&1 | tee {log} >&2"


rule griddles_candidates:
    input:
        expand("build/griddles/wanted/touch-up/{bucket}.jsonl", bucket=GRIDDLES_BUCKETS),
        "sources/griddles/icons.yaml",
        "sources/art.yaml",
        templates=sheet_templates("griddles"),
        code=code_of_stage("griddles", "candidates"),
    output:
        "sheets/griddles-candidates.html",
    log:
        "build/log/griddles/candidates.log",
    shell:
        "python -m griddles candidates --buckets {config[griddles][buckets]} 2>&1 | tee {log} >&2"
