"""The mistakes this field makes again and again, each recognised by its size.

A slip never says what the value should have been, only what to look at again.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from intensity.language import Text


@dataclass(frozen=True, kw_only=True)
class Slip:
    """A mistake we can recognise in a wrong number.

    factors: the answer is the expected value times one of these; or
    values:  the answer is one of these, in the unit of the question
    credit:  share of the points it still earns; the author decides
    """

    message: Text
    factors: tuple[float, ...] = ()
    values: tuple[float, ...] = ()
    credit: float = 0.0

    def distance(self, number: float, expected: float) -> float:
        """How far, relatively, `number` is from what this slip makes of `expected`."""
        wrong = (*(factor * expected for factor in self.factors), *self.values)
        gaps = (abs(number / value - 1) for value in wrong if value)
        return min(gaps, default=math.inf)

    def worth(self, credit: float) -> Slip:
        """The same slip, still earning this share of the points."""
        return replace(self, credit=credit)

    @property
    def inverse(self) -> Slip:
        """The same slip where the miscounted quantity is divided by.

        >>> BITS.inverse.factors
        (0.125,)
        """
        return replace(self, factors=tuple(1 / factor for factor in self.factors))


MULTIPLY_ADD = Slip(
    factors=(0.5,),
    message=Text(
        ko="곱셈-덧셈 하나는 2 FLOP입니다. 하나로 세지 않았는지 보세요.",
        en="A multiply-add is two FLOPs: did you count it as one?",
    ),
)
BITS = Slip(
    factors=(8.0,),
    message=Text(
        ko="비트와 바이트가 섞인 것 같습니다. 1바이트는 8비트입니다.",
        en="Bits and bytes seem mixed up: a byte is eight bits.",
    ),
)
ELEMENTS = Slip(
    factors=(0.5,),
    message=Text(
        ko="원소 하나가 몇 바이트인지 다시 보세요. 정밀도가 그것을 정합니다.",
        en="Look again at how many bytes one element takes; the precision decides.",
    ),
)
SPARSE = Slip(
    factors=(2.0,),
    message=Text(
        ko="희소성(sparsity)을 전제한 최고 성능을 쓴 것 같습니다. "
        "밀집(dense) 값을 쓰세요.",
        en="This looks like the peak with sparsity; use the dense one.",
    ),
)
GIBI = Slip(
    factors=(1e9 / 2**30, 2**30 / 1e9),
    message=Text(
        ko="GB와 GiB가 섞인 것 같습니다. 1 GB는 10^9바이트, 1 GiB는 2^30바이트입니다.",
        en="GB and GiB seem mixed up: 1 GB is 10^9 bytes, 1 GiB is 2^30 bytes.",
    ),
)
MEBI = Slip(
    factors=(1e6 / 2**20, 2**20 / 1e6),
    message=Text(
        ko="MB와 MiB가 섞인 것 같습니다. 1 MB는 10^6바이트, 1 MiB는 2^20바이트입니다.",
        en="MB and MiB seem mixed up: 1 MB is 10^6 bytes, 1 MiB is 2^20 bytes.",
    ),
)
PREFIX = Slip(
    factors=tuple(1000.0**power for power in (-4, -3, -2, -1, 1, 2, 3, 4)),
    message=Text(
        ko="1000의 거듭제곱만큼 어긋납니다. 단위 접두어(k, M, G, T)를 다시 보세요.",
        en="Off by a power of 1000: look again at the unit's prefix (k, M, G, T).",
    ),
)
KEYS_ONLY = Slip(
    factors=(0.5,),
    message=Text(
        ko="KV 캐시에는 키와 값이 모두 들어 있습니다. 하나만 세지 않았는지 보세요.",
        en="The KV cache holds keys and values: did you count only one of them?",
    ),
)


def one_layer(layers: int) -> Slip:
    """Counted one of `layers` layers where all were asked for."""
    return Slip(
        factors=(1 / layers,),
        message=Text(
            ko="한 층만 센 것 같습니다. 모든 층을 더하세요.",
            en="This looks like one layer; add up all of them.",
        ),
    )


def query_heads(heads_per_kv: float) -> Slip:
    """Counted query heads where only the KV heads are cached."""
    return Slip(
        factors=(heads_per_kv,),
        message=Text(
            ko="캐시에 저장되는 것은 KV 헤드뿐입니다. "
            "쿼리 헤드 수를 쓰지 않았는지 보세요.",
            en="Only the KV heads are cached: did you use the number of query heads?",
        ),
    )
