"""Search in Korean that finds a noun whatever particle follows it.

Sphinx has no Korean: it indexes `대역폭이` as one word and finds it only when that is
typed.  Here a Hangul word is split into overlapping pairs of syllables after a common
particle is taken off, in the index and, by the same rules in JavaScript, in what a
reader types.  Latin words are stemmed as in English.
"""

from __future__ import annotations

import json
import re
from typing import Any

from sphinx.search import languages
from sphinx.search.en import SearchEnglish

PARTICLES = [
    "합니다",
    "에서는",
    "으로는",
    "으로도",
    "이라는",
    "이라고",
    "입니다",
    "까지",
    "라고",
    "라는",
    "마다",
    "보다",
    "부터",
    "에게",
    "에는",
    "에도",
    "에서",
    "와는",
    "과는",
    "으로",
    "이고",
    "이나",
    "이다",
    "이란",
    "이며",
    "처럼",
    "하고",
    "하는",
    "한다",
    "가",
    "과",
    "나",
    "는",
    "도",
    "란",
    "로",
    "를",
    "만",
    "에",
    "와",
    "은",
    "을",
    "의",
    "이",
]  # the longer first: 에서는 before 는
WORD = re.compile(r"[가-힣]+|[A-Za-z0-9_]+")

_SPLIT = """
const PARTICLES = %s;
function stripParticle(word) {
  for (const particle of PARTICLES)
    if (word.endsWith(particle) && word.length - particle.length >= 2)
      return word.slice(0, -particle.length);
  return word;
}
function splitQuery(query) {
  const terms = [];
  for (const word of query.match(/[가-힣]+|[A-Za-z0-9_]+/g) || []) {
    if (!/^[가-힣]/.test(word)) { terms.push(word); continue; }
    const stem = stripParticle(word);
    if (stem.length <= 2) terms.push(stem);
    else for (let i = 0; i < stem.length - 1; i++) terms.push(stem.slice(i, i + 2));
  }
  return [...new Set(terms)];
}
"""


def strip_particle(word: str) -> str:
    """A Hangul word without the particle at its end, if two syllables stay.

    >>> strip_particle("대역폭이"), strip_particle("강도는"), strip_particle("나이")
    ('대역폭', '강도', '나이')
    """
    for particle in PARTICLES:
        if word.endswith(particle) and len(word) - len(particle) >= 2:
            return word[: -len(particle)]
    return word


def pairs(word: str) -> list[str]:
    """Overlapping pairs of syllables; a short word is itself.

    >>> pairs("대역폭"), pairs("캐시")
    (['대역', '역폭'], ['캐시'])
    """
    if len(word) <= 2:
        return [word]
    return [word[i : i + 2] for i in range(len(word) - 1)]


class SearchKorean(SearchEnglish):
    """Korean and, in the same index, English."""

    lang = "ko"
    language_name = "Korean"
    js_splitter_code = _SPLIT % json.dumps(PARTICLES, ensure_ascii=False)

    def split(self, text: str) -> list[str]:
        """The terms under which a text is found."""
        terms: list[str] = []
        for word in WORD.findall(text):
            if word < "가":
                terms.append(word)
            else:  # with and without its particle: a query may end where a word does
                terms += dict.fromkeys(pairs(strip_particle(word)) + pairs(word))
        return terms

    def word_filter(self, word: str) -> bool:
        """Korean counts from one syllable on, English as usual."""
        return word >= "가" or super().word_filter(word)


def setup(app: Any) -> dict[str, Any]:
    """Take the place of Sphinx's fallback for `ko`."""
    languages["ko"] = SearchKorean
    return {"parallel_read_safe": True, "parallel_write_safe": True}
