"""The pages of the codes, ``docs/codes.md`` and ``docs/codes.ja.md``: every problem with what is wrong and what to do."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulesref.base.messages import say
from rulesref.show.problem_sentences import SENTENCES
from tests.helpers import ROOT

#: The pages, by language.
CODES = {"en": ROOT / "docs" / "codes.md", "ja": ROOT / "docs" / "codes.ja.md"}

_HEAD = {
    "en": """# Codes

Every message of the program has a code that never changes its meaning. At a table you read the sentence alone; the code stands in what `check` prints, in JSON (`--format json`), in the
[Python interface](api.md), and behind `= refused` in a [known game](reference.md). W is a warning: unusual, but possible. “…” stands for what the message names.
""",
    "ja": """# コードの一覧

どのメッセージにも、意味の変わらないコードがあります。ふだんは文だけを表示し、コードは `check` の出力、JSON(`--format json`)、[Pythonから使う](api.ja.md)とき、[答えのわかっている進行](reference.ja.md)の `= refused` の後に出ます。Wは注意(珍しいが、ありうること)です。「…」には、そのときの名前や値が入ります。
""",
}
_SECTIONS = {
    "1": ("Reading a file", "ファイルを読む"),
    "2": ("The form of a file", "ファイルの形"),
    "3": ("Names of games, entries and values", "ゲーム、項目、値の名前"),
    "4": ("Positions and inputs", "局面と入力"),
    "5": ("Play", "ゲームの進行"),
    "6": ("Texts, known positions, the interface and the pages", "文、答えのわかっている局面、外からの利用、ページ"),
}  # fmt: skip
_COLUMNS = {
    "en": "| code | what it says | what to do |",
    "ja": "| コード | メッセージ | すること |",
}


def codes_page(lang: str) -> str:
    """The page of the codes in a language."""
    return "\n".join(_lines(lang)) + "\n"


def _lines(lang: str) -> Iterator[str]:
    yield _HEAD[lang].rstrip("\n")
    for number, titles in _SECTIONS.items():
        yield f"\n## {titles[lang == 'ja']}\n"
        yield f"{_COLUMNS[lang]}\n|---|---|---|"
        for code in sorted(SENTENCES, key=lambda each: (each[1:], each)):
            if code[1] == number:
                told = (_shown(lang, sentence) for sentence in SENTENCES[code])
                yield f"| {code} | {' | '.join(told)} |"


def _shown(lang: str, sentence: str) -> str:
    """A sentence without values, for a cell of a table."""
    blanks = dict.fromkeys(re.findall(r"\{(\w+)\}", sentence), "…")
    text = say(lang, sentence, **blanks).replace("|", "\\|").replace("<", "&lt;")
    return " ".join(text.split())
