// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/main_window.h"
#include "app/window/window_actions.h"
#include "core/base/quantity.h"
#include "views/parameters/parameters_panel.h"
#include "views/support/core_words.h"
#include "views/support/text.h"

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
        QCOMPARE(views::quantityTitle("latency_s"), QStringLiteral("Latenz"));
        QCOMPARE(QCoreApplication::translate("Field", "Clock"), QStringLiteral("Takt"));
        QCoreApplication::removeTranslator(&german);
    }

    void titlesOfTheCoreAreThere() {
        QTranslator german;
        QVERIFY(german.load(QStringLiteral(":/i18n/strata_de.qm")));
        for (const char* word : views::quantityWords())
            QVERIFY2(!german.translate("Quantity", word).isEmpty(), word);
        for (const char* word : views::fieldWords()) QVERIFY2(!german.translate("Field", word).isEmpty(), word);
        // A title that the core changes must be changed among the words as well.
        const auto words = views::quantityWords();
        const auto known = [&](std::string_view title) {
            return std::ranges::any_of(words, [&](const char* word) { return title == word; });
        };
        for (const char* name : {"latency_s", "energy_j", "cycles", "utilization", "gamma", "memory_bytes", "flop_per_s",
                                 "alone_s", "kernels_s", "power_w", "mape", "median", "bias", "spearman", "coverage80"}) {
            const Quantity* quantity = findQuantity(name);
            QVERIFY2(quantity, name);
            QVERIFY2(known(quantity->title), name);
        }
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
