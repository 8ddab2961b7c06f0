"""Numberlink: boards without limit, each proved to have one answer and unlike the others.

In the order in which a board meets them: `chance` (random numbers), `paths`, `filling` (paths that cover a
board), `scan` and `search` (the search for answers), `repair` (cuts until one is left), `turning`, `geometry`
(what paths look like), `logic` (how hard it is by hand), `prover` with `sat`, `generator` (all of it, from a
seed), `frontier` (the proof that shares nothing), `topology` (when two boards are the same), `certificate`,
`bank`, `puzzle` (the rules, in plain Python), `library`, `publishing`, `drawing`, `sheet`. `board` reads and
writes boards, `solving` decides anyone's, `play` makes one for a player, `importing` reads another maker's,
`audit` measures all of them alike and `plots` draws that, `verifying` proves the whole bank again.
`settings`, `layout` and `project` say what is wanted and where it lies; `stages` is the build's side of it
all, and `summary` ends a build.
"""
