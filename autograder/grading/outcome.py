"""Words for what became of a check cell: status, and what the student reads.

A message never holds a hidden input or an expected value: of a failure in a hidden
line only its kind is told.
"""

from intensity.language import Text

RIGHT = Text(ko="맞습니다.", en="Right.")
MANUAL = Text(ko="사람이 채점합니다.", en="A person grades this.")
NO_ANSWER = Text(
    ko="답이 비어 있습니다. 나눠 준 그대로입니다.",
    en="There is no answer; the cell is as it was handed out.",
)
NOT_HANDED_IN = Text(
    ko="이 노트북이 제출되지 않았습니다.", en="This notebook was not handed in."
)
DIED = Text(
    ko="이 셀을 실행하다가 파이썬이 끝나 버렸습니다(os._exit, 메모리 부족 등). 이 셀의 "
    "점수만 잃고, 나머지는 이 셀 없이 채점했습니다.",
    en="Python ended while this cell ran (os._exit, out of memory, ...). Only this "
    "cell's points are lost; the rest was graded without it.",
)
TIMEOUT = Text(
    ko="정해진 시간 안에 끝나지 않았습니다. 끝나지 않는 반복이 있는지 보세요.",
    en="It did not finish in the time allowed. Look for a loop that never ends.",
)
FLOOD = Text(
    ko="주고받을 수 있는 크기를 넘는 값이나 출력이 나왔습니다.",
    en="A value or an output was too large to be taken.",
)
BROKEN = Text(
    ko="채점기 쪽에서 오류가 났습니다. 답이 틀렸다는 뜻이 아닙니다. 점수는 보류되고 "
    "담당자가 확인합니다.",
    en="The grader failed here, which does not mean that your answer is wrong. Your "
    "points are on hold until a person has looked.",
)
HIDDEN = Text(
    ko="다른 값으로 해 본 검사를 통과하지 못했습니다. 문제의 조건을 다시 읽고 여러 "
    "입력으로 시험해 보세요.",
    en="A check with other values did not pass. Read the task again and try your "
    "answer on several inputs.",
)
PARTLY = Text(
    ko="일부만 통과했습니다. 여러 입력으로 시험해 보세요.",
    en="Part of the check passed. Try your answer on several inputs.",
)
ENDED = {"died": DIED, "timeout": TIMEOUT, "flood": FLOOD}


def asserted(line: str, said: str) -> Text:
    """A visible assertion that did not hold."""
    more_ko = f" ({said})" if said else ""
    return Text(
        ko=f"`{line}` 검사를 통과하지 못했습니다.{more_ko}",
        en=f"This check did not pass: `{line}`{more_ko}",
    )


def raised(name: str, said: str, line: str) -> Text:
    """The student's code raised, or the check did, on a visible line."""
    at_ko = f" (`{line}`)" if line else ""
    what = f"{name}: {said}" if said else name
    return Text(
        ko=f"실행 중에 오류가 났습니다{at_ko}: {what}",
        en=f"It raised an error{at_ko}: {what}",
    )


def undefined(name: str) -> Text:
    """A name that the check needs does not exist."""
    return Text(
        ko=f"`{name}`이(가) 정의되어 있지 않습니다. 답 셀이 오류 없이 끝났는지 보세요.",
        en=f"`{name}` is not defined. See whether your answer cell ran without error.",
    )


def refused(kind: str) -> Text:
    """A comparison with an object that only the student's process has was refused."""
    return Text(
        ko=f"답이 `{kind}` 타입의 객체라서 비교할 수 없습니다. 보통의 수, 문자열, "
        "리스트, 배열로 답하세요.",
        en=f"The answer is an object of the type `{kind}`, which cannot be compared. "
        "Answer with a plain number, text, list or array.",
    )


NOT_READ = Text(
    ko="실행될 수 있는 파일이나 글(pickle 등)은 채점하는 쪽에서 읽지 않습니다. "
    "CSV, JSON, .npy로 저장하거나 값으로 답하세요.",
    en="What could run as a program (a pickle, say) is not read where checks run. Save "
    "it as CSV, JSON or .npy, or answer with values.",
)


def constant(names: list[str]) -> Text:
    """Constants of the assignment that the student changed."""
    listed = ", ".join(f"`{name}`" for name in names)
    return Text(
        ko=f"과제가 정한 상수 {listed}의 값이 바뀌어 있습니다. 검사는 원래 값으로 "
        "했습니다.",
        en=f"Constants of the assignment were changed: {listed}. The checks used the "
        "original values.",
    )


def in_kernel(grade_id: str) -> Text:
    """For the instructor: this check ran where students can reach it."""
    return Text(
        ko=f"검사 셀 `{grade_id}`은(는) `in-kernel` 태그 때문에 학생의 프로세스에서 "
        "실행했습니다. 숨은 검사와 점수를 학생의 코드가 보거나 바꿀 수 있습니다.",
        en=f"check cell `{grade_id}` ran in the student's process because of its tag "
        "`in-kernel`; a student's code can see its hidden tests and forge its points.",
    )


def real_kernel(notebook: str) -> Text:
    """For the instructor: this notebook's checks ran where students can reach them."""
    return Text(
        ko=f"노트북 `{notebook}`은(는) 실제 커널이 필요해서 검사도 학생의 커널에서 "
        "실행했습니다. 숨은 검사와 점수를 학생의 코드가 보거나 바꿀 수 있습니다.",
        en=f"the notebook `{notebook}` needs a real kernel, so its checks ran in the "
        "students' kernels; a student's code can see hidden tests and forge points.",
    )


def crossing(grade_id: str, why: str) -> Text:
    """For the instructor: a check cell that cannot work across two processes."""
    return Text(
        ko=f"검사 셀 `{grade_id}`: {why} 값을 학생의 프로세스로 넘길 수 없습니다. 셀에 "
        "`in-kernel` 태그를 달면 학생의 프로세스에서 실행합니다(속일 수 있습니다).",
        en=f"check cell `{grade_id}`: {why} cannot be handed to the student's process. "
        "With the tag `in-kernel` the cell runs in the student's process, where it can "
        "be fooled.",
    )
