// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QWidget;

namespace strata::views {

/// Tab goes from `before` to the controls inside of `whole`, in the order in which they were made, as if they had been
/// made together: for panels whose rows come and go. Returns the last of them, `before` where there are none.
QWidget* continueTabOrder(QWidget* before, const QWidget& whole);

} // namespace strata::views
