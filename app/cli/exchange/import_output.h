// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"
#include "core/exchange/astra/astra_network.h"
#include "core/exchange/kineto/kineto_timeline.h"
#include "core/exchange/serving/serving_tables.h"
#include "core/replay/replay.h"

#include <iosfwd>
#include <span>
#include <vector>

namespace strata::cli {

/// What was imported and how it runs again.
struct Imported {
    std::vector<exchange::ExecutionTrace> ranks;
    std::vector<exchange::ExecutionTrace> staged;         ///< what `changed` replays where stages changed; else empty
    const exchange::KinetoIteration* iteration = nullptr; ///< of profiler traces
    replay::Replay recorded, changed;                     ///< as it was, and as asked; equal where nothing was
    bool is_changed = false;
};

/// A summary for people.
void printImported(const Imported& imported, std::ostream& out);

/// {"format": "strata-timeline", "ranks", "streams", "rows", "kernels"}: times of the replay, seconds.
Json timelineDocument(const Imported& imported);

/// Dimensions, and times of the collectives by network.step.
Result<void> printNetwork(const exchange::AstraNetwork& network, const exchange::AstraSystem& system,
                          std::ostream& out);

/// Format, files, rows, and how far the tables of operators reach.
void printOperators(const exchange::ServingTables& tables, std::ostream& out);

} // namespace strata::cli
