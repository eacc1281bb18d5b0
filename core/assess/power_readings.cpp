// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/assess/power_readings.h"

#include "core/assess/power_meter.h"
#include "core/assess/power_sweep.h"
#include "core/gpu/tile_model.h"

#include <algorithm>
#include <map>
#include <string>

namespace strata::assess {

PowerReadings::PowerReadings(const PowerRows& data, std::span<const hardware::Calibration> calibrations,
                             const std::function<bool(const PowerRow&)>& wanted, std::size_t most)
    : data_(data) {
    std::map<std::pair<std::string, std::string>, std::vector<std::size_t>> groups;
    for (std::size_t i = 0; i < data.rows.size(); ++i) {
        if (wanted(data.rows[i])) groups[{data.rows[i].op, data.rows[i].dtype}].push_back(i);
    }
    std::vector<gpu::TileModel> models;
    for (const hardware::Gpu& gpu : data.devices) models.push_back(gpu::makeTileModel(gpu, calibrations));
    std::vector<std::size_t> taken(data.rows.size(), std::numeric_limits<std::size_t>::max());
    for (const auto& [key, members] : groups) {
        const std::size_t count = std::min(most, members.size());
        for (std::size_t i = 0; i < count; ++i) {
            const PowerRow& row = data.rows[members[i * members.size() / count]];
            taken[members[i * members.size() / count]] = rows_.size();
            if (!std::holds_alternative<workload::Attention>(row.kernel.shape))
                alone_.emplace_back(rows_.size(), gpu::predict(models[row.device], row.kernel));
            rows_.push_back(&row);
        }
    }
    for (PowerSweep& sweep : attentionSweeps(data)) {
        Swept swept{sweep.device, std::move(sweep.kernels), {}, {}, {}};
        for (const auto& [place, row] : sweep.rows) {
            if (taken[row] >= rows_.size()) continue;
            swept.places.push_back(place);
            swept.rows.push_back(taken[row]);
        }
        if (swept.places.empty()) continue;
        for (const workload::Kernel& kernel : swept.kernels)
            swept.times.push_back(gpu::predict(models[swept.device], kernel));
        sweeps_.push_back(std::move(swept));
    }
}

void PowerReadings::predict(const hardware::Calibration* calibration, std::span<double> watts) const {
    const PowerMeter meter = resolveMeter(calibration);
    std::vector<gpu::PowerCoefficients> power;
    for (const hardware::Gpu& gpu : data_.devices) {
        power.push_back(calibration != nullptr ? gpu::resolvePower(gpu, {calibration, 1}) : gpu::resolvePower(gpu, {}));
    }
    for (const auto& [i, time] : alone_) watts[i] = meanReading(meter, power[rows_[i]->device], *rows_[i], time);
    for (const Swept& sweep : sweeps_) {
        const gpu::PowerCoefficients& board = power[sweep.device];
        std::vector<Spell> spells(sweep.kernels.size());
        for (std::size_t i = 0; i < spells.size(); ++i)
            spells[i] = attentionSpell(meter, board, sweep.kernels[i], sweep.times[i]);
        const std::vector<double> readings = sweepReadings(spells, sweep.places, kSweepBoards, board.idle_w);
        for (std::size_t i = 0; i < readings.size(); ++i) watts[sweep.rows[i]] = readings[i];
    }
}

} // namespace strata::assess
