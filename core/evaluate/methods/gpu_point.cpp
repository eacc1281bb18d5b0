// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/methods/gpu_methods.h"
#include "core/evaluate/prepared_point.h"
#include "core/hardware/gpu_numbers.h"

#include <array>
#include <nlohmann/json.hpp>

namespace strata {
namespace {

constexpr std::array kKernelMetrics{"latency_s", "energy_j",   "power_w",    "utilization",
                                    "flop",      "flop_per_s", "dram_bytes", "alone_s"};
constexpr std::array kModelMetrics{"latency_s",    "energy_j",  "memory_bytes", "power_w",   "gamma",
                                   "tokens_per_s", "kernels_s", "flop",         "flop_per_s"};

/// Answers a query whose device has changed; false with the reason where it cannot be.
template <class Query>
using Answer = bool (*)(const Query& query, const Request& request, const Context& context,
                        Estimate& estimate, std::string& reason);

template <class Query>
class PreparedOnGpu final : public PreparedPoint {
public:
    PreparedOnGpu(const Request& request, Query query, std::shared_ptr<const Library> library,
                  std::span<const char* const> metrics, Answer<Query> answer)
        : request_(request), query_(std::move(query)), stated_(query_.device.gpu),
          library_(std::move(library)), metrics_(metrics), answer_(answer) {
        stated_.base_clock_hz = query_.device.document->value("base_clock_hz", 0.0);
    }

    bool addNumber(std::string_view pointer) override {
        auto setter = hardware::gpuNumberAt(pointer);
        if (!setter) return false;
        setters_.push_back(std::move(setter));
        values_.push_back(0.0);
        return true;
    }

    bool setNumber(std::size_t index, double value) override {
        values_[index] = value;
        return true;
    }

    bool evaluate(std::span<double> metrics, std::string& reason, const std::stop_token& stop) override {
        query_.device.gpu = stated_;
        for (std::size_t n = 0; n < setters_.size(); ++n)
            setters_[n](query_.device.gpu, values_[n]);
        if (auto sound = hardware::finishGpuNumbers(query_.device.gpu); !sound) {
            reason = shortReason(sound.error());
            return false;
        }
        Estimate estimate;
        if (!answer_(query_, request_, Context{*library_, stop, nullptr}, estimate, reason)) return false;
        for (std::size_t m = 0; m < metrics_.size(); ++m) {
            if (const Metric* found = estimate.findMetric(metrics_[m])) metrics[m] = found->value;
        }
        return true;
    }

private:
    Request request_;
    Query query_;
    hardware::Gpu stated_; ///< as the document says, before what follows from several numbers
    std::shared_ptr<const Library> library_;
    std::span<const char* const> metrics_;
    Answer<Query> answer_;
    std::vector<hardware::SetGpuNumber> setters_;
    std::vector<double> values_;
};

bool answerKernel(const KernelQuery& query, const Request& request, const Context& context,
                  Estimate& estimate, std::string& reason) {
    const auto predictor =
        methods::requestedPredictor(request, query.device, std::span(&query.kernel, 1), context);
    if (!predictor) {
        reason = shortReason(predictor.error());
        return false;
    }
    methods::addKernelMetrics(query, (*predictor)(query.kernel), estimate);
    return true;
}

bool answerModel(const ModelQuery& query, const Request& request, const Context& context, Estimate& estimate,
                 std::string& reason) {
    const auto costs = compose::runtimeCosts(query.device.gpu, context.library.calibrations());
    const auto fit = compose::fitMemory(query.device.gpu, costs, query.graph.memory);
    if (!fit.fits) {
        reason = "over-memory";
        return false;
    }
    const auto composed = methods::composeRequest(query, costs, request, context);
    if (!composed) {
        reason = shortReason(composed.error());
        return false;
    }
    methods::addModelMetrics(query, *composed, query.graph.memory.total() + fit.reserved_bytes, estimate);
    return true;
}

template <class Query, Result<Query> (*resolve)(const Json&, const Library&), Answer<Query> answer,
          const auto& metric_names>
Result<std::unique_ptr<PreparedPoint>> prepare(const Request& request,
                                               const std::shared_ptr<const Library>& library) {
    auto query = resolve(*request.document, *library);
    if (!query) return query.error();
    return std::unique_ptr<PreparedPoint>(
        std::make_unique<PreparedOnGpu<Query>>(request, *std::move(query), library, metric_names, answer));
}

template <std::size_t n>
std::vector<std::string> namesOf(const std::array<const char*, n>& metrics) {
    return {metrics.begin(), metrics.end()};
}

} // namespace

PreparedMethod preparedKernel() {
    return {prepare<KernelQuery, resolveKernel, answerKernel, kKernelMetrics>, namesOf(kKernelMetrics)};
}

PreparedMethod preparedModel() {
    return {prepare<ModelQuery, resolveModel, answerModel, kModelMetrics>, namesOf(kModelMetrics)};
}

} // namespace strata
