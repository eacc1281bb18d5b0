// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/assess/own_inference.h"

#include <vector>

namespace strata::assess {

/// A measurement that is not made yet, and what it would be worth.
struct OwnCandidate {
    MeasuredRow row;        ///< its request and quantity; measured is what the models expect
    double remaining = 1.0; ///< of the expected variance of the question once it is measured
};

/// Kernels that a device may be asked for, of every family that it has: products of few, some and many rows by type,
/// attention of prompts and of new tokens, experts, a copy.
std::vector<MeasuredRow> candidateKernels(const OwnTarget& target, const Library& library);

/// Which of the candidates would lower the expected variance of the questions' logarithms most, the best first, at most
/// `most`. `entry` holds the rows that were measured; without questions all candidates are asked about. Errors: those
/// of describeRows().
Result<std::vector<OwnCandidate>> measureNext(const hardware::Calibration& entry, std::span<const MeasuredRow> measured,
                                              std::span<const MeasuredRow> candidates,
                                              std::span<const MeasuredRow> questions,
                                              std::shared_ptr<const Library> library, unsigned jobs, std::size_t most);

} // namespace strata::assess
