"""The error that reaches a person instead of a traceback."""


class KitError(Exception):
    """Something a person can mend. The message is a sentence: where, what is wrong, and what to do."""
