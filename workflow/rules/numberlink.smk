"""Numberlink: seeds to proved and measured boards, a shard of seeds a job."""

from numberlink import project as numberlink_project
from numberlink.settings import Settings as NumberlinkSettings

numberlink_project.check_engine(config["numberlink"])
NUMBERLINK = NumberlinkSettings.of(config["numberlink"])
NUMBERLINK_SETTINGS = as_text(config["numberlink"])
NUMBERLINK_SHARDS = buckets.labels(NUMBERLINK.shards)
NUMBERLINK_SIZES = sorted({size for size, _ in NUMBERLINK.contracts})
# All that comes before publishing: see LOWPOLY_MADE.
NUMBERLINK_MADE = expand(
    "build/numberlink/{stage}/{shard}.jsonl", stage=["fill", "prove", "measure"], shard=NUMBERLINK_SHARDS
)


def numberlink_matter(*keys):
    """The part of the settings that a stage goes by: when it changes, the stage's jobs run again."""
    return as_text({key: config["numberlink"][key] for key in keys})


def numberlink_locked():
    """The boards whose codes are locked: publishing goes by them."""
    return as_text(numberlink_project.locked_codes(numberlink_project.LAYOUT.lock))


rule numberlink_warm:
    input:
        code=code_of_stage("numberlink", "warm"),
    output:
        "build/numberlink/warm.txt",
    log:
        "build/log/numberlink/warm.log",
    shell:
        "python -m numberlink warm --settings {NUMBERLINK_SETTINGS:q} 2>&1 | tee {log} >&2"


rule numberlink_fill:
    input:
        warm="build/numberlink/warm.txt",
        code=code_of_stage("numberlink", "fill"),
    output:
        "build/numberlink/fill/{shard}.jsonl",
    log:
        "build/log/numberlink/fill/{shard}.log",
    params:
        matter=numberlink_matter("shard", "difficulties"),
    shell:
        "python -m numberlink fill --shard {wildcards.shard} --settings {NUMBERLINK_SETTINGS:q} 2>&1 | tee {log} >&2"


rule numberlink_prove:
    input:
        "build/numberlink/fill/{shard}.jsonl",
        warm="build/numberlink/warm.txt",
        code=code_of_stage("numberlink", "prove"),
    output:
        "build/numberlink/prove/{shard}.jsonl",
    log:
        "build/log/numberlink/prove/{shard}.log",
    params:
        matter=numberlink_matter("loose"),
    shell:
        "python -m numberlink prove --shard {wildcards.shard} --settings {NUMBERLINK_SETTINGS:q} 2>&1 | tee {log} >&2"


rule numberlink_measure:
    input:
        "build/numberlink/prove/{shard}.jsonl",
        warm="build/numberlink/warm.txt",
        code=code_of_stage("numberlink", "measure"),
    output:
        "build/numberlink/measure/{shard}.jsonl",
    log:
        "build/log/numberlink/measure/{shard}.log",
    params:
        matter=numberlink_matter("difficulties"),
    shell:
        "python -m numberlink measure --shard {wildcards.shard} --settings {NUMBERLINK_SETTINGS:q} 2>&1 | tee {log} >&2"


rule numberlink_publish:
    input:
        NUMBERLINK_MADE,
        "workflow/schemas/numberlink.schema.json",
        "workflow/schemas/numberlink-certificate.schema.json",
        code=code_of_stage("numberlink", "publish"),
    output:
        "build/numberlink/published.json",
        "build/numberlink/fingerprints.txt",
    log:
        "build/log/numberlink/publish.log",
    params:
        locked=numberlink_locked(),
        matter=numberlink_matter("engine", "boards", "shard", "spare", "alike"),
    shell:
        "python -m numberlink publish --settings {NUMBERLINK_SETTINGS:q} --buckets {NUMBERLINK.shards}"
        " 2>&1 | tee {log} >&2"
