"""The shape of a transformer: what every count of FLOPs and bytes starts from."""

from dataclasses import dataclass
from typing import Literal

from intensity.language import CourseError, Text

Attention = Literal["MHA", "GQA", "MQA", "MLA"]

_NO_NOTE = Text("", "")


@dataclass(frozen=True, kw_only=True)
class Model:
    """A decoder-only transformer.  All sizes are counts of elements.

    A dense model with full attention needs six numbers; the rest has defaults:
    as many KV heads as heads, head_dim = hidden / heads, a gated feed-forward.

    layers, hidden, vocab: depth, width of the residual stream, embedding rows
    heads, kv_heads, head_dim: query heads, heads that are cached, width of one;
        heads x head_dim need not equal hidden
    ffn_dim, ffn_matrices: width of the dense feed-forward; 3 gated, 2 plain
    tied_embeddings: the LM head reuses the embedding's weights
    window, full_layers: tokens a sliding-window layer sees, and how many layers see
        everything (without a window: all, whatever is given)
    experts_total, experts_active, experts_shared, expert_dim: routed experts, how
        many of them one token uses, always-on experts, width of one expert;
        the first dense_first_layers layers keep a dense feed-forward
    q_lora_rank, kv_lora_rank, qk_nope, qk_rope, v_head: multi-head latent attention;
        q_lora_rank 0 means that queries are not compressed
    learned_positions, qkv_bias: rows of a position table; biases on q, k and v
    max_context: longest context the publisher states [token]; None = not stated
    source, verification, note: where the shape comes from and how sure it is

    Raises CourseError if a size is not a whole number or sizes do not fit together.

    >>> small = Model(layers=2, hidden=8, heads=2, ffn_dim=16, vocab=10)
    >>> small.kv_elements_per_token  # 2 layers x (K and V) x 2 heads x 4
    32
    """

    name: str = "custom"
    org: str = ""
    layers: int
    hidden: int
    heads: int
    kv_heads: int = 0
    head_dim: int = 0
    ffn_dim: int = 0
    ffn_matrices: int = 3
    vocab: int
    tied_embeddings: bool = False
    window: int | None = None
    full_layers: int = 0
    experts_total: int = 0
    experts_active: int = 0
    experts_shared: int = 0
    expert_dim: int = 0
    dense_first_layers: int = 0
    q_lora_rank: int = 0
    kv_lora_rank: int = 0
    qk_nope: int = 0
    qk_rope: int = 0
    v_head: int = 0
    learned_positions: int = 0
    qkv_bias: bool = False
    max_context: int | None = None
    source: str = ""
    verification: str = "assumed"
    note: Text = _NO_NOTE

    def __post_init__(self) -> None:
        for field in _SIZES:
            _check_size(self.name, field, getattr(self, field))
        for field in ("window", "max_context"):
            if getattr(self, field) is not None:
                _check_size(self.name, field, getattr(self, field), least=1)
        if not self.kv_heads:
            object.__setattr__(self, "kv_heads", self.heads)
        if not self.head_dim:
            if self.hidden % self.heads:
                raise _unfit(self.name, "head_dim", "= hidden / heads, a whole number")
            object.__setattr__(self, "head_dim", self.hidden // self.heads)
        if self.window is None:
            object.__setattr__(self, "full_layers", self.layers)
        self._check_fit()

    def _check_fit(self) -> None:
        """Refuse sizes that contradict each other."""
        moe = self.experts_total > 0
        rules = (
            (self.heads % self.kv_heads == 0, "heads", "= kv_heads x N"),
            (self.ffn_matrices in (2, 3), "ffn_matrices", "= 2 | 3"),
            (self.full_layers <= self.layers, "full_layers", "<= layers"),
            (self.experts_active <= self.experts_total, "experts_active", "<= total"),
            (not moe or self.experts_active > 0, "experts_active", ">= 1"),
            (not moe or self.expert_dim > 0, "expert_dim", ">= 1"),
            (moe or self.ffn_dim > 0, "ffn_dim", ">= 1"),
            (not self.dense_layers or self.ffn_dim > 0, "ffn_dim", ">= 1"),
            (self.dense_first_layers <= self.layers, "dense_first_layers", "<= layers"),
            (not self.kv_lora_rank or self.v_head > 0, "v_head", ">= 1"),
            (not self.kv_lora_rank or self.qk_nope > 0, "qk_nope", ">= 1"),
        )
        for holds, field, rule in rules:
            if not holds:
                raise _unfit(self.name, field, rule, getattr(self, field))

    @property
    def attention(self) -> Attention:
        """How keys and values are shared between heads; follows from the sizes.

        Said of the cache: MHA one KV head a query head, GQA fewer, MQA a single one,
        MLA one compressed vector for all heads.
        """
        if self.kv_lora_rank:
            return "MLA"
        if self.kv_heads == self.heads:
            return "MHA"
        return "MQA" if self.kv_heads == 1 else "GQA"

    @property
    def moe_layers(self) -> int:
        """Layers whose feed-forward is a mixture of experts."""
        return self.layers - self.dense_first_layers if self.experts_total else 0

    @property
    def dense_layers(self) -> int:
        """Layers whose feed-forward is dense."""
        return self.layers - self.moe_layers

    @property
    def kv_elements_per_token(self) -> int:
        """Elements cached for one token over all layers, windows ignored.

        MHA, GQA, MQA: layers x 2 x kv_heads x head_dim
        MLA: layers x (kv_lora_rank + qk_rope)
        """
        if self.kv_lora_rank:
            return self.layers * (self.kv_lora_rank + self.qk_rope)
        return self.layers * 2 * self.kv_heads * self.head_dim

    @property
    def parameters(self) -> int:
        """Weights: matrices, embeddings, position table, QKV biases; no norms.

        >>> # 2 embeddings x 40, 4 attention matrices x 16, 3 feed-forward x 32
        >>> Model(layers=1, hidden=4, heads=1, ffn_dim=8, vocab=10).parameters
        240
        """
        return self._weights(self.experts_total)

    @property
    def active_parameters(self) -> int:
        """Weights one token uses: of the routed experts only the chosen ones.

        Shared experts and both embeddings count in full.
        """
        return self._weights(self.experts_active)

    def _weights(self, experts: int) -> int:
        one_expert = self.ffn_matrices * self.hidden * self.expert_dim
        moe = self.hidden * self.experts_total  # the router sees every expert
        moe += (experts + self.experts_shared) * one_expert
        dense = self.ffn_matrices * self.hidden * self.ffn_dim
        embeddings = self.vocab * (1 if self.tied_embeddings else 2)
        return (
            (embeddings + self.learned_positions) * self.hidden
            + self.layers * self._attention_weights()
            + self.moe_layers * moe
            + self.dense_layers * dense
        )

    def _attention_weights(self) -> int:
        """Weights of one layer's attention."""
        if self.kv_lora_rank:
            query = self.heads * (self.qk_nope + self.qk_rope)
            q = self.hidden * query
            if self.q_lora_rank:
                q = self.q_lora_rank * (self.hidden + query)
            kv_a = self.hidden * (self.kv_lora_rank + self.qk_rope)
            kv_b = self.kv_lora_rank * self.heads * (self.qk_nope + self.v_head)
            return q + kv_a + kv_b + self.heads * self.v_head * self.hidden
        qkv = (self.heads + 2 * self.kv_heads) * self.head_dim
        out = self.heads * self.head_dim * self.hidden
        return qkv * (self.hidden + self.qkv_bias) + out


_REQUIRED = ("layers", "hidden", "heads", "vocab")
_SIZES = (
    *_REQUIRED,
    *("kv_heads", "head_dim", "ffn_dim", "ffn_matrices", "full_layers"),
    *("experts_total", "experts_active", "experts_shared", "expert_dim"),
    *("dense_first_layers", "q_lora_rank", "kv_lora_rank", "qk_nope", "qk_rope"),
    *("v_head", "learned_positions"),
)


def _check_size(name: str, field: str, value: object, least: int | None = None) -> None:
    if least is None:
        least = 1 if field in _REQUIRED else 0
    if type(value) is int and value >= least:
        return
    raise CourseError(
        Text(
            ko=f"모델 {name}: {field} = {value!r}. {least} 이상의 정수여야 합니다.",
            en=f"model {name}: {field} is {value!r}; give a whole number of at least "
            f"{least}",
        )
    )


def _unfit(name: str, field: str, rule: str, value: object = "") -> CourseError:
    found = field if value == "" else f"{field} = {value}"
    return CourseError(
        Text(
            ko=f"모델 {name}: 크기가 서로 맞지 않습니다: {found}. "
            f"규칙은 {field} {rule}입니다.",
            en=f"model {name}: the sizes do not fit together: {found}, "
            f"but the rule is {field} {rule}",
        )
    )
