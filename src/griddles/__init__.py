"""Griddles: nonograms made from icons and by hand, each proved to have one answer by methods that share no
code.

In the order in which a picture meets them: `icons` (names of drawings), `ink` (crop, fit, cell shares,
thresholds), `clues`, `lines` (one line's logic), `ladder` (tiers and measures), `explain`, `candidates`,
`touchup`, `likeness`, `proposals` and `keeping` (a person chooses), `pictures` (pictures.txt), `frontier` and
`count` (the independent proof), `probing`, `sat`, `components` and `cascade` (which decides any grid),
`certificate` and `checker`, `puzzle` (the rules, in plain Python), `library`, `publishing`, `drawing`,
`sheet`. `non` and `solving` are for anyone's puzzle. `settings`, `layout` and `project` say what is wanted
and where it lies; `stages` is the build's side of it all, and `summary` ends a build.
"""
