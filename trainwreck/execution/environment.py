"""What reproductions need: whether it is there, and in which version."""

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

from trainwreck.model.vocabulary import Need

_LMOD = "/usr/share/lmod/lmod/init/bash"
_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
_PROBE = """
import importlib.metadata as m, json, sys
found = {}
for name in json.loads(sys.argv[1]):
    try:
        found[name] = m.version(name)
    except m.PackageNotFoundError:
        pass
devices = 0
hip = False
name = ""
if json.loads(sys.argv[2]) and "torch" in found:
    import torch
    hip = bool(torch.version.hip)
    devices = torch.cuda.device_count()
    name = torch.cuda.get_device_name(0) if devices else ""
print(json.dumps({"python": sys.version.split()[0], "packages": found, "devices": devices,
                  "hip": hip, "device": name}))
"""
_DEVICES = {Need.CUDA: 1, Need.TWO_CUDA: 2, Need.HIP: 1}
_PACKAGES = {
    Need.TORCH: ("torch",),
    Need.NUMPY: ("numpy",),
    Need.TRANSFORMERS: ("transformers", "torch"),
    Need.DATASETS: ("datasets",),
    Need.ACCELERATE: ("accelerate", "torch"),
    Need.PEFT: ("peft", "torch"),
    Need.DEEPSPEED: ("deepspeed", "torch"),
    Need.LIGHTNING: ("lightning", "torch"),
    Need.RAY: ("ray",),
    Need.WEBDATASET: ("webdataset",),
    Need.HDF5: ("h5py",),
    Need.ZARR: ("zarr",),
    Need.LMDB: ("lmdb",),
    Need.MPI: ("mpi4py", "openmpi"),
    Need.RASTERIO: ("rasterio",),
    Need.PYPROJ: ("pyproj",),
    Need.OPENCV: ("opencv-python-headless",),
    Need.SKLEARN: ("scikit-learn",),
    Need.MLFLOW: ("mlflow",),
    Need.WANDB: ("wandb",),
    Need.JAX: ("jax", "jaxlib"),
    Need.TORCH_XLA: ("torch_xla", "torch"),
    **dict.fromkeys(_DEVICES, ("torch",)),
}
_PROGRAMS = {
    Need.GIT: ("git", "--version"),
    Need.RSYNC: ("rsync", "--version"),
    Need.GCC: ("gcc", "--version"),
    Need.NVCC: ("nvcc", "--version"),
    Need.STRACE: ("strace", "--version"),
    Need.DASH: ("bash", "-c", "command -v dash && { dpkg-query -W dash || rpm -q dash; }"),
    Need.OPENSSL: ("openssl", "version"),
    Need.SLURM: ("slurmctld", "-V"),
    Need.SSH: ("bash", "-c", "test -x /usr/sbin/sshd && ssh -V 2>&1"),
    Need.KUBECTL: ("kubectl", "version", "--client"),
    Need.LMOD: ("bash", "-c", f". {_LMOD} && echo $LMOD_VERSION"),
}
_REMEDIES = {
    Need.KUBECTL: "kubectl, which Debian has in the package kubernetes-client",
    Need.LMOD: "the package lmod",
    Need.NVCC: "the CUDA toolkit",
    Need.SLURM: "the packages slurm-wlm and munge",
    Need.SSH: "the package openssh-server",
}


@dataclass(frozen=True)
class Machine:
    """What one machine and one Python environment have of the needs."""

    versions: dict[Need, str]
    """Version of each need that is there."""
    python: str
    """Version of the interpreter."""
    device: str
    """Name of the first accelerator; empty where there is none or nobody asked."""

    def missing(self, needs: Collection[Need]) -> list[Need]:
        """Return those of ``needs`` that are not there."""
        return [need for need in needs if need not in self.versions]


def package_names() -> set[str]:
    """Return the Python packages, by the names under which they are imported, of all needs."""
    return {name for packages in _PACKAGES.values() for name in packages}


def remedy(need: Need) -> str:
    """Return how to get ``need``."""
    if need in _DEVICES:
        return f"run it on a machine that has one: {need.definition}"
    if need in _PACKAGES:
        return f"pip install {' '.join(_PACKAGES[need])}"
    return f"install {_REMEDIES.get(need, f'the package {need}')}"


def probe(python: Path | None = None, *, devices: bool = False) -> Machine:
    """Return what this machine and the environment of ``python`` have.

    Args:
        python: the interpreter of the environment, by default the running one.
        devices: whether to look for accelerators, which imports torch.

    """
    names = sorted(package_names())
    interpreter = str(python or sys.executable)
    command = [interpreter, "-c", _PROBE, json.dumps(names), json.dumps(devices)]
    answer = subprocess.run(command, capture_output=True, text=True, check=True)  # noqa: S603
    found = json.loads(answer.stdout.splitlines()[-1])
    packages = found["packages"]
    versions = {
        need: packages[wanted[0]]
        for need, wanted in _PACKAGES.items()
        if need not in _DEVICES and all(name in packages for name in wanted)
    }
    for need, count in _DEVICES.items():
        if found["devices"] >= count and found["hip"] == (need is Need.HIP):
            versions[need] = packages["torch"]
    versions |= {need: version for need in _PROGRAMS if (version := _program_version(need))}
    return Machine(versions, found["python"], found["device"])


def _program_version(need: Need) -> str | None:
    command = _PROGRAMS[need]
    program = shutil.which(command[0], path=_PATH)
    if not program:
        return None
    answer = subprocess.run([program, *command[1:]], capture_output=True, text=True, check=False)  # noqa: S603
    match = re.search(r"\d+(\.\d+)+", answer.stdout)
    return match[0] if match else None
