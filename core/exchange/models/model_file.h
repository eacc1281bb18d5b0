// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/exchange/models/imported_entry.h"

#include <filesystem>
#include <map>
#include <optional>

namespace strata::exchange {

/// What a reader of a model's file may be told.
struct ModelFileOptions {
    std::string id;                           ///< of the entry; empty: made from the file
    std::map<std::string, double> dimensions; ///< values of the dimensions that a network only names
};

/// Formats of models, told apart by a file's name and its first bytes.
enum class ModelFormat { HuggingFace, Onnx, ScaleSim, ScaleSimConfig, Maestro, Safetensors };
std::optional<ModelFormat> modelFormatOf(const std::filesystem::path& path);

/// The entry that a file of another tool describes: config.json of Hugging Face (with the number of parameters where
/// safetensors stand beside it), an ONNX network, a topology of SCALE-Sim or a network of MAESTRO; of a configuration of
/// SCALE-Sim the entry of an npu. Errors: those of the
/// readers, "unknown-format".
Result<ImportedEntry> readModelFile(const std::filesystem::path& path, const ModelFileOptions& options = {});

} // namespace strata::exchange
