// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLocale>
#include <QString>
#include <QVector>
#include <string_view>

class QCPAxis;
class QFont;

namespace strata::views {

/// Ticks of an axis in values of a unit, with SI prefix and without zeros that say nothing. On a logarithmic axis:
/// decades, within few of them 1-2-5, within a decade round steps. An empty unit labels plain numbers ("0.1", "20", "1
/// k").
void setQuantityTicks(QCPAxis& axis, std::string_view unit, const QLocale& locale, bool logarithmic);

/// As many ticks as have room beside each other on a horizontal axis `length` long whose labels are in `font`, at most
/// `most`. To be called when the range is set: the axis itself learns its length only while it is drawn.
void fitTickCount(QCPAxis& axis, double length, const QFont& font, int most);

/// Between the ticks of an axis `length` long: 1, 2 or 5 times a power of ten, at most `most` of them. Values in the
/// unit of the axis.
double roundStep(double length, double most);

/// A tick's label: with SI prefix, without zeros that say nothing.
QString tickText(double tick, std::string_view unit, const QLocale& locale, int digits = 3);

/// Labels of the ticks of one axis, with as many digits as it takes to tell neighbours apart.
QVector<QString> tickTexts(const QVector<double>& ticks, std::string_view unit, const QLocale& locale);

} // namespace strata::views
