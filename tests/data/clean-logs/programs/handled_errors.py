# /// script
# requires-python = ">=3.11"
# dependencies = []
# ///
# mypy: ignore-errors
# ruff: noqa: B018, FBT003, G201, T201, TRY301
"""Meet errors, handle them, and end well."""

import configparser
import json
import logging
import socket
import time
import warnings

LOG = logging.getLogger("train")


def parse_override(text: str) -> object:
    """Read a setting as JSON, or keep it as text."""
    try:
        return json.loads(text)
    except json.JSONDecodeError:
        LOG.debug("not JSON, kept as text: %s", text, exc_info=True)
        return text


def main() -> None:
    """Log handled exceptions as careful programs do."""
    logging.basicConfig(level=logging.DEBUG, format="%(asctime)s %(levelname)-8s %(message)s")
    logging.captureWarnings(True)
    print([parse_override(text) for text in ("1e-3", "cosine", "[1, 2]")])
    warnings.warn(
        "lr_decay is deprecated and will be removed in 3.0; use schedule",
        DeprecationWarning,
        stacklevel=1,
    )
    for attempt in range(1, 4):
        try:
            if attempt < 3:
                raise TimeoutError("metrics server did not answer within 2 s")
            LOG.info("metrics sent on attempt %d", attempt)
        except TimeoutError:
            LOG.exception("attempt %d of 3 failed, retrying", attempt)
            time.sleep(0.1)
    try:
        configparser.ConfigParser().get("train", "seed")
    except configparser.NoSectionError as error:
        LOG.warning("%s: using seed 42", error)
    try:
        {}["wandb"]
    except KeyError as error:
        try:
            raise ValueError("tracker is not configured") from error
        except ValueError:
            LOG.info("tracking is off", exc_info=True)
    probe = socket.socket()
    probe.settimeout(0.2)
    LOG.info("port 29499 in use: %s", probe.connect_ex(("127.0.0.1", 29499)) == 0)
    try:
        1 / 0
    except ZeroDivisionError:
        LOG.error("throughput of an empty epoch is not defined, reporting 0", exc_info=True)
    for step in range(30):
        LOG.info("step %d loss %.4f", step, 2 * 0.9**step)
    print("done: 3 handled errors, exit code 0")


if __name__ == "__main__":
    main()
