#!/bin/sh
# Make .venv from hashed lock files and install the project into it.
#
# usage: PYTHON=python3 tools/environment.sh
# Says in one line, in the user's language, what is missing when it cannot.
set -eu
python=${PYTHON:-python3}

fail() { # Korean, English
  case ${INTENSITY_LANG:-${LC_ALL:-${LANG:-}}} in
    ko*) printf '%s\n' "$1" >&2 ;;
    *) printf '%s\n' "$2" >&2 ;;
  esac
  exit 2
}

command -v "$python" >/dev/null 2>&1 ||
  fail "Python 3.11 이상이 필요합니다: sudo apt-get install python3 python3-venv" \
       "Python 3.11 or newer is needed: sudo apt-get install python3 python3-venv"
"$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
  fail "$("$python" --version)은 너무 낮습니다. 3.11 이상을 지정하세요: make PYTHON=python3.12" \
       "$("$python" --version) is too old; name a 3.11 or newer: make PYTHON=python3.12"

if [ ! -x .venv/bin/python ]; then
  "$python" -m venv .venv >/dev/null 2>&1 || {
    rm -rf .venv
    fail "이 Python에는 venv 모듈이 없습니다: sudo apt-get install python3-venv" \
         "this Python has no venv module: sudo apt-get install python3-venv"
  }
fi
[ -x .venv/bin/uv ] ||
  .venv/bin/python -m pip install --quiet --disable-pip-version-check \
    --require-hashes -r requirements/uv.lock
# Nothing that the lock does not name stays in the environment.
.venv/bin/uv pip sync --quiet --require-hashes --python .venv/bin/python \
  requirements/all.lock
.venv/bin/uv pip install --quiet --python .venv/bin/python \
  --no-deps --no-build-isolation -e .
