// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"
#include "core/base/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace strata {

struct ObjectSchema;

/// An error of a tool, as its authors claim it or as somebody else found it.
struct ToolError {
    std::string of;      ///< what the tool is compared with: "hardware", "RTL simulation"
    std::string setting; ///< device, workload, mode
    double low_pct = 0;  ///< percent; equal to high_pct for a single number
    double high_pct = 0;
    std::string source;
};

/// What one source says where others say something else.
struct ToolStatement {
    std::string says, source;
};
struct ToolDisagreement {
    std::string about;
    std::vector<ToolStatement> statements; ///< two at least, side by side
};

/// A tool of the field: predictor, simulator, profiler, or system that others are compared with.
struct Tool {
    std::string id, name, role, methodology, summary;
    int year = 0; ///< 0: no publication named
    std::vector<std::string> platforms, levels, predicts;
    std::string needs, speed, works_when;
    std::vector<std::string> breaks_when;
    std::vector<ToolError> claims, verifications;
    std::vector<ToolDisagreement> disagreements;
};

/// Schema of a file of hwlib/tool.
const ObjectSchema& toolSchema();

/// A valid tool document. Errors: those of validate(), "bad-value" for a range of errors that ends before it begins.
Result<Tool> readTool(const Json& document, std::string_view pointer);

} // namespace strata
