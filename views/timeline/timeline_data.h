// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/estimate.h"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <QString>
#include <string>
#include <vector>

namespace strata::views {

/// What a stage is busy with.
enum class Work { Prefill, Mixed, Decode, Moving };
inline constexpr std::array kAllWork{Work::Prefill, Work::Mixed, Work::Decode, Work::Moving};
inline constexpr std::size_t kWorks = kAllWork.size();
QString workText(Work work);
Category workCategory(Work work);

/// One iteration of a stage, or several that the model merged.
struct StageRun {
    double start_s = 0.0, end_s = 0.0;
    std::array<double, kWorks> busy_s{};
    std::int64_t iterations = 1, running = 0, tokens = 0, blocks = 0, queued = 0;
};

struct TimelineLane {
    std::int64_t replica = 0, stage = 0;
    std::vector<StageRun> runs; ///< by time
};

struct LifePiece {
    std::string phase; ///< "queueing", "prefill", ...
    double start_s = 0.0, end_s = 0.0;
    std::int64_t replica = 0; ///< where it runs, or waits to run
};
QString phaseText(const std::string& phase);
Category phaseCategory(const std::string& phase);

struct ServedRequest {
    std::int64_t id = 0, replica = 0, prompt_tokens = 0, output_tokens = 0, restarts = 0;
    double arrival_s = 0.0, scheduled_s = 0.0, completed_s = 0.0;
    std::vector<LifePiece> life;
    /// Sum of the pieces of a phase.
    double total(const std::string& phase) const;
};

/// The tables of one estimate, read once: lanes of all stages, and the requests whose lives are told.
struct ServedTimeline {
    std::vector<TimelineLane> lanes;                        ///< by replica and stage
    std::vector<ServedRequest> requests;                    ///< by arrival
    std::vector<std::pair<std::int64_t, double>> evictions; ///< replica and time
    std::vector<LifePiece> transfers;                       ///< caches on the way, at the replica that takes them
    std::int64_t blocks = 0, stages = 1;
    std::int64_t iterations = 0, merged = 0; ///< of all lanes; the most in one run
    double end_s = 0.0;
    bool moves = false; ///< some iteration waited for caches on their way to or from other memory

    bool empty() const { return lanes.empty(); }
    const ServedRequest* find(std::int64_t id) const;
};
std::shared_ptr<const ServedTimeline> readTimeline(const Estimate& estimate);

/// How one pixel column of a lane is filled: shares of its time, and the most of what was counted in it.
struct PixelColumn {
    std::array<float, kWorks> share{};
    float blocks = -1.0F, queued = -1.0F; ///< below 0: nothing ran
};
/// The columns of a lane between two times. Costs a step for each run in sight and one for each column.
void fillColumns(const TimelineLane& lane, double low_s, double high_s, std::vector<PixelColumn>& columns);

} // namespace strata::views
