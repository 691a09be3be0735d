"""Cut a text into sentences and clauses: the reach of a condition or a negation.

Clauses are kept flat, as spans.  Surface cues are enough for texts this short.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from functools import cache

_SENTENCE_END = re.compile(
    r"(?<!\bvs)(?<!\be\.g)(?<!\bi\.e)(?<!\bapprox)[.!?]+[\"')]*(?=\s|$)|[\n;]+|"
    r"(?<=다)\.(?=[가-힣A-Za-z])|[。]|\s—\s"
)
_KOREAN_JOINTS = (
    r"(?<=지만)[ ,]+|(?<=는데)[ ,]+|(?<=은데)[ ,]+|(?<=인데)[ ,]+|"
    r"(?<=[가-힣]고)(?:[ ,]+)(?!있|싶|할|하|해|부|보|봤|본|생|단|는|한|말|들|여|없|"
    r"주장)"
    r"|(?<=[이으]며)[ ,]+|(?<=하며)[ ,]+|(?<=면서)[ ,]+|(?<=니까)[ ,]+|(?<=으니)[ ,]+|"
    r"(?<=이니)[ ,]+|(?<=되니)[ ,]+|(?<=므로)[ ,]+|(?<=라서)[ ,]+|"
    r"(?<=[이니]라)[ ,]+(?!고|는)|(?<=아서)[ ,]+|(?<=어서)[ ,]+|(?<=해서)[ ,]+"
    r"|(?<=때문에)[ ,]+|(?<=면)[ ,]+|(?<=[을일] 때)[ ,]+|(?<=때만)[ ,]+|"
    r"(?<=순간)[ ,]+|(?<=반면)[에, ]+|(?<=달리)[ ,]+|(?<=다가)[ ,]+|(?<=아도)[ ,]+|"
    r"(?<=어도)[ ,]+|(?<=려도)[ ,]+"
    r"|(?<=지만)(?=[가-힣])(?!은|이)"
)
_ENGLISH_JOINTS = (
    r"(?<!anything)(?<!nothing),? (?=(?:but|while|whereas|although|though|however|yet|"
    r"because|since|unless|until|till|if|when|whenever|once|hence|therefore|"
    r"so(?! (?:far|much|many|fast))|which|unlike|only (?:when|if|until|as long)|"
    r"as (?:soon|long) as|past (?:batch|that|about|a |roughly|\d)|beyond|even (?:at|"
    r"when|if)|provided|as the|after)\b)"
    r"|, (?=(?:and|then|the|it|that|at|on|with|for|in|from|decode|prefill)\b)|"
    r",(?! ?\d)\s+|(?<=[a-z0-9)]) (?=and (?:the |its )?(?:decod|prefill|generat|token|"
    r"prompt|can |is |at |it |when |memory|bandwidth|compute))|[:]\s|\s[→=+/|]\s|[|]"
)


@cache
def _joints() -> re.Pattern[str]:
    return re.compile(f"{_KOREAN_JOINTS}|{_ENGLISH_JOINTS}")


class Clauses:
    """The sentences and clauses of one text, found by place."""

    def __init__(self, low: str) -> None:
        self.low = low
        ends = [match.end() for match in _SENTENCE_END.finditer(low)]
        self.sentence_starts: Sequence[int] = [0, *(e for e in ends if e < len(low))]
        joints = [m.end() for m in _joints().finditer(low) if m.end() < len(low)]
        self.clause_starts: Sequence[int] = sorted({*self.sentence_starts, *joints})

    def sentence(self, at: int) -> tuple[int, int]:
        """Span of the sentence that holds place `at`."""
        return self._piece(self.sentence_starts, at)

    def clause(self, at: int) -> tuple[int, int]:
        """Span of the clause that holds place `at`."""
        return self._piece(self.clause_starts, at)

    def _piece(self, starts: Sequence[int], at: int) -> tuple[int, int]:
        index = bisect_right(starts, at) - 1
        end = starts[index + 1] if index + 1 < len(starts) else len(self.low)
        return starts[index], end
