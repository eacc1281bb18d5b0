#!/usr/bin/env bash
# install_test.sh CMAKE BUILD: an installation finds its own data, wherever it lies and from wherever it is called.
set -euo pipefail
cmake="$1"
build="$2"

prefix="$(mktemp -d)/with space"
trap 'rm -rf -- "$(dirname -- "$prefix")"' EXIT
DESTDIR="" "$cmake" --install "$build" --prefix "$prefix" > /dev/null

mkdir "$prefix/home"
cd "$prefix/home"
clean=(env -i PATH="$PATH" HOME="$prefix/home" QT_QPA_PLATFORM=offscreen)
"${clean[@]}" "$prefix/bin/strata-cli" catalog list > listing
grep -qi eyeriss listing || { printf 'FAIL: no Eyeriss in the installed catalog:\n%s\n' "$(cat listing)" >&2; exit 1; }
