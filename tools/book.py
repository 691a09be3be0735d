"""Build the book in both languages into _site, or accept a reviewed translation.

python tools/book.py                            build and publish what changed
python tools/book.py draft                      build and publish in spite of errors
python tools/book.py accept [PAGE[#LABEL] ...]  accept pairs; publish if all is well
python tools/book.py serve [PORT]               look at it
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

if __name__ == "__main__":
    from tools.bookbuild.main import main

    sys.exit(main(sys.argv[1:]))
