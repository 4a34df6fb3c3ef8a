"""Every operator as Python source: the same values as ``run`` gives, without the explanation.

:data:`GENERATORS` has one function for each operator; a test compares what they write with ``run``
on random expressions. Generated code may give up (``Unusual``, or any other exception): whoever
runs it then works the position out step by step, which knows what is wrong.
"""

from bisect import bisect
from collections.abc import Mapping
from typing import Any

from rulesref.scoring.batch import calculations as numbers
from rulesref.scoring.batch import decisions, loops, runtime
from rulesref.scoring.batch import table_code as tables
from rulesref.scoring.batch.calculations import added
from rulesref.scoring.batch.codegen import GENERATORS, Author

#: What generated code calls.
WORDS: Mapping[str, Any] = {**runtime.WORDS, "_bisect": bisect}

__all__ = ["GENERATORS", "WORDS", "Author", "added", "decisions", "loops", "numbers", "tables"]
