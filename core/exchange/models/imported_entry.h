// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"
#include "core/base/message.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace strata::exchange {

/// A catalog entry made from a file of another tool, and what a reader of its numbers should know.
struct ImportedEntry {
    std::shared_ptr<const Json> document; ///< valid under the schema of its kind
    std::vector<Message> notes;           ///< members and operators that were not understood, values that were assumed
};

/// An id that the catalog accepts, made from a name: "Some-Org/My Model_7B" -> "my-model-7b"; "imported" where the name
/// holds no letter or digit.
std::string entryIdOf(std::string_view name);

/// A name for what a file holds: the folder of a file called config.json, model.onnx or the like, else the file's stem.
std::string nameOfFile(std::string_view file);

} // namespace strata::exchange
