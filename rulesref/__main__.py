"""``python -m rulesref``."""

import sys

from rulesref.cli import main

sys.exit(main())
