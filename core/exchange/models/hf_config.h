// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/exchange/models/imported_entry.h"

namespace strata::exchange {

/// Whether a document is the config.json of a model on Hugging Face: it names a model_type or the classes of a
/// transformers model.
bool isHfConfig(const Json& document);

/// The transformer entry that a config.json describes. Families and their defaults stand in hf_families.json; a config
/// of another family is read by the names of its members, with a note. Members that nothing reads are named in a note.
/// @param file stands in errors and gives the entry its name where the config states none
/// Errors: "missing", "bad-value" with the pointer of the member; "not-modelled" for models without attention.
Result<ImportedEntry> readHfConfig(const Json& config, std::string_view file);

} // namespace strata::exchange
