// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/coverage/protocol.h"

namespace strata::coverage {

/// A claim of a tool's authors, or an error that somebody else found, in percent.
struct ErrorRange {
    double low = 0, high = 0;
    std::string setting, source;
};

/// Claims and verifications of one tool against one thing. Errors against different things, or of tools for different
/// problems, say nothing about each other: a domain never ranks against another.
struct ClaimRow {
    std::string tool;   ///< name
    std::string domain; ///< platform and what it was compared with: "GPU: hardware"
    bool own = false;
    std::vector<ErrorRange> claims, verifications;
};

/// By domain; within it by name.
std::vector<ClaimRow> claimRows(const Coverage& coverage);

/// One row for each tool and own method.
Table toolTable(const Coverage& coverage);
/// One row for each claim and each verification.
Table claimTable(const Coverage& coverage);
/// When tools fail, and what met those who tried them.
Table failureTable(const Coverage& coverage);
/// What the sources say differently, statement by statement: about each tool, then about the field as a whole.
Table disagreementTable(const Protocol& protocol, const Coverage& coverage);
inline constexpr std::string_view kWholeField = "The field"; ///< stands for a tool there
Table rankingTable(const Protocol& protocol, const std::vector<Graded>& graded, const std::vector<double>& weights);
Table swapTable(const Protocol& protocol, const std::vector<Graded>& graded, const std::vector<double>& weights);
Table rubricTable(const Protocol& protocol);

} // namespace strata::coverage
