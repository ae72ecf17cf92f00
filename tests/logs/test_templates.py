"""A template matches what it was made from, and nothing that only looks alike."""

import re

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from trainwreck.logs.normalizer import stream
from trainwreck.logs.placeholders import MOST_ENDS, NEAR_REACH, REACH
from trainwreck.logs.templates import ANYWHERE, parse

WORDS = st.text("abcdefgxyz0123456789_:=()'.-", min_size=1, max_size=12)
PIECES = st.lists(st.lists(WORDS, min_size=1, max_size=6).map(" ".join), min_size=1, max_size=4)
FILLING = st.text("abcxyz 0123456789_/'-", max_size=60)


def found(template: str, text: str) -> list[str]:
    """Return the text of each match, without white space."""
    said = stream(text)
    return [said.text[start:end] for start, end in parse(template).matches(said)]


@given(PIECES, st.lists(FILLING, min_size=4, max_size=4))
def test_template_matches_what_it_was_made_from(pieces: list[str], fillings: list[str]) -> None:
    template = " <*> ".join(pieces)
    assume(parse(template).weight >= ANYWHERE)
    text = pieces[0]
    for piece, filling in zip(pieces[1:], fillings, strict=False):
        text += f" {filling} {piece}"
    assert found(template, f"before {text} behind")


@given(
    st.lists(PIECES, min_size=2, max_size=3),
    st.lists(FILLING, min_size=8, max_size=8),
    st.lists(st.sampled_from(["", "another line", "[rank1]: epoch 3"]), max_size=MOST_ENDS - 1),
)
def test_template_of_lines_matches_lines_with_few_others_between(
    lines: list[list[str]], fillings: list[str], others: list[str]
) -> None:
    # What begins with a word is no prefix that would be dropped.
    template = "\n".join("says " + " <*> ".join(pieces) for pieces in lines)
    assume(all(parse(" ".join(pieces)).pieces for pieces in lines))
    assume(parse(template).weight >= ANYWHERE)
    # Without the space between them, a version takes the digits behind it.
    assume(not re.search(r"\d(?:\.\d+){2,} [\d.:=-]", template))
    filled = [
        "says "
        + " ".join(f"{piece} {filling}" for piece, filling in zip(pieces, fillings, strict=False))
        for pieces in lines
    ]
    text = "\n".join(["before", *("\n".join([line, *others]) for line in filled), "behind"])
    assert any(not parse(template).is_one_line and match for match in found(template, text))


@given(PIECES, st.text())
def test_matching_never_fails(pieces: list[str], text: str) -> None:
    template = parse("<*>".join(pieces))
    said = stream(text)
    for start, end in template.matches(said):
        assert 0 <= start < end <= len(said.text)


@pytest.mark.parametrize(
    ("template", "text"),
    [
        ("RuntimeError: No HIP GPUs are available", "runtimeerror:  no HIP\tGPUs are available!"),
        ("No module named 'src'", 'No module named "src"'),
        ("No module named 'src'", "No module named \N{LEFT SINGLE QUOTATION MARK}src`"),
        ("version `GLIBC_<*>' not found", "libc.so.6: version `GLIBC_2.33' not found (required"),
        ("torch 2.13.0 is needed", "torch 2.9.1 is needed"),
        ("<*> is not supported at all", "bfloat16 is not supported at all"),
        ("loss<~>nan", "{'loss': tensor(nan, device='cuda:0')}"),
        ("loss<~>nan", "loss=nan"),
        ("epoch <#> loss: nan", "epoch 3/10 loss: nan"),
        ("loss<=>nan", "{'loss': tensor(nan, device='cuda:0')}"),
        ("loss<=>nan", "[Loss] nan"),
        ("loss<=>nan", "train_loss = nan"),
        ("epoch <#> loss: nan", "Epoch 1e-3, loss: nan"),
        ("Killed", "epoch 3\n[rank1]: Killed\n"),
        ("Killed", "x" * 70 + "\nkilled"),
        ("Metric: Compile\n  Total: <#>", "Metric: Compile\n  Total: 109"),
        ("Metric: Compile\nTotal: <#>", "[rank0]: Metric: Compile\n\n[rank1]: hello\nTotal: 109"),
        ("Metric: <~>\nTotal: <#>", "Metric: Compile\nMetric: Compile Total: 3\nTotal: 109"),
        (
            "stop at queue.get(<*>\nKeyboardInterrupt",
            "stop at queue.get(timeout=3)\nKeyboardInterrupt",
        ),
    ],
)
def test_what_does_not_matter_is_overlooked(template: str, text: str) -> None:
    assert found(template, text)


@pytest.mark.parametrize(
    ("template", "text"),
    [
        ("loss: nan", "loss: nanoseconds"),
        ("loss: nan", "gloss: nan"),
        ("loss<~>nan", "loss 0.31 at step 1200, weight decay 0.01, nan in 0 gradients"),
        ("epoch <#> loss: nan", "epoch: loss: nan"),
        ("loss<=>nan", "loss is nan"),
        ("loss<=>nan", "loss: 0.3 nan"),
        ("epoch <#> loss: nan", "epoch three loss: nan"),
        ("code <*> failed", "code 3\nlater something failed"),
        ("error 502 from the server", "error 503 from the server"),
        ("first <*> second", "second first"),
        ("Killed", "Killed by signal 15"),
        ("Killed", "step 3 Killed"),
        ("first line\nsecond", "first line second"),
        ("first line\nMemoryError", "first line\ntorch.OutOfMemoryError: no"),
        ("first line\nsecond", "first line\n1\n2\n3\nsecond"),
        ("first line\nsecond", "second\nfirst line"),
        ("first line\nsecond <~> third", "first line\nsecond\nthird"),
        ("first<=>line\nsecond", "first\nline\nsecond"),
    ],
)
def test_what_only_looks_alike_is_no_match(template: str, text: str) -> None:
    assert found(template, text) == []


def test_gaps_have_their_reach() -> None:
    assert found("alpha<*>omega", "alpha " + "x" * REACH + " omega")
    assert not found("alpha<*>omega", "alpha " + "x" * (REACH + 1) + " omega")
    assert found("alpha<~>omega", "alpha " + "x" * NEAR_REACH + " omega")
    assert not found("alpha<~>omega", "alpha " + "x" * (NEAR_REACH + 1) + " omega")


def test_each_match_is_found_once() -> None:
    assert len(found("step <*> failed", "step 1 failed\nstep 2 failed step 3 failed")) == 3


def test_nearest_start_is_not_needed_for_a_match() -> None:
    far = "alpha " + "x" * (REACH - 8) + " beta alpha beta omega"
    assert found("alpha <*> beta <*> omega", far)


def test_weight_is_the_fixed_text() -> None:
    assert parse("ab <*> c, 12").weight == 5
    assert parse("<*>").weight == 0


@pytest.mark.parametrize("text", ["<*>", "", "  ", "<~> <*> <#>", "2.13.0", "\n", "<*>\n<#>"])
def test_template_without_fixed_text_has_no_pieces(text: str) -> None:
    assert parse(text).pieces == ()


@pytest.mark.parametrize("escape", ["\\n", "\\t", "\\r"])
def test_word_begins_after_an_escaped_line_break(escape: str) -> None:
    text = stream(f'message: "exec command{escape}CUDA out of memory{escape}"')
    assert list(parse("CUDA out of memory").matches(text))


def test_word_does_not_begin_after_a_letter_that_no_backslash_precedes() -> None:
    assert not list(parse("CUDA out of memory").matches(stream("nCUDA out of memory")))


@pytest.mark.parametrize(
    ("template", "text"),
    [
        ("'loss': <#1..>, 'learning_rate'", "{'loss': 2.31, 'learning_rate': 1e-4}"),
        ("'loss': <#1..>, 'learning_rate'", "{'loss': 1e+03, 'learning_rate': 1e-4}"),
        ("total samples: <#1..9>", "Total samples: 5"),
        ("total samples: <#1..9>", "Total samples: 5 12 of them"),
        ("total samples: <#1..9>", "Total samples: 9."),
        ("total samples: <#1..9> of all", "total samples: 9 of all"),
        ("total samples <#..-1>", "total samples -3"),
        ("loss scale<=><#256..>", "loss scale: 65536.0, skipped"),
        ("loss scale<=><#256..>", "{'loss scale': tensor(256.)}"),
        ("loss scale<=><#-5..5>", "loss scale = -3"),
        ("loss scale<=><#3..>", "loss scale - 3"),
        ("Total\nsamples: <#1..9>", "Total\nsamples: 9"),
        ("Total samples: <#1..9>\nTime", "Total samples: 9\nTime"),
        ("Total samples: <#1..9>\nTime", "Total samples: 9 so far\nepoch 3\nTime"),
    ],
)
def test_number_within_its_bounds_matches(template: str, text: str) -> None:
    assert found(template, text)


@pytest.mark.parametrize(
    ("template", "text"),
    [
        ("'loss': <#1..>, 'learning_rate'", "{'loss': 0.31, 'learning_rate': 1e-4}"),
        ("'loss': <#1..>, 'learning_rate'", "{'loss': nan, 'learning_rate': 1e-4}"),
        ("'loss': <#1..>, 'learning_rate'", "{'loss': 3 4, 'learning_rate': 1e-4}"),
        ("total samples: <#1..9>", "Total samples: 12"),
        ("total samples: <#1..9>", "Total samples: 1,024"),
        ("total samples: <#1..9>", "Total samples: 1.5.2"),
        ("total samples: <#1..9>", "Total samples: 3:10"),
        ("total samples: <#1..9>", "Total samples: 3x"),
        ("total samples: <#1..9>", "Total samples: 0.5"),
        ("total samples: <#1..9>", "Total samples:"),
        ("total samples: <#1..9>", "Total samples:\n5"),
        ("total samples: <#1..9>", "Total samples: 0.0000000000000000000000000001"),
        ("total samples: <#1..9>", "Total samples: at 5"),
        ("Total samples: <#1..9>\nTime", "Total samples: 19\nTime"),
        ("Total samples: <#1..9>\nTime", "Total samples:\n9\nTime"),
        ("loss scale<=><#256..>", "loss scale: 25"),
        ("loss scale<=><#256..>", "loss scale is 512"),
        ("loss scale<=><#-5..5>", "loss scale = -30"),
        ("loss scale<=><#1..9>", "loss scale:\n5"),
    ],
)
def test_number_outside_its_bounds_does_not_match(template: str, text: str) -> None:
    assert found(template, text) == []


@given(st.floats(-1e6, 1e6), st.integers(-99, 99), st.integers(0, 99))
def test_bounds_are_those_of_the_number(value: float, low: int, width: int) -> None:
    inside = low <= value <= low + width
    assert bool(found(f"the value is <#{low}..{low + width}>", f"the value is {value!r}")) == inside
    between = f"the value is <#{low}..{low + width}> now"
    assert bool(found(between, f"the value is {value!r} now")) == inside


def test_match_ends_behind_a_number_with_bounds() -> None:
    assert found("it took us<=><#1..>", "it took us: 12 s") == ["ittookus:12"]
