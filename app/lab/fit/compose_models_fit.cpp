// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/fit/compose_calibration.h"
#include "app/lab/fit/compose_residuals.h"
#include "app/lab/fit/fit.h"
#include "app/lab/gpu/gpu_models.h"
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

std::vector<Prepared> prepare(const std::vector<ModelCase>& cases, const Library& library, const Without& without) {
    std::vector<Prepared> prepared;
    std::map<std::string, gpu::TileModel> models;
    for (const ModelCase& one : cases) {
        if (without.has(one.gpu.id)) continue;
        auto model = models.find(one.gpu.id);
        if (model == models.end()) {
            model = models.emplace(one.gpu.id, gpu::makeTileModel(one.gpu, library.calibrations())).first;
        }
        Prepared next{&one, {}};
        for (const workload::Operator& op : one.graph.operators) {
            if (op.launches >= 0.5) next.kernels.push_back(gpu::predict(model->second, op.kernel));
        }
        prepared.push_back(std::move(next));
    }
    return prepared;
}

/// A short kernel that is timed by itself shows how long the host takes for one eager call (`floor_..._s` of the vector
/// kernels). The geometric mean over the measured hosts, and the spread between them.
void addHostCalls(const Library& library, const Without& without, hardware::Coefficients& values) {
    double sum = 0, squares = 0, hosts = 0;
    for (const Calibration& calibration : library.calibrations()) {
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

} // namespace

Result<Calibration> fitComposeModels(const std::filesystem::path& data, const Library& library,
                                     const Without& without) {
    const auto read = readModelCases(data, library);
    if (!read) return read.error();
    const auto set = manifestOf("gpu-models");
    if (!set) return set.error();
    std::vector<ModelCase> cases = read->cases;
    std::erase_if(cases, [&](const ModelCase& one) { return !set->fits(one.gpu.id); });
    const std::vector<Prepared> prepared = prepare(cases, library, without);
    if (prepared.empty()) {
        return Error{"bad-value",
                     {},
                     {"error.no-whole-model-measured-in", {{"data", data.string()}}},
                     {"accepted.folder-with-e2e-labels-csv"},
                     {}};
    }
    Calibration calibration = describe();
    addHostCalls(library, without, calibration.groups.front().values);
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
    calibration.groups.front().points = static_cast<std::int64_t>(prepared.size());

    // Errors with the kernels' own correlation and nothing of the runtime yet: what is left is the runtime's.
    std::vector<Calibration> known = library.calibrations();
    std::erase_if(known, [](const Calibration& one) { return one.id == "compose-models"; });
    with(fit->values);
    known.push_back(calibration);
    std::vector<ModelError> errors;
    for (const Prepared& one : prepared) {
        const compose::ComposedTime time = composePrepared(one, known);
        errors.push_back({one.one->gpu.id, std::log(one.one->measured_s / time.seconds), time.error.sigma});
    }
    calibration.residuals.push_back(modelResidual(errors, "model"));
    calibration.values["kernels_shown"] = roundedCoefficient(kernelsShown(errors));
    setSummary(calibration, errors);
    return calibration;
}

} // namespace strata::assess
