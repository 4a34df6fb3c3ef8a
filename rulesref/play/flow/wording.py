"""The words of an action and of its values, and what a line made of them says (言い方)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rulesref.base.folding import narrow
from rulesref.base.frozen import frozen
from rulesref.fields.cutting import (
    PLACE_SIGN,
    THINGS,
    Piece,
    Vocabulary,
    amounts,
    cut,
    language,
    once_each,
    units_of,
    vocabulary_of,
)
from rulesref.fields.kind import kind_of

if TYPE_CHECKING:
    from rulesref.model.field import Field
    from rulesref.model.flow import Action


@frozen
class Said:
    """A value that a line gives (言われた値).

    ``field``: the field that the line names for it; ``options``: of each field those that it can be;
    ``place``: it is the number of a place; ``things``: a number of things.
    """

    text: str
    field: str | None = None
    options: Mapping[str, tuple[str, ...]] | None = None
    place: bool = False
    things: bool = False


# --- vocabularies --------------------------------------------------------------------------------

_BRACKETS = r"[(（\[［][^)）\]］]*[)）\]］]"
#: A word of a name: Latin, katakana, kanji with the kana behind them, other kana.
_WORD = r"[A-Za-z']+|[ァ-ヺー]+|[一-鿿々]+[ぁ-ゖ]*|[ぁ-ゖ]+"


def content_words(name: str) -> list[str]:
    """The words of a name that say something.

    >>> content_words("生け垣を植える"), content_words("plant a hedge"), content_words("カードの交換")
    (['生け', '垣', '植える'], ['plant', 'hedge'], ['カード', '交換'])
    """
    meaningless = language()
    words = []
    for found in re.findall(_WORD, narrow(name)):
        kana = re.fullmatch(r"([一-鿿々]+)([ぁ-ゖ]+)", found)
        tail = kana is not None and _says_nothing(kana.group(2), meaningless)
        word = kana.group(1) if kana is not None and tail else found
        if not _says_nothing(word, meaningless):
            words.append(word)
    return words


def _says_nothing(word: str, meaningless: Vocabulary) -> bool:
    pieces = cut(units_of(word), meaningless)
    return len(pieces) == 1 and pieces[0].filler


#: Kana by their consonants, as they are folded.
_ROWS = (
    "かきくけこ", "がぎぐげご", "さしすせそ", "たちつてと", "なにぬねの", "ばびぶべぼ", "まみむめも", "らりるれろ",
    "わいうえお",
)  # fmt: skip
#: What the last kana of a verb also becomes before endings.
_BEFORE_ENDINGS = {
    "か": "い",
    "が": "い",
    "た": "つ",
    "ら": "つ",
    "わ": "つ",
    "な": "ん",
    "ば": "ん",
    "ま": "ん",
}


def forms(word: str) -> Iterator[str]:
    """A word, and how a Japanese verb begins in its other forms.

    >>> sorted(forms("置く")), sorted(forms("hat"))
    (['置い', '置か', '置き', '置く', '置け', '置こ'], ['hat'])
    """
    yield word
    row = next((row for row in _ROWS if word[-1] in row), None)
    if row is None or len(word) == 1:
        return
    stem = word[:-1]
    yield from (stem + kana for kana in row if kana != word[-1])
    also = _BEFORE_ENDINGS.get(row[0])
    if also and also not in row:
        yield stem + also
    if row[0] == "ら" and (len(stem) > 1 or not "ぁ" <= stem <= "ヺ"):
        yield stem


@once_each
def names_of(action: Action) -> Vocabulary:
    """What an action is called: every name, and the words that a name is made of."""
    vocabulary = Vocabulary()
    for place, name in enumerate(action.names):
        plain = re.sub(_BRACKETS, " ", name)
        vocabulary.add(plain, ("action", (place, 0, 1)))
        several = content_words(plain)
        for number, word in enumerate(several):
            for form in forms(word):
                vocabulary.add(form, ("action", (place, number, len(several))))
    return vocabulary


@once_each
def values_of_action(action: Action) -> Vocabulary:
    """What the values of an action are called, and its fields; all that a line may have."""
    return _values(action, short=True)


@once_each
def values_in_sentences(action: Action) -> Vocabulary:
    """The same, but for single letters and kana, which are parts of other words in a sentence."""
    return _values(action, short=False)


def _values(action: Action, *, short: bool) -> Vocabulary:
    vocabulary = Vocabulary()

    def add(name: str, kind: str, of: Any) -> None:
        if short or not _is_short(name):
            vocabulary.add(name, (kind, of))

    for field in action.ask.values():
        for name in field.names:
            add(name, "field", field.id)
        for inner in field.fields.values():
            for name in inner.names:
                add(name, "goods", (field.id, inner.id))
        if not kind_of(field).picks_options:
            continue
        for option in field.options:
            for name in option.names:
                add(name, "option", (field.id, option.id))
                for word in content_words(name):
                    add(word, "part", (field.id, option.id))
    return vocabulary


def _is_short(name: str) -> bool:
    return len(name) == 1 and not "一" <= name <= "鿿"


# --- what pieces say -----------------------------------------------------------------------------


def glued(action: Action, word: str, players: Sequence[str]) -> list[Said] | None:
    """The values of a word in which several stand without spaces; None when it has anything else."""
    known = (values_of_action(action), players_vocabulary(players), language())
    pieces = cut(units_of(word), *known)
    said, unknown = values_said(action, pieces)
    return None if unknown or not said else said


def players_vocabulary(players: Sequence[str]) -> Vocabulary:
    """The names of the players."""
    vocabulary = Vocabulary()
    for name in players:
        vocabulary.add(name, ("player", name))
    return vocabulary


def values_said(action: Action, pieces: Sequence[Piece]) -> tuple[list[Said], list[str]]:
    """The values that the pieces of a line give, and what of it nobody knows."""
    said: list[Said] = []
    unknown: list[str] = []
    at = 0
    while at < len(pieces):
        piece = pieces[at]
        value, many = _goods(action, pieces[at:]) or _options(pieces[at:]) or (None, 1)
        if value is not None:
            said.append(value)
        elif piece.number is not None:
            said.append(_number(pieces, at))
        elif piece.means("player"):
            said.append(Said(piece.text))
        elif not piece.meanings and piece.text != PLACE_SIGN:
            unknown.append(piece.text)
        at += many
    return said, unknown


def _number(pieces: Sequence[Piece], at: int) -> Said:
    """A number, with the field that is named right before or behind it."""
    behind = [p for p in pieces[at + 1 :] if not p.filler]
    before = [p for p in pieces[:at] if not p.filler]
    things = at + 1 < len(pieces) and THINGS in pieces[at + 1].meanings
    named = before[-1:] + ([] if len(behind) > 1 and behind[1].number is not None else behind[:1])
    field = next((of for p in named for kind, of in p.meanings if kind == "field"), None)
    place = bool(before) and before[-1].text == PLACE_SIGN
    return Said(str(pieces[at].number), field, None, place, things)


def takes_goods(field: Field) -> bool:
    """Whether its value is written as names with numbers."""
    return bool(field.fields) or (field.repeat and kind_of(field).picks_options)


@once_each
def goods_names(field: Field) -> Vocabulary:
    """The names that stand with numbers in a value of a field."""
    things = field.fields.values() if field.fields else field.options
    return vocabulary_of((thing.names, thing.id) for thing in things)


def needs_goods(action: Action, field: Field, text: str) -> bool:
    """Whether names with numbers are together the value of a field, and no number is that of another."""
    found = amounts(text, goods_names(field))
    if not found or not (any(map(str.isdigit, narrow(text))) or any(n > 1 for _, n in found)):
        return False
    alone = not any(kind_of(other).is_number for other in action.ask.values())
    return bool(field.fields) or len(found) > 1 or alone


def _goods(action: Action, pieces: Sequence[Piece]) -> tuple[Said, int] | None:
    """Names with numbers at the beginning of pieces that are together the value of one field."""
    for field in action.ask.values():
        if not takes_goods(field):
            continue
        for many in range(len(pieces), 1, -1):
            if pieces[many - 1].filler and not pieces[many - 1].means("counter"):
                continue
            text = _together(pieces[:many])
            if needs_goods(action, field, text):
                return Said(text, field.id), many
    return None


def _together(pieces: Sequence[Piece]) -> str:
    return "".join(f"{'' if piece.glued else ' '}{piece.text}" for piece in pieces).strip()


#: Of each field the options that are meant.
Options = dict[str, tuple[str, ...]]


def _options(pieces: Sequence[Piece]) -> tuple[Said, int] | None:
    """The options that the words at the beginning of pieces name together."""
    meant = _named(pieces[0], "option") or _named(pieces[0], "part")
    if not meant:
        return None
    every, many, text = _named(pieces[0], "option", "part"), 1, pieces[0].text
    for place, piece in enumerate(pieces[1:], 1):
        if piece.filler and not piece.means("counter"):
            continue
        narrower = _both(every, _named(piece, "option", "part"))
        if not narrower:
            break
        every = meant = narrower
        many, text = place + 1, _together(pieces[: place + 1])
    return Said(text, None, meant), many


def _named(piece: Piece, *kinds: str) -> Options:
    found: dict[str, dict[str, None]] = {}
    for kind, of in piece.meanings:
        if kind in kinds:
            found.setdefault(of[0], {})[of[1]] = None
    return {field: tuple(options) for field, options in found.items()}


def _both(some: Options, others: Options) -> Options:
    both = {f: tuple(o for o in options if o in others.get(f, ())) for f, options in some.items()}
    return {field: options for field, options in both.items() if options}
