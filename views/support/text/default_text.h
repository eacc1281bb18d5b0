// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <string_view>

class QLocale;

namespace strata {
struct Default;
}

namespace strata::views {

/// "Default: 25 GB/s" in the user's language: what holds where a request does not state a value; empty where the
/// schema states no default.
QString defaultLine(const Default& fallback, std::string_view unit, const QLocale& locale);

} // namespace strata::views
