// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/power/power_readings.h"

#include "app/lab/power/power_experts.h"
#include "app/lab/power/power_meter.h"
#include "app/lab/power/power_products.h"
#include "core/gpu/products/tile_model.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

namespace strata::assess {
namespace {

/// All sweeps of which the rows are parts.
std::vector<PowerSweep> sweepsOf(const PowerRows& data) {
    std::vector<PowerSweep> sweeps = attentionSweeps(data);
    for (PowerSweep& products : productSweeps(data))
        sweeps.push_back(std::move(products));
    for (PowerSweep& experts : expertSweeps(data))
        sweeps.push_back(std::move(experts));
    return sweeps;
}

} // namespace

PowerReadings::PowerReadings(const PowerRows& data, std::span<const hardware::Calibration> calibrations,
                             const std::function<bool(const PowerRow&)>& wanted, std::size_t most)
    : data_(data) {
    std::map<std::pair<std::string, std::string>, std::vector<std::size_t>> groups;
    for (std::size_t i = 0; i < data.rows.size(); ++i) {
        if (wanted(data.rows[i])) groups[{data.rows[i].op, data.rows[i].dtype}].push_back(i);
    }
    std::vector<gpu::TileModel> models;
    for (const hardware::Gpu& gpu : data.devices)
        models.push_back(gpu::makeTileModel(gpu, calibrations));
    std::vector<std::size_t> taken(data.rows.size(), std::numeric_limits<std::size_t>::max());
    for (const auto& [key, members] : groups) {
        const std::size_t count = std::min(most, members.size());
        for (std::size_t i = 0; i < count; ++i) {
            const PowerRow& row = data.rows[members[i * members.size() / count]];
            taken[members[i * members.size() / count]] = rows_.size();
            rows_.push_back(&row);
        }
    }
    for (PowerSweep& sweep : sweepsOf(data)) {
        Swept swept{std::move(sweep), {}, {}, {}};
        for (const auto& [place, row] : swept.sweep.rows) {
            if (taken[row] >= rows_.size()) continue;
            swept.places.push_back(place);
            swept.rows.push_back(taken[row]);
        }
        if (swept.places.empty()) continue;
        for (const workload::Kernel& kernel : swept.sweep.kernels)
            swept.times.push_back(gpu::predict(models[swept.sweep.device], kernel));
        sweeps_.push_back(std::move(swept));
    }
}

void PowerReadings::predict(const hardware::Calibration* calibration, std::span<double> watts, int courses) const {
    const PowerMeter meter = resolveMeter(calibration);
    std::vector<gpu::PowerCoefficients> power;
    for (const hardware::Gpu& gpu : data_.devices) {
        power.push_back(calibration != nullptr ? gpu::resolvePower(gpu, {calibration, 1}) : gpu::resolvePower(gpu, {}));
    }
    for (const Swept& swept : sweeps_) {
        const PowerSweep& sweep = swept.sweep;
        const gpu::PowerCoefficients& board = power[sweep.device];
        std::vector<Spell> spells(sweep.kernels.size());
        for (std::size_t i = 0; i < spells.size(); ++i) {
            const HostWork host = i < sweep.host.size() ? sweep.host[i] : HostWork{};
            spells[i] = spellOf(meter, board, sweep.kernels[i], swept.times[i], host);
        }
        const std::vector<double> readings = sweepReadings(spells, swept.places, sweep.boards, board.idle_w, courses);
        for (std::size_t i = 0; i < readings.size(); ++i)
            watts[swept.rows[i]] = readings[i];
    }
}

} // namespace strata::assess
