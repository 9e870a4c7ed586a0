"""``python -m memlint``."""

import os
import sys

# ``-m`` puts the working directory first on the path: a scanned tree must not stand for a library (DESIGN 4.5).
if not sys.flags.safe_path and sys.path and sys.path[0] in ("", os.getcwd()):
    del sys.path[0]

from memlint.cli import program

if __name__ == "__main__":
    program()
