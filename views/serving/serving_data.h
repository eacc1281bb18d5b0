// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/estimate.h"
#include "core/evaluate/kinds/serving/load_curve.h"

#include <array>
#include <optional>
#include <QString>
#include <string>
#include <vector>

namespace strata::views {

/// The latencies that a service level may bound.
enum class Latency { FirstToken, OutputToken, EndToEnd };
inline constexpr std::array kLatencies{Latency::FirstToken, Latency::OutputToken, Latency::EndToEnd};

/// "ttft", "tpot", "e2e": stem of the metrics and key of the service level.
const char* stemOf(Latency latency);
QString latencyText(Latency latency);
/// "/plan/slo/ttft_s"
std::string sloPointer(Latency latency);
std::optional<double> sloOf(const Json& request, Latency latency);

/// A cumulative distribution as the estimate tells it: times in ascending order, each with the share of requests that
/// it is enough for.
struct Distribution {
    std::vector<double> share, seconds;

    bool empty() const { return seconds.empty(); }
    /// The largest share that the estimate tells for a time; 0 below the first.
    double shareWithin(double time_s) const;
};
Distribution distributionOf(const Estimate& estimate, Latency latency);

/// A number of the estimate beside the curve.
struct PercentileMark {
    QString name; ///< "P99"
    double share = 0.99;
    Metric metric;
};
std::vector<PercentileMark> percentilesOf(const Estimate& estimate, Latency latency);

/// One design in the picture of a distribution.
struct CdfSide {
    Distribution distribution;
    std::vector<PercentileMark> marks;
    std::optional<double> slo_s;
    bool stale = false;        ///< of an earlier request
    bool partial = false;      ///< of the requests that have finished so far
    bool extrapolated = false; ///< outside of what the models were checked against
};

/// The throughput at which a curve has flattened, and what it is among the points there.
struct Saturation {
    double per_s = 0.0, low = 0.0, high = 0.0;
    bool operator==(const Saturation&) const = default;
};

/// Goodput and throughput over the arrival rate.
struct LoadSide {
    std::vector<LoadPoint> points; ///< by rate
    std::optional<double> rate_per_s;
    bool stale = false;
    bool whole = false; ///< every rate has been answered
    /// The mean throughput of the highest rates where it stays within a few percent while the rate nearly doubles;
    /// nothing where the curve still grows, or the engine keeps up.
    std::optional<Saturation> saturation() const;
};

/// Both curves of both designs, one point a row.
Table servingTable(Latency latency, const CdfSide& selected, const std::optional<CdfSide>& baseline,
                   const LoadSide& load, const std::optional<LoadSide>& baseline_load);

} // namespace strata::views
