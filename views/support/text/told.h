// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "views/support/text/level_titles.h"

#include <QLocale>
#include <QString>
#include <vector>

namespace strata::views {

/// The text of a message in the window's language, its numbers as the locale writes them, levels by their titles.
QString told(const Message& message, const QLocale& locale, const LevelTitles& titles = {});
/// Alternatives, one after another.
QString told(const std::vector<Message>& alternatives, const QLocale& locale, const LevelTitles& titles = {});

/// What describe() says of an error, in the window's language; without what only the command line accepts.
QString errorText(const Error& error, const QLocale& locale, const LevelTitles& titles = {});
/// Whether what is accepted instead is a command, which belongs to the command line.
bool isForCommandLine(const Message& expected);

/// Whether there is a text for the message's id.
bool knows(const Message& message);

/// The title of a part, beginning with a capital as titles of metrics do. Names of layers, operators and levels
/// ("conv1", "psum_spad") keep their spelling.
QString partTitle(const Message& title, const LevelTitles& titles = {});
/// Of a part that has no name of its own, by its id.
QString partTitle(std::string_view id);

} // namespace strata::views
