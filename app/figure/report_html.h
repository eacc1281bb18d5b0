// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/message_text.h"
#include "core/evaluate/estimate.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace strata::figure {

/// A picture of the report: its title and what an <img> takes as its source.
struct ReportFigure {
    std::string title;
    std::string image; ///< "data:image/svg+xml;base64,..."
};

/// One design of a session with its answer.
struct ReportDesign {
    char letter = 'A';
    std::string label, note;
    bool baseline = false;
    std::shared_ptr<const Json> request;
    std::shared_ptr<const Estimate> estimate; ///< nullptr: `error` says why
    std::string error;
    std::vector<ReportFigure> figures;
};

/// A sweep or search of a session.
struct ReportRun {
    std::shared_ptr<const Json> request;
    std::vector<ReportFigure> figures;
};

/// Everything that a report says.
struct Report {
    std::string title, version, note;
    std::vector<ReportDesign> designs;
    std::vector<ReportRun> runs;
    std::map<std::string, std::string> sources; ///< of catalog entries by id: canonical text of each
};

/// One page without anything outside of it: designs, their comparison, each design with its numbers, parts, notes,
/// calibrations and request, runs, sources.
std::string reportHtml(const Report& report, const Wording& wording);

} // namespace strata::figure
