#!/usr/bin/env bash
# Installs what is missing, builds Strata and opens it on its sample session; an argument is a session file to open instead.
# Without a display, the sample is evaluated on the command line and its figures end in ./strata-sample/.
set -euo pipefail
# shellcheck source=packaging/lib.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/lib.sh"

install_groups build run
build_preset release -DSTRATA_BUILD_TESTS=OFF
programs="$strata_root/build/release/bin"

if [[ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]]; then
    exec "$programs/strata" "$@"
fi

say "There is no display: evaluating the sample session instead"
sample="$strata_root/resources/samples/resnet50-conv1-eyeriss.json"
out="$PWD/strata-sample"
mkdir -p -- "$out" || fail "cannot write to $out"
if [[ -z "${XDG_RUNTIME_DIR:-}" ]]; then
    XDG_RUNTIME_DIR="$(mktemp -d)"
    export XDG_RUNTIME_DIR
    trap 'rm -rf -- "$XDG_RUNTIME_DIR"' EXIT
fi
"$programs/strata-cli" evaluate "$sample" --pretty | tee "$out/sample.txt"
"$programs/strata-cli" evaluate "$sample" > "$out/sample-estimate.json"
# draw PREFIX VIEW REQUEST...
draw() {
    local prefix="$1" view="$2" format
    shift 2
    say "Drawing the $view view"
    for format in pdf svg png; do
        "$programs/strata-cli" figure "$@" --view "$view" --out "$out/$prefix$view.$format" > /dev/null
    done
}

for view in mapping energy estimate accesses; do draw "" "$view" "$sample"; done

samples="$strata_root/resources/samples"
model="$samples/gpt2-large-prefill-a100.json"
"$programs/strata-cli" evaluate "$model" --pretty | tee "$out/gpu-sample.txt"
for view in waterfall roofline compare; do
    draw gpu- "$view" "$model" --baseline "$samples/gpt2-large-prefill-h100.json"
done
draw gpu- kernel "$samples/gemm-bf16-h100.json"
say "The estimate and its figures are in $out"
