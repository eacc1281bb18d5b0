# shellcheck shell=bash
# Shared by run.sh and test.sh: install what is missing, configure and build a preset.

strata_root="$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)"

say() { printf '\033[1m==>\033[0m %s\n' "$*" >&2; }

fail() {
    printf 'error: %s\n' "$*" >&2
    exit 1
}

# Prints the packages of the given groups, one a line.
packages_of() {
    local group
    for group in "$@"; do
        awk -v group="$group" '$1 == group { print $2 }' "$strata_root/packaging/packages.txt"
    done
}

# Prints those of the given packages that are not installed.
missing_of() {
    local package
    for package in "$@"; do
        if [[ "$(dpkg-query --show --showformat '${db:Status-Status}' "$package" 2>/dev/null)" != installed ]]; then
            printf '%s\n' "$package"
        fi
    done
}

as_root() {
    if [[ $EUID -eq 0 ]]; then
        "$@"
    else
        sudo "$@"
    fi
}

apt_get() {
    as_root env DEBIAN_FRONTEND=noninteractive apt-get --quiet --yes \
        -o DPkg::Lock::Timeout=600 -o Acquire::Retries=3 "$@"
}

# Package lists are refreshed only when they do not know a package or are too old to download it.
install_groups() {
    local -a wanted missing
    mapfile -t wanted < <(packages_of "$@")
    if ! command -v apt-get >/dev/null; then
        say "This is not a Debian; needed are the equivalents of: ${wanted[*]}"
        return
    fi
    mapfile -t missing < <(missing_of "${wanted[@]}")
    [[ ${#missing[@]} -gt 0 ]] || return 0
    if [[ $EUID -ne 0 ]] && ! command -v sudo >/dev/null; then
        fail "packages are missing and there is neither root nor sudo; as root run: apt-get install ${missing[*]}"
    fi
    if [[ $EUID -ne 0 && ! -t 0 ]] && ! sudo -n true 2>/dev/null; then
        fail "packages are missing and sudo wants a password; run in a terminal: sudo apt-get install ${missing[*]}"
    fi
    say "Installing ${#missing[@]} packages: ${missing[*]}"
    if ! apt-cache show "${missing[@]}" >/dev/null 2>&1; then
        apt_get update
    fi
    if ! apt_get install --no-install-recommends "${missing[@]}"; then
        say "Refreshing the package lists and trying once more"
        apt_get update
        apt_get install --no-install-recommends "${missing[@]}" \
            || fail "apt-get could not install: ${missing[*]}"
    fi
}

# As many jobs as cores, but 1.5 GB of free memory for each (qcustomplot.h takes 0.7 GB to compile).
job_count() {
    local cores free_kb limit jobs
    cores="$(nproc)"
    free_kb="$(awk '/^MemAvailable:/ { print $2 }' /proc/meminfo 2>/dev/null || true)"
    limit="$(cat /sys/fs/cgroup/memory.max 2>/dev/null || true)"
    if [[ "$limit" =~ ^[0-9]+$ ]] && ((limit / 1024 < ${free_kb:-limit})); then
        free_kb=$((limit / 1024))
    fi
    jobs=$((${free_kb:-1500000} / 1500000))
    ((jobs < cores)) || jobs="$cores"
    ((jobs > 0)) || jobs=1
    printf '%s\n' "$jobs"
}

# build_preset PRESET [cmake configure options]: the programs then lie in build/PRESET/bin.
build_preset() {
    local preset="$1" jobs
    shift
    jobs="$(job_count)"
    say "Configuring preset $preset"
    (cd -- "$strata_root" && cmake --preset "$preset" "$@") || fail "CMake could not configure preset $preset"
    say "Building with $jobs jobs"
    cmake --build "$strata_root/build/$preset" --parallel "$jobs" || fail "the build of preset $preset failed"
}
