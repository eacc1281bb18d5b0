// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <string_view>

namespace strata::views {

/// What a part is called, beginning like the titles of metrics: with a capital where `label` is a word of the core.
/// Names of layers, operators and levels ("conv1", "psum_spad") keep their spelling.
QString sentenceCase(QString text, std::string_view label);

/// A note of the core, which is a phrase, as a sentence of its own; a name that it begins with keeps its spelling.
QString noteSentence(QString phrase);

} // namespace strata::views
