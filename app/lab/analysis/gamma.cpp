// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/analysis/analysis.h"
#include "app/lab/gpu/gpu_gaps.h"
#include "app/lab/gpu/gpu_models.h"
#include "app/lab/tensor/gpu_modern_points.h"
#include "core/catalog/library.h"

#include <array>
#include <cmath>

namespace strata::assess {
namespace {

/// Terms of a prediction in units of its kernels: what it attributes gamma to. They sum to the predicted gap. Starts
/// that a replayed graph hides behind the kernels before are a term of their own, at most 0; what the device waits is
/// the launch, never below 0.
std::map<std::string, double, std::less<>> attribution(const compose::ComposedTime& time, double kernels_s) {
    return {{"launch", (time.launch_s + time.hidden_s) / kernels_s},
            {"hidden_starts", time.hidden_s > 0 ? -time.hidden_s / kernels_s : 0.0},
            {"movement", time.movement_s / kernels_s},
            {"clock", time.power_s / kernels_s},
            {"synchronisation", time.synchronisation_s / kernels_s},
            {"allocation", time.allocation_s / kernels_s},
            {"prefill", time.prefill_s / kernels_s}};
}

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

void add(const MeasuredGap& gap, Grouped& grouped) {
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

/// A table that is not there, with what it would have told.
Error absent(const std::filesystem::path& path, Message text) {
    return {"not-found", "", std::move(text), {}, path.string()};
}

} // namespace

Result<std::vector<MeasuredGap>> gapsOfModels(const std::filesystem::path& folder, const Library& library) {
    if (kernelSumsFile(folder).empty())
        return absent(folder / "e2e_node_latencies.csv",
                      {"error.analysis-lacks-file", {{"file", (folder / "e2e_node_latencies.csv").string()}}});
    const auto sums = readKernelSums(folder, library);
    if (!sums) return sums.error();
    const auto read = readModelCases(folder, library);
    if (!read) return read.error();
    std::vector<MeasuredGap> gaps;
    for (const ModelCase& model_case : read->cases) {
        const auto sum =
            sums->find(kernelSumKey(model_case.gpu.id, model_case.model, model_case.training ? "train" : "inf",
                                    model_case.options.sequence, model_case.options.batch));
        if (model_case.fused || sum == sums->end() || !(sum->second > 0)) continue;
        const compose::ComposedTime time = composeCase(model_case, library.calibrations());
        gaps.push_back({model_case.model, model_case.training ? "training" : "inference", model_case.gpu.id,
                        batchRange(model_case.options.batch), model_case.measured_s / sum->second - 1.0, time.gamma(),
                        time.kernels_s / sum->second - 1.0, attribution(time, time.kernels_s)});
    }
    if (gaps.empty()) return absent(folder, {"error.analysis-is-empty", {{"sample", folder.string()}}});
    return gaps;
}

Result<std::vector<MeasuredGap>> gapsOfSteps(const std::filesystem::path& folder, const Library& library) {
    const auto read = readServingCases(folder, library);
    if (!read) return read.error();
    std::vector<MeasuredGap> gaps;
    for (std::size_t i = 0; i < read->cases.size(); ++i) {
        if (!read->measured[i]) continue;
        const ServingCase& serving_case = read->cases[i];
        const double sum = measuredKernelSeconds(serving_case, *read->measured[i]);
        if (!(sum > 0)) continue;
        const compose::ComposedTime time =
            composeServingCase(serving_case, costsOf(serving_case, library.calibrations()), library.calibrations());
        const double kernels_s = time.kernels_s + time.communication_s; // the measured sums hold the all-reduces
        gaps.push_back({serving_case.model, "decode", serving_case.gpu.id, batchRange(serving_case.load.batch),
                        serving_case.measured_s / sum - 1.0, time.seconds / kernels_s - 1.0, kernels_s / sum - 1.0,
                        attribution(time, kernels_s)});
    }
    if (gaps.empty()) return absent(folder, {"error.analysis-is-empty", {{"sample", folder.string()}}});
    return gaps;
}

Result<hardware::Calibration> analyseGamma(const std::filesystem::path& data, const Library& library) {
    Grouped grouped;
    const auto models = gapsOfModels(partOf(data, "gpu"), library);
    if (!models) return models.error();
    const auto steps = gapsOfSteps(partOf(data, "gpu_modern"), library);
    if (!steps) return steps.error();
    for (const auto* gaps : {&*models, &*steps})
        for (const MeasuredGap& gap : *gaps)
            add(gap, grouped);
    hardware::Calibration result;
    result.data =
        "NeuSight's artifact (FP32 models, latencies of their nodes), ai-dynamo/aiconfigurator (decode steps, "
        "sums of their measured kernels)";
    result.values = {{"models", static_cast<double>(models->size())}, {"steps", static_cast<double>(steps->size())}};
    result.points = static_cast<std::int64_t>(models->size() + steps->size());
    constexpr std::array<std::string_view, 3> kSpread{"measured", "predicted", "apart"};
    result.groups = grouped.groups(kSpread);
    return result;
}

} // namespace strata::assess
