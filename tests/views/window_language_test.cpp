// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/main_window.h"
#include "app/window/window_actions.h"
#include "core/base/quantity.h"
#include "core/base/schema.h"
#include "core/evaluate/request.h"
#include "core/hardware/cluster_json.h"
#include "core/hardware/gpu_json.h"
#include "core/hardware/npu_json.h"
#include "core/workload/graph.h"
#include "core/workload/kernel.h"
#include "core/workload/layer_document.h"
#include "core/workload/operators.h"
#include "views/parameters/parameters_panel.h"
#include "views/support/core_words.h"
#include "views/support/text.h"

#include <algorithm>
#include <QTranslator>
#include <QtTest>
#include <set>

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
        QVERIFY(
            app::MainWindow::tr(
                "Strata did not end by itself last time. %n unsaved study(s) can be recovered.", nullptr, 2)
                .contains(QStringLiteral("2 ungespeicherte Studien")));
        QCOMPARE(views::quantityTitle("latency_s"), QStringLiteral("Latenz"));
        QCOMPARE(QCoreApplication::translate("Field", "Clock"), QStringLiteral("Takt"));
        QCoreApplication::removeTranslator(&german);
    }

    void textsOfTheCoreAreThere() {
        QTranslator german;
        QVERIFY(german.load(QStringLiteral(":/i18n/strata_de.qm")));
        for (const auto& words : {views::quantityWords(), views::quantityHelpWords()})
            for (const char* word : words)
                QVERIFY2(!german.translate("Quantity", word).isEmpty(), word);
        for (const char* word : views::fieldWords())
            QVERIFY2(!german.translate("Field", word).isEmpty(), word);
    }

    /// A text that the core changes must be changed among the words as well.
    void everyQuantityIsAmongTheWords() {
        const auto titles = views::quantityWords();
        const auto helps = views::quantityHelpWords();
        for (const Quantity& quantity : quantities()) {
            QVERIFY2(contains(titles, quantity.title), quantity.title.data());
            QVERIFY2(contains(helps, quantity.help), quantity.help.data());
        }
    }

    void everyParameterIsAmongTheWords() {
        std::set<const ObjectSchema*> seen;
        std::set<std::string> titles;
        for (const ObjectSchema* schema :
             {&hardware::npuSchema(), &hardware::gpuSchema(), &hardware::clusterSchema(),
              &workload::kernelSchema(), &workload::layerSchema(), &workload::cnnLayerSchema(),
              &workload::modelWorkloadSchema()})
            collectTitles(*schema, seen, titles);
        for (const RequestKind kind : requestKinds())
            collectTitles(requestSchema(kind), seen, titles);
        QVERIFY(titles.size() > 100);
        const auto words = views::fieldWords();
        QStringList missing;
        for (const std::string& title : titles)
            if (!contains(words, title)) missing << QString::fromStdString(title);
        QVERIFY2(missing.isEmpty(), qPrintable(missing.join(QStringLiteral("; "))));
    }

    /// What a parameter of clusters, collectives and training plans says of itself.
    void helpsOfClustersAndPlansAreThere() {
        QTranslator german;
        QVERIFY(german.load(QStringLiteral(":/i18n/strata_de.qm")));
        std::set<const ObjectSchema*> seen;
        std::set<std::string> helps;
        collectHelps(hardware::clusterSchema(), seen, helps);
        collectHelps(requestSchema(RequestKind::Collective), seen, helps);
        collectHelps(requestSchema(RequestKind::Training), seen, helps);
        QVERIFY(helps.size() > 40);
        QStringList missing;
        for (const std::string& help : helps)
            if (german.translate("Field", help.c_str()).isEmpty()) missing << QString::fromStdString(help);
        QVERIFY2(missing.isEmpty(), qPrintable(missing.join(QStringLiteral("; "))));
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

private:
    static bool contains(const std::vector<const char*>& words, std::string_view text) {
        return std::ranges::any_of(words, [&](const char* word) { return text == word; });
    }

    static void collectHelps(const ObjectSchema& schema, std::set<const ObjectSchema*>& seen,
                             std::set<std::string>& helps) {
        if (!seen.insert(&schema).second) return;
        for (const Field& field : schema.fields) {
            if (field.parameter && !field.help.empty()) helps.insert(field.help);
            if (field.object) collectHelps(*field.object, seen, helps);
        }
    }

    /// Titles of all fields that the parameters panel shows.
    static void collectTitles(const ObjectSchema& schema, std::set<const ObjectSchema*>& seen,
                              std::set<std::string>& titles) {
        if (!seen.insert(&schema).second) return;
        for (const Field& field : schema.fields) {
            if (field.parameter) titles.insert(field.title);
            if (field.object) collectTitles(*field.object, seen, titles);
        }
    }
};

QTEST_MAIN(WindowLanguageTest)
#include "window_language_test.moc"
