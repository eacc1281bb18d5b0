// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace strata::exchange {

/// Weights of one number format.
struct StoredType {
    std::string type; ///< as the file names it: "BF16", "F8_E4M3"
    std::uint64_t tensors = 0, elements = 0, bytes = 0;
};

/// What headers of safetensors say of a checkpoint.
struct StoredWeights {
    std::vector<StoredType> types; ///< most bytes first
    std::uint64_t tensors = 0, elements = 0, bytes = 0;
    std::vector<std::string> files;         ///< that were read
    std::vector<std::string> missing_files; ///< that an index names and that are not there
    std::uint64_t stated_bytes = 0;         ///< metadata.total_size of an index; 0: not stated
    /// Elements that count as parameters: without scales, zero points and positions of packed formats; packed 4-bit
    /// weights count as the numbers that they hold where their names tell that they are packed.
    std::uint64_t parameters = 0;
};

/// A header: the JSON that follows the first eight bytes. `whole_bytes` is the size of the file, 0 where it is not
/// known; tensors must lie within it, one behind the other. Errors: "malformed-safetensors", "bad-value" with the
/// pointer, those of parseJson().
Result<StoredWeights> parseSafetensorsHeader(std::string_view header, std::uint64_t whole_bytes, std::string_view file);

/// A .safetensors file, of which only the header is read, or a model.safetensors.index.json, whose files are read
/// where they stand beside it. Errors: those of parseSafetensorsHeader(), "unreadable-file".
Result<StoredWeights> readSafetensors(const std::filesystem::path& path);

/// Whether a document is an index: it has a weight_map.
bool isSafetensorsIndex(std::string_view file_name);

} // namespace strata::exchange
