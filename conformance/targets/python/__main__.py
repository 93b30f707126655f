"""`python3 <this folder> VERB ...`: a folder with a __main__ runs from any current directory."""

import sys

from swarmkit_py.cli import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
