// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/npu/mapper.h"

#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>

/// Words of constraints, one a line, its first letter naming the list. Words that say nothing end in an error; what is
/// read is kept by a search, or the search says that nothing fits.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace strata;
    hardware::NpuArchitecture npu;
    for (const char* name : {"dram", "buffer"}) {
        hardware::NpuLevel level;
        level.name = name;
        level.word_bits = level.entry_bits = 8;
        level.fanout_x = level.fanout_y = 4;
        level.energy = {2.0, 2.0, 2.0, 0.0};
        npu.levels.push_back(level);
    }
    npu.levels[1].entries = 24;
    npu.recipe.allow_imperfect = false;
    const workload::Problem problem{"gemm",
                                    {{"m", 4}, {"n", 6}, {"k", 8}},
                                    {{"weights", {{{2, 1}}, {{1, 1}}}, false, 0},
                                     {"inputs", {{{0, 1}}, {{2, 1}}}, false, 0},
                                     {"outputs", {{{0, 1}}, {{1, 1}}}, true, 0}}};
    constexpr const char* kLists[] = {"temporal", "spatial_x", "spatial_y", "spatial_dimensions",
                                      "order",    "keep",      "bypass"};
    const std::string text(reinterpret_cast<const char*>(data), size);
    Json constraints{{"levels", {{{"level", "dram"}}, {{"level", "buffer"}}}}};
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        const auto first = static_cast<unsigned char>(text[begin]);
        if (end > begin)
            constraints["levels"][first % 2][kLists[first / 2 % 7]].push_back(text.substr(begin + 1, end - begin - 1));
        begin = end + 1;
    }
    npu::MappingFix fix;
    if (!npu::readMappingConstraints(constraints, npu, problem, "/plan/constraints", fix)) return 0;
    npu::MapperSettings settings;
    settings.budget = 50;
    settings.keep_dataflow = false;
    settings.choose_keep = true;
    settings.fix = fix;
    npu::LoopNestEvaluator evaluator(npu, problem);
    const auto found =
        npu::builtinMappers().front().search(evaluator, npu::outermostMapping(npu, problem), "", settings, {});
    if (found && !fix.admits(found->mapping)) __builtin_trap();
    return 0;
}
