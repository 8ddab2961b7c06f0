"""The art sets: each fetched once and verified, or said to be absent."""

from picturekit import art

PINS = {pin.name: pin for pin in art.read_pins(Path("sources/art.yaml"))}


rule art:
    input:
        code=code_of("picturekit.art"),
    output:
        status="build/art/{art_set}.json",
        files=directory("build/art/{art_set}"),
    log:
        "build/log/art/{art_set}.log",
    params:
        pin=lambda wildcards: PINS[wildcards.art_set].sha512,
        files=lambda wildcards: list(PINS[wildcards.art_set].files),
        art_dir=lambda wildcards: ["--art-dir", config["art_dir"]] if config["art_dir"] else [],
    shell:
        "python -m picturekit fetch --set {wildcards.art_set} {params.art_dir:q} 2>&1 | tee {log} >&2"
