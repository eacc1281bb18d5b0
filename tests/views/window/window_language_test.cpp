// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/shell/main_window.h"
#include "app/window/shell/window_actions.h"
#include "core/base/message_text.h"
#include "core/base/quantity.h"
#include "core/base/schema.h"
#include "core/coverage/coverage.h"
#include "core/coverage/protocol.h"
#include "core/evaluate/registry.h"
#include "core/hardware/cluster/cluster_json.h"
#include "core/hardware/gpu/gpu_json.h"
#include "core/hardware/npu/npu_json.h"
#include "core/workload/graph.h"
#include "core/workload/kernel/kernel.h"
#include "core/workload/kernel/kernel_schema.h"
#include "core/workload/kernel/layer_document.h"
#include "core/workload/kernel/operators.h"
#include "tests/unit/evaluate/sample.h"
#include "tests/views/fixtures/sample_answers.h"
#include "views/coverage/coverage_text.h"
#include "views/figure/figure_panel.h"
#include "views/parameters/parameters_panel.h"
#include "views/support/text/choice_text.h"
#include "views/support/text/core_words.h"
#include "views/support/text/default_text.h"
#include "views/support/text/text.h"
#include "views/support/text/told.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <QComboBox>
#include <QFile>
#include <QTranslator>
#include <QtTest>
#include <QXmlStreamReader>
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
        QCOMPARE(QCoreApplication::translate("View", "Mapping"), QStringLiteral("Mapping"));
        QVERIFY(app::MainWindow::tr("Strata did not end by itself last time. %n unsaved study(s) can be recovered.",
                                    nullptr, 2)
                    .contains(QStringLiteral("2 ungespeicherte Studien")));
        QCOMPARE(views::quantityTitle("latency_s"), QStringLiteral("Latenz"));
        QCOMPARE(QCoreApplication::translate("Field", "Clock"), QStringLiteral("Takt"));
        const views::FigurePanel panel;
        bool column = false;
        for (const auto* choices : panel.findChildren<QComboBox*>())
            column = column || choices->findText(QStringLiteral("DATE-Spalte, 3,25 in")) >= 0;
        QVERIFY2(column, "a width's name is looked for where its translation stands");
        QCoreApplication::removeTranslator(&german);
    }

    void textsOfTheCoreAreThere() {
        QTranslator german;
        QVERIFY(german.load(QStringLiteral(":/i18n/strata_de.qm")));
        for (const auto& words : {views::quantityWords(), views::quantityHelpWords()})
            for (const char* word : words)
                QVERIFY2(!german.translate("Quantity", word).isEmpty(), word);
        for (const auto& words :
             {views::fieldWords(), views::fieldHelpWords(), views::fieldDefaultWords(), views::levelWords()})
            for (const char* word : words)
                QVERIFY2(!german.translate("Field", word).isEmpty(), word);
        for (const views::ColumnWord& column : views::columnWords())
            QVERIFY2(!german.translate("Column", column.title).isEmpty(), column.title);
    }

    /// A mapping is "das Mapping"; "Abbildung" is a figure, and nothing else.
    void germanTellsFiguresFromMappings() {
        const QString figure = QStringLiteral("bbildung");
        QStringList wrong;
        const auto check = [&](const QString& english, const QString& german) {
            if (german.contains(figure) && !english.contains(QLatin1String("figure"), Qt::CaseInsensitive))
                wrong << german;
        };
        QFile file(qEnvironmentVariable("STRATA_ROOT") + QStringLiteral("/translations/strata_de.ts"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QXmlStreamReader translations(&file);
        QString english;
        std::size_t read = 0;
        while (!translations.atEnd()) {
            translations.readNext();
            if (translations.isStartElement() && translations.name() == QLatin1String("source"))
                english = translations.readElementText();
            if (translations.isStartElement() && translations.name() == QLatin1String("translation")) {
                check(english, translations.readElementText(QXmlStreamReader::IncludeChildElements));
                ++read;
            }
        }
        QVERIFY(!translations.hasError() && read > 3000);
        const auto& texts = messageCatalog("en");
        for (const auto& [id, text] : messageCatalog("de"))
            check(QString::fromStdString(texts.at(id)), QString::fromStdString(text));
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(u'\n')));
    }

    void partsAndColumnsAreTranslated() {
        QTranslator german;
        QVERIFY(german.load(QStringLiteral(":/i18n/strata_de.qm")));
        QCoreApplication::installTranslator(&german);
        QCOMPARE(views::partTitle("idle-power"), QStringLiteral("Ruheleistung"));
        const Message waiting{"part.waiting-for-level", {{"level", "shared_glb"}}};
        QCOMPARE(views::partTitle(waiting), QStringLiteral("Warten auf shared glb"));
        QCOMPARE(views::labelText("spatial_x"), QStringLiteral("räumlich, X"));
        QCOMPARE(views::labelText("layers.mlp.up"), QStringLiteral("layers.mlp.up"));
        QCOMPARE(views::quantityTitle("arrival_s"), QStringLiteral("Ankunft"));
        QCOMPARE(views::cellText(Cell(std::string("tile_m")), "quantity", QLocale::c()),
                 QStringLiteral("Zeilen einer Kachel"));
        QCoreApplication::removeTranslator(&german);
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
        for (const ObjectSchema* schema : schemas())
            collectTitles(*schema, seen, titles);
        QVERIFY(titles.size() > 100);
        const auto words = views::fieldWords();
        QStringList missing;
        for (const std::string& title : titles)
            if (!contains(words, title)) missing << QString::fromStdString(title);
        QVERIFY2(missing.isEmpty(), qPrintable(missing.join(QStringLiteral("; "))));
    }

    /// What parameters say of themselves.
    void everyHelpIsAmongTheWords() {
        std::set<const ObjectSchema*> seen;
        std::set<std::string> helps;
        for (const ObjectSchema* schema : schemas())
            collectHelps(*schema, seen, helps);
        QVERIFY(helps.size() > 150);
        const auto words = views::fieldHelpWords();
        QStringList missing;
        for (const std::string& help : helps)
            if (!contains(words, help)) missing << QString::fromStdString(help);
        for (const QString& help : missing)
            qInfo().noquote() << "not among the words:" << help;
        QCOMPARE(missing.size(), 0);
    }

    /// What holds where a parameter is absent: one pattern around a value or a rule.
    void everyRuleOfADefaultIsAmongTheWords() {
        std::set<const ObjectSchema*> seen;
        std::set<std::string> rules;
        for (const ObjectSchema* schema : schemas())
            collectRules(*schema, seen, rules);
        QVERIFY(rules.size() > 10);
        const auto words = views::fieldDefaultWords();
        QStringList missing;
        for (const std::string& rule : rules)
            if (!contains(words, rule)) missing << QString::fromStdString(rule);
        QVERIFY2(missing.isEmpty(), qPrintable(missing.join(QStringLiteral("; "))));
    }

    void defaultsAreToldInTheUsersLanguage() {
        QTranslator german;
        QVERIFY(german.load(QStringLiteral(":/i18n/strata_de.qm")));
        const auto line = [](const Field& field) {
            return views::defaultLine(field.fallback, field.unit, QLocale(QLocale::German));
        };
        QCOMPARE(line(field::number("a", "A", "B/s").byDefault(25e9)), QStringLiteral("Default: 23,3 GiB/s"));
        QCoreApplication::installTranslator(&german);
        QCOMPARE(line(field::number("a", "A", "s").byDefault(0.0025)), QStringLiteral("Vorgabe: 2,5 ms"));
        QCOMPARE(line(field::integer("a", "A").byDefault(8192)), QStringLiteral("Vorgabe: 8.192"));
        QCOMPARE(line(field::flag("a", "A").byDefault(true)), QStringLiteral("Vorgabe: ja"));
        QCOMPARE(line(field::integer("a", "A").byRule("that of the plan")),
                 QStringLiteral("Vorgabe: der Wert des Plans"));
        QCOMPARE(line(field::integer("a", "A")), QString());
        QCoreApplication::removeTranslator(&german);
    }

    /// What parameters may be; number formats read the same in every language.
    void everyChoiceIsAmongTheWords() {
        std::set<const ObjectSchema*> seen;
        std::set<std::string> choices{"no", "yes"};
        for (const ObjectSchema* schema : schemas())
            collectChoices(*schema, seen, choices);
        QVERIFY(choices.size() > 60);
        const auto formats = workload::numberTypeNames();
        QStringList missing;
        for (const std::string& choice : choices) {
            const bool known =
                std::ranges::find(views::choiceWords(), choice, &views::ColumnWord::name) != views::choiceWords().end();
            if (!known && std::ranges::find(formats, choice) == formats.end() && choice != "mxfp8" && choice != "nvfp4")
                missing << QString::fromStdString(choice);
        }
        QVERIFY2(missing.isEmpty(), qPrintable(missing.join(QStringLiteral("; "))));
        QTranslator german;
        QVERIFY(german.load(QStringLiteral(":/i18n/strata_de.qm")));
        for (const views::ColumnWord& choice : views::choiceWords())
            QVERIFY2(!german.translate("Choice", choice.title).isEmpty(), choice.title);
        QCOMPARE(views::choiceText("fat_tree"), QStringLiteral("fat tree"));
        QCoreApplication::installTranslator(&german);
        QCOMPARE(views::choiceText("yes"), QStringLiteral("ja"));
        QCOMPARE(views::choiceText("bf16"), QStringLiteral("bf16"));
        QCoreApplication::removeTranslator(&german);
    }

    /// What the rows of suites are grouped by, and columns of the points of runs.
    void everyKeyOfASuiteHasATitle() {
        for (const char* key :
             {"op",   "device", "dtype", "seen", "split", "model", "case",   "backend", "source",   "kind",  "tp",
              "size", "path",   "nodes", "mode", "gpus",  "fused", "engine", "point",   "feasible", "shown", "front"})
            QVERIFY2(views::findColumnWord(key), key);
    }

    /// What the view of coverage shows of scenarios, in its rows and beside a row.
    void everyScenarioIsTranslated() {
        const auto library = test::library();
        QVERIFY(library);
        QTranslator german;
        QVERIFY(german.load(QStringLiteral(":/i18n/strata_de.qm")));
        const auto words = views::scenarioWords();
        QStringList missing;
        const auto check = [&](const std::string& text) {
            if (!contains(words, text) || german.translate("Scenario", text.c_str()).isEmpty())
                missing << QString::fromStdString(text);
        };
        const auto matrix = std::make_shared<const coverage::Coverage>(coverage::makeCoverage(
            *library, builtinRegistry(), coverage::OwnEvidence{}, coverage::builtinProtocol().worstError()));
        QVERIFY(matrix->questions.size() > 50);
        for (const coverage::Question& question : matrix->questions) {
            check(question.name);
            check(question.category);
            check(question.text);
        }
        const auto picturedBy = [&](coverage::By by) {
            views::CoverageChoice choice;
            choice.by = by;
            return views::makeCoveragePicture(matrix, choice);
        };
        for (const std::string& era : picturedBy(coverage::By::Era).summary.rows)
            check(era);
        QVERIFY2(missing.isEmpty(), qPrintable(missing.join(u'\n')));
        const auto row = [&](coverage::By by, const char* beginning) {
            const auto picture = picturedBy(by);
            for (std::size_t i = 0; i < picture.rows.size(); ++i)
                if (const QString text = views::coverageRowText(picture, i); text.startsWith(QLatin1String(beginning)))
                    return text;
            return QString();
        };
        QCOMPARE(row(coverage::By::Scenario, "I3.2"), QStringLiteral("I3.2 Waste of paged memory"));
        QCoreApplication::installTranslator(&german);
        QCOMPARE(row(coverage::By::Scenario, "I3.2"), QStringLiteral("I3.2 Verschnitt von Speicher in Seiten"));
        QCOMPARE(row(coverage::By::Category, "A1"), QStringLiteral("A1 Agenten"));
        QCOMPARE(row(coverage::By::Era, "seit"), QStringLiteral("seit 2023"));
        QCoreApplication::removeTranslator(&german);
    }

    /// Titles of levels in the library of accelerators.
    void everyLevelIsAmongTheWords() {
        const auto library = test::library();
        QVERIFY(library);
        const auto words = views::levelWords();
        QStringList missing;
        int accelerators = 0;
        for (const Entry& entry : library->entries()) {
            if (entry.kind != EntryKind::Npu) continue;
            ++accelerators;
            for (const Json& level : entry.document->value("levels", Json::array()))
                if (const auto title = level.value("title", std::string()); !title.empty() && !contains(words, title))
                    missing << QString::fromStdString(title);
        }
        QVERIFY(accelerators > 5);
        QVERIFY2(missing.isEmpty(), qPrintable(missing.join(QStringLiteral("; "))));
    }

    /// What the sample requests are answered with: labels of parts, names of tables and of their columns.
    void everyPartAndColumnIsAmongTheWords() {
        QTranslator german;
        QVERIFY(german.load(QStringLiteral(":/i18n/strata_de.qm")));
        QCoreApplication::installTranslator(&german);
        const auto answers = fixture::sampleAnswers();
        QStringList missing;
        for (const fixture::SampleAnswer& answer : answers) {
            const std::set<std::string> names = namesOf(answer.request, answer.estimate);
            for (const auto& [metric, part] : answer.estimate.parts)
                missingWords(part, names, missing);
            for (const Table& table : answer.estimate.tables) {
                if (!isTitled(table.name)) missing << QString::fromStdString("table " + table.name);
                for (const std::string& column : table.columns)
                    if (!isTitled(column)) missing << QString::fromStdString("column " + column);
            }
        }
        QVERIFY(answers.size() > 15);
        QCoreApplication::removeTranslator(&german);
        missing.removeDuplicates();
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
    /// Of all documents whose fields the parameters panel shows.
    static std::vector<const ObjectSchema*> schemas() {
        std::vector<const ObjectSchema*> all{&hardware::npuSchema(),          &hardware::gpuSchema(),
                                             &hardware::clusterSchema(),      &workload::kernelSchema(),
                                             &workload::layerSchema(),        &workload::cnnLayerSchema(),
                                             &workload::modelWorkloadSchema()};
        for (const RequestKind& kind : builtinRegistry().kinds)
            all.push_back(&kind.schema());
        return all;
    }

    static void collectChoices(const ObjectSchema& schema, std::set<const ObjectSchema*>& seen,
                               std::set<std::string>& choices) {
        if (!seen.insert(&schema).second) return;
        for (const Field& field : schema.fields) {
            if (field.parameter) choices.insert(field.choices.begin(), field.choices.end());
            if (field.object) collectChoices(*field.object, seen, choices);
        }
    }

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

    static void collectRules(const ObjectSchema& schema, std::set<const ObjectSchema*>& seen,
                             std::set<std::string>& rules) {
        if (!seen.insert(&schema).second) return;
        for (const Field& field : schema.fields) {
            if (field.parameter && !field.fallback.rule.empty()) rules.insert(field.fallback.rule);
            if (field.object) collectRules(*field.object, seen, rules);
        }
    }

    /// Names that an answer has of its own: operators, kernels and their classes, networks, levels, the multipliers,
    /// the collective.
    static std::set<std::string> namesOf(const Json& request, const Estimate& estimate) {
        std::set<std::string> names{"mac", request.at("workload").value("collective", std::string())};
        for (std::size_t i = 0; i < workload::kKernelClasses; ++i)
            names.emplace(workload::name(static_cast<workload::KernelClass>(i)));
        for (const Table& table : estimate.tables)
            for (std::size_t c = 0; c < table.columns.size(); ++c) {
                const std::string& column = table.columns[c];
                if (column == "instruction") // an instruction is named by its text and its place in the block
                    for (std::size_t r = 0; r < table.rows.size(); ++r)
                        if (const auto* text = std::get_if<std::string>(&table.rows[r][c]))
                            names.insert(*text + " #" + std::to_string(r + 1));
                constexpr std::array kOfNames{"operator", "kernel", "class", "level", "network"};
                if (std::ranges::find(kOfNames, column) == kOfNames.end()) continue;
                for (const auto& row : table.rows)
                    if (const auto* name = std::get_if<std::string>(&row[c])) names.insert(*name);
            }
        return names;
    }

    /// A word that the program knows reads otherwise than the core writes it, or stands among the words.
    static bool isWord(const std::string& label) {
        return views::labelText(label) != plain(label) || views::knows(term(label));
    }

    static bool isTitled(const std::string& name) {
        return findQuantity(name) || views::findColumnWord(name) || views::labelText(name) != plain(name);
    }

    static QString plain(const std::string& label) {
        return QString::fromStdString(label).replace(QLatin1Char('_'), QLatin1Char(' '));
    }

    static void missingWords(const Part& part, const std::set<std::string>& names, QStringList& missing) {
        const bool named = part.title == verbatim(part.id);
        const bool is_name = part.id.find_first_of(".:") != std::string::npos || names.contains(part.id);
        const bool known = named ? is_name || isWord(part.id) : views::knows(part.title);
        if (!known) missing << QString::fromStdString(part.id);
        for (const Part& child : part.children)
            missingWords(child, names, missing);
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
