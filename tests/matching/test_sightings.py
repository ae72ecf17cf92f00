"""What a log contains is gathered line by line, whichever part of it was wrapped."""

from tests.support.catalogs import catalog_of
from trainwreck.logs.normalizer import lines
from trainwreck.matching.matcher import Matcher
from trainwreck.matching.sightings import Collector


def test_lines_count_in_their_order_though_a_wrapped_one_comes_whole() -> None:
    first, second, third, *_ = lines("step 1 loss 0.3\nstep 2 loss 0.2\nstep 3 loss 0.1\n")
    collector = Collector(Matcher(catalog_of([]).patterns()))
    collector.read([first, third, second])
    assert collector.series
    assert [step.line for step in collector.series.steps.of(None)] == [1, 2, 3]
    collector.read([third])
    assert len(collector.series.steps.of(None)) == 3
