"""Every problem as a person meets it: the corpus, and what is not in it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from rulesref.base.text import LANGS
from rulesref.compiling.build import build
from rulesref.show.problem_sentences import SENTENCES
from tests.helpers import TESTS, says
from tests.problems.corpus import HERE, MINI, cases, kept, output

#: Codes that no small file of the corpus can show, and the test that does.
ELSEWHERE = {
    "E102": "unit/reading/test_source.py",  # a file of a megabyte
    "E208": None,  # what no schema of ours can bring about: it stands for schemas to come
    "E113": "unit/scoring/batch/test_lines.py",
    "E214": "unit/library/test_library.py",  # inside a wheel
    "E412": "unit/lang/test_operations.py",
    "E417": None,  # inside a play, which goes on without what is not tracked
    **dict.fromkeys(("E442", "W441"), "unit/wizard/test_interview.py"),
    "E435": "unit/wizard/test_answers.py",
    "E443": "unit/play/flow/test_gaining.py",
    "E540": "unit/fields/test_typed.py",
    "E586": "unit/play/flow/test_prices.py",
    "E588": "unit/play/test_rolling.py",
    "E589": "unit/cli/play/test_looking.py",
    "E530": "unit/cli/play/test_looking.py",
    **dict.fromkeys(("E505", "E506", "E511", "E512"), "unit/play/flow/test_commands.py"),
    **dict.fromkeys(("E533", "E544"), "unit/play/test_replay.py"),
    **dict.fromkeys(
        ("E520", "E521", "E522", "E523", "E525", "E528", "E535", "E545", "W522", "W523", "W528"),
        "unit/play/test_store.py",
    ),
    **dict.fromkeys(("W524", "W525"), "unit/play/test_carry_over.py"),
    **dict.fromkeys(("W543", "W544", "W545"), "unit/play/flow/test_fitting.py"),
    **dict.fromkeys(
        (
            "E501",
            "E503",
            "E504",
            "E507",
            "E510",
            "W526",
            "E529",
            "E531",
            "E537",
            "E539",
            "E543",
            "E548",
        ),
        "unit/cli/play/test_doing.py",
    ),
    "E527": "cli/test_play.py",
    **dict.fromkeys(
        ("E508", "E555", "E556", "E557", "E559", "E562", "E563"),
        "unit/play/flow/test_typed_lines.py",
    ),
    "E439": "unit/fields/test_choice.py",
    "E541": "unit/play/test_session.py",
    "E542": "unit/play/test_dispatcher.py",
    "E524": "unit/cli/play/test_files.py",
    **dict.fromkeys(("E536", "E538"), "unit/cli/play/test_files.py"),
    **dict.fromkeys(("E546", "E547"), "unit/cli/play/test_exporting.py"),
    "E560": "unit/play/test_dispatcher.py",
    "E561": "unit/cli/test_common.py",
    "E620": "unit/api/test_open_play.py",
    "E623": "unit/api/test_open_play.py",
    "E621": "unit/api/test_rulebook.py",
    "E622": "unit/api/test_plain_data.py",
    "E625": "unit/cli/play/test_files.py",
    "E626": "unit/cli/test_completing.py",
    **dict.fromkeys(("E532", "E549"), "unit/cli/play/test_beginning.py"),
    **dict.fromkeys(("E590", "E591", "E592", "E593"), "unit/play/test_mending.py"),
    **dict.fromkeys(("E594", "E599"), "unit/cli/play/test_meta.py"),
    "E597": "unit/cli/play/test_files.py",
    "E598": "unit/play/test_trash.py",
    **dict.fromkeys(("E595", "E596"), "unit/play/flow/test_corrections.py"),
    "E534": "unit/cli/play/test_screen.py",
    "E519": "unit/cli/play/test_looking.py",
    "E444": "unit/cli/test_score.py",
    "W618": "unit/compiling/test_findable.py",
    **dict.fromkeys(("E571", "E575"), "unit/library/test_library.py"),
    **dict.fromkeys(("E572", "E573"), "unit/library/test_packs.py"),
    "E640": "unit/web/test_app.py",
    "E641": "unit/web/test_server.py",
    "E642": "unit/web/test_guard.py",
}


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("case", cases(), ids=lambda case: case.name)
def test_a_problem_is_told_as_it_was(case: Path, lang: str, request: pytest.FixtureRequest) -> None:
    compare: Callable[[Path, str], None] = request.getfixturevalue("kept")
    compare(kept(case, lang), output(case, lang))


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("case", cases(), ids=lambda case: case.name)
def test_a_case_shows_the_code_it_is_named_after(case: Path, lang: str) -> None:
    text = kept(case, lang).read_text(encoding="utf-8")
    assert "Traceback" not in text
    code = case.name.split("-")[0]
    assert code == "ten" or f"[{code}]" in text or says(code, text)


@pytest.mark.parametrize("case", cases(), ids=lambda case: case.name)
def test_both_languages_point_at_the_same_places(case: Path) -> None:
    spots = [
        [
            line.split(" ")[0]
            for line in kept(case, lang).read_text(encoding="utf-8").splitlines()
            if ".yaml:" in line.split(" ")[0]
        ]
        for lang in LANGS
    ]
    assert spots[0] == spots[1]


def test_every_code_is_in_the_corpus_or_shown_elsewhere() -> None:
    shown = {case.name.split("-")[0] for case in cases()}
    assert set(SENTENCES) - shown - set(ELSEWHERE) == set()
    assert shown - set(SENTENCES) == {"ten"}


@pytest.mark.parametrize(("code", "test"), [(c, t) for c, t in ELSEWHERE.items() if t])
def test_what_is_shown_elsewhere_is_shown_there(code: str, test: str) -> None:
    assert f'"{code}"' in (TESTS / test).read_text(encoding="utf-8")


def test_the_small_game_of_the_corpus_is_sound() -> None:
    assert build(MINI).problems == ()


TEN = [
    ("E203", "game.yaml", 6, 7),
    ("E204", "game.yaml", 12, 93),
    ("E205", "glossary.yaml", 3, 12),
    ("E202", "rules/play.yaml", 7, 3),
    ("E301", "rules/play.yaml", 15, 13),
    ("E301", "rulings.yaml", 7, 12),
    ("E310", "scoring.yaml", 15, 16),
    ("E312", "scoring.yaml", 19, 59),
    ("E309", "tables.yaml", 9, 15),
    ("E307", "tables.yaml", 10, 7),
]


def test_ten_mistakes_are_all_told_at_their_line_and_column(tmp_path: Path) -> None:
    import shutil

    shutil.copytree(MINI, tmp_path / "mini")
    shutil.copytree(HERE / "cases" / "ten-mistakes" / "mini", tmp_path / "mini", dirs_exist_ok=True)
    found = [
        (p.code, p.place.file.removeprefix("mini/"), p.place.line, p.place.column)
        for p in build(tmp_path / "mini").problems
        if p.place
    ]
    assert found == TEN
