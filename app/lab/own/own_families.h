// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/assess/rows.h"
#include "core/assess/suite.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace strata {
class Library;
}

namespace strata::assess {

/// Measured kernels of one family, by their kind (gpu::ownKindOf()).
struct FamilyRows {
    std::map<std::string, std::vector<MeasuredRow>> kinds;
};

/// Kernels of a report that keeps its requests, by family and kind; those that the data itself calls defective are left
/// out.
std::map<std::string, FamilyRows> familiesOf(const SuiteReport& report, const Library& library);

/// Rows to infer from, and others to score by.
struct Drawn {
    std::vector<MeasuredRow> used, scored;
};

/// Draws rows evenly from the kinds, `rows` of the family or of each kind; of the others `most_scored` at most, each
/// kind by its share. The same seed draws the same rows.
Drawn drawEvenly(const FamilyRows& family, std::size_t rows, bool each_kind, std::size_t most_scored,
                 std::uint64_t seed);

} // namespace strata::assess
