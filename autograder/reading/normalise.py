"""Make a text readable without losing the way back to what the student typed.

Every character of the result remembers which characters of the original it came
from, so feedback can quote the student's own words.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from .typos import repair

LIMIT = 6_000  # characters; a claim is a few sentences, the rest is not read

_HIDDEN = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b-\u200f\u202a-\u202e"
    "\u2060-\u2069\u3164\ufe00-\ufe0f\ufeff\uffa0\U000e0000-\U000e01ef]"
)
_MARKUP = re.compile(
    r"<!--.*?(?:-->|\Z)|<(script|style)\b.*?(?:</\1\s*>|\Z)|</?[a-zA-Z][^<>\n]{0,200}>",
    re.S,
)
_SPACES = re.compile(r"\s{2,}|[^\S \n]")
_TOKEN = re.compile(r"[A-Za-z0-9._\-\u0370-\u03ff\u0400-\u04ff]+")
_CYRILLIC_GREEK = re.compile("[\u0370-\u03ff\u0400-\u04ff]")
_LETTER_FOR_DIGIT = re.compile(  # H1OO, Al00, 7OB: only in the shape of a name
    r"(?:(?<![a-z0-9])|(?<=\dx))(?:[ahbv][1l2][0o][0o]|l4[0o]s|mi3[0o][0o]x?|"
    r"\d{0,2}[0o]b)(?![a-z0-9])"
)
_PIECE = re.compile(
    "[\u1100-\u1112][\u1161-\u1175][\u11a8-\u11c2]?"  # one decomposed syllable
    "|[\u3131-\u3163]+"  # a run of separate jamo
    r"|\s+"  # a run of white space reads as one space or one line end
    "|(?s:.)[\u0300-\u036f]*"
)
_CHARS = {
    **dict.fromkeys("\u2010\u2011\u2012\u2013\u2212\ufe63\uff0d", "-"),
    **dict.fromkeys("\u223c\u301c\uff5e\u02dc", "~"),
    **dict.fromkeys("“”„‟«»「」『』〝〞＂", '"'),
    **dict.fromkeys("‘’‚‛′＇`", "'"),
    **dict.fromkeys("×✕✖⨯╳", "x"),
    **dict.fromkeys("。｡", "."),
    **dict.fromkeys("→⇒➜➔⟶", "→"),
    "≤": "<=",
    "≥": ">=",
    "≦": "<=",
    "≧": ">=",
    "≈": "~",
    "\u2014": "—",
    "\u2015": "—",
}
_LOOKALIKE = dict(
    zip(
        "АВЕКМНОРСТУХІЈЅаеорсухіјѕһԁԛԝΑΒΕΖΗΙΚΜΝΟΡΤΥΧονρυα",
        "ABEKMHOPCTYXIJSaeopcyxijshdqwABEZHIKMNOPTYXovpua",
        strict=True,
    )
)
_LEAD = "ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ"
_TAIL = "ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ"
_VOWEL = "ㅏㅐㅑㅒㅓㅔㅕㅖㅗㅘㅙㅚㅛㅜㅝㅞㅟㅠㅡㅢㅣ"


@dataclass(frozen=True)
class Normal:
    """A normalised text.

    text:  what a human reads, with the original's letter case
    low:   the same, lower case, character for character
    notes: truncated | hidden | lookalike | markup | slip
    """

    text: str
    low: str
    starts: tuple[int, ...] | None  # None: same places as in the original
    ends: tuple[int, ...] | None
    notes: frozenset[str]

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Where text[start:end] stands in the original."""
        if self.starts is None or self.ends is None or end <= start:
            return start, end
        return self.starts[start], self.ends[end - 1]


def normalise(raw: str, limit: int = LIMIT) -> Normal:
    """Compose, fold look-alikes, drop what cannot be seen; cap the length first.

    >>> normalise("Ａ１００에서 de\u200bcode").low
    'a100에서 decode'
    """
    notes = {"truncated"} if len(raw) > limit else set()
    raw = raw[:limit]
    pieces = _pieces(raw, notes)
    if pieces is None:
        text, starts, ends = raw, None, None
    else:
        text = "".join(new for new, _, _ in pieces)
        starts = tuple(start for new, start, _ in pieces for _ in new)
        ends = tuple(end for new, _, end in pieces for _ in new)
    text = _fold(text, notes)
    low = text.lower()
    if len(low) != len(text):  # a few capitals have a longer lower case
        low = "".join(c.lower() if len(c.lower()) == 1 else c for c in text)
    low = _LETTER_FOR_DIGIT.sub(_as_digits, low)
    slips = repair(low)
    if slips:
        notes.add("slip")
        starts = starts or tuple(range(len(text)))
        ends = ends or tuple(range(1, len(text) + 1))
        text, low, starts, ends = _mend(text, low, starts, ends, slips)
    return Normal(text, low, starts, ends, frozenset(notes))


def _mend(
    text: str,
    low: str,
    starts: tuple[int, ...],
    ends: tuple[int, ...],
    slips: list[tuple[int, int, str]],
) -> tuple[str, str, tuple[int, ...], tuple[int, ...]]:
    """Put the words that were meant; each letter stands for the whole slip."""
    new_text, new_low, at = [], [], 0
    new_starts: list[int] = []
    new_ends: list[int] = []
    for start, end, meant in slips:
        new_text += [text[at:start], meant]
        new_low += [low[at:start], meant]
        new_starts += [*starts[at:start], *([starts[start]] * len(meant))]
        new_ends += [*ends[at:start], *([ends[end - 1]] * len(meant))]
        at = end
    return (
        "".join(new_text) + text[at:],
        "".join(new_low) + low[at:],
        (*new_starts, *starts[at:]),
        (*new_ends, *ends[at:]),
    )


def _pieces(raw: str, notes: set[str]) -> list[tuple[str, int, int]] | None:
    """(new text, start, end) of each piece, or None if nothing changes."""
    markup = list(_MARKUP.finditer(raw)) if "<" in raw else []
    plain = raw.isascii() and "`" not in raw and not _SPACES.search(raw)
    if plain and not markup:
        return None
    out: list[tuple[str, int, int]] = []
    at = 0
    for tag in markup:
        _compose(raw, at, tag.start(), out, notes)
        notes.add("markup")
        out.append((" ", tag.start(), tag.end()))
        at = tag.end()
    _compose(raw, at, len(raw), out, notes)
    return out


def _compose(
    raw: str, start: int, end: int, out: list[tuple[str, int, int]], notes: set[str]
) -> None:
    for match in _PIECE.finditer(_visible_only(raw[start:end], notes)):
        piece, at = match[0], start + match.start()
        if piece == "\x00":
            continue
        if "\u3131" <= piece[0] <= "\u3163":
            new = _syllables(piece)
        elif piece.isspace():
            new = "\n" if re.search("[\n\r\u2028\u2029]", piece) else " "
        elif piece in _CHARS:
            new = _CHARS[piece]
        elif piece.isascii() or "가" <= piece <= "힣":
            new = piece
        else:
            new = unicodedata.normalize("NFKC", piece)
            new = "".join(
                _CHARS.get(c, c) for c in new if not "\u1100" <= c <= "\u11ff"
            )
        out.append((new, at, at + len(piece)))


def _visible_only(part: str, notes: set[str]) -> str:
    """Put NUL, which is skipped, where a character cannot be seen."""
    shown, count = _HIDDEN.subn("\x00", part)
    if count:
        notes.add("hidden")
    return shown


def _syllables(jamo: str) -> str:
    """Compose separate letters: a consonant before a vowel starts a syllable."""
    out, i = [], 0
    while i < len(jamo):
        lead, vowel = jamo[i], jamo[i + 1 : i + 2]
        if lead not in _LEAD or not vowel or vowel not in _VOWEL:
            i += 1  # a leftover such as ㅋㅋㅋ says nothing
            continue
        tail, after = jamo[i + 2 : i + 3], jamo[i + 3 : i + 4]
        closes = bool(tail) and tail in _TAIL and not (after and after in _VOWEL)
        code = (_LEAD.index(lead) * 21 + _VOWEL.index(vowel)) * 28
        code += _TAIL.index(tail) + 1 if closes else 0
        out.append(chr(0xAC00 + code))
        i += 3 if closes else 2
    return "".join(out)


def _fold(text: str, notes: set[str]) -> str:
    """Fold Cyrillic and Greek look-alikes in tokens that are otherwise Latin."""
    if text.isascii() or not _CYRILLIC_GREEK.search(text):
        return text

    def fold(match: re.Match[str]) -> str:
        token = match[0]
        if not _CYRILLIC_GREEK.search(token) or not _has_latin(token):
            return token
        folded = "".join(_LOOKALIKE.get(c, c) for c in token)
        if folded != token:
            notes.add("lookalike")
        return folded

    return _TOKEN.sub(fold, text)


def _has_latin(token: str) -> bool:
    return any(c.isascii() and c.isalnum() for c in token)


def _as_digits(match: re.Match[str]) -> str:
    word = match[0]
    if not any(c.isdigit() for c in word):
        return word
    head = 1 if word[0] in "ahbv" else 0
    return word[:head] + word[head:].replace("o", "0").replace(
        "l", "1" if word[0] in "ahbv" else "l"
    )
