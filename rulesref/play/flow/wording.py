"""The words of an action and of its values, and what a line made of them says (言い方)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from rulesref.base.folding import fold, is_katakana
from rulesref.base.frozen import frozen
from rulesref.base.text import narrow
from rulesref.fields.cutting import (
    FILLER,
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
from rulesref.fields.typed import counted, is_none
from rulesref.model.entries import Field
from rulesref.model.flow import Action


@frozen
class Said:
    """A value that a line gives (言われた値).

    ``field``: the field that the line names for it; ``options``: of each field those that it can be;
    ``place``: it is the number of a place; ``nothing``: it says that there is none of something.
    """

    text: str
    field: str | None = None
    options: Mapping[str, tuple[str, ...]] | None = None
    place: bool = False
    nothing: bool = False

    def options_of(self, field: str) -> tuple[str, ...]:
        """The options of a field that it can be; none where its text alone says what it is there."""
        return (self.options or {}).get(field, ())


#: So many of one value may be said at once.
_OFTEN = 9


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
    for written in re.findall(_WORD, narrow(name)):
        kana = re.fullmatch(r"([一-鿿々]+)([ぁ-ゖ]+)", written)
        tail = kana is not None and all(
            FILLER in piece.meanings for piece in cut(units_of(kana.group(2)), meaningless)
        )
        word = kana.group(1) if kana is not None and tail else written
        pieces = cut(units_of(word), meaningless)
        if len(pieces) != 1 or not pieces[0].filler:
            words.append(word)
    return words


#: Kana by their consonants, as they are folded.
_ROWS = (
    "かきくけこ", "がぎぐげご", "さしすせそ", "たちつてと", "なにぬねの", "ばびぶべぼ", "まみむめも", "らりるれろ",
    "わいうえお",
)  # fmt: skip
#: What the last kana of a verb also becomes before endings.
_BEFORE_ENDINGS = dict(zip("かがたらわなばま", "いいつつつんんん", strict=True))


def forms(word: str) -> Iterator[str]:
    """A word, and how a Japanese verb begins in its other forms.

    >>> sorted(forms("置く")), sorted(forms("hat"))
    (['置い', '置か', '置き', '置く', '置け', '置こ'], ['hat'])
    >>> "置きません" in forms("置かない"), "建てません" in forms("建てない")
    (True, True)
    """
    yield word
    if word.endswith(_NOT) and len(word) > len(_NOT):
        yield _politely_not(word.removesuffix(_NOT))
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


_NOT = "ない"


def _politely_not(stem: str) -> str:
    """The polite negation of a verb, from what stands before ない: its last kana of the first row becomes the second."""
    row = next((row for row in _ROWS if stem[-1] == row[0]), None)
    return f"{stem[:-1]}{row[1]}ません" if row else f"{stem}ません"


#: A word of a name of an action: which name, which of its words, and how many that has.
NameWord = tuple[int, int, int]


@once_each
def stand_ins(action: Action) -> Mapping[str, list[NameWord]]:
    """Of each field the words in names of the action for which its options may stand: who puts on a cap puts on a hat."""
    words_of: dict[str, list[NameWord]] = {}
    for field in action.ask.values():
        if not kind_of(field).picks_options or takes_amounts(field):
            continue
        called = {fold(word) for name in field.names for word in content_words(name)}
        for place, name in enumerate(action.names):
            several = content_words(re.sub(_BRACKETS, " ", name))
            words = [
                (place, n, len(several)) for n, word in enumerate(several) if fold(word) in called
            ]
            if len(several) > 1:
                words_of.setdefault(field.id, []).extend(words)
    return words_of


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


def _values(action: Action, *, in_sentences: bool) -> Vocabulary:
    vocabulary = Vocabulary()

    def add(name: str, kind: str, of: Any) -> None:
        if not in_sentences or not _is_short(name) or (kind == "option" and _stands_alone(name)):
            vocabulary.add(name, (kind, of))

    for field in action.ask.values():
        for name in field.names:
            add(name, "field", field.id)
            for word in content_words(re.sub(_BRACKETS, " ", name)):
                add(word, "field-word", field.id)
        for inner in field.fields.values():
            for name in inner.names:
                add(name, "amount", (field.id, inner.id))
        if not kind_of(field).picks_options:
            continue
        for option in field.options:
            for name in option.names:
                add(name, "option", (field.id, option.id))
                for word in content_words(name) if in_sentences else ():
                    add(word, "part", (field.id, option.id))
    return vocabulary


#: What the values of an action are called, and its fields: whole names.
values_of_action = once_each(partial(_values, in_sentences=False))
#: The same for sentences, where words of a name may stand for it. Single letters and kana are left out:
#: they are parts of other words, unless an option is called so.
values_in_sentences = once_each(partial(_values, in_sentences=True))


def _stands_alone(name: str) -> bool:
    """Whether a name of one sign is a word in a sentence, and none that joins others."""
    letter = name.isascii() and name.isalpha() and FILLER not in language().meanings.get(name, ())
    return letter or is_katakana(name)


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
        piece, rest = pieces[at], pieces[at:]
        several = _several_alike(action, said, rest)
        if several is not None:
            said += several[0]
            at += several[1]
            continue
        named = _of_a_field(action, rest)
        if named is not None:
            many = named[1]
            text = text_of([piece for piece in rest[:many] if not piece.filler])
            named = goods_instead(action, said, named[0], text) or named[0], many
        value, many = (
            named
            or _amounts(action, rest, fresh=at == 0 or pieces[at - 1].number is None)
            or _options(rest)
            or (None, 1)
        )
        if value is not None:
            said.append(value)
        elif piece.number is not None:
            place = at > 0 and pieces[at - 1].text == PLACE_SIGN
            said.append(Said(_with_counter(rest), place=place))
        elif piece.means("player"):
            said.append(Said(next(of for kind, of in piece.meanings if kind == "player")))
        elif not piece.meanings and piece.text != PLACE_SIGN:
            many = _unknown_together(rest)
            word = text_of(rest[:many])
            if is_none(word):
                said.append(Said(word, nothing=True))
            else:
                unknown.append(word)
        at += many
    return said, unknown


def _unknown_together(pieces: Sequence[Piece]) -> int:
    """How many pieces are one word that nobody knows: katakana that goes on, else what else is unknown."""
    many = 1
    while many < len(pieces) and pieces[many].glued:
        before, piece = pieces[many - 1], pieces[many]
        goes_on = is_katakana(before.text[-1]) and is_katakana(piece.text[0])
        if not goes_on and (piece.meanings or piece.number is not None):
            break
        many += 1
    return many


def _several_alike(
    action: Action, said: Sequence[Said], pieces: Sequence[Piece]
) -> tuple[list[Said], int] | None:
    """Entries of a list of numbers of which a line says how many there are: two level 3, レベル3を2個.

    How many pieces say so; a count behind is one of the entry that was said last.
    """
    many = pieces[0].number
    if many is None or not 0 < many <= _OFTEN:
        return None
    if len(pieces) > 1 and THINGS in pieces[1].meanings:
        last = said[-1] if said else None
        if last is None or last.field is None or not _lists_numbers(action.ask[last.field]):
            return None
        return [last] * (many - 1), 2
    behind = [place for place, piece in enumerate(pieces) if not piece.filler][1:3]
    if len(behind) < 2 or pieces[behind[1]].number is None:  # noqa: PLR2004
        return None
    field = _field_named(action, pieces[behind[0]])
    if field is None or not _lists_numbers(action.ask[field]):
        return None
    return [Said(_with_counter(pieces[behind[1] :]), field)] * many, behind[1] + 1


def _lists_numbers(field: Field) -> bool:
    """Whether the value of a field is a list of numbers."""
    kind = kind_of(field)
    return kind.is_plain_list and kind.entries == "number"


def _of_a_field(action: Action, pieces: Sequence[Piece]) -> tuple[Said, int] | None:
    """The number at the beginning of pieces that stands beside the name of its field, or a word of it."""
    several = [place for place, piece in enumerate(pieces) if not piece.filler]
    if len(several) > 1 and several[0] == 0:
        first, second = (pieces[place] for place in several[:2])
        field = _field_named(action, first)
        if field is not None and second.number is not None:
            return Said(_with_counter(pieces[several[1] :]), field), several[1] + 1
        followed = len(several) > 2 and pieces[several[2]].number is not None  # noqa: PLR2004
        field = None if followed else _field_named(action, second)
        beside = all(piece.means("counter") for piece in pieces[1 : several[1]])
        if field is not None and first.number is not None and beside:
            return Said(_with_counter(pieces), field), several[1] + 1
    return None


def number_of_a_field(action: Action, words: Sequence[str]) -> tuple[Said, int] | None:
    """A number beside the name of its field, and how many words that is.

    With a space between, a number stands behind the name or before the whole of it.
    """
    known = (values_in_sentences(action), language())
    for many in (1, 2):
        pieces = cut(units_of(" ".join(words[:many])), *known)
        beside = _of_a_field(action, pieces) if pieces else None
        if beside is not None and all(piece.filler for piece in pieces[beside[1] :]):
            behind = pieces[0].number is None
            whole = ("field", beside[0].field) in pieces[-1].meanings
            followed = len(words) > many and words[many][:1].isdigit()
            return (beside[0], many) if many == 1 or behind or (whole and not followed) else None
    return None


def goods_instead(
    action: Action, said: Sequence[Said], value: Said, text: str, given: Iterable[str] = ()
) -> Said | None:
    """What a word with a number is of a field of goods, where the field that it names has its number already."""
    numbers = [field.id for field in action.ask.values() if kind_of(field).is_number]
    plain = [each for each in said if each.field is None and each.options is None]
    filled = sum(counted(each.text) is not None for each in plain)
    if value.field not in (*numbers[:filled], *given):
        return None
    goods = (f for f in action.ask.values() if takes_amounts(f) and amounts(text, amount_names(f)))
    field = next(goods, None)
    return None if field is None else Said(text, field.id)


def _field_named(action: Action, piece: Piece) -> str | None:
    """The field of numbers that a piece names, by its name or by a word that no other has."""
    options = [of for kind, of in piece.meanings if kind == "option"]
    if any(kind_of(action.ask[field]).picks_one for field, _ in options):
        return None  # a number beside the one option of a field may be another's
    for wanted in ("field", "field-word"):
        fields = [
            of for kind, of in piece.meanings if kind == wanted and has_numbers(action.ask[of])
        ]
        if wanted == "field" and fields:
            return str(fields[0])
        if len(fields) == 1:
            return str(fields[0])
    return None


def has_numbers(field: Field) -> bool:
    """Whether the values of a field are whole numbers."""
    return kind_of(field).is_number or _lists_numbers(field)


def _with_counter(pieces: Sequence[Piece]) -> str:
    """A number, with what counts things behind it: that is never which one."""
    counter = pieces[1].text if len(pieces) > 1 and THINGS in pieces[1].meanings else ""
    return f"{pieces[0].number}{counter}"


def naming_field(action: Action) -> Field | None:
    """The field of an action whose options may stand for the action: the first, if it has to be said.

    Goods alone do not say whether they come or go: what ``takes_amounts`` only makes others doubtful.
    """
    field = next(iter(action.ask.values()), None)
    if field is None or not kind_of(field).picks_options:
        return None
    return None if field.ask_when is not None and field.default is not None else field


def takes_amounts(field: Field) -> bool:
    """Whether its value is written as names with numbers."""
    return bool(field.fields) or (field.repeat and kind_of(field).picks_options)


@once_each
def amount_names(field: Field) -> Vocabulary:
    """The names that stand with numbers in a value of a field."""
    things = field.fields.values() if field.fields else field.options
    return vocabulary_of((thing.names, thing.id) for thing in things)


def are_amounts(action: Action, field: Field, text: str, *, fresh: bool) -> bool:
    """Whether names with numbers are together the value of a field, and no number is that of another.

    ``fresh``: no number stands right before it.
    """
    pairs = amounts(text, amount_names(field))
    pieces = cut(units_of(text), amount_names(field), language())
    numbers = sum(piece.number is not None for piece in pieces)
    if not pairs or not numbers:
        return False
    others = [other for other in action.ask.values() if has_numbers(other)]
    if not others or ((len(pairs) > 1 or field.fields) and all(p.glued for p in pieces[1:])):
        return True
    begins = fresh or pieces[0].number is None
    return begins and numbers == len(pairs) > (0 if field.fields else 1)


def _amounts(action: Action, pieces: Sequence[Piece], *, fresh: bool) -> tuple[Said, int] | None:
    """Names with numbers at the beginning of pieces that are together the value of one field."""
    for field in action.ask.values():
        if not takes_amounts(field):
            continue
        together = _run_of(field, pieces)
        for many in range(together, 1, -1):
            if pieces[many - 1].filler and not pieces[many - 1].means("counter"):
                continue
            text = text_of([piece for piece in pieces[:many] if not piece.filler])
            if are_amounts(action, field, text, fresh=fresh):
                return Said(text, field.id), many
    return None


def _run_of(field: Field, pieces: Sequence[Piece]) -> int:
    """How many of the first pieces can be names with numbers of a field; 0 without a number."""
    many, numbers = 0, 0
    for piece in pieces:
        named = any(
            kind in ("option", "amount") and of[0] == field.id for kind, of in piece.meanings
        )
        if not named and piece.number is None and not (many and piece.filler):
            break
        many += 1
        numbers += piece.number is not None
    return many if numbers else 0


def text_of(pieces: Sequence[Piece]) -> str:
    """Pieces as they stand in the line."""
    return "".join(f"{'' if piece.glued else ' '}{piece.text}" for piece in pieces).strip()


#: Of each field the options that are meant.
_Options = dict[str, tuple[str, ...]]


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
        whole = _named(piece, "option")
        if not narrower or (whole and not _both(every, whole)):
            break  # it says nothing of the one before, or names another
        every = meant = narrower
        many, text = place + 1, text_of(pieces[: place + 1])
    return Said(text, None, meant), many


def _named(piece: Piece, *kinds: str) -> _Options:
    options_of: dict[str, dict[str, None]] = {}
    for kind, of in piece.meanings:
        if kind in kinds:
            options_of.setdefault(of[0], {})[of[1]] = None
    return {field: tuple(options) for field, options in options_of.items()}


def _both(some: _Options, others: _Options) -> _Options:
    both = {f: tuple(o for o in options if o in others.get(f, ())) for f, options in some.items()}
    return {field: options for field, options in both.items() if options}
