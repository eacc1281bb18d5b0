// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/engine/compiled_request.h"

#include "core/evaluate/engine/prepared_point.h"
#include "core/evaluate/kinds/hardware_query.h"
#include "core/evaluate/kinds/own_measurements.h"
#include "core/evaluate/registry.h"
#include "core/evaluate/request_parts.h"
#include "core/evaluate/set_values.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>

namespace strata {
namespace {

constexpr std::string_view kHardware = "/hardware";
constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

/// The request with the values of some of its varied pointers.
Result<Json> requestAt(const Json& base, std::span<const Varied> varied, std::span<const std::size_t> which,
                       std::span<const double> values, const Library& library, const Registry& registry) {
    std::vector<Json> documents;
    documents.reserve(which.size());
    std::vector<PointedValue> pointed;
    for (const std::size_t i : which) {
        documents.push_back(documentValue(varied[i], values[i]));
        pointed.push_back({varied[i].pointer, &documents.back()});
    }
    return setValues(base, pointed, library, registry);
}

/// Values that stand outside others come first: a change of the device must not undo a change in the device.
std::vector<std::size_t> outerFirst(std::span<const Varied> varied) {
    std::vector<std::size_t> order(varied.size());
    for (std::size_t i = 0; i < order.size(); ++i)
        order[i] = i;
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return std::ranges::count(varied[a].pointer, '/') < std::ranges::count(varied[b].pointer, '/');
    });
    return order;
}

constexpr std::string_view kMethod = "/method";

class CompiledByDocuments final : public CompiledRequest {
public:
    CompiledByDocuments(Json base, std::span<const Varied> varied, std::shared_ptr<const Library> library,
                        const Registry& registry, Executor* executor)
        : base_(std::move(base)), varied_(varied.begin(), varied.end()), order_(outerFirst(varied)),
          library_(std::move(library)), registry_(registry), executor_(executor) {}

    Result<void> findMetrics() {
        const auto estimate = strata::evaluate(base_, Context{*library_, {}, nullptr, &registry_, executor_});
        if (!estimate) return estimate.error();
        if (!estimate->valid) {
            return Error{"bad-value",
                         "",
                         {"error.request-itself-cannot-exist-so-metrics"},
                         {"accepted.request-with-valid-estimate"},
                         {}};
        }
        for (const Metric& metric : estimate->metrics)
            metrics_.push_back(metric.name);
        return {};
    }

    bool evaluate(std::span<const double> values, std::span<double> metrics, std::string& reason,
                  const std::stop_token& stop) override {
        std::fill(metrics.begin(), metrics.end(), kNone);
        const auto request = requestAt(base_, varied_, order_, values, *library_, registry_);
        const auto estimate = request
                                  ? strata::evaluate(*request, Context{*library_, stop, nullptr, &registry_, executor_})
                                  : request.error();
        if (!estimate) {
            reason = shortReason(estimate.error());
            return false;
        }
        if (!estimate->valid) {
            reason = estimate->notes.empty() ? "invalid" : estimate->notes.front().code;
            return false;
        }
        for (std::size_t m = 0; m < metrics_.size(); ++m) {
            if (const Metric* found = estimate->findMetric(metrics_[m])) metrics[m] = found->value;
        }
        return true;
    }

private:
    Json base_;
    std::vector<Varied> varied_;
    std::vector<std::size_t> order_;
    std::shared_ptr<const Library> library_;
    const Registry& registry_;
    Executor* executor_;
};

/// Numbers of the hardware are set, everything else is resolved once for each combination of its values.
class CompiledByNumbers final : public CompiledRequest {
public:
    CompiledByNumbers(Json base, std::span<const Varied> varied, std::shared_ptr<const Library> library,
                      const Method& method, const Registry& registry)
        : base_(std::move(base)), varied_(varied.begin(), varied.end()), library_(std::move(library)),
          registry_(registry) {
        metrics_ = method.prepared.metrics;
    }

    Result<void> prepareBase() {
        auto first = prepare(base_);
        if (!first) return first.error();
        for (const std::size_t i : outerFirst(varied_)) {
            const bool number = varied_[i].words == nullptr && varied_[i].pointer.starts_with(kHardware) &&
                                (*first)->addNumber(std::string_view(varied_[i].pointer).substr(kHardware.size()));
            (number ? set_ : resolved_).push_back(i);
        }
        if (resolved_.empty()) only_ = *std::move(first);
        return {};
    }

    bool evaluate(std::span<const double> values, std::span<double> metrics, std::string& reason,
                  const std::stop_token& stop) override {
        std::fill(metrics.begin(), metrics.end(), kNone);
        PreparedPoint* const point = only_ != nullptr ? only_.get() : find(values, reason);
        if (point == nullptr) return false;
        for (std::size_t n = 0; n < set_.size(); ++n) {
            if (point->setNumber(n, values[set_[n]])) continue;
            reason = "bad-value: " + varied_[set_[n]].pointer;
            return false;
        }
        return point->evaluate(metrics, reason, stop);
    }

private:
    struct Known {
        std::unique_ptr<PreparedPoint> point;
        std::string reason; ///< why there is none
    };
    static constexpr std::size_t kMostKnown = 512;

    Result<std::unique_ptr<PreparedPoint>> prepare(const Json& request) const {
        auto parsed = parseRequest(request, registry_);
        if (!parsed) return parsed.error();
        recogniseHardware(*parsed, *library_);
        const auto method = methodFor(*parsed, registry_);
        if (!method) return method.error();
        parsed->method = (*method)->id;
        return (*method)->prepared.prepare(*parsed, library_);
    }

    PreparedPoint* find(std::span<const double> values, std::string& reason) {
        key_.clear();
        for (const std::size_t i : resolved_)
            key_.push_back(values[i]);
        auto place = known_.find(key_);
        if (place == known_.end()) {
            if (known_.size() == kMostKnown) known_.clear();
            place = known_.emplace(key_, resolve(values)).first;
        }
        if (place->second.point == nullptr) reason = place->second.reason;
        return place->second.point.get();
    }

    Known resolve(std::span<const double> values) const {
        const auto request = requestAt(base_, varied_, resolved_, values, *library_, registry_);
        auto point = request ? prepare(*request) : request.error();
        if (!point) return {nullptr, shortReason(point.error())};
        for (const std::size_t i : set_) {
            const std::string_view pointer = std::string_view(varied_[i].pointer).substr(kHardware.size());
            if (!(*point)->addNumber(pointer)) return {nullptr, "bad-pointer: " + varied_[i].pointer};
        }
        return {*std::move(point), {}};
    }

    Json base_;
    std::vector<Varied> varied_;
    std::shared_ptr<const Library> library_;
    const Registry& registry_;
    std::vector<std::size_t> set_, resolved_; ///< indices of varied values
    std::unique_ptr<PreparedPoint> only_;     ///< where nothing has to be resolved
    std::map<std::vector<double>, Known> known_;
    std::vector<double> key_;
};

/// Whether the request's method, and each that an axis names, prepares its points, and all have the same metrics.
bool allPrepared(Request request, std::span<const Varied> varied, const Method& base, const Registry& registry) {
    if (!base.prepared.prepare) return false;
    for (const Varied& v : varied) {
        if (v.pointer != kMethod) continue;
        if (v.words == nullptr) return false;
        for (const Json& word : *v.words) {
            if (!word.is_string()) return false;
            request.method = word.get<std::string>();
            const auto method = methodFor(request, registry);
            if (!method || !(*method)->prepared.prepare) return false;
            if ((*method)->prepared.metrics != base.prepared.metrics) return false;
        }
    }
    return true;
}

} // namespace

std::string shortReason(const Error& error) {
    return error.pointer.empty() ? error.code : error.code + ": " + error.pointer;
}

Json documentValue(const Varied& varied, double value) {
    if (varied.words != nullptr) return varied.words->at(static_cast<std::size_t>(value));
    constexpr double kExact = 9007199254740992.0;
    if (value == std::floor(value) && std::abs(value) <= kExact) return static_cast<std::int64_t>(value);
    return value;
}

const Field* fieldOf(const Json& request, std::string_view pointer, const Library& library, const Registry& registry) {
    const auto parsed = parseRequest(request, registry);
    if (!parsed) return nullptr;
    if (!pointer.starts_with("/hardware/")) return fieldAt(parsed->kind->schema(), pointer);
    if (parsed->kind->devices != nullptr && pointer == kDevices) return &parsed->kind->devices();
    const std::string_view place = hardwarePointer(request);
    const auto hardware = resolveHardware(request, library);
    if (!hardware || !pointer.starts_with(place)) return nullptr;
    const auto kind = entryKindNamed(hardware->value("kind", std::string()));
    const std::string_view fact = pointer.substr(place.size());
    constexpr std::string_view kOfDevice = "/device/";
    if (kind == EntryKind::Cluster && fact.starts_with(kOfDevice))
        return fieldAt(schemaOf(EntryKind::Gpu), fact.substr(kOfDevice.size() - 1));
    return kind ? fieldAt(schemaOf(*kind), fact) : nullptr;
}

Result<std::unique_ptr<CompiledRequest>> compileByDocuments(const Json& request, std::span<const Varied> varied,
                                                            std::shared_ptr<const Library> library,
                                                            const Registry& registry, Executor* executor) {
    auto compiled = std::make_unique<CompiledByDocuments>(request, varied, std::move(library), registry, executor);
    if (auto found = compiled->findMetrics(); !found) return found.error();
    return std::unique_ptr<CompiledRequest>(std::move(compiled));
}

namespace {

/// The request states that member, or a point may.
bool asksOrVaries(const Json& request, std::span<const Varied> varied, const std::string& member) {
    return findPointer(request, member) != nullptr ||
           std::ranges::any_of(varied, [&](const Varied& axis) { return axis.pointer.starts_with(member); });
}

} // namespace

Result<std::unique_ptr<CompiledRequest>> compileRequest(const Json& request, std::span<const Varied> varied,
                                                        std::shared_ptr<const Library> library,
                                                        const Registry& registry, Executor* executor) {
    auto parsed = parseRequest(request, registry);
    if (!parsed) return parsed.error();
    recogniseHardware(*parsed, *library);
    const auto method = methodFor(*parsed, registry);
    if (!method) return method.error();
    // Neighbours are simulated together with the kernel, and a memory beside the device takes a part of the model: no
    // number of the request stands for itself.
    const bool shared =
        asksOrVaries(request, varied, "/plan/sharing") || asksOrVaries(request, varied, "/plan/attention_memory");
    if (shared || !allPrepared(*parsed, varied, **method, registry))
        return compileByDocuments(request, varied, std::move(library), registry, executor);
    const bool own_varies = std::ranges::any_of(
        varied, [](const Varied& place) { return place.pointer == std::string("/") + kOwnMeasurements; });
    if (own_varies) return compileByDocuments(request, varied, std::move(library), registry, executor);
    if (ignoresOwnMeasurements(request, *library)) library = withoutOwnMeasurements(*library);
    auto compiled = std::make_unique<CompiledByNumbers>(request, varied, std::move(library), **method, registry);
    if (auto done = compiled->prepareBase(); !done) return done.error();
    return std::unique_ptr<CompiledRequest>(std::move(compiled));
}

} // namespace strata
