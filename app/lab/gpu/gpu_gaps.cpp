// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/gpu/gpu_gaps.h"

#include "app/lab/run/data_table.h"
#include "core/catalog/library.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace strata::assess {
namespace {

constexpr const char* kFile = "e2e_node_latencies.csv";

/// Where the traced layer of a model begins and ends, and how many layers there are (the data's README).
struct Layers {
    std::string_view model, first, last;
    double count = 1;
};
constexpr std::array kLayers{
    Layers{"bert_large", "bert_encoder_layer_0_attention_self_query", "bert_encoder_layer_0_output_layer_norm", 24},
    Layers{"gpt2_large", "transformer_h_0_ln_1", "add_15", 36},
    Layers{"gpt3_xl", "transformer_h_0_ln_1", "add_15", 24},
    Layers{"gpt3_27", "transformer_h_0_ln_1", "add_15", 32},
    Layers{"opt_13", "model_decoder_layers_0_self_attn_layer_norm", "view_11", 24}};

/// Classes of nodes that run a kernel.
bool runsKernel(std::string_view op_class) {
    constexpr std::array kOther{std::string_view("BMM"), std::string_view("Linear"), std::string_view("EMBEDDING"),
                                std::string_view("contiguous"), std::string_view("cumsum"), std::string_view("where")};
    return op_class.starts_with("VEC") || std::ranges::find(kOther, op_class) != kOther.end();
}

/// These boards' node times lie 18 to 54 % above the whole model: the data's README tells not to use them.
bool contradicts(std::string_view device, std::string_view model) {
    return device == "A100-PCIe-40GB" && (model == "bert_large" || model == "gpt2_large");
}

} // namespace

std::string kernelSumKey(std::string_view device, std::string_view model, std::string_view mode, double sequence,
                         double batch) {
    std::string key(device);
    for (const std::string_view part : {model, mode})
        key.append("|").append(part);
    return key + "|" + std::to_string(static_cast<long>(sequence)) + "|" + std::to_string(static_cast<long>(batch));
}

Result<KernelSums> readKernelSums(const std::filesystem::path& folder, const Library& library) {
    KernelSums sums;
    if (findTable(folder, kFile).empty()) return sums;
    const auto table = readTable(folder, kFile, {"device", "model", "mode", "seqlen", "batch", "node", "op_class", "fw_ms"});
    if (!table) return table.error();
    std::string run;
    bool inside = false;
    for (std::size_t row = 0; row < table->rows(); ++row) {
        const std::string_view device = table->text(row, "device"), model = table->text(row, "model");
        const std::string_view mode = table->text(row, "mode"), node = table->text(row, "node");
        const auto layers = std::ranges::find(kLayers, model, &Layers::model);
        const Entry* entry = library.find(device);
        if (entry == nullptr || mode != "inf" || layers == kLayers.end() || contradicts(device, model)) continue;
        const std::string key = kernelSumKey(entry->id, model, mode, table->numberOr(row, "seqlen", 0), table->numberOr(row, "batch", 0));
        if (key != run) inside = false; // nodes of a run stand together, in the order of the graph
        run = key;
        inside = inside || node == layers->first;
        const double times = inside ? layers->count : 1.0;
        if (runsKernel(table->text(row, "op_class"))) sums[key] += times * table->numberOr(row, "fw_ms", 0) * 1e-3;
        if (node == layers->last) inside = false;
    }
    return sums;
}

} // namespace strata::assess
