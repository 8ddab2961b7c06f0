"""Jobs: a stage's options become its arguments, and one failure doesn't hide the next."""

import argparse
from pathlib import Path

import pytest

from picturekit import jobs
from picturekit.errors import KitError

STAGES: jobs.Stages = {
    "touch-up": (("bucket", "rows"), "touch up"),
    "sheet": (("buckets",), "write a sheet"),
}


def parsed(*words: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    jobs.add_stages(parser.add_subparsers(dest="command"), STAGES)
    return parser.parse_args(words)


def test_a_stage_takes_its_own_options_each_by_its_reader() -> None:
    args = parsed("touch-up", "--bucket", "03", "--rows", "a b")
    assert args.sources == Path("sources")
    assert jobs.given(args, STAGES, {"rows": str.split}) == {"bucket": "03", "rows": ["a", "b"]}
    assert jobs.function_of("touch-up") == "touch_up"


def test_buckets_are_told_by_their_number() -> None:
    assert jobs.given(parsed("sheet", "--buckets", "3"), STAGES, {}) == {"buckets": ["00", "01", "02"]}


def test_a_stage_without_an_option_of_its_own_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        parsed("touch-up", "--bucket", "03")
    assert "--rows" in capsys.readouterr().err


def test_every_item_is_tried_and_each_failure_kept_in_order() -> None:
    done = []

    def work(item: str) -> None:
        done.append(item)
        if item != "fox":
            raise KitError(f"no {item}")

    failed = jobs.failures(["owl", "fox", "cat"], work)
    assert done == ["owl", "fox", "cat"]
    assert [(item, str(error)) for item, error in failed] == [("owl", "no owl"), ("cat", "no cat")]


def test_other_errors_are_not_kept() -> None:
    with pytest.raises(ZeroDivisionError):
        jobs.failures([0], lambda item: print(1 // item))
