// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSet>
#include <QString>

namespace strata::fixture {

/// The string literals of a C++ text, adjacent ones joined as a compiler joins them; comments are passed over.
QSet<QString> literalsOf(const QString& text);

/// The literals of all sources below the folder of the core.
QSet<QString> coreLiterals();

/// Whether the text is one of these literals after another: what a program can have put together of them.
bool isMadeOf(const QString& text, const QSet<QString>& literals);

} // namespace strata::fixture
