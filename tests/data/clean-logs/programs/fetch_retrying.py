# /// script
# requires-python = ">=3.11"
# dependencies = ["urllib3"]
# ///
# mypy: ignore-errors
"""Fetch from a local server that is busy at first; every file arrives after retries."""

import logging
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import urllib3
from urllib3.util import Retry

asked: dict[str, int] = {}


class Busy(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        asked[self.path] = asked.get(self.path, 0) + 1
        late = asked[self.path] <= int(self.path[-1]) % 3
        self.send_response(503 if late else 200)
        self.send_header("Retry-After", "0")
        self.send_header("Content-Length", "0" if late else "2048")
        self.end_headers()
        self.wfile.write(b"" if late else bytes(2048))


logging.basicConfig(level=logging.DEBUG, format="%(asctime)s %(levelname)-8s %(name)s %(message)s")
log = logging.getLogger("fetch")
server = ThreadingHTTPServer(("localhost", 8731), Busy)
threading.Thread(target=server.serve_forever, daemon=True).start()
retry = Retry(total=5, backoff_factor=0.05, status_forcelist=[429, 500, 502, 503, 504])
pool = urllib3.PoolManager(retries=retry, timeout=urllib3.Timeout(connect=5.0, read=30.0))
failed = 0
for number in range(12):
    answer = pool.request("GET", f"http://localhost:8731/shard-{number}")
    used = len(answer.retries.history)
    failed += answer.status != 200
    log.info(
        "shard-%d: %d bytes after %d retries: Retrying ... succeeded",
        number,
        len(answer.data),
        used,
    )
log.info("12 shards fetched, %d failed, 0 gave up, connect timeout=5s read timeout=30s", failed)
server.shutdown()
