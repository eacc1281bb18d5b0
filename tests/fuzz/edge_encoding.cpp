// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/edge/encoding.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    for (const strata::edge::EncodingSpace& space : strata::edge::encodingSpaces()) {
        const auto features = strata::edge::encodingFeatures(space, text, "/workload/encoding");
        if (features && features->size() != space.names().size()) std::abort();
    }
    return 0;
}
