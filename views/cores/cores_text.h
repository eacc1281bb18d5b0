// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/cores/cores_data.h"

#include <QLocale>
#include <QString>
#include <QStringList>

namespace strata::views {

QString coreTitle(std::size_t number); ///< "Core 3"
QString memoryTitle();                 ///< of the strip
QString blockTitle(const CoreBlock& block);
QStringList blockLines(const CoreBlock& block, const CorePicture& picture, const QLocale& locale);
QStringList coreLines(const CoreSums& core, const QLocale& locale);
QStringList memoryLines(const MemorySlice& slice, const QLocale& locale);
/// What a layer takes on all cores, one line each.
QStringList layerLines(const CorePicture& picture, const std::string& layer, const QLocale& locale);
/// The time of the run, and how long memory limits it.
QString coresHeader(const CorePicture& picture, const QLocale& locale);

} // namespace strata::views
