// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/support/text/told.h"

#include "core/base/message_text.h"
#include "views/support/text/text.h"

#include <QCoreApplication>

namespace strata::views {
namespace {

/// The translation that is installed says itself which language it is.
std::string windowLanguage() { return QCoreApplication::translate("Language", "en").toStdString(); }

std::string written(const QString& text) { return text.toStdString(); }

/// Calls `tell` with how the reader wants to be told. Figures and files, in the C locale, keep the core's digits.
template <class Tell>
QString asWindow(const QLocale& locale, const LevelTitles& titles, Tell tell) {
    const std::string language = windowLanguage();
    Wording wording;
    wording.language = language;
    wording.titles = &titles;
    if (locale != QLocale::c()) {
        wording.decimal = written(locale.decimalPoint());
        wording.group = written(locale.groupSeparator());
    }
    return toQString(tell(wording));
}

} // namespace

QString told(const Message& message, const QLocale& locale, const LevelTitles& titles) {
    return asWindow(locale, titles, [&](const Wording& wording) { return messageText(message, wording); });
}

QString told(const std::vector<Message>& alternatives, const QLocale& locale, const LevelTitles& titles) {
    return asWindow(locale, titles, [&](const Wording& wording) { return alternativesText(alternatives, wording); });
}

QString errorText(const Error& error, const QLocale& locale, const LevelTitles& titles) {
    Error shown = error;
    if (isForCommandLine(error.expected)) shown.expected = {};
    // A place in a file helps to find it there; in the window fields have titles.
    if (error.file.empty()) shown.pointer.clear();
    return told(described(shown), locale, titles);
}

bool isForCommandLine(const Message& expected) { return expected.id.find(".command-line-") != std::string::npos; }

bool knows(const Message& message) { return messageCatalog("en").contains(message.id); }

QString partTitle(const Message& title, const LevelTitles& titles) {
    if (const auto* name = title.find("text"); name != nullptr && title.id == "verbatim")
        return labelText(std::get<std::string>(*name), titles);
    QString text = told(title, QLocale::c(), titles);
    text.replace(QLatin1Char('_'), QLatin1Char(' '));
    const auto* level = title.find("level");
    const bool name_first = level != nullptr && text.startsWith(labelText(std::get<std::string>(*level), titles));
    if (!text.isEmpty() && !name_first) text[0] = text.at(0).toUpper();
    return text;
}

QString partTitle(std::string_view id) { return partTitle(Message{"part." + std::string(id)}); }

} // namespace strata::views
