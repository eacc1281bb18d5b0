// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/number_type.h"

namespace strata {
namespace {

struct Row {
    std::string_view name;
    double bytes;
};

// In the order of the enumeration.
constexpr std::array<Row, kNumberTypes> kRows{{{"fp64", 8.0},
                                               {"fp32", 4.0},
                                               {"tf32", 4.0},
                                               {"fp16", 2.0},
                                               {"bf16", 2.0},
                                               {"fp8", 1.0},
                                               {"int8", 1.0},
                                               {"fp4", 0.5},
                                               {"int4", 0.5}}};

} // namespace

std::string_view name(NumberType type) { return kRows[index(type)].name; }

std::optional<NumberType> numberTypeNamed(std::string_view wanted) {
    for (std::size_t i = 0; i < kRows.size(); ++i) {
        if (kRows[i].name == wanted) return static_cast<NumberType>(i);
    }
    return std::nullopt;
}

double bytesOf(NumberType type) { return kRows[index(type)].bytes; }

} // namespace strata
