// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/assess/network_fit.h"

#include "core/assess/device_spread.h"
#include "core/assess/fit.h"
#include "core/assess/network_rows.h"
#include "core/assess/pooled_fit.h"
#include "core/catalog/library.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace strata::assess {
namespace {

using hardware::Calibration;
using network::NcclValues;

constexpr std::size_t kRowsPerGroup = 9;
constexpr std::uint8_t kByTechnology = 1;
constexpr std::uint8_t kBySystem = 3;
constexpr std::size_t kWait = network::kNcclCoefficients;
constexpr std::size_t kAll = kWait + 1;

/// Bounds keep a protocol what it is: LL the soonest, Simple the fastest. Starts lie between the measured families.
constexpr std::array<PooledCoefficient, kAll> kCoefficients{{
    {"ll_base", 1.0, 0.3, 3.0, kBySystem},
    {"ll128_base", 0.6, 0.2, 3.0, kByTechnology},
    {"simple_base", 2.0, 0.3, 6.0, kByTechnology},
    {"ll_step", 1.5, 0.3, 5.0, kByTechnology},
    {"ll128_step", 0.5, 0.1, 3.0, kByTechnology},
    {"simple_step", 0.5, 0.05, 3.0, kByTechnology},
    {"ll_share", 0.08, 0.005, 0.6, kByTechnology},
    {"ll128_share", 0.32, 0.05, 0.95, kByTechnology},
    {"simple_share", 0.75, 0.1, 1.0, kBySystem},
    {"copy_share", 1.6, 0.2, 30.0, kByTechnology},
    {"peer_ll_base", 1.3, 0.3, 5.0, kByTechnology},
    {"peer_ll128_base", 0.9, 0.3, 4.0, kByTechnology},
    {"peer_simple_base", 2.5, 0.5, 8.0, kByTechnology},
    {"peer_step", 0.4, 0.05, 3.0, kByTechnology},
    {"peer_ll_share", 0.06, 0.005, 0.6, kByTechnology},
    {"peer_ll128_share", 0.3, 0.03, 0.95, kByTechnology},
    {"peer_simple_share", 0.65, 0.1, 1.0, kBySystem},
    {"peer_copy_share", 3.0, 0.3, 30.0, kByTechnology},
    {"host_power", 0.3, 0.01, 2.0, kByTechnology},
    {"network_share", 0.4, 0.02, 1.0, kBySystem},
    {kRankWait, 30e-6, 1e-6, 1e-4, 0},
}};

NcclValues valuesOf(std::span<const double> all) {
    NcclValues values;
    std::copy_n(all.begin(), values.size(), values.begin());
    return values;
}

/// Numbers for names, in the order in which they appear.
class Numbers {
public:
    std::size_t operator()(const std::string& name) {
        const auto [found, is_new] = numbers_.emplace(name, names_.size());
        if (is_new) names_.push_back(name);
        return found->second;
    }
    const std::vector<std::string>& names() const { return names_; }

private:
    std::map<std::string, std::size_t> numbers_;
    std::vector<std::string> names_;
};

hardware::Coefficients named(std::span<const double> values) {
    hardware::Coefficients result;
    const auto names = network::ncclCoefficientNames();
    for (std::size_t i = 0; i < names.size(); ++i) result.emplace(names[i], values[i]);
    return result;
}

bool takesPart(const CollectiveRow& row, std::string_view without) {
    return !row.host_limited && row.system != without && row.measured_s > 0.0;
}

Result<Calibration> fitWithout(const CollectiveRows& data, std::string_view without) {
    Numbers technologies, systems, series;
    std::vector<PooledRow> rows;
    std::map<std::size_t, PooledRow> by_technology, by_system;
    for (std::size_t i = 0; i < data.rows.size(); ++i) {
        const CollectiveRow& row = data.rows[i];
        if (!takesPart(row, without)) continue;
        PooledRow one;
        one.index = i;
        one.measured_s = row.measured_s;
        one.groups[0] = technologies(row.group.technology);
        one.groups[1] = systems(row.group.system);
        one.groups[kPoolLevels - 1] = series(row.system + std::string(network::name(row.collective)) +
                                             std::to_string(row.group.ranks) + "/" + std::to_string(row.group.nodes));
        by_technology.emplace(one.groups[0], one);
        by_system.emplace(one.groups[1], one);
        rows.push_back(one);
    }
    const auto fit = fitPooled(kCoefficients, rows, kRowsPerGroup, [&](std::span<const double> values, const PooledRow& row) {
        return predictedSeconds(data.rows[row.index], valuesOf(values), values[kWait]);
    });
    if (!fit) return fit.error();
    Calibration calibration;
    calibration.id = std::string(network::kNcclCalibration);
    calibration.points = static_cast<std::int64_t>(rows.size());
    calibration.values = named(fit->shared);
    calibration.values.emplace(kRankWait, fit->shared[kWait]);
    std::array<double, kAll> values;
    for (auto& [number, row] : by_technology) {
        PooledRow family = row;
        family.groups[1] = SIZE_MAX;  // no system's own factors
        fit->valuesOf(family, values);
        calibration.groups.push_back({{{"technology", technologies.names()[number]}}, named(values), 0});
    }
    for (const auto& [number, row] : by_system) {
        fit->valuesOf(row, values);
        calibration.groups.push_back({{{"system", systems.names()[number]}}, named(values), 0});
    }
    return calibration;
}

/// ln(measured / predicted) of rows that took part, or of one system that was left out.
std::vector<LogError> errorsOf(const CollectiveRows& data, const Calibration& calibration, std::string_view only) {
    std::vector<LogError> errors;
    const double wait_s = calibration.values.at(std::string(kRankWait));
    for (const CollectiveRow& row : data.rows) {
        if (!takesPart(row, {}) || (!only.empty() && row.system != only)) continue;
        const auto resolved = network::resolveNccl(row.group, std::span(&calibration, 1));
        const auto system = std::find(data.systems.begin(), data.systems.end(), row.system) - data.systems.begin();
        errors.push_back({static_cast<std::size_t>(system),
                          std::log(row.measured_s / predictedSeconds(row, resolved.values, wait_s))});
    }
    return errors;
}

Result<void> addResiduals(Calibration& calibration, const CollectiveRows& data, std::string_view without) {
    const std::vector<LogError> seen = errorsOf(data, calibration, {});
    std::vector<double> relative;
    for (const LogError& error : seen) relative.push_back(std::abs(std::exp(-error.value) - 1.0));
    calibration.residual_p50 = quantile(relative, 0.5);
    calibration.residual_p90 = quantile(relative, 0.9);
    calibration.residuals = residualsOfFitted({{{{"class", "collective"}}, seen}});
    if (!without.empty()) return {};  // the leave-one-out itself needs no interval of new systems
    std::vector<LogError> left_out;
    for (const std::string& system : data.systems) {
        const auto fit = fitWithout(data, system);
        if (!fit) return fit.error();
        const auto errors = errorsOf(data, *fit, system);
        left_out.insert(left_out.end(), errors.begin(), errors.end());
    }
    const auto added = residualsOfNewDevice({{{{"class", "collective"}}, left_out}});
    calibration.residuals.insert(calibration.residuals.end(), added.begin(), added.end());
    return {};
}

}  // namespace

Result<Calibration> fitNetworkNccl(const std::filesystem::path& folder, const Library& library,
                                   std::string_view without_system) {
    const auto data = readCollectiveRows(folder, library);
    if (!data) return data.error();
    auto calibration = fitWithout(*data, without_system);
    if (!calibration) return calibration;
    calibration->suite = "collectives";
    calibration->data = "nccl-tests of 8 systems and NCCL kernels of 3 (public tables of two projects)";
    calibration->command = "strata-cli calibrate network-nccl --data DIR";
    if (auto done = addResiduals(*calibration, *data, without_system); !done) return done.error();
    return calibration;
}

}  // namespace strata::assess
