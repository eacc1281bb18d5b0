// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/npu/mapper.h"

#include <filesystem>
#include <string>
#include <vector>

namespace strata::assess {

/// A space that the reference mapper searched: what it kept fixed, what it found and how long it took.
struct MapperSpace {
    std::string id;
    hardware::NpuArchitecture architecture;
    workload::Problem problem;
    npu::Mapping best; ///< that the reference tool found
    npu::MapperSettings settings;
    double reference_s = 0.0;          ///< processor time of its search
    std::uint64_t reference_tried = 0; ///< mappings
};

/// A document of the reference's searches. Errors: those of reading its parts.
Result<MapperSpace> readMapperSpace(const std::filesystem::path& file);

/// All documents of a folder in the order of their names. Errors: "unreadable-file" where there are none.
Result<std::vector<MapperSpace>> readMapperSpaces(const std::filesystem::path& folder);

} // namespace strata::assess
