"""Picturemill: flat art to fair pencil puzzles. `make` runs this; `snakemake --cores 2` does too."""

from snakemake.utils import min_version, validate

min_version("9.0")


configfile: "config.yaml"


validate(config, "workflow/schemas/config.schema.yaml")


include: "workflow/rules/common.smk"
include: "workflow/rules/art.smk"
include: "workflow/rules/lowpoly.smk"
include: "workflow/rules/publish.smk"
include: "workflow/rules/sheets.smk"


rule all:
    default_target: True
    input:
        rules.publish.output,
        rules.sheets.input,


rule lowpoly:
    input:
        rules.lowpoly_publish.output,
        rules.lowpoly_sheets.input,
