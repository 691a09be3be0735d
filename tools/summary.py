"""The last lines of `make`: what there is now, and what to open or type next."""

from pathlib import Path

from intensity import Text, language

SITE = Path(__file__).parents[1] / "_site"
FLIP = "intensity flip Llama-3-8B A100 --phase decode --context 512"


def main() -> None:
    """Print addresses that exist and commands that can be pasted."""
    languages = ("ko", "en") if language() == "ko" else ("en", "ko")
    book = [(SITE / lang / "index.html").as_uri() for lang in languages]
    print(f"\n{Text('다음에 할 일', 'What next')}")
    for what, how in (
        (Text("책", "the book"), book[0]),
        (Text("다른 언어", "in Korean"), book[1]),
        (Text("웹 서버", "a web server"), "make serve"),
        (Text("숫자", "numbers"), f".venv/bin/{FLIP}"),
        (Text("채점", "grading"), ".venv/bin/autograder --help"),
        (Text("테스트", "tests"), "make test"),
    ):
        print(f"  {what.say():<14}{how}")


if __name__ == "__main__":
    main()
