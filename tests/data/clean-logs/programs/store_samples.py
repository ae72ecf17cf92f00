# /// script
# requires-python = ">=3.11"
# dependencies = ["h5py==3.16.0", "lmdb==3.0.0", "zarr", "safetensors", "torch==2.13.0"]
# ///
# mypy: ignore-errors
"""Write and read samples with HDF5, LMDB, Zarr and safetensors."""

import logging
import tempfile
from pathlib import Path

import h5py
import lmdb
import numpy as np
import torch
import zarr
from safetensors.torch import load_file, save_file

logging.basicConfig(level=logging.DEBUG, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
log = logging.getLogger("store")
samples = np.random.default_rng(0).normal(size=(64, 32)).astype("f4")
with h5py.File("samples.h5", "w", libver="latest") as file:
    data = file.create_dataset("x", data=samples, chunks=True)
    file.swmr_mode = True
    data.flush()
    log.info("HDF5 %s: single writer, multiple readers, lock held", h5py.version.hdf5_version)
with h5py.File("samples.h5", "r", swmr=True) as file:
    log.info("HDF5: read %s, errors 0, lock released", file["x"].shape)
environment = lmdb.open("samples.lmdb", map_size=2**28)
with environment.begin(write=True) as transaction:
    for number, sample in enumerate(samples):
        transaction.put(str(number).encode(), sample.tobytes())
info = environment.info()
used = info["last_pgno"] * environment.stat()["psize"]
log.info("LMDB %s: %d of %d bytes used, not full", lmdb.__version__, used, info["map_size"])
log.info("LMDB: readers %d of %d", info["num_readers"], info["max_readers"])
zarr.save("samples.zarr", samples)
difference = np.abs(zarr.load("samples.zarr") - samples).max()
log.info("Zarr %s: max difference %.1f", zarr.__version__, difference)
save_file({"x": torch.from_numpy(samples)}, "samples.safetensors")
log.info(
    "safetensors: no missing keys, no unexpected keys: %s", [*load_file("samples.safetensors")]
)
with tempfile.TemporaryDirectory() as folder:
    path = Path(folder) / "step.pt"
    torch.save({"x": torch.from_numpy(samples)}, path)
    log.info("checkpoint of %d bytes in a temporary directory", path.stat().st_size)
