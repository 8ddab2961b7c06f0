"""Certificates: what was proved of a board, by which rule and method, so that anyone can prove it again.

`verify` takes nothing on trust: it makes the board anew from its seed, holds its paths against the contract,
and proves from the board alone that it has one answer (NL-26). Source: spec `numberlink`, "Uniqueness as
certification".
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from typing import Any

from numberlink import board, geometry, logic, prover
from numberlink.errors import NumberlinkError
from numberlink.generator import Contract, generate
from numberlink.geometry import Geometry
from numberlink.logic import Effort
from numberlink.puzzle import DIFFICULTIES, ENGINE_VERSION, RULE, SIZES, why_wrong
from numberlink.topology import board_key

MADE_HERE = "mill"
"""The source of boards of our own generator."""

EXACT = "exact-unique"
"""What a certificate says of its board: that an exhaustive proof found one answer."""

PROOF_STEPS = 1 << 24
"""Steps that a proof may take before it is given up."""


@dataclass(frozen=True)
class Certificate:
    """A board, where it is from, and its proof.

    `generator` made it from `seed`; `method` proved its `answer` the only one by `rule`, in `steps` steps of
    the search and `conflicts` of the SAT solver.
    """

    bank: int
    generator: int
    source: str
    size: int
    difficulty: str
    seed: str
    layout: str
    answer: str
    rule: str
    validation: str
    method: str
    steps: int
    conflicts: int

    def to_json(self) -> dict[str, Any]:
        """The certificate as its published file has it."""
        return asdict(self)

    @classmethod
    def from_json(cls, value: object) -> Certificate:
        """The certificate of a JSON object. Raises NumberlinkError if it isn't of `to_json`'s shape."""
        kinds = {field.name: int if field.type == "int" else str for field in fields(cls)}
        if not isinstance(value, dict) or sorted(value) != sorted(kinds):
            raise NumberlinkError(f"A certificate has the members {', '.join(kinds)}: make it again.")
        for name, kind in kinds.items():
            if type(value[name]) is not kind:
                raise NumberlinkError(f"A certificate's {name} can't be {value[name]!r}: make it again.")
        return cls(**value)


def certify(layout: str, answer: str, seed: str, size: int, difficulty: str) -> Certificate:
    """The certificate of a board that was made from a seed. Raises NumberlinkError where its answer isn't
    proved the only one."""
    verdict = prover.prove(board.to_board(layout, size), steps=PROOF_STEPS)
    if verdict.result != prover.UNIQUE or verdict.answer is None or board.to_answer(verdict.answer) != answer:
        raise NumberlinkError(
            f"The {difficulty} {size}×{size} of seed {seed} is proved {verdict.result}, and was made to have "
            "one answer: the search and the repair disagree, so don't publish it."
        )
    return Certificate(
        bank=ENGINE_VERSION,
        generator=ENGINE_VERSION,
        source=MADE_HERE,
        size=size,
        difficulty=difficulty,
        seed=seed,
        layout=layout,
        answer=answer,
        rule=RULE,
        validation=EXACT,
        method=verdict.method,
        steps=verdict.steps,
        conflicts=verdict.conflicts,
    )


def verify(certificate: Certificate, contract: Contract) -> list[str]:
    """What is wrong with a certificate, as sentences: none if it holds."""
    told = problems(certificate)
    if told:
        return told
    made = generate(certificate.seed, certificate.size, certificate.difficulty, contract)
    if made is None or board.to_layout(made.board) != certificate.layout:
        return [f"Seed {certificate.seed} makes another board: certify the board again."]
    shape = geometry.measure(made.links, certificate.size, certificate.size)
    told += breaches(shape, logic.effort(made.board), contract)
    ends = board.to_board(certificate.layout, certificate.size)
    verdict = prover.prove(ends, steps=PROOF_STEPS)
    if verdict.result != prover.UNIQUE or verdict.answer is None:
        return [*told, f"The board is proved {verdict.result}: it can't be published."]
    if board.to_answer(verdict.answer) != certificate.answer:
        told.append("Its answer isn't the board's: certify the board again.")
    proof = (verdict.method, verdict.steps, verdict.conflicts)
    if proof != (certificate.method, certificate.steps, certificate.conflicts):
        told.append(f"The proof takes {proof}, and the certificate tells another: certify the board again.")
    return told


def problems(certificate: Certificate) -> list[str]:
    """What is wrong with what a certificate says, without proving anything again."""
    told = []
    if (certificate.bank, certificate.generator) != (ENGINE_VERSION, ENGINE_VERSION):
        told.append(f"It is of bank {certificate.bank}, generator {certificate.generator}: certify it again.")
    if certificate.source != MADE_HERE:
        told.append(f"It is of {certificate.source}, and only boards of {MADE_HERE} are certified here.")
    if certificate.rule != RULE or certificate.validation != EXACT:
        told.append(f"It says {certificate.validation} by the rule {certificate.rule}: certify it again.")
    if certificate.size not in SIZES or certificate.difficulty not in DIFFICULTIES:
        return [*told, f"There is no {certificate.difficulty} at {certificate.size}: certify it again."]
    if len(certificate.layout) != certificate.size**2:
        return [*told, f"Its board isn't {certificate.size}×{certificate.size}: certify it again."]
    if why := why_wrong(certificate.layout, certificate.answer, certificate.size):
        told.append(f"Its answer is wrong. {why}")
    return told


def breaches(shape: Geometry, effort: Effort, contract: Contract) -> list[str]:
    """Where a board with these measures doesn't keep a contract, as sentences."""
    told = []
    if shape.touching or shape.pairs:
        told.append(f"{shape.touching} paths have their ends side by side, {shape.pairs} have two cells.")
    if not contract.winding <= shape.longest <= contract.longest:
        told.append(
            f"The longest path has {shape.longest} cells: {contract.winding} to {contract.longest} may be."
        )
    if shape.straight > contract.straight * shape.paths:
        told.append(f"{shape.straight} of {shape.paths} paths are straight, over {contract.straight}.")
    if shape.turns < contract.turns * shape.paths:
        told.append(f"{shape.paths} paths have {shape.turns} turns, under {contract.turns} a path.")
    least, most = contract.looks
    if not least <= effort.looks <= most or effort.open > contract.open:
        told.append(
            f"A person needs {effort.looks} looks ahead, and is left with {effort.open} cells: "
            f"{least} to {most} looks and {contract.open} cells may be."
        )
    return told


def key_of(certificate: Certificate) -> str:
    """The canonical key of a certificate's board."""
    return board_key(board.to_board(certificate.layout, certificate.size).ravel().tolist(), certificate.size)
