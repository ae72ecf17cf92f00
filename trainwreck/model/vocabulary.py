"""The closed vocabularies of the catalog: every value with its label and its definition.

The definitions are shown on the site's legend, in the JSON Schema and by ``trainwreck check``,
so a value is explained in one place only.
"""

from trainwreck.model.term import Term


class Severity(Term):
    """How much the error costs, estimated from reports or from what it does."""

    CRITICAL = (
        "critical",
        "Critical",
        "Results are wrong or the run is worthless, without any error: days of compute are lost"
        " before anyone notices.",
    )
    HIGH = (
        "high",
        "High",
        "The job can't start or can't continue, and there is no easy workaround.",
    )
    MEDIUM = (
        "medium",
        "Medium",
        "The job runs, but worse than it should, or it fails in a way that a known change fixes.",
    )
    LOW = ("low", "Low", "An annoyance: the fix is short and nothing is lost.")


class TimeToDiagnose(Term):
    """How long it took to find the cause without this catalog."""

    MINUTES = ("minutes", "Minutes", "The message leads to the cause.")
    HOURS = ("hours", "Hours", "The message is misleading, or the cause is in another layer.")
    DAYS = ("days", "Days", "There is no message, or it points in the wrong direction.")


class Kind(Term):
    """What the user sees."""

    CRASH = ("crash", "Crash", "The program ends with an error message or a signal.")
    HANG = ("hang", "Hang", "The job makes no progress and prints nothing.")
    SLOW = ("slow", "Slow", "It works, but takes far longer than it should.")
    SILENT = ("silent", "Silent", "It runs to the end, and the numbers are wrong.")
    WARNING = ("warning", "Warning", "A warning is printed and the program continues.")
    REJECTED = (
        "rejected",
        "Rejected",
        "A service, a queue or a repository rejects a request.",
    )


KINDS_THAT_PRINT = (Kind.CRASH, Kind.WARNING, Kind.REJECTED)
"""Kinds of which an entry must quote a message."""


class Category(Term):
    """The layer that causes the error: the folder of the entry."""

    ENVIRONMENT = (
        "environment",
        "Environment",
        "Containers, modules, system libraries and the Python path: the program can't start.",
    )
    STORAGE = (
        "storage",
        "Storage",
        "Quotas, file systems, repositories, databases and checkpoints: writing data and reading"
        " it back.",
    )
    SCHEDULER = (
        "scheduler",
        "Scheduler and startup",
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
        "NaN, overflow, wrong statistics, and models that don't learn.",
    )
    MEMORY = ("memory", "Memory", "Out of memory, on the GPU or on the host.")
    GPU_RUNTIME = (
        "gpu-runtime",
        "GPU runtime",
        "Errors that kernels and GPU libraries raise while they run.",
    )
    COMPILATION = (
        "compilation",
        "Compilation",
        "torch.compile, Triton and XLA: code that is compiled before it runs.",
    )
    DISTRIBUTED = (
        "distributed",
        "Distributed training",
        "Several processes that have to cooperate: collectives, rendezvous, ranks.",
    )
    HARDWARE = (
        "hardware",
        "Hardware",
        "GPUs, memory, links and nodes that are broken, overheated or taken out of service.",
    )
    CODE = (
        "code",
        "Training code",
        "The program itself: arguments, names, shapes and types that don't match.",
    )


class Action(Term):
    """What to do with a job that died of the error."""

    FIX_FIRST = (
        "fix-first",
        "Fix it first",
        "The same run would fail again: change the code, the data, the configuration or the"
        " environment before the job is submitted again.",
    )
    RETRY = ("retry", "Submit it again", "The cause is temporary: submit the job again unchanged.")
    RETRY_ELSEWHERE = (
        "retry-elsewhere",
        "Submit it again elsewhere",
        "A node or a GPU is faulty: submit the job again and exclude that node.",
    )
    ASK_OPERATOR = (
        "ask-operator",
        "Ask the operators",
        "Only the people who run the cluster can fix it.",
    )
    NONE = ("none", "Nothing", "The job continues, or nothing needs to be done.")

    @property
    def instruction(self) -> str:
        """The label as it follows a colon: "fix it first"."""
        return self.label[:1].lower() + self.label[1:]


class Evidence(Term):
    """What an entry's claims are based on."""

    REPRODUCED = (
        "reproduced",
        "Reproduced",
        "A script on the page raises the error and shows the fix; the tests of the catalog run it."
        " Set from the records of these runs, never by hand.",
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
        "Reported by people who had it on their cluster; nobody else could run it.",
    )


class Need(Term):
    """What a reproduction needs besides Python and a POSIX shell."""

    TORCH = ("torch", "PyTorch", "The Python package torch; a build for CPUs is enough.")
    NUMPY = ("numpy", "NumPy", "The Python package numpy.")
    TRANSFORMERS = ("transformers", "Transformers", "The Python package transformers and PyTorch.")
    DATASETS = ("datasets", "Datasets", "Hugging Face's Python package datasets.")
    ACCELERATE = ("accelerate", "Accelerate", "The Python package accelerate, with PyTorch.")
    PEFT = ("peft", "PEFT", "The Python package peft, with PyTorch.")
    DEEPSPEED = ("deepspeed", "DeepSpeed", "The Python package deepspeed, with PyTorch.")
    LIGHTNING = ("lightning", "Lightning", "The Python package lightning, with PyTorch.")
    RAY = ("ray", "Ray", "The Python package ray.")
    WEBDATASET = ("webdataset", "webdataset", "The Python package webdataset.")
    HDF5 = ("hdf5", "h5py", "The Python package h5py, with its own HDF5.")
    ZARR = ("zarr", "Zarr", "The Python package zarr.")
    LMDB = ("lmdb", "LMDB", "The Python package lmdb.")
    RASTERIO = ("rasterio", "rasterio", "The Python package rasterio, with its own GDAL.")
    PYPROJ = ("pyproj", "pyproj", "The Python package pyproj, with its own PROJ.")
    OPENCV = ("opencv", "OpenCV", "The Python package opencv-python-headless.")
    SKLEARN = ("scikit-learn", "scikit-learn", "The Python package scikit-learn.")
    MLFLOW = ("mlflow", "MLflow", "The Python package mlflow.")
    WANDB = ("wandb", "W&B", "The Python package wandb.")
    JAX = ("jax", "JAX", "The Python packages jax and jaxlib; a build for CPUs is enough.")
    TORCH_XLA = ("torch-xla", "PyTorch/XLA", "The Python package torch_xla, with its CPU client.")
    GIT = ("git", "git", "The program git.")
    RSYNC = ("rsync", "rsync", "The program rsync.")
    GCC = ("gcc", "GCC", "The C compiler gcc.")
    NVCC = ("nvcc", "nvcc", "The CUDA compiler nvcc; no GPU is needed.")
    STRACE = ("strace", "strace", "The program strace, which can make system calls fail.")
    DASH = ("dash", "dash", "The shell dash, which is sh on Debian and Ubuntu.")
    OPENSSL = ("openssl", "OpenSSL", "The program openssl, which makes certificates.")
    LMOD = ("lmod", "Lmod", "The module command of Lmod.")
    SLURM = ("slurm", "Slurm", "The programs of Slurm, controller and node daemon included.")
    SSH = ("ssh", "OpenSSH", "The SSH server and client of OpenSSH.")
    KUBECTL = ("kubectl", "kubectl", "The program kubectl; no cluster is needed.")
    MPI = ("mpi", "Open MPI", "The Python packages openmpi, with its mpirun, and mpi4py.")
    CUDA = ("cuda", "CUDA device", "An NVIDIA GPU and a build of PyTorch for it.")
    TWO_CUDA = ("two-cuda", "Two CUDA devices", "Two NVIDIA GPUs and a build of PyTorch.")
    HIP = ("hip", "ROCm device", "An AMD GPU and a build of PyTorch for it.")


class Unreproduced(Term):
    """Why an entry has no reproduction."""

    SITE = (
        "site",
        "Needs a specific cluster",
        "It needs the network, the containers or the file system of certain clusters.",
    )
    SEVERAL_NODES = (
        "several-nodes",
        "Needs several nodes",
        "It takes more than one machine with accelerators.",
    )
    CHANCE = (
        "chance",
        "Happens by chance",
        "It is intermittent, and no known conditions trigger it every time.",
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
        "Python that uses names defined elsewhere.",
    )
    PLACEHOLDER = (
        "placeholder",
        "To be filled in",
        "It contains a placeholder, such as <project>, that the reader has to fill in.",
    )
    CLUSTER = (
        "cluster",
        "Needs a cluster",
        "It uses commands or paths that only clusters have.",
    )
    ACCELERATOR = ("accelerator", "Needs an accelerator", "It needs a GPU or a TPU.")
    NETWORK = ("network", "Needs the network", "It connects to another host.")
    DESTRUCTIVE = (
        "destructive",
        "Can destroy something",
        "It contains a command that deletes, kills or overwrites.",
    )
    PROJECT = (
        "project",
        "Works on the reader's own files",
        "It works on the reader's files, jobs or processes, and fails without them.",
    )
