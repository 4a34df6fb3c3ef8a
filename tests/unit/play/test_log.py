"""Records as lines of text: what was written is read, and whatever happens to a file nothing else is."""

from __future__ import annotations

from fractions import Fraction
from types import MappingProxyType
from typing import Any

import pytest

from rulesref.base.frozen import changed
from rulesref.play.log import (
    FORMAT,
    Log,
    LogLine,
    NewerFormatError,
    Play,
    begun,
    draft_record,
    dumps,
    line_record,
    loads,
    move_record,
    now,
    packed,
)

WHEN = "2026-01-02T03:04:05Z"
ABOUT = {"game": "toy", "digest": "d", "version": "0.3", "players": ["葵", "B"], "options": {"x": 1},
         "tracked": "full", "seed": 7, "created": WHEN}  # fmt: skip


def line(n: int, typed: str = "", after: int | None = None, **state: Any) -> LogLine:
    kept = {"n": n, "typed": typed, **state}
    return LogLine(n, typed, {"note": typed}, WHEN, ("spring",), kept, "d", n, n - 1 if after is None else after)  # fmt: skip


def raw_of(*lines: LogLine) -> bytes:
    return begun(ABOUT, [line(0), *lines], len(lines), None, None)


def grown(log: Log, *records: bytes) -> Log:
    for record in records:
        log.extend(log.end + record)
    return log


def play_of(log: Log) -> Play:
    play = log.play("p")
    assert play is not None
    return play


def typed(log: Log) -> list[str]:
    return [each.typed for each in log.lines(play_of(log).tip)[1:]]


#: Three lines, of which the last was typed over, and a scoring that asks.
FILE = bytes(raw_of(line(1, "set 葵.corn 7"), line(2, "b"), line(3, "c")))
FILE += move_record(2, 3, WHEN)
FILE += line_record(changed(line(3, "d"), id=4, after=2), len(FILE)) + draft_record(
    {"said": ["お茶"]}
)
WHOLE = Log(FILE)


# --- reading --------------------------------------------------------------------------------------


def test_what_was_written_is_read() -> None:
    play = play_of(WHOLE)
    assert (play.name, play.players, play.options, play.seed) == ("p", ("葵", "B"), {"x": 1}, 7)
    assert (play.head, play.last, play.tip, play.revision) == (3, 3, 4, len(FILE))
    assert play.draft == {"said": ["お茶"]}
    assert play.line == changed(line(3, "d"), id=4, after=2)
    assert WHOLE.lines(play.tip) == [line(0), line(1, "set 葵.corn 7"), line(2, "b"), play.line]
    assert (WHOLE.line(4, 1), WHOLE.line(4, 9)) == (line(1, "set 葵.corn 7"), None)
    assert WHOLE.lines(4, 2) == [line(2, "b"), play.line]
    assert (WHOLE.damaged, WHOLE.torn, WHOLE.end) == ([], None, b"")
    assert (WHOLE.next, Log(begun(ABOUT, [], -1, None, None)).next) == (5, 1)


def test_lines_that_were_typed_over_stay() -> None:
    assert WHOLE.aside(4) == [line(3, "c")]
    back = grown(Log(FILE), move_record(3, 3))
    assert typed(back) == ["set 葵.corn 7", "b", "c"]
    assert [each.typed for each in back.aside(3)] == ["d"]


def test_lines_that_were_taken_back_can_be_done_again() -> None:
    play = play_of(grown(Log(FILE), move_record(1, 4, "later")))
    assert (play.head, play.last, play.line.typed, play.changed) == (1, 3, "set 葵.corn 7", "later")


def test_a_play_that_is_brought_along_stands_where_it_stood() -> None:
    for head, when in ((1, "later"), (2, "later"), (1, None)):
        play = play_of(Log(begun(ABOUT, [line(0), line(1), line(2)], head, {"x": 1}, when)))
        assert (play.head, play.last, play.draft) == (head, 2, {"x": 1})
        assert play.changed == when or when is None
    assert play_of(Log(raw_of(line(1)))).changed == WHEN


def test_a_file_is_read_bit_by_bit_as_in_one() -> None:
    log = Log()
    for row in FILE.splitlines(keepends=True):
        log.extend(row)
    assert play_of(log) == play_of(WHOLE)
    assert log.lines(4) == WHOLE.lines(4)


def test_a_file_that_went_through_a_mail_is_read_but_its_states_are_worked_out() -> None:
    log = Log(FILE.replace(b"\n", b"\r\n"))
    assert typed(log) == typed(WHOLE)
    assert [each.placed for each in log.lines(4)] == [False] * 4
    assert log.damaged == []


def test_a_line_that_was_cut_out_leaves_the_others_out_of_their_place() -> None:
    rows = FILE.splitlines(keepends=True)
    log = Log(b"".join(row for row in rows if b'"line":2' not in row))
    assert typed(log) == ["set 葵.corn 7", "d"]
    assert [each.placed for each in log.lines(4)] == [True, True, False]
    assert log.damaged == []


def test_a_file_of_a_newer_version_is_not_read() -> None:
    with pytest.raises(NewerFormatError):
        Log(packed({"play": FORMAT + 1, **ABOUT}))


def test_of_two_who_wrote_at_once_both_are_there() -> None:
    """Where there are no locks."""
    raw = raw_of(line(1, "a"))
    one, other = (line_record(line(2, each), len(raw)) for each in "bc")
    log = Log(raw + one + other)
    assert typed(log) == ["a", "c"]
    assert [each.typed for each in log.aside(2)] == ["b"]
    assert [each.placed for each in log.lines(2)] == [True, True, False]


@pytest.mark.parametrize(
    "record",
    [{}, [], 3, {"play": "x"}, {"play": FORMAT}, {"play": FORMAT, **ABOUT, "players": 3}, {"play": FORMAT, **ABOUT, "options": []},
     {"move": WHEN}, {"move": WHEN, "of": "x", "head": 1}],
    ids=str,
)  # fmt: skip
def test_what_no_program_wrote_is_left_out(record: Any) -> None:
    log = Log(packed(record) + FILE)
    assert play_of(log).head == 3
    assert log.damaged == ([] if record in ({}, []) else [1])


@pytest.mark.parametrize("body", [b'"typed":3,"command":[],"state":[],"stages":5}', b'"x"', b'"x":{"/":[1,0]}}'])  # fmt: skip
def test_a_line_that_no_program_wrote_says_nothing(body: bytes) -> None:
    from zlib import crc32

    whole = b'{"line":9,"after":4,"n":4,"at":0,"time":"",' + body
    log = Log(FILE + b"%08x %s\n" % (crc32(whole), whole))
    last = play_of(log).line
    assert (last.command, last.state, last.stages, last.placed) == ({}, None, None, False)


# --- damage ---------------------------------------------------------------------------------------


def shows_nothing_else(raw: bytes) -> bool:
    """Whether a damaged file shows only what was written; true where it tells that something is missing."""
    log = Log(raw)
    play = log.play("p")
    if play is None:
        return True
    kept = {each.id: each for tip in (3, 4) for each in WHOLE.lines(tip)}
    for each in (*log.lines(play.tip), *log.aside(play.tip)):
        if each.id:  # line 0 is known without
            assert changed(each, placed=True) == kept[each.id]
    whole = play_of(WHOLE)
    assert play.players == whole.players
    assert play.draft in (whole.draft, None)
    assert log.line(play.tip, play.head) == play.line
    return bool(log.damaged or log.torn)


def test_cut_anywhere_all_that_is_whole_is_read() -> None:
    ends = {0}
    for row in FILE.splitlines(keepends=True):
        ends |= {max(ends) + len(row) - 1, max(ends) + len(row)}
    for size in range(len(FILE)):
        assert shows_nothing_else(FILE[:size]) or size in ends, size


def test_a_bit_flipped_anywhere_is_told() -> None:
    for place in range(len(FILE)):
        raw = bytearray(FILE)
        raw[place] ^= 1 << place % 8
        assert shows_nothing_else(bytes(raw)), place
        log = Log(bytes(raw))
        assert log.play("p"), "the beginning stands there twice"


def test_a_part_that_is_lost_anywhere_is_told() -> None:
    for place in range(0, len(FILE) - 40, 7):
        shows_nothing_else(FILE[:place] + FILE[place + 40 :])
        assert shows_nothing_else(FILE[:place] + bytes(40) + FILE[place + 40 :]), place


def test_a_record_is_never_joined_to_one_that_was_not_written_to_its_end() -> None:
    raw = raw_of(line(1, "a"))
    record = line_record(line(2, "b"), len(raw))
    for size in range(1, len(record)):
        for zeros in (b"", bytes(5)):
            log = Log(raw + record[:size] + zeros)
            is_whole = size == len(record) - 1 and not zeros
            assert log.torn == (None if is_whole else 5)
            at = log.size + len(log.end)
            grown(log, line_record(changed(line(2, "c"), id=log.next, after=1), at))
            assert typed(log)[-1] == "c"
            # Who appends says so, and it is no damage any more.
            assert (log.torn, log.damaged) == (None, [])
            assert all(each.placed for each in log.lines(play_of(log).tip))


def test_where_the_beginning_is_lost_there_is_no_play() -> None:
    rows = FILE.splitlines(keepends=True)
    assert Log(b"".join(row for row in rows if b'"play"' not in row)).play("p") is None
    assert Log(b"").play("p") is None


def test_line_0_follows_from_what_a_play_was_begun_with() -> None:
    rows = FILE.splitlines(keepends=True)
    log = Log(b"".join(row for row in rows if b'"line":0' not in row))
    first = log.lines(4)[0]
    assert (first.n, first.command, first.state, first.time) == (0, {}, None, WHEN)
    assert log.line(4, 0) == first
    assert play_of(Log(begun(ABOUT, [], -1, None, None))).line == first


def test_over_lines_that_were_lost_the_way_goes_on() -> None:
    raw = raw_of(*(line(n, str(n)) for n in range(1, 7)))
    rows = raw.splitlines(keepends=True)
    log = Log(b"".join(row for row in rows if not any(b'"line":%d' % n in row for n in (3, 4))))
    assert typed(log) == ["1", "2", "5", "6"]
    # The last one that was there, where the one is lost that a move names.
    assert typed(grown(log, move_record(4, 4))) == ["1", "2"]


# --- data -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "data",
    [{"a": [1, "x", None, True]}, {"third": Fraction(1, 3)}, [], {"/": 1, "x": 2}, "葵"],
    ids=str,
)
def test_data_is_read_as_it_was_written(data: Any) -> None:
    assert loads(dumps(data)) == loads(dumps(data).encode()) == data


def test_data_are_kept_whatever_mappings_and_fractions_are_in_them() -> None:
    data = {"a": MappingProxyType({"葵": Fraction(1, 2)})}
    assert dumps(data) == '{"a":{"葵":{"/":[1,2]}}}'
    assert loads(dumps(data)) == data
    assert loads('{ "paid" : { "/" : [1, 3] } }') == {"paid": Fraction(1, 3)}


def test_the_time_is_to_the_second() -> None:
    assert len(now()) == len(WHEN)
    assert now().endswith("Z")
