#!/usr/bin/env bash
# Installs what is missing, builds everything, runs the tests and then, briefly, the benchmarks.
# Arguments go to ctest, for example: packaging/test.sh -R npu   (benchmarks then stay out)
set -euo pipefail
# shellcheck source=packaging/lib.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/lib.sh"

install_groups build run test
build_preset release -DSTRATA_BUILD_TESTS=ON

say "Running the tests"
ctest --test-dir "$strata_root/build/release" --output-on-failure --parallel "$(job_count)" "$@"

if [[ $# -eq 0 ]]; then
    shopt -s nullglob
    for bench in "$strata_root"/build/release/bin/*_bench; do
        say "Benchmark $(basename -- "$bench")"
        # Minutes at most: one that waits for somebody must not hold up everything.
        QT_QPA_PLATFORM=offscreen STRATA_ROOT="$strata_root" timeout --kill-after=10 600 "$bench"
    done
fi
say "All tests passed"
