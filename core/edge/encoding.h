// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace strata::edge {

/// A space of networks in which each is a short text.
struct EncodingSpace {
    std::string_view id;    ///< "nas-bench-201"
    std::string_view title; ///< with the source of the encoding
    std::string_view form;  ///< how an encoding is written, for errors
    std::vector<std::string> (*names)() = nullptr;
    /// Features of one encoding, as many as there are names; empty: the text is no encoding of the space.
    std::vector<double> (*features)(std::string_view text) = nullptr;
    std::size_t own_begin = 0, own_end = 0; ///< features that a device gets coefficients of its own for
};
std::span<const EncodingSpace> encodingSpaces();
const EncodingSpace* encodingSpaceNamed(std::string_view id);

/// Errors: "bad-value" where the text is no encoding of the space.
Result<std::vector<double>> encodingFeatures(const EncodingSpace& space, std::string_view text,
                                             std::string_view pointer);

// The spaces, each in its row of the table.

/// Cells of NAS-Bench-201 (X. Dong and Y. Yang, ICLR 2020): which operator stands on each of six edges, which edges
/// lie on a way from the input to the output, how many operators of each kind there are, and pairs of edges.
std::vector<std::string> cellFeatureNames();
std::vector<double> cellFeatures(std::string_view text);

} // namespace strata::edge
