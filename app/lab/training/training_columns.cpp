// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/training/training_columns.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace strata::assess {
namespace {

using exchange::CsvTable;
using system::Plan;
using system::Recompute;
using system::Schedule;

// Runs before FlashAttention (T. Dao et al., NeurIPS 2022) reached the frameworks that they used: D. Narayanan et al.,
// SC 2021; S. Smith et al., 2022; S. Zhang et al., 2022; BigScience, 2022; V. Korthikanti et al., MLSys 2023, whose
// selective recomputation is of unfused attention; J. Bang et al., MICRO 2024, who measure the Megatron-DeepSpeed of
// 2022; A. Chowdhery et al., 2022.
constexpr std::array<std::string_view, 10> kUnfused{
    "sc21-table2",     "megatron-2021",   "mt-nlg",       "opt",           "bigscience-a100",
    "bigscience-v100", "megatron-seqpar", "vtrain-multi", "vtrain-single", "palm"};

// Runs whose framework calls FlashAttention-2 (T. Dao, ICLR 2024), through its own package or PyTorch's
// scaled_dot_product_attention: MosaicML's llm-foundry, torchtitan. Those of Transformer Engine call cuDNN's kernels.
constexpr std::array<std::string_view, 2> kPorted{"llm-foundry", "torchtitan"};

// Frameworks that run the tensor group's collectives beside its products: Megatron-LM's table of H100 ("TP overlap on",
// the row's own note), NeMo (ub_tp_comm_overlap in launcher_scripts/conf/training/gpt3/175b.yaml and nemotron) and
// Megatron Bridge, whose recipes state tp_comm_overlap but for 4 bits
// (scripts/performance/configs/llama/llama31_llm_pretrain.py).
constexpr std::array<std::string_view, 4> kOverlapsTensor{"megatron-h100", "megatron-bridge", "nemo-2407",
                                                          "nemo-longctx"};
constexpr std::string_view kOverlapsTensorNote = "async TP";

// Frameworks whose linear layers of 8 bits are Transformer Engine's, which keep their inputs in 8 bits.
constexpr std::array<std::string_view, 3> kNarrowInputs{"megatron-bridge", "nemo-2407", "nemo-longctx"};

// Runs on DeepSpeed's pipelines, which have no interleaved schedule (deepspeed/runtime/pipe/schedule.py).
constexpr std::array<std::string_view, 3> kNotInterleaved{"mt-nlg", "vtrain-multi", "vtrain-single"};

// Recipes that keep and sum gradients in 16 bits (grad_reduce_in_fp32 = False, the same files; grad_sync_dtype: bf16,
// nemotron_340b.yaml of the launcher).
constexpr std::array<std::string_view, 1> kNarrowGradients{"megatron-bridge"};
constexpr std::string_view kNarrowModel = "nemotron-340b";

template <std::size_t N>
bool isOneOf(const std::array<std::string_view, N>& names, std::string_view name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

NumberType typeOf(std::string_view precision) {
    if (precision.find("fp8") != std::string_view::npos) return NumberType::Fp8;
    if (precision.find("fp4") != std::string_view::npos) return NumberType::Fp4;
    return precision == "fp16" ? NumberType::Fp16 : NumberType::Bf16;
}

std::vector<double> knownOr(const CsvTable& table, std::size_t row, std::string_view column,
                            std::vector<double> usual) {
    const auto known = table.number(row, column);
    return known && *known >= 0.0 ? std::vector<double>{*known} : std::move(usual);
}

/// Whether norms and residuals are shared by the tensor group: what the row states, else both ways but for the runs
/// with unfused attention, which are older than the idea (V. Korthikanti et al., MLSys 2023, is the first to have it).
std::vector<double> sequenceParallel(const CsvTable& table, std::size_t row) {
    const bool older = !ranFusedAttention(table.text(row, "source_id"));
    return knownOr(table, row, "seq_parallel", older ? std::vector<double>{0} : std::vector<double>{0, 1});
}

std::vector<Recompute> recomputesOf(std::string_view text) {
    if (text.empty()) return {Recompute::None, Recompute::Selective, Recompute::Full};
    if (const auto known = system::recomputeNamed(text)) return {*known};
    return {Recompute::None}; // what is offloaded is not computed again
}

} // namespace

bool ranFusedAttention(std::string_view source) { return !isOneOf(kUnfused, source); }

bool ranPortedAttention(std::string_view source) { return isOneOf(kPorted, source); }

Result<system::TrainingJob> trainingJob(const CsvTable& table, std::size_t row, const Json& model) {
    const auto number = [&](std::string_view column, double otherwise) {
        return table.numberOr(row, column, otherwise);
    };
    system::TrainingJob job;
    auto shape = workload::readTransformer(model, {}, {});
    if (!shape) return shape.error();
    job.model = *std::move(shape);
    job.sequence = number("seq", 2048.0);
    job.global_batch = number("gbs", 1.0);
    const std::string_view precision = table.text(row, "precision");
    job.precision = typeOf(precision);
    job.block_scaled = precision == "mxfp8" || precision == "nvfp4";
    job.fused_attention = ranFusedAttention(table.text(row, "source_id"));
    job.ported_attention = ranPortedAttention(table.text(row, "source_id"));
    return job;
}

std::vector<Plan> possiblePlans(const CsvTable& table, std::size_t row, const system::TrainingJob& job) {
    const auto degree = [&](std::string_view column) {
        return static_cast<std::uint32_t>(std::max(1.0, table.numberOr(row, column, 1.0)));
    };
    Plan base;
    base.tp = degree("tp"), base.pp = degree("pp"), base.dp = degree("dp"), base.cp = degree("cp"),
    base.ep = degree("ep");
    base.lora = table.text(row, "task") == "lora" ? 16 : 0;
    const std::string_view source = table.text(row, "source_id");
    const bool four_bits = typeOf(table.text(row, "precision")) == NumberType::Fp4;
    base.overlap_tensor = (isOneOf(kOverlapsTensor, source) && !four_bits) ||
                          table.text(row, "notes").find(kOverlapsTensorNote) != std::string_view::npos;
    base.narrow_gradients = isOneOf(kNarrowGradients, source) || table.text(row, "model") == kNarrowModel;
    base.narrow_inputs = isOneOf(kNarrowInputs, source) && bytesOf(job.precision) < 2.0;
    // Before its messages ran beside the passes, Megatron-LM waited for each with host and device.
    if (!ranFusedAttention(source)) base.overlap_sends = false;
    const double layers_of_stage = std::floor(job.model.layers / base.pp);
    const bool only_data = base.tp == 1 && base.pp == 1;
    std::vector<Plan> plans;
    for (const double micro_batch : knownOr(table, row, "mbs", {1, 2, 4, 8})) {
        for (const Recompute recompute : recomputesOf(table.text(row, "recompute"))) {
            for (const double interleave :
                 knownOr(table, row, "interleave",
                         base.pp > 1 && !isOneOf(kNotInterleaved, source) ? std::vector<double>{1, 2, layers_of_stage}
                                                                          : std::vector<double>{1})) {
                for (const double zero :
                     knownOr(table, row, "zero_stage",
                             only_data ? std::vector<double>{0, 1, 3} : std::vector<double>{0, 1})) {
                    for (const double sequence : sequenceParallel(table, row)) {
                        Plan plan = base;
                        plan.micro_batch = static_cast<std::uint32_t>(micro_batch);
                        plan.recompute = recompute;
                        plan.interleave = base.pp > 1 ? static_cast<std::uint32_t>(std::max(1.0, interleave)) : 1;
                        plan.schedule = plan.interleave > 1 ? Schedule::Interleaved : Schedule::OneForwardOneBackward;
                        plan.zero = static_cast<std::uint32_t>(zero);
                        plan.sequence_parallel = sequence > 0.0 && base.tp > 1;
                        if (sequence > 0.0 && base.tp == 1 && table.text(row, "seq_parallel").empty()) continue;
                        plans.push_back(plan);
                    }
                }
            }
        }
    }
    return plans;
}

std::string configurationOf(const CsvTable& table, std::size_t row) {
    std::string text;
    for (const std::string_view column :
         {"layers", "hidden", "heads", "ffn", "n_experts", "precision", "gpu", "n_gpus", "seq", "tp", "pp", "dp", "cp",
          "ep", "interleave", "mbs", "gbs", "recompute", "task"}) {
        text += std::string(table.text(row, column)) + "|";
    }
    return text;
}

} // namespace strata::assess
