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

/// What a survey says of a tool's answer to one scenario.
struct ToolStatedCell {
    std::string scenario; ///< id: "T1.1"
    std::string state;    ///< "supported", "partial", "unsupported" or "undetermined"
    std::string basis;    ///< how the survey comes to it: stated, or deduced from a row
    std::string note, source;
};

/// What a survey says of all scenarios together.
struct ToolStatedTotal {
    int supported = 0, partial = 0, scenarios = 0;
    std::string note, source;
};

/// The grade of a tool in one dimension of an assessment protocol.
struct ToolGrade {
    std::string dimension; ///< "D1"
    int level = 0;         ///< 0 to 3
    std::string note, source;
};

/// The composite score that a document states for a scheme of weights.
struct ToolComposite {
    std::string scheme;
    double score = 0;
    std::string source;
};

/// What people met who tried a tool.
struct ToolDeployment {
    std::string effort, date, source; ///< the date is empty where none is known
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
    std::vector<std::string> covers; ///< ids of toolParts() that its sources say it models
    std::string covers_source;
    std::vector<ToolStatedCell> stated_cells;
    std::vector<ToolStatedTotal> stated_totals;
    std::vector<ToolGrade> grades;
    std::vector<ToolComposite> composites;
    std::vector<ToolDeployment> deployment;
    std::string licence, successor;
};

/// Schema of a file of hwlib/tool.
const ObjectSchema& toolSchema();
/// Of one disagreement of sources, and one that is valid.
const ObjectSchema& disagreementSchema();
ToolDisagreement readDisagreement(const Json& document);

/// A valid tool document. Errors: those of validate(), "bad-value" for a range of errors that ends before it begins.
Result<Tool> readTool(const Json& document, std::string_view pointer);

} // namespace strata
