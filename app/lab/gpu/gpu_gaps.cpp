// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/gpu/gpu_gaps.h"

#include "app/lab/run/data_table.h"
#include "core/catalog/library.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <string_view>

namespace strata::assess {
namespace {

constexpr const char* kFile = "e2e_node_latencies.csv";

/// Where the traced layer of a family of models begins and ends (the data's README).
struct TracedLayer {
    std::string_view family, first, last;
};
constexpr std::array kLayers{
    TracedLayer{"bert", "bert_encoder_layer_0_attention_self_query", "bert_encoder_layer_0_output_layer_norm"},
    TracedLayer{"gpt", "transformer_h_0_ln_1", "add_15"},
    TracedLayer{"opt", "model_decoder_layers_0_self_attn_layer_norm", "view_11"}};

/// A node's operation: its name without the number that tells it from others of the graph.
std::string_view nodeOperation(std::string_view node) {
    const std::size_t end = node.find_last_not_of("0123456789");
    const bool numbered = end != std::string_view::npos && end + 1 < node.size() && node[end] == '_';
    return numbered ? node.substr(0, end) : node;
}

/// Operations that the data count among shapes and views ("misc") though each writes a tensor of its own: the lower
/// bound of OPT's scores, masks that are filled, rows of further tables of embeddings.
bool writesTensor(std::string_view node) {
    constexpr std::array kOperations{std::string_view("max"), std::string_view("masked_fill"),
                                     std::string_view("masked_fill_"), std::string_view("embedding")};
    const std::string_view operation = nodeOperation(node);
    return std::ranges::find(kOperations, operation) != kOperations.end() || operation.ends_with("_embeddings") ||
           operation.ends_with("_wpe");
}

/// Nodes that run a kernel. Dropout does so in training alone: else it returns what it got. The first reshape of OPT's
/// layer copies what was transposed; the second is a view.
bool runsKernel(std::string_view op_class, std::string_view node, bool training) {
    constexpr std::array kOther{std::string_view("BMM"),       std::string_view("Linear"),
                                std::string_view("EMBEDDING"), std::string_view("contiguous"),
                                std::string_view("cumsum"),    std::string_view("where")};
    if (op_class == "misc") return writesTensor(node) || node == "reshape";
    return op_class.starts_with("VEC") || (training && op_class == "dropout") ||
           std::ranges::find(kOther, op_class) != kOther.end();
}

/// Whether its way back runs one: an addition hands the gradient on as it is, and shows the event's floor.
bool runsBackward(std::string_view op_class) { return !op_class.starts_with("VECadd"); }

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

std::filesystem::path kernelSumsFile(const std::filesystem::path& folder) { return findTable(folder, kFile); }

Result<KernelSums> readKernelSums(const std::filesystem::path& folder, const Library& library) {
    KernelSums sums;
    if (findTable(folder, kFile).empty()) return sums;
    const auto table = readTable(
        folder, kFile, {"device", "model", "mode", "seqlen", "batch", "node", "op_class", "fw_ms", "bw_incl_acc_ms"});
    if (!table) return table.error();
    std::string run;
    bool inside = false;
    for (std::size_t row = 0; row < table->rows(); ++row) {
        const std::string_view device = table->text(row, "device"), model = table->text(row, "model");
        const std::string_view mode = table->text(row, "mode"), node = table->text(row, "node");
        const auto layer = std::ranges::find_if(
            kLayers, [&](const TracedLayer& traced_layer) { return model.starts_with(traced_layer.family); });
        const Entry *board = library.find(device), *entry = library.find(model);
        if (board == nullptr || entry == nullptr || layer == kLayers.end() || contradicts(device, model)) continue;
        const std::string key =
            kernelSumKey(board->id, model, mode, table->numberOr(row, "seqlen", 0), table->numberOr(row, "batch", 0));
        if (key != run) inside = false; // nodes of a run stand together, in the order of the graph
        run = key;
        inside = inside || node == layer->first;
        const double times = inside ? entry->document->value("layers", 1.0) : 1.0;
        const std::string_view op_class = table->text(row, "op_class");
        const bool training = mode == "train";
        const double back_ms = training && runsBackward(op_class) ? table->numberOr(row, "bw_incl_acc_ms", 0) : 0.0;
        if (runsKernel(op_class, node, training))
            sums[key] += times * (table->numberOr(row, "fw_ms", 0) + back_ms) * 1e-3;
        if (node == layer->last) inside = false;
    }
    return sums;
}

} // namespace strata::assess
