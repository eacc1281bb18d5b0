// SPDX-License-Identifier: GPL-3.0-or-later
// Any text is either a table whose every size answers with its own kernel where it is known, or refused with an error.
#include "core/hardware/gpu/kernel_table.h"

#include <cstdlib>
#include <nlohmann/json.hpp>

using namespace strata;

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
    const auto document = parseJson({reinterpret_cast<const char*>(data), size});
    if (!document) return 0;
    const auto table = hardware::readKernelTable(*document, "/kernels");
    if (!table) {
        if (table.error().text.empty() || table.error().code.empty()) std::abort();
        return 0;
    }
    if (table->kernels.empty()) std::abort();
    for (const hardware::ProductSize& one : table->sizes) {
        const auto kernel = table->kernelOf(one.m, one.n, one.k);
        const bool is_known = table->known.holds(one.m, one.n, one.k) && one.kernel != hardware::kOtherKernel;
        if (kernel.has_value() != is_known) std::abort();
        if (kernel && (*kernel != one.kernel || *kernel >= table->kernels.size())) std::abort();
    }
    return 0;
}
