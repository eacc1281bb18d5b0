// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/npu/npu_compare.h"

#include <algorithm>
#include <cmath>

namespace strata::assess {

namespace {

using exchange::ExpectedValue;
using exchange::TimeloopCase;
using npu::LevelResult;
using npu::LoopNestResult;
using npu::TensorAccess;

constexpr double kTwoDecimals = 0.005;

NpuPrediction count(double value, const char* unit = "") { return {value, 0.0, unit}; }
NpuPrediction rounded(double value, const char* unit) { return {value, kTwoDecimals, unit}; }

std::optional<NpuPrediction> predictSummary(const std::string& quantity, const LoopNestResult& result) {
    if (quantity == "cycles") return count(result.cycles, "cycles");
    if (quantity == "computes") return count(result.macs);
    if (quantity == "utilization_pct") return rounded(100.0 * result.utilization, "%");
    if (quantity == "energy_uJ_rounded") return rounded(result.energy_pj * 1e-6, "uJ");
    if (quantity == "EDP_J_cycle") {
        const double product = result.energy_pj * 1e-12 * result.cycles;
        const double digit = std::pow(10.0, std::floor(std::log10(product)) - 2.0); // printed with three digits
        return NpuPrediction{product, product > 0.0 ? digit / 2.0 : 0.0, "J cycles"};
    }
    return std::nullopt;
}

std::optional<NpuPrediction> predictUnits(const std::string& quantity, const LoopNestResult& result) {
    if (quantity == "computes") return count(result.macs);
    if (quantity == "cycles") return count(result.compute_cycles, "cycles");
    if (quantity == "utilized_instances") return count(result.utilized_macs_units);
    if (quantity == "pJ_total") return rounded(result.mac_energy_pj, "pJ");
    return std::nullopt;
}

double wordsPerEntry(const hardware::NpuLevel& level) {
    const double cluster = std::max(1u, level.cluster_size);
    const double bits = level.entry_bits == 0 ? level.word_bits * cluster : level.entry_bits;
    return std::max(1.0, std::floor(bits / std::max(1u, level.word_bits) / cluster));
}

std::optional<NpuPrediction> predictLevel(const std::string& quantity, const hardware::NpuLevel& level,
                                          const LevelResult& result) {
    if (quantity == "cycles") return count(result.cycles, "cycles");
    if (quantity == "bandwidth_throttle") return rounded(result.throttle, "1");
    if (quantity == "size_words") return count(static_cast<double>(level.entries) * wordsPerEntry(level), "words");
    if (quantity == "block_size") return count(wordsPerEntry(level), "words");
    if (quantity == "word_bits") return count(level.word_bits, "bit");
    if (quantity == "pJ_leakage_total") return rounded(result.leakage_pj, "pJ");
    return std::nullopt;
}

std::optional<NpuPrediction> predictTensor(const std::string& quantity, const LevelResult& level,
                                           const TensorAccess& access) {
    if (quantity == "partition_size") return count(static_cast<double>(access.partition_words), "words");
    if (quantity == "utilized_capacity") return count(static_cast<double>(access.tile_words), "words");
    if (quantity == "utilized_instances") return count(access.utilized_instances);
    if (quantity == "utilized_clusters") return count(access.utilized_clusters);
    if (quantity == "reads_per_instance") return count(access.reads, "words");
    if (quantity == "fills_per_instance") return count(access.fills, "words");
    if (quantity == "updates_per_instance") return count(access.updates, "words");
    if (quantity == "temporal_reductions_per_instance") return count(access.temporal_reductions, "words");
    if (quantity == "addr_gens_per_cluster") return count(access.address_generations);
    if (quantity == "pJ_total") return rounded(access.energy_pj, "pJ");
    const double instance_pj = access.energy_pj / access.utilized_instances;
    if (quantity == "pJ_per_instance") return rounded(instance_pj, "pJ");
    if (quantity == "pJ_per_scalar_access") {
        const double accesses = access.reads + access.fills + access.updates;
        return rounded(accesses > 0.0 ? instance_pj / accesses : 0.0, "pJ");
    }
    if (quantity == "read_bw_words_per_cycle_per_instance") {
        return rounded(access.read_words_per_cycle * level.throttle, "words/cycle");
    }
    if (quantity == "write_bw_words_per_cycle_per_instance") {
        return rounded(access.write_words_per_cycle * level.throttle, "words/cycle");
    }
    return std::nullopt;
}

/// Energy of one part over all multiply-accumulates.
std::optional<NpuPrediction> predictShare(const ExpectedValue& expected, const TimeloopCase& reference,
                                          const LoopNestResult& result) {
    double energy_pj = 0.0;
    if (expected.level != ExpectedValue::kNone) {
        const LevelResult& level = result.levels[expected.level];
        energy_pj = level.leakage_pj;
        for (const TensorAccess& access : level.tensors) {
            energy_pj += access.energy_pj;
        }
    } else if (expected.place == reference.architecture.compute.name) {
        energy_pj = result.mac_energy_pj;
    } else if (expected.place == "Total") {
        energy_pj = result.energy_pj;
    } else {
        return std::nullopt;
    }
    return rounded(energy_pj * 1e3 / result.macs, "fJ");
}

} // namespace

std::optional<NpuPrediction> predict(const ExpectedValue& expected, const TimeloopCase& reference,
                                     const LoopNestResult& result) {
    if (expected.quantity == "fJ_per_compute") {
        return predictShare(expected, reference, result);
    }
    if (expected.level == ExpectedValue::kNone) {
        return expected.place == "summary" ? predictSummary(expected.quantity, result)
                                           : predictUnits(expected.quantity, result);
    }
    const LevelResult& level = result.levels[expected.level];
    if (expected.tensor == ExpectedValue::kNone) {
        return predictLevel(expected.quantity, reference.architecture.levels[expected.level], level);
    }
    return predictTensor(expected.quantity, level, level.tensors[expected.tensor]);
}

namespace {

std::optional<NpuPrediction> predictSparseSummary(const std::string& quantity, const TimeloopCase& reference,
                                                  const npu::SparseResult& result) {
    if (quantity == "Computes") return count(result.macs);
    if (quantity == "Energy") return rounded(result.energy_pj * 1e-6, "uJ");
    if (quantity == "GFLOPs (@1GHz)") { // a product for each pair, and a sum for all but the first of each output
        double outputs = 0.0;
        for (std::size_t t = 0; t < reference.problem.tensors.size(); ++t)
            outputs += reference.problem.tensors[t].output ? result.levels.front().tensors[t].tile_words : 0.0;
        return rounded((2.0 * result.macs - outputs) / result.cycles, "GFLOP/s");
    }
    if (quantity == "Cycles") return count(result.cycles, "cycles");
    if (quantity == "Utilization") return rounded(100.0 * result.utilization, "%");
    if (quantity == "EDP(J*cycle)") {
        const double product = result.energy_pj * 1e-12 * result.cycles;
        const double digit = std::pow(10.0, std::floor(std::log10(product)) - 2.0); // printed with three digits
        return NpuPrediction{product, product > 0.0 ? digit / 2.0 : 0.0, "J cycles"};
    }
    return std::nullopt;
}

std::optional<NpuPrediction> predictSparseUnits(const std::string& quantity, const npu::SparseResult& result) {
    if (quantity == "Cycles") return count(result.compute_cycles, "cycles");
    if (quantity == "computes") return count(result.dense.macs);
    if (quantity == "utilized_instances") return count(result.dense.utilized_macs_units);
    if (quantity == "Actual Computes (total)") return count(result.macs);
    if (quantity == "Gated Computes (total)") return count(result.gated_macs);
    if (quantity == "Skipped Computes (total)") return count(result.skipped_macs);
    if (quantity == "Energy (total)") return rounded(result.mac_energy_pj, "pJ");
    return std::nullopt;
}

/// "Gated scalar format reads (per-instance)" and the like.
std::optional<double> savedCount(const std::string& quantity, const npu::SparseAccess& access) {
    const bool format = quantity.find("format") != std::string::npos;
    const npu::SavedAccesses* accesses = nullptr;
    if (quantity.find("reads") != std::string::npos) accesses = format ? &access.metadata_reads : &access.reads;
    if (quantity.find("fills") != std::string::npos) accesses = format ? &access.metadata_fills : &access.fills;
    if (quantity.find("updates") != std::string::npos) accesses = format ? &access.metadata_updates : &access.updates;
    if (accesses == nullptr || quantity.find("scalar") == std::string::npos) return std::nullopt;
    if (quantity.starts_with("Actual")) return accesses->actual;
    if (quantity.starts_with("Gated")) return accesses->gated;
    if (quantity.starts_with("Skipped")) return accesses->skipped;
    return std::nullopt;
}

std::optional<NpuPrediction> predictSparseTensor(const std::string& quantity, const npu::SparseLevel& level,
                                                 const npu::SparseAccess& access) {
    if (const auto saved = savedCount(quantity, access)) return count(*saved, "words");
    if (quantity == "partition_size") return count(access.partition_words, "words");
    if (quantity == "utilized_capacity") return count(access.tile_words, "words");
    if (quantity == "utilized_instances") return count(access.most_instances);
    if (quantity == "reads_per_instance") return count(access.reads.dense, "words");
    if (quantity == "fills_per_instance") return count(access.fills.dense, "words");
    if (quantity == "updates_per_instance") return count(access.updates.dense, "words");
    if (quantity == "Max utilized data storage capacity") return count(access.most_words, "words");
    if (quantity == "Utilized instances (average)") return rounded(access.instances, "");
    if (quantity == "Temporal reductions (per-instance)") return count(access.temporal_reductions, "words");
    if (quantity == "Address generations (per-cluster)") return count(access.address_generations);
    if (quantity == "Energy (total)") return rounded(access.energy_pj, "pJ");
    const double instance_pj = access.energy_pj / access.instances;
    if (quantity == "Energy (per-instance)") return rounded(instance_pj, "pJ");
    if (quantity == "Energy (per-scalar-access)") {
        const double accesses = access.reads.actual + access.fills.actual + access.updates.actual;
        return rounded(accesses > 0.0 ? instance_pj / accesses : 0.0, "pJ");
    }
    if (quantity == "Utilized clusters (max)") return count(access.most_instances); // one instance an entry
    const double reads = access.read_words_per_cycle * level.throttle;
    const double writes = access.write_words_per_cycle * level.throttle;
    if (quantity == "Average Read Bandwidth (per-instance)") return rounded(reads, "words/cycle");
    if (quantity == "Average Write Bandwidth (per-instance)") return rounded(writes, "words/cycle");
    if (quantity == "Average Shared Bandwidth (per-instance)") return rounded(reads + writes, "words/cycle");
    if (quantity == "Read Bandwidth (total)") return rounded(reads * access.most_instances, "words/cycle");
    if (quantity == "Write Bandwidth (total)") return rounded(writes * access.most_instances, "words/cycle");
    if (quantity == "Shared Bandwidth (total)") return rounded((reads + writes) * access.most_instances, "words/cycle");
    return std::nullopt;
}

} // namespace

std::optional<NpuPrediction> predictSparse(const ExpectedValue& expected, const TimeloopCase& reference,
                                           const npu::SparseResult& result) {
    if (expected.quantity == "fJ_per_compute") {
        double energy_pj = result.energy_pj;
        if (expected.level != ExpectedValue::kNone) {
            energy_pj = result.levels[expected.level].leakage_pj;
            for (const npu::SparseAccess& access : result.levels[expected.level].tensors)
                energy_pj += access.energy_pj;
        } else if (expected.place == reference.architecture.compute.name) {
            energy_pj = result.mac_energy_pj;
        }
        return rounded(energy_pj * 1e3 / result.macs, "fJ");
    }
    if (expected.level == ExpectedValue::kNone) {
        return expected.place == "summary" ? predictSparseSummary(expected.quantity, reference, result)
                                           : predictSparseUnits(expected.quantity, result);
    }
    const npu::SparseLevel& level = result.levels[expected.level];
    if (expected.tensor != ExpectedValue::kNone)
        return predictSparseTensor(expected.quantity, level, level.tensors[expected.tensor]);
    if (expected.quantity == "Cycles") return count(level.cycles, "cycles");
    if (expected.quantity == "Bandwidth throttling") return rounded(level.throttle, "1");
    return std::nullopt;
}

bool agrees(const NpuPrediction& prediction, double measured) {
    // Printed digits are decimal and values are binary: allow their last bits on top of the rounding.
    const double slack = 1e-9 * std::max(1.0, std::abs(measured)) * (prediction.rounding > 0.0 ? 1.0 : 0.0);
    return std::abs(prediction.value - measured) <= prediction.rounding + slack;
}

} // namespace strata::assess
