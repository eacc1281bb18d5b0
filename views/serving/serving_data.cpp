// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/serving/serving_data.h"

#include "core/evaluate/table_reader.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <QCoreApplication>

namespace strata::views {
namespace {

constexpr double kKeepsUp = 0.9; // of the asked rate: below, a queue grows

QString tr(const char* text) { return QCoreApplication::translate("strata::views", text); }

} // namespace

const char* stemOf(Latency latency) {
    switch (latency) {
    case Latency::FirstToken: return "ttft";
    case Latency::OutputToken: return "tpot";
    case Latency::EndToEnd: return "e2e";
    }
    return "";
}

QString latencyText(Latency latency) {
    switch (latency) {
    case Latency::FirstToken: return tr("First token");
    case Latency::OutputToken: return tr("Output token");
    case Latency::EndToEnd: return tr("Whole answer");
    }
    return {};
}

std::string sloPointer(Latency latency) { return std::string("/plan/slo/") + stemOf(latency) + "_s"; }

std::optional<double> sloOf(const Json& request, Latency latency) {
    const Json* stated = findPointer(request, sloPointer(latency));
    if (!stated || !stated->is_number()) return {};
    const double seconds = stated->get<double>();
    return seconds > 0.0 ? std::optional(seconds) : std::nullopt;
}

double Distribution::shareWithin(double time_s) const {
    const auto above = std::ranges::upper_bound(seconds, time_s) - seconds.begin();
    return above == 0 ? 0.0 : share[static_cast<std::size_t>(above) - 1];
}

Distribution distributionOf(const Estimate& estimate, Latency latency) {
    const TableReader table(estimate.findTable("distribution"));
    const std::string column = std::string(stemOf(latency)) + "_s";
    Distribution result;
    for (std::size_t row = 0; row < table.rows(); ++row) {
        const auto share = table.number(row, "share");
        const auto seconds = table.number(row, column);
        if (!share || !seconds) continue;
        result.share.push_back(*share);
        result.seconds.push_back(*seconds);
    }
    return result;
}

std::vector<PercentileMark> percentilesOf(const Estimate& estimate, Latency latency) {
    std::vector<PercentileMark> marks;
    for (const int percent : {50, 90, 95, 99}) {
        const std::string name = std::string(stemOf(latency)) + "_p" + std::to_string(percent) + "_s";
        if (const Metric* metric = estimate.findMetric(name))
            marks.push_back({QStringLiteral("P%1").arg(percent), percent / 100.0, *metric});
    }
    return marks;
}

std::optional<Saturation> LoadSide::saturation() const {
    constexpr double kSpan = 1.6;     // of the highest rate over the lowest of the flat part
    constexpr double kFlat = 0.05;    // of the mean, from its least to its most
    constexpr std::size_t kLeast = 3; // points
    if (points.size() < kLeast) return {};
    const double last = std::ranges::max(points, {}, &LoadPoint::rate_per_s).rate_per_s;
    Saturation flat{0.0, INFINITY, 0.0};
    std::size_t count = 0;
    double lowest = last;
    for (const LoadPoint& point : points) {
        if (point.rate_per_s < last / 2.0 || point.requests_per_s >= kKeepsUp * point.rate_per_s) continue;
        ++count;
        lowest = std::min(lowest, point.rate_per_s);
        flat.per_s += point.requests_per_s;
        flat.low = std::min(flat.low, point.requests_per_s);
        flat.high = std::max(flat.high, point.requests_per_s);
    }
    if (count < kLeast || last < kSpan * lowest) return {};
    flat.per_s /= static_cast<double>(count);
    if (flat.high - flat.low > kFlat * flat.per_s) return {};
    return flat;
}

Table servingTable(Latency latency, const CdfSide& selected, const std::optional<CdfSide>& baseline,
                   const LoadSide& load, const std::optional<LoadSide>& baseline_load) {
    Table table{"serving", {"design", "curve", "at", "value"}, {}};
    const std::string stem = stemOf(latency);
    const auto add = [&](const char* design, const std::string& curve, double at, double value) {
        table.rows.push_back({std::string(design), curve, at, value});
    };
    const auto distribution = [&](const char* design, const CdfSide& side) {
        for (std::size_t i = 0; i < side.distribution.share.size(); ++i)
            add(design, stem + " share over s", side.distribution.seconds[i], side.distribution.share[i]);
        if (side.slo_s && !side.distribution.empty())
            add(design, stem + " service level in s", *side.slo_s, side.distribution.shareWithin(*side.slo_s));
    };
    const auto curves = [&](const char* design, const LoadSide& side) {
        for (const LoadPoint& point : side.points)
            add(design, "throughput per s over rate", point.rate_per_s, point.requests_per_s);
        for (const LoadPoint& point : side.points)
            if (point.goodput_per_s) add(design, "goodput per s over rate", point.rate_per_s, *point.goodput_per_s);
    };
    distribution("selected", selected);
    if (baseline) distribution("baseline", *baseline);
    curves("selected", load);
    if (baseline_load) curves("baseline", *baseline_load);
    return table;
}

} // namespace strata::views
