// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/analysis/analysis.h"

#include "app/lab/gpu/gpu_models.h"
#include "app/lab/run/data_table.h"
#include "app/lab/tensor/gpu_modern_points.h"
#include "core/catalog/library.h"

#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>
#include <tuple>

namespace strata::assess {
namespace {

constexpr std::string_view kNodes = "e2e_node_latencies.csv";

/// The nodes of one traced layer, from the first to the last: they repeat for every layer of the model.
struct LayerMarks {
    std::string_view prefix, first, last;
};
constexpr std::array kMarks{
    LayerMarks{"bert", "bert_encoder_layer_0_attention_self_query", "bert_encoder_layer_0_output_layer_norm"},
    LayerMarks{"gpt", "transformer_h_0_ln_1", "add_15"},
    LayerMarks{"opt", "model_decoder_layers_0_self_attn_layer_norm", "view_11"}};

using CaseKey = std::tuple<std::string, std::string, bool, double, double>; // device, model, training, sequence, batch

const LayerMarks* marksOf(std::string_view model) {
    for (const LayerMarks& marks : kMarks)
        if (model.starts_with(marks.prefix)) return &marks;
    return nullptr;
}

double layersOf(const std::string& model, const Library& library) {
    const Entry* entry = library.find(model);
    return entry == nullptr ? 0.0 : entry->document->value("layers", 0.0);
}

/// Sums of nodes of every case, those of the traced layer times the layers of its model.
Result<std::map<CaseKey, double>> nodeSums(const std::filesystem::path& folder, const Library& library) {
    std::map<CaseKey, double> sums;
    if (findTable(folder, kNodes).empty()) return sums;
    const auto table =
        readTable(folder, kNodes, {"device", "model", "mode", "seqlen", "batch", "node", "fw_ms", "bw_incl_acc_ms"});
    if (!table) return table.error();
    CaseKey current;
    bool inside = false;
    for (std::size_t row = 0; row < table->rows(); ++row) {
        const std::string model(table->text(row, "model"));
        const Entry* device = library.find(std::string(table->text(row, "device")));
        const LayerMarks* marks = marksOf(model);
        if (device == nullptr || marks == nullptr) continue;
        const CaseKey key{device->id, model, table->text(row, "mode") == "train", table->numberOr(row, "seqlen", 0),
                          table->numberOr(row, "batch", 0)};
        if (key != current) inside = false;
        current = key;
        const std::string_view node = table->text(row, "node");
        if (node == marks->first) inside = true;
        const double node_s = 1e-3 * (table->numberOr(row, "fw_ms", 0) + table->numberOr(row, "bw_incl_acc_ms", 0));
        sums[key] += node_s * (inside ? layersOf(model, library) : 1.0);
        if (node == marks->last) inside = false;
    }
    return sums;
}

/// Terms of a prediction in units of its kernels: what it attributes gamma to.
std::map<std::string, double, std::less<>> attribution(const compose::ComposedTime& time, double kernels_s) {
    return {{"launch", time.launch_s / kernels_s},         {"movement", time.movement_s / kernels_s},
            {"clock", time.power_s / kernels_s},           {"synchronisation", time.synchronisation_s / kernels_s},
            {"allocation", time.allocation_s / kernels_s}, {"prefill", time.prefill_s / kernels_s}};
}

struct Gap {
    std::string workload, phase, device, batch;
    double measured = 0.0, predicted = 0.0, kernel_error = 0.0;
    std::map<std::string, double, std::less<>> parts;
};

std::string batchRange(double batch) {
    for (const auto& [most, name] : {std::pair{1.0, "1"},
                                     {2.0, "2"},
                                     {4.0, "3-4"},
                                     {8.0, "5-8"},
                                     {16.0, "9-16"},
                                     {64.0, "17-64"},
                                     {256.0, "65-256"}})
        if (batch <= most) return name;
    return "above 256";
}

void add(const Gap& gap, Grouped& grouped) {
    auto values = gap.parts;
    values["measured"] = gap.measured;
    values["predicted"] = gap.predicted;
    values["kernel_error"] = gap.kernel_error;
    values["apart"] = std::abs(gap.measured - gap.predicted);
    grouped.add({{"by", "all"}, {"of", "all"}}, values);
    grouped.add({{"by", "workload"}, {"of", gap.workload}}, values);
    grouped.add({{"by", "phase"}, {"of", gap.phase}}, values);
    grouped.add({{"by", "device"}, {"of", gap.device}}, values);
    grouped.add({{"by", "batch"}, {"of", gap.batch}}, values);
}

/// Whole models whose nodes were timed one by one.
Result<std::size_t> addModels(const std::filesystem::path& data, const Library& library, Grouped& grouped) {
    const auto folder = partOf(data, "gpu");
    const auto sums = nodeSums(folder, library);
    if (!sums) return sums.error();
    const auto read = readModelCases(folder, library);
    if (!read) return read.error();
    std::size_t count = 0;
    for (const ModelCase& one : read->cases) {
        const auto sum = sums->find({one.gpu.id, one.model, one.training, one.options.sequence, one.options.batch});
        if (one.fused || sum == sums->end() || !(sum->second > 0)) continue;
        const compose::ComposedTime time = composeCase(one, library.calibrations());
        add({one.model, one.training ? "training" : "inference", one.gpu.id, batchRange(one.options.batch),
             one.measured_s / sum->second - 1.0, time.gamma(), time.kernels_s / sum->second - 1.0,
             attribution(time, time.kernels_s)},
            grouped);
        ++count;
    }
    return count;
}

/// Decode steps of serving engines whose kernels were measured, collectives among them.
Result<std::size_t> addSteps(const std::filesystem::path& data, const Library& library, Grouped& grouped) {
    const auto read = readServingCases(partOf(data, "gpu_modern"), library);
    if (!read) return read.error();
    std::size_t count = 0;
    for (std::size_t i = 0; i < read->cases.size(); ++i) {
        if (!read->measured[i]) continue;
        const ServingCase& one = read->cases[i];
        const double sum = measuredKernelSeconds(one, *read->measured[i]);
        if (!(sum > 0)) continue;
        const compose::ComposedTime time =
            composeServingCase(one, costsOf(one, library.calibrations()), library.calibrations());
        const double kernels_s = time.kernels_s + time.communication_s; // the measured sums hold the all-reduces
        add({one.model, "decode", one.gpu.id, batchRange(one.load.batch), one.measured_s / sum - 1.0,
             time.seconds / kernels_s - 1.0, kernels_s / sum - 1.0, attribution(time, kernels_s)},
            grouped);
        ++count;
    }
    return count;
}

} // namespace

Result<hardware::Calibration> analyseGamma(const std::filesystem::path& data, const Library& library) {
    Grouped grouped;
    const auto models = addModels(data, library, grouped);
    if (!models) return models.error();
    const auto steps = addSteps(data, library, grouped);
    if (!steps) return steps.error();
    hardware::Calibration result;
    result.data =
        "NeuSight's artifact (FP32 models, latencies of their nodes), ai-dynamo/aiconfigurator (decode steps, "
        "sums of their measured kernels)";
    result.values = {{"models", static_cast<double>(*models)}, {"steps", static_cast<double>(*steps)}};
    result.points = static_cast<std::int64_t>(*models + *steps);
    constexpr std::array<std::string_view, 3> kSpread{"measured", "predicted", "apart"};
    result.groups = grouped.groups(kSpread);
    return result;
}

} // namespace strata::assess
