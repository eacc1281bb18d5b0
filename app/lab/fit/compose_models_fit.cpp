// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/fit/compose_calibration.h"
#include "app/lab/fit/compose_residuals.h"
#include "app/lab/fit/distances.h"
#include "app/lab/fit/fit.h"
#include "app/lab/gpu/gpu_gaps.h"
#include "app/lab/gpu/gpu_models.h"
#include "app/lab/gpu/gpu_simt.h"
#include "app/lab/gpu/gpu_vector.h"
#include "app/lab/run/manifest.h"
#include "core/catalog/library.h"
#include "core/gpu/products/tile_model.h"

#include <array>
#include <cmath>
#include <map>

namespace strata::assess {
namespace {

using hardware::Calibration;

/// What is fitted, and where the search starts and ends. The host is ahead in passes of 0.1 s and more, so these models
/// say nothing of its launches: see addHostCalls().
const std::array kFree{FreeCoefficient{"gap_s", 1e-6, 1e-8, 2e-5}};

/// A case with its kernels predicted once: the fit only changes what lies between them.
struct Prepared {
    const ModelCase* one = nullptr;
    std::vector<gpu::KernelTime> kernels;
};

template <class Counts>
std::vector<Prepared> prepare(const std::vector<ModelCase>& cases, std::span<const Calibration> calibrations,
                              Counts counts) {
    std::vector<Prepared> prepared;
    std::map<std::string, gpu::TileModel> models;
    for (const ModelCase& model_case : cases) {
        if (!counts(model_case)) continue;
        auto model = models.find(model_case.gpu.id);
        if (model == models.end()) {
            model = models.emplace(model_case.gpu.id, gpu::makeTileModel(model_case.gpu, calibrations)).first;
        }
        Prepared next{&model_case, {}};
        for (const workload::Operator& op : model_case.graph.operators) {
            if (op.launches >= 0.5) next.kernels.push_back(gpu::predict(model->second, op.kernel));
        }
        prepared.push_back(std::move(next));
    }
    return prepared;
}

/// A short kernel that is timed by itself shows how long the host takes for one eager call (`floor_..._s` of the vector
/// kernels). The geometric mean over the measured hosts, and the spread between them.
void addHostCalls(std::span<const Calibration> calibrations, const Without& without, hardware::Coefficients& values) {
    double sum = 0, squares = 0, hosts = 0;
    for (const Calibration& calibration : calibrations) {
        if (calibration.id != "gpu-vector") continue;
        for (const hardware::CalibrationGroup& group : calibration.groups) {
            const auto device = group.key.find("device");
            if (device == group.key.end() || without.has(device->second)) continue;
            double seconds = 0, calls = 0;
            for (const auto& [name, value] : group.values) {
                if (!name.starts_with("floor_")) continue;
                seconds += value;
                calls += 1;
            }
            if (calls == 0) continue;
            const double logarithm = std::log(seconds / calls);
            sum += logarithm;
            squares += logarithm * logarithm;
            hosts += 1;
        }
    }
    if (hosts < 2) return;
    values["launch_s"] = std::exp(sum / hosts);
    values["launch_spread"] = std::sqrt((squares - sum * sum / hosts) / (hosts - 1));
}

Calibration describe() {
    Calibration calibration;
    calibration.id = "compose-models";
    calibration.suite = "gpu";
    calibration.data =
        "Whole FP32 models of NeuSight's artifact (ASPLOS 2025, doi 10.1145/3669940.3707265), PyTorch eager and "
        "compiled";
    calibration.command = "strata-lab calibrate compose-models --data DIR";
    calibration.groups.push_back({{{"engine", "pytorch"}}, {}, 0});
    return calibration;
}

compose::ComposedTime composePrepared(const Prepared& prepared, std::span<const Calibration> calibrations) {
    std::size_t next = 0;
    return compose::compose(prepared.one->gpu, prepared.one->graph,
                            compose::runtimeCosts(prepared.one->gpu, calibrations), calibrations,
                            [&](const workload::Kernel&) { return prepared.kernels[next++]; });
}

/// What PyTorch adds to kernels that these calibrations predict, without residuals. Empty where nothing is left to fit.
Result<Calibration> fitCoefficientsOf(const std::vector<ModelCase>& cases, std::span<const Calibration> kernels,
                                      const Without& without) {
    Calibration calibration = describe();
    const std::vector<Prepared> prepared =
        prepare(cases, kernels, [&](const ModelCase& model_case) { return !without.has(model_case.gpu.id); });
    if (prepared.empty()) return Calibration{};
    addHostCalls(kernels, without, calibration.groups.front().values);
    const auto with = [&](std::span<const double> values) {
        for (std::size_t i = 0; i < kFree.size(); ++i)
            calibration.groups.front().values[kFree[i].name] = values[i];
        return std::span<const Calibration>(&calibration, 1);
    };
    const auto fit =
        fitCoefficients(kFree, prepared.size(), [&](std::span<const double> values, std::span<double> out) {
            const auto calibrations = with(values);
            for (std::size_t i = 0; i < prepared.size(); ++i) {
                out[i] = std::log(composePrepared(prepared[i], calibrations).seconds / prepared[i].one->measured_s);
            }
        });
    if (!fit) return fit.error();
    with(fit->values);
    noteRanges(kFree, calibration);
    calibration.groups.front().points = static_cast<std::int64_t>(prepared.size());
    return calibration;
}

/// Those of kernels in place of what the list has under their ids.
std::vector<Calibration> replaced(std::vector<Calibration> list, const Calibration& by) {
    std::erase_if(list, [&](const Calibration& calibration) { return calibration.id == by.id; });
    list.push_back(by);
    return list;
}

/// What models err by, and what their gap to the measured sum of their kernels does.
struct Errors {
    std::vector<ModelError>
        models;                   ///< beyond their kernels: from the centre that these give, so that none counts twice
    std::vector<ModelError> gaps; ///< of 1 + gamma
};

void append(const std::vector<Prepared>& prepared, const KernelSums& sums, const std::vector<Calibration>& known,
            Errors& to) {
    for (const Prepared& one : prepared) {
        const ModelCase& model = *one.one;
        const compose::ComposedTime time = composePrepared(one, known);
        to.models.push_back({model.gpu.id, std::log(model.measured_s / time.seconds) - time.error.kernels_bias,
                             time.error.sigma, time.error.kernels_bias});
        if (model.training || model.fused) continue;
        const auto sum =
            sums.find(kernelSumKey(model.gpu.id, model.model, "inf", model.options.sequence, model.options.batch));
        if (sum == sums.end() || !(sum->second > 0)) continue;
        to.gaps.push_back({model.gpu.id, std::log(model.measured_s / sum->second / (1.0 + time.gamma())), 0.0});
    }
}

void addAtDistance(const Errors& errors, gpu::Distance distance, Calibration& calibration) {
    calibration.residuals.push_back(residualAtDistance(errors.models, "model", distance));
    if (!errors.gaps.empty()) calibration.residuals.push_back(residualAtDistance(errors.gaps, "gap", distance));
}

/// A residual that adds nothing, so that the calibration's share of the kernels' errors holds.
hardware::Residual noResidual() {
    hardware::Residual residual;
    residual.key = {{"class", "model"}, {"seen", "yes"}};
    return residual;
}

/// Sets what these models show of their kernels' errors; then what is left beside that is their residual.
void setKernelsShown(const std::vector<Prepared>& prepared, const KernelSums& sums,
                     const std::vector<Calibration>& known, Calibration& calibration) {
    calibration.values.erase("kernels_shown");
    calibration.residuals = {noResidual()};
    Errors errors;
    append(prepared, sums, replaced(known, calibration), errors);
    calibration.values["kernels_shown"] = roundedCoefficient(kernelsShown(errors.models));
}

/// The facts that a new device and its runtime are compared with (compose::runtimeDistance()).
void appendMeasuredRuntimes(const std::vector<hardware::Gpu>& devices, const Without& without,
                            Calibration& calibration) {
    std::map<std::pair<std::string, std::string>, hardware::CalibrationGroup> groups;
    for (const hardware::Gpu& gpu : devices) {
        if (without.has(gpu.id)) continue;
        const std::string runs = compose::runtimeName(gpu);
        hardware::CalibrationGroup& group = groups[{gpu.id, runs}];
        group.key = {{"device", gpu.id}, {"architecture", gpu.architecture}, {"vendor", gpu.vendor}, {"runs", runs}};
        ++group.points;
    }
    for (auto& [name, group] : groups)
        calibration.groups.push_back(std::move(group));
}

/// Kernels as a fit without the group predicts them, with the residuals of the whole fit, which know its distance.
Result<std::vector<Calibration>> kernelsWithout(const GpuData& products, const GpuData& vectors, const Library& library,
                                                const Without& without) {
    std::vector<Calibration> known = library.calibrations();
    for (Calibration& calibration : known) {
        if (calibration.id != "gpu-simt-matmul" && calibration.id != "gpu-vector") continue;
        auto fitted = calibration.id == "gpu-vector" ? fitVectorCoefficients(vectors, without)
                                                     : fitSimtCoefficients(products, library, without);
        if (!fitted) return fitted.error();
        fitted->residuals = calibration.residuals;
        calibration = *std::move(fitted);
    }
    return known;
}

/// Errors of models at each distance: kernels and runtime are fitted again without each group of devices.
Result<void> addDistances(const std::filesystem::path& folder, const std::vector<ModelCase>& cases,
                          const KernelSums& sums, const Library& library, const Without& without,
                          Calibration& calibration) {
    const auto products = readGpuRows(folder, library, GpuFiles::Matmul);
    if (!products) return products.error();
    const auto vectors = readGpuRows(folder, library, GpuFiles::Vector);
    if (!vectors) return vectors.error();
    std::vector<hardware::Gpu> devices;
    for (const ModelCase& model_case : cases)
        devices.push_back(model_case.gpu);
    std::map<gpu::Distance, Errors> errors;
    for (const LeftOutGroup& group : leftOutGroups(devices, without)) {
        if (!group.shows) continue;
        const Without both = without.with(Without(group.devices));
        const auto known = kernelsWithout(*products, *vectors, library, both);
        if (!known) return known.error();
        auto fitted = fitCoefficientsOf(cases, *known, both);
        if (!fitted) return fitted.error();
        const auto seen = prepare(cases, *known, [&](const ModelCase& one) { return !both.has(one.gpu.id); });
        setKernelsShown(seen, sums, *known, *fitted);
        const auto left_out = prepare(cases, *known, [&](const ModelCase& one) { return group.has(one.gpu.id); });
        append(left_out, sums, replaced(*known, *fitted), errors[*group.shows]);
    }
    for (const auto& [distance, errors_there] : errors)
        addAtDistance(errors_there, distance, calibration);
    appendMeasuredRuntimes(devices, without, calibration);
    return {};
}

} // namespace

Result<Calibration> fitComposeModels(const std::filesystem::path& data, const Library& library,
                                     const Without& without) {
    const auto read = readModelCases(data, library);
    if (!read) return read.error();
    const auto set = manifestOf("gpu-models");
    if (!set) return set.error();
    std::vector<ModelCase> cases = read->cases;
    std::erase_if(cases, [&](const ModelCase& model_case) { return !set->fits(model_case.gpu.id); });
    auto fitted = fitCoefficientsOf(cases, library.calibrations(), without);
    if (!fitted) return fitted.error();
    if (fitted->groups.empty()) {
        return Error{"bad-value",
                     {},
                     {"error.no-whole-model-measured-in", {{"data", data.string()}}},
                     {"accepted.folder-with-e2e-labels-csv"},
                     {}};
    }
    Calibration& calibration = *fitted;
    const auto prepared =
        prepare(cases, library.calibrations(), [&](const ModelCase& one) { return !without.has(one.gpu.id); });
    const auto sums = readKernelSums(data, library);
    if (!sums) return sums.error();
    setKernelsShown(prepared, *sums, library.calibrations(), calibration);
    Errors errors;
    append(prepared, *sums, replaced(library.calibrations(), calibration), errors);
    calibration.residuals.clear();
    addAtDistance(errors, gpu::Distance::Same, calibration);
    setSummary(calibration, errors.models);
    if (auto done = addDistances(data, cases, *sums, library, without, calibration); !done) return done.error();
    return fitted;
}

} // namespace strata::assess
