// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/kinds/serving/load_curve.h"

#include "core/evaluate/engine/compiled_request.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

namespace strata {
namespace {

constexpr double kLowest = 1e-4, kHighest = 1e5; ///< that requests accept
constexpr int kToOctave = 4, kOctaves = 4;       ///< to either side
constexpr std::array kStrides{4, 2, 1};
constexpr double kFarBehind = 0.6, kFarBeyond = 2.2; ///< of the asked rate; of the rate where that happens

} // namespace

std::optional<double> arrivalRate(const Json& request) {
    if (findPointer(request, "/workload/traffic") == nullptr) return {};
    const Json* process = findPointer(request, "/workload/traffic/arrivals/process");
    const bool traced = findPointer(request, "/workload/traffic/trace") != nullptr;
    if (process ? *process != "poisson" && *process != "gamma" && *process != "even" : traced) return {};
    const Json* rate = findPointer(request, kRatePointer);
    return rate && rate->is_number() ? rate->get<double>() : 1.0;
}

std::vector<double> loadRates(double around_per_s) {
    if (!(around_per_s > 0) || !std::isfinite(around_per_s)) return {};
    // Whole octaves, so that a dragged rate seldom asks for other points.
    const int middle = kToOctave * static_cast<int>(std::lround(std::log2(around_per_s)));
    const int first = middle - kToOctave * kOctaves, last = middle + kToOctave * kOctaves;
    std::vector<double> rates;
    for (std::size_t i = 0; i < kStrides.size(); ++i) {
        for (int step = first; step <= last; step += kStrides[i]) {
            if (i > 0 && (step - first) % kStrides[i - 1] == 0) continue;
            const double rate = std::exp2(static_cast<double>(step) / kToOctave);
            if (rate >= kLowest && rate <= kHighest) rates.push_back(rate);
        }
    }
    return rates;
}

Json overDuration(const Json& request) {
    Json result = request;
    if (!findPointer(result, "/workload/traffic/duration_s"))
        (void)setPointer(result, "/workload/traffic/duration_s", kLoadDuration_s);
    removePointer(result, "/workload/traffic/requests");
    return result;
}

Result<void> loadCurve(const Json& request, const std::vector<double>& rates,
                       const std::shared_ptr<const Library>& library, const std::stop_token& stop,
                       const std::function<bool(const LoadPoint&)>& found, Executor* executor) {
    const std::vector<Varied> varied{{kRatePointer, nullptr}};
    const auto compiled = compileRequest(overDuration(request), varied, library, builtinRegistry(), executor);
    if (!compiled) return compiled.error();
    const auto& names = (*compiled)->metrics();
    std::vector<double> metrics(names.size());
    const auto metric = [&](const char* name) {
        const auto place = std::ranges::find(names, name) - names.begin();
        return place < std::ssize(names) ? metrics[static_cast<std::size_t>(place)]
                                         : std::numeric_limits<double>::quiet_NaN();
    };
    std::string reason;
    double most = std::numeric_limits<double>::infinity();
    for (const double rate : rates) {
        if (rate > most) continue;
        const bool answered = (*compiled)->evaluate(std::span(&rate, 1), metrics, reason, stop);
        if (stop.stop_requested()) return Error{"cancelled", "", {"error.curve-stopped"}, {}, {}};
        if (!answered) continue;
        LoadPoint point{rate, metric("requests_per_s"), {}, metric("ttft_p99_s"), metric("e2e_p99_s")};
        if (const double goodput = metric("goodput_per_s"); std::isfinite(goodput)) point.goodput_per_s = goodput;
        if (!std::isfinite(point.requests_per_s)) continue;
        if (point.requests_per_s < kFarBehind * rate) most = std::min(most, kFarBeyond * rate);
        if (!found(point)) break;
    }
    return {};
}

} // namespace strata
