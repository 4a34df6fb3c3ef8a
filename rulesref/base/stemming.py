"""English words without their endings."""

from functools import cache

#: An ending is taken off a word when so many letters stay.
_SHORTEST = 3


@cache
def stem(word: str) -> str:
    """An English word without the endings of plural and tense.

    >>> [stem(w) for w in ("plots", "planting", "planted", "boxes", "glass", "digging", "colours")]
    ['plot', 'plant', 'plant', 'box', 'glass', 'dig', 'color']
    """
    word = _american(word)
    for ending in ("ings", "ing", "ies", "ied", "es", "ed", "s", "e"):
        rest = word[: -len(ending)]
        if word.endswith(ending) and len(rest) >= _SHORTEST and not word.endswith("ss"):
            if ending in ("ies", "ied"):
                return rest + "y"
            doubled = rest[-1] == rest[-2] and rest[-1] in "bdfgmnprt"
            return rest[:-1] if doubled else rest
    return word


def _american(word: str) -> str:
    """One spelling for words that are written in two ways; what is no word may change alike."""
    if word == "grey":
        return "gray"
    if len(word) >= _LONG and ("our" in word or "isation" in word):
        return word.replace("our", "or").replace("isation", "ization")
    return word


#: Shorter words with these letters are others (four, hour).
_LONG = 6
