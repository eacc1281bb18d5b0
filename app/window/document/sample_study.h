// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/session/session.h"

#include <QString>

namespace strata::app {

/// A session from its description, a JSON file of the resources:
/// `{"designs": [{"label", "request": "<path from its folder>", "set": {"/pointer": value}, "remove": ["/pointer"]}],
/// "selected": "A", "baseline": "B", "explorations": ["<path from its folder>"]}`. Designs get the letters A, B, ... in
/// order. Errors: those of parseJson(), "bad-sample".
Result<Session> readSampleSession(const QString& resource);

} // namespace strata::app
