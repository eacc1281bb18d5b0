// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/gpu/gpu_models.h"

#include "app/lab/gpu/gpu_gaps.h"
#include "app/lab/gpu/gpu_suite.h"
#include "app/lab/run/row_distance.h"
#include "app/lab/run/row_request.h"
#include "core/base/message_text.h"
#include "core/catalog/library.h"
#include "core/evaluate/kinds/hardware_query.h"
#include "core/exchange/csv.h"
#include "core/gpu/products/tile_model.h"
#include "core/hardware/gpu/gpu_json.h"

#include <optional>
#include <system_error>

namespace strata::assess {
namespace {

constexpr std::string_view kFile = "e2e_labels.csv";

/// PyTorch's eager modules, or what its compiler makes of them; gradients of earlier iterations are still there.
workload::GraphOptions optionsOf(bool training, bool fused, double batch, double sequence) {
    workload::GraphOptions options;
    options.phase = training ? workload::Phase::Training : workload::Phase::Inference;
    options.batch = batch;
    options.sequence = sequence;
    options.fused = fused;
    options.optimizer = workload::Optimizer::None;
    options.accumulate_gradients = training;
    options.loss = false;
    return options;
}

Result<ModelCase> readCase(const exchange::CsvTable& table, std::size_t row, const Library& library) {
    const auto refusal = [](Message text) { return Error{"not-modelled", {}, std::move(text), {}, {}}; };
    const std::string parallel(table.text(row, "parallel"));
    if (parallel != "none") return refusal({"error.runs-on-several-devices-needs-cluster", {{"parallel", parallel}}});
    const std::string device(table.text(row, "device"));
    const Entry* hardware = library.find(device);
    if (hardware == nullptr || hardware->kind != EntryKind::Gpu)
        return refusal({"error.library-has-no-gpu-called", {{"device", device}}});
    ModelCase model_case;
    model_case.model = table.text(row, "model");
    const Entry* model = library.find(model_case.model);
    if (model == nullptr) return refusal({"error.library-has-no-model-called", {{"line", model_case.model}}});
    const auto measured = table.number(row, "measured_ms");
    const auto batch = table.number(row, "batch");
    const auto sequence = table.number(row, "seqlen");
    if (!measured || *measured <= 0 || !batch || !sequence) return refusal({"error.has-no-latency-batch-or-sequence"});
    auto gpu = hardware::readGpu(*hardware->document, {});
    if (!gpu) return gpu.error();
    chooseRuntime(*gpu, library);
    model_case.gpu = *std::move(gpu);
    model_case.training = table.text(row, "mode") == "train";
    model_case.fused = table.text(row, "fused") == "1";
    model_case.measured_s = *measured * 1e-3;
    model_case.options = optionsOf(model_case.training, model_case.fused, *batch, *sequence);
    auto graph = workload::buildGraph(*model->document, model_case.options, {});
    if (!graph) return graph.error();
    model_case.graph = *std::move(graph);
    return model_case;
}

bool isSeen(const hardware::Gpu& gpu, std::span<const hardware::Calibration> calibrations) {
    for (const hardware::Calibration& calibration : calibrations) {
        for (const hardware::CalibrationGroup& group : calibration.groups) {
            const auto device = group.key.find("device");
            if (calibration.suite == "gpu" && device != group.key.end() && device->second == gpu.id) return true;
        }
    }
    return false;
}

/// The model's time over the sum of its kernels' alone, 1 + gamma, where these were measured.
std::optional<SuiteRow> gapRow(const ModelCase& model_case, const compose::ComposedTime& time, const KernelSums& sums,
                               const SuiteRow& model, double kernels_shown) {
    if (model_case.training || model_case.fused) return std::nullopt;
    const auto sum = sums.find(kernelSumKey(model_case.gpu.id, model_case.model, "inf", model_case.options.sequence,
                                            model_case.options.batch));
    if (sum == sums.end() || !(sum->second > 0)) return std::nullopt;
    SuiteRow row = model;
    row.id += " gap";
    row.group.front().second = "gap";
    row.quantity = "model_over_kernels";
    row.unit = "1";
    row.measured = model_case.measured_s / sum->second;
    row.predicted = 1.0 + time.gamma();
    const compose::Interval gap = compose::gapInterval(time, kernels_shown);
    row.low = 1.0 + gap.low;
    row.high = 1.0 + gap.high;
    row.request.clear();
    return row;
}

} // namespace

Result<ModelCases> readModelCases(const std::filesystem::path& folder, const Library& library) {
    ModelCases read;
    const std::filesystem::path path = folder / kFile;
    std::error_code status;
    if (!std::filesystem::exists(path, status)) return read;
    const auto table = exchange::CsvTable::read(path);
    if (!table) return table.error();
    const auto columns = table->require(
        {"device", "model", "mode", "seqlen", "batch", "fused", "parallel", "measured_ms"}, path.string());
    if (!columns) return columns.error();
    for (std::size_t row = 0; row < table->rows(); ++row) {
        const std::string id = std::string(kFile) + ":" + std::to_string(row + 2);
        auto one = readCase(*table, row, library);
        if (!one) {
            read.refused.push_back({id, messageText(one.error().text)});
            continue;
        }
        one->id = id;
        read.cases.push_back(*std::move(one));
    }
    return read;
}

compose::ComposedTime composeCase(const ModelCase& model_case, std::span<const hardware::Calibration> calibrations) {
    const gpu::TileModel model = gpu::makeTileModel(model_case.gpu, calibrations);
    return composeCase(model_case, calibrations,
                       [&](const workload::Kernel& kernel) { return gpu::predict(model, kernel); });
}

compose::ComposedTime composeCase(const ModelCase& model_case, std::span<const hardware::Calibration> calibrations,
                                  const compose::KernelPredictor& predictor) {
    return compose::compose(model_case.gpu, model_case.graph, compose::runtimeCosts(model_case.gpu, calibrations),
                            calibrations, predictor);
}

Result<void> addModelRows(const SuiteOptions& options, SuiteReport& report) {
    auto read = readModelCases(options.data, options.library);
    if (!read) return read.error();
    const auto& calibrations = options.library.calibrations();
    report.refused.insert(report.refused.end(), read->refused.begin(), read->refused.end());
    const auto sums = readKernelSums(options.data, options.library);
    if (!sums) return sums.error();
    const std::string method = options.method.empty() ? std::string("gpu.tile") : options.method;
    const double shown = compose::errorCorrelation(calibrations, "model").kernels_shown;
    std::vector<hardware::Gpu> devices;
    for (const ModelCase& model_case : read->cases)
        devices.push_back(model_case.gpu);
    for (const ModelCase& one : read->cases) {
        if (!options.only_device.empty() && one.gpu.id != options.only_device) continue;
        const auto predictor = gpu::kernelPredictor(method, one.gpu, calibrations, suiteInputs(devices, one.gpu));
        if (!predictor) return predictor.error();
        const compose::ComposedTime time = composeCase(one, calibrations, *predictor);
        SuiteRow row;
        row.id = one.id;
        row.group = {
            {"op", "model"},
            {"device", one.gpu.id},
            {"model", one.model},
            {"mode", one.training ? "training" : "inference"},
            {"fused", one.fused ? "yes" : "no"},
            {"seen", isSeen(one.gpu, calibrations) ? "yes" : "no"},
            {"distance", distanceName(calibrations, "gpu-simt-matmul", one.gpu, isSeen(one.gpu, calibrations))}};
        row.quantity = "latency_s";
        row.unit = "s";
        row.measured = one.measured_s;
        row.predicted = time.seconds;
        row.low = time.interval.low;
        row.high = time.interval.high;
        row.method = method;
        if (options.keep_requests) row.request = modelRequest(one.gpu, one.model, one.options, method, one.id);
        report.rows.push_back(row);
        if (auto gap = gapRow(one, time, *sums, row, shown)) report.rows.push_back(*std::move(gap));
    }
    return {};
}

} // namespace strata::assess
