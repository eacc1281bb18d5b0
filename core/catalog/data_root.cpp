// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/data_root.h"

#include <cstdlib>

namespace strata {
namespace {

namespace fs = std::filesystem;

bool isDataRoot(const fs::path& folder) {
    std::error_code ignored;
    return fs::is_directory(folder / "hwlib", ignored) && fs::is_directory(folder / "workloads", ignored);
}

/// The value of a variable, nothing where it is not set or empty.
std::optional<std::string> environment(const char* variable) {
    const char* const value = std::getenv(variable);
    return value == nullptr || *value == '\0' ? std::nullopt : std::optional<std::string>(value);
}

Result<fs::path> named(const fs::path& folder, const std::string& what) {
    if (isDataRoot(folder)) return folder;
    return Error{"no-data",
                 "",
                 {"error.has-no-folders-hwlib-and-workloads", {{"what", what}}},
                 {"accepted.folder-has-both"},
                 folder.string()};
}

} // namespace

fs::path programFolder() {
    std::error_code failure;
    const fs::path program = fs::read_symlink("/proc/self/exe", failure);
    return failure ? fs::current_path() : program.parent_path();
}

Result<fs::path> dataRoot(const std::optional<std::string>& given) {
    if (given) return named(*given, "--data-root");
    if (const auto root = environment("STRATA_ROOT")) return named(*root, "STRATA_ROOT");
    const fs::path here = programFolder();
    const fs::path installed = (here / ".." / "share" / "strata").lexically_normal();
    if (isDataRoot(installed)) return installed;
    for (fs::path above = here; above.has_relative_path(); above = above.parent_path()) {
        if (isDataRoot(above)) return above;
    }
    return Error{"no-data",
                 "",
                 {"error.folders-hwlib-and-workloads-found-neither",
                  {{"installed", installed.string()}, {"here", here.string()}}},
                 {"accepted.data-root-dir-or-strata-root"},
                 {}};
}

} // namespace strata
