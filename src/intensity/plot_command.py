"""`intensity plot`: the course's figures for any model and device, into a file."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .language import Text

if TYPE_CHECKING:
    from .plot.drawing import Drawing
    from .precision import Precision

Add = Callable[[argparse.ArgumentParser], None]
Draw = Callable[[argparse.Namespace], "Drawing"]
BATCHES = (1, 8, 64, 256, 1024)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what `run` reads."""
    kinds = parser.add_subparsers(required=True, metavar="KIND", dest="kind")
    for kind, (summary, add, _) in _kinds().items():
        one = kinds.add_parser(
            kind,
            help=summary.say(),
            description=summary.say(),
            conflict_handler="resolve",  # a figure's --lang may also be both
        )
        add(one)
        one.add_argument(
            "-o",
            "--output",
            required=True,
            metavar="FILE",
            help=Text(".svg, .png, .pdf 파일", "a .svg, .png or .pdf file").say(),
        )
        one.add_argument(
            "--lang",
            choices=("ko", "en", "both"),
            dest="figure_language",
            help=Text("그림의 언어", "language of the figure").say(),
        )


def run(args: argparse.Namespace) -> int:
    """Draw, save, and say where; CourseError for what cannot be drawn."""
    path = plot_command(args.kind, args).save(args.output, lang=args.figure_language)
    print(path)
    return 0


def plot_command(kind: str, args: argparse.Namespace) -> Drawing:
    """The figure that `args`, as `add_arguments` declares them, ask for."""
    return _kinds()[kind][2](args)


def _add_model(parser: argparse.ArgumentParser) -> None:
    name = Text("이름이나 별칭", "a name or an alias").say()
    parser.add_argument("model", metavar="MODEL", help=name)
    parser.add_argument("hardware", metavar="HARDWARE", help=name)
    for option, summary in (
        ("weights", Text("가중치 형식 (기본 bf16)", "format of the weights (bf16)")),
        ("activations", Text("활성값 형식 (기본 bf16)", "of the activations (bf16)")),
        ("kv", Text("KV 캐시 형식 (기본 bf16)", "of the KV cache (bf16)")),
    ):
        parser.add_argument(
            f"--{option}", default="bf16", metavar="F", help=summary.say()
        )
    parser.add_argument(
        "--compute",
        default="",
        metavar="F",
        help=Text(
            "연산 형식 (기본: 가중치와 활성값 가운데 넓은 쪽)",
            "of the arithmetic (the wider of weights and activations)",
        ).say(),
    )


def _add_roofline(parser: argparse.ArgumentParser) -> None:
    _add_model(parser)
    parser.add_argument("--prompt", type=whole, default=2048, metavar="N")
    parser.add_argument("--context", type=whole, default=512, metavar="N")
    parser.add_argument("--batches", type=wholes, default=BATCHES, metavar="N,N,...")


def _add_flips(parser: argparse.ArgumentParser) -> None:
    _add_model(parser)
    for option, default in (("batches", (1, 4096)), ("contexts", (32, 32768))):
        parser.add_argument(
            f"--{option}",
            type=wholes,
            default=default,
            metavar="N,N",
            help=Text("축의 처음과 끝", "first and last of the axis").say(),
        )
    parser.add_argument("--tokens", type=whole, default=1, metavar="N")
    parser.add_argument("--shards", type=whole, default=1, metavar="N")


def _add_ops(parser: argparse.ArgumentParser) -> None:
    _add_model(parser)
    parser.add_argument("--phase", choices=("prefill", "decode"), default="decode")
    parser.add_argument("--batch", type=whole, default=1, metavar="N")
    parser.add_argument("--context", type=whole, default=2048, metavar="N")


def _add_attention(parser: argparse.ArgumentParser) -> None:
    _add_model(parser)
    parser.add_argument("--batches", type=wholes, default=(1, 16, 64, 256))
    parser.add_argument("--contexts", type=wholes, default=(128, 131072), metavar="N,N")


def _add_ridges(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("hardware", metavar="HARDWARE", nargs="+")
    parser.add_argument("--formats", default="bf16", metavar="F,F,...")


def _draw_roofline(args: argparse.Namespace) -> Drawing:
    from . import plot
    from .plot.sketch import inferred
    from .transformer import decode, prefill

    model, device, precision = _configuration(args)
    roof = device.roof(precision.compute)
    step = prefill(model, prompt=args.prompt, precision=precision)
    tokens = f"{args.prompt:,}"
    name = Text(ko=f"prefill {tokens} 토큰", en=f"prefill, {tokens} tokens")
    path = plot.Trajectory(
        Text(
            ko=f"decode, 배치별(컨텍스트 {args.context:,})",
            en=f"decode by batch (context {args.context:,})",
        ),
        tuple(
            plot.Point.of(
                f"{batch:,}",
                decode(model, batch=batch, context=args.context, precision=precision),
                roof,
            )
            for batch in args.batches
        ),
    )
    return plot.roofline(
        roof,
        [plot.Point.of(name, step, roof)],
        trajectories=[path],
        title=Text(
            ko=f"{model.name}의 prefill과 decode: {roof.name}",
            en=f"Prefill and decode of {model.name}: {roof.name}",
        ),
        caption=inferred(precision),
    )


def _draw_flips(args: argparse.Namespace) -> Drawing:
    from . import plot
    from .device import MEMORY

    model, device, precision = _configuration(args)
    return plot.flip_map(
        model,
        device.roof(precision.compute),
        args.batches,
        args.contexts,
        precision=precision,
        tokens=args.tokens,
        shards=args.shards,
        device_bytes=device.memory_bytes if MEMORY in device.figures else None,
    )


def _draw_ops(args: argparse.Namespace) -> Drawing:
    from . import plot
    from .plot.sketch import inferred
    from .transformer import decode, prefill

    model, device, precision = _configuration(args)
    roof = device.roof(precision.compute)
    if args.phase == "decode":
        ops = decode(model, batch=args.batch, context=args.context, precision=precision)
        where = Text(ko="컨텍스트", en="context")
    else:
        ops = prefill(model, batch=args.batch, prompt=args.context, precision=precision)
        where = Text(ko="프롬프트", en="prompt")
    name, size = f"{model.name} {args.phase}", f"{args.context:,}"
    return plot.op_bars(
        ops,
        roof,
        title=Text(
            ko=f"{name}: 배치 {args.batch:,}, {where.ko} {size}, {roof.name}",
            en=f"{name}: batch {args.batch:,}, {where.en} {size}, {roof.name}",
        ),
        caption=inferred(precision),
    )


def _draw_attention(args: argparse.Namespace) -> Drawing:
    from . import plot

    model, device, precision = _configuration(args)
    roof = device.roof(precision.compute)
    return plot.attention_share(
        model, roof, args.batches, args.contexts, precision=precision
    )


def _draw_ridges(args: argparse.Namespace) -> Drawing:
    from . import plot
    from .names import canonical_format

    formats = [canonical_format(name) for name in args.formats.split(",")]
    return plot.ridges(args.hardware, formats)


def _configuration(args: argparse.Namespace) -> tuple[Any, Any, Precision]:
    from .names import canonical_format
    from .precision import Precision
    from .tables import hardware, model

    precision = Precision(
        weights=canonical_format(args.weights),
        activations=canonical_format(args.activations),
        kv=canonical_format(args.kv),
        compute=args.compute and canonical_format(args.compute),
    )
    return model(args.model), hardware(args.hardware), precision


def whole(text: str) -> int:
    """A whole number; whether it is in range is the library's to say.

    >>> whole("12")
    12
    """
    try:
        return int(text)
    except ValueError:
        message = Text(f"{text!r}: 정수가 아닙니다", f"{text!r} is not a whole number")
        raise argparse.ArgumentTypeError(message.say()) from None


def wholes(text: str) -> tuple[int, ...]:
    """Whole numbers with commas between.

    >>> wholes("1,8,64")
    (1, 8, 64)
    """
    return tuple(whole(part) for part in text.split(","))


def _kinds() -> dict[str, tuple[Text, Add, Draw]]:
    """Each kind of figure: what it is, its arguments, and how it is drawn."""
    return {
        "roofline": (
            Text(
                "prefill과, 배치를 키운 decode", "prefill, and decode at growing batch"
            ),
            _add_roofline,
            _draw_roofline,
        ),
        "flips": (
            Text(
                "decode가 뒤집히는 배치와 컨텍스트",
                "batch by context: where decode flips",
            ),
            _add_flips,
            _draw_flips,
        ),
        "ops": (
            Text("한 단계의 연산마다 걸리는 시간", "time of each operation of a step"),
            _add_ops,
            _draw_ops,
        ),
        "attention": (
            Text("decode 시간 중 attention의 비율", "attention's share of decode time"),
            _add_attention,
            _draw_attention,
        ),
        "ridges": (
            Text("장치별 꺾임점", "ridge points of devices"),
            _add_ridges,
            _draw_ridges,
        ),
    }
