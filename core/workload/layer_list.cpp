// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workload/layer_document.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace strata::workload {

LayerDocuments::LayerDocuments() : layers_(std::make_unique<Json>(Json::array())) {}

LayerDocuments::~LayerDocuments() = default;

void LayerDocuments::add(const std::string& name, const char* operator_name, std::uint64_t repeat,
                         std::initializer_list<Size> sizes) {
    if (repeat == 0) return;
    Json layer{{"name", name}, {"operator", operator_name}, {"repeat", repeat}};
    for (const auto& [key, size] : sizes) layer[key] = size;
    layers_->push_back(std::move(layer));
}

void LayerDocuments::addMatmul(const std::string& name, std::uint64_t repeat, std::uint64_t m, std::uint64_t n,
                               std::uint64_t k, std::uint64_t batch) {
    add(name, "matmul", repeat, {{"batch", batch}, {"m", m}, {"n", n}, {"k", k}});
}

Json LayerDocuments::take() { return std::move(*layers_); }

Result<Json> listLayers(const Json& workload, const LayerListOptions& options) {
    if (options.batch == 0) return Error{"bad-value", "", "the batch is 0", "at least 1", {}};
    const auto kind = workload.find("kind");
    if (kind != workload.end() && *kind == "cnn") return cnnLayers(workload, options);
    if (kind != workload.end() && *kind == "transformer") return transformerLayers(workload, options);
    return Error{"bad-value", "/kind", "the workload is neither a cnn nor a transformer", "\"cnn\" or \"transformer\"", {}};
}

Result<Json> findLayer(const Json& workload, std::string_view layer, const LayerListOptions& options) {
    auto layers = listLayers(workload, options);
    if (!layers) return layers.error();
    std::vector<std::string> names;
    for (const Json& one : *layers) {
        names.push_back(one.at("name").get<std::string>());
        if (names.back() == layer) return one;
    }
    std::string all;
    for (const std::string& name : names) all += (all.empty() ? "" : ", ") + name;
    const std::string nearest = nearestWord(layer, names);
    return Error{"not-found", "", workload.value("name", std::string("the model")) + " has no layer \"" + std::string(layer) + "\"",
                 (nearest.empty() ? "" : "\"" + nearest + "\" (nearest), all: ") + all, {}};
}

}  // namespace strata::workload
