"""`python -m rulewright.interpreter.cli`: the command line where no script is installed."""

import sys

from rulewright.interpreter.cli import main

if __name__ == "__main__":
    sys.exit(main())
