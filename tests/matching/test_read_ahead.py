"""A thread works ahead, in order, and no further than what is there."""

from collections.abc import Iterator

import pytest

from trainwreck.matching.read_ahead import read_ahead


def test_results_come_in_the_order_of_the_items() -> None:
    assert list(read_ahead(range(20), lambda item: item * item)) == [
        (item, item * item) for item in range(20)
    ]


def test_none_asks_for_all_that_came_before_it() -> None:
    asked: list[int] = []

    def items() -> Iterator[int | None]:
        yield 1
        yield None
        asked.append(1)
        yield 2

    results = read_ahead(items(), str)
    assert next(results) == (1, "1")
    assert asked == []
    assert list(results) == [(2, "2")]


def test_error_of_the_work_is_raised() -> None:
    with pytest.raises(ZeroDivisionError):
        list(read_ahead([1, 0], lambda item: 1 // item))
