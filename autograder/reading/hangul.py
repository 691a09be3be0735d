"""Classes of Hangul syllables by their final consonant, for endings inside a syllable.

Korean marks tense and the form before a noun inside the last syllable of the stem:
"늘었", "재던", "본".  A class of syllables says that in one character of an expression.
"""

from __future__ import annotations

_FINALS = "\0ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ"


def ending_in(finals: str) -> str:
    """An expression for one syllable that ends in one of `finals`.

    >>> import re
    >>> [bool(re.fullmatch(ending_in("ㅆ"), syllable)) for syllable in "었어"]
    [True, False]
    """
    places = sorted(_FINALS.index(final) for final in finals)
    return (
        "["
        + "".join(chr(0xAC00 + 28 * i + j) for i in range(399) for j in places)
        + "]"
    )


_ENDINGS = "\0ㄴㄹㅁㅂㅆ"  # what a verb's own last syllable may take up
_FUSED = {8: 9, 11: 10, 13: 14, 18: 4, 20: 6}  # ㅗㅚㅜㅡㅣ before -아/어


def forms(*stems: str) -> str:
    """An expression for verb stems in all the shapes their last syllable takes.

    >>> import re
    >>> [bool(re.match(forms("넘어가"), word)) for word in ("넘어간다", "넘어서")]
    [True, False]
    >>> bool(re.match(forms("걸리"), "걸려"))
    True
    """
    return f"(?:{'|'.join(_shapes(stem) for stem in stems)})"


def _shapes(stem: str) -> str:
    code = ord(stem[-1]) - 0xAC00
    if code % 28:  # a closed syllable never changes: 묶-
        return stem
    lead, vowel = divmod(code // 28, 21)
    shapes = [_syllable(lead, vowel, final) for final in _ENDINGS]
    if vowel in _FUSED:
        shapes += [_syllable(lead, _FUSED[vowel], final) for final in "\0ㅆ"]
    return f"{stem[:-1]}[{''.join(shapes)}]"


def _syllable(lead: int, vowel: int, final: str) -> str:
    return chr(0xAC00 + (lead * 21 + vowel) * 28 + _FINALS.index(final))
