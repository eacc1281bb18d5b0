// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/block/block_data.h"

#include <optional>
#include <QLocale>
#include <QString>
#include <QStringList>

namespace strata::views {

/// "0.501 cycles"
QString cyclesText(double cycles, const QLocale& locale);

QString boundTitle(const BlockBound& bound);
/// "Ports: 0.500 cycles an iteration", what makes it, and the same of the baseline where there is one.
QStringList boundLines(const BlockBound& bound, const BlockPicture* baseline, char baseline_letter,
                       const QLocale& locale);

/// What is written in the row of an instruction; that of the loop's end has words.
QString instructionTitle(const BlockInstruction& instruction);
/// Why an instruction holds no port; empty where it holds some.
QString idleText(const BlockInstruction& instruction);
QStringList instructionLines(const BlockInstruction& instruction, const QLocale& locale);

} // namespace strata::views
