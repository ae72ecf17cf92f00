"""The closed vocabularies of the catalog: every value with its label and its definition.

The definitions are shown on the site's legend, in the JSON Schema and by ``trainwreck check``,
so a value is explained in one place only.
"""

from enum import StrEnum
from typing import Any, Self

from pydantic import GetJsonSchemaHandler
from pydantic_core import CoreSchema


class Term(StrEnum):
    """A word of a closed vocabulary. Members are listed in the order in which they sort."""

    label: str
    """Name for people, such as "Critical"."""
    definition: str
    """What the word says, in a sentence or two."""

    def __new__(cls, value: str, label: str = "", definition: str = "") -> Self:
        """Make a member that is its ``value`` and carries what a reader needs to know of it.

        Looking a member up, ``Kind("crash")``, takes the value alone.
        """
        term = str.__new__(cls, value)
        term._value_ = value
        term.label = label
        term.definition = definition
        return term

    @property
    def rank(self) -> int:
        """Position in the vocabulary, counted from 0."""
        return list(type(self)).index(self)

    @classmethod
    def __get_pydantic_json_schema__(
        cls, core_schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> dict[str, Any]:
        """Describe each value in the JSON Schema, so that editors can show its definition."""
        del core_schema, handler
        return {
            "title": cls.__name__,
            "description": (cls.__doc__ or "").splitlines()[0],
            "oneOf": [{"const": term.value, "description": term.definition} for term in cls],
        }


class Severity(Term):
    """How much the error costs the person who meets it, as reported by those who did."""

    CRITICAL = (
        "critical",
        "Critical",
        "Results are wrong or the run is worthless, and nothing says so: days of computing are"
        " lost before anyone notices.",
    )
    HIGH = ("high", "High", "The job cannot start or cannot go on, and no way around it is near.")
    MEDIUM = (
        "medium",
        "Medium",
        "The job runs, but worse than it should, or it fails in a way that a known change cures.",
    )
    LOW = ("low", "Low", "An annoyance: the fix is short and nothing is lost.")


class TimeToDiagnose(Term):
    """How long people took to find the cause without this catalog."""

    MINUTES = ("minutes", "Minutes", "The message leads to the cause.")
    HOURS = ("hours", "Hours", "The message misleads, or the cause lies in another layer.")
    DAYS = ("days", "Days", "No message at all, or one that points the wrong way.")


class Kind(Term):
    """What the person in front of the job sees."""

    CRASH = ("crash", "Crash", "The program ends with an error message or a signal.")
    HANG = ("hang", "Hang", "Nothing moves any more and nothing is printed.")
    SLOW = ("slow", "Slow", "It works, but takes far longer than it should.")
    SILENT = ("silent", "Silent", "It runs to the end, and the numbers are wrong.")
    WARNING = ("warning", "Warning", "A warning is printed and the program goes on.")
    REJECTED = (
        "rejected",
        "Rejected",
        "A service, a queue or a repository refuses what was asked of it.",
    )


class Category(Term):
    """The layer in which the cause lies: the folder of the entry."""

    ENVIRONMENT = (
        "environment",
        "Environment",
        "Containers, modules, system libraries and the Python path: the program never gets going.",
    )
    STORAGE = (
        "storage",
        "Storage",
        "Quotas, file systems, repositories, databases and checkpoints: what is written or read"
        " back.",
    )
    SCHEDULER = (
        "scheduler",
        "Scheduler and start-up",
        "Queues, job start and the services a job talks to before its first step.",
    )
    DATA_LOADING = (
        "data-loading",
        "Data loading",
        "Loaders, workers and shards: how samples reach the training loop.",
    )
    DATA_ACCESS = (
        "data-access",
        "Data access",
        "Remote stores, tokens, rate limits and file formats: where samples come from.",
    )
    NUMERICS = (
        "numerics",
        "Numerics",
        "NaN, overflow, statistics and learning that does not happen.",
    )
    MEMORY = ("memory", "Memory", "Out of memory, on the GPU or on the host.")
    GPU_RUNTIME = (
        "gpu-runtime",
        "GPU runtime",
        "Errors that a kernel or the GPU's libraries raise while they run.",
    )
    COMPILATION = (
        "compilation",
        "Compilation",
        "torch.compile, Triton and XLA: code that is translated before it runs.",
    )
    DISTRIBUTED = (
        "distributed",
        "Distributed training",
        "Several processes that must agree: collectives, rendezvous, ranks.",
    )


class Framework(Term):
    """The software in which the error shows itself or is cured."""

    PYTORCH = (
        "pytorch",
        "PyTorch",
        "PyTorch itself, torchrun and DistributedDataParallel included.",
    )
    LIGHTNING = ("lightning", "Lightning", "PyTorch Lightning and Lightning Fabric.")
    TRITON = ("triton", "Triton", "The Triton compiler, which torch.compile uses on GPUs.")
    XLA = ("xla", "XLA", "The XLA compiler, through PyTorch/XLA or JAX.")
    CUDA = ("cuda", "CUDA", "NVIDIA's driver, runtime and libraries such as cuBLAS and cuDNN.")
    ROCM = ("rocm", "ROCm", "AMD's driver, runtime and libraries such as MIOpen.")
    NCCL = ("nccl", "NCCL", "The collective libraries NCCL (NVIDIA) and RCCL (AMD).")
    LIBFABRIC = (
        "libfabric",
        "libfabric",
        "The network layer of Slingshot and similar fabrics.",
    )
    WEBDATASET = ("webdataset", "WebDataset", "Data sets read from tar shards with webdataset.")
    RASTERIO = ("rasterio", "rasterio", "Rasters read with rasterio, GDAL underneath.")
    PYPROJ = ("pyproj", "pyproj", "Coordinate systems through pyproj or PROJ.")
    GEOTESSERA = ("geotessera", "GeoTessera", "TESSERA embeddings and their Python package.")
    MLFLOW = ("mlflow", "MLflow", "Experiment tracking with MLflow.")
    WANDB = ("wandb", "W&B", "Experiment tracking with Weights & Biases.")
    SLURM = ("slurm", "Slurm", "The Slurm workload manager.")
    APPTAINER = ("apptainer", "Apptainer", "Containers run with Apptainer or SingularityCE.")
    LMOD = ("lmod", "Lmod", "The module command of Lmod or Environment Modules.")
    RSYNC = ("rsync", "rsync", "Files copied with rsync or scp.")
    GIT = ("git", "git", "git and the hosts of its repositories.")
    PYTHON = ("python", "Python", "The Python interpreter and its packaging.")
    LINUX = ("linux", "Linux", "The operating system: loader, file system, memory, signals.")


class Evidence(Term):
    """What an entry's claims rest on."""

    REPRODUCED = (
        "reproduced",
        "Reproduced",
        "A script on the page raises the error and shows the fix; the tests of the catalog run it."
        " Given by the ledger of these runs, never by hand.",
    )
    MEASURED = (
        "measured",
        "Measured",
        "The error and its fix were run with the versions named, and behaved as described.",
    )
    DOCUMENTED = (
        "documented",
        "Documented",
        "Taken from the documents in the references; not run for this catalog.",
    )
    REPORTED = (
        "reported",
        "Reported",
        "Told by people who met it on their cluster; nobody else could run it.",
    )


class Need(Term):
    """What a reproduction needs beside Python and a POSIX shell."""

    TORCH = ("torch", "PyTorch", "The Python package torch; a build for CPUs is enough.")
    NUMPY = ("numpy", "NumPy", "The Python package numpy.")
    WEBDATASET = ("webdataset", "webdataset", "The Python package webdataset.")
    RASTERIO = ("rasterio", "rasterio", "The Python package rasterio, with its own GDAL.")
    PYPROJ = ("pyproj", "pyproj", "The Python package pyproj, with its own PROJ.")
    MLFLOW = ("mlflow", "MLflow", "The Python package mlflow.")
    WANDB = ("wandb", "W&B", "The Python package wandb.")
    JAX = ("jax", "JAX", "The Python packages jax and jaxlib; a build for CPUs is enough.")
    TORCH_XLA = ("torch-xla", "PyTorch/XLA", "The Python package torch_xla, with its CPU client.")
    GIT = ("git", "git", "The program git.")
    RSYNC = ("rsync", "rsync", "The program rsync.")
    GCC = ("gcc", "GCC", "The C compiler gcc.")
    STRACE = ("strace", "strace", "The program strace, which can make system calls fail.")
    LMOD = ("lmod", "Lmod", "The module command of Lmod.")
    SLURM = ("slurm", "Slurm", "The programs of Slurm, controller and node daemon included.")
    CUDA = ("cuda", "CUDA device", "A GPU of NVIDIA and a build of PyTorch for it.")
    TWO_CUDA = ("two-cuda", "Two CUDA devices", "Two GPUs of NVIDIA and a build of PyTorch.")
    HIP = ("hip", "ROCm device", "A GPU of AMD and a build of PyTorch for it.")


class Unreproduced(Term):
    """Why an entry has no reproduction."""

    SITE = (
        "site",
        "Needs a certain cluster",
        "Only the network, the containers or the file system of certain clusters show it.",
    )
    SEVERAL_NODES = (
        "several-nodes",
        "Needs several nodes",
        "It takes more than one machine with accelerators.",
    )
    CHANCE = (
        "chance",
        "Happens by chance",
        "It comes and goes, and no known conditions bring it about each time.",
    )
    NOTHING_TO_RAISE = (
        "nothing-to-raise",
        "Nothing to raise",
        "It is a project's own message or decision, which no library raises.",
    )


class NotRun(Term):
    """Why a code fence is not run when the catalog is tested."""

    FRAGMENT = (
        "fragment",
        "Part of a program",
        "Python that uses names which other code has to define.",
    )
    PLACEHOLDER = (
        "placeholder",
        "To be filled in",
        "It holds a placeholder, such as <project>, that the reader has to fill in.",
    )
    CLUSTER = (
        "cluster",
        "Needs a cluster",
        "It calls commands or names paths that only clusters have.",
    )
    ACCELERATOR = ("accelerator", "Needs an accelerator", "It asks for a GPU or a TPU.")
    NETWORK = ("network", "Needs the network", "It talks to another host.")
    DESTRUCTIVE = (
        "destructive",
        "Can destroy something",
        "It holds a command that deletes, kills or overwrites.",
    )
    PROJECT = (
        "project",
        "Works on the reader's own files",
        "It reads files, jobs or processes of the reader, without which it fails.",
    )
