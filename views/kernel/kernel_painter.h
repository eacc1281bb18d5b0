// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/kernel/kernel_layout.h"
#include "views/support/theme/theme.h"

#include <QFont>
#include <QLocale>

class QPainter;

namespace strata::views {

struct KernelOptions {
    char letter = 'A';
    char baseline_letter = 0;
    Theme theme;
    QFont font;
    double line_width = 1.0;
    QLocale locale;
};

/// Paints a kernel on its layout; `twin` is the baseline's picture of the same operator.
void paintKernel(QPainter& painter, const KernelPicture& picture, const KernelPicture* twin, const KernelLayout& layout,
                 const KernelOptions& options);

/// Colour of a wave, from 0; the same in the matrix and on the SMs.
QColor waveColor(double wave, std::int64_t waves);
/// "Limited by the tail of the last wave" and so on.
QString limitSentence(const KernelPicture& picture);
/// Names of resources and of pieces of the time, as people read them.
QString kernelWord(const std::string& word);

} // namespace strata::views
