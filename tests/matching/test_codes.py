"""Every code of every table is explained, in whatever form people write it."""

import pytest

from trainwreck.catalog.store import load_snapshot
from trainwreck.matching.codes import CodeIndex, Reading
from trainwreck.model.vocabulary import Action
from trainwreck.snapshot.codes import CodeTable

CATALOG = load_snapshot()
TABLES = tuple(CATALOG.code_tables())
INDEX = CodeIndex(CATALOG)


def found(query: str) -> list[str]:
    """Return the readings of ``query`` as ``table label``, the likeliest first."""
    return [f"{reading.table.id} {reading.code.label}" for reading in INDEX.explain(query)]


def test_the_tables_that_jobs_need_are_there() -> None:
    needed = (
        "exit-codes signals slurm-exit-codes errno name-resolution cuda cuda-driver cublas cudnn"
        " cusolver cusparse cufft curand nvrtc nvml nccl xid sxid hip hsa rocblas miopen ibv-status"
        " ibv-events libfabric ucx slurm-states slurm-reasons slurm-errors pbs-exit lsf-reasons"
        " kubernetes http grpc rsync dcgm"
    )
    assert {table.id for table in TABLES} >= set(needed.split())


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.id)
def test_every_code_of_a_table_is_explained_by_its_number_and_its_name(table: CodeTable) -> None:
    for code in table.codes:
        queries = [str(code.number)] if code.number is not None else []
        queries += [code.name] if code.name else []
        for query in queries:
            readings = INDEX.explain(query)
            same = [r for r in readings if r.table.id == table.id and r.code == code]
            assert same, f"{table.id}: {query}"


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.id)
def test_every_numbered_code_is_explained_after_a_form_of_its_table(table: CodeTable) -> None:
    for code in table.codes:
        for form in table.forms if code.number is not None else ():
            query = f"{form} {code.number}"
            assert code in [reading.code for reading in INDEX.explain(query)], query


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.id)
def test_no_two_codes_of_a_table_have_one_anchor(table: CodeTable) -> None:
    anchors = [code.anchor for code in table.codes]
    assert len(set(anchors)) == len(anchors)
    assert not any(" " in anchor for anchor in anchors)


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.id)
def test_no_official_text_keeps_an_escape_of_its_source(table: CodeTable) -> None:
    assert [code.text for code in table.codes if code.text and "\\" in code.text] == []


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("137", "exit-codes 137"),
        ("exit 137", "exit-codes 137"),
        ("exit code 137", "exit-codes 137"),
        ("Exited with exit code 137", "exit-codes 137"),
        ("-9", "signals 9"),
        ("exitcode: -9", "signals 9"),
        ("exitcode  : -11 (pid: 4711)", "signals 11"),
        ("signal 9", "signals 9"),
        ("SIGKILL", "signals 9"),
        ("sigkill", "signals 9"),
        ("Signal 7 (SIGBUS) received by PID 4711", "signals 7"),
        ("xid 79", "xid 79"),
        ("Xid: 79", "xid 79"),
        ("79", "xid 79"),
        ("NVRM: Xid (PCI:0000:41:00): 79, pid=4711, GPU has fallen off the bus.", "xid 79"),
        ("cudaErrorIllegalAddress", "cuda 700"),
        ("700", "cuda 700"),
        ("CUDA error 700", "cuda 700"),
        ("CUDA error: an illegal memory access was encountered", "cuda 700"),
        ("an illegal memory access was encountered", "cuda 700"),
        ("Cuda failure 999 'unknown error'", "cuda 999"),
        ("CUDA_ERROR_OUT_OF_MEMORY", "cuda-driver 2"),
        ("CUDNN_STATUS_EXECUTION_FAILED", "cudnn 5000"),
        ("RuntimeError: cuFFT error: CUFFT_INTERNAL_ERROR", "cufft 5"),
        ("ncclSystemError", "nccl 2"),
        ("RuntimeError: cuDNN error: CUDNN_STATUS_INTERNAL_ERROR", "cudnn 4000"),
        ("error XlaRuntimeError: RESOURCE_EXHAUSTED: Out of memory", "grpc 8"),
        ("NET/IB: wc IBV_WC_RETRY_EXC_ERR on mlx5_0", "ibv-status 12"),
        ("subprocess died with <Signals.SIGBUS: 7>.", "signals 7"),
        ("Reason=AssocGrpGRES Dependency=(null)", "slurm-reasons AssocGrpGRES"),
        ("ENOSPC", "errno 28"),
        ("errno 28", "errno 28"),
        ("Errno 28", "errno 28"),
        ("[Errno 28] No space left on device", "errno 28"),
        ("No space left on device (os error 28)", "errno 28"),
        ("Errno 116", "errno 116"),
        ("LustreError: 11-0: scratch-OST0001: failed: rc = -110", "errno 110"),
        ("rc = -110", "errno 110"),
        ("[Errno -3] Temporary failure in name resolution", "name-resolution -3"),
        ("NODE_FAIL", "slurm-states NODE_FAIL"),
        ("AssocGrpGRES", "slurm-reasons AssocGrpGRES"),
        ("Reason=NodeDown", "slurm-reasons NodeDown"),
        ("(AssocGrpGRES)", "slurm-reasons AssocGrpGRES"),
        ("0:9", "signals 9"),
        ("0:53", "slurm-exit-codes 53"),
        ("OUT_OF_ME+", "slurm-states OUT_OF_MEMORY"),
        ("CANCELLED+", "slurm-states CANCELLED"),
        ("CANCELLED by 1000", "slurm-states CANCELLED"),
        ("1:0", "exit-codes 1"),
        ("ExitCode=0:9", "signals 9"),
        ("OOMKilled", "kubernetes OOMKilled"),
        ("Reason: OOMKilled", "kubernetes OOMKilled"),
        ("HTTP 429", "http 429"),
        ("429 Client Error: Too Many Requests for url", "http 429"),
        ("status=12", "ibv-status 12"),
        ("NET/IB : Got async event : port error", "ibv-events IBV_EVENT_PORT_ERR"),
        ("TERM_MEMLIMIT", "lsf-reasons 16"),
        ("Exit_status=271", "pbs-exit 271"),
        ("0x1008", "hsa 4104"),
        ("hipErrorNoBinaryForGpu", "hip 209"),
        ("rsync error 23", "rsync 23"),
        ("sxid 20034", "sxid 20034"),
    ],
)
def test_code_is_understood_in_every_form(query: str, first: str) -> None:
    assert found(query)[:1] == [first]


def test_ambiguous_number_lists_every_reading() -> None:
    assert {"signals 12", "errno 12", "ibv-status 12", "nvml 12"} <= set(found("12"))
    assert found("exit 12") == []


def test_codes_without_a_meaning_come_last() -> None:
    meanings = [reading.code.meaning is not None for reading in INDEX.explain("79")]
    assert meanings == sorted(meanings, reverse=True)
    assert len(meanings) > 1


@pytest.mark.parametrize(
    "query", ["", "()", "0", "exit code 0", "99999", "xid", "nothing at all", "c++", "job+"]
)
def test_what_is_not_a_code_is_not_explained(query: str) -> None:
    assert found(query) == []


@pytest.mark.parametrize(
    ("words", "queries"),
    [
        (["xid", "79"], ["xid 79"]),
        (["xid", "79", "SIGBUS"], ["xid 79", "SIGBUS"]),
        (["137", "errno", "28"], ["137", "errno 28"]),
        (["CUDA", "error", "700"], ["CUDA error 700"]),
        (["bus", "error"], ["bus error"]),
        (
            ["[Errno", "28]", "No", "space", "left", "on", "device"],
            ["[Errno 28] No space left on device"],
        ),
        (["SIGKIL", "99999"], ["SIGKIL", "99999"]),
    ],
)
def test_words_are_split_into_codes(words: list[str], queries: list[str]) -> None:
    assert INDEX.queries(words) == queries


@pytest.mark.parametrize(
    ("query", "name"),
    [
        ("SIGKIL", "SIGKILL"),
        ("ENOSPACE", "ENOSPC"),
        ("cudaErorIllegalAddress", "cudaErrorIllegalAddress"),
    ],
)
def test_typo_is_answered_with_the_nearest_names(query: str, name: str) -> None:
    assert found(query) == []
    assert name in INDEX.similar(query)


def test_action_is_the_code_s_own_or_the_entry_s() -> None:
    def action(query: str) -> Action | None:
        reading: Reading = INDEX.explain(query)[0]
        return reading.action

    assert action("xid 31") is Action.FIX_FIRST
    assert action("xid 79") is Action.RETRY_ELSEWHERE
    entry = CATALOG["no-space-left-on-device"]
    assert action("ENOSPC") is entry.action.decision
    assert action("errno 76") is None
