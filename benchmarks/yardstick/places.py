"""Who is ahead: ranks, winners and the rungs of a tie-break."""

from collections.abc import Iterable, Sequence
from typing import Any

Row = dict[str, Any]
Rung = tuple[str, Sequence[int | None]]


def row(
    name: str, before: int, categories: dict[str, Any], changes: dict[str, int] | None = None
) -> Row:
    """One player's line of a result; the rank is filled in later."""
    points = sum(categories.values())
    return {
        "name": name,
        "before": before,
        "points": points,
        "total": before + points,
        "rank": 0,
        "categories": categories,
        "changes": {key: value for key, value in (changes or {}).items() if value},
    }


def result(rows: list[Row], rungs: Iterable[Rung] = (), *, ends_game: bool) -> dict[str, Any]:
    """The whole result: the rows with their ranks, and the winners if the game is over.

    A rung names a tie-break and gives a value to each player, in the order of the rows, None where
    nobody told it; more is better. Rungs separate players of every rank, but only those tried for
    first place are listed. Players who are level stay so if a value of one of them is None.
    """
    if not ends_game:
        set_ranks(rows, [(line["total"],) for line in rows])
        return {"players": rows, "winners": [], "undecided": [], "tie-break": []}
    rungs = list(rungs)
    standings = list(zip([line["total"] for line in rows], *(values for _, values in rungs)))
    set_ranks(rows, [cut(standing, standings) for standing in standings])
    first = [line["name"] for line in rows if line["rank"] == 1]
    tried = rungs_tried(rows, rungs)
    decided = not tried or None not in tried[-1]["values"].values()
    return {
        "players": rows,
        "winners": first if decided else [],
        "undecided": [] if decided else first,
        "tie-break": tried,
    }


def cut(standing: tuple[Any, ...], standings: list[tuple[Any, ...]]) -> tuple[Any, ...]:
    """A standing up to the first value that one of those who are level so far does not have."""
    for end in range(1, len(standing)):
        level = [other for other in standings if other[:end] == standing[:end]]
        if len(level) > 1 and any(other[end] is None for other in level):
            return standing[:end]
        if len(level) == 1:
            break
    return tuple(-1 if value is None else value for value in standing)


def set_ranks(rows: list[Row], standings: list[tuple[Any, ...]]) -> None:
    """Rank the rows by their standings, the greatest first; equals share a rank (1, 2, 2, 4)."""
    order = sorted(standings, reverse=True)
    for line, standing in zip(rows, standings):
        line["rank"] = order.index(standing) + 1


def rungs_tried(rows: list[Row], rungs: list[Rung]) -> list[dict[str, Any]]:
    """The rungs walked until one player, or no further rung, is left at the top."""
    best = max(line["total"] for line in rows)
    tied = [seat for seat, line in enumerate(rows) if line["total"] == best]
    tried = []
    for by, values in rungs:
        if len(tied) == 1:
            break
        among = [rows[seat]["name"] for seat in tied]
        tried.append(
            {"by": by, "among": among, "values": {rows[s]["name"]: values[s] for s in tied}}
        )
        if any(values[seat] is None for seat in tied):
            break
        best = max(values[seat] for seat in tied)
        tied = [seat for seat in tied if values[seat] == best]
    return tried
