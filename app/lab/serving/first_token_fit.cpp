// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/serving/first_token_fit.h"

#include "app/lab/fit/fit.h"
#include "app/lab/serving/serving_protocol.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace strata::assess {
namespace {

constexpr double kLargestAlone = 8;    ///< requests in flight
constexpr std::size_t kDrawnEvery = 3; ///< of all points, so that a fit takes no longer than its steps
constexpr double kShortestWay = 2e-3;  ///< seconds: a round trip and one iteration of a server's loop
constexpr double kOtherDevices = 2;

double meanOf(const std::vector<double>& values) {
    double sum = 0;
    for (const double value : values)
        sum += value;
    return values.empty() ? 0 : sum / static_cast<double>(values.size());
}

} // namespace

bool isAlone(const ServingCase& serving_case) {
    return serving_case.measured_ttft_s > 0 && serving_case.published_protocol &&
           serving_case.offered_batch <= kLargestAlone && !guessesTokens(serving_case);
}

std::vector<TimedRequest> timeRequests(const std::vector<const ServingCase*>& cases,
                                       std::span<const hardware::Calibration> calibrations) {
    std::vector<TimedRequest> timed;
    for (std::size_t i = 0; i < cases.size(); ++i) {
        const ServingCase& serving_case = *cases[i];
        if (!(serving_case.measured_ttft_s > 0)) continue;
        const bool alone = isAlone(serving_case);
        const bool drawn = i % kDrawnEvery == 0;
        if (!alone && !drawn) continue;
        if (const auto found = firstTokens(serving_case, calibrations))
            timed.push_back({&serving_case, *found, alone, drawn});
    }
    return timed;
}

std::vector<double> waysOfDevices(std::span<const TimedRequest> requests, double per_token_s) {
    std::map<std::string, std::vector<double>> devices;
    for (const TimedRequest& row : requests) {
        if (!row.alone) continue;
        devices[row.one->gpu.id].push_back(row.one->measured_ttft_s - row.found.engine_s -
                                           per_token_s * row.found.prompt_tokens);
    }
    std::vector<double> ways;
    for (const auto& [device, seconds] : devices)
        ways.push_back(std::max(quantile(seconds, 0.5), kShortestWay));
    return ways;
}

std::vector<double> pooledWays(const std::vector<std::vector<double>>& of_engines) {
    std::vector<std::vector<double>> logs;
    std::vector<double> all;
    for (const std::vector<double>& ways : of_engines) {
        logs.emplace_back();
        for (const double way_s : ways) {
            logs.back().push_back(std::log(way_s));
            all.push_back(std::log(way_s));
        }
    }
    const double common = meanOf(all);
    std::vector<double> pooled;
    for (const std::vector<double>& own : logs) {
        const auto devices = static_cast<double>(own.size());
        pooled.push_back(
            all.empty() ? 0 : std::exp((devices * meanOf(own) + kOtherDevices * common) / (devices + kOtherDevices)));
    }
    return pooled;
}

} // namespace strata::assess
