// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/main_window.h"
#include "app/window/window_actions.h"
#include "views/parameters/parameters_panel.h"

#include <QTranslator>
#include <QtTest>

using namespace strata;

/// Texts find their translations: contexts in the catalogues are those that the program asks for.
class WindowLanguageTest : public QObject {
    Q_OBJECT

private slots:
    void germanIsThere() {
        QTranslator german;
        QVERIFY(german.load(QStringLiteral(":/i18n/strata_de.qm")));
        QCoreApplication::installTranslator(&german);
        QCOMPARE(app::MainWindow::tr("Study"), QStringLiteral("Studie"));
        QCOMPARE(app::WindowActions::tr("&Duplicate design"), QStringLiteral("Entwurf &kopieren"));
        QCOMPARE(views::ParametersPanel::tr("Filter parameters"), QStringLiteral("Parameter filtern"));
        QCOMPARE(QCoreApplication::translate("View", "Mapping"), QStringLiteral("Abbildung"));
        QVERIFY(app::MainWindow::tr("Strata did not end by itself last time. %n unsaved study(s) can be recovered.", nullptr, 2)
                    .contains(QStringLiteral("2 ungespeicherte Studien")));
        QCoreApplication::removeTranslator(&german);
    }

    void englishHasPlurals() {
        QTranslator english;
        QVERIFY(english.load(QStringLiteral(":/i18n/strata_en.qm")));
        QCoreApplication::installTranslator(&english);
        const char* text = "Strata did not end by itself last time. %n unsaved study(s) can be recovered.";
        QVERIFY(app::MainWindow::tr(text, nullptr, 1).contains(QStringLiteral("1 unsaved study can")));
        QVERIFY(app::MainWindow::tr(text, nullptr, 3).contains(QStringLiteral("3 unsaved studies can")));
        QCoreApplication::removeTranslator(&english);
    }
};

QTEST_MAIN(WindowLanguageTest)
#include "window_language_test.moc"
