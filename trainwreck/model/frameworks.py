"""The software in which errors occur, with the words that identify it in logs."""

from typing import Self

from trainwreck.model.term import Term

TO_ADD = "describe it in trainwreck/model/frameworks.py"
"""How to add a framework."""


class Framework(Term):
    """The software in which the error occurs or is fixed."""

    words: tuple[str, ...]
    """Lower-case words that identify it in logs: letters and digits only."""

    def __new__(cls, value: str, label: str = "", definition: str = "", words: str = "") -> Self:
        """Make a member; ``words`` have spaces between them."""
        term = str.__new__(cls, value)
        term._value_ = value
        term.label = label
        term.definition = definition
        term.words = tuple(words.split())
        return term

    PYTORCH = (
        "pytorch",
        "PyTorch",
        "PyTorch itself, including torchrun and DistributedDataParallel.",
        "pytorch torch torchrun c10d",
    )
    LIGHTNING = (
        "lightning",
        "Lightning",
        "PyTorch Lightning and Lightning Fabric.",
        "lightning pytorch_lightning",
    )
    JAX = ("jax", "JAX", "JAX and the libraries on top of it, such as Flax.", "jax jaxlib flax")
    TENSORFLOW = ("tensorflow", "TensorFlow", "TensorFlow, without Keras.", "tensorflow")
    KERAS = ("keras", "Keras", "Keras on any backend.", "keras")
    HUGGINGFACE = (
        "huggingface",
        "Hugging Face",
        "Transformers, Datasets, PEFT, TRL and the Hugging Face Hub.",
        "huggingface transformers peft trl",
    )
    ACCELERATE = (
        "accelerate",
        "Accelerate",
        "The Accelerate library and its launcher.",
        "accelerate",
    )
    DEEPSPEED = ("deepspeed", "DeepSpeed", "DeepSpeed, including its ZeRO stages.", "deepspeed")
    MEGATRON = (
        "megatron",
        "Megatron",
        "Megatron-LM, Megatron Core and NeMo.",
        "megatron nemo",
    )
    FLASH_ATTENTION = (
        "flash-attention",
        "FlashAttention",
        "The flash-attn package and its kernels.",
        "flash_attn flashattention",
    )
    BITSANDBYTES = (
        "bitsandbytes",
        "bitsandbytes",
        "8-bit and 4-bit optimizers and layers from bitsandbytes.",
        "bitsandbytes bnb",
    )
    VLLM = ("vllm", "vLLM", "The inference engine vLLM.", "vllm")
    RAY = ("ray", "Ray", "Ray, Ray Train and Ray Tune.", "ray raylet")
    HOROVOD = ("horovod", "Horovod", "Data-parallel training with Horovod.", "horovod horovodrun")
    TRITON = (
        "triton",
        "Triton",
        "The Triton compiler, which torch.compile uses on GPUs.",
        "triton",
    )
    XLA = (
        "xla",
        "XLA",
        "The XLA compiler, through PyTorch/XLA, JAX or TensorFlow.",
        "xla torch_xla jax",
    )
    TPU = ("tpu", "TPU", "Google's TPUs and their runtime.", "tpu libtpu")
    NEURON = (
        "neuron",
        "AWS Neuron",
        "The compiler and the runtime for AWS Trainium and Inferentia.",
        "neuronx neuronxcc torch_neuronx",
    )
    MPS = ("mps", "Apple MPS", "Apple GPUs through Metal Performance Shaders.", "mps")
    XPU = ("xpu", "Intel XPU", "Intel GPUs through oneAPI.", "xpu oneapi ipex")
    CUDA = (
        "cuda",
        "CUDA",
        "NVIDIA's CUDA runtime and libraries such as cuBLAS and cuDNN.",
        "cuda cublas cudnn",
    )
    NVIDIA_DRIVER = (
        "nvidia-driver",
        "NVIDIA driver",
        "NVIDIA's kernel driver, with its Xid errors, and nvidia-smi.",
        "nvrm xid nvml",
    )
    ROCM = (
        "rocm",
        "ROCm",
        "AMD's driver, runtime and libraries such as MIOpen.",
        "rocm hip miopen rocblas",
    )
    NCCL = (
        "nccl",
        "NCCL",
        "The collective libraries NCCL (NVIDIA) and RCCL (AMD).",
        "nccl rccl",
    )
    GLOO = ("gloo", "Gloo", "The collective library Gloo, mostly for CPU tensors.", "gloo")
    MPI = (
        "mpi",
        "MPI",
        "Open MPI, MPICH and their launchers.",
        "mpi mpirun mpiexec orted prrte pmix",
    )
    UCX = ("ucx", "UCX", "The communication library UCX.", "ucx ucp uct")
    LIBFABRIC = (
        "libfabric",
        "libfabric",
        "The network layer of Slingshot and similar fabrics.",
        "libfabric cxi",
    )
    INFINIBAND = (
        "infiniband",
        "InfiniBand",
        "InfiniBand and RoCE networks with their verbs library.",
        "infiniband ibv libibverbs roce",
    )
    WEBDATASET = (
        "webdataset",
        "WebDataset",
        "Datasets read from tar shards with webdataset.",
        "webdataset",
    )
    NUMPY = ("numpy", "NumPy", "NumPy arrays and their binary interface.", "numpy")
    OPENCV = ("opencv", "OpenCV", "Images and video through OpenCV.", "opencv cv2")
    HDF5 = ("hdf5", "HDF5", "HDF5 files, with h5py or another library.", "hdf5 h5py")
    ZARR = ("zarr", "Zarr", "Chunked arrays in Zarr stores.", "zarr")
    LMDB = ("lmdb", "LMDB", "Datasets in LMDB databases.", "lmdb")
    ARROW = (
        "arrow",
        "Arrow and Parquet",
        "Columnar data in Apache Arrow and Parquet files.",
        "pyarrow parquet",
    )
    S3 = (
        "s3",
        "S3",
        "Object stores of AWS and others with the S3 interface.",
        "s3 boto3 botocore s3fs",
    )
    HDFS = (
        "hdfs",
        "HDFS",
        "The Hadoop file system, through libhdfs, pyarrow or fsspec.",
        "hdfs libhdfs hadoop",
    )
    RASTERIO = ("rasterio", "rasterio", "Rasters read with rasterio, GDAL underneath.", "rasterio")
    PYPROJ = ("pyproj", "pyproj", "Coordinate systems through pyproj or PROJ.", "pyproj proj")
    GEOTESSERA = (
        "geotessera",
        "GeoTessera",
        "TESSERA embeddings and their Python package.",
        "geotessera",
    )
    MLFLOW = ("mlflow", "MLflow", "Experiment tracking with MLflow.", "mlflow")
    WANDB = ("wandb", "W&B", "Experiment tracking with Weights & Biases.", "wandb")
    SLURM = (
        "slurm",
        "Slurm",
        "The Slurm workload manager.",
        "slurm slurmstepd srun sbatch slurmctld",
    )
    PBS = ("pbs", "PBS", "PBS Pro, OpenPBS and Torque.", "pbs qsub")
    LSF = ("lsf", "LSF", "The IBM Spectrum LSF workload manager.", "lsf bsub jsrun")
    KUBERNETES = (
        "kubernetes",
        "Kubernetes",
        "Pods, jobs and operators on Kubernetes.",
        "kubernetes kubectl kubelet k8s",
    )
    DOCKER = ("docker", "Docker", "Containers run with Docker or Podman.", "docker podman")
    APPTAINER = (
        "apptainer",
        "Apptainer",
        "Containers run with Apptainer or SingularityCE.",
        "apptainer singularity",
    )
    LMOD = ("lmod", "Lmod", "The module command of Lmod or Environment Modules.", "lmod")
    CONDA = (
        "conda",
        "conda",
        "Environments of conda, mamba and micromamba.",
        "conda mamba micromamba",
    )
    LUSTRE = ("lustre", "Lustre", "The Lustre parallel file system.", "lustre lustreerror")
    NFS = ("nfs", "NFS", "Network file systems over NFS.", "nfs")
    RSYNC = ("rsync", "rsync", "Files copied with rsync or scp.", "rsync")
    GIT = ("git", "git", "git and the hosts of its repositories.", "git")
    PYTHON = ("python", "Python", "The Python interpreter and its packaging.", "python")
    LINUX = (
        "linux",
        "Linux",
        "The operating system: loader, file system, memory, signals.",
        "linux",
    )
