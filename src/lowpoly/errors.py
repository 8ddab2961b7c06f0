"""The error a Low Poly maker or reader raises."""

from picturekit.errors import KitError


class LowPolyError(KitError):
    """Something a person can mend about Low Poly's sources, pictures or published files."""
