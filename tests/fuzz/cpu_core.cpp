// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hardware/edge/cpu_core.h"
#include "core/base/json.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <nlohmann/json.hpp>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto document = strata::parseJson({reinterpret_cast<const char*>(data), size});
    if (!document) return 0;
    const auto core = strata::hardware::readCpuCore(*document, "");
    if (!core) return 0;
    if (core->port_names.empty() || core->load_ports == 0) std::abort();
    for (const strata::hardware::InstructionRow& row : core->instructions)
        for (const strata::hardware::MicroOp& op : row.ops)
            if (op.ports == 0 || !(op.cycles > 0)) std::abort();
    return 0;
}
