// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workload/kernel/layer_document.h"

#include <nlohmann/json.hpp>
#include <set>
#include <string_view>

namespace strata::workload {

namespace {

std::uint64_t sizeOf(const Json& layer, const char* key, std::uint64_t absent = 1) {
    const auto found = layer.find(key);
    return found == layer.end() ? absent : found->get<std::uint64_t>();
}

/// Rows or columns that a convolution makes of its input, as every framework counts them.
Result<void> checkExtent(const Json& layer, const char* side, const std::string& pointer) {
    const std::string out = std::string("out_") + side;
    const bool columns_apart = std::string_view(side) == "width" && layer.contains("pad_width");
    const std::uint64_t pad = sizeOf(layer, columns_apart ? "pad_width" : "pad", 0);
    const std::uint64_t padded = sizeOf(layer, (std::string("in_") + side).c_str()) + 2 * pad;
    const std::uint64_t covered =
        sizeOf(layer, "dilation") * (sizeOf(layer, (std::string("kernel_") + side).c_str()) - 1) + 1;
    const std::uint64_t made = padded < covered ? 0 : (padded - covered) / sizeOf(layer, "stride") + 1;
    if (made == sizeOf(layer, out.c_str())) return {};
    return Error{"bad-value",
                 pointer + "/" + out,
                 {"error.but-input-kernel-stride-and-pad",
                  {{"out", out},
                   {"name", layer.at("name").get<std::string>()},
                   {"out_2", sizeOf(layer, out.c_str())},
                   {"made", made}}},
                 {"accepted.value", {{"value", made}}},
                 {}};
}

/// Adds what a layer request can evaluate; pools and sums are passed over.
Result<void> addLayer(const Json& layer, std::uint64_t batch, const std::string& pointer, LayerDocuments& documents) {
    const std::string name = layer.at("name").get<std::string>();
    if (layer.at("operator") == "linear") {
        documents.addMatmul(name, sizeOf(layer, "repeat"), batch, sizeOf(layer, "out_channels"),
                            sizeOf(layer, "in_channels"));
    }
    if (layer.at("operator") != "conv2d") return {};
    for (const char* side : {"height", "width"}) {
        if (auto fits = checkExtent(layer, side, pointer); !fits) return fits;
    }
    documents.add(name, "conv2d", sizeOf(layer, "repeat"),
                  {{"n", batch},
                   {"c", sizeOf(layer, "in_channels")},
                   {"m", sizeOf(layer, "out_channels")},
                   {"p", sizeOf(layer, "out_height")},
                   {"q", sizeOf(layer, "out_width")},
                   {"r", sizeOf(layer, "kernel_height")},
                   {"s", sizeOf(layer, "kernel_width")},
                   {"stride", sizeOf(layer, "stride")},
                   {"dilation", sizeOf(layer, "dilation")},
                   {"groups", sizeOf(layer, "groups")}});
    return {};
}

} // namespace

Result<Json> cnnLayers(const Json& cnn, const LayerListOptions& options) {
    if (auto valid = validate(cnn, cnnSchema()); !valid) return valid.error();
    LayerDocuments documents;
    std::set<std::string> names;
    const Json& layers = cnn.at("layers");
    for (std::size_t i = 0; i < layers.size(); ++i) {
        const std::string pointer = "/layers/" + std::to_string(i);
        const std::string name = layers[i].at("name").get<std::string>();
        if (!names.insert(name).second) {
            return Error{"bad-value",
                         pointer + "/name",
                         {"error.two-layers-named", {{"name", name}}},
                         {"accepted.name-own"},
                         {}};
        }
        if (auto added = addLayer(layers[i], options.batch, pointer, documents); !added) return added.error();
    }
    return documents.take();
}

Result<Json> cnnLayer(const Json& cnn, std::string_view name, const LayerListOptions& options) {
    const auto layers = cnn.find("layers");
    if (layers == cnn.end() || !layers->is_array()) return Json();
    for (std::size_t i = 0; i < layers->size(); ++i) {
        const Json& layer = (*layers)[i];
        if (!layer.is_object() || !layer.contains("name") || layer.at("name") != name) continue;
        const std::string pointer = "/layers/" + std::to_string(i);
        if (auto valid = validate(layer, cnnLayerSchema(), pointer); !valid) return valid.error();
        LayerDocuments documents;
        if (auto added = addLayer(layer, options.batch, pointer, documents); !added) return added.error();
        const Json made = documents.take();
        return made.empty() ? Json() : made.front();
    }
    return Json();
}

} // namespace strata::workload
