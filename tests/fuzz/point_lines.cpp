// SPDX-License-Identifier: GPL-3.0-or-later
// Any text is a line of points that is written again as it was read, or is refused with a reason.
#include "core/explore/point_lines.h"

#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
    using namespace strata::explore;
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    for (const std::size_t width : {std::size_t{1}, std::size_t{3}}) {
        if (const auto question = readPointQuestion(text, width)) {
            if (question->coordinates.empty() || question->coordinates.size() % width != 0) std::abort();
            const auto again = readPointQuestion(lineOf(*question), width);
            if (!again || lineOf(*again) != lineOf(*question)) std::abort();
        } else if (question.error().text.empty()) {
            std::abort();
        }
        if (const auto block = readPointBlock(text, width)) {
            if (block->rows.size() != block->count * width || block->reasons.size() != block->count) std::abort();
            const auto again = readPointBlock(lineOf(*block), width);
            if (!again || lineOf(*again) != lineOf(*block)) std::abort();
        } else if (block.error().text.empty()) {
            std::abort();
        }
    }
    return 0;
}
