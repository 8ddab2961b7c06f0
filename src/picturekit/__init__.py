"""What every game of the mill shares, in the order in which data meets it.

- `errors`: the one exception that a person sees, as a sentence.
- `codes`: a picture's six letters, made from its name.
- `buckets`: the part of the build that a picture belongs to.
- `canonical`: JSON that has one spelling only.
- `files`: writing so that a file is whole or not there.
- `art`: the pinned art sets, fetched and verified.
- `svg`: drawings from outside, checked before anything draws them.
- `raster`: an SVG as pixels, and PNG files.
- `random`: the mill's own 32-bit generator.
- `jit`: compiled functions and their cache.
- `closure`: the source files that a stage is made of.
- `licences`: the notices that go wherever the pictures go.
- `schemas`: the shapes of published files.
- `sheets`: pages for reviewers.
- `fingerprints`: the lock, and which stage of the build moved.

`python -m picturekit` fetches the art, checks a build against the lock and rewrites the lock.
"""
