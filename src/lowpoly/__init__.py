"""Low Poly: pictures of dots and triangles, made from flat art.

In the order in which a picture meets them: `subjects` (what is drawn), `light`, `features` (premultiplied
channels and their sums), `board` (units, distances, rules), `delaunay`, `gains`, `fairness`, `insertion`,
`background` (keep, holes, colours), `audit`, `measures`, `puzzle` (the rules, in plain Python), `library`
(codes, kinds, the daily order), `publishing`, `drawing`, `sheet`. `settings`, `layout` and `project` say what
is wanted and where it lies; `stages` is the build's side of it all, `single` makes one picture by hand, and
`summary` ends a build.
"""
