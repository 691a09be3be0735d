"""The last lines of `make`: what there is now, and what to open or type next."""

from pathlib import Path

from intensity import Text, language

ROOT = Path(__file__).parents[1]


def main() -> None:
    """Print addresses that exist and commands that can be pasted."""
    site = ROOT / "_site"
    first, second = ("ko", "en") if language() == "ko" else ("en", "ko")
    lines = [
        Text("다음에 할 일", "What next").say(),
        f"  {Text('책', 'the book').say():<12} {(site / first / 'index.html').as_uri()}",
        f"  {'':<12} {(site / second / 'index.html').as_uri()}",
        f"  {Text('웹 서버', 'web server').say():<12} make serve",
        f"  {Text('숫자', 'numbers').say():<12} .venv/bin/intensity flip Llama-3-8B A100 "
        "--phase decode --context 512",
        f"  {Text('채점', 'grading').say():<12} .venv/bin/autograder --help",
        f"  {Text('테스트', 'tests').say():<12} make test",
    ]
    print("\n" + "\n".join(lines))


if __name__ == "__main__":
    main()
