// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/session/study.h"

#include <QString>

namespace strata::app {

/// A study from its description, a JSON file of the resources:
/// `{"designs": [{"label", "request": "<file beside it>", "set": {"/pointer": value}, "remove": ["/pointer"]}],
/// "selected": "A", "baseline": "B"}`. Designs get the letters A, B, ... in order. Errors: those of parseJson(), "bad-sample".
Result<Study> readSampleStudy(const QString& resource);

}  // namespace strata::app
