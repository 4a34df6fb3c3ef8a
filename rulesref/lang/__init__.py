"""The closed vocabulary of scoring, calculators and flow: every operator, by name.

A new operator costs a class with a passing and a failing example and both evaluations (``run``, which
explains, and ``plain``, which is fast), a line here, how it is written (``lang/grammar``, or ``FORMS``),
a sentence in both languages in ``show/results.py`` and a table in ``tests/unit/lang``, whose rows are
worked out both ways; tests count them all.
"""

from rulesref.lang import calculating, lists, operations, placing, references
from rulesref.model.expression import Operator

OPERATORS: dict[str, type[Operator]] = {
    cls.op: cls
    for cls in (
        references.Fixed,
        references.Reference,
        operations.Total,
        operations.Subtraction,
        operations.Product,
        operations.Divide,
        operations.Minimum,
        operations.Maximum,
        operations.Cap,
        references.TableLookup,
        references.Bands,
        references.SumRows,
        placing.Rank,
        placing.BestSplit,
        lists.ForEach,
        lists.Size,
        lists.Holds,
        lists.FewestPieces,
        lists.Own,
        lists.ListOf,
        lists.Nth,
        lists.Record,
        operations.Compare,
        operations.OneOf,
        operations.All,
        operations.AnyOf,
        operations.Not,
        operations.When,
        operations.Choose,
        operations.Which,
        operations.RulingOp,
        calculating.Calculate,
        calculating.Apply,
    )
}

#: What is written as a mapping with named parts; everything else is written as text.
FORMS: dict[str, type[Operator]] = {
    cls.op: cls for cls in (placing.Rank, placing.BestSplit, lists.Record, operations.Which)
}
