// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/models/model_file.h"

#include "core/exchange/models/hf_config.h"
#include "core/exchange/models/layer_tables.h"
#include "core/exchange/models/onnx_network.h"
#include "core/exchange/models/safetensors.h"

#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

namespace strata::exchange {
namespace {

/// Counts what safetensors beside a config hold; a checkpoint that is not there whole is passed over.
void addParameters(const std::filesystem::path& config, Json& entry, std::vector<Message>& notes) {
    for (const char* name : {"model.safetensors.index.json", "model.safetensors"}) {
        std::error_code failed;
        const std::filesystem::path path = config.parent_path() / name;
        if (!std::filesystem::is_regular_file(path, failed)) continue;
        const auto weights = readSafetensors(path);
        if (!weights || !weights->missing_files.empty() || weights->parameters == 0) continue;
        entry["parameters"] = weights->parameters;
        notes.push_back({"note.import-weights",
                         {{"parameters", static_cast<double>(weights->parameters)},
                          {"size", Amount{static_cast<double>(weights->bytes), "B"}},
                          {"type", weights->types.front().type}}});
        return;
    }
}

Result<ImportedEntry> readConfig(const std::filesystem::path& path) {
    const auto config = readJsonFile(path);
    if (!config) return config.error();
    auto imported = readHfConfig(*config, path.string());
    if (!imported) return imported;
    Json entry = *imported->document;
    addParameters(path, entry, imported->notes);
    imported->document = std::make_shared<const Json>(std::move(entry));
    return imported;
}

/// At most `most` bytes of a file; nothing where it cannot be read.
std::string beginOf(const std::filesystem::path& path, std::size_t most) {
    std::error_code failed;
    std::ifstream in(path, std::ios::binary);
    if (!std::filesystem::is_regular_file(path, failed) || !in) return {};
    std::string text(most, ' ');
    in.read(text.data(), static_cast<std::streamsize>(most));
    text.resize(static_cast<std::size_t>(in.gcount()));
    return text;
}

Result<ImportedEntry> readLayers(const std::filesystem::path& path, ModelFormat format) {
    const std::string text = beginOf(path, kMaximumJsonBytes + 1);
    if (text.size() > kMaximumJsonBytes)
        return Error{"too-large", "", {"error.file-too-large"}, {"accepted.at-most-16-mib"}, path.string()};
    if (format == ModelFormat::ScaleSimConfig) return parseScaleSimConfig(text, path.string());
    return format == ModelFormat::ScaleSim ? parseScaleSimTopology(text, path.string())
                                           : parseMaestroNetwork(text, path.string());
}

} // namespace

std::optional<ModelFormat> modelFormatOf(const std::filesystem::path& path) {
    const std::string name = path.filename().string();
    if (name.ends_with(".safetensors") || isSafetensorsIndex(name)) return ModelFormat::Safetensors;
    if (name.ends_with(".onnx")) return ModelFormat::Onnx;
    constexpr std::size_t kHead = 4096;
    if (name.ends_with(".csv") && isScaleSimTopology(beginOf(path, kHead))) return ModelFormat::ScaleSim;
    if (name.ends_with(".cfg") && isScaleSimConfig(beginOf(path, kHead))) return ModelFormat::ScaleSimConfig;
    if (name.ends_with(".m") && isMaestroNetwork(beginOf(path, kHead))) return ModelFormat::Maestro;
    if (!name.ends_with(".json")) return {};
    const auto document = readJsonFile(path);
    if (document && isHfConfig(*document)) return ModelFormat::HuggingFace;
    return {};
}

Result<ImportedEntry> readModelFile(const std::filesystem::path& path, const ModelFileOptions& options) {
    const auto format = modelFormatOf(path);
    if (!format || *format == ModelFormat::Safetensors) {
        return Error{"unknown-format",
                     "",
                     {"error.file-describes-no-model-can-be"},
                     {"accepted.config-json-hugging-face-onnx-network"},
                     path.string()};
    }
    auto imported = *format == ModelFormat::Onnx          ? readOnnxFile(path, options.dimensions)
                    : *format == ModelFormat::HuggingFace ? readConfig(path)
                                                          : readLayers(path, *format);
    if (!imported || options.id.empty()) return imported;
    Json entry = *imported->document;
    entry["id"] = entryIdOf(options.id);
    imported->document = std::make_shared<const Json>(std::move(entry));
    return imported;
}

} // namespace strata::exchange
