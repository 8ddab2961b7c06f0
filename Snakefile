"""Picturemill: flat art to fair pencil puzzles. `make` runs this; `snakemake --cores 2` does too."""

from snakemake.utils import min_version, validate

min_version("9.0")


configfile: "config.yaml"


validate(config, "workflow/schemas/config.schema.yaml")


include: "workflow/rules/common.smk"
include: "workflow/rules/art.smk"
include: "workflow/rules/lowpoly.smk"
include: "workflow/rules/griddles.smk"
include: "workflow/rules/icons.smk"
include: "workflow/rules/numberlink.smk"
include: "workflow/rules/publish.smk"
include: "workflow/rules/sheets.smk"


rule lowpoly:
    input:
        LOWPOLY_MADE,
        rules.lowpoly_publish.output,
        rules.lowpoly_sheets.input,


rule griddles:
    input:
        GRIDDLES_MADE,
        rules.griddles_publish.output,
        rules.griddles_sheets.input,


rule numberlink:
    input:
        NUMBERLINK_MADE,
        rules.numberlink_publish.output,
        rules.numberlink_sheets.input,


rule all:
    default_target: True
    input:
        rules.lowpoly.input,
        rules.griddles.input,
        rules.numberlink.input,
        rules.publish.output,
