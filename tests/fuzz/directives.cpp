// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/npu/directives/directives.h"
#include "core/workload/kernel/operators.h"

#include <cstdint>
#include <nlohmann/json.hpp>

/// Texts that are no directives end in an error; those that are read are written and read again.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace strata;
    static const auto problem = workload::buildProblem(
        Json::parse(R"({"operator": "conv2d", "n": 1, "c": 6, "m": 10, "p": 7, "q": 7, "r": 3, "s": 3})"), "");
    static const hardware::NpuArchitecture npu = [] {
        hardware::NpuArchitecture made;
        hardware::NpuLevel outside, inside;
        outside.name = "buffer";
        inside.name = "file";
        outside.entry_bits = outside.word_bits = inside.entry_bits = inside.word_bits = 8;
        outside.fanout_y = 4;
        outside.fanout_x = 8;
        made.levels = {outside, inside};
        return made;
    }();
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const auto directives = npu::readDirectives(text, *problem, "/plan/directives");
    if (!directives) return 0;
    const auto mapping = npu::mappingOf(*directives, npu, *problem, "/plan/directives");
    if (mapping && !npu::readDirectives(npu::directivesOf(*mapping, npu, *problem), *problem, "")) __builtin_trap();
    return 0;
}
