// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/network/network_fit.h"

#include "app/lab/fit/device_spread.h"
#include "app/lab/fit/distances.h"
#include "app/lab/fit/fit.h"
#include "app/lab/network/network_rows.h"
#include "app/lab/run/manifest.h"
#include "core/catalog/library.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <map>
#include <set>

namespace strata::assess {
namespace {

using hardware::Calibration;
using network::NcclValues;

/// At most so many rows of one system, collective and number of ranks take part, evenly spread over sizes.
constexpr std::size_t kRowsPerSeries = 48;
/// A coefficient that the rows do not tell stays near its start: weight of ln(value / start) against a row's
/// error.
constexpr double kAnchor = 0.5;
constexpr std::size_t kEvaluations = 600;
constexpr double kSmallBytes = 1 << 20; // below, the wait for the slowest rank shows
constexpr double kLargeBytes = 1 << 24; // above, it does not
// The last ones are fitted to rows between nodes, behind the others.
constexpr std::size_t kFitted = static_cast<std::size_t>(network::NcclCoefficient::NetworkShare);

/// Bounds keep a protocol what it is: LL the soonest, Simple the fastest. Starts lie between the measured
/// families.
constexpr std::array<std::array<double, 3>, kFitted> kStartLowHigh{{
    {1.0, 0.3, 3.0},    {0.6, 0.2, 3.0},    {2.0, 0.3, 6.0},  // base: LL, LL128, Simple
    {1.5, 0.3, 5.0},    {0.5, 0.1, 3.0},    {0.5, 0.05, 3.0}, // step
    {0.08, 0.005, 0.6}, {0.32, 0.05, 0.95}, {0.75, 0.1, 1.0}, // share of the links
    {1.6, 0.2, 30.0},                                         // copy
    {1.3, 0.3, 5.0},    {2.5, 0.5, 8.0},                      // peers: base of LL, of Simple
    {0.4, 0.05, 3.0},                                         // step
    {0.06, 0.005, 0.6}, {0.65, 0.1, 1.0},                     // share
    {3.0, 0.3, 30.0},                                         // copy
    {0.8, 0.1, 1.0},    {1.0, 0.2, 4.0},                      // pair: share, base
    {20e9, 5e9, 60e9},                                        // host
    {0.6, 0.2, 1.0},    {1.0, 0.1, 3.0},                      // in the switch: share, step
}};
static_assert(kFitted == 21);
/// Between nodes: share of the adapters, step, share of a pair.
constexpr std::array<std::array<double, 2>, network::kNcclCoefficients - kFitted> kBetweenLowHigh{
    {{0.05, 1.0}, {0.1, 12.0}, {0.05, 1.0}}};

using RowRefs = std::vector<const CollectiveRow*>;

/// Large messages on one rank's kernel hide the wait.
bool timedAlone(const CollectiveRow& row) { return row.measured_s > 0.0 && (!row.waits || row.bytes >= kLargeBytes); }

/// What tells rows of one curve over sizes.
std::string seriesOf(const CollectiveRow& row) {
    return row.system + std::string(network::name(row.collective)) + std::to_string(row.group.ranks);
}

/// Rows of nccl-tests on links, within one node.
RowRefs rowsToFit(const CollectiveRows& data, const Without& without) {
    std::map<std::string, RowRefs> series;
    for (const CollectiveRow& row : data.rows) {
        if (row.host_limited || row.beyond_links || without.has(row.system) || row.group.nodes > 1.0 ||
            !timedAlone(row))
            continue;
        series[seriesOf(row)].push_back(&row);
    }
    RowRefs rows;
    for (auto& [name, all] : series) {
        std::stable_sort(all.begin(), all.end(), [](const auto* a, const auto* b) { return a->bytes < b->bytes; });
        const std::size_t count = std::min(kRowsPerSeries, all.size());
        for (std::size_t i = 0; i < count; ++i)
            rows.push_back(all[i * all.size() / count]);
    }
    return rows;
}

Result<NcclValues> fitted(const RowRefs& rows, const NcclValues& start) {
    std::vector<FreeCoefficient> free;
    const auto names = network::ncclCoefficientNames();
    for (std::size_t i = 0; i < kFitted; ++i) {
        free.push_back({std::string(names[i]), start[i], kStartLowHigh[i][1], kStartLowHigh[i][2]});
    }
    const auto residual = [&](std::span<const double> values, std::span<double> out) {
        NcclValues all = start;
        std::copy(values.begin(), values.end(), all.begin());
        for (std::size_t i = 0; i < rows.size(); ++i) {
            const CollectiveRow& row = *rows[i];
            const double predicted_s =
                network::ncclTime(row.group, all, row.collective, row.bytes, row.options).seconds();
            out[i] = std::log(predicted_s / row.measured_s);
        }
        for (std::size_t i = 0; i < kFitted; ++i)
            out[rows.size() + i] = kAnchor * std::log(values[i] / start[i]);
    };
    const auto fit = fitCoefficients(free, rows.size() + kFitted, residual, {.evaluations = kEvaluations});
    if (!fit) return fit.error();
    NcclValues values = start;
    std::copy(fit->values.begin(), fit->values.end(), values.begin());
    return values;
}

hardware::Coefficients named(const NcclValues& values) {
    hardware::Coefficients result;
    const auto names = network::ncclCoefficientNames();
    for (std::size_t i = 0; i < kFitted; ++i)
        result.emplace(names[i], values[i]);
    return result;
}

hardware::Coefficients namedBetween(const NcclValues& values) {
    hardware::Coefficients result;
    const auto names = network::ncclCoefficientNames();
    for (std::size_t i = kFitted; i < values.size(); ++i)
        result.emplace(names[i], values[i]);
    return result;
}

/// Shares of the adapters and time of steps between nodes. Each system counts the same, however many rows it has. Where
/// only pairs were timed, rings are taken to have their share of the adapters, and the other way around.
Result<NcclValues> fittedBetweenNodes(const RowRefs& rows, std::span<const Calibration> inside, const NcclValues& start,
                                      double wait_s) {
    std::vector<FreeCoefficient> free;
    const auto names = network::ncclCoefficientNames();
    for (std::size_t i = 0; i < kBetweenLowHigh.size(); ++i) {
        const std::size_t at = kFitted + i;
        free.push_back({std::string(names[at]), start[at], kBetweenLowHigh[i][0], kBetweenLowHigh[i][1]});
    }
    std::vector<NcclValues> within;
    std::map<std::string, double> count;
    for (const CollectiveRow* row : rows) {
        within.push_back(network::resolveNccl(row->group, inside).values);
        ++count[row->system];
    }
    const auto residual = [&](std::span<const double> values, std::span<double> out) {
        for (std::size_t i = 0; i < rows.size(); ++i) {
            std::copy(values.begin(), values.end(), within[i].begin() + kFitted);
            out[i] = std::log(predictedSeconds(*rows[i], within[i], wait_s) / rows[i]->measured_s) *
                     std::sqrt(kRowsPerSeries / count.at(rows[i]->system));
        }
        out[rows.size()] = kAnchor * std::log(values[0] / values[2]);
        out[rows.size() + 1] = kAnchor * std::log(values[1] / start[kFitted + 1]);
    };
    const auto fit = fitCoefficients(free, rows.size() + 2, residual, {.evaluations = kEvaluations});
    if (!fit) return fit.error();
    NcclValues values = start;
    std::copy(fit->values.begin(), fit->values.end(), values.begin() + kFitted);
    return values;
}

/// What lies between nodes: of all systems, of each way to the adapters from there, and of each system.
Result<void> addBetweenNodes(const CollectiveRows& data, const Without& without, double wait_s,
                             Calibration& calibration) {
    RowRefs all;
    std::map<std::string, RowRefs> paths, systems;
    for (const CollectiveRow& row : data.rows) {
        if (row.group.nodes == 1.0 || without.has(row.system) || row.measured_s <= 0.0) continue;
        all.push_back(&row);
        paths[std::string(row.group.direct ? network::kDirectNetwork : network::kStagedNetwork)].push_back(&row);
        systems[row.group.system].push_back(&row);
    }
    if (all.empty()) return {};
    const Calibration inside = calibration;
    const auto fit = [&](const RowRefs& rows, const NcclValues& start) {
        return fittedBetweenNodes(rows, std::span(&inside, 1), start, wait_s);
    };
    const auto shared = fit(all, network::uncalibratedNccl());
    if (!shared) return shared.error();
    for (const auto& [path, rows] : paths) {
        NcclValues start = *shared;
        const auto of_path = fit(rows, start);
        if (!of_path) return of_path.error();
        // Each way was timed on few systems: its shares are its own, its steps those of all.
        auto values = namedBetween(*of_path);
        values[std::string(network::ncclCoefficientNames()[kFitted + 1])] = (*shared)[kFitted + 1];
        calibration.groups.push_back({{{"network", path}}, std::move(values), static_cast<std::int64_t>(rows.size())});
        std::copy(of_path->begin() + kFitted, of_path->end(), start.begin() + kFitted);
        for (const auto& [system, measured] : systems) {
            if (std::find(rows.begin(), rows.end(), measured.front()) == rows.end()) continue;
            const auto own = fit(measured, start);
            if (!own) return own.error();
            for (hardware::CalibrationGroup& group : calibration.groups) {
                const auto named = group.key.find("system");
                if (named != group.key.end() && named->second == system) group.values.merge(namedBetween(*own));
            }
        }
    }
    return {};
}

/// How long a kernel on one rank runs at least: until the slowest rank has come. Waits spread tenfold and lean to
/// long ones, so this is the value of least mean relative error: their median with weights 1 / wait.
double rankWait(const CollectiveRows& data, const Without& without) {
    std::vector<double> waits;
    double weight = 0.0;
    for (const CollectiveRow& row : data.rows) {
        if (!row.waits || row.group.nodes > 1.0 || row.bytes >= kSmallBytes || without.has(row.system)) continue;
        waits.push_back(row.measured_s);
        weight += 1.0 / row.measured_s;
    }
    std::sort(waits.begin(), waits.end());
    double below = 0.0;
    for (const double wait_s : waits) {
        below += 1.0 / wait_s;
        if (2.0 * below >= weight) return wait_s;
    }
    return 0.0;
}

/// Fits all systems together, then each technology from there, then each system from its technology.
Result<Calibration> fitWithout(const CollectiveRows& data, const Without& without) {
    const RowRefs rows = rowsToFit(data, without);
    NcclValues start = network::uncalibratedNccl();
    for (std::size_t i = 0; i < kFitted; ++i)
        start[i] = kStartLowHigh[i][0];
    const auto all = fitted(rows, start);
    if (!all) return all.error();
    Calibration calibration;
    calibration.id = std::string(network::kNcclCalibration);
    calibration.points = static_cast<std::int64_t>(rows.size());
    calibration.values = named(*all);
    std::map<std::string, RowRefs> technologies;
    for (const CollectiveRow* row : rows)
        technologies[row->group.technology].push_back(row);
    for (const auto& [technology, its] : technologies) {
        const auto family = fitted(its, *all);
        if (!family) return family.error();
        calibration.groups.push_back(
            {{{"technology", technology}}, named(*family), static_cast<std::int64_t>(its.size())});
        std::map<std::string, RowRefs> systems;
        for (const CollectiveRow* row : its)
            systems[row->group.system].push_back(row);
        for (const auto& [system, measured] : systems) {
            const auto own = fitted(measured, *family);
            if (!own) return own.error();
            calibration.groups.push_back({{{"system", system}, {"technology", technology}},
                                          named(*own),
                                          static_cast<std::int64_t>(measured.size())});
        }
    }
    const double wait_s = rankWait(data, without);
    if (auto added = addBetweenNodes(data, without, wait_s, calibration); !added) return added.error();
    calibration.values.emplace(kRankWait, wait_s);
    return calibration;
}

/// ln(measured / predicted) of the collectives of some systems, within and between nodes, by distance. Of kernels that
/// wait for the slowest rank only the messages that hide the wait count: a request asks for the collective alone.
std::map<std::string_view, ErrorsByKey> errorsOf(const CollectiveRows& data, const Calibration& calibration,
                                                 const Without& only) {
    std::map<std::string_view, ErrorsByKey> errors;
    for (const CollectiveRow& row : data.rows) {
        if (row.host_limited || row.beyond_links || !timedAlone(row) || !only.has(row.system)) continue;
        const auto resolved = network::resolveNccl(row.group, std::span(&calibration, 1));
        const auto system = std::find(data.systems.begin(), data.systems.end(), row.system) - data.systems.begin();
        const double predicted_s =
            network::ncclTime(row.group, resolved.values, row.collective, row.bytes, row.options).seconds();
        const ResidualKey key{{"class", "collective"}, {"path", row.group.nodes > 1.0 ? "between" : "inside"}};
        errors[resolved.distance][key].push_back(
            {static_cast<std::size_t>(system), std::log(row.measured_s / predicted_s)});
    }
    return errors;
}

/// What is left out together: each system, all with links of one technology, all that reach their adapters in one way.
std::vector<Without> heldOut(const CollectiveRows& data, const Without& without) {
    std::map<std::string, std::vector<std::string>> groups;
    const auto add = [&](const std::string& group, const std::string& system) {
        std::vector<std::string>& systems = groups[group];
        if (std::ranges::find(systems, system) == systems.end()) systems.push_back(system);
    };
    for (const CollectiveRow& row : data.rows) {
        if (without.has(row.system)) continue;
        add("system " + row.system, row.system);
        add("technology " + row.group.technology, row.system);
        if (row.group.nodes > 1.0) add(row.group.direct ? "direct" : "staged", row.system);
    }
    std::set<std::vector<std::string>> once;
    for (const auto& [name, systems] : groups)
        once.insert(systems);
    return {once.begin(), once.end()};
}

/// Residuals of what was fitted, and of each distance from fits without each group of heldOut().
Result<void> addResiduals(Calibration& calibration, const CollectiveRows& data, const Without& without) {
    std::vector<std::string> stay = data.systems;
    std::erase_if(stay, [&](const std::string& system) { return without.has(system); });
    ErrorsByKey seen = errorsOf(data, calibration, Without(stay))["same"];
    std::vector<double> relative;
    for (const auto& [key, errors] : seen)
        for (const LogError& error : errors)
            relative.push_back(std::abs(std::exp(-error.value) - 1.0));
    calibration.residual_p50 = quantile(relative, 0.5);
    calibration.residual_p90 = quantile(relative, 0.9);
    ErrorsByDistance apart;
    ErrorsByKey another; // machines of a measured kind
    for (const Without& held : heldOut(data, without)) {
        const auto fit = fitWithout(data, without.with(held));
        if (!fit) return fit.error();
        for (const auto& [distance, by_key] : errorsOf(data, *fit, held)) {
            const auto at = std::ranges::find_if(gpu::kDistances, [&](auto one) { return gpu::name(one) == distance; });
            for (const auto& [key, errors] : by_key)
                std::ranges::copy(errors,
                                  std::back_inserter(*at == gpu::Distance::Same ? another[key] : apart[*at][key]));
        }
    }
    // Where two data sets hold one kind of system, each tells what another machine than the fitted one errs by.
    ErrorsByKey same = seen;
    for (const auto& [key, errors] : another)
        same[key] = errors;
    calibration.residuals = residualsOfFitted(same);
    const auto added = residualsByDistance(apart, seen);
    calibration.residuals.insert(calibration.residuals.end(), added.begin(), added.end());
    return {};
}

} // namespace

Result<Calibration> fitNetworkNccl(const std::filesystem::path& folder, const Library& library,
                                   const Without& without) {
    const auto data = readCollectiveRows(folder, library);
    if (!data) return data.error();
    const auto set = manifestOf("collectives-measured");
    if (!set) return set.error();
    const Without left = without.with(set->outsideFit(data->systems));
    auto calibration = fitWithout(*data, left);
    if (!calibration) return calibration;
    calibration->suite = "collectives";
    calibration->data = "nccl-tests of 8 systems and NCCL kernels of 3 (public tables of two projects)";
    calibration->command = "strata-lab calibrate network-nccl --data DIR";
    const auto names = network::ncclCoefficientNames();
    for (std::size_t i = 0; i < kFitted; ++i)
        calibration->origins[std::string(names[i])] = rangeText(kStartLowHigh[i][1], kStartLowHigh[i][2]);
    for (std::size_t i = 0; i < kBetweenLowHigh.size(); ++i)
        calibration->origins[std::string(names[kFitted + i])] = rangeText(kBetweenLowHigh[i][0], kBetweenLowHigh[i][1]);
    if (auto done = addResiduals(*calibration, *data, left); !done) return done.error();
    return calibration;
}

} // namespace strata::assess
