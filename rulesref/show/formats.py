"""The forms of output: one table of what can be printed in which form."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any

from rulesref.base.frozen import frozen
from rulesref.base.text import escaped

if TYPE_CHECKING:
    from rulesref.model.game import Game
    from rulesref.play.log import LogLine, Play
    from rulesref.scoring.score import Score
    from rulesref.show.blocks import Page

#: What a result looks like as a page, and the values that it is as JSON, in a language.
MakePage = Callable[[str], "Page"]
MakeData = Callable[[str], Any]


@frozen
class Format:
    """One form of output: its name, and what can be written in it."""

    name: str
    #: The module of ``show`` whose ``text`` writes pages so.
    page: str | None = None
    score: Callable[[Score, str, datetime], str] | None = None
    #: Whether a play can be written so, see ``play_text``.
    play: bool = False
    #: Whether hints and remarks may stand around a result.
    remarks: bool = False
    #: Whether the output is a document for programs: then nothing may stand around it.
    document: bool = False
    #: How the names of files of a play in this form end.
    suffixes: tuple[str, ...] = ()


def _score_sheet(score: Score, lang: str, _: datetime) -> str:
    from rulesref.show.exports import sheet

    return sheet(score, lang)


def _score_link(score: Score, lang: str, played: datetime) -> str:
    from rulesref.show.exports import bgstats

    return bgstats(score, lang, played) + "\n"


def _score_file(score: Score, lang: str, _: datetime) -> str:
    from rulesref.show.score_page import score_file

    return score_file(score, lang)


FORMATS: Mapping[str, Format] = {
    each.name: each
    for each in (
        Format("text", page="terminal", remarks=True),
        Format("json", play=True, document=True, suffixes=(".json",)),
        Format("csv", score=_score_sheet, play=True, suffixes=(".csv",)),
        Format("markdown", page="markdown", play=True, suffixes=(".md", ".markdown")),
        Format("html", score=_score_file, play=True, suffixes=(".html", ".htm")),
        Format("bgstats", score=_score_link, play=True, suffixes=(".bgstats", ".bgstats.json")),
    )
}
RESULT_FORMATS = [name for name, each in FORMATS.items() if each.page or each.document]
SCORE_FORMATS = [name for name, each in FORMATS.items() if each.score]
PLAY_FORMATS = [name for name, each in FORMATS.items() if each.play]


def play_text(
    form: str, play: Play, lines: Sequence[LogLine], game: Game | None, lang: str,
    final_score: Callable[[], Score],
) -> str:  # fmt: skip
    """A play in one of the forms ``PLAY_FORMATS``; ``game`` is None when it is not there.

    ``final_score`` gives the score that ended the play, and raises when it has not ended.
    """
    if form == "json":
        from rulesref.play.export_file import exported

        return exported(play, lines)
    if form == "bgstats":
        return _score_link(final_score(), lang, datetime.fromisoformat(play.created))
    from rulesref.play.replay import replayed
    from rulesref.show import play_files

    write = {"csv": play_files.sheet, "markdown": play_files.log, "html": play_files.page}[form]
    # What each line did, as the game says now.
    return write(play, replayed(game, play, lines), game, lang)


def format_of_file(name: str) -> str | None:
    """The form that the name of a file of a play asks for; None when its ending says nothing known.

    >>> format_of_file("Final.MD"), format_of_file("a.bgstats.json"), format_of_file("a.xlsx")
    ('markdown', 'bgstats', None)
    """
    endings = {end: form for form in PLAY_FORMATS for end in FORMATS[form].suffixes}
    fitting = [end for end in endings if name.lower().endswith(end)]
    return endings[max(fitting, key=len)] if fitting else None


def json_text(data: Any) -> str:
    """Data as JSON, ending in a line break."""
    import json

    return escaped(json.dumps(data, ensure_ascii=False, indent=2)) + "\n"
