"""What a contributor has before running ``trainwreck new``: a catalog, and a log of a new error."""

from pathlib import Path

from tests.support.entries import changed, make_catalog

LOG = """\
2026-11-21 10:00:01,123 INFO starting on nid001234, home is /home/alice/code
[rank3]: Traceback (most recent call last):
[rank3]:   File "/home/alice/code/train.py", line 288, in main
[rank3]:     axle.attach(wheel, token="hf_abcdefghijklmnopqrst")  # ask alice@example.org
[rank3]: RuntimeError: axle 17 on /scratch/run-7/axle.bin refused the wheel at 0x7f3a29 after 12.5 s
torch.distributed.elastic.multiprocessing.errors.ChildFailedError:
"""
MESSAGE = "RuntimeError: axle <#> on <*> refused the wheel at <*> after <#> s"


def make_project(folder: Path) -> Path:
    """Make a catalog with one entry in ``folder``, and a log beside it; return the folder."""
    aliased = changed(("verified:", "aliases: [old-wheel]\nverified:"))
    make_catalog(folder, {"numerics/wheel": aliased}, clusters=("betzy", "lumi"))
    (folder / "train.log").write_text(LOG)
    return folder
