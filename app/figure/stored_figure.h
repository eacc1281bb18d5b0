// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/line/command.h"
#include "core/base/json.h"

#include <memory>
#include <optional>
#include <string>

namespace strata::figure {

/// Everything that decides how a figure looks.
struct Order {
    std::string view;
    std::string metric; ///< empty: energy where the estimate has its parts, else the first metric
    std::string state;  ///< of the view, JSON text
    double width_mm = 82.55;
    double height_mm = 0.0;
    bool dark = false;
    std::shared_ptr<const Json> request;  ///< null where `tuning_text` is all that is drawn
    std::string results;                  ///< file of a run's points; empty: the request is answered now
    std::string brush;                    ///< of the run, JSON text
    std::string tuning_file, tuning_text; ///< of a study of tuning configurations, which has no request
    std::shared_ptr<const Json> baseline;
    char letter = 'A';
    char baseline_letter = 'B';
    std::string label, baseline_label; ///< empty: what the requests say
    std::string note;                  ///< that stood beside the figure
};

/// From the documents and options of the command line. The first document may be a request or the JSON that was written
/// beside a figure; options win over what it says. Errors: "bad-argument", "bad-value", those of the files.
Result<Order> orderFrom(const cli::Arguments& arguments, cli::Streams& streams);

} // namespace strata::figure
