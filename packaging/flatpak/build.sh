#!/usr/bin/env bash
# Builds the Flatpak and installs it for the user. Needs flatpak-builder, the runtime org.kde.Platform, and a Debian whose
# source packages apt-get may fetch: the libraries that the runtime lacks are built from these.
set -euo pipefail
cd -- "$(dirname -- "${BASH_SOURCE[0]}")"

libraries=(nlohmann-json3 eigen3 boost1.74 cli11 protobuf libyaml zydis md4c qcustomplot)

for tool in flatpak-builder apt-get dpkg-source; do
    command -v "$tool" >/dev/null || { printf '%s is not on the PATH\n' "$tool" >&2; exit 1; }
done
mkdir -p sources
for library in "${libraries[@]}"; do
    [[ -d "sources/$library" ]] && continue
    folder="$(mktemp -d)"
    (cd "$folder" && apt-get source --download-only "$library" && dpkg-source -x ./*.dsc unpacked)
    mv "$folder/unpacked" "sources/$library"
    rm -rf -- "$folder"
done
flatpak-builder --user --install --force-clean ../../build/flatpak org.strata.explorer.yml
