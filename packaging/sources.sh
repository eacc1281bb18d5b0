#!/usr/bin/env bash
# sources.sh FOLDER: the sources of the current commit as strata-VERSION.tar.gz, and with them strata-VERSION.spdx.json, the
# libraries that the built programs of build/release link, with their packages and versions.
set -euo pipefail
# shellcheck source=packaging/lib.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/lib.sh"

folder="${1:?sources.sh FOLDER}"
mkdir -p -- "$folder"
version="$(sed -n 's/^project(Strata VERSION \([0-9.]*\).*/\1/p' "$strata_root/CMakeLists.txt")"
git -C "$strata_root" archive --format=tar.gz --prefix="strata-$version/" --output="$(realpath -- "$folder")/strata-$version.tar.gz" HEAD

programs="${STRATA_BIN:-$strata_root/build/release/bin}"
[[ -x "$programs/strata-cli" ]] || fail "there are no programs in $programs; packaging/run.sh or packaging/test.sh builds them"
mapfile -t libraries < <(for program in strata strata-cli strata-figure strata-lab; do
    [[ ! -x "$programs/$program" ]] || ldd "$programs/$program" | awk '$3 ~ /^\// { print $3 }'
done | sort -u | xargs -r realpath -- | sort -u)
mapfile -t packages < <(for library in "${libraries[@]}"; do
    dpkg-query --search "$library" 2>/dev/null || dpkg-query --search "${library#/usr}" 2>/dev/null || true
done | sed 's/: .*//' | sort -u)

{
    printf '{"spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": "strata-%s",\n' "$version"
    printf ' "documentNamespace": "https://spdx.org/spdxdocs/strata-%s-%s",\n' "$version" "$(git -C "$strata_root" rev-parse HEAD)"
    printf ' "creationInfo": {"created": "%s", "creators": ["Tool: strata-sources"]},\n' \
        "$(git -C "$strata_root" show -s --format=%cd --date=format-local:%Y-%m-%dT%H:%M:%SZ HEAD)"
    printf ' "packages": [\n  {"SPDXID": "SPDXRef-strata", "name": "strata", "versionInfo": "%s", "licenseDeclared": "GPL-3.0-or-later", "downloadLocation": "NOASSERTION"}' "$version"
    for package in "${packages[@]}"; do
        printf ',\n  {"SPDXID": "SPDXRef-%s", "name": "%s", "versionInfo": "%s", "downloadLocation": "NOASSERTION"}' \
            "$(tr -c 'A-Za-z0-9.\n' - <<< "$package")" "$package" \
            "$(dpkg-query --show --showformat '${Version}' "$package")"
    done
    printf '\n ],\n "relationships": [\n  {"spdxElementId": "SPDXRef-DOCUMENT", "relationshipType": "DESCRIBES", "relatedSpdxElement": "SPDXRef-strata"}'
    for package in "${packages[@]}"; do
        printf ',\n  {"spdxElementId": "SPDXRef-strata", "relationshipType": "DYNAMIC_LINK", "relatedSpdxElement": "SPDXRef-%s"}' \
            "$(tr -c 'A-Za-z0-9.\n' - <<< "$package")"
    done
    printf '\n ]}\n'
} > "$folder/strata-$version.spdx.json"
say "Made $folder/strata-$version.tar.gz and $folder/strata-$version.spdx.json with ${#packages[@]} packages"
