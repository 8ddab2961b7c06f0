"""What Numberlink refuses, with a sentence that says what to do."""

from picturekit.errors import KitError


class NumberlinkError(KitError):
    """A board, a file or a request that Numberlink can't take."""
