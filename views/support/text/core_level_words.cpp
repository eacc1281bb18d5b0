// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/support/text/core_words.h"

#include <QtGlobal>

namespace strata::views {

std::vector<const char*> levelWords() {
    return {
        QT_TRANSLATE_NOOP("Field", "Accumulation buffer"),
        QT_TRANSLATE_NOOP("Field", "Accumulator"),
        QT_TRANSLATE_NOOP("Field", "Accumulators"),
        QT_TRANSLATE_NOOP("Field", "Convolution buffer"),
        QT_TRANSLATE_NOOP("Field", "DRAM"),
        QT_TRANSLATE_NOOP("Field", "Filter scratchpad"),
        QT_TRANSLATE_NOOP("Field", "Functional unit (NFU)"),
        QT_TRANSLATE_NOOP("Field", "Global PE buffer"),
        QT_TRANSLATE_NOOP("Field", "Global buffer"),
        QT_TRANSLATE_NOOP("Field", "Input buffer"),
        QT_TRANSLATE_NOOP("Field", "Input neuron buffer"),
        QT_TRANSLATE_NOOP("Field", "Input neuron buffer (NBin)"),
        QT_TRANSLATE_NOOP("Field", "Input scratchpad"),
        QT_TRANSLATE_NOOP("Field", "MAC array"),
        QT_TRANSLATE_NOOP("Field", "Matrix unit"),
        QT_TRANSLATE_NOOP("Field", "Output neuron buffer"),
        QT_TRANSLATE_NOOP("Field", "Output neuron buffer (NBout)"),
        QT_TRANSLATE_NOOP("Field", "PE array"),
        QT_TRANSLATE_NOOP("Field", "PE array columns"),
        QT_TRANSLATE_NOOP("Field", "PE array rows"),
        QT_TRANSLATE_NOOP("Field", "PE buffer"),
        QT_TRANSLATE_NOOP("Field", "PE input buffer"),
        QT_TRANSLATE_NOOP("Field", "PE partial-sum buffer"),
        QT_TRANSLATE_NOOP("Field", "PE weight buffer"),
        QT_TRANSLATE_NOOP("Field", "Partial-sum scratchpad"),
        QT_TRANSLATE_NOOP("Field", "Scratchpad"),
        QT_TRANSLATE_NOOP("Field", "Synapse buffer"),
        QT_TRANSLATE_NOOP("Field", "Synapse buffer (SB)"),
        QT_TRANSLATE_NOOP("Field", "Systolic mesh"),
        QT_TRANSLATE_NOOP("Field", "Unified buffer"),
        QT_TRANSLATE_NOOP("Field", "Vector MAC units"),
        QT_TRANSLATE_NOOP("Field", "Weight FIFO"),
        QT_TRANSLATE_NOOP("Field", "Weight buffer"),
        QT_TRANSLATE_NOOP("Field", "Weight memory and host"),
        QT_TRANSLATE_NOOP("Field", "Weight register"),
        QT_TRANSLATE_NOOP("Field", "Weight scratchpad"),
    };
}

} // namespace strata::views
