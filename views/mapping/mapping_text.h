// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>

namespace strata::views {

/// The translation context of everything in this folder that is not a QObject.
struct MappingText {
    Q_DECLARE_TR_FUNCTIONS(MappingText)
};

} // namespace strata::views
