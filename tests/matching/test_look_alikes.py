"""What words its lines like an entry's, and is something else, is not taken for it."""

import pytest

from trainwreck.catalog.store import load_snapshot
from trainwreck.matching.engine import Diagnoser

CATALOG = load_snapshot()
DIAGNOSER = Diagnoser(CATALOG)

LOOK_ALIKES = {
    "symbol of libstdc++ that flash-attn lacks": (
        "ImportError: /opt/venv/lib/python3.10/site-packages/flash_attn_2_cuda.cpython-310-x86_64-"
        "linux-gnu.so: undefined symbol: _ZSt28__throw_bad_array_new_lengthv\n",
        "flash-attn-undefined-symbol",
    ),
    "allocator of TensorFlow that JAX uses": (
        "2026-04-12 12:00:31.120391: W external/xla/xla/tsl/framework/bfc_allocator.cc:497] "
        "Allocator (GPU_0_bfc) ran out of memory trying to allocate 24.00GiB (rounded to "
        "25769803776)requested by op\n",
        "tensorflow-oom",
    ),
    "new head of a pretrained model": (
        "Some weights of BertForSequenceClassification were not initialized from the model "
        "checkpoint at bert-base-uncased and are newly initialized: ['classifier.bias', "
        "'classifier.weight']\n"
        "You should probably TRAIN this model on a down-stream task to be able to use it for "
        "predictions and inference.\n",
        "pretrained-weights-newly-initialized",
    ),
    "buffers that a checkpoint of GPT-2 lacks": (
        "Some weights of GPT2LMHeadModel were not initialized from the model checkpoint at gpt2 "
        "and are newly initialized: ['h.0.attn.masked_bias', 'h.11.attn.masked_bias', "
        "'lm_head.weight']\n",
        "pretrained-weights-newly-initialized",
    ),
    "new head in the table of Transformers 5": (
        """\
[transformers] DistilBertForSequenceClassification LOAD REPORT from: distilbert-base-uncased
Key                   | Status     |
----------------------+------------+-
vocab_transform.bias  | UNEXPECTED |
classifier.weight     | MISSING    |
pre_classifier.weight | MISSING    |

Notes:
- MISSING:\tthose params were newly initialized because missing from the checkpoint.
""",
        "pretrained-weights-newly-initialized",
    ),
    "head with another number of classes": (
        """\
Some weights of ViTForImageClassification were not initialized from the model checkpoint at \
google/vit-base-patch16-224 and are newly initialized because the shapes did not match:
- classifier.bias: found shape torch.Size([1000]) in the checkpoint and torch.Size([10])
""",
        "pretrained-weights-newly-initialized",
    ),
    "head of RoBERTa with another number of classes": (
        """\
RobertaForSequenceClassification LOAD REPORT from: roberta-large-mnli
Key                        | Status   |
---------------------------+----------+-
classifier.dense.weight    | MISSING  |
classifier.out_proj.weight | MISMATCH | Reinit due to size mismatch - ckpt: torch.Size([3, 1024])
""",
        "pretrained-weights-newly-initialized",
    ),
    "segment embeddings added on purpose": (
        """\
Some weights of RobertaModel were not initialized from the model checkpoint at roberta-base and \
are newly initialized because the shapes did not match:
- embeddings.token_type_embeddings.weight: found shape torch.Size([1, 768]) in the checkpoint
""",
        "pretrained-weights-newly-initialized",
    ),
    "cross-attention added to a pretrained encoder": (
        "Some weights of BertLMHeadModel were not initialized from the model checkpoint at "
        "bert-base-uncased and are newly initialized: "
        "['bert.encoder.layer.0.crossattention.output.dense.weight', "
        "'bert.encoder.layer.0.crossattention.self.key.weight']\n",
        "pretrained-weights-newly-initialized",
    ),
    "small share of another process in an out-of-memory error": (
        "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 298.00 MiB. GPU 0 has a total "
        "capacity of 79.14 GiB of which 12.06 MiB is free. Process 6324 has 9.06 GiB memory in use. "
        "Including non-PyTorch memory, this process has 70.02 GiB memory in use.\n",
        "gpu-memory-held-by-other-process",
    ),
    "handler of KeyboardInterrupt that a traceback quotes": (
        """\
  File "/home/user/train.py", line 3, in main
    except KeyboardInterrupt:
ValueError: bad value
""",
        "keyboard-interrupt",
    ),
    "process in a container that doesn't know its own number": (
        "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB. GPU 0 has a total "
        "capacity of 79.15 GiB of which 1.21 GiB is free. Process 11231 has 77.90 GiB memory in "
        "use. Of the allocated memory 75.23 GiB is allocated by PyTorch, and 1.40 GiB is reserved "
        "by PyTorch but unallocated.\n",
        "gpu-memory-held-by-other-process",
    ),
    "contexts of other ranks on a full GPU": (
        "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 72.00 MiB. GPU 0 has "
        "a total capacity of 39.56 GiB of which 60.81 MiB is free. Process 3179876 has 1.62 "
        "GiB memory in use. Including non-PyTorch memory, this process has 34.61 GiB memory "
        "in use. Process 3179875 has 1.62 GiB memory in use. Of the allocated memory 28.75 "
        "GiB is allocated.\n",
        "gpu-memory-held-by-other-process",
    ),
    "memory that the driver can't attribute": (
        "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB. GPU 0 has a "
        "total capacity of 8.00 GiB of which 0 bytes is free. Process 21 has 17179869184.00 "
        "GiB memory in use. Including non-PyTorch memory, this process has 17179869184.00 "
        "GiB memory in use.\n",
        "gpu-memory-held-by-other-process",
    ),
    "interface that the node doesn't have": (
        "node01:41:63 [0] bootstrap.cc:115 NCCL WARN Bootstrap : no socket interface found\n",
        "nccl-no-route-to-host",
    ),
    "bind of a folder that the node doesn't have": (
        "FATAL:   container creation failed: mount /scratch/local->/scratch/local error: while "
        "mounting /scratch/local: mount source /scratch/local doesn't exist\n",
        "container-bind-destination-missing",
    ),
    "request to the Hub that is sent again": (
        "'(ReadTimeoutError(\"HTTPSConnectionPool(host='huggingface.co', port=443): Read timed "
        "out. (read timeout=10)\"), '(Request ID: 1)')' thrown while requesting HEAD "
        "https://huggingface.co/org/model/resolve/main/config.json\n"
        "Retrying in 1s [Retry 1/5].\n",
        "hf-hub-unreachable-offline",
    ),
    "request to W&B that is sent again": (
        "wandb: Network error (ReadTimeout), entering retry loop.\n",
        "wandb-init-hangs",
    ),
    "attribute of a linked list": (
        """\
    node = node.next
AttributeError: 'ListNode' object has no attribute 'next'
""",
        "object-not-iterable",
    ),
    "prediction that a detection model doesn't make": (
        "AttributeError: Cannot find field 'pred_masks' in the given Instances!\n",
        "detectron2-field-missing",
    ),
    "setting of a configuration that is named like Megatron's counter": (
        "    steps = config['total_iters']\nKeyError: 'total_iters'\n",
        "checkpoint-resume-mismatch",
    ),
    "compiler that was killed for its memory": (
        "subprocess.CalledProcessError: Command '['g++', '/tmp/torchinductor_user/ab/cab.cpp', "
        "'-shared']' died with <Signals.SIGKILL: 9>.\n",
        "inductor-cpp-compile-error",
    ),
    "attention that Unsloth patched": (
        'File "/opt/venv/lib/python3.11/site-packages/unsloth/models/llama.py", line 395, in '
        "LlamaAttention_fast_forward\n"
        "    Q, K, V = self.apply_qkv(self, hidden_states)\n"
        "AttributeError: 'LlamaAttention' object has no attribute 'apply_qkv'\n",
        "axolotl-lora-kernels-unsupported",
    ),
    "line above the call in a traceback with context": (
        "    attention_interface = ALL_ATTENTION_FUNCTIONS[self.config._attn_implementation]\n"
        "    attn_output, attn_weights = attention_interface(self, query, key, value)\n"
        "RuntimeError: The size of tensor a (4) must match the size of tensor b (8)\n",
        "attention-implementation-unknown",
    ),
    "tool that fails without a launcher": (
        "subprocess.CalledProcessError: Command '['git', 'describe', '--tags']' returned "
        "non-zero exit status 1.\n",
        "torchrun-child-failed",
    ),
    "package that a program installs": (
        "subprocess.CalledProcessError: Command '['/opt/conda/envs/training/bin/python3.11', "
        "'-m', 'pip', 'install', 'x']' returned non-zero exit status 1.\n",
        "torchrun-child-failed",
    ),
    "lock that falls back to a lock file": (
        "FileSystem does not appear to support flock. Falling back to SoftFileLock for "
        "/scratch/hub/.locks/x.lock\n",
        "file-locking-not-supported",
    ),
    "allocation of TensorFlow in host memory": (
        "ResourceExhaustedError: {{function_node __wrapped__AddV2_device_/job:localhost/replica:0"
        "/task:0/device:CPU:0}} failed to allocate memory [Op:AddV2]\n",
        "tensorflow-oom",
    ),
    "part of NumPy that is missing": (
        "ImportError: cannot import name 'ndarray' from 'numpy' (unknown location)\n",
        "numpy-removed-alias",
    ),
    "recompile limit of a full graph": (
        """\
torch._dynamo.exc.Unsupported: Dynamo recompile limit exceeded
  Explanation: Dynamo attempted to recompile the code object too many times
torch._dynamo.exc.FailOnRecompileLimitHit: Hard failure due to fullgraph=True
""",
        "dynamo-unsupported-fullgraph",
    ),
    "key of a configuration": (
        """\
    size = cfg["image"]
KeyError: 'image'
""",
        "batch-key-missing",
    ),
    "name that only another entry explains": (
        "NameError: name 'PartialState' is not defined\n",
        "name-not-defined",
    ),
    "key of a checkpoint": (
        """\
    optimizer.load_state_dict(checkpoint["optimizer"])
KeyError: 'optimizer'
""",
        "batch-key-missing",
    ),
    "column of a data frame with the name of a variable": (
        """\
  File "/opt/venv/lib/python3.11/site-packages/pandas/core/indexes/base.py", line 3812, in get_loc
    raise KeyError(key) from err
KeyError: 'RANK'
""",
        "env-rendezvous-variable-missing",
    ),
    "shared memory of NCCL that another limit refuses": (
        "gpu1:2016:2235 [0] misc/shmutils.cc:132 NCCL WARN Error while creating shared memory "
        "segment /dev/shm/nccl-WU88OE (size 9637888), error: Too many open files (24)\n",
        "nccl-shm-no-space",
    ),
    "virtual environment that was deleted": (
        "run.sh: line 4: /home/user/venv/bin/activate: No such file or directory\n",
        "conda-activate-shell-not-configured",
    ),
    "cleanup of a process that ends": (
        """\
Exception ignored in: <function _MultiProcessingDataLoaderIter.__del__ at 0x7f2c0c1d5d00>
Traceback (most recent call last):
  File "/opt/venv/lib/python3.11/site-packages/torch/utils/data/dataloader.py", line 9, in __del__
    self._shutdown_workers()
TypeError: 'NoneType' object is not callable
""",
        "object-not-callable",
    ),
    "cleanup of an environment whose frames have no code": (
        """\
Traceback (most recent call last):
  File "/opt/venv/lib/python3.10/site-packages/gymnasium/vector/vector_env.py", line 330, in __del__
  File "/opt/venv/lib/python3.10/site-packages/gymnasium/core.py", line 475, in close
  File "/opt/venv/lib/python3.10/site-packages/gymnasium/core.py", line 475, in close
  File "/opt/venv/lib/python3.10/site-packages/mani_skill/envs/sapien_env.py", line 1123, in _clear
TypeError: 'NoneType' object is not callable
""",
        "object-not-callable",
    ),
    "error inside TorchDynamo about a call": (
        "torch._dynamo.exc.InternalTorchDynamoError: TypeError: 'NoneType' object "
        "is not callable\n",
        "object-not-callable",
    ),
    "script that asks whether a program exists": (
        "run.sh: line 3: type: python3: not found\n",
        "program-command-not-found",
    ),
    "service in the cluster that a program in Rust calls": (
        """\
error sending request for url (http://10.0.0.7:8000/generate)
  Caused by: client error (Connect)
  Caused by: tcp connect error
  Caused by: Connection refused (os error 111)
""",
        "compute-node-no-internet",
    ),
    "version that Poetry doesn't find": (
        "Because train depends on torch (>=99) which doesn't match any versions, "
        "version solving failed.\n",
        "pip-conflicting-dependencies",
    ),
    "program with the name of a folder": (
        "FileNotFoundError: [Errno 2] No such file or directory: 'python/data'\n",
        "program-command-not-found",
    ),
    "variable of the environment": (
        """\
    rank = int(os.environ["RANK"])
KeyError: 'RANK'
""",
        "batch-key-missing",
    ),
    "actor of Ray whose constructor raised": (
        "ActorDiedError: The actor died because of an error raised in its creation task,\n",
        "ray-worker-died",
    ),
    "next batch of a loader that is None": (
        "AttributeError: 'NoneType' object has no attribute 'next'\n",
        "object-not-iterable",
    ),
    "method whose name only begins with next": (
        "AttributeError: 'DataLoader' object has no attribute 'next_batch'\n",
        "object-not-iterable",
    ),
    "worker that divided by zero": (
        "RuntimeError: DataLoader worker (pid 9595) is killed by signal: "
        "Floating point exception.\n",
        "dataloader-worker-died",
    ),
    "relative import with a fallback": (
        "WARNING: attempted relative import with no known parent package, using utils instead\n",
        "relative-import-outside-package",
    ),
    "division that was caught": (
        """\
    1 / 0
    ~~^~~
ZeroDivisionError: division by zero
""",
        "zero-division-in-training",
    ),
    "JSON that pyarrow parses": (
        "Failed to load JSON from file '/data/train.jsonl' with error "
        "<class 'pyarrow.lib.ArrowInvalid'>: JSON parse error: Missing a name for object member. "
        "in row 1\n",
        "json-file-invalid",
    ),
    "text that isn't JSON, and is no file": (
        """\
    return json.loads(text)
           ^^^^^^^^^^^^^^^^
  File "/usr/lib/python3.11/json/__init__.py", line 346, in loads
    return _default_decoder.decode(s)
           ^^^^^^^^^^^^^^^^^^^^^^^^^^
json.decoder.JSONDecodeError: Expecting value: line 1 column 1 (char 0)
""",
        "json-file-invalid",
    ),
    "list of numbers and names that is sorted": (
        "TypeError: '<' not supported between instances of 'str' and 'float'\n",
        "config-number-is-text",
    ),
    "plotting backend beside another one": (
        "ImportError: Cannot load backend 'TkAgg' which requires the 'tk' interactive framework, "
        "as 'qt' is currently running\n",
        "headless-display-missing",
    ),
    "allocation that the controller can't confirm": (
        "srun: error: Unable to confirm allocation for job 4242: "
        "Unable to contact slurm controller (connect failure)\n",
        "slurm-allocation-not-confirmed",
    ),
    "CPU binding that older Slurm ignores": (
        "slurmd: task/affinity: Ignoring user CPU binding outside of job step allocation\n",
        "slurm-cpu-binding-outside-step",
    ),
    "image without a loop device": (
        "FATAL:   container creation failed: mount /proc/self/fd/3->/var/mnt/session/rootfs error: "
        "while mounting image /proc/self/fd/3: failed to find loop device: could not attach image "
        "file to loop device: no loop devices available\n",
        "container-image-not-mounted",
    ),
    "C++ library of MPI": (
        "ImportError: libmpi_cxx.so.40: cannot open shared object file: "
        "No such file or directory\n",
        "mpi4py-library-not-loaded",
    ),
    "database in a missing folder": (
        "sqlite3.OperationalError: unable to open database file\n",
        "mlflow-database-locked",
    ),
    "machine without InfiniBand": (
        """\
node01:41:63 [0] NCCL INFO NET/IB : No device found.
node01:41:63 [0] NCCL INFO NET/Socket : Using [0]eth0:10.0.0.1<0>
node01:41:63 [0] NCCL INFO Using network Socket
""",
        "nccl-falls-back-to-tcp",
    ),
    "instruction that a GPU kernel can't run": (
        "RuntimeError: Triton Error [CUDA]: an illegal instruction was encountered\n",
        "illegal-instruction-cpu",
    ),
    "network that NCCL_NET names": (
        "NCCL WARN Failed to initialize any NET plugin\n",
        "libfabric-cxi-not-bound",
    ),
    "file handle of a checkpoint": (
        "OSError: [Errno 116] Stale file handle: '/home/user/run/checkpoint.pt'",
        "triton-cache-incomplete",
    ),
    "file that HDFS doesn't have": (
        """\
hdfsOpenFile(/user/x): FileSystem#open((Lorg/apache/hadoop/fs/Path;I)) error:
RemoteException: File does not exist: /user/x
java.io.FileNotFoundException: File does not exist: /user/x
""",
        "hdfs-datanode-unavailable",
    ),
    "truncation inside a call of MPI": (
        "[n1:2194] *** An error occurred in MPI_Recv\n",
        "mpi-init-failed",
    ),
    "port of a network card that isn't wired": (
        "mlx5_core 0000:98:00.1 ens2f1np1: Link down",
        "infiniband-link-down",
    ),
    "limit on watches": (
        "OSError: [Errno 24] inotify_init: Too many open files\n",
        "too-many-open-files",
    ),
    "limit of the whole machine": (
        "OSError: [Errno 23] Too many open files in system: '/data/x'\n",
        "too-many-open-files",
    ),
    "arrays that JAX can't stack": (
        "ValueError: All input arrays must have the same shape. Got (3,) and (4,)\n",
        "collate-unequal-sizes",
    ),
    "hub that refuses the connection": (
        "HTTPSConnectionPool(host='huggingface.co', port=443): Max retries exceeded with url: /x "
        "(Caused by NewConnectionError('<urllib3.connection.HTTPSConnection object at 0x7f>: Failed"
        " to establish a new connection: [Errno 111] Connection refused'))",
        "service-unreachable",
    ),
    "package index that doesn't answer": (
        "HTTPSConnectionPool(host='pypi.org', port=443): Max retries exceeded with url: /simple/ "
        "(Caused by NewConnectionError('<urllib3.connection.HTTPSConnection object at 0x7f>: Failed"
        " to establish a new connection: [Errno 110] Connection timed out'))",
        "service-unreachable",
    ),
    "proxy that refuses the connection": (
        "HTTPSConnectionPool(host='example.org', port=443): Max retries exceeded with url: /x "
        "(Caused by ProxyError('Unable to connect to proxy', NewConnectionError(\"HTTPSConnection("
        "host='127.0.0.1', port=9): Failed to establish a new connection: [Errno 111] Connection "
        'refused")))',
        "service-unreachable",
    ),
    "container that finds another driver's libraries": (
        "nvidia-container-cli: initialization error: nvml error: driver/library version mismatch\n",
        "docker-no-gpu-driver",
    ),
    "GPU that is newer than the build, but works with it": (
        "Found GPU0 NVIDIA GB10 which is of cuda capability 12.1.\n"
        "Minimum and Maximum cuda capability supported by this version of PyTorch is\n"
        "(8.0) - (12.0)\n",
        "cuda-no-kernel-image",
    ),
    "name that resolved once the other pod had started": (
        "[W socket.cpp:601] The IPv6 network addresses of (job-0, 23456) cannot be retrieved "
        "(gai error: -2 - Name or service not known).\n" * 3,
        "rendezvous-host-not-found",
    ),
    "option of a program that rejects its value": (
        "error: The parameter learning_rate has invalid values\n",
        "distribution-parameters-invalid",
    ),
    "URL of a bucket that urllib can't open": (
        "urllib.error.URLError: <urlopen error unknown url type: s3>\n",
        "socks-proxy-unsupported",
    ),
    "rank 0 that crashed before the first collective": (
        "RuntimeError: [2] is setting up NCCL communicator and retrieving ncclUniqueId from [0] "
        "via c10d key-value store by key '0', but store->get('0') got error: Broken pipe.\n",
        "nccl-collective-timeout",
    ),
    "name without an IPv6 address": (
        "[W socket.cpp:697] The IPv6 network addresses of (node1, 29500) cannot be retrieved "
        "(gai error: -2 - Name or service not known).\n",
        "rendezvous-host-not-found",
    ),
    "metadata of a planner, not of a checkpoint": (
        "    assert self.metadata is not None\nAssertionError\n",
        "dcp-checkpoint-incomplete",
    ),
    "file whose name begins with ffmpeg": (
        "FileNotFoundError: [Errno 2] No such file or directory: 'ffmpeg_list.txt'\n",
        "media-decoder-not-loaded",
    ),
    "image library of torchvision": (
        "OSError: Could not load this library: /opt/venv/torchvision/image.so\n",
        "media-decoder-not-loaded",
    ),
    "iterator that has ended": (
        "    batch = next(self.batches)\nStopIteration\n",
        "data-parallel-stop-iteration",
    ),
    "tensor that safetensors can't save": (
        "ValueError: You are trying to save a non contiguous tensor: `lm_head.weight` which is "
        "not allowed.\n",
        "collective-tensor-not-contiguous",
    ),
    "solver of scikit-learn that needs more steps": (
        "ConvergenceWarning: lbfgs failed to converge (status=1):\n",
        "linear-algebra-not-converged",
    ),
    "label out of range in cross entropy": (
        "Loss.cu:94: operator(): block: [9,0,0], thread: [7,0,0] Assertion `t >= 0 && t < "
        "n_classes` failed.\nRuntimeError: CUDA error: device-side assert triggered\n",
        "bce-input-out-of-range",
    ),
    "probability of a dropout": (
        "ValueError: dropout probability has to be between 0 and 1, but got 1.5\n",
        "bce-input-out-of-range",
    ),
    "keyword that only another entry explains in the general": (
        "TypeError: SFTTrainer.__init__() got an unexpected keyword argument 'max_seq_length'\n",
        "function-arguments-mismatch",
    ),
    "NumPy that PyTorch does not know": (
        "RuntimeError: Could not infer dtype of numpy.float32\n",
        "tensor-from-uneven-data",
    ),
    "warning about uneven rows": (
        "VisibleDeprecationWarning: Creating an ndarray from ragged nested sequences (which is a "
        "list-or-tuple of lists-or-tuples-or ndarrays with different lengths or shapes) is "
        "deprecated.\n",
        "tensor-from-uneven-data",
    ),
    "worker's error that PyTorch couldn't rebuild": (
        "    raise self.exc_type(msg)\nTypeError: function takes exactly 5 arguments (1 given)\n",
        "function-arguments-mismatch",
    ),
    "worker's error about a JSON file": (
        "TypeError: __init__() missing 2 required positional arguments: 'doc' and 'pos'\n",
        "function-arguments-mismatch",
    ),
    "name that a CPU build of PyTorch lacks": (
        "AttributeError: module 'torch._C' has no attribute '_cuda_setDevice'\n",
        "module-attribute-missing",
    ),
    "bounds of indices in place": (
        "    gj.clamp_(0, gain[3] - 1)\nRuntimeError: result type Float can't be cast to the "
        "desired output type long int\n",
        "loss-target-dtype",
    ),
    "destructor that finds nothing left at exit": (
        """\
Exception ignored in: <function Pool.__del__ at 0x7f2c0c1d5d00>
Traceback (most recent call last):
  File "/usr/lib/python3.11/multiprocessing/pool.py", line 271, in __del__
    self._change_notifier.put(None)
AttributeError: 'NoneType' object has no attribute 'put'
""",
        "none-type-attribute",
    ),
    "destructor of an object that wasn't initialized": (
        """\
Exception ignored in: <function Reader.__del__ at 0x7f2c0c1d5d00>
Traceback (most recent call last):
  File "/opt/app/reader.py", line 31, in __del__
    self.file.close()
AttributeError: 'Reader' object has no attribute 'file'
""",
        "object-attribute-missing",
    ),
    "layer that gets nothing": (
        "TypeError: linear(): argument 'input' (position 1) must be Tensor, not NoneType\n",
        "none-type-attribute",
    ),
    "option of a command with too many values": (
        "train.py: error: argument --size: expected at most one argument\n",
        "function-arguments-mismatch",
    ),
    "index of an array": (
        "IndexError: index 10 is out of bounds for axis 0 with size 10\n",
        "tensor-index-out-of-range",
    ),
    "row that a table does not have": (
        "IndexError: index out of range in self\n",
        "tensor-index-out-of-range",
    ),
    "argument of Lightning's trainer": (
        "TypeError: Trainer.__init__() got an unexpected keyword argument 'gpus'\n",
        "hf-arguments-renamed",
    ),
    "sequence length of a model that isn't TRL's": (
        "TypeError: SentenceTransformer.__init__() got an unexpected keyword argument "
        "'max_seq_length'\n",
        "hf-arguments-renamed",
    ),
    "argument of a trainer of Transformers": (
        "TypeError: Trainer.__init__() got an unexpected keyword argument 'tokenizer'\n",
        "lightning-removed-argument",
    ),
    "steps of Lightning with several optimizers": (
        "TypeError: training_step() takes 3 positional arguments but 4 were given\n",
        "trainer-override-signature",
    ),
    "attribute of a module that is still being imported": (
        "AttributeError: partially initialized module 'torch' has no attribute 'nn' (most likely "
        "due to a circular import)\n",
        "import-name-missing",
    ),
    "name of a folder called src": (
        "ImportError: cannot import name 'train' from 'src' (unknown location)\n",
        "import-name-missing",
    ),
    "alias that NumPy removed": (
        "AttributeError: module 'numpy' has no attribute 'bool'\n",
        "module-attribute-missing",
    ),
    "name that JAX removed": (
        "AttributeError: module 'jax' has no attribute 'tree_map'\n",
        "module-attribute-missing",
    ),
    "name that Transformers lacks": (
        "ImportError: cannot import name 'AdamW' from 'transformers' (/opt/venv/transformers)\n",
        "import-name-missing",
    ),
    "module of your own that lacks a name": (
        "ImportError: cannot import name 'data' from 'src' (/project/src/__init__.py)\n",
        "import-name-missing",
    ),
    "values unpacked from something else than an environment": (
        """\
    weights, _ = torch.load(path)
ValueError: too many values to unpack (expected 2)
""",
        "gym-api-changed",
    ),
    "method that NumPy's generators do not have": (
        "AttributeError: 'numpy.random._generator.Generator' object has no attribute 'randint'\n",
        "gym-api-changed",
    ),
    "kernel without watches left": (
        "inotify_add_watch(7, /project): No space left on device\n",
        "no-space-left-on-device",
    ),
    "kernel without cgroups left": (
        "mkdir /sys/fs/cgroup/memory/docker/0123abc: no space left on device: unknown.\n",
        "no-space-left-on-device",
    ),
    "loss of a discriminator in balance": (
        "step 1 d_loss: 0.6931 g_loss: 0.7012\nstep 2 d_loss: 0.6931 g_loss: 0.7013\n",
        "loss-not-decreasing",
    ),
    "integers as a parameter": (
        "RuntimeError: Only Tensors of floating point and complex dtype can require gradients\n",
        "quantized-model-not-trainable",
    ),
    "damaged file of HDF5": (
        "OSError: Unable to open file (truncated file: eof = 96, sblock->base_addr = 0)\n",
        "hdf5-handle-across-workers",
    ),
    "labels of type int": (
        "RuntimeError: Found dtype Long but expected Float\n",
        "dtype-mismatch",
    ),
    "weights on another device": (
        "RuntimeError: Input type (torch.cuda.FloatTensor) and weight type (torch.FloatTensor) "
        "should be the same\n",
        "dtype-mismatch",
    ),
    "library of CUDA that is too old": (
        "ImportError: libcusparse.so.12: undefined symbol: __nvJitLinkComplete_12_4, version "
        "libnvJitLink.so.12\n",
        "flash-attn-undefined-symbol",
    ),
    "version that doesn't exist": (
        "ERROR: Could not find a version that satisfies the requirement torch==9 (from versions: "
        "2.4.0)\n",
        "pip-conflicting-dependencies",
    ),
    "deprecation warning of a healthy run": (
        """\
optimization.py:155: UserWarning: This overload of add_ is deprecated:
  exp_avg.mul_(beta1).add_(1.0 - beta1, grad)
{'loss': 0.4512, 'learning_rate': 2e-05, 'epoch': 0.5}
""",
        "checkpoint-resume-mismatch",
    ),
    "interrupted in a step of the optimizer": (
        """\
  File "/opt/venv/lib/torch/optim/adam.py", line 432, in _single_tensor_adam
    exp_avg.lerp_(grad, 1 - device_beta1)
KeyboardInterrupt
""",
        "checkpoint-resume-mismatch",
    ),
    "out of memory in a step of the optimizer": (
        """\
    torch._foreach_lerp_(device_exp_avgs, device_grads, 1 - beta1)
torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB.
""",
        "checkpoint-resume-mismatch",
    ),
    "warning of torch.load that quotes the caller": (
        """\
train.py:41: FutureWarning: You are using `torch.load` with `weights_only=False`
  model.load_state_dict(torch.load_snapshot(path)['model'])
""",
        "checkpoint-resume-mismatch",
    ),
    "column that a table lacks": (
        """\
    history = table["epoch"]
KeyError: 'epoch'
""",
        "checkpoint-resume-mismatch",
    ),
    "option that a configuration lacks": (
        """\
    kind = config["scheduler_kind"]
KeyError: 'scheduler_kind'
""",
        "checkpoint-resume-mismatch",
    ),
    "JAX that only came along with a library": (
        "An NVIDIA GPU may be present on this machine, but a CUDA-enabled jaxlib is not installed. "
        "Falling back to cpu.",
        "xla-cpu-fallback",
    ),
    "busy controller that takes the job in the end": (
        """\
sbatch: error: Slurm temporarily unable to accept job, sleeping and retrying
Submitted batch job 4711
""",
        "job-pending-forever",
    ),
    "refused for the moment": (
        "sbatch: error: Batch job submission failed: Resource temporarily unavailable",
        "job-pending-forever",
    ),
    "submission without munge": (
        "sbatch: error: If munged is up, restart with --num-threads=10",
        "job-pending-forever",
    ),
    "allocation that was given up by its owner": (
        "salloc: error: Job allocation 4711 has been revoked",
        "job-pending-forever",
    ),
    "loss that passes ln 2": (
        """\
step 10 loss: 0.7412
step 20 loss: 0.6931
step 30 loss: 0.6127
""",
        "loss-not-decreasing",
    ),
    "loss that begins at ln 10": (
        """\
step 0 loss: 2.3026
step 100 loss: 1.8841
""",
        "loss-not-decreasing",
    ),
    "other error where the device is set": (
        """\
    torch.cuda.set_device(args.local_rank)
RuntimeError: CUDA error: out of memory
""",
        "world-size-mismatch",
    ),
    "interrupted while it waits for a batch": (
        """\
  File "/opt/venv/lib/torch/utils/data/dataloader.py", line 1285, in _try_get_data
    data = self._data_queue.get(timeout=timeout)
  File "/usr/lib/python3.11/multiprocessing/queues.py", line 113, in get
    if not self._poll(timeout):
KeyboardInterrupt
""",
        "dataloader-workers-hang",
    ),
    "queue of another program": (
        """\
    item = self.data_queue.get()
KeyboardInterrupt
""",
        "dataloader-workers-hang",
    ),
    "shared memory that is too small for NCCL": (
        """\
ncclSystemError: System call (e.g. socket, malloc) or external library call failed or device error.
NCCL WARN Error while creating shared memory segment /dev/shm/nccl-2mCDRV (size 9637888)
""",
        "nccl-no-route-to-host",
    ),
    "shared memory that is too small, as PyTorch reports it": (
        """\
RuntimeError: NCCL error in: ProcessGroupNCCL.cpp:1331, unhandled system error, NCCL version 2.18.3
ncclSystemError: System call (e.g. socket, malloc) or external library call failed or device error.
Last error:
Error while creating shared memory segment /dev/shm/nccl-fjwOOB (size 5967872)
""",
        "nccl-no-route-to-host",
    ),
    "few and quick compilations": (
        """\
Metric: CompileTime
  TotalSamples: 26
  Accumulator: 12s918ms522.456us
""",
        "xla-recompilation",
    ),
    "check that found no bad gradient": ("no NaN in gradients after 100 steps", "nan-gradients"),
    "count of bad gradients that is zero": ("nan gradients: 0", "nan-gradients"),
    "gradients without NaN": ("gradients contain no NaN", "nan-gradients"),
    "skipped steps, none": ("epoch 3: non-finite gradients: 0", "nan-gradients"),
    "check that found no bad loss": ("no NaN loss in 1000 steps", "nan-loss"),
    "protection that is switched on": ("NaN loss protection enabled", "nan-loss"),
    "detection that is switched on": ("[INFO] NaN loss detection: on", "nan-loss"),
    "option to detect it": ("[INFO] detect NaN loss: True", "nan-loss"),
    "help text of an option": ("--stop-on-nan   stop at the first NaN loss", "nan-loss"),
    "skipped batches, none": ("skipped 0 batches with NaN loss", "nan-loss"),
    "count of bad losses that is zero": ("nan losses: 0", "nan-loss"),
    "table with a hole": (
        """\
        price
cost      NaN
rmse      NaN
""",
        "nan-loss",
    ),
    "check of running statistics": ("running_var nan: False", "batchnorm-running-stats-nan"),
    "count in running statistics": ("NaN in running_var: 0", "batchnorm-running-stats-nan"),
    "check for a spike": ("loss spike detected: False", "loss-spike"),
    "check for divergence": ("train loss diverged: False", "loss-spike"),
    "epoch that has the number of a status": (
        "epoch 503: learning slow down, rate halved",
        "http-502-rate-limited",
    ),
    "memory of the GPU, by thrust": (
        "RuntimeError: std::bad_alloc: cudaErrorMemoryAllocation: out of memory",
        "host-out-of-memory-allocator",
    ),
    "memory of the GPU, by RMM": (
        "MemoryError: std::bad_alloc: out_of_memory: CUDA error at: cuda_memory_resource.hpp",
        "host-out-of-memory-allocator",
    ),
    "traceback of a GPU that is full": (
        """\
Traceback (most recent call last):
  File "/work/code/train.py", line 88, in forward
    x = x @ w
        ~~^~~
torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB.
""",
        "host-out-of-memory-allocator",
    ),
    "sentence about an error": (
        "Large tables may raise a MemoryError on small machines.",
        "host-out-of-memory-allocator",
    ),
    "files on two disks": (
        "mv: source and target must be on the same device",
        "tensors-on-different-devices",
    ),
    "volumes on two disks": (
        "snapshot and volume have to be on the same device",
        "tensors-on-different-devices",
    ),
    "port of a database": (
        "mongod: Failed to set up listener: SocketException: bind: Address already in use (98)",
        "address-already-in-use",
    ),
    "port of any gRPC server": (
        '{"description":"Unable to configure socket","os_error":"Address already in use"}',
        "address-already-in-use",
    ),
    "port of an old gRPC server": (
        "tcp_server_posix.c:284] bind addr=[::]:2223: Address already in use",
        "address-already-in-use",
    ),
    "remote shell that was closed": (
        "ssh_exchange_identification: Connection closed by remote peer",
        "nccl-collective-timeout",
    ),
    "write to a socket of another program": (
        "Call to write failed : Broken pipe",
        "nccl-collective-timeout",
    ),
    "package that begins like a folder": (
        "ModuleNotFoundError: No module named 'utilsforecast'",
        "no-module-named-src",
    ),
    "search space of a package": (
        "ModuleNotFoundError: No module named 'configspace'",
        "no-module-named-src",
    ),
    "package that begins with data": (
        "ModuleNotFoundError: No module named 'data_juicer'",
        "no-module-named-src",
    ),
    "package that ends with utils": (
        "ModuleNotFoundError: No module named 'python_utils'",
        "no-module-named-src",
    ),
    "models of gensim": (
        "ModuleNotFoundError: No module named 'gensim.models'",
        "rsync-exclude-drops-package",
    ),
    "models of vLLM": (
        "ModuleNotFoundError: No module named 'vllm.models'",
        "rsync-exclude-drops-package",
    ),
    "model of the client of OpenAI": (
        "ModuleNotFoundError: No module named 'openai.model'",
        "rsync-exclude-drops-package",
    ),
    "arm of an ablation": (
        "ablation arm B: torch.compile disabled",
        "compile-disabled-on-arm",
    ),
    "arm of a trial": ("torch.compile is disabled (arm=control)", "compile-disabled-on-arm"),
    "name that ends in arm": ("charm: disabling torch.compile", "compile-disabled-on-arm"),
    "run that has learned its data by heart": (
        """\
{'loss': 0.0001, 'learning_rate': 2e-05, 'epoch': 8.0}
{'loss': 0.0, 'learning_rate': 1e-05, 'epoch': 9.0}
{'loss': 0.0, 'learning_rate': 0.0, 'epoch': 10.0}
""",
        "zero-loss-from-skipped-nans",
    ),
    "reinforcement learning": (
        "{'loss': 0.0, 'learning_rate': 1e-06, 'completion_length': 192.5, 'reward': 0.62}",
        "zero-loss-from-skipped-nans",
    ),
    "other error where parameters are copied": (
        """\
    own_state[name].copy_(param)
RuntimeError: CUDA error: an illegal memory access was encountered
""",
        "checkpoint-architecture-changed",
    ),
    "worker of joblib that ended for an unknown reason": (
        """\
joblib.externals.loky.process_executor.TerminatedWorkerError: A worker process managed by the
executor was unexpectedly terminated. This could be caused by a segmentation fault while calling the
function or by an excessive memory usage causing the Operating System to kill the worker.
""",
        "segmentation-fault",
    ),
    "sampler without a length": (
        "TypeError: You seem to have configured a sampler in your DataLoader which does not "
        "provide `__len__` method. The sampler was about to be replaced",
        "webloader-has-no-len",
    ),
    "job that its time limit ended": (
        "slurmstepd: error: *** JOB 88 ON n1 CANCELLED AT 2026-05-01T10:00 DUE TO TIME LIMIT ***",
        "slurm-job-cancelled-or-sigterm",
    ),
    "step that was preempted": (
        "slurmstepd: error: *** STEP 8 ON n1 CANCELLED AT 2026-05-01T10:00 DUE TO PREEMPTION ***",
        "slurm-job-cancelled-or-sigterm",
    ),
    "optional package that is not there": (
        "WARNING: apex is not available: No module named 'apex'",
        "module-not-found",
    ),
    "part of a package": (
        "ModuleNotFoundError: No module named 'torchvision.models.resnet'",
        "module-not-found",
    ),
    "deprecated module that is there": (
        "UserWarning: pkg_resources is deprecated as an API.",
        "pkg-resources-missing",
    ),
    "length of nothing": (
        "TypeError: object of type 'NoneType' has no len()",
        "iterable-dataset-has-no-len",
    ),
    "stream of webdataset": (
        """\
    length = self._IterableDataset_len_called = len(self.dataset)
TypeError: object of type 'WebDataset' has no len()
""",
        "iterable-dataset-has-no-len",
    ),
    "worker that was killed for memory": (
        "RuntimeError: DataLoader worker (pid 7) is killed by signal: Killed. ",
        "dataloader-worker-died",
    ),
    "worker that ran out of shared memory": (
        "RuntimeError: DataLoader worker (pid 7) is killed by signal: Bus error. ",
        "dataloader-worker-died",
    ),
    "segmentation fault outside of a loader": (
        "Fatal Python error: Segmentation fault",
        "dataloader-worker-segfault",
    ),
    "validation that ended well before the kill": (
        """\
validation: 100%|##########| 10/10 [00:01<00:00]
epoch 2 loss 0.3
epoch 3 loss 0.2
epoch 4 loss 0.1
epoch 5 loss 0.1
slurmstepd: error: Detected 1 oom_kill event in StepId=1.0.
""",
        "host-oom-saving-predictions",
    ),
    "container that was not killed": ('"OOMKilled": false,', "kubernetes-oomkilled"),
    "GPU that is full, in a traceback": (
        "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB.",
        "host-out-of-memory",
    ),
    "memory of the GPU in JAX": (
        "XlaRuntimeError: RESOURCE_EXHAUSTED: Out of memory while trying to allocate 47703 bytes.",
        "cuda-out-of-memory",
    ),
    "memory of the GPU in TensorFlow": (
        "OOM when allocating tensor with shape[8,64] and type float on "
        "/job:localhost/replica:0/task:0/device:GPU:0 by allocator GPU_0_bfc",
        "cuda-out-of-memory",
    ),
    "cache of vLLM": (
        "ValueError: No available memory for the cache blocks. Try increasing "
        "`gpu_memory_utilization` when initializing the engine.",
        "cuda-out-of-memory",
    ),
    "memory of the host in TensorFlow": (
        "OOM when allocating tensor with shape[8,64] and type float on "
        "/job:localhost/replica:0/task:0/device:CPU:0 by allocator cpu",
        "tensorflow-oom",
    ),
    "TensorFlow that could use more memory": (
        "Allocator (GPU_0_bfc) ran out of memory trying to allocate 3.37GiB with freed_by_count=0. "
        "The caller indicates that this is not a failure, but this may mean that there could be "
        "performance gains if more memory were available.",
        "tensorflow-oom",
    ),
    "launcher that set no rank": ("KeyError: 'RANK'", "world-size-mismatch"),
    "script of a dataset instead of code of a model": (
        "The repository for org/data contains custom code which must be executed to correctly "
        "load the dataset.\n",
        "trust-remote-code-required",
    ),
    "kernel of another library than bitsandbytes that was not compiled for the GPU": (
        "Error no kernel image is available for execution on the device at line 88 in file "
        "/src/attention.cu\n",
        "bitsandbytes-no-kernel-image",
    ),
    "attribute of a model that is None": (
        "AttributeError: 'NoneType' object has no attribute 'module'\n",
        "ddp-wrapped-attribute-missing",
    ),
    "key that the W&B server rejects": (
        "wandb.errors.errors.CommError: user is not logged in\n",
        "wandb-permission-denied",
    ),
    "metric that stopped the training as intended": (
        "Early stopping conditioned on metric `val_loss`: no improvement for 3 epochs, stopping.\n",
        "monitored-metric-missing",
    ),
    "rank whose GPU does not exist": (
        "RuntimeError: CUDA error: invalid device ordinal",
        "world-size-mismatch",
    ),
    "peer of gloo that is gone": (
        "RuntimeError: [../third_party/gloo/gloo/transport/tcp/pair.cc:598] "
        "Connection closed by peer [192.0.2.7]:43185",
        "nccl-collective-timeout",
    ),
    "NCCL that tries again": (
        "misc/socket.cc:500 NCCL INFO Call to connect returned Connection refused, retrying",
        "nccl-no-route-to-host",
    ),
    "cuBLAS that did not start": (
        "CUDA error: CUBLAS_STATUS_NOT_INITIALIZED when calling `cublasCreate(handle)`",
        "cublas-alloc-failed",
    ),
    "failure that the GPU could not name": (
        "RuntimeError: CUDA error: unspecified launch failure",
        "illegal-memory-access",
    ),
    "reshape of NumPy": (
        "ValueError: cannot reshape array of size 6 into shape (4,2)",
        "xla-shape-rank-mismatch",
    ),
    "memory error of the host that was corrected": (
        "EDAC MC1: 128 CE memory read error on CPU_SrcID#1_Ha#0_Chan#1_DIMM#1 (channel:1 slot:1 "
        "page:0x2b67afa offset:0xb40 grain:32 syndrome:0x0 -  area:DRAM err_code:0001:0092)",
        "host-memory-hardware-error",
    ),
    "PCIe error that was corrected": (
        """\
pcieport 0000:00:03.0: AER: Corrected error received: 0000:00:03.0
pcieport 0000:00:03.0: PCIe Bus Error: severity=Corrected, type=Data Link Layer, (Transmitter ID)
""",
        "pcie-aer-link-width",
    ),
    "NVSwitch error that is not fatal": (
        "nvidia-nvswitch3: SXid (PCI:0000:86:00.0): 22013, Non-fatal, Link 46 Minion Link DLREQ "
        "interrupt (First)",
        "nvswitch-sxid-error",
    ),
    "rows that were remapped long ago": (
        """\
    Remapped Rows
        Correctable Error                 : 1
        Uncorrectable Error               : 2
        Pending                           : No
        Remapping Failure Occurred        : No
""",
        "gpu-row-remap-pending",
    ),
    "GPU at its power limit": (
        """\
        SW Power Cap                      : Active
        HW Slowdown                       : Not Active
            HW Thermal Slowdown           : Not Active
""",
        "gpu-throttled",
    ),
    "drive that is not there": (
        "blk_update_request: I/O error, dev fd0, sector 0 op 0x0:(READ) flags 0x0 phys_seg 1",
        "local-disk-failing",
    ),
    "some workers more than CPUs": (
        "UserWarning: This DataLoader will create 12 worker processes in total. Our suggested max "
        "number of worker in current system is 10, which is smaller than what it will create.",
        "cpu-oversubscribed",
    ),
    "port without a cable": (
        "mlx5_core 0000:41:00.1: Port module event: module 1, Cable unplugged",
        "infiniband-link-down",
    ),
    "bias of a convolution on another device": (
        "RuntimeError: Input type (torch.cuda.FloatTensor) and bias type (torch.FloatTensor) "
        "should be the same",
        "dtype-mismatch",
    ),
    "labels of the wrong type": (
        "RuntimeError: expected scalar type Long but found Float",
        "dtype-mismatch",
    ),
    "scaler and bfloat16": (
        'NotImplementedError: "_amp_foreach_non_finite_check_and_unscale_cuda" '
        "not implemented for 'BFloat16'",
        "op-not-implemented-half-cpu",
    ),
    "state of the optimizer of another size": (
        "    exp_avg.lerp_(grad, 1 - beta1)\n"
        "RuntimeError: The size of tensor a (512) must match the size of tensor b (256) at "
        "non-singleton dimension 0",
        "tensor-size-mismatch-broadcast",
    ),
    "shape that needs no copy": (
        "RuntimeError: view size is not compatible with input tensor's size and stride (at least "
        "one dimension spans across two contiguous subspaces). Use .reshape(...) instead.",
        "reshape-invalid-size",
    ),
    "minor version of CUDA that differs": (
        "W1122 05:36:12.895000 13928 torch/utils/cpp_extension.py:647] The detected CUDA version "
        "(13.0) has a minor version mismatch with the version that was used to compile PyTorch "
        "(13.2). Most likely this shouldn't be a problem.",
        "cuda-toolkit-torch-version-mismatch",
    ),
    "minor version that DeepSpeed accepts": (
        "Installed CUDA version 12.4 does not match the version torch was compiled with 12.6 "
        "but since the APIs are compatible, accepting this combination",
        "cuda-toolkit-torch-version-mismatch",
    ),
    "toolkit on a node without a GPU": (
        "No CUDA runtime is found, using CUDA_HOME='/usr/local/cuda-12.6'",
        "cuda-home-not-set",
    ),
    "ninja that failed in a build": (
        "subprocess.CalledProcessError: Command '['ninja', '-v']' returned non-zero exit status 1.",
        "torchrun-child-failed",
    ),
    "compiled part of PyTorch": (
        "ImportError: cannot import name '_C' from 'torch' (/opt/venv/torch/__init__.py)",
        "extension-not-compiled",
    ),
    "dashboard of Ray that did not start": (
        "ERROR services.py:1242 -- Couldn't read dashboard.log file. Error: [Errno 2] No such file "
        "or directory: '/tmp/ray/session_1/logs/dashboard.log'.",
        "file-not-found-on-node",
    ),
    "failure of a backend that Dynamo leaves out": (
        "W1024 01:17:10.936000 1404 torch/_dynamo/convert_frame.py:1009] torch._dynamo.exc."
        "BackendCompilerFailed: backend='inductor' raised:",
        "torch-compile-backend-failed",
    ),
    "ninja that a shell does not find": (
        "make: ninja: No such file or directory",
        "ninja-required",
    ),
    "missing module of the driver": (
        "RuntimeError: CUDA unknown error - this may be due to an incorrectly set up environment",
        "no-cuda-gpus-available",
    ),
    "graph breaks that are only listed": (
        "V0812 15:05:52.194 torch/_dynamo/symbolic_convert.py:556] [4/0] [__graph_breaks] Graph "
        "break in user code at train.py:12\nReason: Data-dependent branching",
        "dynamo-unsupported-fullgraph",
    ),
    "recompilation below the limit": (
        "V0812 15:05:52.194 torch/_dynamo/guards.py:2906] [0/1] [__recompiles] Recompiling "
        "function step in train.py:3\n- 0/0: tensor 'x' size mismatch at index 0. expected 4, "
        "actual 6",
        "dynamo-recompile-limit",
    ),
    "memory of an NVIDIA GPU": (
        "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB.",
        "xpu-out-of-memory",
    ),
    "library that TensorFlow can do without": (
        "Could not load dynamic library 'libnvinfer.so.7'; dlerror: libnvinfer.so.7: "
        "cannot open shared object file: No such file or directory",
        "shared-library-missing",
    ),
    "network library of a container": (
        "ImportError: libcxi.so.1: cannot open shared object file: No such file or directory",
        "shared-library-missing",
    ),
    "C++ library that is too old": (
        "ImportError: /lib64/libstdc++.so.6: version `GLIBCXX_3.4.29' not found "
        "(required by /opt/venv/lib/op.so)",
        "glibc-version-not-found",
    ),
    "pointer in place of a checkpoint": (
        """\
_pickle.UnpicklingError: Weights only load failed. In PyTorch 2.6, we changed the default value.
Please file an issue with the following: WeightsUnpickler error:

Unsupported operand 118
""",
        "torch-load-weights-only",
    ),
    "distributed checkpoint that cannot be loaded": (
        """\
CheckpointException ranks:dict_keys([0])
AssertionError: metadata is None; global metadata read failed: [Errno 2] No such file or directory
""",
        "checkpoint-save-failed",
    ),
    "OpenMMLab package that is not installed": (
        "ModuleNotFoundError: No module named 'mmcv'\n",
        "openmmlab-version-mismatch",
    ),
    "TensorFlow that lacks Keras": (
        "AttributeError: module 'tensorflow' has no attribute 'keras'\n",
        "tensorflow-1-api-removed",
    ),
    "backup controller of Slurm alone": (
        "Slurmctld(backup) at ctl2 is DOWN\n",
        "slurm-controller-unreachable",
    ),
    "commands of Slurm where munged is not running": (
        "slurm_load_partitions: Protocol authentication error\n",
        "slurm-job-credential-expired",
    ),
    "devices of another kind": (
        "adb: no devices were found\n",
        "no-cuda-gpus-available",
    ),
    "folder of a checkpoint that may not be written": (
        "RuntimeError: [enforce fail at inline_container.cc:595] . open file failed with "
        "strerror: Permission denied\n",
        "checkpoint-save-failed",
    ),
    "step on fewer nodes than the job has": (
        "srun: warning: can't run 1 processes on 2 nodes, setting nnodes to 1\n",
        "slurm-step-resources-unavailable",
    ),
    "timeout that a program prints as a time": (
        "INFO connecting, timeout 0:00:30\n",
        "slurm-time-limit",
    ),
    "server of W&B whose certificate is not trusted": (
        "wandb.errors.errors.Error: Error initializing run: POST https://api.wandb.ai/graphql "
        'giving up after 1 attempt(s): Post "https://api.wandb.ai/graphql": tls: failed to verify '
        "certificate: x509: certificate signed by unknown authority\n",
        "wandb-init-hangs",
    ),
    "library that names only PyTorch's own build": (
        "AssertionError: Torch not compiled with CUDA enabled\n",
        "library-built-without-cuda",
    ),
    "attribute that a destructor misses": (
        """\
saved model.pt
Exception ignored in: <function Pool.__del__ at 0x7f059a1ee8e0>
Traceback (most recent call last):
  File "/opt/venv/lib/python3.10/site-packages/multiprocess/pool.py", line 268, in __del__
    self._change_notifier.put(None)
AttributeError: 'Pool' object has no attribute '_change_notifier'
""",
        "object-attribute-missing",
    ),
    "attribute of a module": (
        "AttributeError: module 'spconv' has no attribute 'SparseModule'\n",
        "object-attribute-missing",
    ),
    "attribute of nothing that only one entry explains": (
        "AttributeError: 'NoneType' object has no attribute 'absmax'\n",
        "object-attribute-missing",
    ),
    "attribute of a wrapped model": (
        "AttributeError: 'DistributedDataParallel' object has no attribute 'config'\n",
        "object-attribute-missing",
    ),
    "cache that is missing altogether": (
        "AttributeError: 'NoneType' object has no attribute 'get_seq_length'\n",
        "transformers-cache-api-changed",
    ),
    "worker of Dask that only pauses": (
        "distributed.worker.memory - WARNING - Worker is at 80% memory usage. Pausing worker.\n",
        "dask-killed-worker",
    ),
    "kernels of MIOpen that are only not precompiled": (
        "MIOpen(HIP): Warning [SQLiteBase] Missing system database file: gfx1030_30.kdb "
        "Performance may degrade.\n",
        "miopen-kernel-build-failed",
    ),
    "kernel without keys left": (
        "OCI runtime create failed: runc create failed: unable to join session keyring: unable to "
        "create session key: disk quota exceeded: unknown\n",
        "disk-quota-exceeded",
    ),
    "checkpoint of zeros": (
        "_pickle.UnpicklingError: invalid load key, '\\x00'.\n",
        "git-lfs-pointer-not-fetched",
    ),
    "connection that a process closed": (
        """\
  File "/usr/lib/python3.11/multiprocessing/connection.py", line 399, in _recv
    raise EOFError
EOFError
""",
        "checkpoint-file-corrupt",
    ),
    "compiler that is not installed": (
        "FileNotFoundError: [Errno 2] No such file or directory: '/usr/local/cuda/bin/nvcc'\n",
        "file-not-found-on-node",
    ),
    "pod that was created just now": (
        "train-0   0/1     Pending   0          2s\n",
        "kubernetes-failed-scheduling",
    ),
    "torchaudio that is not installed": (
        "ModuleNotFoundError: No module named 'torchaudio'\n",
        "torch-removed-name",
    ),
    "types that a warning compares": (
        "Warning: tensors must have identical types, got int and float\n",
        "xla-shape-rank-mismatch",
    ),
    "shape with a number that isn't whole": (
        "TypeError: Shapes must be 1D sequences of concrete values of integer type, got (2.5,).\n",
        "jax-tracer-concretization",
    ),
    "shapes that JAX can't broadcast": (
        "TypeError: add got incompatible shapes for broadcasting: (3,), (4,).\n",
        "tensor-size-mismatch-broadcast",
    ),
    "queue pair with invalid attributes": (
        "node4:1:2 [5] NCCL WARN Call to ibv_create_qp failed with error Invalid argument\n",
        "rdma-locked-memory-limit",
    ),
    "program that refuses root and isn't of MPI": (
        "sshd has detected an attempt to run as root.\n",
        "mpi-run-as-root",
    ),
    "symbol of a C++ library other than PyTorch": (
        "ImportError: /opt/conda/lib/python3.9/site-packages/pyarrow/libarrow.so: undefined "
        "symbol: _ZNSt7__cxx1118basic_stringstreamIcSt11char_traitsIcESaIcEEC1Ev\n",
        "flash-attn-undefined-symbol",
    ),
    "harmless warning about a smaller ufunc": (
        "RuntimeWarning: numpy.ufunc size changed, may indicate binary incompatibility. "
        "Expected 216 from C header, got 192 from PyObject\n",
        "numpy-abi-mismatch",
    ),
    "checkpoint with a newer pickle protocol": (
        "WeightsUnpickler error:\n\nUnsupported operand 149\n",
        "git-lfs-pointer-not-fetched",
    ),
    "folder of results that the program refuses": (
        "ERROR: /data/out is not a writable directory\n",
        "cache-directory-not-writable",
    ),
    "device that another program uses": (
        "OSError: [Errno 16] Device or resource busy: '/dev/video0'\n",
        "nfs-file-busy",
    ),
    "node of another kind of cluster": (
        "etcd: member 8e9e05c52164694d was expelled from the cluster\n",
        "gpfs-node-expelled",
    ),
    "cache that evicts": (
        "kv cache blocks: 10/20 evicted 5, 512 free\n",
        "kubernetes-pod-evicted",
    ),
    "srun that is gone when its tasks end": (
        "slurmstepd: error: Failed to send MESSAGE_TASK_EXIT: Connection refused\n",
        "slurm-job-stuck-completing",
    ),
    "RMM pool that is full": (
        "MemoryError: std::bad_alloc: out_of_memory: RMM failure at: "
        "pool_memory_resource.hpp: Maximum pool size exceeded\n",
        "host-out-of-memory-allocator",
    ),
    "limit for the gradient norm that is off": (
        "clip_grad_norm=inf\n",
        "nan-gradients",
    ),
    "GPU that no longer needs a reset": (
        "NVRM: Xid (PCI:0000:41:00): 154, GPU recovery action changed from 0x1 (GPU Reset "
        "Required) to 0x0 (None)\n",
        "gpu-xid-other",
    ),
    "root file system that the kernel can't mount": (
        "Kernel panic - not syncing: VFS: Unable to mount root fs on unknown-block(0,0)\n",
        "kernel-lockup-or-panic",
    ),
    "module command as the program of a container": (
        'FATAL:   "module": executable file not found in $PATH\n',
        "container-image-not-found",
    ),
    "library of Lmod without its interpreter": (
        "/usr/share/lmod/lmod/init/bash: line 109: /usr/share/lmod/lmod/libexec/lmod: "
        "cannot execute: required file not found\n",
        "dos-line-endings",
    ),
    "module of a folder that hides JAX": (
        "ModuleNotFoundError: No module named 'jax.numpy'; 'jax' is not a package\n",
        "jax-removed-name",
    ),
    "bus of a PCIe device": (
        "pcieport 0000:00:01.0: PCIe Bus Error: severity=Corrected, type=Physical Layer\n"
        "i2c i2c-0: bus error\n",
        "sigbus-core-dumped",
    ),
    "enumeration of another program in Rust": (
        "error: data did not match any variant of untagged enum Source in uv.lock\n",
        "tokenizer-file-unreadable",
    ),
    "driver library that TensorFlow can't load": (
        "Could not load dynamic library 'libcuda.so.1'; dlerror: libcuda.so.1: cannot "
        "open shared object file: No such file or directory\n",
        "tensorflow-cuda-libs-not-loaded",
    ),
    "data file in a folder called gcc": (
        "FileNotFoundError: [Errno 2] No such file or directory: '/data/gcc/train.txt'\n",
        "triton-no-c-compiler",
    ),
    "model on the Hub that brings its own code": (
        "ValueError: The repository for org/model contains custom code which must be executed to "
        "correctly load the model.\n",
        "hf-dataset-script-unsupported",
    ),
    "service of AWS that isn't S3 and denies access": (
        "botocore.exceptions.ClientError: An error occurred (AccessDeniedException) when calling "
        "the CreateTrainingJob operation: User is not authorized\n",
        "aws-credentials-not-found",
    ),
    "object that isn't in the bucket": (
        "botocore.exceptions.ClientError: An error occurred (404) when calling the HeadObject "
        "operation: Not Found\n",
        "aws-credentials-not-found",
    ),
    "column that can't be cast to null": (
        "TypeError: Couldn't cast array of type string to null\n",
        "hf-dataset-generation-error",
    ),
    "Hub that doesn't answer in time": (
        "urllib3.exceptions.MaxRetryError: HTTPSConnectionPool(host='huggingface.co', port=443): "
        'Max retries exceeded with url: /x (Caused by ReadTimeoutError("HTTPSConnectionPool('
        "host='huggingface.co', port=443): Read timed out. (read timeout=10)\"))\n",
        "service-unreachable",
    ),
    "scalar of NumPy that PyTorch can't read": (
        "RuntimeError: Could not infer dtype of numpy.float32\n",
        "tensor-from-uneven-data",
    ),
    "attribute of nothing": (
        "AttributeError: 'NoneType' object has no attribute 'size'\n",
        "torch-argument-not-tensor",
    ),
    "syntax that isn't Python's": (
        "SyntaxError: Unexpected token < in JSON at position 0\n",
        "python-syntax-error",
    ),
    "argument that torchrun rejects": (
        "torchrun: error: argument --nnodes: expected one argument\n",
        "command-line-arguments-rejected",
    ),
    "size that a compiler left undefined": (
        "NameError: name 's4' is not defined\n",
        "name-not-defined",
    ),
    "header of the project itself": (
        "kernels.cu:3:10: fatal error: cuda_utils.h: No such file or directory\n",
        "cuda-header-not-found",
    ),
    "option of a script named run.py": (
        "run.py: error: argument --epochs: invalid int value: 'ten'\n",
        "torchrun-argument-refused",
    ),
    "class built from the settings of another library": (
        """\
  File "/opt/venv/lib/python3.11/site-packages/lab/settings.py", line 3, in load
    return cls(**config_dict)
TypeError: __init__() got an unexpected keyword argument 'warmup'
""",
        "accelerate-config-unknown-keys",
    ),
    "interface of NCCL that the node lacks": (
        "node01:41:63 [0] transport/net_ib.cc:412 NCCL WARN NET/IB : No IP interface found.\n",
        "nccl-falls-back-to-tcp",
    ),
    "queue pair that a container may not create": (
        "NCCL WARN Call to ibv_create_qp failed with error Operation not permitted errno 1\n",
        "rdma-locked-memory-limit",
    ),
    "configuration that autotuning skips": (
        "Runtime error during autotuning: \n"
        "No valid triton configs. OutOfMemoryError: out of resource: "
        "triton_flex_attention Required: 360448 Hardware limit:232448 Reducing block "
        "sizes or `num_stages` may help.. \n"
        "Ignoring this choice.\n",
        "triton-out-of-shared-memory",
    ),
    "grid of a kernel that has a dimension which is too large": (
        "RuntimeError: CUDA error: invalid configuration argument\n",
        "cuda-invalid-argument",
    ),
    "argument of a CUDA call of NCCL": (
        "nid001234:1234:1300 [3] p2p.cc:212 NCCL WARN Cuda failure 1 'invalid argument'\n",
        "cuda-invalid-argument",
    ),
    "cache of the loader that a container cannot write at its start": (
        "/sbin/ldconfig.real: Can't create temporary cache file /etc/ld.so.cache~: "
        "Read-only file system\n",
        "read-only-file-system",
    ),
    "configuration that Triton's autotuner skips": (
        "W1114 10:00:00.000000 1234 torch/_inductor/select_algorithm.py:5080] [0/0] "
        "out of resource: shared memory, Required: 131072, Hardware limit: 101376. "
        "Reducing block sizes or `num_stages` may help.\n",
        "triton-out-of-shared-memory",
    ),
    "rate limit of an inference provider": (
        "huggingface_hub.errors.HfHubHTTPError: 429 Client Error: Too Many Requests "
        "for url: https://router.huggingface.co/v1/chat/completions\n",
        "hf-hub-rate-limited",
    ),
    "metadata service that a machine outside AWS lacks": (
        "botocore.exceptions.ConnectTimeoutError: Connect timeout on endpoint URL: "
        '"http://169.254.169.254/latest/api/token"\n',
        "s3-endpoint-unreachable",
    ),
    "limit of the interface of EC2": (
        "botocore.exceptions.ClientError: An error occurred (RequestLimitExceeded) "
        "when calling the DescribeInstances operation (reached max retries: 4): "
        "Request limit exceeded.\n",
        "s3-slow-down",
    ),
    "node without network that wants a token": (
        "requests.exceptions.ConnectionError: "
        "HTTPSConnectionPool(host='planetarycomputer.microsoft.com', port=443): Max "
        "retries exceeded with url: /api/sas/v1/token/elevationeuwest/copernicus-dem "
        "(Caused by NewConnectionError('<urllib3.connection.HTTPSConnection object "
        "at 0x7f>: Failed to establish a new connection: [Errno 101] Network is "
        "unreachable'))\n",
        "stac-signing-forbidden",
    ),
    "response of a server that can't be decompressed": (
        "requests.exceptions.ContentDecodingError: ('Received response with "
        "content-encoding: gzip, but failed to decode it.', zlib.error: Error -3 "
        "while decompressing data: incorrect header check)\n",
        "corrupt-training-sample",
    ),
    "block that HDFS reads at the next attempt": (
        "2024-01-01 10:00:00,000 INFO hdfs.DFSClient: Could not obtain "
        "BP-1-10.0.0.1-1:blk_1_1 from any node: No live nodes contain current block "
        "Block locations: DatanodeInfoWithStorage[10.0.0.5:9866,DS-1,DISK] Dead "
        "nodes:  DatanodeInfoWithStorage[10.0.0.5:9866,DS-1,DISK]. Will get new "
        "block locations from namenode and retry...\n",
        "hdfs-datanode-unavailable",
    ),
    "extension of pkg_resources": (
        "ImportError: No module named pkg_resources.extern\n",
        "pkg-resources-missing",
    ),
    "cuBLAS of two toolkits": (
        "OSError: /opt/venv/lib/libcublas.so.12: undefined symbol: cublasLtGetEnv, "
        "version libcublasLt.so.12\n",
        "cublas-execution-or-value-error",
    ),
    "linear layer whose weights are partitioned": (
        "RuntimeError: size mismatch, got input (6), mat (6x8), vec (0)\n",
        "matmul-shape-mismatch",
    ),
    "AMD GPU without errors": (
        "amdgpu 0000:c3:00.0: amdgpu: no uncorrectable hardware errors detected in umc block\n",
        "amd-gpu-ras-uncorrectable",
    ),
    "logits in half precision on an old CPU build": (
        "RuntimeError: \"nll_loss_out_frame\" not implemented for 'Half'\n",
        "loss-target-dtype",
    ),
    "version that uv cannot find": (
        "error: No solution found when resolving dependencies:\n"
        "  cause: Because there is no version of torch==9 and foo depends on torch==9, "
        "we can conclude that your requirements are unsatisfiable.\n",
        "pip-conflicting-dependencies",
    ),
    "checkpoint of zeros that torch.load rejects": (
        "WeightsUnpickler error: \nUnsupported operand 0\n",
        "git-lfs-pointer-not-fetched",
    ),
    "runtime of CUDA that is older than PyTorch": (
        "ImportError: /opt/torch/lib/libc10_cuda.so: undefined symbol: "
        "cudaGetDriverEntryPointByVersion, version libcudart.so.12\n",
        "shared-library-version-not-found",
    ),
    "warning of xformers with its traceback": (
        "A matching Triton is not available, some optimizations will not be enabled\n"
        "Traceback (most recent call last):\n"
        '  File "/x/xformers/__init__.py", line 57, in _is_triton_available\n'
        "    import triton  # noqa\n"
        "    ^^^^^^^^^^^^^\n"
        "ModuleNotFoundError: No module named 'triton'\n",
        "triton-not-found",
    ),
    "scheduler command that Python does not find": (
        "FileNotFoundError: [Errno 2] No such file or directory: 'squeue'\n",
        "file-not-found-on-node",
    ),
    "weights with a prefix": (
        "RuntimeError: Error(s) in loading state_dict for Net:\n"
        '\tMissing key(s) in state_dict: "a.weight".\n'
        '\tUnexpected key(s) in state_dict: "model.a.weight", "module.b.weight".\n',
        "checkpoint-nested-state-dict",
    ),
    "missing module whose message goes on after the name": (
        "ModuleNotFoundError: No module named 'foo'. Please install 'bar'\n",
        "submodule-not-found",
    ),
    "damaged file system in an image file": (
        "EXT4-fs error (device loop0): ext4_lookup:1234: inode #2: comm python: "
        "deleted inode referenced\n",
        "local-disk-failing",
    ),
    "own code that a container doesn't find": (
        "singularity exec x.sif python train.py\nModuleNotFoundError: No module named 'src'\n",
        "package-missing-from-container",
    ),
    "library of C that is too old for a program": (
        "ImportError: /lib/x86_64-linux-gnu/libc.so.6: version `GLIBC_ABI_DT_RELR' not "
        "found (required by /opt/x.so)\n",
        "shared-library-version-not-found",
    ),
    "limit on processes in LSF": (
        "TERM_PROCESSLIMIT: job killed after reaching LSF process limit.\n",
        "lsf-memory-limit",
    ),
    "Python that uv rejects": (
        "error: No solution found when resolving dependencies\n"
        "  cause: Because the requested Python version (>=3.8) does not satisfy "
        "Python>=3.10 and torch==2.9.0 depends on Python>=3.10, we can conclude that "
        "torch==2.9.0 cannot be used.\n",
        "pip-conflicting-dependencies",
    ),
    "login that has expired, so that kubectl knows no resources": (
        'error: the server doesn\'t have a resource type "pods"\n',
        "kubernetes-kind-unknown",
    ),
    "call of Kubernetes that took too long": (
        "  Warning  Failed  2m (x3 over 5m)  kubelet  Failed to pull image: rpc error: code = "
        "DeadlineExceeded desc = context deadline exceeded\n",
        "kubernetes-deadline-exceeded",
    ),
    "line endings of Windows after a program's name": (
        "/usr/bin/env: 'python\\r': No such file or directory\n",
        "program-command-not-found",
    ),
    "iterator of the data that has ended": (
        "    batch = next(data_iter)\nStopIteration\n",
        "data-parallel-stop-iteration",
    ),
    "CUDA failure in NCCL": (
        "node1:123:123 [0] transport/p2p.cc:275 NCCL WARN Cuda failure 1 'invalid argument'\n",
        "cuda-invalid-argument",
    ),
    "None in a loop": (
        "TypeError: 'NoneType' object is not iterable\n",
        "indexed-value-wrong-type",
    ),
    "None that is unpacked": (
        "TypeError: cannot unpack non-iterable NoneType object\n",
        "unpacked-count-differs",
    ),
    "path in an object store": (
        "FileNotFoundError: [Errno 2] Path does not exist 'data/train/0.parquet'. "
        "Detail: [errno 2] No such file or directory\n",
        "file-not-found-on-node",
    ),
    "data module of the other Lightning": (
        "TypeError: An invalid dataloader was passed to `Trainer.fit(train_dataloaders=...)`. "
        "Found {Train dataloader: size=2}\n",
        "lightning-dataloader-missing",
    ),
    "evaluation of a dataset without small objects": (
        """\
 Average Precision  (AP) @[ IoU=0.50:0.95 | area=   all | maxDets=100 ] = 0.413
 Average Precision  (AP) @[ IoU=0.50:0.95 | area= small | maxDets=100 ] = -1.000
 Average Recall     (AR) @[ IoU=0.50:0.95 | area= small | maxDets=100 ] = -1.000
""",
        "detection-map-zero",
    ),
    "evaluation after the first epoch of a detector": (
        " Average Precision  (AP) @[ IoU=0.50:0.95 | area=   all | maxDets=100 ] = 0.000\n",
        "detection-map-zero",
    ),
    "rank of Ascend that waits for another": (
        "[rank7]: RuntimeError: npuSynchronizeDevice:torch_npu/csrc/core/npu/NPUStream.cpp:435 NPU "
        "function error: aclrtSynchronizeDevice, error code is 507046\n",
        "ascend-operator-failed",
    ),
    "storage limit of CANN": (
        "[Error]: The storage limit is exceeded.\n"
        "        Check the remaining storage space in the hardware environment.\n",
        "npu-out-of-memory",
    ),
    "plugin of a program other than Slurm": (
        "error: Failed to load plugin /usr/lib/x/libfoo.so. Aborting.\n",
        "slurm-plugin-stack-failed",
    ),
    "worker of joblib that is replaced": (
        "/venv/joblib/externals/loky/process_executor.py:752: UserWarning: A worker stopped while "
        "some jobs were given to the executor. This can be caused by a too short worker timeout or "
        "by a memory leak.\n",
        "joblib-worker-failed",
    ),
    "init container that has just started": (
        "NAME        READY   STATUS     RESTARTS   AGE\n"
        "trainer-0   0/1     Init:0/1   0          12s\n",
        "kubernetes-init-container-waiting",
    ),
    "job that Kueue admitted again after a timeout": (
        "Message:  Previously: Exceeded the PodsReady timeout default/job-1\n",
        "kueue-workload-not-admitted",
    ),
    "Gaudi that is out of memory": (
        "RuntimeError: [Rank:0] FATAL ERROR :: MODULE:PT_DEVMEM Allocation failed for "
        "size::939524096 (896)MB\n",
        "gaudi-graph-compile-failed",
    ),
    "feature that an adapter of oneAPI lacks, in a trace": (
        "<--- urDeviceGetInfo(...) -> UR_RESULT_ERROR_UNSUPPORTED_FEATURE;\n",
        "xpu-runtime-error",
    ),
}

REAL = {
    "compiler with a long path that TorchInductor calls": (
        "subprocess.CalledProcessError: Command '['/opt/conda/envs/training/bin/x86_64-conda-linux-"
        "gnu-c++', '/tmp/torchinductor_user/ab/cab.main.cpp', '-D', 'NDEBUG']' returned non-zero "
        "exit status 1.\n",
        "inductor-cpp-compile-error",
    ),
    "request that was retried long before the memory ran out": (
        "WARNING attempt 1 failed: requests.exceptions.HTTPError: 503 Server Error: Service "
        "Unavailable for url: http://10.0.0.3:8000/generate. Retrying in 2 s\n"
        "step 200 loss 2.2\n"
        "[rank0]: torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB\n",
        "cuda-out-of-memory",
    ),
    "status 429 of the Hub after the retries of urllib3": (
        "requests.exceptions.RetryError: HTTPSConnectionPool(host='huggingface.co', port=443): Max "
        "retries exceeded with url: /api/models/x (Caused by ResponseError('too many 429 error "
        "responses'))\n",
        "hf-hub-rate-limited",
    ),
    "object that pyarrow misses in an object store": (
        "FileNotFoundError: [Errno 2] Path does not exist 'data/train/0.parquet'. "
        "Detail: [errno 2] No such file or directory\n",
        "s3-object-not-found",
    ),
    "method of a split that a dictionary of splits lacks": (
        "AttributeError: 'DatasetDict' object has no attribute 'train_test_split'\n",
        "dataset-split-unknown",
    ),
    "method of a model that PyTorch 1.7 misses on its wrapper": (
        "torch.nn.modules.module.ModuleAttributeError: 'DataParallel' object has no attribute "
        "'save_pretrained'\n",
        "ddp-wrapped-attribute-missing",
    ),
    "heads that the configuration of Transformers 5 rejects": (
        "huggingface_hub.errors.StrictDataclassClassValidationError: Class validation error for "
        "validator 'validate_architecture':\n"
        "    ValueError: The hidden size (100) is not a multiple of the number of attention "
        "heads (8).\n",
        "layer-sizes-not-divisible",
    ),
    "crash after a check for an object in S3": (
        "no checkpoint yet: An error occurred (404) when calling the HeadObject operation: "
        "Not Found\nepoch 1\nepoch 2\n"
        "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB.\n",
        "cuda-out-of-memory",
    ),
    "C++ compiler that PyTorch looks for": (
        "subprocess.CalledProcessError: Command '['which', 'c++']' returned non-zero exit "
        "status 1.\n",
        "triton-no-c-compiler",
    ),
    "crash after an upload to W&B that failed once": (
        'wandb: ERROR Post "https://api.wandb.ai/graphql": EOF\nstep 11\nstep 12\n'
        "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB.\n",
        "cuda-out-of-memory",
    ),
    "collective of TensorFlow without its peer": (
        "tensorflow.python.framework.errors_impl.UnavailableError: Collective ops is aborted "
        "by: Socket closed\n",
        "tensorflow-task-unavailable",
    ),
    "SSH check of DeepSpeed's launcher": (
        "subprocess.CalledProcessError: Command '['ssh', '-o', 'PasswordAuthentication=no', "
        "'node2', 'hostname']' returned non-zero exit status 255.\n",
        "ssh-permission-denied",
    ),
    "allocator of TensorFlow in a JAX program": (
        "W external/xla/xla/tsl/framework/bfc_allocator.cc:501] Allocator (GPU_0_bfc) ran out of "
        "memory trying to allocate 16.00GiB (rounded to 17179869184)requested by op\n"
        "jaxlib.xla_extension.XlaRuntimeError: RESOURCE_EXHAUSTED: Out of memory while trying to "
        "allocate 17179869184 bytes.\n",
        "jax-resource-exhausted",
    ),
    "exception whose message begins in the traceback": (
        """\
Traceback (most recent call last):
  File "/usr/lib/python3.11/multiprocessing/connection.py", line 399, in _recv
    raise EOFError
EOFError
""",
        "connection-reset-by-peer",
    ),
    "pipe of a process that ended": (
        """\
Traceback (most recent call last):
  File "/usr/lib/python3.12/multiprocessing/connection.py", line 384, in _send
    n = write(self._handle, buf)
        ^^^^^^^^^^^^^^^^^^^^^^^^
BrokenPipeError: [Errno 32] Broken pipe
""",
        "connection-reset-by-peer",
    ),
    "buffer of a checkpoint that is expanded": (
        """\
RuntimeError: Error(s) in loading state_dict for Model:
\tWhile copying the parameter named "ids", whose dimensions in the model are torch.Size([2, 3]) \
and whose dimensions in the checkpoint are torch.Size([2, 3]), an exception occurred : \
('unsupported operation: more than one element of the written-to tensor refers to a single memory \
location. \
Please clone() the tensor before performing the operation.',).
""",
        "tensor-memory-overlap",
    ),
    "next() of a loader's iterator in an old notebook": (
        "AttributeError: '_MultiProcessingDataLoaderIter' object has no attribute 'next'\n",
        "object-not-iterable",
    ),
    "number where several values are unpacked": (
        "TypeError: cannot unpack non-iterable float object\n",
        "object-not-iterable",
    ),
    "name from a package of one's own that is called src": (
        "ImportError: cannot import name 'data' from 'src'\n",
        "no-module-named-src",
    ),
    "missing interface that an internal error only wraps": (
        """\
[rank0]: DistBackendError: internal error - please report this issue to the NCCL developers
[rank0]: ncclInternalError: Internal check failed.
[rank0]: Last error:
[rank0]: Bootstrap : no socket interface found
""",
        "socket-interface-not-found",
    ),
    "queue pair that NCCL can't create": (
        "node4:3778851:3779884 [5] ibvwrap.c:130 NCCL WARN Call to ibv_create_qp failed\n",
        "rdma-locked-memory-limit",
    ),
    "error of NCCL that Horovod reports": (
        "horovod.common.exceptions.HorovodInternalError: ncclAllReduce failed: "
        "unhandled cuda error\n",
        "nccl-unhandled-cuda-error",
    ),
    "old driver that leaves no GPU for mixed precision": (
        """\
UserWarning: CUDA initialization: The NVIDIA driver on your system is too old (found version 11040).
ValueError: Your setup doesn't support bf16/gpu.
""",
        "cuda-driver-too-old",
    ),
    "name that only the GPU build of FAISS has": (
        "AttributeError: module 'faiss' has no attribute 'StandardGpuResources'\n",
        "library-built-without-cuda",
    ),
    "tensor on the GPU in the thread that pins memory": (
        """\
RuntimeError: Caught RuntimeError in pin memory thread for device 0.
RuntimeError: cannot pin 'torch.cuda.FloatTensor' only dense CPU tensors can be pinned
""",
        "pin-memory-of-cuda-tensor",
    ),
    "branches of JAX with different types": (
        "TypeError: cond branches must have equal output types but they differ.\n",
        "xla-shape-rank-mismatch",
    ),
    "compiler of torch.compile that was killed": (
        "torch._inductor.exc.InductorError: CppCompileError: C++ compile error\n\n"
        "Command:\ng++ x.cpp\n\nOutput:\n"
        "g++: fatal error: Killed signal terminated program cc1plus\n",
        "host-oom-during-compile",
    ),
    "compile worker that was killed, in older versions": (
        "torch._dynamo.exc.BackendCompilerFailed: backend='inductor' raised:\nBrokenProcessPool: A "
        "process in the process pool was terminated abruptly while the future was running.\n",
        "host-oom-during-compile",
    ),
    "losses in Lightning's progress bar": (
        "Epoch 3: 100%|###| 9/9 [00:10<00:00, train_loss=nan.0, val_loss=nan.0]\n",
        "nan-loss",
    ),
    "losses of steps and epochs in Lightning's progress bar": (
        "Epoch 3: 100%|###| 9/9 [00:10<00:00, train_loss_step=nan.0, train_loss_epoch=nan.0]\n",
        "nan-loss",
    ),
    "losses in the columns of YOLO": (
        "   1/100   3.41G      nan      nan      nan       12      640: 100%|#| 8/8\n",
        "nan-loss",
    ),
    "forked process of TensorFlow": (
        "F cuda_driver.cc:148] Failed setting context: CUDA_ERROR_NOT_INITIALIZED: initialization "
        "error\n",
        "cuda-forked-subprocess",
    ),
    "forked process that counts the GPUs": (
        "RuntimeError: Unexpected error from cudaGetDeviceCount(). Did you run some cuda functions "
        "before calling NumCudaDevices() that might have already set an error? Error 3: "
        "initialization error\n",
        "cuda-forked-subprocess",
    ),
    "sockets of NCCL beyond the limit on open files": (
        "node1:1:2 [0] misc/socket.cc:483 NCCL WARN socketStartConnect: Call to socket failed : "
        "Too many open files\n",
        "too-many-open-files",
    ),
    "images of different sizes in Transformers 5": (
        "ValueError: Unable to convert output 'pixel_values' (type: list) to tensor: stack\n",
        "collate-unequal-sizes",
    ),
    "slice of JAX with a traced bound": (
        "IndexError: Slice entries must be static integers. Got slice(None, JitTracer(~int32[]), "
        "None) at position 0\n",
        "jax-tracer-concretization",
    ),
    "compiler that a backend of torch.compile calls": (
        "torch._dynamo.exc.BackendCompilerFailed: backend='inductor' raised:\n"
        "CppCompileError: C++ compile error\n",
        "inductor-cpp-compile-error",
    ),
    "probability out of range on the GPU": (
        "Loss.cu:94: operator(): block: [97,0,0], thread: [79,0,0] Assertion `input_val >= zero "
        "&& input_val <= one` failed.\nRuntimeError: CUDA error: device-side assert triggered\n",
        "bce-input-out-of-range",
    ),
    "rank that a device mesh leaves out": (
        """\
[rank15]:   File "/opt/venv/torch/distributed/device_mesh.py", line 500, in get_group
[rank15]:     _find_pg_by_ranks_and_tag(*self._dim_group_infos[mesh_dim][:2])  # type: ignore[index]
[rank15]:                                ~~~~~~~~~~~~~~~~~~~~~^^^^^^^^^^
[rank15]: IndexError: list index out of range
""",
        "world-size-mismatch",
    ),
    "prefix of a wrapped part of a model": (
        """\
RuntimeError: Error(s) in loading state_dict for Pipeline:
	Missing key(s) in state_dict: "_model.module.encoder.weight", "_model.module.encoder.bias".
	Unexpected key(s) in state_dict: "_model.encoder.weight", "_model.encoder.bias".
""",
        "state-dict-module-prefix",
    ),
    "layer that was renamed in a wrapped part of a model": (
        """\
RuntimeError: Error(s) in loading state_dict for Pipeline:
	Missing key(s) in state_dict: "net.module.head.weight".
	Unexpected key(s) in state_dict: "net.module.classifier.weight".
""",
        "checkpoint-architecture-changed",
    ),
    "attribute of a wrapped model in PyTorch 1.7": (
        "torch.nn.modules.module.ModuleAttributeError: 'DataParallel' object has no attribute "
        "'generate'\n",
        "ddp-wrapped-attribute-missing",
    ),
    "stage of a recipe whose message is in another file": (
        """\
Stage 6: LM collect stats: train_set=dump/raw/lm_train.txt
LM collect-stats started... log: 'exp/lm_stats/logdir/stats.*.log'
run.pl: 32 / 32 failed, log is in exp/lm_stats/logdir/stats.*.log
""",
        "torchrun-child-failed",
    ),
    "process of a recipe that was killed": (
        """\
stage 4: Network Training
bash: line 1:  6508 Killed
run.pl: job failed, log is in exp/train_nodev/train.log
""",
        "process-killed-sigkill",
    ),
    "function of PyTorch that is too new for a file": (
        "AttributeError: Can't get attribute '_rebuild_tensor_v3' on <module 'torch._utils' from "
        "'/opt/venv/torch/_utils.py'>\n",
        "checkpoint-newer-than-torch",
    ),
    "class of a library that is too new for a file": (
        "AttributeError: Can't get attribute 'SiLU' on <module 'torch.nn.modules.activation' from "
        "'/opt/venv/torch/nn/modules/activation.py'>\n",
        "unpickled-class-not-found",
    ),
    "library that TorchCodec needs": (
        "OSError: libavutil.so.56: cannot open shared object file: No such file or directory\n"
        "OSError: Could not load this library: /opt/venv/torchcodec/libtorchcodec_core4.so\n",
        "media-decoder-not-loaded",
    ),
    "batch of matrices with a singular one in older versions": (
        "RuntimeError: cholesky_cuda: For batch 6: U(1,1) is zero, singular U.\n",
        "linear-algebra-not-converged",
    ),
    "checkpoint without metadata in PyTorch 2.9": (
        '  File "/opt/torch/distributed/checkpoint/state_dict_loader.py", line 250, in local_step\n'
        "    assert metadata is not None\n           ^^^^^^^^\nAssertionError\n",
        "dcp-checkpoint-incomplete",
    ),
    "part of cuDNN that an extension needs": (
        "ImportError: libcudnn_graph.so.9: cannot open shared object file: No such file or "
        "directory",
        "cudnn-library-not-loaded",
    ),
    "GPU that is older than the build": (
        "UserWarning: \nFound GPU0 Tesla P100-PCIE-16GB which is of cuda capability 6.0.\n"
        "Minimum and Maximum cuda capability supported by this version of PyTorch is\n"
        "(7.0) - (12.0)\n",
        "cuda-no-kernel-image",
    ),
    "library of another driver in a container": (
        "nvidia-container-cli: initialization error: nvml error: driver/library version mismatch",
        "nvml-driver-library-mismatch",
    ),
    "name without an IPv4 address": (
        "[W socket.cpp:697] The IPv4 network addresses of (node1, 29500) cannot be retrieved "
        "(gai error: -3 - Temporary failure in name resolution).",
        "rendezvous-host-not-found",
    ),
    "deviation that became negative": (
        "RuntimeError: normal expects all elements of std >= 0.0",
        "distribution-parameters-invalid",
    ),
    "validation loss of the Trainer": (
        "{'eval_loss': nan, 'eval_runtime': 143.8323, 'eval_samples_per_second': 17.576}",
        "validation-loss-nan",
    ),
    "name of rank 0 that doesn't resolve": (
        "[W1123 01:28:28.399484923 socket.cpp:764] [c10d] The IPv6 network addresses of "
        "(node1, 44437) cannot be retrieved (gai error: -2 - Name or service not known).\n"
        "[E1123 01:28:29.291736223 socket.cpp:1028] [c10d] The client socket has timed out "
        "after 60000ms while trying to connect to (node1, 44437).\n",
        "rendezvous-host-not-found",
    ),
    "loss without a number before others": (
        "Epoch(train)  [1][ 500/2931]  loss: nan  loss_rpn_cls: nan  acc: 0.0000  loss_bbox: nan",
        "nan-loss",
    ),
    "weights under another key": (
        """\
    net.load_state_dict(torch.load_snapshot(args.ckpt_dir)['model'])
KeyError: 'model'
""",
        "checkpoint-resume-mismatch",
    ),
    "parameters of another size": (
        """\
    own_state[name].copy_(param)
RuntimeError: invalid argument 2: sizes do not match
""",
        "checkpoint-architecture-changed",
    ),
    "epoch that a checkpoint lacks": (
        """\
    start = checkpoint["epoch"] + 1
KeyError: 'epoch'
""",
        "checkpoint-resume-mismatch",
    ),
    "moments of another width": (
        """\
    exp_avg.lerp_(grad, 1 - device_beta1)
RuntimeError: The size of tensor a (8) must match the size of tensor b (16)
""",
        "checkpoint-resume-mismatch",
    ),
    "JAX without a TPU": (
        "A Google TPU may be present on this machine, but either a TPU-enabled jaxlib or libtpu is "
        "not installed. Falling back to cpu.",
        "xla-cpu-fallback",
    ),
    "refused for good": (
        "salloc: error: Job submit/allocate failed: Invalid qos specification",
        "slurm-invalid-account-or-partition",
    ),
    "loss that stays at ln 2": (
        """\
step 10 loss: 0.6931
step 20 loss: 0.6931
""",
        "loss-not-decreasing",
    ),
    "slow compilations": (
        """\
Metric: CompileTime
  TotalSamples: 26
  Accumulator: 12m37s918ms522.456us
""",
        "xla-recompilation",
    ),
    "gradients with NaN": ("gradients contain NaN", "nan-gradients"),
    "cost without a number": ("iteration 300, cost: nan", "nan-loss"),
    "statistics with NaN": ("NaN in bn1.running_var", "batchnorm-running-stats-nan"),
    "spike": ("loss spike detected at step 3100", "loss-spike"),
    "bare MemoryError": (
        """\
Traceback (most recent call last):
  File "/work/code/validate.py", line 88, in collect
    rows.append(batch)
    ~~~~~~~~~~~^^^^^^^
MemoryError
""",
        "host-out-of-memory-allocator",
    ),
    "memory of the host": (
        "xgboost.core.XGBoostError: b'std::bad_alloc'",
        "host-out-of-memory-allocator",
    ),
    "masks on the other device": (
        "RuntimeError: Expected condition, x and y to be on the same device, but condition is on "
        "cpu and x and y are on cuda:0 and cuda:0 respectively",
        "tensors-on-different-devices",
    ),
    "port of TensorFlow": (
        """\
grpc_server_lib.cc:202] Started server with target: grpc://localhost:2223
tcp_server_posix.c:284]     bind addr=[::]:2223: Address already in use
""",
        "address-already-in-use",
    ),
    "port of gloo": (
        "RuntimeError: [../third_party/gloo/gloo/transport/tcp/pair.cc:206] bind: "
        "Address already in use",
        "address-already-in-use",
    ),
    "peer of NCCL that is gone": (
        "misc/socket.cc:58 NCCL WARN socketProgress: Connection closed by remote peer node2<42830>",
        "gloo-connection-closed-by-peer",
    ),
    "folder of the repository": (
        "ModuleNotFoundError: No module named 'utils.metrics'",
        "no-module-named-src",
    ),
    "folder that was left behind": (
        "ModuleNotFoundError: No module named 'fieldnet.models'",
        "submodule-not-found",
    ),
    "compiling off on Arm": (
        "aarch64 detected, disabling torch.compile",
        "compile-disabled-on-arm",
    ),
    "peer of gloo that is gone": (
        "RuntimeError: [../third_party/gloo/gloo/transport/tcp/pair.cc:598] "
        "Connection closed by peer [192.0.2.7]:43185",
        "gloo-connection-closed-by-peer",
    ),
    "clients that did not come": (
        "torch.distributed.DistStoreError: Timed out after 1801 seconds waiting for clients. "
        "1/4 clients joined.",
        "tcpstore-rendezvous-timeout",
    ),
    "store whose process has ended, on a write": (
        "torch.distributed.DistNetworkError: Broken pipe",
        "tcpstore-connection-lost",
    ),
    "store whose process has ended, in an older version": (
        "torch.distributed.DistNetworkError: failed to recv, got 0 bytes",
        "tcpstore-connection-lost",
    ),
    "GPU of a wrong number, in the words of PyTorch alone": (
        "GPU device may be out of range, do you have enough GPUs?",
        "invalid-device-ordinal",
    ),
    "MPI of Cray without its GPU library": (
        "MPIDI_CRAY_init: GPU_SUPPORT_ENABLED is requested, but GTL library is not linked\n",
        "mpi-init-failed",
    ),
    "nodes of a job that Slurm didn't start": (
        """\
    raise KeyError(key) from None
KeyError: 'SLURM_JOB_NODELIST'
""",
        "env-rendezvous-variable-missing",
    ),
    "network that NCCL was told to use": (
        """\
ncclInvalidUsage: This usually reflects invalid usage of NCCL library.
Last error:
Error: network IB not found.
""",
        "nccl-invalid-usage",
    ),
    "root that is no rank": (
        """\
Last error:
Broadcast : invalid root 8 (root should be in the 0..8 range)
""",
        "nccl-invalid-usage",
    ),
    "message that MPI truncated": (
        "[n1:2194] *** MPI_ERR_TRUNCATE: message truncated\n",
        "collective-mismatch",
    ),
    "two ranks on a GPU": (
        "Last error:\nDuplicate GPU detected : rank 1 and rank 0 both on CUDA device 1b000",
        "nccl-duplicate-gpu",
    ),
    "vector load of a generated kernel": (
        "RuntimeError: Triton Error [CUDA]: misaligned address\n",
        "xid-13-43-45",
    ),
    "tensor of Horovod with different shapes": (
        """\
horovod.common.exceptions.HorovodInternalError: Mismatched allreduce tensor shapes: One rank
sent a tensor of shape [3], but another rank sent a tensor of shape [4].
""",
        "collective-mismatch",
    ),
    "attention heads that tensor parallelism can't divide": (
        "Total number of attention heads (28) must be divisible by tensor parallel size (8).\n",
        "world-size-mismatch",
    ),
    "batches that do not multiply": (
        "AssertionError: Check batch related parameters. train_batch_size is not equal to "
        "micro_batch_per_gpu * gradient_acc_step * world_size 256 != 4 * 8 * 1",
        "deepspeed-batch-size-mismatch",
    ),
    "database of MIOpen": (
        "MIOpen Error: /MLOpen/src/sqlite_db.cpp:220: Internal error while accessing SQLite "
        "database: locking protocol",
        "miopen-db-cache-unusable",
    ),
    "JAX without CUDA": (
        "An NVIDIA GPU may be present on this machine, but a CUDA-enabled jaxlib is not installed. "
        "Falling back to cpu.",
        "jax-cuda-jaxlib-missing",
    ),
    "system call of NCCL that failed, in the words of 2.18 and newer": (
        "torch.distributed.DistBackendError: NCCL error in: ProcessGroupNCCL.cpp:1275, unhandled "
        "system error (run with NCCL_DEBUG=INFO for details), NCCL version 2.18.1",
        "nccl-unhandled-system-error",
    ),
    "tasks that Lightning refuses": (
        "RuntimeError: You set `--ntasks=4` in your SLURM bash script, but this variable is not "
        "supported. HINT: Use `--ntasks-per-node=4` instead.",
        "lightning-slurm-ntasks",
    ),
    "checkpoint loaded into sharded parameters": (
        "RuntimeError: Error(s) in loading state_dict for FSDPLlama:\n"
        '\tWhile copying the parameter named "norm.weight", whose dimensions in the model are '
        "torch.Size([8]) and whose dimensions in the checkpoint are torch.Size([8]), an exception "
        "occurred : ('aten.copy_.default: got mixed torch.Tensor and DTensor, need to convert all "
        "torch.Tensor to DTensor before calling distributed operators!',).",
        "dtensor-mixed-with-tensor",
    ),
    "bias of a convolution on the CPU": (
        "RuntimeError: Input type (torch.cuda.FloatTensor) and bias type (torch.FloatTensor) "
        "should be the same",
        "tensors-on-different-devices",
    ),
    "convolution in half precision on the GPU": (
        "RuntimeError: Input type (torch.cuda.FloatTensor) and weight type "
        "(torch.cuda.HalfTensor) should be the same",
        "dtype-mismatch",
    ),
    "labels of type int on the GPU": (
        "RuntimeError: \"nll_loss_forward_reduce_cuda_kernel_2d_index\" not implemented for 'Int'",
        "loss-target-dtype",
    ),
    "image without a batch dimension, in the words of PyTorch before 1.11": (
        "RuntimeError: Expected 4-dimensional input for 4-dimensional weight [64, 3, 7, 7], but "
        "got 3-dimensional input of size [3, 224, 224] instead",
        "conv-channel-mismatch",
    ),
    "image too small for the kernel": (
        "RuntimeError: Calculated padded input size per channel: (1 x 1). Kernel size: (3 x 3). "
        "Kernel size can't be greater than actual input size",
        "feature-map-too-small",
    ),
    "masks with a channel": (
        "RuntimeError: 1only batches of spatial targets supported (3D tensors) but got targets of "
        "size: : [4, 1, 256, 256]",
        "batch-size-target-mismatch",
    ),
    "tensor with gradients passed to NumPy": (
        "RuntimeError: Can't call numpy() on Tensor that requires grad. Use "
        "tensor.detach().numpy() instead.",
        "cuda-tensor-to-numpy",
    ),
    "number that gather refuses": (
        "RuntimeError: index 9 is out of bounds for dimension 1 with size 3",
        "tensor-index-out-of-range",
    ),
    "names of fields instead of tensors": (
        "TypeError: dropout(): argument 'input' (position 1) must be Tensor, not str",
        "torch-argument-not-tensor",
    ),
    "optimizer of TensorFlow 1": (
        "AttributeError: module 'tensorflow._api.v2.train' has no attribute 'AdamOptimizer'\n",
        "tensorflow-1-api-removed",
    ),
    "NumPy for a newer processor": (
        "RuntimeError: NumPy was built with baseline optimizations: \n(X86_V2) but your "
        "machine doesn't support:\n(X86_V2).\n",
        "illegal-instruction-cpu",
    ),
    "salloc with an unknown license": (
        "salloc: error: Job submit/allocate failed: Invalid license specification\n",
        "slurm-license-unavailable",
    ),
    "module of the driver that was not built for the kernel": (
        "modprobe: FATAL: Module nvidia not found in directory /lib/modules/6.8.0-31-generic\n",
        "nvidia-driver-not-running",
    ),
    "killed pod of a job that isn't restarted": (
        "train-0-x7k2p   0/1     OOMKilled   0          4m\n",
        "kubernetes-oomkilled",
    ),
    "name that torchaudio removed": (
        "AttributeError: module 'torchaudio' has no attribute 'list_audio_backends'\n",
        "torch-removed-name",
    ),
    "adapter whose firmware failed": (
        "mlx5_core 0000:81:00.1: print_health_info:414:(pid 0): synd 0x1: firmware "
        "internal error\n",
        "infiniband-link-down",
    ),
    "job that sacct lists with its time limit": (
        "4711              train        gpu    project          8    TIMEOUT      0:0\n",
        "slurm-time-limit",
    ),
    "log that Slurm could not open, in the words of scontrol": (
        "   JobState=FAILED Reason=RaisedSignal:53(Real-time_signal_19) Dependency=(null)\n",
        "slurm-output-file-not-opened",
    ),
    "job preempted, in the words of submitit": (
        "submitit WARNING (2026-11-22 03:31:55,000) - Caught signal SIGUSR2 on nid001234: this job "
        "is preempted.\n",
        "slurm-preempted-or-requeued",
    ),
    "pod that waits for minutes": (
        "train-0   0/1     Pending   0          5m30s\n",
        "kubernetes-failed-scheduling",
    ),
    "empty checkpoint": (
        """\
  File "/opt/venv/torch/_weights_only_unpickler.py", line 590, in load
    return Unpickler(file, encoding=encoding).load()
           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  File "/opt/venv/torch/_weights_only_unpickler.py", line 327, in load
    raise EOFError
EOFError
""",
        "checkpoint-file-corrupt",
    ),
    "script that is not executable": (
        "/var/spool/slurmd/job4711/slurm_script: line 9: ./train.sh: Permission denied\n",
        "permission-denied-shared-path",
    ),
    "many names that do not match, without strict": (
        f"_IncompatibleKeys(missing_keys={[f'layers.{n}.weight' for n in range(50)]}, "
        f"unexpected_keys={[f'module.layers.{n}.weight' for n in range(50)]})\n",
        "state-dict-module-prefix",
    ),
    "operators registered with a different PyTorch": (
        "OSError: /opt/venv/torchtext/lib/libtorchtext.so: undefined symbol: "
        "_ZNR5torch7Library4_defEON3c106eitherIE\n",
        "flash-attn-undefined-symbol",
    ),
    "package that needs a newer NumPy": (
        "RuntimeError: module was compiled against NumPy C-API version 0x10 (NumPy 1.23) but "
        "the running NumPy has C-API version 0xf. Check the section C-API incompatibility\n",
        "numpy-abi-mismatch",
    ),
    "compiler that doesn't exist": (
        "FileNotFoundError: [Errno 2] No such file or directory: ':/usr/local/cuda/bin/nvcc'\n",
        "cuda-home-not-set",
    ),
    "operator of torchvision other than nms": (
        "RuntimeError: operator torchvision::roi_align does not exist\n",
        "torchvision-ops-mismatch",
    ),
    "long name that Transformers lacks": (
        "ImportError: cannot import name 'AutoModelForImageTextToText' from 'transformers' "
        "(/opt/venv/transformers/__init__.py)\n",
        "transformers-import-name-missing",
    ),
    "gated model with only the exception": (
        "huggingface_hub.errors.GatedRepoError: 403 Client Error. (Request ID: Root=1-66)\n",
        "hf-gated-repo-unauthorized",
    ),
    "Hub that httpx can't resolve": (
        "httpx.ConnectError: [Errno -2] Name or service not known\n",
        "compute-node-no-internet",
    ),
    "certificate that a program in Go rejects": (
        "tls: failed to verify certificate: x509: certificate signed by unknown authority\n",
        "ssl-certificate-verify-failed",
    ),
    "pickle protocol that weights_only rejects": (
        "WeightsUnpickler error: Unsupported operand 149\n",
        "torch-load-weights-only",
    ),
    "cache folder that Matplotlib 3.11 can't use": (
        "mkdir -p failed for path /.config/matplotlib: [Errno 13] Permission denied: '/.config'\n",
        "cache-directory-not-writable",
    ),
    "GPFS node that lost its cluster": (
        "[E] Lost membership in cluster gpfs.example.com. Unmounting file systems.\n",
        "gpfs-node-expelled",
    ),
    "dead mount that a shell enters": (
        "bash: cd: /mnt/data: Transport endpoint is not connected\n",
        "fuse-transport-endpoint-not-connected",
    ),
    "pod that waits for its image in an init container": (
        "train-0   0/2     Init:ImagePullBackOff   0     3m\n",
        "kubernetes-image-pull-backoff",
    ),
    "wandb that is too old for its key": (
        "ValueError: API key must be 40 characters long, yours was 86\n",
        "wandb-api-key-not-configured",
    ),
    "HDF5 file that a killed writer left open": (
        "OSError: Unable to open file (file is already open for write (may use <h5clear file> to\n",
        "hdf5-file-lock",
    ),
    "window of a spectrogram on the CPU": (
        "RuntimeError: stft input and window must be on the same device but got self on "
        "cuda:0 and window on cpu\n",
        "tensors-on-different-devices",
    ),
    "grid on the CPU": (
        "RuntimeError: grid_sampler(): expected input and grid to be on same device, but "
        "input is on cuda:0 and grid is on cpu\n",
        "tensors-on-different-devices",
    ),
    "CPU tensor passed to a CUDA extension": (
        "RuntimeError: input must be a CUDA tensor\n",
        "tensors-on-different-devices",
    ),
    "float64 input of a normalization on the CPU": (
        "RuntimeError: mixed dtype (CPU): all inputs must share same datatype.\n",
        "dtype-mismatch",
    ),
    "tensor above Metal's limit for a buffer": (
        "RuntimeError: Invalid buffer size: 24.00 GiB\n",
        "mps-out-of-memory",
    ),
    "cuSOLVER that can't allocate its handle": (
        "torch._C._LinAlgError: cusolver error: CUSOLVER_STATUS_ALLOC_FAILED, when calling "
        "`cusolverDnCreate(handle)`\n",
        "cusolver-handle-not-created",
    ),
    "crash of libtpu that starts slowly": (
        "UserWarning: TPU backend initialization is taking more than 60.0 seconds. Did "
        "you run your code on all TPU hosts?\n"
        "*** SIGSEGV (@(nil)), see gl__________41#s15 received by PID 11743 (TID 12350) "
        "on cpu 17; stack trace: ***\n",
        "segmentation-fault",
    ),
    "pod that ran longer than its deadline": (
        """\
      terminated:
        exitCode: 137
        reason: Error
  message: Pod was active on the node longer than the specified deadline
  reason: DeadlineExceeded
""",
        "kubernetes-deadline-exceeded",
    ),
    "chunk of a NetCDF file that is corrupt": (
        """\
  #005: H5Zfletcher32.c line 128 in H5Z_filter_fletcher32(): \
data error detected by Fletcher32 checksum
ERROR 1: netCDF scanline fetch failed: #-101 (NetCDF: HDF error)
""",
        "corrupt-training-sample",
    ),
    "library of TensorFlow Text for an older TensorFlow": (
        "NotFoundError: /opt/venv/lib/python3.10/site-packages/tensorflow_text/python/"
        "ops/_regex_split_ops.so: undefined symbol: _ZN3tsl5mutexC1Ev\n",
        "tensorflow-op-library-mismatch",
    ),
    "update of the scaler without a step": (
        "AssertionError: No inf checks were recorded prior to update.\n",
        "gradscaler-no-inf-checks",
    ),
    "quantile of a tensor in float16": (
        "RuntimeError: quantile() input tensor must be either float or double dtype\n",
        "op-not-implemented-half-cpu",
    ),
    "panic for a reason that has no pattern": (
        "Kernel panic - not syncing: Timeout: Not all CPUs entered broadcast exception handler\n",
        "kernel-lockup-or-panic",
    ),
    "panic of a machine check": (
        "Kernel panic - not syncing: Fatal machine check\n",
        "host-memory-hardware-error",
    ),
    "GPU that the kernel modules don't support": (
        "NVRM: The NVIDIA GPU 0000:01:00.0 (PCI ID: 10de:2b85)\n"
        "NVRM: installed in this system requires use of the NVIDIA open kernel modules.\n",
        "gpu-init-failed",
    ),
    "attention that cuDNN has no plan for": (
        "RuntimeError: cuDNN Frontend error: [cudnn_frontend] Error: No execution plans "
        "support the graph.\n",
        "cudnn-not-supported",
    ),
    "batched product in TensorFlow": (
        "Blas SGEMMBatched launch failed : a.shape=[1,2,3]\n",
        "tensorflow-blas-launch-failed",
    ),
    "PCIe error that the firmware reported": (
        "{1}[Hardware Error]: event severity: fatal\n"
        "{1}[Hardware Error]:  Error 0, type: fatal\n"
        "{1}[Hardware Error]:   section_type: PCIe error\n",
        "pcie-aer-link-width",
    ),
    "two types in JAX": (
        "TypeError: lax.dot_general requires arguments to have the same dtypes, got float32, "
        "bfloat16. (Tip: jnp.dot is a similar function that does automatic type promotion on "
        "inputs).\n",
        "dtype-mismatch",
    ),
    "attention of a plugin that isn't registered": (
        """\
[rank1]: KeyError: 'sequence_parallel_attention'
[rank3]: Traceback (most recent call last):
[rank3]:   File "/root/360-LLaMA-Factory/src/llamafactory/launcher.py", line 23, in <module>
[rank3]:     launch()
""",
        "attention-implementation-unknown",
    ),
    "misspelled attention implementation": (
        'ValueError: Specified `attn_implementation="sdqa"` is not supported. The only possible '
        'arguments are `attn_implementation="eager"` (manual attention implementation).\n',
        "attention-implementation-unknown",
    ),
    "cleanup of a loader by several workers at once": (
        """\
Exception ignored in: <function _MultiProcessingDataLoaderIter.__del__ at 0x7f4faf115ca0>
Traceback (most recent call last):
    self._shutdown_workers()
  File "/opt/venv/lib/python3.8/site-packages/torch/utils/data/dataloader.py", line 1316, in
    if w.is_alive():
AssertionError: can only test a child process
    self._shutdown_workers()
  File "/opt/venv/lib/python3.8/site-packages/torch/utils/data/dataloader.py", line 1316, in
    if w.is_alive():
AssertionError: can only test a child process
""",
        "dataloader-deleted-in-child",
    ),
    "LoRA kernels for a model with its own attention": (
        """\
[rank0]:   File "/opt/venv/lib/python3.11/site-packages/axolotl/cli/train.py", line 88, in do_cli
[rank0]:     return do_train(parsed_cfg, parsed_cli_args)
[rank0]: AssertionError: Original QKV code not found
""",
        "axolotl-lora-kernels-unsupported",
    ),
    "fsdp with the flat parameter replaced on one gpu": (
        """\
RuntimeError: Cannot writeback when the parameter shape changes
Expects torch.Size([1769472]) but got torch.Size([2304, 768])
ERROR:composer.cli.launcher:Rank 0 crashed with exit code 1.
""",
        "fsdp-writeback-shape-changed",
    ),
    "IMEX channel that NCCL can't use": (
        "node1:1:1 [0] NCCL WARN Cuda failure 800 'operation not permitted'\n"
        "node1:1:1 [0] NCCL WARN MNNVL (cliqueSize 8) is available but not working on this "
        "system. Check the IMEX channel configuration\n",
        "imex-channel-unavailable",
    ),
    "tag that the registry doesn't have, in Apptainer": (
        "FATAL:   Unable to handle docker://nvcr.io/nvidia/pytorch:99.99-py3 uri: "
        "failed to get checksum for docker://nvcr.io/nvidia/pytorch:99.99-py3: "
        "reading manifest 99.99-py3 in nvcr.io/nvidia/pytorch: manifest unknown\n",
        "container-registry-refused",
    ),
    "disk that fills while Apptainer converts an image": (
        "FATAL:   Unable to handle docker://ubuntu:22.04 uri: while building SIF from layers: "
        "while unpacking: write /tmp/build-temp-1/x: no space left on device\n",
        "no-space-left-on-device",
    ),
    "program that the image lacks, in Podman": (
        "Error: crun: executable file `python` not found in $PATH: No such file or directory: "
        "OCI runtime attempted to invoke a command that was not found\n",
        "container-image-not-found",
    ),
    "newer Docker and a platform that the image lacks": (
        "no match for platform in manifest: not found\n",
        "container-registry-refused",
    ),
    "GitHub's registry without a login": (
        'Error response from daemon: Head "https://ghcr.io/v2/a/b/manifests/latest": denied\n',
        "container-registry-refused",
    ),
    "image that a pod can't pull": (
        'Failed to pull image "a:b": rpc error: code = NotFound desc = '
        'failed to pull and unpack image "docker.io/library/a:b": '
        'failed to resolve reference "docker.io/library/a:b": docker.io/library/a:b: not found\n',
        "kubernetes-image-pull-backoff",
    ),
    "Apptainer on Ubuntu 24.04": (
        "ERROR  : Could not write info to setgroups: Permission denied\n"
        "ERROR  : Error while waiting event for user namespace mappings: no event "
        "received\n",
        "container-user-namespace-unavailable",
    ),
    "OpenMP that the system call filter stops": (
        "OMP: Error #34: System unable to allocate necessary resources for OMP thread:\n"
        "OMP: System error #1: Operation not permitted\n",
        "container-seccomp-thread-blocked",
    ),
    "whole command line as the name of a program": (
        "Error: failed to create containerd task: failed to create shim task: OCI "
        "runtime create failed: runc create failed: unable to start container process: "
        'exec: "python train.py": stat python train.py: no such file or directory: '
        "unknown\n",
        "container-runtime-create-failed",
    ),
    "path with an invisible character in Python": (
        "FileNotFoundError: [Errno 2] No such file or directory: '/data/train\\r'\n",
        "dos-line-endings",
    ),
    "script whose interpreter doesn't exist": (
        "-bash: ./train.sh: cannot execute: required file not found\n",
        "dos-line-endings",
    ),
    "image for a different processor in Apptainer": (
        "FATAL:   image targets 'amd64', cannot run on 'arm64'\n",
        "exec-format-error",
    ),
    "module that JAX has moved": (
        "ModuleNotFoundError: No module named 'jax.abstract_arrays'\n",
        "jax-removed-name",
    ),
    "plugin of a different JAX": (
        "UserWarning: JAX plugin jax_cuda12_plugin version 0.4.30 is installed, but it "
        "is not compatible with the installed jaxlib version 0.4.31, so it will not be "
        "used.\n",
        "jax-cuda-jaxlib-missing",
    ),
    "protobuf of a different major version": (
        "google.protobuf.runtime_version.VersionError: Detected mismatched Protobuf "
        "Gencode/Runtime major versions when loading foo.proto: gencode 6.31.1 runtime "
        "5.29.5. Same major version is required.\n",
        "protobuf-descriptors-version",
    ),
    "module that protobuf removed": (
        "ImportError: cannot import name 'service' from 'google.protobuf' "
        "(/opt/venv/google/protobuf/__init__.py)\n",
        "protobuf-descriptors-version",
    ),
    "module that a modulefile loads": (
        "cuda/12.1(3):ERROR:105: Unable to locate a modulefile for 'gcc/9'\n",
        "module-unknown-lmod",
    ),
    "library that OpenCV needs in a slim image": (
        "ImportError: libglib-2.0.so.0: cannot open shared object file: No such file or "
        "directory\n",
        "opencv-libgl-missing",
    ),
    "SentencePiece file that tiktoken reads": (
        "ValueError: Error parsing line b'\\x0e' in /models/tokenizer.model\n",
        "tokenizer-file-unreadable",
    ),
    "pointer in place of a tokenizer": (
        "Exception: expected value at line 1 column 1\n",
        "tokenizer-file-unreadable",
    ),
    "bus error in an interactive shell": (
        "Bus error\n",
        "sigbus-core-dumped",
    ),
    "login with a password only": (
        "user@host: Permission denied (password).\n",
        "ssh-permission-denied",
    ),
    "FlashAttention that is missing, in newer Transformers": (
        "ImportError: FlashAttention2 has been toggled on, but it cannot be used due to "
        "the following error: the package for FlashAttention2 doesn't seem to be "
        "installed.\n",
        "attention-kernel-unavailable",
    ),
    "backward pass without a kernel for the head size": (
        "RuntimeError: FlashAttention backward for head dim > 192 requires A100/A800 or "
        "H100/H800\n",
        "attention-kernel-unavailable",
    ),
    "model without FlashAttention": (
        "ValueError: OPTForCausalLM does not support Flash Attention 2 yet. Please "
        "request to add support where the model is hosted\n",
        "attention-kernel-unavailable",
    ),
    "deformable attention with an empty input": (
        "error in ms_deformable_im2col_cuda: invalid configuration argument\n",
        "cuda-invalid-configuration",
    ),
    "launch of flash-attn with a size that is too large": (
        "CUDA error (/src/flash_fwd_launch_template.h:188): invalid configuration argument\n",
        "cuda-invalid-configuration",
    ),
    "plugin without a network": (
        "NET/OFI Unable to find a protocol that worked.  Failing initialization.\n",
        "libfabric-cxi-not-bound",
    ),
    "private image that containerd can't pull": (
        'failed to resolve reference "docker.io/library/a:latest": pull access denied, '
        "repository does not exist or may require authorization: server message: "
        "insufficient_scope: authorization failed\n",
        "container-registry-refused",
    ),
    "environment that was moved": (
        "bash: /home/u/env/bin/pip: /home/u/old/bin/python3.11: bad interpreter: No such "
        "file or directory\n",
        "dos-line-endings",
    ),
    "secret that a pod's variable needs": (
        "  Warning  Failed     3s (x3 over 20s)  kubelet            Error: secret "
        '"wandb-api-key" not found\n',
        "container-runtime-create-failed",
    ),
    "key that a secret lacks": (
        "  Warning  Failed  3s  kubelet  Error: couldn't find key token in Secret "
        "default/hf-token\n",
        "container-runtime-create-failed",
    ),
    "pod whose secret is missing": (
        "train-0   0/1     CreateContainerConfigError   0     2m\n",
        "container-runtime-create-failed",
    ),
    "program that the image lacks, in CRI-O": (
        'Error: container create failed: time="2026-01-01T00:00:00Z" level=error '
        'msg="runc create failed: unable to start container process: exec: \\"python\\": '
        'executable file not found in $PATH"\n',
        "container-image-not-found",
    ),
    "rule for clone3 that an old libseccomp can't load": (
        "docker: Error response from daemon: OCI runtime create failed: "
        "container_linux.go:380: starting container process caused: error adding seccomp "
        "filter rule for syscall clone3: permission denied: unknown.\n",
        "container-seccomp-thread-blocked",
    ),
    "attention kernel that cuDNN lacks": (
        "RuntimeError: cuDNN Frontend error: [cudnn_frontend] Error: No execution plans "
        "support the graph.\n",
        "cudnn-not-supported",
    ),
    "linker of conda with an older C library": (
        "/opt/conda/x86_64-conda-linux-gnu/bin/ld: /lib64/libcuda.so: undefined "
        "reference to `dlsym@GLIBC_2.34'\n",
        "glibc-version-not-found",
    ),
    "compiler that CC names but that isn't installed": (
        "FileNotFoundError: [Errno 2] No such file or directory: 'gcc-12'\n",
        "triton-no-c-compiler",
    ),
    "package with C code that pip builds without a compiler": (
        "error: command 'x86_64-linux-gnu-gcc' failed: No such file or directory\n",
        "triton-no-c-compiler",
    ),
    "headers of Python that an older CMake module misses": (
        "  Could NOT find PythonLibs (missing: PYTHON_LIBRARIES PYTHON_INCLUDE_DIRS)\n",
        "python-headers-missing",
    ),
    "ninja that CMake misses": (
        'CMake Error: CMake was unable to find a build program corresponding to "Ninja".  '
        "CMAKE_MAKE_PROGRAM is not set.\n",
        "ninja-required",
    ),
    "library that lld misses": (
        "ld.lld: error: unable to find library -lcudart\n",
        "linker-library-not-found",
    ),
    "FP8 kernel on a GPU without FP8": (
        "ValueError: type fp8e4nv not supported in this architecture. The supported fp8 dtypes are "
        "('fp8e4b15', 'fp8e5')\n",
        "triton-gpu-too-old",
    ),
    "XLA without ptxas": (
        "jax.errors.JaxRuntimeError: UNAVAILABLE: No PTX compilation provider is available. "
        "Neither ptxas/nvlink nor nvjtlink is available.\n",
        "xla-libdevice-not-found",
    ),
    "download from S3 that is forbidden": (
        "botocore.exceptions.ClientError: An error occurred (403) when calling the HeadObject "
        "operation: Forbidden\n",
        "aws-credentials-not-found",
    ),
    "file on S3 that s3fs may not read": (
        """\
  File "/opt/venv/lib/python3.11/site-packages/s3fs/core.py", line 146, in _error_wrapper
    raise err
PermissionError: Forbidden
""",
        "aws-credentials-not-found",
    ),
    "tracking server that only answers with errors": (
        "mlflow.exceptions.MlflowException: API request to http://ml:5000/api failed with "
        "exception HTTPConnectionPool(host='ml', port=5000): Max retries exceeded with url: /api "
        "(Caused by ResponseError('too many 500 error responses'))\n",
        "http-server-error",
    ),
    "server for a reward model that httpx can't reach": (
        """\
httpx.ConnectError: [Errno 111] Connection refused
openai.APIConnectionError: Connection error.
""",
        "service-unreachable",
    ),
    "folder without a model": (
        "OSError: ./out does not appear to have a file named config.json. Checkout "
        "'https://huggingface.co/./out/tree/main' for available files.\n",
        "hf-weights-file-not-found",
    ),
    "adapter without a configuration of a model": (
        "ValueError: Unrecognized model in ./adapter. Should have a `model_type` key in its "
        "config.json.\n",
        "hf-weights-file-not-found",
    ),
    "model type of a newer Transformers": (
        "ValueError: The checkpoint you are trying to load has model type `next` but Transformers "
        "does not recognize this architecture.\n",
        "transformers-model-type-unknown",
    ),
    "split that a dataset doesn't have": (
        "ValueError: Unknown split \"dev\". Should be one of ['train'].\n",
        "dataset-split-unknown",
    ),
    "split without samples": (
        'ValueError: Instruction "train[:1%]" corresponds to no data!\n',
        "dataset-empty",
    ),
    "width that heads don't divide": (
        "AssertionError: embed_dim must be divisible by num_heads\n",
        "layer-sizes-not-divisible",
    ),
    "heads that GPUs don't divide": (
        "ValueError: Total number of attention heads (28) must be divisible by tensor parallel "
        "size (8).\n",
        "world-size-mismatch",
    ),
    "hidden state of another batch": (
        "RuntimeError: Expected hidden[0] size (1, 2, 5), got [1, 4, 5]\n",
        "rnn-hidden-state-mismatch",
    ),
    "features that a recurrent layer doesn't expect": (
        "RuntimeError: input.size(-1) must be equal to input_size. Expected 3, got 8\n",
        "matmul-shape-mismatch",
    ),
    "name that timm doesn't have": (
        "RuntimeError: Unknown model (vit_custom_patch16)\n",
        "model-name-unknown",
    ),
    "checkpointed layers behind frozen embeddings": (
        """\
/opt/torch/utils/checkpoint.py:238: UserWarning: None of the inputs have requires_grad=True. \
Gradients will be None
  check_backward_validity(args)
RuntimeError: element 0 of tensors does not require grad and does not have a grad_fn
""",
        "checkpointed-inputs-without-gradients",
    ),
    "socket in a missing folder": (
        'RuntimeError: torch_shm_manager at "/opt/torch/bin/torch_shm_manager": could not generate '
        "a random directory for manager socket\n",
        "no-usable-temporary-directory",
    ),
    "raster on S3 that may not be read": (
        "rasterio.errors.RasterioIOError: Access Denied\n",
        "remote-raster-http-error",
    ),
    "CSV files with different columns": (
        """\
pyarrow.lib.ArrowInvalid: Schema at index 1 was different:

The above exception was the direct cause of the following exception:

datasets.exceptions.DatasetGenerationError: An error occurred while generating the dataset
""",
        "hf-dataset-generation-error",
    ),
    "dataset script with a long name": (
        "RuntimeError: Dataset scripts are no longer supported, but found "
        "pubmed_summarization_dataset_v2.py\n",
        "hf-dataset-script-unsupported",
    ),
    "path on HDFS without a configured NameNode": (
        "java.io.IOException: Incomplete HDFS URI, no host: hdfs:///data\n",
        "hdfs-namenode-unreachable",
    ),
    "name longer than a short placeholder": (
        "NameError: name 'is_torch_greater_or_equal_than_1_13' is not defined\n",
        "name-not-defined",
    ),
    "annotations in Python 3.6": (
        "SyntaxError: future feature annotations is not defined\n",
        "python-syntax-error",
    ),
    "option that Click rejects": (
        "Try 'train.py --help' for help.\n\nError: No such option '--epochs'.\n",
        "command-line-arguments-rejected",
    ),
    "value that a function of the program rejects": (
        "train.py: error: argument --flag: invalid str2bool value: 'Tru'\n",
        "command-line-arguments-rejected",
    ),
    "convolution that got a list": (
        "TypeError: conv2d() received an invalid combination of arguments - got (list, "
        "Parameter, Parameter, tuple, tuple, tuple, int), but expected one of:\n",
        "torch-argument-not-tensor",
    ),
    "tuple in place of a tensor": (
        "AttributeError: 'tuple' object has no attribute 'dim'\n",
        "torch-argument-not-tensor",
    ),
    "division of an average without samples": (
        """\
    return self.sum / self.count
           ~~~~~~~~~^~~~~~~~~~~~
ZeroDivisionError: division by zero
""",
        "zero-division-in-training",
    ),
    "strategy that Lightning removed": (
        "ValueError: You selected an invalid strategy name: `strategy='dp'`. It must be\n",
        "lightning-removed-argument",
    ),
    "trainer of an older TRL": (
        "TypeError: DPOTrainer.get_batch_samples() takes 3 positional arguments but 4 were given\n",
        "trainer-override-signature",
    ),
    "header that CUDA 13 moved": (
        "solver.cpp:5:10: fatal error: cuda/std/complex: No such file or directory\n",
        "cuda-header-not-found",
    ),
    "fewer lengths than samples": (
        "RuntimeError: Expected `len(lengths)` to be equal to batch_size, but got 2 "
        "(batch_size=3)\n",
        "packed-sequence-lengths",
    ),
    "schedule that is too short": (
        "ValueError: Tried to step 1001 times. The specified number of total steps is 1000\n",
        "scheduler-wrong-interval",
    ),
    "number of nodes that is empty": (
        """\
  File "/opt/venv/torch/distributed/run.py", line 735, in parse_min_max_nnodes
    min_nodes = max_nodes = int(arr[0])
                            ^^^^^^^^^^^
ValueError: invalid literal for int() with base 10: ''
""",
        "torchrun-argument-refused",
    ),
    "InfiniBand interface with a long name that NCCL uses as a socket": (
        """\
node01:41:63 [0] NCCL INFO NET/IB : No device found.
node01:41:63 [0] NCCL INFO NET/Socket : Using [0]ibp24s0:10.0.0.1<0>
""",
        "nccl-falls-back-to-tcp",
    ),
    "class that a worker cannot look up": (
        "_pickle.PicklingError: Can't pickle <class '__main__.Sample'>: attribute "
        "lookup Sample on __main__ failed\n",
        "pickle-local-object-worker-spawn",
    ),
    "PMIx plugin of Slurm without its library": (
        "slurmstepd: error:  mpi/pmix_v4: init: (null) [0]: mpi_pmix.c:193: pmi/pmix: "
        "can not load PMIx library\n",
        "mpi-pmi-srun-not-supported",
    ),
    "launcher that PMIx could not reach": (
        "[nid001234:13428] OPAL ERROR: Not initialized in file pmix3x_client.c at line 112\n",
        "mpi-pmi-srun-not-supported",
    ),
    "GPU that newer PyTorch guesses": (
        "[rank0]:[W1114 10:05:22 ProcessGroupNCCL.cpp:5072] Guessing device ID based "
        "on global rank. This can cause a hang if rank to GPU mapping is heterogeneous.\n",
        "nccl-barrier-device-unknown",
    ),
    "option of the launcher that click rejects": (
        "Error: No such option '--local-rank'. Did you mean '--local_rank'?\n",
        "local-rank-argument-unrecognized",
    ),
    "worker of KubeRay that waits for its head": (
        "800 seconds elapsed: Still waiting for GCS to be ready.\n",
        "ray-cluster-not-found",
    ),
    "read of a damaged chunk by newer HDF5": (
        "OSError: Can't synchronously read data (filter returned failure during read)\n",
        "hdf5-handle-across-workers",
    ),
    "compiler of conda that Triton called": (
        "subprocess.CalledProcessError: Command "
        "'['/opt/conda/envs/x/bin/x86_64-conda-linux-gnu-cc', "
        "'/tmp/tmpab12/cuda_utils.c', '-O3', '-shared', '-fPIC', '-o', '/tmp/x.so']' "
        "returned non-zero exit status 1.\n",
        "inductor-cpp-compile-error",
    ),
    "C file of Triton on an AMD GPU": (
        "subprocess.CalledProcessError: Command '['/usr/bin/gcc', "
        "'/tmp/tmpab12/hip_utils.c', '-O3', '-shared', '-fPIC', '-o', '/tmp/x.so']' "
        "returned non-zero exit status 1.\n",
        "inductor-cpp-compile-error",
    ),
    "compiled part that is missing": (
        "ModuleNotFoundError: No module named 'detectron2._C'\n",
        "extension-not-compiled",
    ),
    "submodule of a package with a long name": (
        "ModuleNotFoundError: No module named 'diff_gaussian_rasterization.core'\n",
        "submodule-not-found",
    ),
    "token that Xet requests for each file": (
        "RuntimeError: Request error: HTTP status client error (429 Too Many "
        "Requests), domain: "
        "https://huggingface.co/api/datasets/org/data/xet-read-token/1234\n",
        "hf-hub-rate-limited",
    ),
    "damaged page in the middle of a Parquet file": (
        "OSError: Page didn't decompress to expected size, expected: 524450, but got:524290\n",
        "parquet-file-corrupt",
    ),
    "Parquet file without an end in DuckDB": (
        "_duckdb.InvalidInputException: Invalid Input Error: No magic bytes found at "
        "end of file 'train.parquet'\n",
        "parquet-file-corrupt",
    ),
    "host of an object store that pyarrow can't resolve": (
        "OSError: When listing objects under key 'key/' in bucket 'b': AWS Error "
        "NETWORK_CONNECTION during ListObjectsV2 operation: curlCode: 7, Could not "
        "connect to server; Details: Failed to connect to 127.0.0.1 port 9 after 0 "
        "ms: Could not connect to server\n",
        "s3-endpoint-unreachable",
    ),
    "object store that pyarrow asks too often": (
        "OSError: When reading information for key 'key' in bucket 'b': AWS Error "
        "UNKNOWN (HTTP status 503) during HeadObject operation: No response body.\n",
        "s3-slow-down",
    ),
    "worker whose fault handler printed its stack": (
        "Fatal Python error: Segmentation fault\n"
        "\n"
        "Current thread 0x00007f1c (most recent call first):\n"
        '  File "/opt/venv/lib/python3.11/site-packages/cv2/__init__.py", line 3 in '
        "read\n"
        "RuntimeError: DataLoader worker (pid 12832) is killed by signal: "
        "Segmentation fault.\n",
        "dataloader-worker-segfault",
    ),
    "array that was cut off": (
        "ValueError: Failed to read all data for array. Expected (1000,) = 1000 "
        "elements, could only read 234 elements. (file seems not fully written?)\n",
        "corrupt-training-sample",
    ),
    "shard that is a web page": (
        "tarfile.ReadError: ('truncated header', <_io.BufferedReader name='l.tar'>, 'l.tar')\n",
        "corrupt-training-sample",
    ),
    "DataLoader of Lightning without batches": (
        "Total length of `DataLoader` across ranks is zero. Please make sure this "
        "was your intention.\n",
        "dataset-empty",
    ),
    "folder that save_to_disk didn't write": (
        "FileNotFoundError: Directory /data/corpus is neither a `Dataset` directory "
        "nor a `DatasetDict` directory.\n",
        "hf-dataset-files-not-found",
    ),
    "pipeline of HDFS without a spare DataNode": (
        "java.io.IOException: Failed to replace a bad datanode on the existing "
        "pipeline due to no more good datanodes being available to try. (Nodes: "
        "current=[10.0.0.5:9866], original=[10.0.0.5:9866]). The current failed "
        "datanode replacement policy is DEFAULT\n",
        "hdfs-datanode-unavailable",
    ),
    "error inside TorchDynamo": (
        "torch._dynamo.exc.InternalTorchDynamoError: AttributeError: 'NoneType' "
        "object has no attribute 'guards'\n",
        "torch-compile-backend-failed",
    ),
    "fourth band of a file with three": (
        "IndexError: band index 4 out of range (not in (1, 2, 3))\n",
        "geotiff-landmask-only",
    ),
    "block that libhdfs can't read": (
        "hdfsPread(): FSDataInputStream#read error:\n"
        "BlockMissingException: Could not obtain block: BP-1-10.0.0.1-1:blk_1_1 "
        "file=/x\n",
        "hdfs-datanode-unavailable",
    ),
    "store that refuses the S3 connector for PyTorch": (
        "s3torchconnectorclient._mountpoint_s3_client.S3Exception: Client error: "
        "Unknown CRT error: CRT error 1047: aws-c-io: "
        "AWS_IO_SOCKET_CONNECTION_REFUSED, socket connection refused.\n",
        "s3-endpoint-unreachable",
    ),
    "operator of vLLM whose extension isn't loaded": (
        "AttributeError: '_OpNamespace' '_C' object has no attribute 'rms_norm'\n",
        "extension-not-compiled",
    ),
    "backend that is an object": (
        "torch._dynamo.exc.BackendCompilerFailed: "
        "backend='<vllm.compilation.backends.VllmBackend object at 0x7f2d1c3e8a90>' "
        "raised:\n"
        "RuntimeError: x\n",
        "torch-compile-backend-failed",
    ),
    "cache of Triton in a folder of its own": (
        "FileNotFoundError: [Errno 2] No such file or directory: "
        "'/scratch/u/kernels/cff6/x.ttir.tmp.pid_15735_304289' -> "
        "'/scratch/u/kernels/cff6/x.ttir'\n",
        "triton-cache-incomplete",
    ),
    "argument that hipBLASLt refuses": (
        "RuntimeError: CUDA error: HIPBLAS_STATUS_INVALID_VALUE when calling "
        "`hipblasLtMatmulAlgoGetHeuristic( ltHandle\n",
        "cublas-execution-or-value-error",
    ),
    "map of devices without Accelerate": (
        "ValueError: Using a `device_map`, `tp_plan`, `torch.device` context manager "
        "or setting `torch.set_default_device(device)` requires `accelerate`. You can "
        "install it with `pip install accelerate`\n",
        "trainer-requires-accelerate",
    ),
    "cuDNN 9 on a V100": (
        "RuntimeError: cuDNN error: CUDNN_STATUS_EXECUTION_FAILED_CUDART\n",
        "cudnn-execution-failed",
    ),
    "layer norm outside of ZeRO-3": (
        "RuntimeError: Expected weight to be of same shape as normalized_shape, but "
        "got weight of shape [0] and normalized_shape = [8]\n",
        "deepspeed-zero3-empty-parameters",
    ),
    "checkpoint of empty tensors that Accelerate reads": (
        'ValueError: Trying to set a tensor of shape torch.Size([0]) in "weight" '
        "(which has shape torch.Size([32000, 4096])), this looks incorrect.\n",
        "deepspeed-zero3-empty-parameters",
    ),
    "optimizer of another type": (
        '    square_avgs.append(state["square_avg"])\n'
        "                       ~~~~~^^^^^^^^^^^^^^\n"
        "KeyError: 'square_avg'\n",
        "checkpoint-resume-mismatch",
    ),
    "scheduler before the optimizer's state in PyTorch 2.13": (
        "KeyError: \"param 'initial_lr' is not specified in param_groups[0] when "
        "resuming scheduler with last_epoch >= 0.\\nThis typically happens when:\n",
        "checkpoint-resume-mismatch",
    ),
    "momentum of another width": (
        "    buf.mul_(momentum).add_(grad, alpha=1 - dampening)\n"
        "RuntimeError: The size of tensor a (4) must match the size of tensor b (8) at "
        "non-singleton dimension 1\n",
        "checkpoint-resume-mismatch",
    ),
    "rank without a shard of ZeRO-3": (
        "    assert len(self.ckpt_list) > 0\n           ^^^^^^^^^^^^^^^^^^^^^^^\nAssertionError\n",
        "zero-checkpoint-world-size-changed",
    ),
    "poison that a newer amdgpu reports": (
        "amdgpu 0000:c1:00.0: amdgpu: {5}poison is consumed by client 12, kick off gpu "
        "reset flow\n",
        "amd-gpu-ras-uncorrectable",
    ),
    "labels of binary cross entropy under autocast": (
        "RuntimeError: Found dtype Long but expected BFloat16\n",
        "loss-target-dtype",
    ),
    "labels in the place of the logits": (
        "NotImplementedError: \"log_softmax_lastdim_kernel_impl\" not implemented for 'Long'\n",
        "loss-target-dtype",
    ),
    "package that pip replaced": (
        "torchvision 0.19.0 requires torch==2.4.0, but you have torch 2.5.1 which is "
        "incompatible.\n",
        "pip-conflicting-dependencies",
    ),
    "pointer to a checkpoint in a notebook": (
        "UnpicklingError: invalid load key, 'v'.\n",
        "git-lfs-pointer-not-fetched",
    ),
    "runtime of CUDA that is older than an extension": (
        "ImportError: /opt/torch/lib/libc10_cuda.so: undefined symbol: "
        "cudaGetDriverEntryPointByVersion, version libcudart.so.12\n",
        "cuda-library-from-other-toolkit",
    ),
    "module of Triton that bitsandbytes misses": (
        "ModuleNotFoundError: No module named 'triton.ops'\n",
        "triton-not-found",
    ),
    "scheduler command that Python cannot find": (
        "FileNotFoundError: [Errno 2] No such file or directory: 'sbatch'\n",
        "scheduler-command-not-found",
    ),
    "weights under the key of an average": (
        "RuntimeError: Error(s) in loading state_dict for Net:\n"
        '\tMissing key(s) in state_dict: "a.weight".\n'
        '\tUnexpected key(s) in state_dict: "params_ema".\n',
        "checkpoint-nested-state-dict",
    ),
    "limit on the size of a file that HDF5 reports": (
        "OSError: [Errno 27] Can't synchronously write data (file write failed: time = "
        "Sun Nov 22\n"
        ", filename = 'h.h5', file descriptor = 3, errno = 27, error message = 'File "
        "too large', buf = 0x7f)\n",
        "file-size-limit-exceeded",
    ),
    "experts that the world size does not fit": (
        "RuntimeError: world_size (6) is not divisible by "
        "expert_tensor_model_pipeline_parallel size (4)\n",
        "megatron-sizes-not-divisible",
    ),
    "program of Hadoop that Python cannot find": (
        "FileNotFoundError: [Errno 2] No such file or directory: 'hadoop'\n",
        "hdfs-client-not-set-up",
    ),
    "virtual environment that the batch script cannot find": (
        "/var/spool/slurmd/job1636351/slurm_script: line 8: /home/user/venv/bin/activate: "
        "No such file or directory\n",
        "file-not-found-on-node",
    ),
    "rank that PALS reports": (
        "nid001234.hsn.cm.example.org: rank 3 exited with code 255\n"
        "nid001234.hsn.cm.example.org: rank 1 died from signal 15\n",
        "torchrun-child-failed",
    ),
    "image of Singularity 2 that the node lacks": (
        "ERROR  : Image path /tmp/images/train.img doesn't exist: No such file or directory\n"
        "ABORT  : Retval = 255\n",
        "container-image-not-found",
    ),
    "connection to an actor of Ray that was lost": (
        "ray.exceptions.ActorUnavailableError: The actor 4473bb24 is unavailable: The actor is "
        "temporarily unavailable: RpcError: RPC Error message: recvmsg:Connection reset by peer; "
        "RPC Error details:  rpc_code: 14. The task may or may not have been executed on the "
        "actor.\n",
        "ray-worker-died",
    ),
    "transport of the cluster that a container's MPI lacks": (
        "A requested component was not found, or was unable to be opened.  This\n"
        "means that this component is either not installed or is unable to be\n"
        "used on your system.  Note that\n"
        "Open MPI stopped checking at the first component that it did not find.\n"
        "Framework: btl\n"
        "Component: openib\n",
        "mpi-init-failed",
    ),
    "kernel of TensorFlow without a deterministic version": (
        "tensorflow.python.framework.errors_impl.UnimplementedError: Determinism is "
        "not yet supported in GPU implementation of Bincount. [Op:Bincount]\n",
        "operation-not-deterministic",
    ),
    "GPU that SELinux hides": (
        "Failed to initialize NVML: Insufficient Permissions\n",
        "nvml-unknown-error-container",
    ),
    "repository whose LFS files GitHub keeps back": (
        "batch response: This repository exceeded its LFS budget. The account "
        "responsible for the budget should increase it to restore access.\n",
        "git-lfs-pointer-not-fetched",
    ),
    "memory that a custom all-reduce cannot share": (
        "Failed: Cuda error /workspace/csrc/custom_all_reduce.cuh:455 'invalid argument'\n",
        "cuda-invalid-argument",
    ),
    "condition of bash in a script that sh reads": (
        "./train.sh: 12: [: ==: unexpected operator\n",
        "bash-script-run-by-sh",
    ),
    "timeout of Ascend's watchdog": (
        "[E compiler_depend.ts:280] [Rank 3] Watchdog caught collective operation timeout: "
        "WorkHCCL(SeqNum=12, OpType=ALLREDUCE, Timeout(ms)=1800000) ran for 1800500 milliseconds "
        "before timing out.\n",
        "hccl-error",
    ),
    "executor of Spark that Kubernetes killed": (
        "The executor with id 13 exited with exit code 137(SIGKILL, possible container OOM).\n",
        "yarn-memory-killed",
    ),
    "operator of Ascend that ran out of memory": (
        "call aclnnMatmul failed, detail:EL0004: [PID: 12] 2024-05-17-18:46:14.721.067 Failed to "
        "allocate memory. Possible Cause: Available memory is insufficient.\n",
        "npu-out-of-memory",
    ),
    "rank of Ascend that gave up waiting": (
        "[rank0]: RuntimeError: operator():build/CMakeFiles/torch_npu.dir/compiler_depend.ts:25 "
        "NPU function error: c10_npu::acl::AclrtSynchronizeStreamWithTimeout(copy_stream), error "
        "code is 507048\n"
        "[Error]: The execution of the internal task times out.\n"
        "EI0002: [PID: 7277] 2024-11-28-11:59:30.645.648 The wait execution of the Notify register "
        "times out. Reason: The Notify register has not received the Notify record from remote "
        "rank [unknown].\n",
        "hccl-error",
    ),
    "init container that keeps waiting": (
        "NAME        READY   STATUS     RESTARTS   AGE\n"
        "master-0    1/1     Running    0          25m\n"
        "worker-0    0/1     Init:0/1   0          25m\n",
        "kubernetes-init-container-waiting",
    ),
    "network of a sandbox, in the log of containerd": (
        'failed to setup network for sandbox "7fa2130083825d3ad4a29ad855d149fda68dc172e55d0114248e6'
        '67e202f0982": plugin type="calico" failed (add): Unauthorized\n',
        "kubernetes-pod-sandbox-failed",
    ),
    "LocalQueue with a long name": (
        "message: LocalQueue team-computer-vision-research-a100 doesn't exist\n",
        "kueue-workload-not-admitted",
    ),
    "cluster that Volcano takes for full": (
        "Normal  Unschedulable  17s (x13 over 29s)  volcano  resource in cluster is overused\n",
        "volcano-gang-unschedulable",
    ),
}


def found(text: str) -> list[str | None]:
    return [match.id for match in DIAGNOSER.diagnose([text.encode()]).matches]


def test_entries_that_look_alikes_must_not_lead_to_can_be_found_in_logs() -> None:
    symptoms = {entry: CATALOG[entry].symptom for _, entry in LOOK_ALIKES.values()}
    assert [id_ for id_, one in symptoms.items() if not (one.messages or one.series)] == []


@pytest.mark.parametrize(("text", "entry"), LOOK_ALIKES.values(), ids=LOOK_ALIKES)
def test_look_alike_is_not_taken_for_the_error(text: str, entry: str) -> None:
    assert entry not in found(text)


@pytest.mark.parametrize(("text", "entry"), REAL.values(), ids=REAL)
def test_error_itself_is_still_found_first(text: str, entry: str) -> None:
    assert found(text)[:1] == [entry]
