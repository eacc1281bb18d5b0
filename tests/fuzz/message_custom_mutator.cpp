// SPDX-License-Identifier: GPL-3.0-or-later
// Mutations of model files for libFuzzer: three of four keep a message a message, and a document a document; the others
// change bytes.
#include "tests/fuzz/json_mutator.h"
#include "tests/fuzz/wire_mutator.h"

#include <cstring>

extern "C" std::size_t LLVMFuzzerMutate(unsigned char* data, std::size_t size, std::size_t most);

extern "C" std::size_t LLVMFuzzerCustomMutator(unsigned char* data, std::size_t size, std::size_t most,
                                               unsigned int seed) {
    if (seed % 4 == 0) return LLVMFuzzerMutate(data, size, most);
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const auto message = strata::fuzz::mutatedMessage(text, seed);
    const std::string changed = message ? *message : strata::fuzz::mutatedText(text, seed);
    if (changed.empty() || changed.size() > most) return LLVMFuzzerMutate(data, size, most);
    std::memcpy(data, changed.data(), changed.size());
    return changed.size();
}
