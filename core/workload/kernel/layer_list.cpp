// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workload/kernel/layer_document.h"
#include "core/workload/listed/listed_graph.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace strata::workload {

namespace {

std::string_view kindOf(const Json& workload) {
    const auto kind = workload.find("kind");
    return kind != workload.end() && kind->is_string() ? kind->get_ref<const std::string&>() : std::string_view();
}

Result<void> checkSizes(const LayerListOptions& options) {
    const auto outside = [](std::uint64_t size) { return static_cast<double>(size) > kLargestBound; };
    if (options.batch == 0 || outside(options.batch)) {
        return Error{"out-of-range", "", {"error.batch", {{"batch", options.batch}}}, {"accepted.1-to-1e12"}, {}};
    }
    if (static_cast<double>(options.batch) * static_cast<double>(options.sequence) <= kLargestBound) return {};
    return Error{"out-of-range",
                 "",
                 {"error.batch-and-sequence-make-x-tokens", {{"batch", options.batch}, {"sequence", options.sequence}}},
                 {"accepted.at-most-1e12-tokens"},
                 {}};
}

} // namespace

LayerDocuments::LayerDocuments() : layers_(std::make_unique<Json>(Json::array())) {}

LayerDocuments::~LayerDocuments() = default;

void LayerDocuments::add(const std::string& name, const char* operator_name, std::uint64_t repeat,
                         std::initializer_list<Size> sizes) {
    if (repeat == 0) return;
    Json layer{{"name", name}, {"operator", operator_name}, {"repeat", repeat}};
    for (const auto& [key, size] : sizes)
        layer[key] = size;
    layers_->push_back(std::move(layer));
}

void LayerDocuments::addMatmul(const std::string& name, std::uint64_t repeat, std::uint64_t m, std::uint64_t n,
                               std::uint64_t k, std::uint64_t batch) {
    add(name, "matmul", repeat, {{"batch", batch}, {"m", m}, {"n", n}, {"k", k}});
}

Json LayerDocuments::take() { return std::move(*layers_); }

Result<Json> listLayers(const Json& workload, const LayerListOptions& options) {
    if (auto fits = checkSizes(options); !fits) return fits.error();
    const std::string_view kind = kindOf(workload);
    if (kind == "cnn") return cnnLayers(workload, options);
    if (kind == "transformer") return transformerLayers(workload, options);
    if (kind == "graph") return listedLayers(workload, options);
    return Error{
        "bad-value", "/kind", {"error.workload-neither-cnn-nor-transformer"}, {"accepted.cnn-or-transformer"}, {}};
}

Result<Json> findLayer(const Json& workload, std::string_view layer, const LayerListOptions& options) {
    if (auto fits = checkSizes(options); !fits) return fits.error();
    if (kindOf(workload) == "cnn") {
        auto made = cnnLayer(workload, layer, options);
        if (!made) return made.error();
        if (!made->is_null()) return made;
    }
    auto layers = listLayers(workload, options);
    if (!layers) return layers.error();
    std::vector<std::string> names;
    for (const Json& stated : *layers) {
        names.push_back(stated.at("name").get<std::string>());
        if (names.back() == layer) return stated;
    }
    std::string all;
    for (const std::string& name : names)
        all += (all.empty() ? "" : ", ") + name;
    const std::string nearest = nearestWord(layer, names);
    return Error{"not-found",
                 "",
                 {"error.has-no-layer", {{"name", workload.value("name", std::string("the model"))}, {"layer", layer}}},
                 nearest.empty() ? verbatim(all) : Message{"accepted.nearest", {{"nearest", nearest}, {"all", all}}},
                 {}};
}

} // namespace strata::workload
