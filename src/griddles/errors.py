"""What Griddles raises."""

from picturekit.errors import KitError


class GriddlesError(KitError):
    """A sentence that names the picture, file or line, what is wrong with it, and what to do."""


class UnfitError(GriddlesError):
    """Clues that can be read and that no grid can fit: too long for their line, or of other totals."""
