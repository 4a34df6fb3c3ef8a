"""Every weight and threshold of the ranking, and what each is worth.

Fitted on the tuning half of ``tests/search/questions``. Behind some stands what the held half said
without it (all weights alike, or none) when that was tried: how many of its 724 questions find their entry first
(.946 with all, then), and how many questions without an answer are met with silence (111 of 116 with all).
"""

from __future__ import annotations

from collections.abc import Mapping

# --- how much a part of a question counts ---------------------------------------------------------

#: By its kind: its weight, and how much of that counts when no entry has it. A subject nobody writes
#: about weighs much, an odd ending hardly anything. All alike: .858, and 57 questions get no answer.
PART_WEIGHTS: Mapping[str, tuple[float, float]] = {
    "concept": (1.56, 1.0), "everyday": (1.32, 0.99), "asking": (1.76, 0.7), "echo": (0.55, 0.88),
    "manner": (9.0, 1.0), "elsewhere": (2.0, 2.0), "counsel": (2.0, 2.0), "latin": (1.5, 2.17), "phrase": (0.65, 0.09),
    "number": (2.19, 0.56), "kanji": (1.3, 1.4), "katakana": (0.59, 1.86),
    "hiragana": (0.73, 0.26), "ending": (0.57, 0.09),
}  # fmt: skip
#: Plain characters by where they stand: free, inside a concept, inside an everyday word. Inside, the
#: word itself was counted.
INSIDE_WEIGHTS = (1.0, 0.52, 0.8)
#: A concept named by a single kanji may well be part of another word.
SINGLE_KANJI = 0.82
#: Power of the inverse document frequency: how much more rare tokens say than common ones.
IDF_POWER = 0.34

# --- how much it counts in a document -------------------------------------------------------------

#: By the strongest field in which a token stands. All alike: .892.
FIELD_WEIGHTS: Mapping[str, float] = {
    "main": 8.98, "title": 7.89, "terms": 8.98, "id": 7.17, "alias": 3.85, "question": 4.33,
    "point": 2.41, "topic": 3.38,
}  # fmt: skip
#: Added for each further text of the document with the same token.
REPEAT_WEIGHT = 1.47
#: The field weight at which a token counts half (saturation, as in BM25).
SATURATION = 10.67
#: What it counts beyond that to be the term that an entry is about above all.
MAIN_TERM_BONUS = 1.0

# --- the score of a document ----------------------------------------------------------------------

#: The tokens, weighted by part and field.
TOKENS_WEIGHT = 9.83
#: The share of the question that stands in the document; the power says how much more its last words
#: count than its first.
COVERAGE_WEIGHT, COVERAGE_POWER = 0.3, 1.92
#: The phrase that people ask about it and that is most like the question; the power says how much less
#: a phrase counts that says other things too. Without phrases: .925.
PHRASE_WEIGHT, PHRASE_POWER = 1.85, 0.94

#: The point of it that says most of the question, and what is added for phrases that are not written: all of it where a
#: document has but its two titles for phrases; the power says how soon it fades as more are written. Without points a
#: game without phrases finds .022 less of its questions first (``tests.search.bare``).
POINT_WEIGHT, UNASKED_BONUS = 3.0, 0.15
TITLES, FADING = 2, 1.25

# --- whether it is an answer ----------------------------------------------------------------------

#: Words of the question that no entry has, and words of other games and other things, count against it.
UNKNOWN_PENALTY, ELSEWHERE_PENALTY = 2.1, 3.3
#: A Latin word that nothing in the game has, be it one of many: the game has no such thing. Of 683 questions that no rule
#: answers it silences 6, of 2980 with an answer 3; at 1.5 seven and 6. Kanji that it has not silence 2 more, of the held half as
#: many with an answer; syllables of katakana none.
UNHEARD_PENALTY = 0.6
#: And such a word that says which one of a kind (harpoon phase, 鯨油の計算): it silences six more of as many, none with an answer. Kanji that
#: stand alone are often slips, and adjectives before other nouns say nothing.
NO_SUCH_PENALTY = 2.3
#: The share of what the question says by itself that the entry lacks: of 28 questions that no rule answers and that got
#: one it silences 8, of 2520 with an answer 3.
MISSING_PENALTY = 1.0
#: No rule gives counsel, whatever else is in the question.
COUNSEL_PENALTY = 9.0
#: Terms of the game, and a game that was named, count for it.
TERMS_BONUS, NAMED_GAME_BONUS = 1.8, 1.3
#: Where no phrases are written less is known of what people say, and the best entry is an answer sooner.
UNWRITTEN_BONUS = 0.8
#: From here on the best entry is an answer; from a little lower on it may be worth a look.
ANSWER_THRESHOLD, PERHAPS_THRESHOLD = 4.7, 3.4
#: The best entry says just what is asked, or is shown as the nearest, by its score, by the share of the question that a
#: single point of it says, by how near the next best one comes, and by one that says more concepts at once: of 641 known
#: questions that get an entry which does not answer it takes 350 for that, of 3,463 that get one which does 265.
SURE_THRESHOLD, POINT_SURENESS, NEXT_SURENESS, TOLD_BETTER = 9.0, 2.0, 4.0, 1.5
#: So certain an entry that is found with all that is told and for the question alone as well says just what is asked.
AGREED_THRESHOLD = 6.7
#: An entry that is so nearly as good as the best one, names concepts of the question that this lacks and all that it has, and
#: says so much more at once comes first: of 4,400 known questions 13 are answered right by that, 5 no more.
NOUN_SHARE, NOUN_SAID = 0.95, 0.1
#: Among entries so nearly as good as the best one is looked for one that says more at once.
NEARLY = 0.9
#: A row, a table or a calculator is shown too when it fits nearly as well as the best entry.
TOOL_SHARE = 0.75
#: A share of a question that counts as all of it.
ALL_OF_IT = 0.97
