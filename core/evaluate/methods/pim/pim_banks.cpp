// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/calibration_use.h"
#include "core/evaluate/kinds/pim_query.h"
#include "core/evaluate/methods/pim/pim_methods.h"
#include "core/evaluate/methods/pim/pim_metrics.h"
#include "core/evaluate/resolve.h"
#include "core/pim/bank_kernels.h"
#include "core/pim/time_residual.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace strata::methods {
namespace {

Part timeParts(const hardware::Pim& pim, const pim::BankStream& stream, const pim::BankTime& time) {
    Part root = makePart("kernel", Category::Total, time.seconds);
    root.children = {
        makePart("column-commands", Category::Compute, time.columns_s,
                 {"formula.column-commands",
                  {{"passes", stream.repeats}, {"commands", stream.commands}, {"clocks", pim.timing.column_clocks}}}),
        makePart("row-openings", Category::Memory, time.rows_s,
                 {"formula.row-openings", {{"columns", stream.row_columns}}}),
        makePart("exposed-moves", Category::Movement, time.moves_s,
                 {"formula.unit-moves", {{"inputs", stream.input_moves}, {"outputs", stream.output_moves}}}),
        makePart("refresh", Category::Bubble, time.refresh_s,
                 {"formula.refresh", {{"share", 100.0 * (1.0 - pim.timing.availability())}}}),
    };
    return root;
}

Part energyParts(const pim::BankEnergy& energy) {
    Part root = makePart("kernel", Category::Total, energy.total());
    root.children = {makePart("stored-data", Category::Memory, energy.read_j),
                     makePart("moved-data", Category::Movement, energy.moved_j)};
    return root;
}

Note overMemory(const PimQuery& query, double stored_bytes) {
    Note note{Note::Level::Warning,
              "over-memory",
              {"note.operands-over-memory",
               {{"needed", Amount{stored_bytes, "B"}},
                {"device", query.pim.name},
                {"available", Amount{query.pim.memory_bytes, "B"}},
                {"over", Amount{stored_bytes - query.pim.memory_bytes, "B"}}}},
              "/workload"};
    note.fixes = {{"fix.smaller-dimensions", {{"available", Amount{query.pim.memory_bytes, "B"}}}}};
    return note;
}

std::vector<Note> notesOf(const PimQuery& query, const pim::BankStream& stream, const pim::BankTime& time) {
    std::vector<Note> notes;
    Note limit{Note::Level::Info,
               "memory-limited",
               {"note.units-read", {{"rate", Amount{query.pim.innerBytesPerSecond(), "B/s"}}}},
               "/hardware"};
    limit.decides = true;
    notes.push_back(std::move(limit));
    if (query.pim.host_bytes_per_s > 0) {
        const double gain = stream.bytes / time.seconds / query.pim.host_bytes_per_s;
        notes.push_back({Note::Level::Info, "against-host", {"note.gain-over-host", {{"gain", gain}}}, "/hardware"});
    }
    const auto* attention = std::get_if<workload::Attention>(&query.kernel.shape);
    if (attention != nullptr && attention->q_len > query.pim.units.vectors)
        notes.push_back({Note::Level::Warning, "one-pass-a-query", {"note.pass-for-each-query"}, "/workload/q_len"});
    return notes;
}

} // namespace

Result<Estimate> estimateInBanks(const Request& request, const Context& context) {
    const auto query = queryOf<PimQuery>(request, context.library, resolvePim);
    if (!query) return query.error();
    const auto stream = pim::bankStream(query->pim, query->kernel);
    if (!stream) return stream.error();
    const pim::BankTime time = pim::bankTime(query->pim, *stream);
    const pim::BankEnergy energy = pim::bankEnergy(query->pim, *stream);

    const hardware::Calibration* calibration =
        pim::timeCalibration(context.library.calibrations(), pim::kBankCalibration);
    const hardware::Residual* residual = pim::timeResidual(context.library.calibrations(), pim::kBankCalibration);

    Estimate estimate;
    const double flop = workload::workOf(query->kernel).flop;
    estimate.metrics = {within("latency_s", time.seconds, residual)};
    if (energy.total() > 0) estimate.metrics.push_back(exact("energy_j", energy.total()));
    estimate.metrics.push_back(within("utilization", time.columns_s / time.seconds, residual, true));
    estimate.metrics.push_back(exact("flop", flop));
    estimate.metrics.push_back(within("flop_per_s", flop / time.seconds, residual, true));
    estimate.metrics.push_back(exact("dram_bytes", stream->bytes));
    estimate.metrics.push_back(within("bandwidth_bytes_per_s", stream->bytes / time.seconds, residual, true));
    estimate.parts.emplace_back("latency_s", timeParts(query->pim, *stream, time));
    if (energy.total() > 0) estimate.parts.emplace_back("energy_j", energyParts(energy));
    estimate.notes = notesOf(*query, *stream, time);
    if (energy.total() > 0)
        estimate.notes.push_back(
            {Note::Level::Info, "no-interval", {"note.energy-compared-with-nothing"}, "/hardware/energy"});
    if (const double stored = pim::storedBytes(query->kernel); stored > query->pim.memory_bytes) {
        estimate.valid = false;
        estimate.notes.insert(estimate.notes.begin(), overMemory(*query, stored));
    }
    if (calibration != nullptr) estimate.calibrations = {useOf(*calibration)};
    return estimate;
}

} // namespace strata::methods
