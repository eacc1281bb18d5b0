// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/document/environment.h"
#include "app/window/shell/main_window.h"

#include <cstdio>
#include <QApplication>
#include <QCommandLineParser>
#include <QDir>
#include <QIcon>
#include <QLibraryInfo>
#include <QLocale>
#include <QTranslator>

namespace {

/// Our own texts and those of Qt's dialogs, in the user's language where there is a catalogue, else in English.
void installTranslations(QApplication& application) {
    const QLocale locale;
    auto* own = new QTranslator(&application);
    if (own->load(locale, QStringLiteral("strata"), QStringLiteral("_"), QStringLiteral(":/i18n")) ||
        own->load(QStringLiteral(":/i18n/strata_en.qm")))
        application.installTranslator(own);
    auto* qt = new QTranslator(&application);
    if (qt->load(locale, QStringLiteral("qtbase"), QStringLiteral("_"),
                 QLibraryInfo::path(QLibraryInfo::TranslationsPath)))
        application.installTranslator(qt);
}

/// Qt ends a program that finds no display by a signal.
bool hasDisplay(int argc, char** argv) {
    for (int i = 1; i < argc; ++i)
        if (QLatin1String(argv[i]) == QLatin1String("-platform") ||
            QLatin1String(argv[i]) == QLatin1String("--platform"))
            return true;
    for (const char* variable : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"})
        if (!qEnvironmentVariableIsEmpty(variable)) return true;
    return false;
}

} // namespace

int main(int argc, char** argv) {
    if (!hasDisplay(argc, argv)) {
        std::fputs(
            "strata: there is no display: neither DISPLAY nor WAYLAND_DISPLAY is set; strata-cli works without one\n",
            stderr);
        return 2;
    }
    QApplication application(argc, argv);
    QApplication::setApplicationName(QStringLiteral("strata"));
    QApplication::setApplicationDisplayName(QStringLiteral("Strata"));
    QApplication::setApplicationVersion(QStringLiteral(STRATA_VERSION));
    QApplication::setDesktopFileName(QStringLiteral("org.strata.explorer"));
    QApplication::setWindowIcon(QIcon(QStringLiteral(":/icons/strata.svg")));
    installTranslations(application);

    QCommandLineParser parser;
    parser.setApplicationDescription(
        QCoreApplication::translate("Main", "Design-space explorer for machine-learning hardware"));
    parser.addHelpOption();
    parser.addVersionOption();
    parser.addPositionalArgument(
        QStringLiteral("FILE"),
        QCoreApplication::translate("Main",
                                    "A session, the results of a sweep, a request, the description of a figure, "
                                    "or a device or model to import"),
        QStringLiteral("[FILE ...]"));
    parser.process(application);
    QStringList files;
    for (const QString& file : parser.positionalArguments())
        files << QDir::current().absoluteFilePath(file);

    // Qt tells the desktop's colour scheme by the palette only, and only before we set our own.
    const bool desktop_is_dark = application.palette().color(QPalette::Window).lightness() < 128;
    strata::app::MainWindow window(strata::app::standardEnvironment(), desktop_is_dark, files);
    window.show();
    return QApplication::exec();
}
