"""The whole bank once more, from its certificates: every board made, held to its contract and proved."""

from __future__ import annotations

import json
from pathlib import Path

from numberlink.certificate import Certificate, key_of, verify
from numberlink.errors import NumberlinkError
from numberlink.library import certificates_of
from numberlink.puzzle import Library
from numberlink.settings import Settings


def verify_bank(publish: Path, settings: Settings) -> str:
    """Verify every board of a published bank and say so. Raises NumberlinkError with each that fails, and for
    files that aren't whole."""
    library = Library(publish)
    told, boards = [], 0
    for (size, difficulty), contract in settings.contracts.items():
        path = publish / certificates_of(size, difficulty)
        entries = library.entries(size, difficulty)
        try:
            documents = json.loads(path.read_bytes())["certificates"]
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise NumberlinkError(f"{path} can't be read ({error}): build it again.") from None
        if len(documents) != len(entries):
            raise NumberlinkError(f"{path} has {len(documents)} certificates for {len(entries)} boards.")
        for entry, document in zip(entries, documents, strict=True):
            code = document.pop("code", None) if isinstance(document, dict) else None
            certificate = Certificate.from_json(document)
            wrong = verify(certificate, contract)
            same = (entry.code, entry.layout, entry.answer, entry.seed, entry.key)
            if same != (code, certificate.layout, certificate.answer, certificate.seed, key_of(certificate)):
                wrong.append("It is another board's: certify the board again.")
            told += [f"{path}: {entry.code}: {sentence}" for sentence in wrong]
            boards += 1
    if told:
        raise NumberlinkError("\n".join(told))
    return f"Verified: {boards} boards, each made again from its seed and proved to have its one answer."
