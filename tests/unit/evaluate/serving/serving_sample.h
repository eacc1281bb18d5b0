// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/method.h"
#include "tests/unit/evaluate/sample.h"

#include <cmath>
#include <limits>
#include <QtGlobal>

namespace strata::test {

inline Estimate answer(const Library& library, const Json& request) {
    const auto estimate = evaluate(request, Context{library, {}, nullptr});
    if (!estimate) qWarning("%s", describe(estimate.error()).c_str());
    return estimate ? *estimate : Estimate{};
}

inline double value(const Estimate& estimate, const char* name) {
    const Metric* metric = estimate.findMetric(name);
    return metric == nullptr ? std::numeric_limits<double>::quiet_NaN() : metric->value;
}

inline const Note* noteOf(const Estimate& estimate, std::string_view code) {
    for (const Note& note : estimate.notes)
        if (note.code == code) return &note;
    return nullptr;
}

} // namespace strata::test
