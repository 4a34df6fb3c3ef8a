"""What each use of a word costs in a reading: the reading with the least sum is meant (重み).

Chosen by hand on the lines of kept plays and on lines that were read wrongly; ``tests/words`` holds both.
"""

from __future__ import annotations

#: A word that is used; a word that says nothing, a token; a word that nothing explains, and what is glued to it.
WORD, FILL, LEFT_OVER, LEFT_OVER_MORE = 2, 3, 10_000, 6
#: A word that is only part of a name; the beginning of one; a name with its number inside.
PART, BEGINNING, NUMBER_INSIDE = 2, 5, -3
#: A number beside the name of its field; one that only its place in the line tells; one that is a player's.
PAIRED, BARE, SEAT = -1, 1, 9
#: A number that stands before what it is of where the last one stood behind, or behind where that one stood before.
TURNED = 3
#: For each field that a bare number passes over: one that must be given, one that need not; and to go back.
PAST_NEEDED, PAST_OPTIONAL, IN_REVERSE = 6, 2, 9
#: A bare number beside a thing, or beside the name of another number; such a name for nothing.
BESIDE_A_THING, BESIDE_A_NOUN, IDLE = 3, 8, 8
#: A value for another field than the one that is asked; for one that is not asked; for a later one than could take it.
ELSEWHERE, UNASKED, EARLIER = 6, 4, 4
#: The first value that must be given and is not, each further one; a name of the sheet that is not said.
MISSING, MISSING_MORE, UNNAMED = 8, 5, 9
#: A number that its field cannot have: it is told how much it can be.
OUT_OF_RANGE = LEFT_OVER // 2
