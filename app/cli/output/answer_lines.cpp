// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/output/answer_lines.h"

#include "core/base/message_text.h"
#include "core/evaluate/estimate_text.h"

#include <nlohmann/json.hpp>

namespace strata::cli {

std::string errorLine(const Error& error) {
    Json inside = {{"code", error.code},
                   {"pointer", error.pointer},
                   {"id", error.text.id},
                   {"text", messageText(error.text)},
                   {"expected", messageText(error.expected)}};
    if (!error.file.empty()) inside["file"] = error.file;
    return canonicalText(Json{{"error", std::move(inside)}});
}

AnswerForm AnswerForm::of(const Arguments& arguments) {
    return {.metrics_only = arguments.has(kMetricsOnlyOption.name),
            .require_valid = arguments.has(kRequireValidOption.name)};
}

std::string AnswerForm::line(const Estimate& estimate) const {
    return metrics_only ? metricsText(estimate) : estimateText(estimate);
}

} // namespace strata::cli
