"""The contact sheets: one page of HTML a game, and PNG pages for a viewer that shows nothing else."""


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


rule griddles_sheet:
    input:
        expand("build/griddles/{stage}/{bucket}.jsonl", stage=["prove", "count"], bucket=GRIDDLES_BUCKETS),
        "build/provenance/griddles/likeness.json",
        "sources/art.yaml",
        templates=sheet_templates("griddles"),
        code=code_of_stage("griddles", "sheet"),
    output:
        "sheets/griddles.html",
    log:
        "build/log/griddles/sheet.log",
    params:
        entries=griddles_entries(shown=True),
    shell:
        "python -m griddles sheet --buckets {config[griddles][buckets]} 2>&1 | tee {log} >&2"


rule griddles_sheet_png:
    input:
        expand("build/griddles/{stage}/{bucket}.jsonl", stage=["prove", "count"], bucket=GRIDDLES_BUCKETS),
        "build/provenance/griddles/likeness.json",
        code=code_of_stage("griddles", "sheet-png"),
    output:
        "sheets/griddles/{cells}.png",
    log:
        "build/log/griddles/sheet-png/{cells}.log",
    params:
        entries=griddles_entries(shown=True),
    shell:
        "python -m griddles sheet-png --size {wildcards.cells} --buckets {config[griddles][buckets]} 2>&1 | tee {log} >&2"


rule griddles_sheets:
    input:
        "sheets/griddles.html",
        expand(
            "sheets/griddles/{cells}.png",
            cells=[size["cells"] for size in config["griddles"]["sizes"].values()],
        ),


rule numberlink_sheet:
    input:
        "build/numberlink/published.json",
        "sources/art.yaml",
        templates=sheet_templates("numberlink"),
        code=code_of_stage("numberlink", "sheet"),
    output:
        "sheets/numberlink.html",
    log:
        "build/log/numberlink/sheet.log",
    shell:
        "python -m numberlink sheet 2>&1 | tee {log} >&2"


rule numberlink_sheet_png:
    input:
        "build/numberlink/published.json",
        code=code_of_stage("numberlink", "sheet-png"),
    output:
        "sheets/numberlink/{cells}.png",
    log:
        "build/log/numberlink/sheet-png/{cells}.log",
    shell:
        "python -m numberlink sheet-png --size {wildcards.cells} 2>&1 | tee {log} >&2"


rule numberlink_audit:
    input:
        "build/numberlink/published.json",
        "sources/art.yaml",
        templates=sheet_templates("numberlink"),
        code=code_of("numberlink.audit"),
    output:
        "sheets/numberlink-audit.html",
    log:
        "build/log/numberlink/audit.log",
    params:
        matter=numberlink_matter("difficulties"),
    shell:
        "python -m numberlink audit --certify --page {output} bank generator poor > {log}"


rule numberlink_sheets:
    input:
        "sheets/numberlink.html",
        "sheets/numberlink-audit.html",
        expand("sheets/numberlink/{cells}.png", cells=NUMBERLINK_SIZES),


rule sheets:
    input:
        rules.lowpoly_sheets.input,
        rules.griddles_sheets.input,
        rules.numberlink_sheets.input,
