// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/npu/loopnest.h"

#include <utility>
#include <vector>

namespace strata::test {

inline hardware::NpuLevel npuLevel(const char* name, std::uint64_t entries, std::uint32_t x = 1, std::uint32_t y = 1) {
    hardware::NpuLevel level;
    level.name = name;
    level.entries = entries;
    level.entry_bits = 16;
    level.word_bits = 16;
    level.fanout_x = x;
    level.fanout_y = y;
    level.energy = {1.0, 1.0, 1.0, 0.0};
    return level;
}

inline hardware::NpuArchitecture accelerator(std::vector<hardware::NpuLevel> levels) {
    hardware::NpuArchitecture architecture;
    architecture.id = "test";
    architecture.levels = std::move(levels);
    architecture.compute = {"mac", 16, 1.0, 0.0, 0.0};
    return architecture;
}

/// outputs[m, n] += weights[k, n] * inputs[m, k]
inline workload::Problem gemm(std::uint64_t m, std::uint64_t n, std::uint64_t k) {
    return {"gemm",
            {{"m", m}, {"n", n}, {"k", k}},
            {{"weights", {{{2, 1}}, {{1, 1}}}, false, 0},
             {"inputs", {{{0, 1}}, {{2, 1}}}, false, 0},
             {"outputs", {{{0, 1}}, {{1, 1}}}, true, 0}}};
}

/// outputs[k, p] += weights[k, r] * inputs[p + r]
inline workload::Problem slidingWindow(std::uint64_t k, std::uint64_t p, std::uint64_t r) {
    return {"conv1d",
            {{"k", k}, {"p", p}, {"r", r}},
            {{"weights", {{{0, 1}}, {{2, 1}}}, false, 0},
             {"inputs", {{{1, 1}, {2, 1}}}, false, 0},
             {"outputs", {{{0, 1}}, {{1, 1}}}, true, 0}}};
}

inline npu::Loop loop(std::uint32_t dimension, std::uint64_t bound) { return {dimension, bound, bound}; }
inline npu::Loop loop(std::uint32_t dimension, std::uint64_t bound, std::uint64_t remainder) {
    return {dimension, bound, remainder};
}

inline npu::LoopNestResult evaluate(const hardware::NpuArchitecture& architecture, const workload::Problem& problem,
                                    const npu::Mapping& mapping) {
    npu::LoopNestEvaluator evaluator(architecture, problem);
    npu::LoopNestResult result;
    evaluator.evaluate(mapping, result);
    return result;
}

} // namespace strata::test
