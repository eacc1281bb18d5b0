// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <filesystem>
#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>

namespace strata {
class Library;
}

namespace strata::assess {

/// What a reader finds in a data set.
struct SetContents {
    std::size_t rows = 0;                     ///< answered, excluded and refused
    std::map<std::string, std::size_t> flags; ///< rows that carry each flag
    std::set<std::string> names;              ///< by which the set is split: devices, systems, engines or sources
};

/// A data set that the laboratory reads; its manifest has the same id.
struct DataSet {
    std::string_view id;
    std::string_view suite; ///< of which it is a part
    Result<SetContents> (*read)(const std::filesystem::path& folder, const Library& library) = nullptr;
};

/// All of them, each once.
std::span<const DataSet> dataSets();

} // namespace strata::assess
