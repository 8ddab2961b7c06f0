"""The rule graph's drawing: what it reads, where it puts things, what it draws."""

from pathlib import Path
from xml.etree import ElementTree

import pytest
import rulegraph
from hypothesis import given
from hypothesis import strategies as st
from rulegraph import GAP, Graph

from picturekit.errors import KitError

DOT = """digraph snakemake_dag {
    graph[bgcolor=white, margin=0];
    edge[penwidth=2, color=grey];
	0[label = "all", color = "0.00 0.6 0.85", style="rounded"];
	1[label = "cut", color = "0.48 0.6 0.85", style="rounded,dashed"];
	12[label = "draw", color = "0.10 0.6 0.85", style="rounded"];
	3[label = "warm", color = "0.10 0.6 0.85", style="rounded"];
	12 -> 1
	1 -> 0
	12 -> 0
	3 -> 0
}
"""
GRAPH = Graph(
    ("all", "cut", "draw", "warm"), (("cut", "all"), ("draw", "all"), ("draw", "cut"), ("warm", "all"))
)


def test_parse() -> None:
    assert rulegraph.parse(DOT) == GRAPH


def test_what_is_no_graph_is_refused() -> None:
    with pytest.raises(KitError, match="no rules"):
        rulegraph.parse("Building DAG of jobs...\n")


def test_a_workflow_that_is_broken_is_told_in_snakemakes_words(tmp_path: Path) -> None:
    for name in rulegraph.NEEDED:
        (tmp_path / name).mkdir()
    (tmp_path / "Snakefile").rmdir()
    (tmp_path / "Snakefile").write_text("rule one:\n    output: nonsense\n", encoding="utf-8")
    with pytest.raises(KitError, match="nonsense"):
        rulegraph.ask(tmp_path)


def test_a_rule_that_reads_nothing_stands_before_its_reader() -> None:
    assert rulegraph.layers(GRAPH) == {"draw": 0, "cut": 1, "warm": 1, "all": 2}


def test_only_edges_with_a_longer_way_are_implied() -> None:
    assert rulegraph.implied(GRAPH) == {("draw", "all")}


def test_an_arrow_over_layers_goes_by_its_rules_lanes() -> None:
    layer = rulegraph.layers(GRAPH)
    assert rulegraph.way(("draw", "all"), layer) == [(0, "draw"), (1, "draw"), (2, "all")]


@given(st.lists(st.tuples(st.integers(-200, 200), st.integers(1, 40)), min_size=1, max_size=8))
def test_settled_heights_keep_apart_and_stay_where_they_can(wishes: list[tuple[int, int]]) -> None:
    wished, half = zip(*wishes, strict=True)
    found = rulegraph.settle(wished, half)
    needed = [half[i] + GAP + half[i + 1] for i in range(len(half) - 1)]
    for i, least in enumerate(needed):
        assert found[i + 1] - found[i] >= least - 1e-6
    if all(wished[i + 1] - wished[i] >= least for i, least in enumerate(needed)):
        assert found == pytest.approx(wished)
    # Least squares: no move of all together is any better.
    assert sum(found) == pytest.approx(sum(wished), abs=1e-6)


def test_the_drawing_has_every_rule_and_every_arrow_inside_it() -> None:
    root = ElementTree.fromstring(rulegraph.draw(GRAPH))
    space = "{http://www.w3.org/2000/svg}"
    wide, tall = map(int, root.attrib["viewBox"].split()[2:])
    page, *boxes = root.iter(f"{space}rect")
    assert (page.attrib["width"], page.attrib["height"]) == (str(wide), str(tall))
    assert [text.text for text in root.iter(f"{space}text")] == list(GRAPH.rules)
    places = [tuple(int(box.attrib[key]) for key in ("x", "y", "width", "height")) for box in boxes]
    for x, y, width, height in places:
        assert 0 < x < x + width < wide
        assert 0 < y < y + height < tall
    pale, dark, heads = (path.attrib["d"] for path in root.iter(f"{space}path"))
    assert (pale.count("M"), dark.count("M"), heads.count("M")) == (1, 3, 2)


def test_boxes_and_lanes_of_a_layer_do_not_overlap() -> None:
    layer = rulegraph.layers(GRAPH)
    down = rulegraph.heights(GRAPH, layer)
    ordered = sorted((height, rule) for (at, rule), height in down.items() if at == 1)
    half = [(rulegraph.BOX if layer[rule] == 1 else rulegraph.LANE) / 2 for _, rule in ordered]
    assert len(ordered) == 3
    for i in range(len(ordered) - 1):
        assert ordered[i + 1][0] - ordered[i][0] >= half[i] + GAP + half[i + 1] - 1e-6


def test_the_order_in_which_snakemake_tells_rules_changes_nothing() -> None:
    lines = DOT.splitlines()
    turned = "\n".join([*lines[:3], *reversed(lines[3:-1]), lines[-1]])
    assert rulegraph.draw(rulegraph.parse(turned)) == rulegraph.draw(rulegraph.parse(DOT))
