#!/bin/sh
# Make .venv from a hashed lock file and install the project into it.
#
# usage: PYTHON=python3 tools/environment.sh requirements/all.lock
# Says in one line, in Korean and English, what is missing when it cannot.
set -eu
lock=$1
python=${PYTHON:-python3}

fail() { printf '%s\n%s\n' "$1" "$2" >&2; exit 2; }

command -v "$python" >/dev/null 2>&1 ||
  fail "Python 3.11 이상이 필요합니다: sudo apt-get install python3 python3-venv" \
       "Python 3.11 or newer is needed: sudo apt-get install python3 python3-venv"
"$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
  fail "$("$python" --version)은 너무 오래되었습니다. 3.11 이상을 쓰세요: make PYTHON=python3.12" \
       "$("$python" --version) is too old; 3.11 or newer is needed: make PYTHON=python3.12"
[ -x .venv/bin/python ] || "$python" -m venv .venv 2>/dev/null || {
  rm -rf .venv
  fail "venv 모듈이 없습니다: sudo apt-get install python3-venv" \
       "this Python has no venv module: sudo apt-get install python3-venv"
}
[ -x .venv/bin/uv ] || .venv/bin/python -m pip install --quiet --disable-pip-version-check uv
.venv/bin/uv pip sync --quiet --require-hashes --python .venv/bin/python "$lock"
.venv/bin/uv pip install --quiet --python .venv/bin/python --no-deps --no-build-isolation -e .
