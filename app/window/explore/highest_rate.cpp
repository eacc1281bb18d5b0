// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/explore/highest_rate.h"

#include "core/base/executor.h"
#include "core/base/message_text.h"
#include "core/evaluate/engine/compiled_request.h"
#include "core/evaluate/kinds/serving/load_curve.h"
#include "core/evaluate/registry.h"

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <thread>

namespace strata::app {
namespace {

constexpr const char* kKeptPointer = "/plan/capacity/kept";

/// The share of the requests that must keep the service level: as stated, else what the request's schema says.
double keptIn(const Json& request, const Library& library) {
    if (const Json* kept = findPointer(request, kKeptPointer)) return kept->get<double>();
    const Field* field = fieldOf(request, kKeptPointer, library);
    const auto* holds = field ? std::get_if<double>(&field->fallback.value) : nullptr;
    return holds ? *holds : std::numeric_limits<double>::quiet_NaN();
}

/// Three digits: a rate that is searched within 1 % has no more.
double rounded(double value) {
    const double step = std::pow(10.0, std::floor(std::log10(value)) - 2.0);
    return std::round(value / step) * step;
}

} // namespace

Result<HighestRate> highestRate(const Json& request, const std::shared_ptr<const Library>& library,
                                const std::stop_token& stop) {
    ThreadExecutor executor(std::thread::hardware_concurrency()); // seeds are searched side by side
    const Context context{*library, stop, nullptr, &builtinRegistry(), &executor};
    Json search = request;
    if (const Method* method = methodThatTells(request, kCapacityMetric, *context.registry))
        search["method"] = method->id;
    const auto estimate = evaluate(search, context);
    if (!estimate) return estimate.error();
    const Metric* rate = estimate->findMetric(kCapacityMetric);
    if (!estimate->valid || !rate) {
        const Note why = estimate->notes.empty() ? Note{} : estimate->notes.front();
        return Error{why.code.empty() ? "never-kept" : why.code, "", why.text, alternatives(why.fixes), {}};
    }
    HighestRate highest{nullptr, *rate, keptIn(request, *library), 0.0};
    if (const Table* lengths = estimate->findTable("run_lengths"); lengths && !lengths->rows.empty())
        if (const auto* requests = std::get_if<double>(&lengths->rows.back().front())) highest.requests = *requests;
    Json at = request;
    if (auto set = setPointer(at, kRatePointer, rounded(rate->value)); !set) return set.error();
    // A shorter run than the search needed would tell another story.
    const Json* stated = findPointer(at, "/workload/traffic/requests");
    if (stated && stated->get<double>() < highest.requests)
        (void)setPointer(at, "/workload/traffic/requests", static_cast<std::int64_t>(highest.requests));
    highest.request = std::make_shared<const Json>(std::move(at));
    return highest;
}

} // namespace strata::app
