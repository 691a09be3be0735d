"""The nbgrader course.  Everything it makes stays in this folder.

`cd exercises` and use nbgrader as usual, or copy the folder elsewhere first: paths
follow this file.  NBGRADER_EXCHANGE names another exchange, such as a hub's.
"""

import os
from pathlib import Path

from nbconvert.preprocessors import CSSHTMLHeaderPreprocessor
from nbgrader.preprocessors import ClearHiddenTests, GetGrades

HERE = Path(__file__).resolve().parent
c = get_config()  # noqa: F821 - given by traitlets

c.CourseDirectory.root = str(HERE)
c.CourseDirectory.course_id = "conditional-bottlenecks"
c.Exchange.root = os.environ.get("NBGRADER_EXCHANGE", str(HERE / "exchange"))

# What a student finds in place of the solution: no exception, so that a blank
# answer is None and not an error.
c.ClearSolutions.code_stub = {"python": ""}

# Feedback shows the graded cells as they were released: without hidden tests.
c.GenerateFeedback.preprocessors = [
    GetGrades,
    ClearHiddenTests,
    CSSHTMLHeaderPreprocessor,
]

# A cell that never ends costs one student half a minute, not the class its night.
c.ExecutePreprocessor.timeout = 30
c.ExecutePreprocessor.interrupt_on_timeout = True

# `nbgrader autograde` and the formgrader's button grade in the sandbox, with the
# checks in a process that no student's code reaches.  Without these lines they run
# everything in one kernel, as nbgrader does by itself.
c.Autograde.sanitize_preprocessors = ["autograder.grading.plugin.Sanitize"]
c.Autograde.autograde_preprocessors = [
    "autograder.grading.plugin.Grade",
    "autograder.grading.plugin.SaveGrades",
    "nbgrader.preprocessors.AssignLatePenalties",
]
