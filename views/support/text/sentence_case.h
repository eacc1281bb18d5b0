// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace strata::views {

/// A note of the core, which is a phrase, as a sentence of its own; a name that it begins with keeps its spelling.
QString noteSentence(QString phrase);

} // namespace strata::views
