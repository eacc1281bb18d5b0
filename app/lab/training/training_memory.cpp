// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/run/data_table.h"
#include "app/lab/training/training_fit.h"
#include "core/catalog/library.h"
#include "core/exchange/csv.h"
#include "core/system/stage_memory.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace strata::assess {
namespace {

namespace fs = std::filesystem;
using system::Recompute;

constexpr double kGibibyte = 1073741824.0;

/// V. Korthikanti et al., MLSys 2023 (arXiv:2205.05198), table 3: what the file leaves out.
struct Configuration {
    std::string_view model;
    std::uint32_t interleave, micro_batch;
    double global_batch;
};
constexpr std::array kConfigurations{Configuration{"megatron-22b", 1, 4, 4}, Configuration{"gpt3-175b", 3, 1, 64},
                                     Configuration{"mt-nlg-530b", 3, 1, 280}, Configuration{"megatron-1t", 1, 1, 512}};

struct Column {
    const char* name;
    bool states,
        sparing; ///< weights, gradients and optimizer; sequence parallel with selective recomputation
};
constexpr std::array kColumns{Column{"param_opt_gib", true, false}, Column{"act_none_gib", false, false},
                              Column{"act_seqpar_selective_gib", false, true}};

/// The paper counts the layers of the first stage alone.
system::TrainingJob jobOf(workload::TransformerShape model, const Configuration& configuration) {
    system::TrainingJob job;
    job.model = std::move(model);
    job.model.vocab = 0.0;
    job.model.dropout = true;
    job.global_batch = configuration.global_batch;
    job.precision = NumberType::Fp16;
    job.fused_attention = false;
    return job;
}

} // namespace

Result<std::vector<SuiteRow>> trainingMemoryRows(const fs::path& folder, const Library& library) {
    const std::string file = "measured_memory.csv";
    std::vector<SuiteRow> rows;
    if (findTable(folder, file, "training").empty()) return rows;
    const auto table = readTable(folder, file, {"model", "tp", "pp", "param_opt_gib"}, "training");
    if (!table) return table.error();
    for (std::size_t i = 0; i < table->rows(); ++i) {
        const std::string model(table->text(i, "model"));
        const auto known =
            std::find_if(kConfigurations.begin(), kConfigurations.end(),
                         [&](const Configuration& configuration) { return configuration.model == model; });
        const Entry* entry = library.find(model);
        if (known == kConfigurations.end() || entry == nullptr) continue;
        auto shape = workload::readTransformer(*entry->document, {}, {});
        if (!shape) return shape.error();
        const system::TrainingJob job = jobOf(*std::move(shape), *known);
        for (const Column& column : kColumns) {
            system::Plan plan;
            plan.tp = static_cast<std::uint32_t>(table->numberOr(i, "tp", 1.0));
            plan.pp = static_cast<std::uint32_t>(table->numberOr(i, "pp", 1.0));
            plan.micro_batch = known->micro_batch;
            plan.interleave = known->interleave;
            if (plan.interleave > 1) plan.schedule = system::Schedule::Interleaved;
            plan.sequence_parallel = column.sparing;
            plan.recompute = column.sparing ? Recompute::Selective : Recompute::None;
            const system::StageMemory memory = system::stageMemory(job, plan, 0);
            SuiteRow row;
            row.id = file + ":" + std::to_string(i + 2) + ":" + column.name;
            row.group = {{"source", "megatron-seqpar"},
                         {"kind", "memory"},
                         {"model", model},
                         {"device", "any"},
                         {"dtype", "fp16"}};
            row.quantity = "memory_bytes";
            row.unit = "B";
            row.measured = kGibibyte * table->numberOr(i, column.name, 0.0);
            row.predicted = row.low = row.high = column.states ? memory.states() : memory.activations_bytes;
            row.method = "system.analytic";
            rows.push_back(std::move(row));
        }
    }
    return rows;
}

} // namespace strata::assess
