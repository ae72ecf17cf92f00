"""What is proposed as the title of a new entry."""

import pytest

from trainwreck.drafting.first_look import title_of


@pytest.mark.parametrize(
    ("message", "title"),
    [
        ("RuntimeError: axle <#> on <*> refused <*>", "RuntimeError: axle … on … refused"),
        ("cuda:<#> has a stale map (epoch <#> != <#>)", "cuda:… has a stale map (epoch … != …)"),
        ("the axle is\n<*> gone", "the axle is … gone"),
    ],
)
def test_title_has_no_stray_spaces(message: str, title: str) -> None:
    assert title_of([message]) == title
