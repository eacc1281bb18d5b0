#!/usr/bin/env bash
# install_test.sh CMAKE BUILD: an installation finds its own data, wherever it lies and from wherever it is called.
set -euo pipefail
cmake="$1"
build="$2"

wrong() { printf 'FAIL: %s\n' "$*" >&2; exit 1; }

sandbox="$(mktemp -d)"
trap 'rm -rf -- "$sandbox"' EXIT
prefix="$sandbox/with space"
mkdir -p "$prefix" "$sandbox/home"
"$cmake" --install "$build" --prefix "$prefix" > /dev/null

cd "$sandbox/home"
installed() { env -i PATH="$PATH" HOME="$sandbox/home" "$prefix/bin/$1" "${@:2}"; }

installed strata-cli catalog list > listing
grep -q 'eyeriss-v1' listing || wrong "no eyeriss-v1 in the installed catalog: $(cat listing)"

printf '{"kind": "layer", "hardware": "eyeriss-v1", "workload": {"model": "resnet-50", "layer": "conv1"}}' > request.json
installed strata-cli evaluate request.json > estimate.json || wrong "evaluate: $(cat estimate.json)"
grep -q '"valid":true' estimate.json || wrong "the estimate is not valid: $(cat estimate.json)"

if [[ -x "$prefix/bin/strata" ]]; then
    installed strata-cli figure request.json --view energy --out energy.svg
    grep -q '<svg' energy.svg || wrong "the figure is no SVG"
    for file in applications/org.strata.explorer.desktop icons/hicolor/scalable/apps/strata.svg; do
        [[ -f "$prefix/share/$file" ]] || wrong "not installed: share/$file"
    done
fi

for page in strata-cli.1.gz strata-lab.1.gz; do
    [[ -s "$prefix/share/man/man1/$page" ]] || wrong "not installed: share/man/man1/$page"
done
manual="$(find "$prefix/share/doc" -path '*/manual/index.html')"
grep -q 'tutorial/first-ten-minutes.html' "$manual" || wrong "the installed manual has no contents"
