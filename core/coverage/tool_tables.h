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
/// When tools fail, what met those who tried them, and what the sources disagree on.
Table failureTable(const Coverage& coverage);
Table rankingTable(const Protocol& protocol, const std::vector<Graded>& graded, const std::vector<double>& weights);
Table swapTable(const Protocol& protocol, const std::vector<Graded>& graded, const std::vector<double>& weights);
Table rubricTable(const Protocol& protocol);

} // namespace strata::coverage
