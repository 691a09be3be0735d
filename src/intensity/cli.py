"""The `intensity` command: costs, flips, tables and figures at a shell prompt."""

from __future__ import annotations

import argparse
import io
import sys
from collections.abc import Sequence
from typing import Any

from .commands import check, cost, flip, list_names, show
from .language import CourseError, Text
from .usage import WRONG_USAGE, Parser, choose_language, drop_output


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; 0 done, 1 something needs a person, 2 wrong usage."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    choose_language(arguments)
    _print_anything()
    try:
        parsed = _parser().parse_args(arguments)
        status: int = parsed.run(parsed)
        if sys.stdout is not None:  # None where the caller closed it
            sys.stdout.flush()
    except CourseError as error:
        print(f"intensity: {error}", file=sys.stderr)
        return WRONG_USAGE
    except BrokenPipeError:  # `| head` closed the pipe: not an error
        drop_output()
        return 0
    except OSError as error:  # a full disk, say
        print(f"intensity: {error.strerror or error}", file=sys.stderr)
        drop_output()
        return 1
    return status


def _print_anything() -> None:
    """Escape what the output's encoding lacks, as Python does for errors anyway."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")


def _parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="intensity",
        description=Text(
            "LLM 추론의 FLOP, 바이트, 연산 강도, 판정, 뒤집힘을 계산합니다.",
            "FLOPs, bytes, intensity, verdicts and flips of LLM inference.",
        ).say(),
        epilog=Text(
            "종료 상태: 0 완료, 1 사람이 볼 일이 있음, 2 잘못된 사용",
            "exit status: 0 done, 1 something needs a person, 2 wrong usage",
        ).say(),
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for add in (_add_cost, _add_flip, _add_show, _add_list, _add_plot, _add_check):
        add(commands)
    return parser


def _command(commands: Any, name: str, run: Any, summary: Text) -> Any:
    command = commands.add_parser(name, help=summary.say(), description=summary.say())
    command.set_defaults(run=run)
    return command


def _json_flag(command: Any) -> None:
    summary = Text("사람용 표 대신 JSON", "JSON instead of a table")
    command.add_argument("--json", action="store_true", help=summary.say())


def _add_cost(commands: Any) -> None:
    summary = Text(
        "한 단계의 연산별 비용과 판정", "costs of a step, operation by operation"
    )
    command = _command(commands, "cost", cost, summary)
    _configuration(command, hardware="?")
    command.add_argument(
        "--batch",
        type=_whole,
        default=1,
        metavar="N",
        help=Text(
            "함께 처리하는 시퀀스 수 (기본 1)", "sequences run together (1 unless said)"
        ).say(),
    )
    command.add_argument(
        "--context",
        type=_whole,
        required=True,
        metavar="N",
        help=Text(
            "prefill: 이번에 처리할 토큰 수, decode: 새 토큰을 포함한 캐시 길이",
            "prefill: tokens of this pass; decode: cached tokens with the new one",
        ).say(),
    )
    command.add_argument(
        "--norms",
        action="store_true",
        help=Text(
            "norm, rotary, gate, residual, embedding도 따로 셉니다",
            "also charge norms, rotary, gate, residuals and embedding",
        ).say(),
    )
    _json_flag(command)


def _add_flip(commands: Any) -> None:
    summary = Text(
        "판정이 뒤집히는 배치, 컨텍스트, 프롬프트", "where the verdict flips"
    )
    command = _command(commands, "flip", flip, summary)
    _configuration(command, hardware=None)
    command.add_argument(
        "--context",
        type=_whole,
        metavar="N",
        help=Text(
            "decode: 이 컨텍스트에서 연산 병목이 되는 최소 배치를 풉니다",
            "decode: solve for the smallest compute-bound batch at this context",
        ).say(),
    )
    command.add_argument(
        "--batch",
        type=_whole,
        metavar="N",
        help=Text(
            "decode: 연산 병목인 최대 컨텍스트를, prefill: 최소 프롬프트를 풉니다",
            "decode: solve for the longest compute-bound context; prefill: for the "
            "shortest prompt",
        ).say(),
    )
    _json_flag(command)


def _configuration(command: Any, hardware: str | None) -> None:
    """What cost and flip ask alike."""
    say = Text("이름이나 별칭", "a name or an alias").say()
    command.add_argument("model", metavar="MODEL", help=say)
    command.add_argument("hardware", metavar="HARDWARE", nargs=hardware, help=say)
    command.add_argument(
        "--phase",
        choices=("prefill", "decode"),
        required=True,
        help=Text("어느 단계인지", "which phase").say(),
    )
    command.add_argument(
        "--prefix",
        type=_whole,
        default=0,
        metavar="N",
        help=Text("prefill 전에 캐시된 토큰", "tokens cached before a prefill").say(),
    )
    for name, summary in (
        ("weights", Text("가중치 형식", "format of the weights")),
        ("activations", Text("활성값 형식", "format of the activations")),
        ("kv", Text("KV 캐시 형식", "format of the KV cache")),
    ):
        command.add_argument(
            f"--{name}",
            default="bf16",
            metavar="F",
            help=summary.say() + Text(" (기본 bf16)", " (bf16 unless said)").say(),
        )
    command.add_argument(
        "--compute",
        metavar="F",
        help=Text(
            "연산 형식 (기본: 가중치와 활성값 가운데 넓은 쪽)",
            "format of the arithmetic (the wider of weights and activations)",
        ).say(),
    )
    command.add_argument(
        "--tokens",
        type=_whole,
        default=1,
        metavar="N",
        help=Text(
            "decode 한 번에 검증하는 토큰 수", "tokens verified in one decode step"
        ).say(),
    )
    command.add_argument(
        "--unfused",
        action="store_true",
        help=Text("점수를 메모리에 쓰는 어텐션", "attention that stores scores").say(),
    )
    command.add_argument(
        "--shards",
        type=_whole,
        default=1,
        metavar="N",
        help=Text(
            "텐서 병렬 장치 수, 결과는 장치 하나", "tensor-parallel devices; one's cost"
        ).say(),
    )


def _add_show(commands: Any) -> None:
    summary = Text(
        "모델이나 장치의 값과 출처", "a model's or device's numbers, sourced"
    )
    command = _command(commands, "show", show, summary)
    command.add_argument("name", metavar="NAME")
    _json_flag(command)


def _add_list(commands: Any) -> None:
    summary = Text("아는 모델과 장치의 목록", "the models and devices known")
    command = _command(commands, "list", list_names, summary)
    command.add_argument(
        "kind", nargs="?", choices=("models", "hardware"), metavar="models|hardware"
    )
    _json_flag(command)


def _add_plot(commands: Any) -> None:
    from .plot_command import add_arguments, run

    summary = Text(
        "루프라인이나 뒤집힘 지도를 그립니다", "draw a roofline or a flip map"
    )
    add_arguments(_command(commands, "plot", run, summary))


def _add_check(commands: Any) -> None:
    summary = Text("모든 표를 검사합니다", "validate every table")
    _json_flag(_command(commands, "check", check, summary))


def _whole(text: str) -> int:
    """A whole number; whether it is in range is the library's to say."""
    try:
        return int(text)
    except ValueError:
        shown = repr(text) if len(text) <= 60 else f"{text[:57]!r}..."
        message = Text(f"{shown}: 정수가 아닙니다", f"{shown} is not a whole number")
        raise argparse.ArgumentTypeError(message.say()) from None


if __name__ == "__main__":
    sys.exit(main())
