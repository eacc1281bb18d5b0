// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace strata::system {

/// How many tokens the responses of a rollout have: log-normally distributed and cut at a limit. Lengths of sampled
/// responses have such a long tail (D. Perez-Ramirez et al., CASTILLO, arXiv:2505.16881, measure 13 models).
struct ResponseLengths {
    double mean_tokens = 1;  ///< after the cut
    double spread = 0;       ///< standard deviation over the mean, before the cut; 0: all are equally long
    double limit_tokens = 0; ///< no response is longer; 0: no limit
};

/// Lengths in tokens of the responses that one copy generates, longest first: the quantiles of the distribution. The
/// longest is that of the whole batch of `batch` responses, so that this is the copy for which the others wait; with
/// `batch` equal to `sequences` it is a copy like any other.
std::vector<double> responseLengths(const ResponseLengths& of, double sequences, double batch);

/// A number of decode steps, and the number of sequences that each of them serves.
struct DecodeSteps {
    double sequences = 0;
    double steps = 0;
};

/// What a copy decodes until its last response is complete: places that a response leaves are taken by the next prompt
/// as long as there is one (continuous batching), and then the batch shrinks. `lengths`: in tokens.
std::vector<DecodeSteps> decodeSteps(std::span<const double> lengths, std::size_t places);

} // namespace strata::system
