"""The house, measured.

    python -m tests.house                    # this checkout
    python -m tests.house OTHER [OTHER …]    # other checkouts beside it, a column each

A room is a folder of the package; an arrow is an import of a module of another folder, for types alone as
well. Complexity counts every condition: branches, cases, ``and``/``or``, comprehensions; ruff's C901 counts
branches and cases alone.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from pathlib import Path
from statistics import median

from tests.house.code import (
    PACKAGE,
    ROOT,
    circles,
    functions,
    import_graph,
    module_names,
    modules,
    public_classes,
)  # fmt: skip
from tests.house.picture import climbing

#: Words that say no more than that something is there.
CATCH_ALL = ("found", "said", "told", "given", "meant", "known", "here", "own", "asked")
#: What the plan of the house sets as the most for a function.
LONG, COMPLEX = 40, 10


def measures(package: Path = PACKAGE) -> dict[str, str]:
    """The figures of a package, each under its name."""
    paths = modules(package)
    texts = [path.read_text(encoding="utf-8") for path in paths]
    words = Counter(re.findall(r"\w+", "\n".join(texts)))
    files = [text.count("\n") for text in texts]
    every = [function for path in paths for function in functions(path)]
    lengths = [function.lines for function in every]
    complexity = [function.complexity for function in every]
    graph = import_graph(package)
    return {
        "lines / files": f"{sum(files):,} / {len(files)}",
        "file: median / p90 / max": spread(files),
        "functions": f"{len(every):,}",
        "function: median / p90 / max": spread(lengths),
        f"functions over {LONG} lines": share(sum(n > LONG for n in lengths), len(every)),
        "complexity: mean / p90 / max": f"{sum(complexity) / len(every):.1f} / "
        f"{nine_in_ten(complexity)} / {max(complexity)}",
        f"functions over complexity {COMPLEX}": share(
            sum(n > COMPLEX for n in complexity), len(every)
        ),
        "imports between modules": f"{sum(map(len, graph.values())):,}",
        "circles of modules": str(len(circles(graph))),
        "arrows that climb": str(len(climbing(graph))),
        "names of modules that stand twice": several(module_names(package)),
        "public classes that stand twice": several(public_classes(package)),
        **{f"“{word}”": f"{words[word]:,}" for word in CATCH_ALL},
    }


def spread(sizes: list[int]) -> str:
    """The middle, what nine in ten do not exceed, and the largest.

    >>> spread([1, 2, 3, 4, 100])
    '3 / 100 / 100'
    """
    return f"{median(sizes):.0f} / {nine_in_ten(sizes)} / {max(sizes)}"


def nine_in_ten(sizes: list[int]) -> int:
    """What nine in ten do not exceed.

    >>> nine_in_ten(list(range(1, 21)))
    18
    """
    return sorted(sizes)[-(-9 * len(sizes) // 10) - 1]


def share(some: int, every: int) -> str:
    """So many of all, and in percent.

    >>> share(7, 1699)
    '7 (0.4 %)'
    """
    return f"{some} ({100 * some / every:.1f} %)"


def several(places: dict[str, list[str]]) -> str:
    """How many names stand in more than one place."""
    return str(sum(len(where) > 1 for where in places.values()))


def main() -> None:
    """Print the figures of each checkout side by side."""
    checkouts = [*map(Path, sys.argv[1:]), ROOT]
    columns = [measures(checkout.resolve() / "rulesref") for checkout in checkouts]
    width = max(map(len, columns[0]))
    heads = [checkout.resolve().name for checkout in checkouts]
    sys.stdout.write(f"{'':{width}}  " + "  ".join(f"{head:>18}" for head in heads) + "\n")
    for name in columns[0]:
        cells = "  ".join(f"{column[name]:>18}" for column in columns)
        sys.stdout.write(f"{name:{width}}  {cells}\n")


if __name__ == "__main__":
    main()
