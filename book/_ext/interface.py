"""The words of the interface, in both languages, and the theme that shows them.

Templates say `ui.search`; a word missing in one language fails when this file loads.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

BOOK = Path(__file__).resolve().parent.parent

WORDS = {
    "book": ("조건부 병목", "Conditional Bottlenecks"),
    "skip": ("본문으로 건너뛰기", "Skip to the text"),
    "menu": ("차례", "Contents"),
    "close": ("닫기", "Close"),
    "pages": ("책의 차례", "Contents of the book"),
    "on_page": ("이 페이지의 차례", "On this page"),
    "search": ("검색", "Search"),
    "search_box": ("책에서 찾기", "Search this book"),
    "search_none": (
        "검색하려면 자바스크립트가 필요합니다.",
        "Searching needs JavaScript.",
    ),
    "language": ("언어", "Language"),
    "both": ("나란히", "Both"),
    "both_long": (
        "나란히 보기: 한국어와 영어",
        "Both: Korean and English side by side",
    ),
    "theme": ("화면 밝기", "Light or dark"),
    "theme_auto": ("자동", "Auto"),
    "theme_light": ("밝게", "Light"),
    "theme_dark": ("어둡게", "Dark"),
    "previous": ("이전", "Previous"),
    "next": ("다음", "Next"),
    "around": ("앞뒤 페이지", "Pages before and after"),
    "home": ("첫 화면", "Front page"),
    "choose": ("언어 고르기", "Choose a language"),
    "settings": ("보기 설정", "View"),
    "code": ("코드 보기", "Show the code"),
    "copy_code": ("복사", "Copy"),
    "copied": ("복사했습니다", "Copied"),
    "footer": (
        "숫자마다 출처가, 병목에 관한 문장마다 조건이 있습니다.",
        "Every number has its source, every bottleneck its conditions.",
    ),
    "permalink": ("여기의 주소", "Address of this place"),
    "equation": ("이 식의 주소", "Link to this equation"),
}

# Captions of the parts in _toc.yml, which is written in Korean.
CAPTIONS = {
    "장": "The chapter",
    "풀어 보기": "Practice",
    "참고": "Reference",
    "가르치는 사람": "For instructors",
}


# Sphinx's own words for these are English in every language.
HEADERLINK = re.compile(r'(<a class="headerlink" href="[^"]*") title="[^"]*">')


def words(language: str) -> dict[str, str]:
    """The interface in one language.

    >>> words("ko")["next"], words("en")["next"]
    ('다음', 'Next')
    """
    return {key: pair[language != "ko"] for key, pair in WORDS.items()}


def _context(app: Any, page: str, template: str, context: Any, doctree: Any) -> None:
    ui = context["ui"] = words(app.config.language)
    context["body"] = HEADERLINK.sub(
        rf'\1 aria-label="{ui["permalink"]}">', context.get("body", "")
    )


def _prompts(app: Any, config: Any) -> None:
    prompt = words(config.language)["code"]
    config.nb_code_prompt_show = config.nb_code_prompt_hide = prompt


def setup(app: Any) -> dict[str, Any]:
    """Register the theme and hand it the words."""
    app.add_config_value("comments_config", {}, "")  # Jupyter Book always sets it
    app.add_html_theme("conditional", str(BOOK / "_theme"))
    app.connect("config-inited", _prompts)
    app.connect("html-page-context", _context)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
