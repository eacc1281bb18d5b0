// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/input/places.h"

#include <cstdlib>

namespace strata::cli {
namespace {

namespace fs = std::filesystem;

/// The value of a variable, nothing where it is not set or empty.
std::optional<std::string> environment(const char* variable) {
    const char* const value = std::getenv(variable);
    return value == nullptr || *value == '\0' ? std::nullopt : std::optional<std::string>(value);
}

} // namespace

fs::path catalogFile(const std::optional<std::string>& given) {
    if (given) return *given;
    const fs::path home = environment("HOME").value_or(".");
    const fs::path data = environment("XDG_DATA_HOME").value_or((home / ".local" / "share").string());
    return data / "strata" / "catalog.sqlite";
}

} // namespace strata::cli
