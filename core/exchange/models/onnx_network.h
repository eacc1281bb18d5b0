// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/exchange/models/imported_entry.h"

#include <filesystem>
#include <map>
#include <string>
#include <string_view>

namespace strata::exchange {

/// The graph entry that an ONNX network describes, with the shapes that follow from its inputs. Operators whose inputs
/// are all constants count no time, nor do views (reshape, squeeze, split, slice). Unknown operators are named in a
/// note, and so are dimensions without a size and the sizes that were assumed for them: 1 for the first dimension of
/// an input, 128 for the others.
/// @param dimensions sizes of dimensions that the network only names
/// Errors: "malformed-onnx", "too-large", "not-modelled" where no operator could be read.
Result<ImportedEntry> parseOnnx(std::string_view bytes, std::string_view file,
                                const std::map<std::string, double>& dimensions = {});

/// The same from a file. Errors also: "unreadable-file".
Result<ImportedEntry> readOnnxFile(const std::filesystem::path& path,
                                   const std::map<std::string, double>& dimensions = {});

} // namespace strata::exchange
