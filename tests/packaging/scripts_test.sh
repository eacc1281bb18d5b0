#!/usr/bin/env bash
# scripts_test.sh PACKAGING: packages.txt is well formed, and lib.sh asks apt-get for exactly what is missing.
# apt-get, dpkg-query, apt-cache and sudo are replaced by stand-ins that record what they were asked.
# shellcheck disable=SC2016  # the stand-ins expand their variables themselves
set -euo pipefail
packaging="$1"

wrong() { printf 'FAIL: %s\n' "$*" >&2; exit 1; }

# --- the package list ---
malformed="$(grep -vE '^(#.*)?$|^(build|run|test|develop) [a-z0-9.+-]+ +# .+' "$packaging/packages.txt" || true)"
[[ -z "$malformed" ]] || wrong "packages.txt: $malformed"
repeated="$(awk '/^[a-z]/ { print $2 }' "$packaging/packages.txt" | sort | uniq -d)"
[[ -z "$repeated" ]] || wrong "named twice in packages.txt: $repeated"

# --- a machine made of stand-ins ---
sandbox="$(mktemp -d)"
trap 'rm -rf -- "$sandbox"' EXIT
mkdir -p "$sandbox/with space/packaging" "$sandbox/bin" "$sandbox/sudo"
cp "$packaging/lib.sh" "$sandbox/with space/packaging/"
printf 'build first # a\nrun second # b\ntest third # c\n' > "$sandbox/with space/packaging/packages.txt"
for tool in bash env awk cat dirname nproc; do ln -s "$(command -v "$tool")" "$sandbox/bin/$tool"; done

stand_in() {
    printf '#!/usr/bin/env bash\n%s\n' "$2" > "$sandbox/$1"
    chmod +x "$sandbox/$1"
}
# $5 of dpkg-query and everything after the first word of apt-cache are package names.
stand_in bin/dpkg-query '[[ " $INSTALLED " == *" ${*: -1} "* ]] && printf installed'
stand_in bin/apt-cache 'shift; for name in "$@"; do [[ " $KNOWN " == *" $name "* ]] || exit 100; done'
stand_in bin/apt-get 'printf "%s\n" "$*" >> "$LOG"; [[ "$*" != *" install "* || -z "$BROKEN" ]]'
stand_in sudo/sudo '[[ "$1" != -n ]] || shift; exec "$@"'

# install [VARIABLE=VALUE...]: runs install_groups build run; the calls of apt-get end in $sandbox/log.
install() {
    : > "$sandbox/log"
    env -i PATH="$sandbox/bin:$sandbox/sudo" LOG="$sandbox/log" INSTALLED="" KNOWN="first second" BROKEN="" "$@" \
        bash -c 'set -euo pipefail; cd /; source "$0/packaging/lib.sh"; install_groups build run' \
        "$sandbox/with space" > "$sandbox/out" 2>&1 < /dev/null
}

install INSTALLED="first second" || wrong "all installed, yet: $(cat "$sandbox/out")"
[[ ! -s "$sandbox/log" ]] || wrong "apt-get was called with nothing missing: $(cat "$sandbox/log")"

install INSTALLED="first" || wrong "one missing: $(cat "$sandbox/out")"
[[ "$(grep -c . "$sandbox/log")" == 1 && "$(cat "$sandbox/log")" == *" install "*" second" ]] \
    || wrong "one missing, but apt-get was asked: $(cat "$sandbox/log")"
[[ "$(cat "$sandbox/log")" != *first* ]] || wrong "an installed package was asked for"

install KNOWN="" || wrong "unknown packages: $(cat "$sandbox/out")"
[[ "$(head -n 1 "$sandbox/log")" == *update && "$(tail -n 1 "$sandbox/log")" == *"first second" ]] \
    || wrong "unknown packages need a fresh list first: $(cat "$sandbox/log")"

! install BROKEN=1 || wrong "a failing apt-get went unnoticed"
grep -q 'apt-get could not install: first second' "$sandbox/out" || wrong "unclear: $(cat "$sandbox/out")"

# --- neither root nor sudo ---
if [[ $EUID -eq 0 ]]; then
    command -v setpriv >/dev/null || exit 0
    chmod -R a+rwX "$sandbox"
    unprivileged=(setpriv --reuid=65534 --regid=65534 --clear-groups)
else
    unprivileged=()
fi
rm "$sandbox/sudo/sudo"
! "${unprivileged[@]}" env -i PATH="$sandbox/bin" LOG="$sandbox/log" INSTALLED="" KNOWN="" BROKEN="" \
    bash -c 'set -euo pipefail; cd /; source "$0/packaging/lib.sh"; install_groups build run' \
    "$sandbox/with space" > "$sandbox/out" 2>&1 < /dev/null || wrong "installed without root or sudo"
grep -q 'neither root nor sudo.*first second' "$sandbox/out" || wrong "unclear: $(cat "$sandbox/out")"
