// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <initializer_list>
#include <memory>
#include <QByteArray>
#include <QStringList>

class QTemporaryDir;

namespace strata::views {
class View;
}

/// What holds of every figure, whichever view drew it. Each check reports to the running test.
namespace strata::fixture {

/// Exports a PDF of two columns' width: its CSV is the view's table, of more than ten rows, and its text has
/// the words.
void checkNumbersAndWords(const views::View& view, const QString& id, const QStringList& words,
                          const QTemporaryDir& folder);

/// Exports a PDF and reads the table beside it: it is the view's.
void checkNumbers(const views::View& view, const QString& id, const QTemporaryDir& folder, double width_mm);

/// Of an SVG: nothing beyond the page, and one font.
void checkPage(const QByteArray& svg);

/// Columns "id" and "width" (mm) with every view at the widths of a small figure, one column and two.
void addPageWidths(std::initializer_list<const char*> ids);

/// Draws an SVG of that width: nothing beyond the page, one font, no number that is none, less than 3 MB.
void checkStaysInsideItsPage(const views::View& view, double width_mm, const QTemporaryDir& folder);

/// Two equal views draw the same bytes, and a dark one has a dark background.
void checkRepeats(const std::function<std::unique_ptr<views::View>()>& create, const QTemporaryDir& folder);

} // namespace strata::fixture
