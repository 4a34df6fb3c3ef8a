"""``score --ask`` through a pipe: the conversation on standard error, the result on standard output."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from rulesref.base.disk import home_folder
from rulesref.base.text import LANGS
from tests.helpers import Ran, rulesref, says

HALF = """\
game: mexica
event: period-2
players:
  - {name: 葵, prestige: 20, palace: true, action-tokens: 1}
  - {name: Ben, 名声点: 30+1}
districts:
  - {size: 13, founded: true, temples: {葵: [4, 3], Ben: 4}}
"""


def ask(
    tmp_path: Path,
    *lines: str,
    words: tuple[str, ...] = ("score", "tigris", "--ask"),
    lang: str = "en",
) -> Ran:
    typed = "".join(f"{line}\n" for line in lines).encode()
    return rulesref("--lang", lang, *words, stdin=typed, cwd=tmp_path)


@pytest.fixture(autouse=True)
def unfinished() -> Iterator[Path]:
    """The folder of unfinished positions, empty before and after each test."""
    folder = Path(home_folder()) / "unfinished"
    shutil.rmtree(folder, ignore_errors=True)
    yield folder
    folder.unlink() if folder.is_file() else shutil.rmtree(folder, ignore_errors=True)


ANSWERS = ("Aoi Ben", "", "1", "2", "3", "4", "3", "5", "5", "9", "9", "2", "")


@pytest.mark.parametrize("lang", LANGS)
def test_a_position_is_asked_for_and_scored(tmp_path: Path, unfinished: Path, lang: str) -> None:
    found = ask(tmp_path, *ANSWERS, "", lang=lang)
    assert found.code == 0, found.err
    table = [line.split() for line in found.out.splitlines()]
    assert ["1", "Ben", "6", "6", "6", "9", "9"] in table
    assert ["2", "Aoi", "3", "3", "3", "3", "4"] in table
    assert not list(unfinished.glob("*"))


def test_the_result_alone_is_on_standard_output(tmp_path: Path) -> None:
    found = ask(tmp_path, *ANSWERS, "", words=("--format", "json", "score", "tigris", "--ask"))
    assert [p["total"] for p in json.loads(found.out)["players"]] == [3, 6]
    assert "black (0 or more): 1" in found.err


def test_mistakes_are_told_and_asked_again(tmp_path: Path) -> None:
    found = ask(tmp_path, "Aoi Ben", "", "many", "-1", "", *ANSWERS[2:], "")
    assert found.code == 0
    assert says("E402", found.err)
    assert says("E403", found.err)
    assert "This cannot be left open." in found.err


@pytest.mark.parametrize(
    ("lang", "words"), [("ja", "青(農地)の勝利点の合計です"), ("en", "All blue (farm) points")]
)
def test_help_has_the_sentence_of_the_field_and_the_rule(
    tmp_path: Path, lang: str, words: str
) -> None:
    found = ask(tmp_path, "Aoi Ben", "", "1", "2", "？", lang=lang)
    assert "goal-weakest-color" in found.err
    assert "3+6+2" in found.err
    text = "".join(line.strip() for line in found.err.splitlines())
    assert words.replace(" ", "") in text.replace(" ", "")


def test_the_score_so_far_is_marked_as_provisional(tmp_path: Path) -> None:
    found = ask(tmp_path, *ANSWERS[:9], "s")
    assert "Provisional: 3 of 10 values are still open" in found.err
    assert "wins" not in found.err


def test_the_end_of_the_input_keeps_the_answers(tmp_path: Path) -> None:
    first = ask(tmp_path, *ANSWERS[:5])
    assert first.code == 1
    assert first.out == ""
    assert "the same command goes on from here" in first.err
    second = ask(tmp_path, "yes", *ANSWERS[5:], "")
    assert "3 of 10 answered" in second.err
    assert "begin anew with" not in second.err
    assert second.code == 0
    assert "Ben wins." in second.out


@pytest.mark.parametrize("word", ["quit", "ｑ", "終了"])
def test_a_word_stops_as_the_end_of_the_input_does(tmp_path: Path, word: str) -> None:
    first = ask(tmp_path, *ANSWERS[:5], word, "99")
    assert first.code == 1
    assert "the same command goes on from here" in first.err
    assert "3 of 10 answered" in ask(tmp_path, "yes").err


@pytest.mark.parametrize("word", ["q", "quit", "終了"])
def test_a_word_leaves_the_last_questions_too(tmp_path: Path, unfinished: Path, word: str) -> None:
    at_saving = ask(tmp_path, *ANSWERS, "", word)
    assert at_saving.code == 0
    assert "Save the position?" in at_saving.err
    at_working = ask(tmp_path, *ANSWERS, word)
    assert at_working.code == 0
    assert "Save the position?" not in at_working.err
    assert [*tmp_path.iterdir()] == []
    assert not list(unfinished.glob("*"))


def test_names_of_the_command_are_kept(tmp_path: Path) -> None:
    words = ("score", "tigris", "--ask", "--players", "葵,Ben")
    assert "the same command goes on" in ask(tmp_path, words=words).err
    again = ask(tmp_path, "yes", *ANSWERS[1:], "")
    assert "葵, Ben; 0 of 10 answered" in again.err
    assert again.code == 0


def test_who_names_other_players_is_told_that_a_kept_position_has_others(tmp_path: Path) -> None:
    ask(tmp_path, *ANSWERS[:5])
    words = ("score", "tigris", "--ask", "--players", "3")
    found = ask(tmp_path, "no", "", "1", words=words)
    assert "Aoi, Ben; 3 of 10 answered" in found.err
    assert "begin anew with A, B, C" in found.err
    assert "== A (player 1 of 3)" in found.err


def test_several_answers_of_a_line_are_repeated_in_one(tmp_path: Path) -> None:
    found = ask(tmp_path, "Aoi Ben", "", "1/2/3/4/3/22", "<", "1")
    assert "Aoi black 1, red 2, blue 3, green 4, treasures 3 / Ben black 22" in " ".join(
        found.err.split()
    )
    assert found.err.count("treasures 3") == 1


def test_what_else_can_be_typed_stands_once(tmp_path: Path) -> None:
    found = ask(tmp_path, "Aoi Ben", "", "?", "?", "1")
    assert found.err.count("<: back") == 1
    assert found.err.count("full-width digits") == 1
    assert found.err.count("(0 or more)") == 4
    assert "black: " not in found.err


def test_a_remark_stands_at_the_first_of_several(tmp_path: Path) -> None:
    found = ask(tmp_path, "Aoi Ben", "", "1/2/3/4/5", "6")
    assert "black: 6" in found.err


def test_a_check_is_overruled_once(tmp_path: Path) -> None:
    lines = ("Aoi Ben", "", "0/0/0/0/9", "0/0/0/0/9//", "")
    asked = ask(tmp_path, *lines, "yes", "")
    assert "Score it all the same? (yes/no) [no]: yes" in asked.err
    assert "Scored in spite of the check" in asked.out
    words = ("--format", "json", "score", "tigris", "--ask", "--anyway")
    unasked = ask(tmp_path, *lines, words=words)
    assert unasked.code == 0
    assert "all the same?" not in unasked.err
    (check,) = json.loads(unasked.out)["overruled"]
    assert set(check) == {"check", "message", "rules"}


def test_a_player_may_be_called_q(tmp_path: Path) -> None:
    assert "== q (player 1 of 2)" in ask(tmp_path, "q", "Ben", "", "").err


def test_a_kept_position_can_be_left_for_a_new_one(tmp_path: Path) -> None:
    ask(tmp_path, *ANSWERS[:5])
    found = ask(tmp_path, "no", *ANSWERS, "")
    assert found.code == 0
    assert "Ben wins." in found.out


def test_every_answer_is_on_disk_before_the_next_question(tmp_path: Path, unfinished: Path) -> None:
    ask(tmp_path, *ANSWERS[:4])
    (kept,) = unfinished.iterdir()
    given = json.loads(kept.read_text(encoding="utf-8"))["given"]
    assert [raw for _, raw in given] == ["Aoi", "Ben", None, None, 1, 2]


def test_a_disk_that_refuses_does_not_stop_anybody(tmp_path: Path, unfinished: Path) -> None:
    unfinished.write_text("a file, not a folder")
    found = ask(tmp_path, *ANSWERS, "")
    assert found.code == 0
    assert found.err.count("cannot be kept") == 1


def test_a_broken_draft_is_passed_over(tmp_path: Path, unfinished: Path) -> None:
    unfinished.mkdir()
    (unfinished / "tigris.json").write_text('{"version": 1, "said"')
    assert ask(tmp_path, *ANSWERS, "").code == 0


@pytest.mark.parametrize("lang", LANGS)
def test_the_position_is_saved_and_scores_the_same(tmp_path: Path, lang: str) -> None:
    found = ask(tmp_path, *ANSWERS, "", "yes", lang=lang)
    again = rulesref("--lang", lang, "score", "tigris", "tigris-final.yaml", cwd=tmp_path)
    assert again.out.startswith(found.out)
    text = (tmp_path / "tigris-final.yaml").read_text(encoding="utf-8")
    assert ("黒" if lang == "ja" else "0 or more") in text


def test_the_working_is_shown_of_whom_one_asks_for(tmp_path: Path) -> None:
    found = ask(tmp_path, *ANSWERS, "２", "nobody", "0")
    table, *workings = found.out.split("weakest color: smallest first")
    assert "Ben wins." in table
    assert "Aoi  3" in table, "the second in the table"
    heads = [name for text in workings for name in ("Ben  6", "Aoi  3") if name in text]
    assert heads == ["Ben  6", "Aoi  3"], "then both, in the order of the table"
    assert says("E420", found.err)


@pytest.mark.parametrize("lines", [["<"], ["", "＜"]], ids=["at the working", "at saving"])
def test_from_the_score_there_is_a_way_back_to_the_values(tmp_path: Path, lines: list[str]) -> None:
    found = ask(tmp_path, *ANSWERS, *lines, "3 9", "", "", "yes")
    assert found.code == 0
    assert found.err.count("Check the position") == 2
    assert "black: 9" in (tmp_path / "tigris-final.yaml").read_text(encoding="utf-8")


def test_what_can_be_typed_after_the_score_is_told(tmp_path: Path) -> None:
    found = ask(tmp_path, *ANSWERS, "?", "", "?", "")
    assert found.err.count("goes back to the values") == 2
    assert not says("E420", found.err)
    assert [*tmp_path.iterdir()] == []


def test_a_file_of_signs_alone_is_asked_about(tmp_path: Path) -> None:
    ask(tmp_path, *ANSWERS, "", "１ ３", "", "")
    assert [*tmp_path.iterdir()] == []
    ask(tmp_path, *ANSWERS, "", "2026", "yes")
    assert [file.name for file in tmp_path.iterdir()] == ["2026.yaml"]


def test_a_working_that_was_asked_for_before_is_not_offered(tmp_path: Path) -> None:
    found = ask(tmp_path, *ANSWERS, "", words=("score", "tigris", "--ask", "--explain"))
    assert "Ben  6" in found.out
    assert "Whose working?" not in found.err


def test_a_question_about_the_score_is_answered_after_asking(tmp_path: Path) -> None:
    words = ("score", "tigris", "--ask", "--what-if", "Ben.black=-3")
    found = ask(tmp_path, *ANSWERS, "", words=words)
    assert "- Ben black: 5 → 2 (-3)" in found.out
    assert "Whose working?" not in found.err


def test_a_file_is_not_overwritten_unasked(tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text("dear")
    found = ask(tmp_path, *ANSWERS, "", "mine", "", "")
    assert "exists" in found.err
    assert (tmp_path / "mine.yaml").read_text() == "dear"
    ask(tmp_path, *ANSWERS, "", "mine.yaml", "はい")
    assert "game: tigris" in (tmp_path / "mine.yaml").read_text(encoding="utf-8")


def test_a_place_that_cannot_be_written_is_asked_again(tmp_path: Path) -> None:
    found = ask(tmp_path, *ANSWERS, "", "nowhere/x.yaml", "here.yaml")
    assert "cannot be written" in found.err
    assert (tmp_path / "here.yaml").is_file()


def test_why_a_file_cannot_be_written_is_said_in_the_language_of_the_reader(tmp_path: Path) -> None:
    found = ask(tmp_path, *ANSWERS, "", "nowhere/x.yaml", lang="ja")
    assert "そのようなファイルやフォルダーがありません" in "".join(found.err.split())
    assert "No such file" not in found.err


def test_players_and_scoring_may_be_named_before(tmp_path: Path) -> None:
    words = ("score", "caylus", "--ask", "--event", "地下", "--players", "A、B")
    found = ask(tmp_path, "", "15", "3", "10", "2", "", "", words=words)
    assert found.code == 0
    assert "Dungeon scoring" in found.out


def test_a_file_that_is_half_finished_is_completed(tmp_path: Path) -> None:
    (tmp_path / "half.yaml").write_text(HALF, encoding="utf-8")
    words = ("score", "mexica", "half.yaml", "--ask")
    found = ask(tmp_path, "no", "2", "3", "", "", words=words)
    assert found.code == 0, found.err
    assert "field by field" not in found.err, "one player alone has open values"
    assert "on a palace starting space (yes/no) [no]: no" in found.err
    assert "districts 1 temple levels neutral" not in found.err, "what a list leaves out is nothing"
    assert [line.split()[:2] for line in found.out.splitlines()[3:5]] == [["1", "Ben"], ["2", "葵"]]


def test_two_files_are_completed_apart(tmp_path: Path) -> None:
    (tmp_path / "half.yaml").write_text(HALF, encoding="utf-8")
    ask(tmp_path, "", words=("score", "mexica", "half.yaml", "--ask"))
    found = ask(tmp_path, words=("score", "mexica", "--ask"))
    assert "unfinished" not in found.err


def test_what_is_wrong_in_a_half_finished_file_is_said_with_its_place(tmp_path: Path) -> None:
    (tmp_path / "half.yaml").write_text(
        HALF.replace("palace: true", "place: true"), encoding="utf-8"
    )
    found = ask(tmp_path, "", words=("score", "mexica", "half.yaml", "--ask"))
    assert found.code == 1
    assert "half.yaml, line 4: " in found.err
    assert says("E408", found.err)


def test_warnings_come_with_the_result(tmp_path: Path) -> None:
    answers = [*ANSWERS[:6], "9", "0", "0", "0", "0", "3", "", ""]
    found = ask(tmp_path, *answers)
    assert found.code == 0
    assert "! The players hold" in found.err


def test_a_conversation_plays_again_letter_by_letter(tmp_path: Path) -> None:
    lines = (*ANSWERS[:4], "b", "?", *ANSWERS[3:-1], "8 7", "", "")
    one, two = (ask(tmp_path, *lines) for _ in range(2))
    assert (one.out, one.err) == (two.out, two.err)


def test_no_letters_of_a_foreign_encoding_stop_it(tmp_path: Path) -> None:
    typed = "葵 Ben\n".encode("cp932") + b"\n1\n"
    found = rulesref("--lang", "en", "score", "tigris", "--ask", stdin=typed, cwd=tmp_path)
    assert found.code == 1
    assert "== 葵 (player 1 of 2)" in found.err
    assert "red (0 or more)" in found.err
