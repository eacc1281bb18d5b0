// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/npu/network/layer_parts.h"

#include "core/workload/kernel/operators.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <nlohmann/json.hpp>

namespace strata::npu::detail {
namespace {

std::uint64_t at(const Json& document, const char* key) { return document.value(key, std::uint64_t{1}); }

LayerPart withSizes(const NetworkLayer& layer, double pieces,
                    std::initializer_list<std::pair<const char*, std::uint64_t>> sizes) {
    Json document = *layer.document;
    for (const auto& [key, size] : sizes)
        document[key] = size;
    LayerPart part{layer, pieces};
    part.layer.flop /= pieces;
    // The document of a layer that has a loop nest stays one with smaller bounds.
    part.layer.problem = *workload::buildProblem(document, {});
    part.layer.document = std::make_shared<const Json>(std::move(document));
    part.layer.vector = {layer.vector.operations / pieces, layer.vector.read_words / pieces,
                         layer.vector.written_words / pieces};
    return part;
}

LayerPart passOf(const NetworkLayer& layer, double pieces) {
    LayerPart part{layer, pieces};
    part.layer.vector = {layer.vector.operations / pieces, layer.vector.read_words / pieces,
                         layer.vector.written_words / pieces};
    return part;
}

/// The bound of a piece, and how many of them there are.
std::pair<std::uint64_t, double> pieceOf(std::uint64_t bound, std::uint32_t cores) {
    const std::uint64_t piece = (bound + cores - 1) / cores;
    return {piece, static_cast<double>((bound + piece - 1) / piece)};
}

} // namespace

std::vector<LayerPart> partsOverCores(const NetworkLayer& layer, std::uint32_t cores) {
    if (cores <= 1) return {LayerPart{layer, 1}};
    if (!layer.document) return {passOf(layer, cores)};
    const Json& document = *layer.document;
    std::vector<LayerPart> parts;
    const auto cut = [&](const char* key) {
        const std::uint64_t bound = at(document, key);
        if (bound < 2) return;
        const auto [piece, pieces] = pieceOf(bound, cores);
        parts.push_back(withSizes(layer, pieces, {{key, piece}}));
    };
    if (layer.family == "conv2d") {
        cut("n");
        cut("p");
        const std::uint64_t groups = at(document, "groups");
        if (groups == 1) cut("m");
        // Groups are dealt out with their channels.
        if (groups > 1 && groups % cores == 0) {
            parts.push_back(withSizes(
                layer, cores,
                {{"groups", groups / cores}, {"c", at(document, "c") / cores}, {"m", at(document, "m") / cores}}));
        }
    } else if (layer.family == "matmul") {
        for (const char* key : {"batch", "n", "m"})
            cut(key);
    } else {
        cut("batch");
        cut("q_len");
        const std::uint64_t kv_heads = document.value("kv_heads", at(document, "heads"));
        if (kv_heads > 1) {
            const auto [piece, pieces] = pieceOf(kv_heads, cores);
            const std::uint64_t group = at(document, "heads") / kv_heads;
            parts.push_back(withSizes(layer, pieces, {{"kv_heads", piece}, {"heads", piece * group}}));
        }
    }
    if (parts.empty()) parts.push_back({layer, 1});
    return parts;
}

TileRows rowsOf(const NetworkLayer& layer) {
    if (!layer.document || !layer.by_rows) return {};
    const Json& document = *layer.document;
    const auto number = [&](const char* key) { return static_cast<double>(at(document, key)); };
    if (layer.family == "conv2d") {
        return {number("p"), number("n"), (number("r") - 1) * number("dilation") + 1, number("stride")};
    }
    if (layer.family == "matmul") return {number("m"), number("batch"), 1, 1};
    const double kv_heads = document.contains("kv_heads") ? number("kv_heads") : number("heads");
    return {number("q_len"), number("batch") * kv_heads, 1, 1};
}

LayerPart tileOf(const NetworkLayer& layer, double rows) {
    const TileRows all = rowsOf(layer);
    const double pieces = all.beside * std::ceil(all.rows / rows);
    const auto bound = static_cast<std::uint64_t>(rows);
    if (layer.family == "conv2d") return withSizes(layer, pieces, {{"n", 1}, {"p", bound}});
    if (layer.family == "matmul") return withSizes(layer, pieces, {{"batch", 1}, {"m", bound}});
    const Json& document = *layer.document;
    const std::uint64_t kv_heads = document.value("kv_heads", at(document, "heads"));
    return withSizes(layer, pieces,
                     {{"batch", 1}, {"kv_heads", 1}, {"heads", at(document, "heads") / kv_heads}, {"q_len", bound}});
}

} // namespace strata::npu::detail
