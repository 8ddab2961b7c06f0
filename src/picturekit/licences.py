"""The notices of the art that pictures are made from: they go wherever the pictures go."""

from collections.abc import Iterable
from dataclasses import dataclass

from picturekit import files
from picturekit.art import Pin


@dataclass(frozen=True)
class Licence:
    """An art set that pictures are made from, with the notice that has to go with them."""

    set: str
    package: str
    version: str
    licence: str
    notice: str


def read(pins: Iterable[Pin]) -> list[Licence]:
    """The sets' licences with their notices in full. Raises KitError for a notice that can't be read."""
    return [
        Licence(pin.name, pin.package, pin.version, pin.licence, files.read_bytes(pin.notice).decode("utf-8"))
        for pin in pins
    ]
