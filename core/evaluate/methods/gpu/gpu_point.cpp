// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/engine/prepared_point.h"
#include "core/evaluate/methods/gpu/gpu_methods.h"
#include "core/gpu/power/power.h"
#include "core/hardware/gpu/gpu_numbers.h"

#include <array>
#include <nlohmann/json.hpp>

namespace strata {
namespace {

constexpr std::array kKernelMetrics{"latency_s", "energy_j",   "power_w",    "utilization",
                                    "flop",      "flop_per_s", "dram_bytes", "alone_s"};
constexpr std::array kModelMetrics{"latency_s",    "energy_j",  "memory_bytes", "power_w",   "gamma",
                                   "tokens_per_s", "kernels_s", "flop",         "flop_per_s"};

/// Predictions on a device that has changed: a method follows the change or is asked anew.
class PointPredictor {
public:
    PointPredictor(const methods::GpuMethod& method, const Request& request, std::vector<workload::Kernel> kernels,
                   const Library& library)
        : method_(method), request_(request), kernels_(std::move(kernels)), tiles_(library.calibrations()) {}

    /// Until the next call; nullptr with the reason where the device cannot run these kernels.
    const gpu::KernelPredictor* at(const GpuQuery& device, const Context& context, std::string& reason) {
        if (method_.follows) {
            const auto able = methods::requireArithmetic(device.gpu, kernels_, "/workload");
            if (able) return &tiles_.at(device.gpu);
            reason = shortReason(able.error());
            return nullptr;
        }
        auto predictor = methods::requestedPredictor(method_, request_, device, kernels_, context);
        if (!predictor) {
            reason = shortReason(predictor.error());
            return nullptr;
        }
        other_ = *std::move(predictor);
        return &other_;
    }

private:
    methods::GpuMethod method_;
    Request request_;
    std::vector<workload::Kernel> kernels_;
    gpu::RenewedTiles tiles_;
    gpu::KernelPredictor other_;
};

/// A kernel whose device changes.
class KernelPoint {
public:
    KernelPoint(const methods::GpuMethod& method, const Request& request, KernelQuery query, const Library& library)
        : query_(std::move(query)), predictor_(method, request, {query_.kernel}, library) {}

    GpuQuery& device() { return query_.device; }

    bool answer(const Context& context, Estimate& estimate, std::string& reason) {
        if (methods::bytesOver(query_) > 0) {
            reason = "over-memory";
            return false;
        }
        const auto* predict = predictor_.at(query_.device, context, reason);
        if (predict == nullptr) return false;
        methods::addKernelMetrics(query_, methods::timeAsked(query_, *predict), context.library, estimate);
        return true;
    }

private:
    KernelQuery query_;
    PointPredictor predictor_;
};

/// A model whose device changes. The runtime and the errors of kernels depend on no number of the device.
class ModelPoint {
public:
    ModelPoint(const methods::GpuMethod& method, const Request& request, ModelQuery query, const Library& library)
        : request_(request), query_(std::move(query)),
          predictor_(method, request, methods::kernelsOf(query_.graph), library),
          costs_(compose::runtimeCosts(query_.device.gpu, library.calibrations())),
          correlation_(compose::errorCorrelation(library.calibrations(), compose::runtimeResidualOf(query_.graph),
                                                 query_.device.gpu)) {}

    GpuQuery& device() { return query_.device; }

    bool answer(const Context& context, Estimate& estimate, std::string& reason) {
        const auto fit = compose::fitMemory(query_.device.gpu, costs_, query_.graph.memory);
        if (!fit.fits) {
            reason = "over-memory";
            return false;
        }
        const auto* predict = predictor_.at(query_.device, context, reason);
        if (predict == nullptr) return false;
        const auto composed =
            query_.prefill
                ? methods::composeModel(*request_.document, query_, costs_, context.library, *predict)
                : compose::compose(query_.device.gpu, query_.graph, costs_, correlation_,
                                   gpu::idlePower(query_.device.gpu, context.library.calibrations()), *predict);
        methods::addModelMetrics(query_, composed, query_.graph.memory.total() + fit.reserved_bytes, context.library,
                                 estimate);
        return true;
    }

private:
    Request request_;
    ModelQuery query_;
    PointPredictor predictor_;
    compose::RuntimeCosts costs_;
    compose::ErrorCorrelation correlation_;
};

template <class Point>
class PreparedOnGpu final : public PreparedPoint {
public:
    template <class Query>
    PreparedOnGpu(const methods::GpuMethod& method, const Request& request, Query query,
                  std::shared_ptr<const Library> library, std::span<const char* const> metrics)
        : library_(std::move(library)), point_(method, request, std::move(query), *library_),
          stated_(point_.device().gpu), metrics_(metrics) {
        stated_.base_clock_hz = point_.device().document->value("base_clock_hz", 0.0);
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
        hardware::Gpu& gpu = point_.device().gpu;
        gpu = stated_;
        for (std::size_t n = 0; n < setters_.size(); ++n)
            setters_[n](gpu, values_[n]);
        if (auto sound = hardware::finishGpuNumbers(gpu); !sound) {
            reason = shortReason(sound.error());
            return false;
        }
        if (!point_.answer(Context{*library_, stop, nullptr}, answer_, reason)) return false;
        for (std::size_t m = 0; m < metrics_.size(); ++m) {
            if (const Metric* found = answer_.findMetric(metrics_[m])) metrics[m] = found->value;
        }
        return true;
    }

private:
    std::shared_ptr<const Library> library_;
    Point point_;
    hardware::Gpu stated_; ///< as the document says, before what follows from several numbers
    std::span<const char* const> metrics_;
    std::vector<hardware::SetGpuNumber> setters_;
    std::vector<double> values_;
    Estimate answer_; ///< its metrics alone, of the last point: memory to use again
};

template <class Point, class Query, Result<Query> (*resolve)(const Json&, const Library&), const auto& metric_names>
PreparedMethod prepared(const methods::GpuMethod& method) {
    const auto prepare =
        [method](const Request& request,
                 const std::shared_ptr<const Library>& library) -> Result<std::unique_ptr<PreparedPoint>> {
        auto query = resolve(*request.document, *library);
        if (!query) return query.error();
        return std::unique_ptr<PreparedPoint>(
            std::make_unique<PreparedOnGpu<Point>>(method, request, *std::move(query), library, metric_names));
    };
    return {prepare, {metric_names.begin(), metric_names.end()}};
}

} // namespace

PreparedMethod methods::preparedKernel(const GpuMethod& method) {
    return prepared<KernelPoint, KernelQuery, resolveKernel, kKernelMetrics>(method);
}

PreparedMethod methods::preparedModel(const GpuMethod& method) {
    return prepared<ModelPoint, ModelQuery, resolveModel, kModelMetrics>(method);
}

} // namespace strata
