// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/catalog/library.h"

#include <filesystem>
#include <span>

namespace strata {

/// A library with the entries of JSON files in folders of the user's beside its own. Each file states the kind of its
/// entry; it may be changed from an entry of the library with `base` and `set`. What is not sound is left out and told
/// with the file's whole path; the library's own entries stay as they are. A folder that cannot be read is an error of
/// its own.
Library::Partial withFolders(const std::shared_ptr<const Library>& library,
                             std::span<const std::filesystem::path> folders);

} // namespace strata
