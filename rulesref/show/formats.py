"""The forms of output: one table of what can be printed in which form."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rulesref.base.frozen import frozen, frozen_kw
from rulesref.base.text import escaped

if TYPE_CHECKING:
    from datetime import datetime

    from rulesref.model.game import Game
    from rulesref.play.records import LogEntry, LogLine, Play
    from rulesref.scoring.score import Score
    from rulesref.show.blocks import Page

#: What a result looks like as a page, and what it is as data, in a language.
MakePage = Callable[[str], "Page"]
MakeData = Callable[[str], Any]


@frozen_kw
class PlayExport:
    """A play that is to be written in one of the forms."""

    play: Play
    lines: Sequence[LogLine]
    #: None when the game is not there.
    game: Game | None
    lang: str
    #: Gives the score that ended the play; raises when it has not ended.
    final_score: Callable[[], Score]

    @property
    def entries(self) -> Sequence[LogEntry]:
        """What each line did, as the game says now."""
        from rulesref.play.records import replayed

        return replayed(self.game, self.play, self.lines)


@frozen
class Format:
    """One form of output: its name, and for each kind of thing how it is written; None: not in this form."""

    name: str
    #: The module of ``show`` whose ``text`` writes pages so.
    page: str | None = None
    score: Callable[[Score, str, datetime], str] | None = None
    play: Callable[[PlayExport], str] | None = None
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


def _play_json(play: PlayExport) -> str:
    from rulesref.play.export_file import exported

    return exported(play.play, play.lines)


def _play_sheet(play: PlayExport) -> str:
    from rulesref.show.play_files import sheet

    return sheet(play.play, play.entries, play.game, play.lang)


def _play_log(play: PlayExport) -> str:
    from rulesref.show.play_files import log

    return log(play.play, play.entries, play.game, play.lang)


def _play_link(play: PlayExport) -> str:
    from datetime import datetime

    return _score_link(play.final_score(), play.lang, datetime.fromisoformat(play.play.created))


FORMATS: Mapping[str, Format] = {
    each.name: each
    for each in (
        Format("text", page="terminal", remarks=True),
        Format("json", play=_play_json, document=True, suffixes=(".json",)),
        Format("csv", score=_score_sheet, play=_play_sheet, suffixes=(".csv",)),
        Format("markdown", page="markdown", play=_play_log, suffixes=(".md", ".markdown")),
        Format(
            "bgstats", score=_score_link, play=_play_link, suffixes=(".bgstats", ".bgstats.json")
        ),
    )
}
RESULT_FORMATS = [name for name, each in FORMATS.items() if each.page or each.document]
SCORE_FORMATS = [name for name, each in FORMATS.items() if each.score]
PLAY_FORMATS = [name for name, each in FORMATS.items() if each.play]


def play_text(
    form: str, play: Play, lines: Sequence[LogLine], game: Game | None, lang: str,
    final_score: Callable[[], Score],
) -> str:  # fmt: skip
    """A play in one of the forms ``PLAY_FORMATS``."""
    write = FORMATS[form].play
    assert write is not None
    return write(PlayExport(play=play, lines=lines, game=game, lang=lang, final_score=final_score))


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
