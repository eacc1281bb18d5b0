// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/serving/serving_data.h"
#include "views/support/base/view.h"

#include <functional>
#include <optional>
#include <string>

namespace strata::views {

/// What a hand changes in a design of a serving engine: its service levels and its arrival rate, to three digits. The
/// changes between begin() and end() are one undo step.
class ServingEdits {
public:
    /// `design` tells the selected design, or nullptr; `emit_edit` gets each change.
    ServingEdits(std::function<const DesignState*()> design, std::function<void(const Edit&)> emit_edit);

    void begin(const char* what);
    void end() { gesture_.clear(); }
    /// Puts back what was there when the gesture began.
    void cancel();

    /// Nothing takes the level away.
    void setLevel(Latency latency, std::optional<double> seconds, const QLocale& locale);
    void setRate(double rate_per_s, const QLocale& locale);

private:
    void set(const std::string& pointer, std::optional<double> value, const QString& text);

    std::function<const DesignState*()> design_;
    std::function<void(const Edit&)> emit_;
    std::string gesture_;
    std::shared_ptr<const Json> before_;
    int gestures_ = 0;
};

} // namespace strata::views
