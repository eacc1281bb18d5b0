// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explore/result_store.h"
#include "core/explore/table_text.h"

#include <chrono>
#include <iosfwd>
#include <memory>
#include <optional>
#include <string>

namespace strata::cli {

/// Where the points of a run go: CSV, JSON Lines, or a file of results that a later run goes on with.
class ExploreOutput {
public:
    virtual ~ExploreOutput() = default;

    /// Writes a block; at most half a second later it is out of this program.
    virtual Result<void> add(const explore::PointBlock& block) = 0;
    virtual Result<void> finish() = 0;
};

/// The ending of a file names its format: ".csv", ".jsonl" or ".results". Errors: "bad-argument" for others,
/// "unwritable-file", those of ResultStore::create(). "-" is CSV on `out`.
Result<std::unique_ptr<ExploreOutput>> openOutput(const std::string& file, const explore::ExploreRequest& request,
                                                  std::ostream& out);

/// Goes on behind the points of a file of results. Errors: those of ResultStore::open().
std::unique_ptr<ExploreOutput> continueOutput(explore::ResultStore store);

/// All rows of a table, or those that are named.
Result<void> writeRows(ExploreOutput& output, const explore::ResultTable& table,
                       const std::vector<std::uint32_t>* rows = nullptr);

} // namespace strata::cli
