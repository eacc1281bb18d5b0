// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layers/layer_chain.h"

#include "core/evaluate/kinds/npu/layer_methods.h"
#include "core/evaluate/methods/lower/lower_layers.h"
#include "core/evaluate/registry.h"
#include "core/gpu/power/served_power.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace strata::layers {
namespace {

/// Number of standard deviations within which 90 % of normal errors lie.
constexpr double kReach90 = 1.645;

/// Calibrations of power: their errors tell nothing of times.
constexpr std::array kOfPower{std::string_view("gpu-power"), gpu::kServedPowerCalibration};

const Json& planOf(const Json& document) {
    static const Json kNone = Json::object();
    const auto plan = document.find("plan");
    return plan == document.end() ? kNone : *plan;
}

const Method* rowOf(const Request& request, const Registry& registry) {
    const auto row = methodFor(request, registry);
    return row ? *row : nullptr;
}

bool onGpus(const Method& row) { return row.platform == "GPU"; }

/// Whether a quantity is a time, as its name says: errors of energies and sizes tell nothing of one.
bool isTime(std::string_view quantity) { return quantity.ends_with("_s") && !quantity.ends_with("_per_s"); }

/// Calibrations of times of a row, and not of what rows below it read.
std::vector<CalibrationUse> timesOf(const Method& row, const Method* below, const Estimate& estimate) {
    std::vector<CalibrationUse> uses;
    for (const CalibrationUse& use : estimate.calibrations) {
        if (std::ranges::find(kOfPower, use.id) != kOfPower.end()) continue;
        const auto reads = [&](const Method& of) {
            return std::ranges::find(of.calibrations, use.id) != of.calibrations.end();
        };
        if (reads(row) && (below == nullptr || !reads(*below))) uses.push_back(use);
    }
    return uses;
}

std::optional<double> sigmaOf(const std::vector<CalibrationUse>& uses) {
    if (uses.empty()) return std::nullopt;
    double squares = 0.0;
    for (const CalibrationUse& use : uses)
        squares += use.residual_p90 * use.residual_p90 / (kReach90 * kReach90);
    return std::sqrt(squares / static_cast<double>(uses.size()));
}

/// Collects the steps of one request.
class Collector {
public:
    Collector(const Request& request, const Estimate& estimate, const Library& library, const Registry& registry,
              std::span<const coverage::Accuracy> kept)
        : request_(request), estimate_(estimate), context_{library, {}, nullptr, &registry}, registry_(registry),
          kept_(kept) {}

    std::vector<LayerStep> steps(const Part* root) {
        const Method* top = rowOf(request_, registry_);
        const auto highest = top != nullptr ? layerNamed(top->layer) : std::nullopt;
        if (!highest) return {};
        if (*highest == Layer::Kernel || *highest == Layer::Network) {
            add(*highest, *top, nullptr, "/method", answering(*top));
            return std::move(steps_);
        }
        const LayerMethods stated = layerMethodsOf(planOf(*request_.document));
        const bool composes = *highest == Layer::Model;
        const Method* kernels = kernelRow(*top, stated, composes);
        addKernels(*top, kernels, composes);
        addModel(*top, kernels, composes);
        if (communicates(root)) addNetwork(stated);
        if (!composes) add(*highest, *top, modelRow(kernels), "/method", answering(*top));
        return std::move(steps_);
    }

private:
    std::vector<std::string> answering(const Method& row) const {
        std::vector<std::string> ids;
        for (const Method* method : registry_.methodsOf(request_.kind->id))
            if (method->id != row.id && answersFor(*method, request_)) ids.emplace_back(method->id);
        return ids;
    }

    /// The row of kernels (or layers of an NPU) whose times a row of models, steps or engines is made of.
    const Method* kernelRow(const Method& top, const LayerMethods& stated, bool composes) const {
        if (!onGpus(top)) {
            const auto rows = registry_.methodsOf("layer");
            const auto found = std::ranges::find(rows, top.platform, &Method::platform);
            return found == rows.end() ? nullptr : *found;
        }
        if (composes) return registry_.method("kernel", top.id);
        return registry_.method("kernel", stated.device.empty() ? methods::kTileMethod.id : stated.device);
    }

    const Method* modelRow(const Method* kernels) const {
        return kernels == nullptr ? nullptr : registry_.method("model", kernels->id);
    }

    void addKernels(const Method& top, const Method* kernels, bool composes) {
        if (kernels == nullptr) return;
        if (composes && onGpus(top)) return add(Layer::Kernel, *kernels, nullptr, "/method", answering(top));
        if (!onGpus(top)) return add(Layer::Kernel, *kernels, nullptr, {}, {});
        std::vector<std::string> others;
        for (const Method* row : registry_.methodsOf("kernel")) {
            const auto needs_device_alone = [](const Method& method) {
                return method.hardware == std::vector{EntryKind::Gpu};
            };
            if (row->id != kernels->id && needs_device_alone(*row)) others.emplace_back(row->id);
        }
        add(Layer::Kernel, *kernels, nullptr, "/plan/methods/device", std::move(others));
        steps_.back().usual = std::string(methods::kTileMethod.id);
    }

    /// Composition goes with the kernels: one row for models stands beside each row for kernels.
    void addModel(const Method& top, const Method* kernels, bool composes) {
        const Method* row = composes ? &top : modelRow(kernels);
        if (row != nullptr) add(Layer::Model, *row, kernels, {}, {});
    }

    bool communicates(const Part* root) const {
        constexpr std::array kAll{Layer::Kernel, Layer::Model, Layer::Network, Layer::System, Layer::Serving};
        return root != nullptr && ownSeconds(*root, kAll)[2] > 0.0;
    }

    void addNetwork(const LayerMethods& stated) {
        const Method* row =
            registry_.method("collective", stated.network.empty() ? methods::kUsualNetwork : stated.network);
        if (row == nullptr) return;
        std::vector<std::string> others;
        for (const Method* method : registry_.methodsOf("collective"))
            if (method != row) others.emplace_back(method->id);
        const Json* part = findPointer(*request_.document, "/hardware/cluster"); // devices of one
        const bool clustered = request_.hardware == EntryKind::Cluster || part != nullptr;
        add(Layer::Network, *row, nullptr, clustered ? "/plan/methods/network" : "",
            clustered ? std::move(others) : std::vector<std::string>());
        steps_.back().usual = std::string(methods::kUsualNetwork);
        if (steps_.back().calibrations.empty()) takeCalibrations(*row, steps_.back());
    }

    /// Of a row that answered inside another one, which names its own calibrations alone.
    void takeCalibrations(const Method& row, LayerStep& step) const {
        for (const hardware::Calibration& calibration : context_.library.calibrations())
            if (std::ranges::find(row.calibrations, calibration.id) != row.calibrations.end())
                step.calibrations.push_back({calibration.id, calibration.data, calibration.points,
                                             calibration.residual_p50, calibration.residual_p90});
        step.sigma = sigmaOf(step.calibrations);
    }

    void add(Layer layer, const Method& row, const Method* below, std::string pointer,
             std::vector<std::string> others) {
        LayerStep step;
        step.layer = layer;
        step.method = std::string(row.id);
        step.kind = std::string(row.kind);
        step.others = std::move(others);
        if (!step.others.empty()) step.pointer = std::move(pointer);
        if (step.pointer == "/method") step.usual = defaultOfKind();
        step.calibrations = timesOf(row, below, estimate_);
        for (const coverage::Accuracy& accuracy : kept_)
            if (accuracy.method == row.id && isTime(accuracy.record.quantity)) step.results.push_back(accuracy.record);
        step.sigma = sigmaOf(step.calibrations);
        steps_.push_back(std::move(step));
    }

    std::string defaultOfKind() const {
        Request unsaid = request_;
        unsaid.method.clear();
        const Method* row = rowOf(unsaid, registry_);
        return row != nullptr ? std::string(row->id) : std::string();
    }

    const Request& request_;
    const Estimate& estimate_;
    Context context_;
    const Registry& registry_;
    std::span<const coverage::Accuracy> kept_;
    std::vector<LayerStep> steps_;
};

void handOn(const Part& root, LayerChain& chain) {
    std::vector<Layer> passed;
    std::vector<double> sigmas;
    for (const LayerStep& step : chain.steps) {
        passed.push_back(step.layer);
        sigmas.push_back(step.sigma.value_or(0.0));
    }
    const auto handed = handedOn(ownSeconds(root, passed), sigmas, chain.end);
    for (std::size_t i = 0; i < handed.size(); ++i)
        chain.steps[i].handed = handed[i];
    chain.parts = true;
}

} // namespace

const LayerStep* LayerChain::find(Layer layer) const {
    const auto found = std::ranges::find(steps, layer, &LayerStep::layer);
    return found == steps.end() ? nullptr : &*found;
}

LayerChain layerChain(const Request& request, const Estimate& estimate, const Library& library,
                      const Registry& registry, std::span<const coverage::Accuracy> kept) {
    LayerChain chain;
    if (!estimate.valid || estimate.metrics.empty()) return chain;
    chain.metric = chainMetric(estimate);
    const Part* root = chain.metric.empty() ? nullptr : estimate.findParts(chain.metric);
    if (root == nullptr) chain.metric = estimate.metrics.front().name;
    chain.end = *estimate.findMetric(chain.metric);
    chain.steps = Collector(request, estimate, library, registry, kept).steps(root);
    if (chain.steps.empty()) return chain;
    if (root != nullptr) {
        handOn(*root, chain);
    } else {
        chain.steps.back().handed = Handed{chain.end.value, chain.end.value, chain.end.low, chain.end.high, 1.0};
    }
    return chain;
}

Json withMethod(const Json& request, const LayerStep& step, const std::string& method) {
    Json changed = request;
    const Json::json_pointer pointer(step.pointer);
    if (method != step.usual) {
        changed[pointer] = method;
        return changed;
    }
    // What the usual method answers is left as if nobody had named it.
    for (Json::json_pointer at = pointer; !at.empty(); at = at.parent_pointer()) {
        if (!changed.contains(at)) continue;
        const bool whole = at == pointer || changed[at].empty();
        if (!whole) break;
        changed[at.parent_pointer()].erase(at.back());
    }
    return changed;
}

} // namespace strata::layers
