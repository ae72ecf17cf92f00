"""What a log says about the job itself: its ranks, their nodes, and how many there should be."""

import re
from collections.abc import Iterable, Iterator

from trainwreck.logs.failure_rules import FAILURE_RULES as RULES
from trainwreck.logs.normalizer import Line

WORLD_SIZES = (
    re.compile(
        r"\b(?:WORLD_SIZE|world[_ ]size|num_processes|nranks)\b[\"']?\s*[:= ]\s*[\"']?(\d{1,6})\b"
    ),
    re.compile(r"\b(?:[Rr]ank|RANK)[: ]+\d{1,6} (?:of|/) ?(\d{1,6})\b"),
    re.compile(r"\bGLOBAL_RANK: \d+, MEMBER: \d+/(\d{1,6})\b"),
    re.compile(r"waiting for (?:clients|workers)\. \d{1,6}/(\d{1,6}) (?:clients|workers) joined\b"),
)
"""Find how many ranks there should be, in the one group."""
NODE_OF_RANK = (
    re.compile(r"srun: error: (?P<node>\w[\w.-]*): tasks? (?P<ranks>[\d,\[\]-]+):"),
    re.compile(r"(?P<node>\w[\w.-]*):\d+:\d+ \[\d+\] NCCL INFO .*\brank (?P<ranks>\d+) nranks \d+"),
    re.compile(r"process rank (?P<ranks>\d+) .*\bon node (?P<node>\w[\w.-]*)"),
)
"""Lines that begin with the node of some ranks."""
NODES = (
    re.compile(r"srun: error: (\w[\w.-]*): tasks? "),
    # Of a job that a node failure ends, it only names the node on which this was printed.
    re.compile(r"\*\*\* (?:STEP|JOB) \S+ ON (\w[\w.-]*) (?!.*DUE TO NODE FAILURE)"),
    re.compile(r"\bDUE TO NODE FAILURE.* on (\w[\w.-]*)|[Nn]ode failure on (\w[\w.-]*)"),
    re.compile(r"\bon node (\w[\w.-]*)"),
    # From the beginning of a word, or a long one would be read again from each of its letters.
    re.compile(r"(?<![\w.-])(\w[\w.-]*):\d+:\d+ \[\d+\] "),
    re.compile(r"[A-Z][a-z]{2} +\d+ [\d:]{8} (\w[\w.-]*) kernel:"),
    re.compile(r"\d{4}-\d\d-\d\dT[\d:.+-]+ (\w[\w.-]*) kernel:"),
)
"""Find a node that a line names, in whichever group there is."""
RANK_OF_PROCESS = re.compile(
    r"\((?:node_id=\w{1,64}, )?ip=[\w.:-]{1,64}, (?P<process>pid=\d{1,8})\) "
    r"world_rank=(?P<rank>\d{1,6})\b"
)
"""Finds what Ray Train says of a worker: its process, as lines of it begin, and its rank."""
LOST = re.compile(r"tasks are unhealthy \(stopped sending heartbeats\):\s*$")
"""Finds what JAX prints before the tasks that it lost, one per line."""
LOST_RANK = re.compile(r"\s*(?:/job:[\w/:]{1,60}/task:)?(\d{1,6})\s*$")
"""Such a line."""
LOST_WORKER = re.compile(r"distributed_context=DistributedContext\(world_rank=(\d{1,6}), ")
"""Finds the rank of a worker that Ray Train describes, as it does when a worker died or hangs."""
WAITING = re.compile(
    r"(?:\bRank (?P<rank>\d{1,6})\] )?Watchdog caught collective operation timeout: "
    r"Work\w{1,16}\(SeqNum=(?P<number>\d{1,12}), OpType=(?P<call>\w{1,40})"
)
"""Finds the collective in which a rank waited, and its number, as PyTorch's watchdog names them."""
ERROR_FILE = re.compile(r"error_file\s*: (/\S+)")
"""Finds a file in which torchrun says that a traceback is."""
NOT_NODES = frozenset({"localhost", "node", "the", "this", "each", "a", "any"})
"""Words that stand where a node may be named."""
MOST_RANKS = 100_000
"""Ranks that are kept."""
MOST_FILES = 5
"""Files that are kept."""

FINISHED = re.compile(
    r"(?:\b(?:training|pre-?training|fine-?tuning)(?: run| loop)?"
    r"(?: is| was| has)?(?: successfully)? (?:finished|completed?|done)"
    r"|\b(?:done|finished|completed?) (?:with )?(?:training|pre-?training|fine-?tuning)"
    r"|\btrain: (?:done|finished|completed?)"
    r"|Trainer\.fit` stopped: `max_(?:epochs|steps)=\d+` reached"
    r"|\bepochs completed in \d)"
    r"\b(?!.*(?:error|fail|exit|abort|unsuccessful|exception|kill))",
    re.IGNORECASE,
)
"""What a program prints when its training has come to its end."""
SIGNS_OF_END = ("done", "finished", "complete", "reached")
"""Of these, each such line contains one, in small letters."""


class JobFacts:
    """Gathers what the lines of a log say about the job; memory grows with ranks alone."""

    def __init__(self) -> None:
        """Start with nothing known."""
        self.world_size = 0
        """Number of ranks that the job should have; 0 if the log doesn't say."""
        self.node_of: dict[str, str] = {}
        """Node of each rank, as far as the log says."""
        self.rank_of: dict[str, str] = {}
        """Rank of each process, as far as the log says; a process of several ranks is its own."""
        self.error_files: list[str] = []
        """Files in which torchrun says that a traceback is."""
        self.lost: list[str] = []
        """Ranks that the log says have stopped responding."""
        self.waiting: dict[str, str] = {}
        """The collective in which each rank timed out, with its number."""
        self.finished = 0
        """Number of the last line that says that training has come to its end; 0 if none does."""
        self._host: str | None = None
        self._listing: set[str | None] = set()
        """Sources whose next line may name a rank that was lost."""

    @property
    def has_several(self) -> bool:
        """Whether the log says that the job has several ranks."""
        return self.world_size > 1 or len(self.node_of) > 1

    def read(self, lines: Iterable[Line]) -> None:
        """Read the next lines of the log."""
        for line in lines:
            text = line.text[: RULES.longest_line]
            self._read_world_size(text)
            if "world_rank=" in text:
                self._read_worker(text)
            if self._listing or "heartbeats" in text:
                self._read_lost(line.source, text)
            if len(self.node_of) < MOST_RANKS:
                self._read_nodes(line.raw.strip()[: RULES.longest_line])
            if "SeqNum=" in text:
                self._read_waiting(line.source, text)
            small = text.lower()
            if any(sign in small for sign in SIGNS_OF_END) and FINISHED.search(text):
                self.finished = line.number
            if (match := ERROR_FILE.search(text)) and len(self.error_files) < MOST_FILES:
                self.error_files.append(match[1])

    def nodes_in(self, line: Line) -> Iterator[str]:
        """Yield the nodes that ``line`` names."""
        text = line.raw.strip()[: RULES.longest_line]
        for pattern in NODES:
            if match := pattern.search(text):
                node = next((group for group in match.groups() if group), None)
                if node and node not in NOT_NODES:
                    yield node

    def _read_world_size(self, text: str) -> None:
        for pattern in WORLD_SIZES:
            if match := pattern.search(text):
                self.world_size = max(self.world_size, int(match[1]))

    def _read_worker(self, text: str) -> None:
        if match := LOST_WORKER.search(text):
            self._note_lost(match[1])
        if len(self.rank_of) < MOST_RANKS and (match := RANK_OF_PROCESS.search(text)):
            process, rank = match["process"], match["rank"]
            # Processes of different hosts may have the same number.
            if self.rank_of.setdefault(process, rank) != rank:
                self.rank_of[process] = process

    def _read_waiting(self, source: str | None, text: str) -> None:
        if len(self.waiting) < MOST_RANKS and (match := WAITING.search(text)):
            rank = match["rank"] or source or ""
            if rank.isdecimal():
                self.waiting.setdefault(rank, f"{match['call']} {match['number']}")

    def _read_lost(self, source: str | None, text: str) -> None:
        if LOST.search(text):
            self._listing.add(source)
        elif source in self._listing and (match := LOST_RANK.match(text)):
            self._note_lost(match[1])
        else:
            self._listing.discard(source)

    def _note_lost(self, rank: str) -> None:
        if rank not in self.lost and len(self.lost) < MOST_RANKS:
            self.lost.append(rank)

    def _read_nodes(self, text: str) -> None:
        if match := RULES.summary_host.match(text):
            self._host = match[1]
        elif (match := RULES.summary_rank.match(text)) and self._host not in {None, *NOT_NODES}:
            self.node_of.setdefault(match[1], str(self._host))
        for pattern in NODE_OF_RANK:
            if match := pattern.match(text):
                for rank in ranks_of(match["ranks"]):
                    self.node_of.setdefault(rank, match["node"])


def ranks_of(listed: str) -> Iterator[str]:
    """Yield the ranks in a list as Slurm prints it: ``0-2,5`` or ``[0-2,5]``."""
    for part in listed.strip("[]").split(","):
        first, _, last = part.partition("-")
        if first.isdecimal() and (not last or last.isdecimal()):
            stop = min(int(last or first), int(first) + MOST_RANKS)
            yield from map(str, range(int(first), stop + 1))
