"""Every operator as Python source: the same values as ``run`` gives, without the explanation.

:data:`GENERATORS` has one function for each operator; a test compares what they write with ``run``
on random expressions. Generated code may give up (``Unusual``, or any other exception): whoever
runs it then works the position out step by step, which knows what is wrong.
"""

from bisect import bisect
from collections.abc import Mapping
from typing import Any

from rulesref.ops.compiled import decisions, loops, numbers, runtime, tables
from rulesref.ops.compiled.author import GENERATORS, Author
from rulesref.ops.compiled.numbers import added

#: What generated code calls.
WORDS: Mapping[str, Any] = {**runtime.WORDS, "_bisect": bisect}

__all__ = ["GENERATORS", "WORDS", "Author", "added", "decisions", "loops", "numbers", "tables"]
