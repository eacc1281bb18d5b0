#!/usr/bin/env bash
# Makes an AppImage of the window and its programs. Needs linuxdeploy and its plugin for Qt on the PATH.
set -euo pipefail
# shellcheck source=packaging/lib.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/lib.sh"

for tool in linuxdeploy linuxdeploy-plugin-qt; do
    command -v "$tool" >/dev/null || fail "$tool is not on the PATH; it is a project of github.com/linuxdeploy"
done
install_groups build run
build_preset release -DSTRATA_BUILD_TESTS=OFF

folder="$strata_root/build/appimage"
rm -rf -- "$folder"
mkdir -p -- "$folder"
cmake --install "$strata_root/build/release" --prefix "$folder/AppDir/usr"
cd -- "$folder"
say "Collecting libraries"
QMAKE="${QMAKE:-$(command -v qmake6)}" linuxdeploy --appdir AppDir --plugin qt \
    --executable AppDir/usr/bin/strata-cli --executable AppDir/usr/bin/strata-figure \
    --desktop-file AppDir/usr/share/applications/org.strata.explorer.desktop \
    --icon-file AppDir/usr/share/icons/hicolor/scalable/apps/strata.svg --output appimage
say "Made $(ls "$folder"/*.AppImage)"
