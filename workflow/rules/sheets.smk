"""The contact sheets: one page of HTML a game, and PNG pages for a viewer that shows nothing else."""


def sheet_templates(package):
    """The templates that a game's sheet is made from."""
    folders = ("src/picturekit/templates", f"src/{package}/templates")
    return sorted(path.as_posix() for folder in folders for path in Path(folder).glob("*.j2"))


rule lowpoly_sheet:
    input:
        expand("build/lowpoly/{stage}/{bucket}.jsonl", stage=["holes", "audit"], bucket=BUCKETS),
        expand("build/lowpoly/pixels/{bucket}.npz", bucket=BUCKETS),
        "sources/art.yaml",
        templates=sheet_templates("lowpoly"),
        code=code_of_stage("lowpoly", "sheet"),
    output:
        "sheets/lowpoly.html",
    log:
        "build/log/lowpoly/sheet.log",
    params:
        rows=lowpoly_rows(shown=True),
        buckets=len(BUCKETS),
    shell:
        "python -m lowpoly sheet --buckets {params.buckets} 2>&1 | tee {log} >&2"


rule lowpoly_sheet_png:
    input:
        "build/lowpoly/holes/{bucket}.jsonl",
        "build/lowpoly/audit/{bucket}.jsonl",
        "build/lowpoly/pixels/{bucket}.npz",
        code=code_of_stage("lowpoly", "sheet-png"),
    output:
        "sheets/lowpoly/{bucket}.png",
    log:
        "build/log/lowpoly/sheet-png/{bucket}.log",
    params:
        rows=lambda wildcards: lowpoly_rows(wildcards.bucket, shown=True),
    shell:
        "python -m lowpoly sheet-png --bucket {wildcards.bucket} --rows {params.rows:q} 2>&1 | tee {log} >&2"


rule lowpoly_sheets:
    input:
        "sheets/lowpoly.html",
        expand("sheets/lowpoly/{bucket}.png", bucket=BUCKETS),


rule sheets:
    input:
        rules.lowpoly_sheets.input,
