"""Run the command line with ``python -m trainwreck``."""

from trainwreck.cli.main import main

if __name__ == "__main__":
    main(prog_name="trainwreck")
