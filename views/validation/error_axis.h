// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLocale>

class QCPAxis;

namespace strata::views {

/// Ticks of a logarithmic axis of predicted / measured as errors in per cent: twice as much (+100 %) and half
/// as much
/// (-50 %) stand equally far from no error.
void setErrorTicks(QCPAxis& axis, const QLocale& locale);

} // namespace strata::views
