// SPDX-License-Identifier: GPL-3.0-or-later
// Mutations of documents for libFuzzer: three of four keep the text JSON, the others change its bytes.
#include "tests/fuzz/json_mutator.h"

#include <cstring>

extern "C" std::size_t LLVMFuzzerMutate(unsigned char* data, std::size_t size, std::size_t most);

extern "C" std::size_t LLVMFuzzerCustomMutator(unsigned char* data, std::size_t size, std::size_t most,
                                               unsigned int seed) {
    if (seed % 4 == 0) return LLVMFuzzerMutate(data, size, most);
    const std::string changed = strata::fuzz::mutatedText({reinterpret_cast<const char*>(data), size}, seed);
    if (changed.empty() || changed.size() > most) return LLVMFuzzerMutate(data, size, most);
    std::memcpy(data, changed.data(), changed.size());
    return changed.size();
}
