"""The closed vocabulary of scoring, calculators and flow: every operator, by name.

A new operator costs a class with a passing and a failing example and both evaluations (``run``, which
explains, and ``plain``, which is fast), a line here, its schema branch (``make schemas`` writes it
from the declared arguments), a sentence in both languages in ``show/working.py`` and a table in
``tests/unit/lang``, whose rows are worked out both ways; tests count them all.
"""

from rulesref.lang import arithmetic, calculating, lists, logic
from rulesref.lang import lookups as tables
from rulesref.lang import placing as ranking
from rulesref.lang import references as values
from rulesref.model.expression import Operator

OPERATORS: dict[str, type[Operator]] = {
    cls.op: cls
    for cls in (
        values.Fixed,
        values.Reference,
        arithmetic.Total,
        arithmetic.Subtraction,
        arithmetic.Product,
        arithmetic.Divide,
        arithmetic.Minimum,
        arithmetic.Maximum,
        arithmetic.Cap,
        tables.TableLookup,
        tables.Bands,
        tables.SumRows,
        ranking.Rank,
        ranking.BestSplit,
        lists.ForEach,
        lists.Size,
        lists.Holds,
        lists.FewestPieces,
        lists.Own,
        lists.ListOf,
        lists.Nth,
        lists.Record,
        logic.Compare,
        logic.OneOf,
        logic.All,
        logic.AnyOf,
        logic.Not,
        logic.When,
        logic.Choose,
        logic.Which,
        logic.RulingOp,
        calculating.Calculate,
        calculating.Apply,
    )
}

#: What is written as a mapping with named parts; everything else is written as text.
FORMS: dict[str, type[Operator]] = {
    cls.op: cls for cls in (ranking.Rank, ranking.BestSplit, lists.Record, logic.Which)
}
